"""Reference: one bibliographic record, CSL-JSON inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, computed_field, model_validator

from bmreport.dates import CslDate, iso_date, parse_date, year_of
from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.models.base import Model
from bmreport.models.citation import Origin
from bmreport.names import CslName, display_name, parse_names

_LOOSE_FIELDS = ("authors", "title", "publication_date", "pmid", "pmcid", "doi", "publication")
_MAX_VANCOUVER_AUTHORS = 6


class Reference(Model):
    """A record of the reference list; several citations may share it.

    Besides `csl` it can be made from loose fields, as BMLibrarian does:
    `Reference(number=1, authors=["Smith, J."], title="…", publication_date="2023-01-15", document_id="7", pmid="3712")`.
    """

    id: str = ""
    number: int | None = Field(default=None, ge=1)
    """Place by first appearance in the text; None while nothing cites it."""
    csl: dict[str, Any]
    document_id: str = ""
    publication_types: list[str] = Field(default_factory=list)
    retracted: bool = False
    origin: Origin | None = None
    notes: list[str] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _fold_loose_fields(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = dict(data)
        loose = {key: fields.pop(key) for key in _LOOSE_FIELDS if key in fields}
        if fields.get("csl") is None:
            notes = list(fields.get("notes") or ())
            fields["csl"] = csl_from_fields(loose, notes)
            fields["notes"] = notes
        for key in ("id", "document_id"):
            if isinstance(fields.get(key), int):
                fields[key] = str(fields[key])
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

        At most six authors, then "et al."; author list and title each end in a full stop of their own. The style
        `bmlibrarian` prints the same from CSL; use `report.render("vancouver")` for what journals call Vancouver.
        """
        shown = self.authors[:_MAX_VANCOUVER_AUTHORS]
        if len(self.authors) > len(shown) or self.authors_truncated:
            shown.append("et al.")
        parts = [f"{', '.join(shown)}." if shown else "", f"{self.title}." if self.title else ""]
        year = str(self.year) if self.year is not None else _string((self.issued or {}).get("literal"))
        tail = [year, f"PMID: {self.pmid}" if self.pmid else ""]
        parts.append("; ".join(part for part in tail if part))
        return " ".join(part for part in parts if part)


def csl_from_fields(fields: Mapping[str, Any], notes: list[str] | None = None) -> dict[str, Any]:
    """CSL-JSON from the loose fields of a citation or reference; remarks on altered input are added to `notes`.

    Takes `title` or `document_title`, `authors`, `publication_date`, `publication`, `volume`, `issue`, `pages`,
    `doi`, `pmid`, `pmcid`, `url`. Absent fields stay absent.
    """
    remarks = notes if notes is not None else []
    csl: dict[str, Any] = {"type": "article-journal"}
    names = parse_names(fields.get("authors"))
    date = parse_date(fields.get("publication_date"))
    remarks.extend(note for note in (*names.notes, date.note) if note and note not in remarks)
    values: dict[str, Any] = {
        "title": fields.get("title") or fields.get("document_title"),
        "author": [dict(name) for name in names.names],
        "issued": date.csl,
        "container-title": fields.get("publication"),
        "volume": fields.get("volume"),
        "issue": fields.get("issue"),
        "page": fields.get("pages"),
        "DOI": normal_doi(_string(fields.get("doi"))),
        "PMID": normal_pmid(_string(fields.get("pmid"))),
        "PMCID": normal_pmcid(_string(fields.get("pmcid"))),
        "URL": fields.get("url"),
    }
    csl.update({key: value for key, value in values.items() if value})
    if names.truncated or fields.get("authors_truncated"):
        csl["custom"] = {"authors_truncated": True}
    return csl


def _string(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _custom(csl: Mapping[str, Any]) -> Mapping[str, Any]:
    custom = csl.get("custom")
    return custom if isinstance(custom, Mapping) else {}
