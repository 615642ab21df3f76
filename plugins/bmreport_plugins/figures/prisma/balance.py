"""The sums of a flow: what follows from the rest is filled in, what does not add up is an error that names the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.figures.numbers import count
from bmreport_plugins.figures.prisma.flow import Count, Flow, Stage, Stream, counted_sum
from bmreport_plugins.figures.prisma.presets import word

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["balanced"]


@dataclass(frozen=True)
class _After:
    """The box below a stage, and the number that somebody wrote into it."""

    box: str
    number: Count


def balanced(flow: Flow, where: str) -> Flow:
    """The flow with every number filled in.

    Raises InputError naming the box, the number there and the one that is expected: for a stage that is not the one
    before less those that left, for more studies than reports, for totals that are no sums.
    """
    said = _speaker(flow)
    # Where there is one stream, what is included says how many left its last stage.
    number = flow.reports or flow.studies
    end = _After("included reports" if flow.reports else "included studies", number) if number else None
    end = None if flow.other else end
    first = flow.databases
    if end and not first.stages:
        first = replace(first, stages=(Stage("screened"),))
    databases, left = _stream(first, where, said, end)
    other, more = _stream(flow.other, where, said, None) if flow.other else (None, 0)
    flow = replace(flow, databases=databases, other=other)
    return _totals(_included(flow, left + more, where), where)


def _speaker(flow: Flow) -> Callable[[str], str]:
    return lambda name: word(flow, name)


def _stream(stream: Stream, where: str, said: Callable[[str], str], end: _After | None) -> tuple[Stream, int]:
    """The stream with all of its numbers, and how many records reach its end."""
    if not stream.sources:
        raise InputError(
            f"the box {said('identified')!r} has no number",
            where=where,
            remedy="say how many records came from each database, register or other source",
        )
    removed = counted_sum(stream.removed)
    left = stream.identified - removed
    if left < 0:
        raise _wrong(said("removed"), removed, f"at most {count(stream.identified)}, as many as were identified",
                     stream.removed, where)  # fmt: skip
    stages: list[Stage] = []
    following = [*(_After(one.name, one.entered) if one.entered else None for one in stream.stages[1:]), end]
    before = f"{count(stream.identified)} identified less {count(removed)} removed"
    for stage, after in zip(stream.stages, following, strict=False):
        if stage.entered is not None and stage.entered.count != left:
            raise _wrong(said(stage.name), stage.entered.count, f"{count(left)}: {before}", (stage.entered,), where)
        out = _out(stage, left, after, where, said)
        gone = counted_sum(out)
        stages.append(Stage(stage.name, stage.entered or Count("", left), out))
        before = f"{count(left)} less {count(gone)} ({said(f'{stage.name} out').rstrip(':').lower()})"
        left -= gone
    return replace(stream, stages=tuple(stages)), left


def _out(stage: Stage, entered: int, after: _After | None, where: str, said: Callable[[str], str]) -> tuple[Count, ...]:
    """Those that leave a stage; where nobody said how many, what the next box lacks."""
    if stage.out is not None:
        gone = counted_sum(stage.out)
        if gone > entered:
            most = f"at most {count(entered)}, as many as came so far"
            raise _wrong(said(f"{stage.name} out"), gone, most, stage.out, where)
        return stage.out
    if after is None:
        return ()
    if after.number.count > entered:
        most = f"at most {count(entered)}, as many as came so far"
        raise _wrong(said(after.box), after.number.count, most, (after.number,), where)
    return (Count("", entered - after.number.count),)


def _included(flow: Flow, left: int, where: str) -> Flow:
    """What reached the end is what is included."""
    reports, studies = flow.reports, flow.studies
    if reports is None and studies is None:
        if flow.databases.stages:
            return replace(flow, reports=Count("", left))
        raise InputError(
            "nothing follows the records that were identified",
            where=where,
            remedy="say how many were screened, or how many studies or reports are included",
        )
    if reports is not None and reports.count != left:
        expected = f"{count(left)}, which the stages before leave"
        raise _wrong(word(flow, "included reports"), reports.count, expected, (reports,), where)
    if studies is not None and studies.count > left:
        expected = f"at most {count(left)}, which the stages before leave"
        raise _wrong(word(flow, "included studies"), studies.count, expected, (studies,), where)
    for part in flow.synthesis:
        most = studies or reports
        if most is not None and part.count > most.count:
            raise _wrong(
                part.label, part.count, f"at most {count(most.count)}, as many as are included", (part,), where
            )
    # Studies that are as many as the reports were counted as such: nothing more is known.
    known = studies is not None and studies.count == left
    return replace(flow, reports=reports or (None if known else Count("", left)))


def _totals(flow: Flow, where: str) -> Flow:
    """The studies of an earlier version and the new ones together."""
    changes: dict[str, Count] = {}
    for kind in ("studies", "reports"):
        previous, new = getattr(flow, f"previous_{kind}"), getattr(flow, kind)
        total = getattr(flow, f"total_{kind}")
        if previous is None or new is None:
            continue
        together = previous.count + new.count
        if total is not None and total.count != together:
            expected = f"{count(together)}: {count(previous.count)} previous and {count(new.count)} new"
            raise _wrong(word(flow, f"total {kind}"), total.count, expected, (total,), where)
        changes[f"total_{kind}"] = total or Count("", together)
    return replace(flow, **changes)  # type: ignore[arg-type]  # counts of totals


def _wrong(box: str, number: int, expected: str, counts: Sequence[Count], where: str) -> InputError:
    place = next((one.where for one in counts if one.where), where)
    return InputError(
        f"the numbers do not add up in the box {box.rstrip(':')!r}: it says {count(number)}, expected is {expected}",
        where=place,
        remedy="correct this number or those before it",
    )
