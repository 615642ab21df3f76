"""Finding: what a verifier, or a step of the pipeline, has to say about a report."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from bmreport.models.base import Model


class Severity(StrEnum):
    """`error` makes --strict fail; `warning` asks for a look; `info` is for the record."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Model):
    """One remark: who found it, what, where (ids of claim, citation or reference; file and line), what to do."""

    verifier: str
    severity: Severity
    message: str = Field(min_length=1)
    where: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.severity}: {place}{self.message}{remedy} [{self.verifier}]"
