"""From a manuscript to the sections of a draft."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport import Claim, ClaimRole, Paragraph, Section, SectionKind
from bmreport_plugins.synthesizers.llm.lines import Line, Origin
from bmreport_plugins.synthesizers.llm.method_note import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bmreport import EvidenceBody
    from bmreport_plugins.synthesizers.llm.manuscript import Manuscript

__all__ = [
    "CLOSING",
    "EVIDENCE_REMARK",
    "REST_REMARK",
    "evidence_text",
    "paragraphs",
    "remark",
    "rest_text",
    "sections_of",
    "with_ids",
]

EVIDENCE_REMARK = "remark-evidence"
"""Id of the sentence on how much evidence there is."""
REST_REMARK = "remark-rest"
"""Id of the sentence on what the answer rests on."""
CLOSING = "closing"
"""Beginning of the ids of sentences that sum up a section."""
_LONGEST_PARAGRAPH = 5
_ID_OF = {Origin.REPLACED: "replaced", Origin.QUOTED: "quoted", Origin.MARKED: "marked"}


def rest_text(cited: Collection[str], body: EvidenceBody) -> str:
    """How much of the evidence an answer rests on."""
    documents = {body.reference_of.get(one, one) for one in cited}
    return (
        f"This answer rests on {len(cited)} of {counted(len(body.citations), 'passage')} and on {len(documents)} of "
        f"{counted(body.unique_documents, 'document')}."
    )


def evidence_text(manuscript: Manuscript, body: EvidenceBody) -> str:
    """How much evidence there is; with the headings that are left, where no introduction names what is to come."""
    text = (
        f"The evidence consists of {counted(len(body.citations), 'passage')} from "
        f"{counted(body.unique_documents, 'document')}"
    )
    headings = "; ".join(chapter.heading for chapter in manuscript.chapters)
    return f"{text}, told under these headings: {headings}." if headings and not manuscript.introduction else f"{text}."


def remark(text: str, identifier: str) -> Line:
    """A sentence of bmreport's own on the report itself."""
    return Line(Claim(id=identifier, text=text, role=ClaimRole.BACKGROUND), Origin.CODE)


def with_ids(manuscript: Manuscript) -> Manuscript:
    """Sentences that are not simply the model's bear an id that says so: `replaced-1`, `quoted-2`, `closing-1`."""
    counts: dict[str, int] = {}

    def named(lines: Iterable[Line], usual: str = "") -> tuple[Line, ...]:
        out = []
        for line in lines:
            kind = _ID_OF.get(line.origin, usual)
            if not kind or line.claim.id:
                out.append(line)
                continue
            counts[kind] = counts.get(kind, 0) + 1
            out.append(replace(line, claim=line.claim.model_copy(update={"id": f"{kind}-{counts[kind]}"})))
        return tuple(out)

    return replace(
        manuscript,
        lead=named(manuscript.lead),
        introduction=named(manuscript.introduction),
        chapters=tuple(
            replace(one, body=named(one.body), closing=named(one.closing, CLOSING)) for one in manuscript.chapters
        ),
        limits=named(manuscript.limits),
        conclusion=named(manuscript.conclusion),
    )


def sections_of(manuscript: Manuscript) -> list[Section]:
    """Short answer, introduction, findings by theme, limits, conclusion; what is empty is left out."""
    sections = [_section("Summary", SectionKind.LEAD, manuscript.lead)]
    sections.append(_section("Introduction", SectionKind.OTHER, manuscript.introduction))
    for chapter in manuscript.chapters:
        section = _section(chapter.heading, SectionKind.FINDINGS, chapter.body)
        section.blocks.extend(paragraphs(chapter.closing))
        sections.append(section)
    sections.append(_section("Limits", SectionKind.LIMITS, manuscript.limits))
    sections.append(_section("Conclusion", SectionKind.OTHER, manuscript.conclusion))
    return [section for section in sections if section.blocks]


def paragraphs(lines: Sequence[Line]) -> list[Paragraph]:
    """Sentences in paragraphs of at most five, all of about the same length."""
    count = math.ceil(len(lines) / _LONGEST_PARAGRAPH)
    bounds = [round(place * len(lines) / count) for place in range(count + 1)] if count else []
    return [Paragraph(claims=[line.claim for line in lines[start:end]]) for start, end in pairwise(bounds)]


def _section(heading: str, kind: SectionKind, lines: Sequence[Line]) -> Section:
    return Section(heading=heading, kind=kind, blocks=list(paragraphs(lines)))
