"""What came in: import reports of sources and the log of joined records."""

from __future__ import annotations

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.citation import Origin
from bmreport.models.text_fields import FilledText


class Rejection(Model):
    """A record that could not be used: where it stood, which field, why, and what to do."""

    origin: Origin
    field: str = ""
    reason: FilledText
    remedy: str = ""

    def __str__(self) -> str:
        field = f", field {self.field}" if self.field else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.origin}{field}: {self.reason}{remedy}"


class ImportReport(Model):
    """The books of one source: `records` found in the input = `kept` + rejected ones.

    `question` and `title` are those that the input itself gives for the report, where it does.
    """

    source: str
    locator: str
    format: str = ""
    encoding: str = ""
    sha256: str = ""
    question: str = ""
    title: str = ""
    records: int = 0
    kept: int = 0
    rejected: list[Rejection] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)

    @property
    def balanced(self) -> bool:
        """Whether every record is accounted for."""
        return self.records == self.kept + len(self.rejected)


class Merge(Model):
    """Records that turned out to be one document: which reference they became, and why."""

    reference_id: str
    joined: list[str]
    """Citation ids, or origins of bare records."""
    reason: str
    conflicts: list[str] = Field(default_factory=list)
    """Fields on which the records disagreed, with both values."""
