"""Identifiers have one spelling each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport.identifiers import (
    doi_url,
    is_doi,
    is_pmid,
    normal_doi,
    normal_pmcid,
    normal_pmid,
    pmcid_url,
    pmid_url,
)


@pytest.mark.parametrize(
    "given_text",
    [
        "10.1056/NEJMoa1805819",
        "doi:10.1056/NEJMoa1805819",
        "DOI: 10.1056/nejmoa1805819",
        "https://doi.org/10.1056/NEJMoa1805819",
        "http://dx.doi.org/10.1056/NEJMoa1805819",
        "doi: https://doi.org/10.1056/NEJMoa1805819.",
        "https://doi.org/10.1056%2FNEJMoa1805819",
        "  10.1056/NEJMoa1805819; ",
    ],
)
def test_every_spelling_of_a_doi_becomes_one(given_text: str) -> None:
    """Resolver, label, case and trailing punctuation make no difference."""
    assert normal_doi(given_text) == "10.1056/nejmoa1805819"


@pytest.mark.parametrize(
    "text", ["10.1016/S0140-6736(18)31924-X", "10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2"]
)
def test_brackets_and_angles_belong_to_a_doi(text: str) -> None:
    """Publishers use brackets and angles in DOIs; the link percent-encodes what an address may not hold."""
    assert normal_doi(text) == text.lower()
    assert is_doi(normal_doi(text))
    assert not set('<>"') & set(doi_url(text))


@pytest.mark.parametrize("text", ["", "n/a", "see 10 pages", "10.12/too-short"])
def test_what_is_no_doi_stays_as_it_is(text: str) -> None:
    """Text that holds no DOI is kept and not taken for one."""
    assert normal_doi(text) == text
    assert not is_doi(text)


@pytest.mark.parametrize(
    "text",
    [
        "30158069",
        "PMID: 30158069",
        "pmid30158069",
        "pubmed:30158069",
        "https://pubmed.ncbi.nlm.nih.gov/30158069/",
        "030158069",
    ],
)
def test_every_spelling_of_a_pmid_becomes_one(text: str) -> None:
    """Labels, addresses and leading zeros make no difference."""
    assert normal_pmid(text) == "30158069"


@pytest.mark.parametrize(
    "text", ["PMC6209133", "pmc6209133", "6209133", "PMC6209133.2", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6209133/"]
)
def test_every_spelling_of_a_pmcid_becomes_one(text: str) -> None:
    """Labels, versions and addresses make no difference."""
    assert normal_pmcid(text) == "PMC6209133"


def test_addresses() -> None:
    """Each identifier has the address it resolves at."""
    assert doi_url("10.1/a b") == "https://doi.org/10.1/a%20b"
    assert pmid_url("30158069") == "https://pubmed.ncbi.nlm.nih.gov/30158069/"
    assert pmcid_url("PMC1") == "https://pmc.ncbi.nlm.nih.gov/articles/PMC1/"


@given(st.text(max_size=80))
def test_normalising_twice_changes_nothing(text: str) -> None:
    """All three are idempotent, and never raise."""
    for normal in (normal_doi, normal_pmid, normal_pmcid):
        once = normal(text)
        assert normal(once) == once
    assert isinstance(is_pmid(text), bool)
