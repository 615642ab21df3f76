"""Passages that disagree are shown side by side, and the answer does not pass over it."""

from __future__ import annotations

from bmreport.context import RunContext
from bmreport.models import (
    Citation,
    Cite,
    Claim,
    ClaimRole,
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Finding,
    NoOptions,
    Paragraph,
    Provenance,
    Quote,
    Reference,
    Report,
    Section,
    SectionKind,
    Severity,
)
from bmreport_plugins.verifiers.contradictions import Contradictions

PASSAGES = {"c1": "Aspirin reduced stroke.", "c2": "Aspirin increased stroke."}


def claim(identifier: str, text: str, *cites: str) -> Claim:
    """A claim with its cites."""
    role = ClaimRole.COMPARISON if len(cites) > 1 else ClaimRole.FINDING
    return Claim(id=identifier, text=text, role=role, cites=[Cite(citation_id=one, reference_id="r1") for one in cites])


def report(answer: Claim, *blocks: Paragraph) -> Report:
    """A report whose two passages disagree, with these blocks in the section on it."""
    shown = Section(heading="Where the studies disagree", kind=SectionKind.CONTRADICTIONS, blocks=list(blocks))
    return Report(
        user_question="Does aspirin prevent stroke?",
        sections=[Section(kind=SectionKind.LEAD, blocks=[Paragraph(claims=[answer])]), *([shown] if blocks else [])],
        references=[Reference(id="r1", number=1, csl={"title": "A"})],
        citations=[Citation(id=name, passage=text, document_title="A") for name, text in PASSAGES.items()],
        reference_of=dict.fromkeys(PASSAGES, "r1"),
        provenance=Provenance(synthesizer="llm"),
        contradictions=[
            Contradiction(
                outcome="stroke",
                kind=ContradictionKind.DIRECTION,
                reason="one reports it lower, the other higher",
                sides=[
                    ContradictionSide(
                        citation_id=name, quote=Quote(citation_id=name, start=0, end=len(text)), statement="lower"
                    )
                    for name, text in PASSAGES.items()
                ],
            )
        ],
    )


def findings(answer: Claim, *blocks: Paragraph) -> list[Finding]:
    """What the verifier says."""
    return Contradictions().check(report(answer, *blocks), RunContext(offline=True), NoOptions())


SPOKEN = claim("s1", "The trials disagree on stroke.", "c1", "c2")
SILENT = claim("s1", "Aspirin reduced stroke.", "c1")
SIDES = [claim("s2", PASSAGES["c1"], "c1"), claim("s3", PASSAGES["c2"], "c2")]


def test_both_sides_shown_and_spoken_of_are_right() -> None:
    """In one block of the section, and in one sentence of the answer."""
    assert findings(SPOKEN, Paragraph(claims=SIDES)) == []


def test_an_answer_that_passes_over_a_contradiction_is_wrong() -> None:
    """The section alone is not enough."""
    (finding,) = findings(SILENT, Paragraph(claims=SIDES))
    assert finding.severity is Severity.ERROR
    assert finding.message.startswith("the answer passes over a contradiction on stroke")
    assert finding.where == "c1, c2"
    assert finding.remedy


def test_a_report_that_shows_one_side_only_is_wrong() -> None:
    """Nor is the sentence alone, and sides in different blocks do not stand side by side."""
    for blocks in ([], [Paragraph(claims=SIDES[:1])], [Paragraph(claims=[one]) for one in SIDES]):
        (finding,) = findings(SPOKEN, *blocks)
        assert "does not show both sides" in finding.message
