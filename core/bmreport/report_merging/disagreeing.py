"""What the passages disagree on, told anew in a report that is not written for the first time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.confronting import confront
from bmreport.contradictions import find_contradictions
from bmreport.models import Draft, SectionKind, walk_claims
from bmreport.report_merging.grafting import plain_words
from bmreport.report_merging.trimming import without

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.evidence import EvidenceBody
    from bmreport.models import Claim, Contradiction, Section

__all__ = ["compared", "confronted"]


def compared(body: EvidenceBody, earlier: Iterable[Contradiction]) -> EvidenceBody:
    """The body with its contradictions: those found now, and earlier ones between passages that are still there."""
    found = find_contradictions(body.citations, dict(body.reference_of), body.question)
    known = {_key(one) for one in found}
    kept: dict[object, Contradiction] = {}
    for one in earlier:
        there = all(side.citation_id in body.citation_by_id for side in one.sides)
        if there and len({side.citation_id for side in one.sides}) > 1 and _key(one) not in known:
            kept.setdefault(_key(one), one)
    return replace(body, contradictions=(*found, *kept.values()))


def confronted(sections: Sequence[Section], body: EvidenceBody, *, at_end: bool = False) -> list[Section]:
    """The sections with one section of contradictions, written anew; what it said before keeps its ids.

    With `at_end` it stands behind all others. A section that nobody writes anew stays: it was somebody's text.
    """
    old = [section for section in sections if section.kind is SectionKind.CONTRADICTIONS]
    rest = [section for section in sections if section.kind is not SectionKind.CONTRADICTIONS]
    new = _without_repeats(rest, confront(Draft(sections=rest), body).sections)
    shown = [section for section in new if section.kind is SectionKind.CONTRADICTIONS]
    if not shown:
        return [*new, *old] if at_end else _put_back(new, sections)
    _keep_ids(old, shown)
    if not at_end:
        return new
    return [*(section for section in new if section.kind is not SectionKind.CONTRADICTIONS), *shown]


def _key(one: Contradiction) -> tuple[object, ...]:
    return (frozenset(side.citation_id for side in one.sides), one.kind, one.outcome.casefold())


def _put_back(new: list[Section], before: Sequence[Section]) -> list[Section]:
    """The old sections of contradictions at the places where they stood, as far as these still exist."""
    out = list(new)
    for place, section in enumerate(before):
        if section.kind is SectionKind.CONTRADICTIONS:
            out.insert(min(place, len(out)), section)
    return out


def _without_repeats(before: Sequence[Section], after: list[Section]) -> list[Section]:
    """The sections without a sentence that was added although the answer says it already, from an earlier time."""

    def said(claim: Claim) -> object:
        return plain_words(claim), tuple(claim.citation_ids)

    answer = [section for section in after if section.kind is not SectionKind.CONTRADICTIONS]
    left = Counter(said(claim) for claim in walk_claims(list(before)) if claim.cites)
    known = set(left)
    repeats: set[int] = set()
    for claim in walk_claims(answer):
        if said(claim) in known:
            left[said(claim)] -= 1
            if left[said(claim)] < 0:
                repeats.add(id(claim))
    return without(after, lambda claim: id(claim) in repeats) if repeats else after


def _keep_ids(old: Sequence[Section], new: Sequence[Section]) -> None:
    """A sentence that stands as it stood bears the id it bore."""
    ids: dict[str, list[str]] = {}
    for claim in walk_claims(list(old)):
        ids.setdefault(claim.text, []).append(claim.id)
    for claim in walk_claims(list(new)):
        if not claim.id and ids.get(claim.text):
            claim.id = ids[claim.text].pop(0)
