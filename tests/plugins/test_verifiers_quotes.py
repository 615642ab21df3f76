"""Quoted words stand where they are said to stand."""

from __future__ import annotations

import pytest

from bmreport.context import RunContext
from bmreport.models import (
    Citation,
    Cite,
    Claim,
    Finding,
    NoOptions,
    Paragraph,
    Provenance,
    Quote,
    Reference,
    Report,
    Section,
    Severity,
)
from bmreport.testing import sample_report
from bmreport_plugins.verifiers.verbatim_quotes import VerbatimQuotes

PASSAGE = "We asked. It fell by 12%. We stopped."
REFERENCE = Reference(id="r1", number=1, csl={"title": "A"})


def check(report: Report) -> list[Finding]:
    """What the verifier says."""
    return VerbatimQuotes().check(report, RunContext(offline=True), NoOptions())


def said(report: Report) -> list[tuple[Severity, str, str]]:
    """Severity, place and message of each finding; every remedy is given."""
    assert all(finding.remedy for finding in check(report))
    return [(finding.severity, finding.where, finding.message) for finding in check(report)]


def quoting(text: str, *quotes: Quote, synthesizer: str = "extractive", cites: str = "c1") -> Report:
    """A report whose one claim quotes."""
    citations = [Citation(id=name, passage=PASSAGE, document_title="A") for name in ("c1", "c2")]
    one = Claim(
        id="s1",
        text=text,
        cites=[Cite(citation_id=name, reference_id="r1") for name in cites.split()],
        quotes=list(quotes),
    )
    provenance = Provenance(synthesizer=synthesizer)
    return Report(
        user_question="Why?",
        sections=[Section(blocks=[Paragraph(claims=[one])])],
        references=[REFERENCE],
        citations=citations,
        reference_of={"c1": "r1", "c2": "r1"},
        provenance=provenance,
    )


def test_the_very_words_pass() -> None:
    """Text and passage are equal at the offsets; a second source may differ in case and spaces."""
    assert check(quoting("It fell by 12%.", Quote(citation_id="c1", start=10, end=25))) == []
    both = [Quote(citation_id="c1", start=10, end=25), Quote(citation_id="c2", start=9, end=25)]
    assert check(quoting("It fell by 12%.", *both, cites="c1 c2")) == []


@pytest.mark.parametrize(
    ("text", "quote", "message"),
    [
        ("It rose by 12%.", Quote(citation_id="c1", start=10, end=25), "the sentence differs from the passage of c1"),
        ("It fell by 12%", Quote(citation_id="c1", start=10, end=25), "the sentence differs"),
        ("It fell by 12%.", Quote(citation_id="c1", start=11, end=26), "the sentence differs"),
        ("It fell by 12%.", Quote(citation_id="c1", start=10, end=99), "whose passage has 37"),
        ("It fell by 12%.", Quote(citation_id="c1", start=10, end=10), "quotes characters 10 to 10"),
        ("It fell by 12%.", Quote(citation_id="c7", start=10, end=25), "'c7', which is not among the evidence"),
        ("It fell by 12%.", Quote(citation_id="c2", start=10, end=25), "quotes citation 'c2' without citing it"),
    ],
)
def test_other_words_or_places_are_an_error(text: str, quote: Quote, message: str) -> None:
    """One figure changed, one letter off, beyond the passage, or from another one."""
    found = said(quoting(text, quote))
    assert [(severity, where) for severity, where, _message in found] == [(Severity.ERROR, "s1")]
    assert message in found[0][2]


def test_an_extractive_sentence_without_a_quote_is_an_error() -> None:
    """Nothing shows where it comes from."""
    assert [where for _severity, where, _message in said(quoting("It fell."))] == ["s1"]


def test_a_written_sentence_may_differ_from_what_it_rests_on() -> None:
    """Where a synthesizer writes, quotes are its ground, not its text; their places are checked all the same."""
    ground = Quote(citation_id="c1", start=10, end=25)
    assert check(quoting("A fall by an eighth.", ground, synthesizer="llm")) == []
    beyond = Quote(citation_id="c1", start=10, end=99)
    assert len(check(quoting("A fall by an eighth.", beyond, synthesizer="llm"))) == 1


def test_a_claim_changed_after_the_build_is_found() -> None:
    """Someone edits the saved report; the check tells."""
    given = sample_report()
    given.provenance.synthesizer = "extractive"
    assert {finding.where for finding in check(given)}
