"""From a judged answer to sentences of the report: what holds stays, what does not is replaced, marked or dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.synthesizers.llm.answers import SUMMARY
from bmreport_plugins.synthesizers.llm.lines import Line, Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.obtaining import Obtained, Slot
    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["settle"]


def settle(got: Obtained, batch: Sequence[Passage], desk: Desk) -> tuple[list[Line], list[str]]:
    """The lines of an answer in order, and a reason for each sentence that nothing stands for.

    `batch` are the passages that may stand in by their own words; without any, what does not hold is dropped.
    """
    lines: list[Line] = []
    dropped = [*["more sentences than asked for"] * got.extra, *["unfinished: the answer broke off"] * got.broke_off]
    for slot in got.slots:
        if line := _kept(slot, desk):
            lines.append(line)
            continue
        instead = _instead(slot, batch, desk)
        lines.extend(instead)
        if not instead:
            dropped.append(slot.sentence.reason)
    if batch and (fault := _fault_of_all(got, lines, desk)):
        quoted = desk.extracts.of_each(one.id for one in batch)
        lines.extend(Line(claim, Origin.REPLACED, fault) for claim in quoted)
    return _each_once(lines), dropped


def _fault_of_all(got: Obtained, lines: Sequence[Line], desk: Desk) -> str:
    """Why the answer as a whole is worth nothing, so that every passage is to speak for itself; empty when it is not.

    Which passages a model leaves out is its choice only where it understood them: one sentence at least must hold.
    """
    if got.unusable:
        return f"answer {got.unusable}"
    failed = got.slots and not any(line.by_model for line in lines)
    return "no sentence of the answer held" if failed and desk.options.unsupported != "drop" else ""


def _kept(slot: Slot, desk: Desk) -> Line | None:
    one = slot.sentence
    summary = one.part == SUMMARY
    if not one.flaws:
        return Line(one.claim, Origin.REPAIRED if slot.repaired else Origin.MODEL, summary=summary)
    if not one.grave and desk.options.unsupported == "mark":
        return Line(one.claim, Origin.MARKED, one.reason, summary=summary)
    return None


def _instead(slot: Slot, batch: Sequence[Passage], desk: Desk) -> list[Line]:
    one = slot.sentence
    if not batch or one.part == "background" or (desk.options.unsupported == "drop" and not one.grave):
        return []
    known = desk.passages.by_key
    ids = [known[key].id for key in one.keys] or [desk.extracts.nearest(one.text, [passage.id for passage in batch])]
    return [Line(claim, Origin.REPLACED, one.reason) for claim in desk.extracts.instead_of(one.text, ids)]


def _each_once(lines: list[Line]) -> list[Line]:
    """Two sentences that failed may both be replaced by the same one."""
    seen: set[tuple[str, int]] = set()
    out: list[Line] = []
    for line in lines:
        place = next(((quote.citation_id, quote.start) for quote in line.claim.quotes), None)
        if place is None or place not in seen:
            out.append(line)
        if place is not None:
            seen.add(place)
    return out
