"""What frames the findings: the introduction, a summary of each section, the short answer, the conclusion.

Summaries are made of sentences that the report holds already, with the ids that stand beside these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from bmreport import ClaimRole
from bmreport_plugins.synthesizers.llm.answers import SUMMARY
from bmreport_plugins.synthesizers.llm.obtaining import Question, obtain
from bmreport_plugins.synthesizers.llm.part import Part
from bmreport_plugins.synthesizers.llm.prompts import fenced_claims
from bmreport_plugins.synthesizers.llm.screening import Bounds
from bmreport_plugins.synthesizers.llm.sections import disagreements
from bmreport_plugins.synthesizers.llm.settling import settle
from bmreport_plugins.synthesizers.relevance import Relevance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.lines import Line
    from bmreport_plugins.synthesizers.llm.obtaining import Obtained

__all__ = ["LONGEST_LEAD", "best_lines", "close_section", "write_conclusion", "write_introduction", "write_lead"]

_INTRODUCTION = 3
_WORTH_CLOSING = 3
"""A section of fewer sentences needs no summary."""
_MOST_DISAGREEMENTS = 3
_SUMMARY_WORTH = 0.2


@dataclass(frozen=True)
class _Frame:
    """A kind of summary: its prompt, the most sentences, the parts these may play, and the section it closes."""

    prompt: str
    most: int
    roles: frozenset[str]
    heading: str = ""
    said: tuple[str, ...] = ()
    """What it says already, where only more is wanted."""

    @property
    def values(self) -> dict[str, Any]:
        return {"most": self.most, "heading": self.heading, "said": list(self.said)}


LONGEST_LEAD = 3
"""Most sentences of the short answer."""
_LEAD = _Frame("summary", LONGEST_LEAD, frozenset({SUMMARY, "finding", "limit"}))
_CLOSING = _Frame("summary", 2, frozenset({SUMMARY, "finding"}))
_CONCLUSION = _Frame("conclusion", 4, frozenset({SUMMARY, "finding", "limit"}))


def write_introduction(headings: Sequence[str], desk: Desk) -> Part:
    """Sentences on the question and the sections, without any statement on the evidence."""
    if desk.asker.lost:
        return Part()
    bounds = Bounds((), _INTRODUCTION, frozenset({"background"}), tuple(desk.passages.by_key))
    got = obtain(Question("introduction", {"headings": list(headings), "most": _INTRODUCTION}, bounds), desk)
    return _settled(got, desk, _INTRODUCTION)


def close_section(heading: str, lines: Sequence[Line], desk: Desk) -> Part:
    """A summary of a section that is long enough to want one."""
    worth = sum(bool(line.claim.cites) for line in lines) >= _WORTH_CLOSING
    return _summary(replace(_CLOSING, heading=heading), [lines], desk) if worth else Part()


def write_lead(
    sections: Sequence[Sequence[Line]], desk: Desk, said: Sequence[str] = (), most: int = _LEAD.most
) -> Part:
    """The short answer, from the sentences of all sections; empty when the model gives none that holds.

    Where a part of it is `said` already, at most so many sentences more.
    """
    return _summary(replace(_LEAD, said=tuple(said), most=most), sections, desk)


def write_conclusion(
    sections: Sequence[Sequence[Line]], desk: Desk, said: Sequence[str] = (), most: int = _CONCLUSION.most
) -> Part:
    """Main findings, what they mean, what stays uncertain; or at most so many sentences more."""
    return _summary(replace(_CONCLUSION, said=tuple(said), most=most), sections, desk)


def best_lines(sections: Sequence[Sequence[Line]], question: str, most: int = 2) -> list[Line]:
    """The sentences of the report that come nearest to an answer, for a summary that no model wrote."""
    relevance = Relevance(question)
    cited = [line for lines in sections for line in lines if line.claim.cites]
    findings = [line for line in cited if line.claim.role is ClaimRole.FINDING] or cited

    def worth(line: Line) -> float:
        return relevance.share(line.claim.text) + (_SUMMARY_WORTH if line.summary else 0.0)

    chosen = sorted(findings, key=worth, reverse=True)[: min(most, max(1, len(findings) // 2))]
    return [line for line in cited if line in chosen]


def _summary(frame: _Frame, sections: Sequence[Sequence[Line]], desk: Desk) -> Part:
    if desk.asker.lost:
        return Part()
    cited = [[line for line in lines if line.claim.cites] for lines in sections]
    told = disagreements({one for lines in cited for line in lines for one in line.claim.citation_ids}, desk)
    shown = _shown(frame, cited, told[:_MOST_DISAGREEMENTS], desk)
    if not shown:
        return Part()
    claims = [(line.claim.text, desk.passages.keys_of(line.claim.citation_ids)) for line in shown]
    present = {key for _text, keys in claims for key in keys}
    told = [one for one in told if present.issuperset(one["keys"])][:_MOST_DISAGREEMENTS]
    keys = tuple(one.key for one in desk.passages.shown if one.key in present)
    values = {**fenced_claims(claims), **frame.values, "disagreements": told}
    together = (
        tuple(frozenset(one["keys"]) for one in told) if frame.prompt == _LEAD.prompt and not frame.heading else ()
    )
    got = obtain(Question(frame.prompt, values, Bounds(keys, frame.most, frame.roles, keys), together), desk)
    return _settled(got, desk, frame.most + len(together))


def _settled(got: Obtained, desk: Desk, most: int) -> Part:
    if got.cut or got.lost:
        return Part(prompts=got.prompts, cut=int(got.cut))
    lines, dropped = settle(got, (), desk)
    return Part(tuple(lines[:most]), got.prompts, tuple(dropped))


def _shown(frame: _Frame, sections: Sequence[Sequence[Line]], told: Sequence[dict[str, Any]], desk: Desk) -> list[Line]:
    """As many sentences as there is room for: summaries, then the first of each section, then the second …."""
    values = {**fenced_claims([]), **frame.values, "disagreements": list(told)}
    bare = desk.book.fill(frame.prompt, {**values, "question": desk.question, "note": desk.note})
    instructions = desk.llm.count_tokens(desk.system) + desk.llm.count_tokens(bare)
    left = desk.window.room(instructions, desk.window.answer(frame.most))
    turns = [line for turn in zip_longest(*sections) for line in turn if line is not None]
    chosen: set[int] = set()
    for line in sorted(turns, key=lambda line: not line.summary):
        keys = ", ".join(desk.passages.keys_of(line.claim.citation_ids))
        left -= desk.llm.count_tokens(f"- {line.claim.text} ({keys})\n")
        if left < 0:
            break
        chosen.add(id(line))
    return [line for lines in sections for line in lines if id(line) in chosen]
