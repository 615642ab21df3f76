"""The flow of records through a review: how many came in, how many left at each stage and why, how many are included.

Page et al., PRISMA 2020 statement, BMJ 2021;372:n71; Tricco et al., PRISMA-ScR, Ann Intern Med 2018;169:467.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["STAGES", "Count", "Flow", "Stage", "Stream", "counted_sum"]

STAGES = ("titles", "screened", "sought", "assessed")
"""The stages of a stream, in order; the first one only where titles were screened apart from abstracts."""


@dataclass(frozen=True)
class Count:
    """A number with its label; `where` is its place in a file."""

    label: str
    count: int
    where: str = ""


@dataclass(frozen=True)
class Stage:
    """How many records reach a stage, and which of them go no further; `entered` None until it is worked out.

    `out` None means that nobody said how many left, an empty tuple that none did.
    """

    name: str
    entered: Count | None = None
    out: tuple[Count, ...] | None = None


@dataclass(frozen=True)
class Stream:
    """One way to find records: through databases and registers, or by other methods."""

    databases: tuple[Count, ...] = ()
    registers: tuple[Count, ...] = ()
    others: tuple[Count, ...] = ()
    removed: tuple[Count, ...] = ()
    stages: tuple[Stage, ...] = ()

    @property
    def sources(self) -> tuple[Count, ...]:
        """Everything that records came from."""
        return (*self.databases, *self.registers, *self.others)

    @property
    def identified(self) -> int:
        """Records found."""
        return counted_sum(self.sources)


@dataclass(frozen=True)
class Flow:
    """A whole diagram. `preset` chooses the words, `words` replaces some of them."""

    title: str
    databases: Stream
    other: Stream | None = None
    studies: Count | None = None
    reports: Count | None = None
    previous_studies: Count | None = None
    previous_reports: Count | None = None
    total_studies: Count | None = None
    total_reports: Count | None = None
    synthesis: tuple[Count, ...] = ()
    preset: str = "prisma-2020"
    words: dict[str, str] = field(default_factory=dict)
    heading: str = ""
    text_size: float = 9.0
    name: str = "prisma"
    notes: tuple[str, ...] = ()


def counted_sum(counts: Iterable[Count]) -> int:
    """The sum of counts."""
    return sum(one.count for one in counts)
