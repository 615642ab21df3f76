"""The shapes of dates: CSL-JSON dates, and what reading one found."""

from __future__ import annotations

from dataclasses import dataclass, field

from typing_extensions import TypedDict

CslDate = TypedDict(
    "CslDate",
    {"date-parts": list[list[int]], "season": int, "circa": bool, "literal": str, "raw": str},
    total=False,
)


@dataclass(frozen=True)
class ParsedDate:
    """What was read: the date (None when there is none) and a remark for whoever looks after the source, or None."""

    csl: CslDate | None
    note: str | None = None


@dataclass
class FoundDate:
    """One reading, filled in by a single function before it is frozen into a ParsedDate."""

    dates: list[list[int]] = field(default_factory=list)
    season: int = 0
    circa: bool = False
    notes: list[str] = field(default_factory=list)
