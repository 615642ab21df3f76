"""Parts on the same question made one: what both say is said once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.models import Figure, walk_claims
from bmreport.report_merging.grafting import grafted, plain_words, without_repeats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport.models import Claim, Section
    from bmreport.report_merging.parts import Part

__all__ = ["one_part_a_question"]


def one_part_a_question(parts: Iterable[Part], reference_of: Mapping[str, str]) -> tuple[list[Part], list[Claim]]:
    """The parts by question, in order of first appearance, and the sentences that were left out as repeats.

    A sentence is a repeat when it says the same words and cites the same documents.
    """
    by_question: dict[str, Part] = {}
    repeats: list[Claim] = []
    for part in parts:
        key = " ".join(part.question.split()).casefold()
        if key in by_question:
            by_question[key], repeated = _together(by_question[key], part, reference_of)
            repeats.extend(repeated)
        else:
            by_question[key] = part
    return list(by_question.values()), repeats


def _together(one: Part, other: Part, reference_of: Mapping[str, str]) -> tuple[Part, list[Claim]]:
    def said(claim: Claim) -> object:
        documents = {reference_of.get(cite.citation_id, cite.reference_id) for cite in claim.cites}
        return plain_words(claim), frozenset(documents)

    known = {said(claim) for claim in walk_claims(one.sections)}
    unseen = _without_pictures(other.sections, one.sections)
    more, repeated = without_repeats(unseen, lambda claim: said(claim) in known)
    words = list(dict.fromkeys(filter(None, (one.strength, other.strength))))
    part = replace(
        one,
        sections=grafted(one.sections, more),
        citation_ids=tuple(dict.fromkeys((*one.citation_ids, *other.citation_ids))),
        grades=[*one.grades, *(grade for grade in other.grades if grade not in one.grades)],
        strength=" / ".join(words),
    )
    return part, repeated


def _without_pictures(sections: Iterable[Section], shown: Iterable[Section]) -> list[Section]:
    """The sections without the figures that are shown already: a figure may have no sentence to know it by."""
    there = {_picture(block) for section in shown for block in section.blocks if isinstance(block, Figure)}
    return [
        section.model_copy(update={"blocks": kept})
        for section in sections
        for kept in [[one for one in section.blocks if not (isinstance(one, Figure) and _picture(one) in there)]]
        if kept or not section.blocks
    ]


def _picture(figure: Figure) -> tuple[str, ...]:
    return (figure.name, figure.alt, figure.svg, figure.png, figure.data)
