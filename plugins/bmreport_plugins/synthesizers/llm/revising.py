"""A finished answer after a change of its evidence: only what the change touches is written anew.

A claim is touched when it rests on a citation that was taken out. It goes; what else it rested on, and the citations
that came in, are written up under the heading they are nearest to. The short answer and the conclusion get as many new
sentences as they lost, and the short answer one for evidence that came in. A reviewer's note without any change of the
evidence is a wish for another short answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bmreport import SectionKind
from bmreport.errors import NotEnoughEvidenceError, ServiceError
from bmreport.lexical import Bag, Idf, bag
from bmreport.models import walk_claims
from bmreport_plugins.synthesizers.candidates import answering_candidates
from bmreport_plugins.synthesizers.llm.closing import best_lines, write_conclusion, write_lead
from bmreport_plugins.synthesizers.llm.earlier import Earlier, claims_of, is_conclusion, read_earlier
from bmreport_plugins.synthesizers.llm.extracts import Extracts
from bmreport_plugins.synthesizers.llm.lines import Line, Origin
from bmreport_plugins.synthesizers.llm.opening import falls_back, open_desk
from bmreport_plugins.synthesizers.llm.part import Part, joined_parts
from bmreport_plugins.synthesizers.llm.refilling import Fresh, refilled
from bmreport_plugins.synthesizers.llm.revision_note import Revision, revision_draft
from bmreport_plugins.synthesizers.llm.sections import Brief, write_batches
from bmreport_plugins.synthesizers.llm.writing import batched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Draft, EvidenceBody, RunContext, Section
    from bmreport.evidence import Change
    from bmreport_plugins.synthesizers.candidates import Candidate
    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.options import LlmOptions

__all__ = ["revise_draft"]

_NEW_HEADING = "Further findings"
_LEAST_LIKENESS = 0.1


@dataclass(frozen=True)
class _Job:
    """What is to be written: citations by heading, and how many sentences the summaries have room for."""

    earlier: Earlier
    by_heading: dict[str, list[str]]
    lead: int
    conclusion: int
    whole_lead: bool = False
    """Whether the short answer is written anew as a whole, for a wish of the reviewer's."""

    @property
    def is_idle(self) -> bool:
        return not (self.by_heading or self.lead or self.conclusion or self.whole_lead)


def revise_draft(
    sections: Sequence[Section], body: EvidenceBody, change: Change, context: RunContext, options: LlmOptions
) -> Draft:
    """The draft after the change; see LlmSynthesizer.revise."""
    found = _answering(body)
    job = _job(read_earlier(sections, body.citation_by_id), body, change, Idf(one.bag for one in found))
    fresh, story = Fresh(), Revision(job.earlier, body, context.llm.temperature)
    if not job.is_idle:
        try:
            with open_desk(body, found, context, options, change.note) as desk:
                fresh, story = _written(job, desk), replace(story, desk=desk)
        except ServiceError as error:
            if not falls_back(context, options):
                raise
            story = replace(story, failure=error.message, remedy=error.remedy)
            fresh = _quoted(job, found, body.question)
    return revision_draft(refilled(job.earlier.sections, fresh, body, options.redundancy), fresh.part, story)


def _answering(body: EvidenceBody) -> list[Candidate]:
    """Without any sentence that answers, what stands still stands."""
    try:
        return answering_candidates(body)
    except NotEnoughEvidenceError:
        return []


def _job(earlier: Earlier, body: EvidenceBody, change: Change, idf: Idf) -> _Job:
    added = [one.id for one in body.citations if one.id in change.added and one.id not in earlier.cited]
    ids = list(dict.fromkeys([*earlier.orphans, *added]))
    unchanged = not (ids or earlier.touched)
    return _Job(
        earlier,
        _by_heading(ids, earlier.sections, body, idf),
        lead=max(earlier.lost_lead, 1 if added else 0),
        conclusion=earlier.lost_conclusion,
        whole_lead=bool(unchanged and change.note.strip()),
    )


def _by_heading(ids: Sequence[str], sections: Sequence[Section], body: EvidenceBody, idf: Idf) -> dict[str, list[str]]:
    """Each citation under the section on findings whose words are nearest; under a new one where none is near."""
    words = {
        section.heading: Bag(
            (
                *bag(section.heading).sequence,
                *(stem for claim in walk_claims([section]) for stem in bag(claim.text).sequence),
            )
        )
        for section in sections
        if section.kind is SectionKind.FINDINGS
    }
    out: dict[str, list[str]] = {}
    for one in ids:
        own = bag(body.citation_by_id[one].passage)
        likeness = {heading: idf.containment(own, given) for heading, given in words.items()}
        best = max(likeness, key=lambda heading: likeness[heading], default=_NEW_HEADING)
        near = len(words) == 1 or likeness.get(best, 0.0) >= _LEAST_LIKENESS
        out.setdefault(best if near else _NEW_HEADING, []).append(one)
    return out


def _is_headed(heading: str, section: Section) -> bool:
    return section.heading == heading


def _written(job: _Job, desk: Desk) -> Fresh:
    """What the model writes for the change."""
    sections = job.earlier.sections
    headings = tuple(one.heading for one in sections if one.kind is SectionKind.FINDINGS)
    desk.asker.total = len(job.by_heading) + 2
    parts: dict[str, Part] = {}
    for heading, ids in job.by_heading.items():
        said = tuple(claim.text for claim in claims_of(sections, partial(_is_headed, heading)))
        brief = Brief(heading, tuple(one for one in headings if one != heading), said)
        batches = batched([desk.passages.by_id[one] for one in ids if one in desk.passages.by_id], brief, desk)
        part = write_batches(batches.batches, brief, desk)
        parts[heading] = replace(part, unread=(*part.unread, *(one.id for one in batches.too_long)))
    lead, conclusion = _summaries(job, parts, desk)
    return Fresh(
        {heading: part.lines for heading, part in parts.items()},
        lead=lead.lines,
        conclusion=conclusion.lines,
        whole_lead=job.whole_lead and bool(lead.lines),
        part=joined_parts([*parts.values(), lead, conclusion]),
    )


def _summaries(job: _Job, parts: dict[str, Part], desk: Desk) -> tuple[Part, Part]:
    """New sentences for the short answer and for the conclusion, from everything that the report says by then."""
    sections = job.earlier.sections
    told = [
        [*(Line(claim, Origin.CODE) for claim in walk_claims([section])), *parts.get(section.heading, Part()).lines]
        for section in sections
        if section.kind is SectionKind.FINDINGS
    ]
    told.extend(list(part.lines) for heading, part in parts.items() if heading == _NEW_HEADING)
    # What is new comes first: it is what the summaries lack.
    fresh = [line for part in parts.values() for line in part.lines]
    shown = [fresh, *told] if fresh and not job.whole_lead else told
    leads = [claim.text for claim in claims_of(sections, lambda one: one.kind is SectionKind.LEAD)]
    ends = [claim.text for claim in claims_of(sections, is_conclusion)]
    lead = Part()
    if job.whole_lead:
        lead = write_lead(shown, desk)
    elif job.lead:
        lead = write_lead(shown, desk, leads, job.lead)
    if not (lead.lines or leads):
        lead = replace(lead, lines=tuple(best_lines(told, desk.question, max(1, job.lead))))
    conclusion = write_conclusion(shown, desk, ends, job.conclusion) if job.conclusion else Part()
    return lead, conclusion


def _quoted(job: _Job, found: Sequence[Candidate], question: str) -> Fresh:
    """The passages' own words for the change, where the model cannot be asked."""
    extracts = Extracts(found, Idf(one.bag for one in found))
    by_heading = {
        heading: tuple(Line(claim, Origin.QUOTED) for claim in extracts.of_each(ids))
        for heading, ids in job.by_heading.items()
    }
    stands = claims_of(job.earlier.sections, lambda one: one.kind is SectionKind.LEAD)
    told = [[Line(claim, Origin.CODE) for claim in walk_claims([one])] for one in job.earlier.sections]
    lead = () if stands else tuple(best_lines([*told, *by_heading.values()], question, max(1, job.lead)))
    return Fresh(by_heading, lead=lead)
