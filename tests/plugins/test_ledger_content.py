"""What every format says of a report's sentences, before any layout."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport.models import (
    Cite,
    CiteMode,
    Claim,
    Draft,
    Ledger,
    LedgerEntry,
    Paragraph,
    Quote,
    Report,
    Section,
    Verdict,
)
from bmreport.richtext import to_plain
from bmreport.testing import sample_report
from bmreport_plugins.exporters.ledger_content import JudgedClaim, LedgerRow, shortened
from bmreport_plugins.exporters.ledger_words import grounding_text, legend_text, mark_of, verdict_name, warning_text
from bmreport_plugins.exporters.report_content import ReportContent, report_content

from .judged_reports import EVERY_JUDGEMENT, judged, rendered, with_record


def _content(report: Report, *, ledger: bool = True, checks: bool = True) -> ReportContent:
    return report_content(rendered(report), passages=False, ledger=ledger, checks=checks)


def _claims(content: ReportContent) -> list[JudgedClaim]:
    sections = (*content.lead, *content.body)
    found = [claim for part in sections for block in part.blocks for run in block.block.runs for claim in run]
    assert all(isinstance(claim, JudgedClaim) for claim in found)
    return [claim for claim in found if isinstance(claim, JudgedClaim)]


def _rows(report: Report) -> tuple[LedgerRow, ...]:
    ledger = _content(report).ledger
    assert ledger is not None
    return ledger.rows


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "grounding", "text"),
    [
        ({}, None, ""),
        ({Verdict.BACKGROUND: 3, Verdict.UNCHECKED: 2}, None, ""),
        ({Verdict.SUPPORTED: 1}, 1.0, "100% (1 of 1 statement is held by its passages)"),
        (
            {Verdict.SUPPORTED: 25, Verdict.PARTLY: 2, Verdict.NOT_FOUND: 1, Verdict.BACKGROUND: 9},
            0.9286,
            "93% (25 of 28 statements are held by their passages, 2 partly, 1 not found)",
        ),
        (
            {Verdict.SUPPORTED: 999, Verdict.PARTLY: 1},
            0.9995,
            "99% (999 of 1000 statements are held by their passages, 1 partly)",
        ),
        ({Verdict.CONTRADICTED: 2}, 0.0, "0% (0 of 2 statements are held by their passages, 2 contradicted)"),
        ({Verdict.SUPPORTED: 2}, None, "2 of 2 statements are held by their passages"),
    ],
)
def test_grounding_in_words(counts: dict[Verdict, int], grounding: float | None, text: str) -> None:
    """The score is told with what it counts; only a whole is called 100%, and background counts for nothing."""
    assert grounding_text(counts, grounding) == text


@pytest.mark.parametrize(
    ("counts", "start"),
    [
        ({Verdict.SUPPORTED: 3, Verdict.PARTLY: 1}, ""),
        ({Verdict.CONTRADICTED: 1}, "1 statement is contradicted by the passages it cites. It is marked ‡"),
        ({Verdict.NOT_FOUND: 2}, "2 statements are not found in the passages they cite. They are marked ‡"),
        ({Verdict.CONTRADICTED: 1, Verdict.NOT_FOUND: 2}, "3 statements are not held by the passages they cite (1 "),
    ],
)
def test_the_warning_names_how_many(counts: dict[Verdict, int], start: str) -> None:
    """Statements that do not hold are counted; when all hold, there is no warning."""
    warning = warning_text(counts)
    assert warning.startswith(start)
    assert bool(warning) == bool(start)


def test_the_legend_explains_the_marks_that_are_there() -> None:
    """A mark that no sentence bears is not explained."""
    assert legend_text({Verdict.SUPPORTED: 4}) == ""
    assert legend_text({Verdict.PARTLY: 1}) == "† held only in part by the cited passages."
    assert legend_text({Verdict.NOT_FOUND: 1}) == "‡ not held by the cited passages."
    both = legend_text({Verdict.PARTLY: 1, Verdict.CONTRADICTED: 1})
    assert both == "† held only in part, ‡ not held by the cited passages."


def test_every_verdict_has_a_name_and_a_failing_one_a_mark() -> None:
    """No verdict is without words, and none that makes --strict fail is without the mark of failure."""
    assert len({verdict_name(verdict) for verdict in Verdict}) == len(Verdict)
    assert all((mark_of(verdict) == "‡") == verdict.fails for verdict in Verdict)
    assert mark_of(Verdict.PARTLY) == "†"


@given(st.text(max_size=80), st.integers(min_value=10, max_value=40))
def test_shortened_texts_are_starts_of_the_text(text: str, longest: int) -> None:
    """What is cut is short, on one line, and begins as the text does."""
    short = shortened(text, longest)
    line = " ".join(text.split())
    assert len(short) <= longest + 2
    assert line.startswith(short.removesuffix(" …") if short != line else line)


# -- marks and rows ----------------------------------------------------------------------------------------------


def test_sentences_bear_their_marks() -> None:
    """A sentence that its passages do not hold ends in its mark, wherever it stands; others end as they did."""
    report = judged(sample_report())
    verdicts = report.ledger.by_claim
    for claim in _claims(_content(report, ledger=False)):
        verdict = verdicts[claim.claim.id].verdict
        assert to_plain(claim.content).endswith(("†", "‡")) == bool(mark_of(verdict))
        assert to_plain(claim.content).endswith(mark_of(verdict))
        assert (claim.row is not None) == verdict.is_judgement


def test_rows_are_numbered_and_hold_sources() -> None:
    """Each judged claim has a row with the document, its label and the words that count; background has none."""
    rows = _rows(judged(sample_report()))
    assert [row.number for row in rows] == list(range(1, 9))
    assert [row.verdict for row in rows[:4]] == list(EVERY_JUDGEMENT)
    first = rows[0].sources[0]
    assert (first.label, to_plain(first.title)[:9], first.quotes[0][:17]) == ("1.", "Placebrol", "Placebrol lowered")
    assert rows[3].sources[0].quotes == ()
    assert rows[1].checks[0].text == "the numbers are contradicted (look at the passage)"


def test_two_citations_of_a_document_are_one_source() -> None:
    """Quotes from passages of one document stand under its title once."""
    report = sample_report()
    entry = LedgerEntry(
        claim_id=report.claims[0].id,
        text="x",
        citation_ids=["c1", "c2"],
        verdict=Verdict.SUPPORTED,
        quotes=[Quote(citation_id="c1", start=0, end=9), Quote(citation_id="c2", start=0, end=6)],
    )
    report.ledger = Ledger(entries=[entry], grounding=1.0)
    (source,) = _rows(report)[0].sources
    assert source.quotes == ("Placebrol", "Sample")


def test_strange_quotes_do_no_harm() -> None:
    """A quote beyond its passage, or of a citation that is not there, is no reason to fail; the source is named."""
    report = sample_report()
    entry = LedgerEntry(
        claim_id=report.claims[0].id,
        text="x",
        citation_ids=["c77"],
        verdict=Verdict.NOT_FOUND,
        quotes=[Quote(citation_id="c1", start=9000, end=9009), Quote(citation_id="c99", start=0, end=4)],
    )
    report.ledger = Ledger(entries=[entry], grounding=0.0)
    sources = _rows(report)[0].sources
    assert [to_plain(source.title) for source in sources][1:] == ["citation c99", "citation c77"]
    assert not any(source.quotes for source in sources)


def test_the_worst_entry_of_an_id_counts() -> None:
    """Where ids of claims are not unique, a sentence that fails is not covered up by one that holds."""
    report = judged(sample_report(), [Verdict.SUPPORTED])
    entries = report.ledger.entries
    failing = entries[0].model_copy(update={"verdict": Verdict.NOT_FOUND})
    report.ledger = Ledger(entries=[failing, *entries], grounding=0.9)
    assert to_plain(_claims(_content(report))[0].content).endswith("‡")


def test_a_report_that_nobody_judged_stays_as_it_was() -> None:
    """Without a ledger, or with one of sentences that were not checked, nothing is marked and nothing is said."""
    unchecked = judged(sample_report(), [Verdict.UNCHECKED])
    for report in (sample_report(), unchecked):
        content = _content(report)
        assert content.ledger is None
        assert "Grounding" not in dict(content.metadata)
        assert not any("†" in to_plain(claim.content) or "‡" in to_plain(claim.content) for claim in _claims(content))
        assert not any(claim.row for claim in _claims(content))


def test_an_unchecked_sentence_is_listed_but_has_no_card() -> None:
    """In a judged report the table names what was not checked; the text shows nothing at it."""
    report = judged(sample_report(), [Verdict.SUPPORTED, Verdict.UNCHECKED])
    content = _content(report)
    assert content.ledger is not None
    assert [row.verdict_name for row in content.ledger.rows[:2]] == ["Supported", "Not checked"]
    assert [bool(claim.row) for claim in _claims(content)][:2] == [True, False]


def test_the_words_point_at_what_is_there() -> None:
    """The warning leads to the ledger where it is printed, else to the checks, else nowhere."""
    report = judged(sample_report())
    lines = []
    for ledger, checks in ((True, True), (False, True), (False, False)):
        found = _content(report, ledger=ledger, checks=checks).ledger
        assert found is not None
        lines.append(found.warning_line.rsplit(". ", 1)[-1])
        assert found.legend_line == found.legend
    assert lines[:2] == ["See Claim ledger.", "See Checks."]
    assert lines[2].startswith("They are marked")


def test_a_sentence_that_names_authors_is_listed_as_printed() -> None:
    """The ledger shows no mark of the cite in place of a name."""
    claim = Claim(text="{author} saw fewer events.", cites=[Cite(citation_id="c1", mode=CiteMode.NARRATIVE)])
    base = sample_report()
    draft_sections = [Section(blocks=[Paragraph(claims=[claim])])]
    report = judged(sample_report(Draft(sections=draft_sections), base.citations))
    assert "{author}" not in _rows(report)[0].text
    assert "Doe" in _rows(report)[0].text


# -- record ------------------------------------------------------------------------------------------------------


def test_unused_passages_are_listed_by_document() -> None:
    """Each document is named once with the ids of its passages; unknown ids stand for themselves."""
    report = with_record(sample_report())
    report.left_out = ["c6", "c1", "c5", "c99", "c1"]
    content = _content(report)
    assert [document.line for document in content.left_out] == [
        "Placebrol and Mortality (c6, c5)",
        "Placebrol for the Prevention of Sample Events: a Randomised Trial (c1)",
        "Untitled (c99)",
    ]
    assert content.left_out_count == 4


def test_history_is_told_in_lines() -> None:
    """Each change has its time, what was done, why, and how many sentences it touched."""
    assert _content(with_record(sample_report())).history == (
        "2024-03-01 09:30 UTC, refine: “leave out the retracted trial”; taken out: c9; added: n1; from: new.nbib; "
        "sentences: 3 kept, 1 new, 1 dropped",
    )
