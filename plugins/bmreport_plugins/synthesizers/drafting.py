"""From chosen sentences to the sections of a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Cite, Claim, ClaimRole, Paragraph, Quote, Section, SectionKind
from bmreport_plugins.synthesizers.method_note import unquoted_sentence
from bmreport_plugins.synthesizers.themes import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport import EvidenceBody
    from bmreport_plugins.synthesizers.candidates import Candidate
    from bmreport_plugins.synthesizers.selecting import Selection, Unit

__all__ = ["draft_sections", "quoting_claim"]

_FEW = 3


def draft_sections(chosen: Selection, body: EvidenceBody) -> list[Section]:
    """Summary, findings by theme, limits. Every sentence is a claim of its own with its cite."""
    sections = [Section(heading="Summary", kind=SectionKind.LEAD, blocks=[_paragraph(chosen.lead)])]
    sections.extend(_findings(chosen.findings))
    remark = Claim(text=unquoted_sentence(chosen, body), role=ClaimRole.BACKGROUND)
    limits = Paragraph(claims=[*_claims(chosen.limits, ClaimRole.LIMIT), remark])
    subgroups = any(unit.head.traits.subgroup and not unit.head.traits.limit for unit in chosen.limits)
    heading = "Limits and subgroups" if subgroups else "Limits"
    return [*sections, Section(heading=heading, kind=SectionKind.LIMITS, blocks=[limits])]


def _findings(units: list[Unit]) -> list[Section]:
    """One section for each theme, reviews before single studies.

    A handful of sentences stands under one heading, a paragraph for each theme.
    """
    reviews_first = sorted(units, key=lambda unit: not unit.head.synthesis)
    by_theme = {theme: [unit for unit in reviews_first if unit.head.theme is theme] for theme in Theme}
    present = {theme: of_theme for theme, of_theme in by_theme.items() if of_theme}
    if not present:
        return []
    if len(units) <= _FEW:
        blocks = [_paragraph(of_theme) for of_theme in present.values()]
        return [Section(heading="Findings", kind=SectionKind.FINDINGS, blocks=list(blocks))]
    return [
        Section(heading=theme.value, kind=SectionKind.FINDINGS, blocks=[_paragraph(of_theme)])
        for theme, of_theme in present.items()
    ]


def _paragraph(units: Iterable[Unit]) -> Paragraph:
    return Paragraph(claims=_claims(units, ClaimRole.FINDING))


def _claims(units: Iterable[Unit], role: ClaimRole) -> list[Claim]:
    return [
        quoting_claim(sentence, role, unit.twins if sentence is unit.head else ())
        for unit in units
        for sentence in unit.sentences
    ]


def quoting_claim(sentence: Candidate, role: ClaimRole, twins: Iterable[Candidate] = ()) -> Claim:
    """A sentence of a passage word for word; `twins` are the same sentence in other citations."""
    # One cite for each document: a cluster that names a reference twice reads as a slip.
    by_document: dict[str, Candidate] = {}
    for one in (sentence, *twins):
        by_document.setdefault(one.reference_id or one.citation.id, one)
    sources = list(by_document.values())
    return Claim(
        text=sentence.text,
        role=role,
        cites=[Cite(citation_id=one.citation.id, locator=one.citation.locator) for one in sources],
        quotes=[Quote(citation_id=one.citation.id, start=one.span.start, end=one.span.end) for one in sources],
    )
