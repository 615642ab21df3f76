"""New sentences put into the sections of an earlier answer, each where it belongs, and nothing said twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport import ClaimRole, Paragraph, Section, SectionKind
from bmreport.lexical import Idf, bag
from bmreport.models import walk_claims
from bmreport.report_merging.trimming import without
from bmreport_plugins.synthesizers.llm.assembling import REST_REMARK, paragraphs, remark, rest_text
from bmreport_plugins.synthesizers.llm.earlier import is_closing, is_conclusion
from bmreport_plugins.synthesizers.llm.lines import Line, Origin
from bmreport_plugins.synthesizers.llm.part import Part
from bmreport_plugins.synthesizers.llm.repetition import Said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport import EvidenceBody

__all__ = ["Fresh", "Refilled", "refilled"]


@dataclass(frozen=True)
class Fresh:
    """What is new: by heading, for the short answer and the conclusion. With `whole_lead` the old short answer goes."""

    by_heading: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    lead: tuple[Line, ...] = ()
    conclusion: tuple[Line, ...] = ()
    whole_lead: bool = False
    part: Part = field(default_factory=Part)


@dataclass(frozen=True)
class Refilled:
    """The sections after the change, the lines that are new in them, and how many were repetitions."""

    sections: list[Section]
    lines: tuple[Line, ...]
    repeated: int


def refilled(sections: Sequence[Section], fresh: Fresh, body: EvidenceBody, likeness: float) -> Refilled:
    """The sections with what is new at the end of each; limits go to the limits, a new heading before them.

    A new sentence that repeats one which stands is left out, and its sources join that one's. One that stands and is
    taken up into the short answer moves there.
    """
    moved = {id(line.claim) for line in fresh.lead}
    given = without(
        (one for one in sections if not (fresh.whole_lead and one.kind is SectionKind.LEAD)),
        lambda claim: id(claim) in moved,
    )
    copies = [section.model_copy(deep=True) for section in given]
    idf = Idf(bag(one.passage) for one in body.citations)
    # The short answer may say in other words what is told in full after it.
    short, full = _Text(copies, idf, likeness, is_lead=True), _Text(copies, idf, likeness, is_lead=False)
    lead = short.new(fresh.lead)
    by_heading = {
        heading: full.new([line for line in lines if not short.said.holds(line)])
        for heading, lines in fresh.by_heading.items()
    }
    conclusion = full.new(fresh.conclusion)
    short.settle()
    full.settle()
    _into(copies, SectionKind.LEAD, "Summary", lead)
    for heading, lines in by_heading.items():
        _findings(copies, heading, [line for line in lines if line.claim.role is not ClaimRole.LIMIT])
    limits = [line for lines in by_heading.values() for line in lines if line.claim.role is ClaimRole.LIMIT]
    cited = {one for line in (*short.said.lines, *full.said.lines) for one in line.claim.citation_ids}
    _into(copies, SectionKind.LIMITS, "Limits", [*limits, remark(rest_text(cited, body), REST_REMARK)])
    _conclusion(copies, conclusion)
    lines = [*lead, *(line for group in by_heading.values() for line in group), *conclusion]
    return Refilled(copies, tuple(lines), short.said.repeated + full.said.repeated)


class _Text:
    """What stands in the short answer, or in all the rest, and what joins it."""

    def __init__(self, sections: Sequence[Section], idf: Idf, likeness: float, *, is_lead: bool) -> None:
        chosen = [section for section in sections if (section.kind is SectionKind.LEAD) is is_lead]
        self._standing = list(walk_claims(chosen))
        self.said = Said(idf, likeness)
        self.said.stand(Line(claim, Origin.CODE) for claim in self._standing)

    def new(self, lines: Sequence[Line]) -> list[Line]:
        """The lines that say something new."""
        start = len(self.said.lines)
        self.said.add(lines)
        return self.said.lines[start:]

    def settle(self) -> None:
        """Give the claims that stand the sources of those that said the same."""
        for claim, line in zip(self._standing, self.said.lines, strict=False):
            claim.cites = line.claim.cites


def _into(sections: list[Section], kind: SectionKind, heading: str, lines: Sequence[Line]) -> None:
    """The lines at the end of the section of a kind; a new one of that kind where there is none."""
    if not lines:
        return
    section = next((one for one in sections if one.kind is kind), None)
    if section is None:
        section = Section(heading=heading, kind=kind)
        sections.insert(0 if kind is SectionKind.LEAD else _end_of_findings(sections), section)
    if section.blocks and isinstance(last := section.blocks[-1], Paragraph):
        last.claims.extend(line.claim for line in lines)
    else:
        section.blocks.extend(paragraphs(lines))


def _findings(sections: list[Section], heading: str, lines: Sequence[Line]) -> None:
    """The lines under a heading, before what sums it up."""
    if not lines:
        return
    section = next((one for one in sections if one.heading == heading and one.kind is SectionKind.FINDINGS), None)
    if section is None:
        section = Section(heading=heading, kind=SectionKind.FINDINGS)
        sections.insert(_end_of_findings(sections), section)
    closings = (isinstance(one, Paragraph) and all(map(is_closing, one.claims)) for one in section.blocks)
    at = next((place for place, closing in enumerate(closings) if closing), len(section.blocks))
    section.blocks[at:at] = paragraphs(lines)


def _conclusion(sections: list[Section], lines: Sequence[Line]) -> None:
    if not lines:
        return
    section = next(filter(is_conclusion, sections), None)
    if section is None:
        section = Section(heading="Conclusion", kind=SectionKind.OTHER)
        sections.append(section)
    section.blocks.extend(paragraphs(lines))


def _end_of_findings(sections: Sequence[Section]) -> int:
    """The place after the last section on findings; after the short answer where there is none."""
    kinds = [section.kind for section in sections]
    found = [place for place, kind in enumerate(kinds) if kind is SectionKind.FINDINGS]
    return (found[-1] if found else kinds.index(SectionKind.LEAD) if SectionKind.LEAD in kinds else -1) + 1
