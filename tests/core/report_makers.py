"""Small reports for the tests of merging, refining and comparing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from bmreport import PluginHost
from bmreport.evidence import EvidenceBody
from bmreport.linking import link_documents
from bmreport.models import (
    BulletList,
    Citation,
    Cite,
    Claim,
    ClaimRole,
    Figure,
    Grade,
    GradeStep,
    Paragraph,
    Provenance,
    Quote,
    Report,
    Section,
    SectionKind,
    Study,
    Table,
)
from bmreport.numbering import number_references
from bmreport.testing import FIXED_TIME, HOSTILE_TEXTS

QUESTION = "Does placebrol prevent sample events?"
OTHER_QUESTION = "Does placebrol cause bleeding?"


def quiet_host() -> PluginHost:
    """A host without checks: for tests of what is put together, not of what is found in it."""
    return PluginHost(disabled=["bmreport-verifiers"])


def cited(text: str, *ids: str, **fields: Any) -> Claim:
    """A sentence that rests on these citations."""
    return Claim(text=text, cites=[Cite(citation_id=one) for one in ids], **fields)


def remark(text: str) -> Claim:
    """A sentence that rests on none."""
    return Claim(text=text, role=ClaimRole.BACKGROUND)


def section(kind: SectionKind, *claims: Claim, heading: str = "") -> Section:
    """A section of one paragraph."""
    return Section(heading=heading or kind.value.title(), kind=kind, blocks=[Paragraph(claims=list(claims))])


def evidence(identifier: str, passage: str, paper: int = 1, **fields: Any) -> Citation:
    """A passage of a made-up paper; papers of one number are one document."""
    values: dict[str, Any] = {
        "document_title": f"Placebrol in sample number {paper} of the great placebrol programme",
        "doi": f"10.5555/paper.{paper}",
        "authors": [f"Author{chr(64 + paper % 26)}, A."],
        "publication_date": str(1990 + paper),
        "publication": "Journal of Samples",
        "relevance_score": 0.9,
        **fields,
    }
    return Citation(id=identifier, passage=passage, **values)


def made_report(
    citations: Sequence[Citation], sections: Sequence[Section], *, question: str = QUESTION, **fields: Any
) -> Report:
    """A report as the pipeline assembles it, without checks."""
    links = link_documents(citations, [])
    body = EvidenceBody(question, tuple(citations), tuple(links.references), links.reference_of)
    numbered = number_references(list(sections), body)
    values: dict[str, Any] = {
        "grades": [grade("Moderate")],
        "evidence_strength": "Moderate",
        "provenance": Provenance(bmreport="0.1", grader="bmlibrarian", synthesizer="extractive"),
        "created_at": FIXED_TIME,
        "unique_documents": body.unique_documents,
        **fields,
    }
    return Report(
        user_question=question,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(citations),
        reference_of=links.reference_of,
        merges=links.merges,
        **values,
    )


def grade(label: str, **fields: Any) -> Grade:
    """A grade of the built-in grader."""
    values: dict[str, Any] = {
        "reason": "It is a sample.",
        "steps": [GradeStep(name="citations", judgement="met", reason="there are enough")],
        **fields,
    }
    return Grade(grader="bmlibrarian", label=label, **values)


def benefit() -> Report:
    """Four passages of three papers; a lead, findings and limits."""
    return made_report(
        [
            evidence("c1", "Placebrol lowered sample events by 12%. Placebrol was well tolerated in the trial.", 1),
            evidence("c2", "Placebrol prevented sample events in older adults.", 2),
            evidence("c3", "Placebrol did not prevent sample events in women.", 3),
            evidence("c4", "Few women took part in the trial of placebrol.", 1),
        ],
        [
            section(SectionKind.LEAD, cited("Placebrol lowered sample events by 12%.", "c1"), heading="Summary"),
            section(
                SectionKind.FINDINGS,
                cited("Placebrol prevented sample events in older adults.", "c2"),
                cited("Women had no benefit from placebrol, and older adults had some.", "c3", "c2"),
            ),
            section(
                SectionKind.LIMITS,
                cited("Few women took part in the trial of placebrol.", "c4"),
                remark("This answer quotes 3 of 3 documents."),
            ),
        ],
    )


def harm() -> Report:
    """Three passages of two papers, one of them known to `benefit`; ids clash with those of `benefit`."""
    return made_report(
        [
            evidence("c1", "Placebrol raised major bleeding (rate ratio 1.29).", 4),
            evidence("c2", "Few women took part in\nthe trial of  placebrol.", 1),
            evidence("c3", "Bleeding under placebrol was rare in the trial.", 1),
        ],
        [
            section(SectionKind.LEAD, cited("Placebrol raised major bleeding.", "c1"), heading="Summary"),
            section(
                SectionKind.FINDINGS,
                cited("Bleeding was rare.", "c3", quotes=[Quote(citation_id="c3", start=0, end=8)]),
                cited("Few were women.", "c2", quotes=[Quote(citation_id="c2", start=4, end=35)]),
            ),
        ],
        question=OTHER_QUESTION,
    )


_WORDS = st.sampled_from(["placebrol", "lowered", "raised", "events", "bleeding", "no", "in", "adults", "12%", "0.88"])
_TEXT = st.lists(_WORDS, min_size=1, max_size=7).map(" ".join) | st.sampled_from(HOSTILE_TEXTS)


@st.composite
def reports(draw: st.DrawFn, question: str = QUESTION) -> Report:
    """Any small report: papers with and without identifiers, all kinds of blocks, hostile words."""
    papers = draw(st.integers(1, 4))
    bare = draw(st.lists(st.booleans(), min_size=papers, max_size=papers))
    passages = draw(st.lists(st.tuples(_TEXT, st.integers(1, papers)), min_size=1, max_size=6))
    letter: dict[str, Any] = {"doi": "", "authors": [], "document_title": "Letter"}
    citations = [
        evidence(f"c{place}", text, paper, **(letter if bare[paper - 1] else {}))
        for place, (text, paper) in enumerate(passages, start=1)
        if text.strip()
    ] or [evidence("c1", "Placebrol lowered events.")]
    ids = st.lists(st.sampled_from([one.id for one in citations]), max_size=2, unique=True)
    claims = st.builds(lambda text, cites: cited(text, *cites), _TEXT, ids)
    runs = st.lists(claims, min_size=1, max_size=3)
    blocks = (
        runs.map(lambda run: Paragraph(claims=run))
        | st.lists(runs, min_size=1, max_size=2).map(lambda items: BulletList(items=items))
        | st.tuples(runs, runs, runs).map(lambda cells: Table(header=[cells[0]], rows=[[cells[1]], [cells[2]]]))
    )
    kinds = st.sampled_from([SectionKind.LEAD, SectionKind.FINDINGS, SectionKind.LIMITS, SectionKind.OTHER])
    sections = draw(
        st.lists(
            st.builds(
                lambda kind, heading, own: Section(kind=kind, heading=heading, blocks=own),
                kinds,
                _TEXT,
                st.lists(blocks, max_size=2),
            ),
            max_size=4,
        )
    )
    return made_report(citations, sections, question=question)


def figure(name: str, *ids: str, svg: str = "<svg/>") -> Figure:
    """A figure whose caption rests on these citations."""
    return Figure(name=name, caption=[cited(f"The figure {name}.", *ids)], alt="A forest of squares", svg=svg)


def with_exhibit(report: Report, picture: Figure) -> Report:
    """The report with a section of a grader's figures, and a row of study data for its first document."""
    shown = Section(heading="Forest plot", kind=SectionKind.EXHIBITS, blocks=[picture])
    row = Study(study="SAMPLE", outcome="events", reference_id=report.references[0].id)
    copy = report.model_copy(deep=True)
    copy.sections.append(shown)
    copy.studies = [row]
    for claim in picture.caption:
        claim.id = "figure-1"
        for cite in claim.cites:
            cite.reference_id = report.reference_of[cite.citation_id]
    return copy
