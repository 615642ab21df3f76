"""RIS records for tests, and what the source `ris` makes of them."""

from __future__ import annotations

from typing import Any

from bmreport import Harvest, RunContext, SourceLocator
from bmreport.models import Citation, Reference
from bmreport_plugins.sources.ris import RisOptions, RisSource


def harvest_of(text: str | bytes, name: str = "refs.ris", **options: Any) -> Harvest:
    """What the source reads from this text."""
    data = text.encode() if isinstance(text, str) else text
    return RisSource().read(SourceLocator(name, content=data), RunContext(offline=True), RisOptions(**options))


def record(*lines: str, kind: str = "JOUR") -> str:
    """A record of this type with these lines."""
    return "\n".join([f"TY  - {kind}", *lines, "ER  - ", ""])


def only(text: str | bytes, **options: Any) -> Citation | Reference:
    """The one record that a text holds."""
    harvest = harvest_of(text, **options)
    records: list[Citation | Reference] = [*harvest.citations, *harvest.references]
    assert len(records) == 1
    return records[0]


def csl(*lines: str, kind: str = "JOUR", **options: Any) -> dict[str, Any]:
    """CSL-JSON of a record with these lines."""
    read = only(record(*lines, kind=kind), **options).csl
    assert read is not None
    return read


def rest(*lines: str, kind: str = "JOUR") -> dict[str, list[str]]:
    """What CSL had no word for."""
    kept: dict[str, list[str]] = csl(*lines, kind=kind).get("custom", {}).get("ris", {})
    return kept
