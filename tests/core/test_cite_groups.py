"""Which cites of a claim stand together, and that a document stands once in each place."""

from __future__ import annotations

import pytest

from bmreport.models import Cite, CiteMode, Claim, Locator
from bmreport.placing import cite_groups


def cite(citation: str, reference: str, page: str = "", **more: object) -> Cite:
    """A cite of a passage of a document, on a page."""
    locator = Locator(value=page) if page else None
    return Cite.model_validate({"citation_id": citation, "reference_id": reference, "locator": locator, **more})


def shown(*cites: Cite) -> list[list[tuple[str, str]]]:
    """Document and place of each cite, by groups."""
    groups = cite_groups(Claim(text="It fell.", cites=list(cites)))
    return [[(one.reference_id, one.locator.value if one.locator else "") for one in group] for group in groups]


def test_two_passages_of_one_document_are_one_cite() -> None:
    """`[1,1,2]` would read as a slip."""
    assert shown(cite("a", "r1"), cite("b", "r1"), cite("c", "r2")) == [[("r1", ""), ("r2", "")]]


@pytest.mark.parametrize(
    ("pages", "printed"), [(("3", "5"), "3, 5"), (("3", "3"), "3"), (("", "5"), "5"), (("3", ""), "3")]
)
def test_their_pages_stand_in_a_row(pages: tuple[str, str], printed: str) -> None:
    """Each page once, in the order of the cites."""
    assert shown(cite("a", "r1", pages[0]), cite("b", "r1", pages[1])) == [[("r1", printed)]]


def test_words_and_places_of_different_kinds_stay_apart() -> None:
    """A prefix belongs to its cite, and a page is no table."""
    assert len(shown(cite("a", "r1", prefix="see "), cite("b", "r1"))[0]) == 2
    assert len(shown(cite("a", "r1", "3"), cite("b", "r1", locator={"label": "table", "value": "1"}))[0]) == 2


def test_a_document_that_the_sentence_names_is_not_cited_again() -> None:
    """Only what points at another place follows in the cluster."""
    named = cite("a", "r1", mode=CiteMode.NARRATIVE)
    assert shown(named, cite("b", "r1"), cite("c", "r2")) == [[("r1", "")], [("r2", "")]]
    assert shown(named, cite("b", "r1")) == [[("r1", "")]]
    assert shown(named, cite("b", "r1", "7")) == [[("r1", "")], [("r1", "7")]]


def test_the_claim_itself_is_not_changed() -> None:
    """The ledger needs every passage."""
    claim = Claim(text="It fell.", cites=[cite("a", "r1", "3"), cite("b", "r1", "5")])
    cite_groups(claim)
    assert claim.citation_ids == ["a", "b"]
    assert [one.locator.value for one in claim.cites if one.locator] == ["3", "5"]
