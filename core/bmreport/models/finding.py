"""Finding: what a verifier, or a step of the pipeline, has to say about a report."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from bmreport.models.base import Model
from bmreport.models.draft import Quote
from bmreport.models.text_fields import FilledText
from bmreport.models.verdict import Verdict


class Severity(StrEnum):
    """`error` makes --strict fail; `warning` asks for a look; `info` is for the record."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Model):
    """One remark: who found it, what, where (ids of claim, citation or reference; file and line), what to do.

    With a `verdict` it judges the claim whose id stands in `where`, and becomes a line of the claim ledger; `quotes`
    are the words of the passages that the judgement rests on.
    """

    verifier: str
    severity: Severity
    message: FilledText
    where: str = ""
    remedy: str = ""
    verdict: Verdict | None = None
    quotes: list[Quote] = Field(default_factory=list)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.severity}: {place}{self.message}{remedy} [{self.verifier}]"
