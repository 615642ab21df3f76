"""Reference: one bibliographic record, CSL-JSON inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, computed_field, model_validator

from bmreport.dates import CslDate, iso_date, parse_date, year_of
from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.models.base import Model
from bmreport.models.citation import Origin, add_notes
from bmreport.models.json_values import as_json, as_text, is_blank
from bmreport.models.text_fields import TextField, TextList
from bmreport.names import CslName, display_name, parse_names
from bmreport.richtext import strip_csl_markup

_LOOSE_FIELDS = {
    "authors": ("author", "editor"),
    "title": ("title",),
    "document_title": ("title",),
    "publication_date": ("issued",),
    "publication": ("container-title",),
    "journal": ("container-title",),
    "volume": ("volume",),
    "issue": ("issue",),
    "pages": ("page",),
    "doi": ("DOI",),
    "pmid": ("PMID",),
    "pmcid": ("PMCID",),
    "url": ("URL",),
}
"""Loose field -> where its content lies in CSL-JSON."""

_MAX_VANCOUVER_AUTHORS = 6


class Reference(Model):
    """A record of the reference list; several citations may share it.

    Besides `csl` it can be made from loose fields, as BMLibrarian does:
    `Reference(number=1, authors=["Smith, J."], title="…", publication_date="2023-01-15", document_id="7", pmid="37")`.
    """

    id: TextField = ""
    number: int | None = Field(default=None, ge=1)
    """Place by first appearance in the text; None while nothing cites it."""
    csl: Annotated[dict[str, Any], AfterValidator(as_json)]
    document_id: TextField = ""
    publication_types: TextList = Field(default_factory=list)
    retracted: bool = False
    origin: Origin | None = None
    notes: TextList = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _fold_loose_fields(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = dict(data)
        loose = {key: fields.pop(key) for key in _LOOSE_FIELDS if key in fields}
        notes: list[str] = []
        if fields.get("csl") is None:
            fields["csl"] = csl_from_fields(loose, notes)
        elif isinstance(fields["csl"], Mapping):
            fields["csl"] = _with_missing(fields["csl"], loose, notes)
        add_notes(fields, notes)
        return fields

    @computed_field  # type: ignore[prop-decorator]  # mypy does not know property decorators
    @property
    def authors(self) -> list[str]:
        """Authors as `Family, G. H.`, group names as they are."""
        return [display_name(name) for name in self.author_names]

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def title(self) -> str:
        """The title as it stands in the record, mark-up included."""
        return _string(self.csl.get("title"))

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def publication_date(self) -> str:
        """ISO 8601 as far as the date is known, else the literal text."""
        return iso_date(self.issued) or _string((self.issued or {}).get("literal"))

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def pmid(self) -> str | None:
        """PubMed ID."""
        return _string(self.csl.get("PMID")) or None

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def doi(self) -> str | None:
        """DOI, lower case, without resolver."""
        return normal_doi(_string(self.csl.get("DOI"))) or None

    @property
    def pmcid(self) -> str | None:
        """PubMed Central ID."""
        return _string(self.csl.get("PMCID")) or None

    @property
    def issued(self) -> CslDate | None:
        """The publication date in CSL form."""
        return parse_date(self.csl.get("issued")).csl

    @property
    def year(self) -> int | None:
        """The publication year."""
        return year_of(self.issued)

    @property
    def author_names(self) -> list[CslName]:
        """Authors in CSL form; editors where a record has no authors."""
        return list(parse_names(self.csl.get("author") or self.csl.get("editor")).names)

    @property
    def authors_truncated(self) -> bool:
        """Whether the record itself lists only some of its authors ("et al." stood in the input)."""
        return bool(_custom(self.csl).get("authors_truncated"))

    def format_vancouver_style(self) -> str:
        """The line that BMLibrarian prints: `Smith, J., Brown, K.. Title. 2023; PMID: 37123456`.

        At most six authors, then "et al."; the author list ends in a full stop of its own, whatever it ended in before.
        The style `bmlibrarian` prints the same from CSL; `report.render("vancouver")` is what journals call Vancouver.
        """
        shown = self.authors[:_MAX_VANCOUVER_AUTHORS]
        if len(self.authors) > len(shown) or self.authors_truncated:
            shown.append("et al.")
        title = strip_csl_markup(self.title)
        if title and not title.endswith((".", "?", "!")):
            title += "."
        parts = [f"{', '.join(shown)}." if shown else "", title]
        year = str(self.year) if self.year is not None else _string((self.issued or {}).get("literal"))
        tail = [year, f"PMID: {self.pmid}" if self.pmid else ""]
        parts.append("; ".join(part for part in tail if part))
        return " ".join(part for part in parts if part)


def csl_from_fields(fields: Mapping[str, Any], notes: list[str] | None = None) -> dict[str, Any]:
    """CSL-JSON from the loose fields of a citation or reference; remarks on altered input are added to `notes`.

    Takes `title` or `document_title`, `authors`, `publication_date`, `publication` or `journal`, `volume`, `issue`,
    `pages`, `doi`, `pmid`, `pmcid`, `url`. Absent fields stay absent. Raises ValueError for a field that is not text.
    """
    remarks = notes if notes is not None else []
    csl: dict[str, Any] = {"type": "article-journal"}
    names = parse_names(fields.get("authors"))
    date = parse_date(fields.get("publication_date"))
    remarks.extend(note for note in (*names.notes, date.note) if note and note not in remarks)
    values: dict[str, Any] = {
        "title": _text_field(fields, "title", "document_title"),
        "author": [dict(name) for name in names.names],
        "issued": date.csl,
        "container-title": _text_field(fields, "publication", "journal"),
        "volume": _text_field(fields, "volume"),
        "issue": _text_field(fields, "issue"),
        "page": _text_field(fields, "pages"),
        "DOI": normal_doi(_text_field(fields, "doi")),
        "PMID": normal_pmid(_text_field(fields, "pmid")),
        "PMCID": normal_pmcid(_text_field(fields, "pmcid")),
        "URL": _text_field(fields, "url"),
    }
    csl.update({key: value for key, value in values.items() if value})
    if names.truncated or fields.get("authors_truncated"):
        csl["custom"] = {"authors_truncated": True}
    return csl


def _text_field(fields: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that is filled, as text."""
    for name in names:
        text = as_text(fields.get(name))
        if not isinstance(text, str):
            raise ValueError(f"{name}: is not text but {type(text).__name__}")  # pydantic wants ValueError
        if text:
            return text
    return ""


def _with_missing(csl: Mapping[str, Any], loose: Mapping[str, Any], notes: list[str]) -> Mapping[str, Any]:
    """The record with what only the loose fields know.

    A saved reference bears its computed fields too; where the record has the like, it says it better.
    """
    missing = {
        name: value
        for name, value in loose.items()
        if not is_blank(value) and all(is_blank(csl.get(key)) for key in _LOOSE_FIELDS[name])
    }
    if not missing:
        return csl
    made = csl_from_fields(missing, notes)
    return {**csl, **{key: made[key] for key in made if key not in ("type", "custom")}}


def _string(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _custom(csl: Mapping[str, Any]) -> Mapping[str, Any]:
    custom = csl.get("custom")
    return custom if isinstance(custom, Mapping) else {}
