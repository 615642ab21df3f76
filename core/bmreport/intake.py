"""Turning raw records into citations and references, with books that balance.

Every source uses this, so that a bad record is refused the same way everywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from bmreport.models import Citation, ImportReport, Origin, Reference, Rejection, Study
from bmreport.models.citation import add_notes
from bmreport.models.json_values import is_blank
from bmreport.richtext import strip_csl_markup

MAX_TITLE_CHARACTERS = 20_000
"""The longest titles of real papers have some hundreds; setting millions in a PDF would take hours."""
_REMEDIES = {
    "passage": "give the words the evidence rests on, or an abstract",
    "relevance_score": "give a number from 0 to 1",
    "document_title": "give the document's title",
}


@dataclass(frozen=True)
class Harvest:
    """What a source yields: evidence, bare records, and the import reports that account for both."""

    citations: list[Citation] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    reports: list[ImportReport] = field(default_factory=list)
    studies: list[Study] = field(default_factory=list)


class Intake:
    """The books of one input. Call one `add_…` or `reject` per record found, then `harvest()`."""

    def __init__(self, source: str, locator: str, *, data: bytes | None = None, encoding: str = "") -> None:
        self.report = ImportReport(source=source, locator=locator, format=source, encoding=encoding)
        if data is not None:
            self.report.sha256 = hashlib.sha256(data).hexdigest()
        self._harvest = Harvest(reports=[self.report])

    def origin(self, *, line: int | None = None) -> Origin:
        """Where the record after the last one stands."""
        return Origin(source=self.report.source, locator=self.report.locator, record=self.report.records + 1, line=line)

    def add_citation(self, fields: Mapping[str, Any], *, line: int | None = None) -> Citation | None:
        """Take a record that carries a passage (or an abstract, which then serves as the passage).

        A wrong field makes a rejection that names it; None is returned then.
        """
        origin = self.origin(line=line)
        values = dict(fields)
        values["origin"] = origin
        if is_blank(values.get("passage")) and _has_text(values.get("abstract")):
            values["passage"] = values["abstract"]
            add_notes(values, ["no passage: the abstract serves as evidence"])
        if "passage" not in values and "document_title" not in values and "title" not in values:
            self._refuse(origin, "passage", "neither a passage nor a title: this is no citation")
            return None
        if self._title_too_long(origin, values.get("document_title") or values.get("title")):
            return None
        values.setdefault("passage", "")
        try:
            citation = Citation.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = str(first["loc"][0]) if first["loc"] else ""
            self._refuse(origin, name, problem_text(first))
            return None
        self.report.records += 1
        self.report.kept += 1
        self._harvest.citations.append(citation)
        return citation

    def add_record(
        self,
        csl: Mapping[str, Any],
        *,
        abstract: str = "",
        document_id: str = "",
        publication_types: Sequence[str] = (),
        notes: Sequence[str] = (),
        line: int | None = None,
    ) -> None:
        """Take a bibliographic record (CSL-JSON). With an abstract it is evidence, without one a bare reference."""
        if not abstract.strip():
            origin = self.origin(line=line)
            if self._title_too_long(origin, csl.get("title")):
                return
            try:
                reference = Reference(
                    csl=dict(csl),
                    document_id=document_id,
                    publication_types=list(publication_types),
                    notes=list(notes),
                    origin=origin,
                )
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                self._refuse(origin, ".".join(map(str, first["loc"])), problem_text(first))
                return
            self.add_reference(reference)
            return
        fields = {
            "abstract": abstract,
            "document_id": document_id,
            "document_title": strip_csl_markup(str(csl.get("title") or "")),
            "authors": csl.get("author"),
            "authors_truncated": _lists_some_authors(csl),
            "publication_date": csl.get("issued"),
            "doi": csl.get("DOI"),
            "pmid": csl.get("PMID"),
            "pmcid": csl.get("PMCID"),
            "publication": csl.get("container-title"),
            "publication_types": list(publication_types),
            "csl": dict(csl),
            "notes": list(notes),
        }
        self.add_citation(fields, line=line)

    def add_reference(self, reference: Reference) -> None:
        """Take a bare record; its `origin` should come from `origin()`."""
        self.report.records += 1
        self.report.kept += 1
        self._harvest.references.append(reference)

    def add_study(self, fields: Mapping[str, Any], *, line: int | None = None) -> Study | None:
        """Take the figures of one study on one outcome; a wrong field makes a rejection that names it."""
        origin = self.origin(line=line)
        try:
            study = Study.model_validate({**fields, "origin": origin})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            self._refuse(origin, ".".join(map(str, first["loc"])), problem_text(first))
            return None
        self.report.records += 1
        self.report.kept += 1
        self._harvest.studies.append(study)
        return study

    def reject(self, reason: str, *, field: str = "", line: int | None = None, remedy: str = "") -> None:
        """Account for a record that cannot be used."""
        self._refuse(self.origin(line=line), field, reason, remedy)

    def note(self, text: str) -> None:
        """A remark on the whole input: a guessed encoding, skipped lines, repaired records."""
        self.report.notes.append(text)

    def harvest(self) -> Harvest:
        """All that was taken."""
        return self._harvest

    def _title_too_long(self, origin: Origin, title: object) -> bool:
        too_long = isinstance(title, str) and len(title) > MAX_TITLE_CHARACTERS
        if too_long:
            reason = f"has {len(str(title)):,} characters, more than any title ({MAX_TITLE_CHARACTERS:,})"
            remedy = "the record may have swallowed others; look at it, or export it again"
            self._refuse(origin, "document_title", reason, remedy)
        return too_long

    def _refuse(self, origin: Origin, field: str, reason: str, remedy: str = "") -> None:
        self.report.records += 1
        self.report.rejected.append(
            Rejection(origin=origin, field=field, reason=reason, remedy=remedy or _REMEDIES.get(field, ""))
        )


def problem_text(error: Mapping[str, Any]) -> str:
    """One of pydantic's errors as a short sentence with the value that was given."""
    kind, given = error["type"], error.get("input")
    if kind == "missing":
        return "is missing"
    if kind in {"greater_than_equal", "less_than_equal"}:
        limits = error.get("ctx", {})
        bound = f"below {limits['ge']:g}" if "ge" in limits else f"above {limits['le']:g}"
        return f"{given!r} is {bound}"
    message = str(error["msg"]).removeprefix("Value error, ")
    shown = repr(given)
    return message if kind == "value_error" else f"{message} (given: {shown[:80]})"


def _lists_some_authors(csl: Mapping[str, Any]) -> bool:
    custom = csl.get("custom")
    return isinstance(custom, Mapping) and bool(custom.get("authors_truncated"))


def _has_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
