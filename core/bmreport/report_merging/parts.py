"""Part: one question of a report with all that belongs to it.

A report on one question is one part. A merged report is taken apart again by the headings that `composed` gives it, so
that it can be merged with another one, or refined, question by question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.models import Claim, ClaimRole, Grade, Paragraph, Section, SectionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.models import Block, Citation, Report

__all__ = [
    "MERGE",
    "OVERLAP_HEADING",
    "Part",
    "composed",
    "evidence_strength",
    "graded",
    "is_frame",
    "parts_of",
    "question_of",
    "tagged",
]

MERGE = "merge"
OVERLAP_HEADING = "Documents that serve several questions"
NO_SHORT_ANSWER = "The report on this question gives no short answer; its findings stand below."
_QUESTIONS = "questions"
_LEAD_HEADING = "Summary"
_OUTCOME = " / "
_STRENGTH = re.compile(r"; its strength is (.+)\.\Z", re.DOTALL)
_HEADING = {
    SectionKind.LEAD: "Summary",
    SectionKind.FINDINGS: "Findings",
    SectionKind.LIMITS: "Limits",
    SectionKind.EXHIBITS: "Tables and figures",
    SectionKind.CONTRADICTIONS: "Contradictions",
    SectionKind.OTHER: "Remarks",
}


@dataclass(frozen=True)
class Part:
    """A question, its answer, the ids of the citations it rests on, and how they were graded."""

    question: str
    sections: list[Section] = field(default_factory=list)
    citation_ids: tuple[str, ...] = ()
    grades: list[Grade] = field(default_factory=list)
    strength: str = ""
    """The report's own words for the strength of the evidence."""

    @property
    def lead(self) -> list[Section]:
        """The short answer."""
        return [section for section in self.sections if section.kind is SectionKind.LEAD]

    @property
    def rest(self) -> list[Section]:
        """All but the short answer, and but the contradictions, which are shown for all questions together."""
        apart = (SectionKind.LEAD, SectionKind.CONTRADICTIONS)
        return [section for section in self.sections if section.kind not in apart]


def parts_of(report: Report) -> list[Part]:
    """The questions of a report: one, or those that were merged into it, in order."""
    questions = _merged_questions(report)
    ends = _question_sections(report, questions) if len(questions) > 1 else []
    if not ends:
        ids = tuple(dict.fromkeys(citation.id for citation in report.citations))
        strength = report.evidence_strength or (report.grades[0].label if report.grades else "")
        return [Part(question_of(report), list(report.sections), ids, list(report.grades), strength)]
    leads = _split_lead(report.sections[: ends[0]], questions)
    parts = []
    for number, question in enumerate(questions, start=1):
        stop = ends[number] if number < len(questions) else len(report.sections)
        own = [_unnumbered(section, number) for section in report.sections[ends[number - 1] + 1 : stop]]
        kept = [one for one in own if one.kind is not SectionKind.CONTRADICTIONS and one.heading != OVERLAP_HEADING]
        grades = [_without_question(grade, question) for grade in report.grades if _is_of(grade, question)]
        parts.append(
            Part(
                question=question,
                sections=[*leads[number - 1], *kept],
                citation_ids=tuple(one.id for one in report.citations if question in questions_of(one, questions)),
                grades=grades,
                strength=_told_strength(report.sections[ends[number - 1]]) or (grades[0].label if grades else ""),
            )
        )
    return parts


def composed(parts: Sequence[Part], documents: Sequence[int] = ()) -> list[Section]:
    """The sections of a report on these questions; those of a single one stay as they are.

    Of several, the short answers stand together in one lead section. Then come, for each question, a heading with the
    strength of its evidence and its sections, numbered `1.1`, `1.2` and so on. `documents` are the documents that serve
    each of them.
    """
    if len(parts) == 1:
        return list(parts[0].sections)
    headings = list(dict.fromkeys(section.heading for part in parts for section in part.lead if section.heading))
    lead: list[Block] = []
    body: list[Section] = []
    for number, part in enumerate(parts, start=1):
        lead.append(_sentence(f"q{number}-lead", _numbered_question(number, part.question)))
        lead.extend(block for section in part.lead for block in section.blocks)
        if not any(section.blocks for section in part.lead):
            lead.append(_sentence(f"q{number}-none", NO_SHORT_ANSWER))
        told = _evidence_sentence(part, documents[number - 1] if documents else None)
        body.append(Section(heading=_numbered_question(number, part.question), blocks=[_sentence(f"q{number}", told)]))
        body.extend(
            section.model_copy(update={"heading": f"{number}.{place} {section.heading or _HEADING[section.kind]}"})
            for place, section in enumerate(part.rest, start=1)
        )
    heading = headings[0] if len(headings) == 1 else _LEAD_HEADING
    return [Section(heading=heading, kind=SectionKind.LEAD, blocks=lead), *body]


def is_frame(claim: Claim) -> bool:
    """Whether `composed` wrote this sentence: it belongs to no question's own answer."""
    return claim.role is ClaimRole.BACKGROUND and bool(re.fullmatch(r"q\d+(?:-lead|-none)?|overlap-\d+", claim.id))


def question_of(report: Report) -> str:
    """The question of a report, or what stands for it."""
    return " ".join((report.user_question or report.title or "A question that the report does not state").split())


def questions_of(citation: Citation, questions: Sequence[str]) -> list[str]:
    """Which of these questions a citation of a merged report serves; all of them where it does not say."""
    said = (citation.model_extra or {}).get(_QUESTIONS)
    known = [question for question in questions if question in said] if isinstance(said, list) else []
    return known or list(questions)


def tagged(citations: Iterable[Citation], parts: Sequence[Part]) -> list[Citation]:
    """Citations that say which questions they serve, where there are several."""
    served: dict[str, list[str]] = {}
    for part in parts:
        for identifier in part.citation_ids:
            served.setdefault(identifier, []).append(part.question)
    if len(parts) == 1:
        return list(citations)
    return [one.model_copy(update={_QUESTIONS: served.get(one.id, [])}) for one in citations]


def graded(parts: Sequence[Part]) -> list[Grade]:
    """The grades of all parts; those of several questions name theirs as the outcome."""
    if len(parts) == 1:
        return list(parts[0].grades)
    return [
        grade.model_copy(update={"outcome": _OUTCOME.join(filter(None, (part.question, grade.outcome)))})
        for part in parts
        for grade in part.grades
    ]


def evidence_strength(parts: Sequence[Part]) -> str:
    """One word where all questions have the same, else one for each question."""
    words = list(dict.fromkeys(part.strength for part in parts))
    if len(words) == 1:
        return words[0]
    return "; ".join(
        f"{part.strength or 'not graded'} (question {number})" for number, part in enumerate(parts, start=1)
    )


def _merged_questions(report: Report) -> list[str]:
    merges = [revision for revision in report.history if revision.action == MERGE]
    return list(dict.fromkeys(merges[-1].sources)) if merges else []


def _question_sections(report: Report, questions: Sequence[str]) -> list[int]:
    """The places of the sections that open each question; none when one is missing: somebody changed the report."""
    places = {section.heading: place for place, section in reversed(list(enumerate(report.sections)))}
    found = [places.get(_numbered_question(number, question), -1) for number, question in enumerate(questions, start=1)]
    return found if found == sorted(set(found)) and found[0] >= 0 else []


def _split_lead(sections: Sequence[Section], questions: Sequence[str]) -> list[list[Section]]:
    """The short answer of each question, out of the common one."""
    texts = {_numbered_question(number, question): number for number, question in enumerate(questions, start=1)}
    blocks: list[list[Block]] = [[] for _question in questions]
    heading = next((section.heading for section in sections if section.kind is SectionKind.LEAD), _LEAD_HEADING)
    current = 0
    for block in (block for section in sections for block in section.blocks if section.kind is SectionKind.LEAD):
        text = _only_sentence(block)
        if text in texts:
            current = texts[text] - 1
        elif text != NO_SHORT_ANSWER:
            blocks[current].append(block)
    return [[Section(heading=heading, kind=SectionKind.LEAD, blocks=own)] if own else [] for own in blocks]


def _only_sentence(block: Block) -> str:
    claims = block.claims if isinstance(block, Paragraph) else []
    return claims[0].text if len(claims) == 1 and claims[0].role is ClaimRole.BACKGROUND else ""


def _unnumbered(section: Section, number: int) -> Section:
    heading = re.sub(rf"{number}\.\d+ ", "", section.heading, count=1) if section.heading else ""
    return section.model_copy(update={"heading": heading})


def _numbered_question(number: int, question: str) -> str:
    return f"Question {number}. {question}"


def _sentence(identifier: str, text: str) -> Paragraph:
    return Paragraph(claims=[Claim(id=identifier, text=text, role=ClaimRole.BACKGROUND)])


def _told_strength(section: Section) -> str:
    """What `_evidence_sentence` said of the strength."""
    texts = (_only_sentence(block) for block in section.blocks)
    return next((found[1] for text in texts if (found := _STRENGTH.search(text))), "")


def _evidence_sentence(part: Part, documents: int | None) -> str:
    citations = _count(len(part.citation_ids), "citation")
    source = f" from {_count(documents, 'document')}" if documents is not None else ""
    strength = f"; its strength is {part.strength}" if part.strength else ""  # as _STRENGTH reads it
    return f"The evidence consists of {citations}{source}{strength}."


def _is_of(grade: Grade, question: str) -> bool:
    return grade.outcome == question or grade.outcome.startswith(question + _OUTCOME)


def _without_question(grade: Grade, question: str) -> Grade:
    return grade.model_copy(update={"outcome": grade.outcome.removeprefix(question).removeprefix(_OUTCOME)})


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
