"""The boxes of a flow diagram with their text, in columns and rows; where they stand on the page is not said here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.numbers import count
from bmreport_plugins.figures.prisma.flow import Count, Flow, Stream, counted_sum
from bmreport_plugins.figures.prisma.presets import word

if TYPE_CHECKING:
    from bmreport_plugins.figures.prisma.flow import Stage

__all__ = ["ROWS", "Box", "Words", "boxes_of", "rows_of"]

ROWS = ("identified", "titles", "screened", "sought", "assessed", "included", "total")
"""All rows that a diagram may have, from top to bottom."""


@dataclass(frozen=True)
class Words:
    """One line of a box, before it is wrapped; `depth` is how far it is set in."""

    text: str
    depth: int = 0


@dataclass(frozen=True)
class Box:
    """A box: `column` is `previous`, `main`, `out`, `other` or `other out`."""

    column: str
    row: str
    words: tuple[Words, ...]


def boxes_of(flow: Flow) -> list[Box]:
    """Every box, with the numbers of a balanced flow."""
    boxes = [*_stream(flow, flow.databases, "main", "out")]
    if flow.other:
        boxes += _stream(flow, flow.other, "other", "other out")
    boxes.append(Box("main", "included", tuple(_included(flow))))
    if flow.previous_studies or flow.previous_reports:
        boxes.append(Box("previous", "identified", tuple(_pair(flow, "previous"))))
        boxes.append(Box("main", "total", tuple(_pair(flow, "total"))))
    return boxes


def rows_of(flow: Flow) -> list[str]:
    """The rows that hold something."""
    used = {box.row for box in boxes_of(flow)}
    return [row for row in ROWS if row in used]


def _stream(flow: Flow, stream: Stream, main: str, out: str) -> Iterable[Box]:
    yield Box(main, "identified", tuple(_identified(flow, stream)))
    if stream.removed:
        yield Box(out, "identified", (Words(word(flow, "removed")), *_listed(stream.removed)))
    for stage in stream.stages:
        yield Box(main, stage.name, (Words(_n(word(flow, stage.name), stage.entered)),))
        if stage.out:
            yield Box(out, stage.name, tuple(_out(flow, stage)))


def _identified(flow: Flow, stream: Stream) -> Iterable[Words]:
    yield Words(word(flow, "identified"))
    for name, found in (("Databases", stream.databases), ("Registers", stream.registers)):
        if not found:
            continue
        yield Words(_n(name, Count("", counted_sum(found))), 1)
        named = [one for one in found if one.label]
        yield from (Words(_n(one.label, one), 2) for one in named)
    yield from (Words(_n(one.label or "Other", one), 1) for one in stream.others)


def _out(flow: Flow, stage: Stage) -> Iterable[Words]:
    """The reasons one below the other; one number without a reason stands beside the name of the box."""
    out = stage.out or ()
    name = word(flow, f"{stage.name} out").rstrip(":")
    if len(out) == 1 and not out[0].label:
        yield Words(_n(name, out[0]))
        return
    yield Words(f"{_n(name, Count('', counted_sum(out)))}:")
    yield from _listed(out)


def _included(flow: Flow) -> Iterable[Words]:
    new = "new " if flow.previous_studies or flow.previous_reports else ""
    if flow.studies:
        yield Words(_n(word(flow, f"included {new}studies"), flow.studies))
    if flow.reports:
        yield Words(_n(word(flow, f"included {new}reports"), flow.reports))
    yield from (Words(_n(one.label, one), 1) for one in flow.synthesis)


def _pair(flow: Flow, kind: str) -> Iterable[Words]:
    for what in ("studies", "reports"):
        number: Count | None = getattr(flow, f"{kind}_{what}")
        if number:
            yield Words(_n(word(flow, f"{kind} {what}"), number))


def _listed(counts: Iterable[Count]) -> Iterable[Words]:
    return (Words(_n(one.label or "Reason not given", one), 1) for one in counts)


def _n(text: str, number: Count | None) -> str:
    """`Records screened (n = 1,475)`, of which the number is never broken apart."""
    return f"{text} (n\u00a0=\u00a0{count(number.count if number else 0)})"
