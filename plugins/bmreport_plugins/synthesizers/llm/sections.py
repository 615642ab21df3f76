"""A section from its passages, batch by batch, each told what the report says already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bmreport_plugins.synthesizers.llm.lines import Line, Origin
from bmreport_plugins.synthesizers.llm.obtaining import Question, obtain
from bmreport_plugins.synthesizers.llm.part import Part, joined_parts
from bmreport_plugins.synthesizers.llm.prompts import fenced_passages
from bmreport_plugins.synthesizers.llm.screening import Bounds
from bmreport_plugins.synthesizers.llm.settling import settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["Brief", "most_sentences", "section_values", "write_batch", "write_batches"]

_PER_TWO_PASSAGES = 3
_FEWEST = 3
_LONGEST_OUTCOME = 80
MOST_DISAGREEMENTS = 10
"""Most contradictions that one prompt speaks of."""


@dataclass(frozen=True)
class Brief:
    """What a batch is for: a section among others, or all of the answer (`whole`), after what was written before."""

    heading: str = ""
    other_headings: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    whole: bool = False


def write_batches(batches: Iterable[Sequence[Passage]], brief: Brief, desk: Desk) -> Part:
    """One batch after the other, each told of the ones before it."""
    parts: list[Part] = []
    for batch in batches:
        said = [line.claim.text for part in parts for line in part.lines]
        parts.append(write_batch(batch, replace(brief, written=(*brief.written, *said)), desk))
        desk.asker.step()
    return joined_parts(parts)


def write_batch(batch: Sequence[Passage], brief: Brief, desk: Desk) -> Part:
    """The sentences on these passages: the model's where they hold, else the passages' own.

    Where the server takes only a part of the prompt, the halves are asked for. Raises ServiceError without fallback.
    """
    got = obtain(_question(batch, brief, desk), desk)
    if got.cut and len(batch) > 1:
        middle = len(batch) // 2
        first = write_batch(batch[:middle], brief, desk)
        said = tuple(line.claim.text for line in first.lines)
        second = write_batch(batch[middle:], replace(brief, written=(*brief.written, *said)), desk)
        return joined_parts([Part(prompts=got.prompts, cut=1), first, second])
    if got.cut:
        return Part(prompts=got.prompts, unread=tuple(one.id for one in batch), cut=1, batches=1)
    if got.lost:
        quoted = desk.extracts.of_each(one.id for one in batch)
        return Part(tuple(Line(claim, Origin.QUOTED) for claim in quoted), got.prompts, batches=1)
    lines, dropped = settle(got, batch, desk)
    if not got.is_silent:  # a model may find that its passages say nothing on the question
        desk.asker.judge(useful=any(line.by_model for line in lines))
    return Part(tuple(lines), got.prompts, tuple(dropped), batches=1)


def most_sentences(passages: int, desk: Desk) -> int:
    """How many sentences are asked for on so many passages."""
    return max(_FEWEST, min(-(-_PER_TWO_PASSAGES * passages // 2), desk.options.sentences_per_call))


def section_values(batch: Sequence[Passage], brief: Brief, desk: Desk) -> dict[str, Any]:
    """The values of the prompt `section`, apart from those that every prompt has."""
    return {
        **fenced_passages(batch, *brief.written),
        "whole": brief.whole,
        "heading": brief.heading,
        "other_headings": list(brief.other_headings),
        "written": _remembered(brief.written, desk),
        "disagreements": disagreements([one.id for one in batch], desk),
        "most": most_sentences(len(batch), desk),
    }


def disagreements(ids: Iterable[str], desk: Desk) -> list[dict[str, Any]]:
    """The contradictions all of whose sides are among these citations, by opaque ids."""
    present = set(ids)
    found = [one for one in desk.body.contradictions if all(side.citation_id in present for side in one.sides)]
    told = [
        {
            "keys": desk.passages.keys_of(dict.fromkeys(side.citation_id for side in one.sides)),
            "outcome": " ".join(one.outcome.split())[:_LONGEST_OUTCOME],
            "kind": str(one.kind),
        }
        for one in found
    ]
    return [one for one in told if len(one["keys"]) > 1][:MOST_DISAGREEMENTS]


def _question(batch: Sequence[Passage], brief: Brief, desk: Desk) -> Question:
    values = section_values(batch, brief, desk)
    keys = tuple(one.key for one in batch)
    together = tuple(frozenset(one["keys"]) for one in values["disagreements"])
    return Question("section", values, Bounds(keys, values["most"], may_know=keys), together)


def _remembered(written: Sequence[str], desk: Desk) -> list[str]:
    """The latest of what was written, as far as there is room for it."""
    left = desk.window.memory
    kept: list[str] = []
    for text in reversed(written):
        left -= desk.llm.count_tokens(f"- {text}\n")
        if left < 0:
            break
        kept.append(text)
    return kept[::-1]
