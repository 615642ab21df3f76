"""Citation: one piece of evidence, a passage and the document it came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from bmreport.dates import CslDate, parse_date
from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.models.base import Model
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


def _text(value: object) -> object:
    """Identifiers often arrive as numbers; None means empty."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value.strip() if isinstance(value, str) else value


TextField = Annotated[str, BeforeValidator(_text)]


class Citation(Model):
    """A passage as evidence. A Citation that exists is valid: what cannot be one raises pydantic's ValidationError.

    Field names are BMLibrarian's; `title`, `journal`, `container-title`, `doc_id` and a few more are taken as well.
    Fields it does not know are kept (`model_extra`), never lost. `notes` says what was altered or guessed on the way in.
    """

    model_config = ConfigDict(extra="allow")

    id: TextField = ""
    passage: TextField
    summary: TextField = ""
    relevance_score: float | None = Field(
        default=None, ge=0.0, le=1.0, validation_alias=AliasChoices("relevance_score", "relevance", "score")
    )
    relevance_basis: str = "given"
    """`given` by whoever supplied the citation, or `lexical`: computed from the words shared with the question."""
    document_id: TextField = Field(default="", validation_alias=AliasChoices("document_id", "doc_id"))
    document_title: TextField = Field(validation_alias=AliasChoices("document_title", "title"))
    authors: list[CslName] = Field(default_factory=list, validation_alias=AliasChoices("authors", "author"))
    authors_truncated: bool = False
    publication_date: CslDate | None = Field(
        default=None, validation_alias=AliasChoices("publication_date", "issued", "date", "year")
    )
    pmid: TextField = Field(default="", validation_alias=AliasChoices("pmid", "PMID"))
    pmcid: TextField = Field(default="", validation_alias=AliasChoices("pmcid", "PMCID"))
    doi: TextField = Field(default="", validation_alias=AliasChoices("doi", "DOI"))
    publication: TextField = Field(
        default="", validation_alias=AliasChoices("publication", "journal", "container-title")
    )
    volume: TextField = ""
    issue: TextField = ""
    pages: TextField = Field(default="", validation_alias=AliasChoices("pages", "page"))
    url: TextField = Field(default="", validation_alias=AliasChoices("url", "URL"))
    abstract: TextField = ""
    publication_types: list[str] = Field(default_factory=list)
    locator: Locator | None = None
    human_review_status: TextField = ""
    created_at: datetime | None = None
    csl: dict[str, Any] | None = None
    """The whole bibliographic record as CSL-JSON, when the source had one; it wins over the single fields."""
    origin: Origin | None = None
    notes: list[str] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _read_names_and_dates(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = dict(data)
        notes = [str(note) for note in fields.get("notes") or ()]
        _read_authors(fields, notes)
        _read_date(fields, notes)
        fields["notes"] = notes
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

    @field_validator("created_at", mode="before")
    @classmethod
    def _aware(cls, value: object) -> object:
        if isinstance(value, date) and not isinstance(value, datetime):
            value = datetime(value.year, value.month, value.day, tzinfo=UTC)
        if isinstance(value, datetime) and value.tzinfo is None:
            value = value.replace(tzinfo=UTC)
        if isinstance(value, str) and re.fullmatch(r"[\d-]+[T ][\d:.]+", value.strip()):
            return value.strip() + "Z"  # BMLibrarian writes naive UTC
        return value or None

    @property
    def relevance(self) -> float:
        """The relevance score 0-1; 0 while none is known."""
        return self.relevance_score if self.relevance_score is not None else 0.0

    @property
    def rejected_by_reviewer(self) -> bool:
        """Whether a human reviewer turned this passage down; it may then not be used as evidence."""
        return self.human_review_status.casefold() in {"rejected", "reject", "excluded", "refused", "declined"}


def _read_authors(fields: dict[str, Any], notes: list[str]) -> None:
    for key in ("authors", "author"):
        if key in fields:
            parsed = parse_names(fields.pop(key))
            fields["authors"] = list(parsed.names)
            fields["authors_truncated"] = bool(fields.get("authors_truncated")) or parsed.truncated
            notes.extend(note for note in parsed.notes if note not in notes)
            return


def _read_date(fields: dict[str, Any], notes: list[str]) -> None:
    for key in ("publication_date", "issued", "date", "year"):
        if fields.get(key) not in (None, ""):
            parsed = parse_date(fields.pop(key))
            fields["publication_date"] = parsed.csl
            if parsed.note and parsed.note not in notes:
                notes.append(parsed.note)
            return
