"""Ids, scores and reviewers' decisions."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Citation, Severity
from bmreport.validating import screen_citations


def cite(identifier: str = "", **fields: Any) -> Citation:
    """A citation with a passage on aspirin."""
    return Citation(id=identifier, passage="Aspirin prevents stroke.", document_title="A paper", **fields)


def test_ids_that_are_there_stay() -> None:
    """Nothing is renamed or reported without need, and the very object is passed on."""
    given_citations = [cite("a", relevance_score=0.5), cite("b", relevance_score=0.0)]
    kept, findings = screen_citations(given_citations, "aspirin")
    assert kept == given_citations
    assert kept[0] is given_citations[0]
    assert findings == []


def test_a_missing_id_is_the_place_of_the_citation() -> None:
    """An id that is taken is stepped around."""
    kept, findings = screen_citations(
        [cite(relevance_score=1), cite("c1", relevance_score=1), cite(relevance_score=1)], ""
    )
    assert [citation.id for citation in kept] == ["c1-2", "c1", "c3"]
    assert findings == []


def test_an_id_used_twice_is_reported() -> None:
    """The later citation gets a new id, and the warning names both."""
    kept, findings = screen_citations([cite("a", relevance_score=1), cite("a", relevance_score=1)], "")
    assert [citation.id for citation in kept] == ["a", "a-2"]
    assert findings[0].severity is Severity.WARNING
    assert "'a'" in findings[0].message
    assert "'a-2'" in findings[0].message


def test_a_missing_score_is_lexical() -> None:
    """The share of the question's words in title and passage; a given score stays, even if it is 0."""
    kept, findings = screen_citations([cite("a"), cite("b", relevance_score=0.0)], "Does aspirin prevent gout?")
    assert kept[0].relevance_score == 2 / 3
    assert kept[0].relevance_basis == "lexical"
    assert (kept[1].relevance_score, kept[1].relevance_basis) == (0.0, "given")
    assert findings[0].where == "a"
    assert "computed from shared words" in findings[0].message


def test_what_a_reviewer_rejected_is_left_out_and_told() -> None:
    """It may not serve as evidence."""
    citations = [cite("a", relevance_score=1, human_review_status="rejected"), cite("b", relevance_score=1)]
    kept, findings = screen_citations(citations, "")
    assert [citation.id for citation in kept] == ["b"]
    assert findings[0].where == "a"


def test_notes_are_told_once_with_all_that_bear_them() -> None:
    """A thousand abstracts make one remark, not a thousand."""
    kept, findings = screen_citations([cite(f"x{n}", relevance_score=1, notes=["guessed"]) for n in range(30)], "")
    assert len(kept) == 30
    assert [finding.message for finding in findings] == ["guessed"]
    assert findings[0].where.endswith("and 20 more")


@given(st.lists(st.sampled_from(["", "a", "c1", "c2", "a-2", "c1-2", "c3-2"]), max_size=12))
@settings(max_examples=80, deadline=None)
def test_ids_end_up_unique_and_given_ones_survive(ids: list[str]) -> None:
    """The first bearer of an id keeps it; order and number of citations stay."""
    kept, findings = screen_citations([cite(identifier, relevance_score=1) for identifier in ids], "")
    names = [citation.id for citation in kept]
    assert len(set(names)) == len(names) == len(ids)
    assert all(names[ids.index(identifier)] == identifier for identifier in set(ids) - {""})
    renamed = sum(1 for place, name in enumerate(ids) if name and name in ids[:place])
    assert len(findings) == renamed
