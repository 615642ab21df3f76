"""Finding: what a verifier, or a step of the pipeline, has to say about a report."""

from __future__ import annotations

from enum import StrEnum

from bmreport.models.base import Model
from bmreport.models.text_fields import FilledText


class Severity(StrEnum):
    """`error` makes --strict fail; `warning` asks for a look; `info` is for the record."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(Model):
    """One remark: who found it, what, where (ids of claim, citation or reference; file and line), what to do."""

    verifier: str
    severity: Severity
    message: FilledText
    where: str = ""
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.severity}: {place}{self.message}{remedy} [{self.verifier}]"
