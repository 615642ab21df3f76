"""The books of a source balance."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport.intake import MAX_TITLE_CHARACTERS, Intake

GOOD = {"passage": "It fell.", "relevance_score": 0.9, "document_title": "A trial"}


def test_kept_and_rejected_add_up() -> None:
    """Every record is either kept or rejected with its place, field and reason."""
    intake = Intake("json", "trials.json", data=b"[]")
    assert intake.add_citation(GOOD, line=2) is not None
    assert intake.add_citation({**GOOD, "relevance_score": 1.7}, line=5) is None
    intake.add_record({"type": "book", "title": "A book"})
    report = intake.harvest().reports[0]
    assert (report.records, report.kept, len(report.rejected)) == (3, 2, 1)
    assert report.balanced
    assert str(report.rejected[0]) == (
        "trials.json:5, record 2, field relevance_score: 1.7 is above 1 (give a number from 0 to 1)"
    )
    assert len(report.sha256) == 64


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"relevance_score": -0.1}, "relevance_score", "-0.1 is below 0"),
        ({"relevance_score": "high"}, "relevance_score", "'high'"),
        ({"relevance_score": float("inf")}, "relevance_score", "inf"),
        ({"passage": ""}, "passage", "is empty"),
        ({"passage": None}, "passage", "is empty"),
        ({"document_title": "  "}, "document_title", "is empty"),
        ({"document_title": ["a"]}, "document_title", "string"),
        ({"created_at": "long ago"}, "created_at", "date"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, Any], field: str, reason: str) -> None:
    """Each fault names its field, what was given, and what to do."""
    intake = Intake("json", "x.json")
    assert intake.add_citation({**GOOD, **change}) is None
    rejection = intake.report.rejected[0]
    assert rejection.field == field
    assert reason in rejection.reason
    assert rejection.origin.record == 1


def test_a_missing_title_is_named() -> None:
    """A citation without title is refused; the message says which field is missing."""
    intake = Intake("json", "x.json")
    intake.add_citation({"passage": "It fell.", "relevance_score": 0.9})
    assert str(intake.report.rejected[0]) == (
        "x.json, record 1, field document_title: is missing (give the document's title)"
    )


def test_the_abstract_stands_in_for_a_passage() -> None:
    """A record without passage uses its abstract, and a note says so."""
    intake = Intake("json", "x.json")
    citation = intake.add_citation({"title": "A trial", "abstract": "It fell."})
    assert citation is not None
    assert citation.passage == "It fell."
    assert any("abstract" in note for note in citation.notes)
    assert citation.relevance_score is None


def test_a_record_with_an_abstract_is_evidence_and_one_without_is_a_reference() -> None:
    """CSL-JSON records turn into a citation or a bare reference; the whole record is kept."""
    intake = Intake("ris", "x.ris")
    csl = {
        "type": "article-journal",
        "title": "On <i>E. coli</i>",
        "author": [{"family": "Doe", "given": "J."}],
        "issued": {"date-parts": [[2020]]},
        "PMID": "123",
        "volume": "7",
    }
    intake.add_record(csl, abstract="It fell.", publication_types=["Randomized Controlled Trial"])
    intake.add_record(csl)
    harvest = intake.harvest()
    assert harvest.citations[0].document_title == "On E. coli"
    assert harvest.citations[0].csl == csl
    assert harvest.citations[0].pmid == "123"
    assert harvest.citations[0].publication_types == ["Randomized Controlled Trial"]
    assert harvest.references[0].csl == csl
    assert harvest.references[0].origin is not None
    assert harvest.references[0].origin.record == 2


def test_a_title_that_no_paper_has_is_a_rejected_record() -> None:
    """A record that has swallowed others is refused with its length, as evidence and as a bare reference."""
    intake = Intake("json", "a.json")
    title = "x" * (MAX_TITLE_CHARACTERS + 1)
    assert intake.add_citation({"passage": "p", "document_title": title}) is None
    assert intake.add_citation({"passage": "p", "title": title}) is None
    intake.add_record({"title": title})
    intake.add_record({"title": title}, abstract="a")
    assert intake.add_citation({"passage": "p", "document_title": title[1:]}) is not None
    assert intake.report.balanced
    assert [rejection.field for rejection in intake.report.rejected] == ["document_title"] * 4
    assert "20,001 characters" in intake.report.rejected[0].reason
