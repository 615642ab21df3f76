"""What a running report tells its caller; nothing is printed by the library itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from bmreport.models import ImportReport


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A step of the pipeline begins; `number` of `total` counts from 1."""

    step: str
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class StepProgress:
    """Within a step, `done` of `total` units (records, claims) are finished; total 0 means unknown."""

    step: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ModelWriting:
    """A language model is at work: the sign of life of a slow server. `tokens` counts the answer so far."""

    model: str
    tokens: int


@dataclass(frozen=True, slots=True)
class SourceRead:
    """One input was read; `report` tells what was kept and rejected, even if the run fails later on."""

    report: ImportReport


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step of the pipeline ended; `detail` says in one line what came of it."""

    step: str
    detail: str


Event: TypeAlias = StepStarted | StepProgress | ModelWriting | SourceRead | StepFinished
Listener: TypeAlias = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The listener of callers who do not listen."""
