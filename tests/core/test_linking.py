"""One reference for each document."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.linking import Links, link_documents
from bmreport.merging import merge_records, same_container
from bmreport.models import Citation, Origin, Reference, Severity

LONG = "Effect of low-dose aspirin on first events in healthy older adults"


def cite(identifier: str, title: str = LONG, **fields: Any) -> Citation:
    """A citation; only what a test is about is given."""
    file = fields.pop("file", "")
    origin = Origin(locator=file) if file else None
    return Citation(
        id=identifier, passage="It fell.", document_title=title, relevance_score=0.9, origin=origin, **fields
    )


def record(title: str = LONG, **fields: Any) -> Reference:
    """A bare record."""
    return Reference(title=title, **fields)  # type: ignore[call-arg]  # loose fields are folded into csl


def groups(links: Links) -> set[frozenset[str]]:
    """Which citations share a reference."""
    found: dict[str, set[str]] = {}
    for citation_id, reference_id in links.reference_of.items():
        found.setdefault(reference_id, set()).add(citation_id)
    return {frozenset(members) for members in found.values()}


def joined(*citations: Citation) -> bool:
    """Whether all of them are one document."""
    return len(link_documents(citations, []).references) == 1


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"document_id": "7"}, {"document_id": 7}, "same document id"),
        ({"doi": "10.1000/A.1"}, {"doi": "https://doi.org/10.1000/a.1"}, "same DOI"),
        ({"pmid": "123"}, {"pmid": "PMID: 123"}, "same PMID"),
        ({"pmcid": "PMC123"}, {"pmcid": "123"}, "same PMCID"),
    ],
)
def test_a_shared_identifier_joins(one: dict[str, Any], other: dict[str, Any], reason: str) -> None:
    """Whatever its spelling, and the merge log says why."""
    links = link_documents([cite("a", "Lipids", **one), cite("b", "Fats", **other)], [])
    assert groups(links) == {frozenset("ab")}
    assert links.merges[0].reason == reason
    assert links.merges[0].joined == ["a", "b"]
    assert links.merges[0].reference_id == "r1"


@pytest.mark.parametrize("value", ["n/a", "none", "0", "unknown"])
def test_what_is_no_identifier_joins_nothing(value: str) -> None:
    """Fillers in identifier fields say nothing."""
    one = cite("a", "Aspirin in healthy men at work", doi=value, pmid=value, document_id=value)
    other = cite("b", "Statins in women of all ages", doi=value, pmid=value, document_id=value)
    assert not joined(one, other)


def test_title_year_and_first_author_join() -> None:
    """Without any identifier, spelling aside."""
    one = cite("a", authors=["Smith, J."], publication_date="2018-10-18")
    other = cite("b", f"{LONG.upper()}.", authors=["Smith JA", "Doe B"], publication_date="2018")
    links = link_documents([one, other], [])
    assert groups(links) == {frozenset("ab")}
    assert links.merges[0].reason == "same title, year and first author"


@pytest.mark.parametrize(
    "fields",
    [
        {"authors": ["Smith, J."], "publication_date": "2012"},
        {"authors": ["Jones, J."], "publication_date": "2018"},
        {"authors": ["Smith, J."], "publication_date": "2018", "title": f"{LONG}, part 2"},
        {"authors": ["Smith, J."], "publication_date": "2018", "volume": "9", "pages": "77-79"},
    ],
)
def test_one_of_the_three_is_not_enough(fields: dict[str, Any]) -> None:
    """Another year, first author, part or page makes another paper."""
    title = fields.pop("title", LONG)
    one = cite("a", authors=["Smith, J."], publication_date="2018", volume="8", pages="1-9")
    assert not joined(one, cite("b", title, **fields))


@pytest.mark.parametrize("title", ["Introduction", "Letter to the editor", "Colorectal cancer", "Reply"])
def test_generic_titles_never_join(title: str) -> None:
    """Not even with the same author and year; an identifier still does."""
    fields: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018"}
    assert not joined(cite("a", title, **fields), cite("b", title, **fields))
    assert joined(cite("a", title, pmid="5", **fields), cite("b", title, pmid="5", **fields))


@pytest.mark.parametrize("kind", ["doi", "pmid"])
def test_differing_identifiers_forbid_a_join_by_title(kind: str) -> None:
    """Two papers may bear one title; the report says that they were kept apart."""
    values = {"doi": ("10.1000/1", "10.1000/2"), "pmid": ("1", "2")}[kind]
    fields: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018"}
    links = link_documents([cite("a", **{kind: values[0]}, **fields), cite("b", **{kind: values[1]}, **fields)], [])
    assert groups(links) == {frozenset("a"), frozenset("b")}
    assert "differ" in links.findings[0].message
    assert links.findings[0].where == "r1, r2"
    assert "r2" in links.references[0].notes[-1]


def test_a_preprint_and_its_article_are_two() -> None:
    """Both are listed, and a remark says what they are."""
    fields: dict[str, Any] = {"authors": ["Smith, J."]}
    preprint = cite("a", doi="10.1101/2020.01.01", publication="medRxiv", publication_date="2020", **fields)
    article = cite("b", doi="10.1000/1", publication="Lancet", publication_date="2021", **fields)
    links = link_documents([preprint, article], [])
    assert len(links.references) == 2
    assert "preprint" in links.findings[0].message
    assert links.findings[0].severity is Severity.INFO


def test_a_record_between_two_dois_joins_neither() -> None:
    """Nothing says to which of them it belongs, in whatever order they come."""
    fields: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018"}
    three = [cite("a", doi="10.1000/1", **fields), cite("b", doi="10.1000/2", **fields), cite("c", **fields)]
    for order in (three, three[::-1], [three[2], three[0], three[1]]):
        links = link_documents(order, [])
        assert len(links.references) == 3
        assert any("nothing says" in finding.message for finding in links.findings)


def test_a_missing_year_or_author_is_no_contradiction() -> None:
    """A long title with one of them is enough; a short one needs the journal too."""
    full: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018"}
    assert joined(cite("a", **full), cite("b", authors=["Smith, J."]))
    assert joined(cite("a", **full), cite("b", publication_date="2018"))
    short = "Aspirin in older adults"
    assert not joined(cite("a", short, **full), cite("b", short, authors=["Smith, J."]))
    assert joined(
        cite("a", short, publication="New England Journal of Medicine", **full),
        cite("b", short, publication="N Engl J Med", authors=["Smith, J."]),
    )


def test_online_first_is_the_same_paper() -> None:
    """Neighbouring years join in the same journal only."""
    one: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018-12-20"}
    other: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2019-02"}
    assert joined(cite("a", publication="JAMA", **one), cite("b", publication="JAMA", **other))
    assert not joined(cite("a", publication="JAMA", **one), cite("b", publication="Lancet", **other))


def test_a_missing_subtitle_joins_in_the_same_journal() -> None:
    """Unless the subtitle marks another document, or there is more than one subtitle to choose from."""
    fields: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018", "publication": "JAMA"}
    assert joined(cite("a", LONG, **fields), cite("b", f"{LONG}: a randomised trial", **fields))
    assert not joined(cite("a", LONG, **fields), cite("b", f"{LONG}: study protocol", **fields))
    two = [cite("a", LONG, **fields), cite("b", f"{LONG}: a trial", **fields), cite("c", f"{LONG}: a cohort", **fields)]
    assert len(link_documents(two, []).references) == 3


def test_a_slip_in_the_title_joins_at_one_place_in_print() -> None:
    """Volume, first page, year and author agree; without the page the slip could be another paper."""
    fields: dict[str, Any] = {"authors": ["Smith, J."], "publication_date": "2018", "volume": "8"}
    slip = LONG.replace("healthy", "healhty")
    assert joined(cite("a", LONG, pages="77-79", **fields), cite("b", slip, pages="77", **fields))
    assert not joined(cite("a", LONG, pages="77-79", **fields), cite("b", slip, pages="80", **fields))
    assert not joined(cite("a", LONG, pages="77-79", **fields), cite("b", slip, **fields))


def test_passages_without_any_field_but_the_title_join() -> None:
    """Five passages of one paper are one document, although nothing but the title is known."""
    assert joined(*(cite(str(number)) for number in range(5)))


def test_numbers_of_two_databases_do_not_join() -> None:
    """Document 7 of one file is not document 7 of another, unless the titles say so."""
    one = cite("a", "Aspirin in healthy men at work", document_id="7", file="a.json")
    other = cite("b", "Statins for women of all ages", document_id="7", file="b.json")
    links = link_documents([one, other], [])
    assert len(links.references) == 2
    assert links.findings[0].severity is Severity.WARNING
    assert "document id '7'" in links.findings[0].message
    assert joined(one, cite("b", "Aspirin in healthy men at work", document_id="7", file="b.json"))


def test_a_document_id_with_contradicting_identifiers_names_two_papers() -> None:
    """They are kept apart, and the report says so."""
    one = cite("a", "Aspirin in healthy men at work", document_id="7", pmid="1")
    other = cite("b", "Statins for women of all ages", document_id="7", pmid="2")
    links = link_documents([one, other], [])
    assert len(links.references) == 2
    assert any("listed apart" in note for note in links.references[0].notes)


def test_a_doi_on_two_clearly_different_papers_does_not_join_them() -> None:
    """Title and first author both differ: one of the DOIs is wrong, and no passage may go under the other's name."""
    one = cite("a", "Aspirin in healthy men at work", doi="10.1000/1", authors=["Smith, J."])
    other = cite("b", "Statins for women of all ages", doi="10.1000/1", authors=["Doe, B."])
    links = link_documents([one, other], [])
    assert len(links.references) == 2
    assert "DOI 10.1000/1" in links.findings[0].message


def test_joins_carry_over_and_conflicts_are_told() -> None:
    """A with B by DOI, B with C by PMID: one document, and what A and C disagree on is listed with both values."""
    one = cite("a", doi="10.1000/1", pmid="1", volume="8", publication="JAMA")
    two = cite("b", doi="10.1000/1", pmid="2")
    three = cite("c", doi="10.1000/3", pmid="2", volume="9")
    links = link_documents([one, two, three], [])
    assert groups(links) == {frozenset("abc")}
    conflicts = " ".join(links.merges[0].conflicts)
    assert "10.1000/1" in conflicts
    assert "10.1000/3" in conflicts
    assert "volume: '8' kept, '9' in c" in links.merges[0].conflicts


def test_the_richest_record_wins_and_gaps_are_filled() -> None:
    """No field that any record had is lost."""
    poor = cite("a", doi="10.1000/1", url="https://example.org/x", publication_types=["Review"])
    rich = cite(
        "b", doi="10.1000/1", authors=["Smith, J.", "Doe, B."], publication_date="2018-10", volume="8", pages="1-9"
    )
    reference = link_documents([poor, rich], []).references[0]
    assert reference.csl["volume"] == "8"
    assert reference.csl["URL"] == "https://example.org/x"
    assert reference.publication_types == ["Review"]
    assert [name["family"] for name in reference.author_names] == ["Smith", "Doe"]


def test_a_whole_author_list_replaces_a_cut_one() -> None:
    """`et al.` in one record gives way to the names of the other."""
    cut = cite("a", pmid="1", authors=["Smith J", "et al."], volume="8", pages="1-9", publication="JAMA", issue="2")
    whole = cite("b", pmid="1", authors=["Smith J", "Doe B", "Roe C"])
    reference = link_documents([cut, whole], []).references[0]
    assert len(reference.author_names) == 3
    assert not reference.authors_truncated


def test_the_more_precise_date_is_kept_without_a_conflict() -> None:
    """2018 and 2018-10-18 agree."""
    links = link_documents(
        [cite("a", pmid="1", publication_date="2018", volume="8"), cite("b", pmid="1", publication_date="2018-10-18")],
        [],
    )
    assert links.references[0].publication_date == "2018-10-18"
    assert links.merges[0].conflicts == []


def test_the_whole_csl_record_wins_over_single_fields() -> None:
    """What only the fields know is added to it."""
    citation = cite(
        "a", pmid="123", csl={"type": "chapter", "title": "Of <i>E. coli</i> and other things", "DOI": "doi:10.1000/A"}
    )
    csl = link_documents([citation], []).references[0].csl
    assert csl["type"] == "chapter"
    assert csl["title"] == "Of <i>E. coli</i> and other things"
    assert csl["DOI"] == "10.1000/a"
    assert csl["PMID"] == "123"


def test_bare_records_join_citations_and_keep_their_place() -> None:
    """Citations come first, then records that no citation rests on."""
    bare = record(doi="10.1000/1")
    other = record("Another paper about quite different things")
    links = link_documents([cite("a", doi="10.1000/1")], [bare, other])
    assert [reference.id for reference in links.references] == ["r1", "r2"]
    assert links.reference_of == {"a": "r1"}
    assert links.merges[0].joined == ["a", "bare record 1"]


@pytest.mark.parametrize(
    ("title", "kinds", "flagged"),
    [
        ("RETRACTED: Foo in bar and baz", [], True),
        ("Foo in bar and baz", ["Retracted Publication"], True),
        ("Retraction: Foo in bar and baz", ["Retraction of Publication"], False),
        ("Erratum: Foo in bar and baz", ["Published Erratum"], False),
        ("Foo in bar and baz", ["Journal Article"], False),
    ],
)
def test_retracted_articles_are_flagged_and_notices_are_not(title: str, kinds: list[str], flagged: bool) -> None:
    """The notice about a paper is not the paper."""
    links = link_documents([cite("a", title, publication_types=kinds)], [])
    assert links.references[0].retracted is flagged


def test_one_retracted_record_flags_the_document() -> None:
    """It does not matter which of the joined records knew it."""
    links = link_documents([cite("a", pmid="1"), cite("b", pmid="1", publication_types=["Retracted Publication"])], [])
    assert links.references[0].retracted


def test_nothing_gives_nothing() -> None:
    """No citations, no references."""
    links = link_documents([], [])
    assert (links.references, links.reference_of, links.merges, links.findings) == ([], {}, [], [])


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("N Engl J Med", "The New England Journal of Medicine", True),
        ("BMJ", "British Medical Journal", True),
        ("JAMA", "JAMA", True),
        ("Br Med J (Clin Res Ed)", "British Medical Journal", True),
        ("Lancet", "The Lancet", True),
        ("Lancet", "JAMA", False),
        ("", "", False),
    ],
)
def test_journals_are_known_by_abbreviation(one: str, other: str, same: bool) -> None:
    """Word by word, or by initials."""
    assert same_container(one, other) is same


POOL = st.builds(
    lambda title, doc, doi, pmid, author, year: {
        "title": title, "document_id": doc, "doi": doi, "pmid": pmid, "authors": author, "publication_date": year
    },
    st.sampled_from([LONG, f"{LONG}: a trial", "Statins for women of all ages", "Reply"]),
    st.sampled_from(["", "", "1", "2"]),
    st.sampled_from(["", "", "10.1000/1", "10.1000/2"]),
    st.sampled_from(["", "", "1", "2"]),
    st.sampled_from([[], ["Smith, J."], ["Doe, B."]]),
    st.sampled_from([None, "2018", "2019"]),
)  # fmt: skip


@given(st.lists(POOL, max_size=9), st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=None)
def test_every_citation_has_one_reference_and_order_does_not_matter(
    drawn: list[dict[str, Any]], shuffler: random.Random
) -> None:
    """Ids are unique and all listed, nothing is lost, and only the numbering depends on the order of the input."""
    citations = [cite(f"c{number}", **fields) for number, fields in enumerate(drawn)]
    links = link_documents(citations, [])
    ids = [reference.id for reference in links.references]
    assert ids == [f"r{number}" for number in range(1, len(ids) + 1)]
    assert set(links.reference_of) == {citation.id for citation in citations}
    assert set(links.reference_of.values()) == set(ids)
    shuffled = list(citations)
    shuffler.shuffle(shuffled)
    again = link_documents(shuffled, [])
    assert groups(again) == groups(links)
    by_group = {frozenset(merge.joined): (merge.reason, sorted(merge.conflicts)) for merge in links.merges}
    assert {frozenset(merge.joined): (merge.reason, sorted(merge.conflicts)) for merge in again.merges} == by_group
    csl_of = {reference.id: reference.csl for reference in again.references}
    for citation_id, reference_id in links.reference_of.items():
        kept = next(reference.csl for reference in links.references if reference.id == reference_id)
        assert csl_of[again.reference_of[citation_id]] == kept


def test_the_order_in_which_titles_come_does_not_matter() -> None:
    """A join under one title can decide a comparison under another; every order of the input ends the same."""
    trial, statins = f"{LONG}: a trial", "Statins for women of all ages"
    titles = [
        [cite("a", title=LONG, pmid="1", publication_date="2019")],
        [cite("b", title=trial), cite("c", title=trial, pmid="1")],
        [cite("d", title=trial, doi="10.1000/1", publication_date="2018")],
        [cite("e", title=statins, publication_date="2019"), cite("f", title=statins, doi="10.1000/1")],
    ]
    orders = [[citation for citations in order for citation in citations] for order in permutations(titles)]
    results = {frozenset(groups(link_documents(order, []))) for order in orders}
    assert len(results) == 1


def test_merging_does_not_depend_on_order() -> None:
    """The same record comes out, and the inputs are not changed."""
    records: list[tuple[str, dict[str, Any]]] = [
        ("a", {"type": "article-journal", "title": "Foo", "volume": "8"}),
        ("b", {"type": "article-journal", "title": "Foo", "volume": "9", "page": "1-9"}),
        ("c", {"type": "article-journal", "title": "Foo", "issued": {"date-parts": [[2018]]}}),
    ]
    assert merge_records(records) == merge_records(records[::-1])
    assert records[0][1] == {"type": "article-journal", "title": "Foo", "volume": "8"}
