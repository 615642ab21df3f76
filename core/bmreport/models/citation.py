"""Citation: one piece of evidence, a passage and the document it came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from bmreport.dates import CslDate, parse_date
from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.models.base import Model
from bmreport.models.json_values import as_json, as_text_list, is_blank
from bmreport.models.moment import Moment
from bmreport.models.text_fields import TextField, TextList
from bmreport.names import CslName, parse_names


class Origin(Model):
    """Where a record was read: source name, file or locator, record number and line (both from 1)."""

    source: str = ""
    locator: str = ""
    record: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = self.locator or self.source
        if self.line is not None:
            place = f"{place}:{self.line}"
        return f"{place}, record {self.record}" if self.record is not None else place


class Locator(Model):
    """A place inside a document, with a label that CSL knows (page, section, table …)."""

    label: str = "page"
    value: str


def _none_if_blank(value: object) -> object:
    return None if is_blank(value) else value


_ALIASES = {
    "relevance_score": ("relevance", "score"),
    "document_id": ("doc_id",),
    "document_title": ("title",),
    "authors": ("author",),
    "publication_date": ("issued", "date", "year"),
    "pmid": ("PMID",),
    "pmcid": ("PMCID",),
    "doi": ("DOI",),
    "publication": ("journal", "container-title"),
    "pages": ("page",),
    "url": ("URL",),
}
"""Other names that a field is taken from while its own is absent or blank; the first that is filled wins."""


class Citation(Model):
    """A passage as evidence. A Citation that exists is valid: what cannot be one raises pydantic's ValidationError.

    Field names are BMLibrarian's; `title`, `journal`, `container-title`, `doc_id` and some more are taken as well.
    Fields it does not know are kept (`model_extra`), never lost. `notes` says what was altered or guessed.
    """

    model_config = ConfigDict(extra="allow")

    id: TextField = ""
    passage: TextField
    summary: TextField = ""
    relevance_score: Annotated[float | None, BeforeValidator(_none_if_blank)] = Field(default=None, ge=0.0, le=1.0)
    relevance_basis: str = "given"
    """`given` by whoever supplied the citation, or `lexical`: computed from the words shared with the question."""
    document_id: TextField = ""
    document_title: TextField
    authors: list[CslName] = Field(default_factory=list)
    authors_truncated: bool = False
    publication_date: CslDate | None = None
    pmid: TextField = ""
    pmcid: TextField = ""
    doi: TextField = ""
    publication: TextField = ""
    volume: TextField = ""
    issue: TextField = ""
    pages: TextField = ""
    url: TextField = ""
    abstract: TextField = ""
    publication_types: TextList = Field(default_factory=list)
    locator: Locator | None = None
    human_review_status: TextField = ""
    created_at: Annotated[Moment | None, BeforeValidator(_none_if_blank)] = None
    csl: Annotated[dict[str, Any] | None, AfterValidator(as_json)] = None
    """The whole bibliographic record as CSL-JSON, when the source had one; it wins over the single fields."""
    origin: Origin | None = None
    notes: TextList = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _read_fields(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = {str(key): value for key, value in data.items()}
        for name, aliases in _ALIASES.items():
            _take_alias(fields, name, aliases)
        notes: list[str] = []
        _read_authors(fields, notes)
        _read_date(fields, notes)
        add_notes(fields, notes)
        for name in fields.keys() - cls.model_fields.keys():
            fields[name] = as_json(fields[name])
        return fields

    @field_validator("passage", "document_title")
    @classmethod
    def _not_blank(cls, value: str) -> str:
        if not value:
            raise ValueError("is empty")
        return value

    @field_validator("pmid")
    @classmethod
    def _pmid(cls, value: str) -> str:
        return normal_pmid(value)

    @field_validator("pmcid")
    @classmethod
    def _pmcid(cls, value: str) -> str:
        return normal_pmcid(value)

    @field_validator("doi")
    @classmethod
    def _doi(cls, value: str) -> str:
        return normal_doi(value)

    @property
    def relevance(self) -> float:
        """The relevance score 0-1; 0 while none is known."""
        return self.relevance_score if self.relevance_score is not None else 0.0

    @property
    def rejected_by_reviewer(self) -> bool:
        """Whether a human reviewer turned this passage down; it may then not be used as evidence."""
        return self.human_review_status.casefold() in {"rejected", "reject", "excluded", "refused", "declined"}


def add_notes(fields: dict[str, Any], remarks: list[str]) -> None:
    """Add remarks to the field `notes`, each once; a field that is no list is left for pydantic to refuse."""
    given = as_text_list(fields.get("notes"))
    if isinstance(given, list):
        fields["notes"] = [*given, *(remark for remark in dict.fromkeys(remarks) if remark not in given)]


def _take_alias(fields: dict[str, Any], name: str, aliases: tuple[str, ...]) -> None:
    if not is_blank(fields.get(name)):
        return
    for alias in aliases:
        if not is_blank(fields.get(alias)):
            fields[name] = fields.pop(alias)
            return


def _read_authors(fields: dict[str, Any], notes: list[str]) -> None:
    if "authors" not in fields:
        return
    parsed = parse_names(fields["authors"])
    fields["authors"] = list(parsed.names)
    if parsed.truncated:
        fields["authors_truncated"] = True
    notes.extend(parsed.notes)


def _read_date(fields: dict[str, Any], notes: list[str]) -> None:
    parsed = parse_date(fields.get("publication_date"))
    fields["publication_date"] = parsed.csl
    if parsed.note:
        notes.append(parsed.note)
