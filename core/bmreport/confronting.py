"""confront: what the passages disagree on becomes a section of the draft, and a sentence of its answer.

Whoever wrote the draft: a reader must not have to find out alone that two sources say different things.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import (
    Cite,
    Claim,
    ClaimRole,
    Paragraph,
    Quote,
    Section,
    SectionKind,
    walk_claims,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.evidence import EvidenceBody
    from bmreport.models import Contradiction, ContradictionSide, Draft

__all__ = ["HEADING", "confront"]

HEADING = "Where the studies disagree"
_LEAD_HEADING = "Summary"


def confront(draft: Draft, body: EvidenceBody) -> Draft:
    """The draft with a section on the contradictions of the evidence, before what limits it; unchanged without any.

    Each side stands there in its own words. A contradiction that no sentence elsewhere cites both sides of gets a
    sentence in the short answer.
    """
    if not body.contradictions:
        return draft
    sections = [section for section in draft.sections if section.kind is not SectionKind.CONTRADICTIONS]
    spoken = [set(claim.citation_ids) for claim in walk_claims(sections)]
    silent = [one for one in body.contradictions if not any(_ids(one) <= cited for cited in spoken)]
    if silent:
        sections = _with_lead(sections, Paragraph(claims=[_sentence(one) for one in silent]))
    limits = [place for place, section in enumerate(sections) if section.kind is SectionKind.LIMITS]
    place = limits[0] if limits else len(sections)
    shown = Section(
        heading=HEADING,
        kind=SectionKind.CONTRADICTIONS,
        blocks=[Paragraph(claims=_side_by_side(one, body)) for one in body.contradictions],
    )
    return draft.model_copy(update={"sections": [*sections[:place], shown, *sections[place:]]})


def _ids(contradiction: Contradiction) -> set[str]:
    return {side.citation_id for side in contradiction.sides}


def _sentence(contradiction: Contradiction) -> Claim:
    """One sentence of the answer; figures are left to the section, where each stands in its own words."""
    first, *others = (side.statement.partition(",")[0] for side in contradiction.sides)
    said = f"{first} in one, " + ", ".join(f"{word} in another" for word in others)
    return Claim(
        text=f"The sources disagree on {contradiction.outcome}: {said}.",
        cites=_cites(contradiction.sides),
        role=ClaimRole.COMPARISON,
        quotes=[side.quote for side in contradiction.sides],
    )


def _side_by_side(contradiction: Contradiction, body: EvidenceBody) -> list[Claim]:
    outcome = contradiction.outcome[:1].upper() + contradiction.outcome[1:]
    lead_in = Claim(
        text=f"{outcome}: {contradiction.reason}.", role=ClaimRole.COMPARISON, cites=_cites(contradiction.sides)
    )
    return [lead_in, *(_side(side, body) for side in contradiction.sides)]


def _side(side: ContradictionSide, body: EvidenceBody) -> Claim:
    """The side's own sentence, word for word."""
    citation = body.citation_by_id[side.citation_id]
    quote = Quote(citation_id=side.citation_id, start=side.quote.start, end=side.quote.end)
    return Claim(text=citation.passage[quote.start : quote.end], cites=_cites([side]), quotes=[quote])


def _cites(sides: Sequence[ContradictionSide]) -> list[Cite]:
    return [Cite(citation_id=identifier) for identifier in dict.fromkeys(side.citation_id for side in sides)]


def _with_lead(sections: list[Section], paragraph: Paragraph) -> list[Section]:
    """The sections with a paragraph at the end of the first lead section; a draft without one gets one in front."""
    for place, section in enumerate(sections):
        if section.kind is SectionKind.LEAD:
            longer = section.model_copy(update={"blocks": [*section.blocks, paragraph]})
            return [*sections[:place], longer, *sections[place + 1 :]]
    return [Section(heading=_LEAD_HEADING, kind=SectionKind.LEAD, blocks=[paragraph]), *sections]
