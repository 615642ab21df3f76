"""The course of the writing: all in one call where everything fits, else a plan and a section for each theme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bmreport import ClaimRole
from bmreport_plugins.synthesizers.llm.batching import Batches, fill, kept_together
from bmreport_plugins.synthesizers.llm.closing import (
    LONGEST_LEAD,
    best_lines,
    close_section,
    write_conclusion,
    write_introduction,
    write_lead,
)
from bmreport_plugins.synthesizers.llm.fence import fence_for
from bmreport_plugins.synthesizers.llm.in_order import in_order
from bmreport_plugins.synthesizers.llm.manuscript import Chapter, Manuscript
from bmreport_plugins.synthesizers.llm.part import Part, joined_parts
from bmreport_plugins.synthesizers.llm.planning import Plan, make_plan
from bmreport_plugins.synthesizers.llm.sections import (
    MOST_DISAGREEMENTS,
    Brief,
    most_sentences,
    section_values,
    write_batch,
    write_batches,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.lines import Line
    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["Written", "batched", "led", "write_all"]

_DISAGREEMENT = 40
"""Tokens that the mention of one contradiction takes in a prompt."""


@dataclass(frozen=True)
class Written:
    """The manuscript, and what there is to tell of how it came about."""

    manuscript: Manuscript
    part: Part
    no_room: tuple[str, ...] = ()
    themes: int = 0
    themes_by_rules: str = ""


def write_all(desk: Desk) -> Written:
    """Write the whole answer. Raises ServiceError without fallback, UsageError."""
    whole = batched(desk.passages.shown, Brief(whole=True), desk)
    if len(whole.batches) == 1 and not whole.too_long:
        return _in_one_call(whole.batches[0], desk)
    if not batched(desk.passages.shown, Brief(), desk).batches:
        return Written(Manuscript(), Part(), tuple(one.id for one in desk.passages.shown))
    return _in_sections(make_plan(desk.passages.shown, desk), desk)


def batched(passages: Sequence[Passage], brief: Brief, desk: Desk) -> Batches:
    """The passages in batches for one section, or for all of the answer."""
    instructions = desk.llm.count_tokens(desk.system) + desk.llm.count_tokens(_bare(brief, desk))
    told = min(len(desk.body.contradictions), MOST_DISAGREEMENTS) * _DISAGREEMENT
    memory = 0 if brief.whole else desk.window.memory
    fence = fence_for([])
    sizes = {one.id: desk.llm.count_tokens(f"{fence} {one.key}\n{one.text}\n{fence} end\n") for one in passages}
    most, room = _shares(list(sizes.values()), instructions + told + memory, desk)
    groups = kept_together(passages, desk.body.contradictions)
    return fill(groups, room, most, lambda one: sizes[one.id])


def led(manuscript: Manuscript, desk: Desk) -> Manuscript:
    """With a lead in any case: where the model wrote none, the sentences nearest to an answer move there."""
    if manuscript.lead:
        return manuscript
    chosen = best_lines([[*one.body, *one.closing] for one in manuscript.chapters] + [manuscript.limits], desk.question)
    taken = set(map(id, chosen))

    def rest(lines: Sequence[Line]) -> tuple[Line, ...]:
        return tuple(line for line in lines if id(line) not in taken)

    return replace(
        manuscript,
        lead=tuple(chosen),
        chapters=tuple(replace(one, body=rest(one.body), closing=rest(one.closing)) for one in manuscript.chapters),
        limits=rest(manuscript.limits),
    )


def _shares(sizes: Sequence[int], instructions: int, desk: Desk) -> tuple[int, int]:
    """How many passages go into one call, and the room that they then have.

    More passages need a longer answer, which leaves less room for them: as many as the window holds of mean length.
    """
    mean = sum(sizes) / len(sizes) if sizes else 0.0
    best = (1, desk.window.room(instructions, desk.window.answer(most_sentences(1, desk))))
    for count in range(2, min(len(sizes), desk.options.passages_per_call) + 1):
        room = desk.window.room(instructions, desk.window.answer(most_sentences(count, desk)))
        if room < count * mean:
            break
        best = (count, room)
    return best


def _bare(brief: Brief, desk: Desk) -> str:
    """The prompt of a batch without passages and without what was written."""
    values = section_values((), replace(brief, written=()), desk)
    values |= {"question": desk.question, "note": desk.note, "most": desk.options.sentences_per_call}
    return desk.book.fill("section", values)


def _in_one_call(batch: Sequence[Passage], desk: Desk) -> Written:
    desk.asker.total = 1
    part = write_batch(batch, Brief(whole=True), desk)
    desk.asker.step()
    lead = [line for line in part.lines if line.summary][:LONGEST_LEAD]
    rest = [line for line in part.lines if line not in lead]
    manuscript = Manuscript(
        lead=tuple(lead),
        chapters=(Chapter("Findings", tuple(line for line in rest if line.claim.role is not ClaimRole.LIMIT)),),
        limits=tuple(line for line in rest if line.claim.role is ClaimRole.LIMIT),
    )
    return Written(manuscript, part)


def _in_sections(plan: Plan, desk: Desk) -> Written:
    headings = [theme.heading for theme in plan.themes]
    briefs = [Brief(one, tuple(other for other in headings if other != one)) for one in headings]
    given = [batched(theme.passages, brief, desk) for theme, brief in zip(plan.themes, briefs, strict=True)]
    no_room = tuple(one.id for batches in given for one in batches.too_long)
    desk.asker.total = sum(len(batches.batches) + 1 for batches in given) + 3
    jobs = [
        partial(_chapter, batches, brief, desk) for batches, brief in zip(given, briefs, strict=True) if batches.batches
    ]
    chapters = in_order(jobs, desk.llm.concurrency)
    told = [[*chapter.body, *chapter.closing] for chapter, _part in chapters]
    lead = _counted_step(write_lead(told, desk), desk)
    introduction = _counted_step(write_introduction([chapter.heading for chapter, _part in chapters], desk), desk)
    conclusion = _counted_step(write_conclusion(told, desk), desk)
    parts = [Part(prompts=plan.prompts), *(part for _chapter, part in chapters), lead, introduction, conclusion]
    manuscript = Manuscript(
        lead=lead.lines,
        introduction=introduction.lines,
        chapters=tuple(replace(chapter, body=_without_limits(chapter.body)) for chapter, _part in chapters),
        limits=tuple(
            line for chapter, _part in chapters for line in chapter.body if line.claim.role is ClaimRole.LIMIT
        ),
        conclusion=conclusion.lines,
    )
    return Written(manuscript, joined_parts(parts), no_room, len(chapters), plan.by_rules)


def _chapter(
    batches: Batches, brief: Brief, desk: Desk, before: Sequence[tuple[Chapter, Part]]
) -> tuple[Chapter, Part]:
    """A section and its summary, told what the sections before it say in short."""
    said = tuple(line.claim.text for chapter, _part in before for line in chapter.closing or chapter.body)
    body = write_batches(batches.batches, replace(brief, written=said), desk)
    closing = _counted_step(close_section(brief.heading, body.lines, desk), desk)
    closed = tuple(replace(line, summary=True) for line in closing.lines)
    return Chapter(brief.heading, body.lines, closed), joined_parts([body, closing])


def _counted_step(part: Part, desk: Desk) -> Part:
    desk.asker.step()
    return part


def _without_limits(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.claim.role is not ClaimRole.LIMIT)
