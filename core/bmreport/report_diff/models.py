"""ReportDiff: what two reports say differently, as data."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from pydantic import Field

from bmreport.models import Revision, Severity, Verdict
from bmreport.models.base import Model
from bmreport.models.json_values import as_json

__all__ = [
    "CitationChange",
    "CitationNote",
    "ClaimChange",
    "ClaimNote",
    "ContradictionNote",
    "FieldChange",
    "FindingNote",
    "GradeChange",
    "GradeNote",
    "ReferenceChange",
    "ReferenceNote",
    "ReportDiff",
    "ReportName",
    "StudyChange",
    "StudyNote",
    "WordChange",
    "WordKind",
]

DIFF_SCHEMA_VERSION = 1


class FieldChange(Model):
    """One field with both values; None where there is none."""

    field: str
    old: Any = None
    new: Any = None


class WordKind(StrEnum):
    """What became of some words."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class WordChange(Model):
    """A run of words of a changed sentence."""

    kind: WordKind
    text: str


class ReportName(Model):
    """What tells one report from the other; not compared."""

    title: str = ""
    question: str = ""
    created_at: str = ""
    claims: int = 0
    citations: int = 0
    references: int = 0


class ClaimNote(Model):
    """A sentence that stands in one report only, with the documents it cites."""

    id: str
    section: str
    text: str
    cites: list[str] = Field(default_factory=list)
    verdict: Verdict | None = None


class ClaimChange(Model):
    """A sentence that stands in both and is not the same. `words` is empty where only something else changed.

    Cites are compared by document: a reference that only has another number is no change.
    """

    old_id: str
    new_id: str
    section: str
    text: str
    words: list[WordChange] = Field(default_factory=list)
    cites_added: list[str] = Field(default_factory=list)
    cites_removed: list[str] = Field(default_factory=list)
    old_verdict: Verdict | None = None
    new_verdict: Verdict | None = None
    fields: list[FieldChange] = Field(default_factory=list)
    """`section` and `role`."""

    @property
    def verdict_changed(self) -> bool:
        """Whether the checks say something else of it."""
        return self.old_verdict is not self.new_verdict


class GradeNote(Model):
    """A grade that stands in one report only."""

    grader: str
    outcome: str = ""
    label: str
    reason: str = ""


class GradeChange(Model):
    """A grade of the same grader and outcome; `steps` holds those of its steps that differ."""

    grader: str
    outcome: str = ""
    old_label: str
    new_label: str
    fields: list[FieldChange] = Field(default_factory=list)
    steps: list[FieldChange] = Field(default_factory=list)


class CitationNote(Model):
    """A passage that stands in one report only."""

    id: str
    document: str
    passage: str


class CitationChange(Model):
    """A passage of both reports, of which something is told differently."""

    old_id: str
    new_id: str
    document: str
    fields: list[FieldChange]


class ReferenceNote(Model):
    """A document that stands in one report only; `number` is None under further reading."""

    id: str
    number: int | None = None
    document: str
    title: str = ""
    retracted: bool = False


class ReferenceChange(Model):
    """A document of both reports, with another number or other fields."""

    old_id: str
    new_id: str
    document: str
    old_number: int | None = None
    new_number: int | None = None
    fields: list[FieldChange] = Field(default_factory=list)


class StudyNote(Model):
    """A row of study data that stands in one report only."""

    study: str
    outcome: str
    comparison: str = ""
    subgroup: str = ""


class StudyChange(StudyNote):
    """A row of both reports with other figures."""

    fields: list[FieldChange] = Field(default_factory=list)


class ContradictionNote(Model):
    """A contradiction that only one report tells of."""

    outcome: str
    kind: str
    reason: str = ""
    documents: list[str] = Field(default_factory=list)


class FindingNote(Model):
    """A finding that stands in one report only."""

    severity: Severity
    verifier: str
    message: str
    where: str = ""


class ReportDiff(Model):
    """What differs between an old and a new report; every list is empty where nothing does."""

    schema_version: int = DIFF_SCHEMA_VERSION
    """Counts up when a field goes or changes its meaning; new fields may come without that."""
    old: ReportName = Field(default_factory=ReportName)
    new: ReportName = Field(default_factory=ReportName)
    settings: list[FieldChange] = Field(default_factory=list)
    """Title, question, style, strength, grounding, note on method, and everything of the provenance."""
    claims_added: list[ClaimNote] = Field(default_factory=list)
    claims_removed: list[ClaimNote] = Field(default_factory=list)
    claims_changed: list[ClaimChange] = Field(default_factory=list)
    grades_added: list[GradeNote] = Field(default_factory=list)
    grades_removed: list[GradeNote] = Field(default_factory=list)
    grades_changed: list[GradeChange] = Field(default_factory=list)
    references_added: list[ReferenceNote] = Field(default_factory=list)
    references_removed: list[ReferenceNote] = Field(default_factory=list)
    references_changed: list[ReferenceChange] = Field(default_factory=list)
    retracted: list[str] = Field(default_factory=list)
    """Documents that are marked as retracted in the new report, and were not, or not there, in the old one."""
    no_longer_retracted: list[str] = Field(default_factory=list)
    citations_added: list[CitationNote] = Field(default_factory=list)
    citations_removed: list[CitationNote] = Field(default_factory=list)
    citations_changed: list[CitationChange] = Field(default_factory=list)
    studies_added: list[StudyNote] = Field(default_factory=list)
    studies_removed: list[StudyNote] = Field(default_factory=list)
    studies_changed: list[StudyChange] = Field(default_factory=list)
    figures_added: list[str] = Field(default_factory=list)
    """Names of figures; one whose picture or data changed is among the changed ones."""
    figures_removed: list[str] = Field(default_factory=list)
    figures_changed: list[str] = Field(default_factory=list)
    contradictions_added: list[ContradictionNote] = Field(default_factory=list)
    contradictions_removed: list[ContradictionNote] = Field(default_factory=list)
    left_out_added: list[str] = Field(default_factory=list)
    """Ids of citations that the new answer does not use, though the old one did or did not know them."""
    left_out_removed: list[str] = Field(default_factory=list)
    findings_added: list[FindingNote] = Field(default_factory=list)
    findings_removed: list[FindingNote] = Field(default_factory=list)
    history_added: list[Revision] = Field(default_factory=list)
    history_removed: list[Revision] = Field(default_factory=list)
    inputs_added: list[str] = Field(default_factory=list)
    """Locators of what was read."""
    inputs_removed: list[str] = Field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether the reports say the same."""
        return not any(value for name, value in self if name not in ("schema_version", "old", "new"))

    def counts(self) -> dict[str, int]:
        """How many entries each list has."""
        return {name: len(value) for name, value in self if isinstance(value, list)}

    def to_json(self) -> str:
        """The diff as JSON text."""
        return json.dumps(self.model_dump(), ensure_ascii=False, indent=2, allow_nan=False, default=as_json) + "\n"
