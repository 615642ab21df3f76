"""Rows of study data joined to their references, and papers of one trial counted once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.citation_studies import studies_of_citations
from bmreport.linking import link_documents
from bmreport.models import Arm, BiasJudgement, Citation, Finding, Origin, Reference, Severity, Study
from bmreport.study_linking import link_studies


def row(name: str = "ISIS-2", **fields: Any) -> Study:
    """A row of study data."""
    values = {"outcome": "death", "intervention": Arm(events=1, total=9), "control": Arm(events=2, total=9), **fields}
    return Study(study=name, **values)


def reference(place: int, **csl: Any) -> Reference:
    """One of the references r1, r2 and so on."""
    return Reference(id=f"r{place}", csl={"title": f"Paper {place}", **csl})


def linked(studies: list[Study], references: list[Reference], citations: list[Citation] | None = None,
           reference_of: dict[str, str] | None = None) -> tuple[list[str], list[Finding]]:  # fmt: skip
    """Reference ids of the rows, and the findings."""
    out, findings = link_studies(studies, references, citations or [], reference_of or {})
    return [study.reference_id for study in out], findings


PAPERS = [
    Reference(id="r1", csl={"title": "One", "DOI": "10.1000/One", "id": "smith2001"}, document_id="77"),
    Reference(id="r2", csl={"title": "Two", "PMID": "123", "PMCID": "PMC55", "citation-key": "doe2002"}),
    Reference(
        id="r3", csl={"title": "Three", "note": "Registered as NCT 01234567", "issued": {"date-parts": [[2010]]}}
    ),
]
CITATIONS = [
    Citation(id="c9", passage="It fell.", document_title="Four", abstract="Trial registration: ISRCTN12345678."),
]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"doi": "https://doi.org/10.1000/ONE"}, "r1"),
        ({"pmid": "PMID: 00123"}, "r2"),
        ({"pmid": "PMC55"}, "r2"),
        ({"pmcid": "55"}, "r2"),
        ({"key": "77"}, "r1"),
        ({"key": "smith2001"}, "r1"),
        ({"key": "DOE2002"}, "r2"),
        ({"key": "r2"}, "r2"),
        ({"key": "c9"}, "r4"),
        ({"registration": "nct01234567"}, "r3"),
        ({"registration": "ISRCTN 12345678"}, "r4"),
        ({"key": "nobody", "pmid": "123"}, "r2"),
        ({"doi": "n/a", "pmid": "none", "registration": "not registered"}, ""),
        ({}, ""),
    ],
)
def test_ways_to_a_reference(fields: dict[str, str], expected: str) -> None:
    """Key, DOI, PMID, PMCID and registration number lead to the reference, in any spelling."""
    papers = [*PAPERS, reference(4)]
    ids, findings = linked([row(**fields)], papers, CITATIONS, {"c9": "r4"})
    assert ids == [expected]
    assert [finding.severity for finding in findings] == ([] if expected else [Severity.INFO])


def test_identifiers_of_joined_records_count() -> None:
    """A PMID that only one of a document's citations knows leads to the document all the same."""
    citations = [
        Citation(
            id="a", passage="x y", document_title="A long enough title of a paper", doi="10.1000/9", document_id="5"
        ),
        Citation(id="b", passage="z w", document_title="A long enough title of a paper", pmid="999", document_id="5"),
    ]
    links = link_documents(citations, [])
    assert len(links.references) == 1
    ids, _ = linked([row(pmid="999"), row("B", doi="10.1000/9")], links.references, citations, links.reference_of)
    assert ids == ["r1", "r1"]


def test_rows_without_reference_are_told_once() -> None:
    """All rows that lead nowhere are one remark with what to do; they stay."""
    ids, findings = linked([row(f"S{place}") for place in range(30)], PAPERS)
    assert ids == [""] * 30
    assert len(findings) == 1
    assert findings[0].message.startswith("30 rows of study data lead to no reference, and cannot be cited: S0, S1")
    assert "and 18 more" in findings[0].message
    assert "DOI" in findings[0].remedy


def test_what_leads_to_several_references_leads_to_none() -> None:
    """A registration number that several records bear is no pointer, unless the year tells them apart."""
    papers = [reference(place, note="NCT01234567", issued={"date-parts": [[2000 + place]]}) for place in (1, 2)]
    ids, findings = linked([row(registration="NCT01234567")], papers)
    assert ids == [""]
    assert "leads to several references: r1, r2" in findings[0].message
    assert linked([row(registration="NCT01234567", year=2002)], papers)[0] == ["r2"]


def test_a_record_counts_more_than_a_mention() -> None:
    """A review that mentions a trial's number is not the trial's paper where a record bears the number."""
    papers = [reference(1), reference(2, note="NCT01234567")]
    review = Citation(id="c1", passage="In NCT01234567 it fell.", document_title="A review")
    assert linked([row(registration="NCT01234567")], papers, [review], {"c1": "r1"})[0] == ["r2"]


def test_identifiers_that_disagree_are_told() -> None:
    """A key and a DOI of different papers are a warning, and the key counts."""
    ids, findings = linked([row(key="doe2002", doi="10.1000/one")], PAPERS)
    assert ids == ["r2"]
    assert findings[0].severity is Severity.WARNING
    assert "key doe2002 to r2, DOI 10.1000/one to r1" in findings[0].message


def test_a_retracted_study_is_never_silent() -> None:
    """A row from a retracted reference is marked and told as a warning, once for all its outcomes."""
    gone = Reference(id="r1", csl={"title": "T", "DOI": "10.1000/1"}, retracted=True)
    rows = [row(doi="10.1000/1"), row(doi="10.1000/1", outcome="stroke"), row("Other", retracted=True)]
    out, findings = link_studies(rows, [gone], [], {})
    assert [study.retracted for study in out] == [True, True, True]
    warnings = [finding for finding in findings if finding.severity is Severity.WARNING]
    assert len(warnings) == 2
    assert "ISIS-2 counts as retracted: its reference r1 was retracted (outcomes: death, stroke)" in warnings[0].message
    assert "Other counts as retracted: it is marked as retracted" in warnings[1].message


def test_the_given_rows_are_not_changed() -> None:
    """Linking works on copies."""
    given_row = row(doi="10.1000/1")
    before = given_row.model_dump()
    link_studies([given_row, row(doi="10.1000/1", notes=["x"])], [reference(1, DOI="10.1000/1")], [], {})
    assert given_row.model_dump() == before


def test_identical_rows_count_once() -> None:
    """The same figures from two papers of a trial are one result; the second paper is named."""
    papers = [reference(1, DOI="10.1000/1"), reference(2, DOI="10.1000/2")]
    judged = BiasJudgement(tool="rob2", overall="Low")
    rows = [row(doi="10.1000/1"), row("isis-2", doi="10.1000/2", bias=[judged]), row(outcome="stroke", doi="10.1000/1")]
    out, findings = link_studies(rows, papers, [], {})
    assert [(study.outcome, study.reference_id) for study in out] == [("death", "r1"), ("stroke", "r1")]
    assert out[0].notes == ["the same figures stand in r2"]
    assert out[0].bias == [judged]
    assert [finding.severity for finding in findings] == [Severity.INFO]
    assert findings[0].message == "1 row of study data repeats another exactly and counts once: ISIS-2, death"


def test_different_figures_for_one_result_are_a_warning() -> None:
    """Both rows stay, and the message says that people must not count twice."""
    other = row(intervention=Arm(events=5, total=9), follow_up="5 years",
                origin=Origin(locator="t.csv", line=3, record=2))  # fmt: skip
    out, findings = link_studies([row(doi="x", follow_up="1 year"), other], [], [], {})
    assert len(out) == 2
    warning = next(finding for finding in findings if finding.severity is Severity.WARNING)
    assert "ISIS-2 gives 2 different results on death, at 1 year and 5 years" in warning.message
    assert "t.csv:3" in warning.where


@pytest.mark.parametrize("apart", ["outcome", "comparison", "subgroup"])
def test_rows_on_different_things_are_no_repeats(apart: str) -> None:
    """Another outcome, comparison or subgroup makes another result."""
    out, findings = link_studies([row(), row(**{apart: "another"})], [], [], {})
    assert len(out) == 2
    assert [finding.message for finding in findings if "result" in finding.message or "repeat" in finding.message] == []


def test_one_registration_is_one_trial() -> None:
    """Two names under one registration number are one trial, called by the first; the other stays in the notes."""
    rows = [row("HOT", registration="NCT01234567"), row("Hansson 1998", registration="nct 01234567", outcome="stroke")]
    out, findings = link_studies(rows, [], [], {})
    assert [study.study for study in out] == ["HOT", "HOT"]
    assert "called Hansson 1998 in its row" in out[1].notes[0]
    assert any("HOT and Hansson 1998 are one trial (NCT01234567)" in finding.message for finding in findings)


def test_nothing_to_link() -> None:
    """Without rows nothing is said."""
    assert link_studies([], PAPERS, CITATIONS, {}) == ([], [])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from(["death", "stroke"]), st.integers(0, 2),
                          st.sampled_from(["", "10.1000/1", "10.1000/2"])), max_size=8),
       st.randoms(use_true_random=False))  # fmt: skip
def test_order_changes_nothing(given_rows: list[tuple[str, str, int, str]], rng: random.Random) -> None:
    """Which results remain, and to which papers they lead, does not hang on the order of the rows."""
    papers = [reference(1, DOI="10.1000/1"), reference(2, DOI="10.1000/2")]
    rows = [
        row(name, outcome=outcome, intervention=Arm(events=events, total=9), doi=doi)
        for name, outcome, events, doi in given_rows
    ]
    mixed = list(rows)
    rng.shuffle(mixed)
    first, second = (link_studies(some, papers, [], {}) for some in (rows, mixed))
    results = [
        sorted((study.study, study.outcome, study.intervention.events, bool(study.reference_id)) for study in out)
        for out, _ in (first, second)
    ]
    assert results[0] == results[1]
    assert sorted(one.severity for one in first[1]) == sorted(one.severity for one in second[1])


def citation(study: object, identifier: str = "c1") -> Citation:
    """A citation that carries study data."""
    values: dict[str, Any] = {"id": identifier, "passage": "It fell.", "document_title": "T", "study": study}
    return Citation.model_validate(values)


NESTED = {
    "study": "ISIS-2",
    "outcome": "death",
    "intervention": {"events": 1, "total": 9},
    "control": {"events": 2, "total": 9},
    "rob2": {"randomisation": "Low"},
}


def test_citations_bring_their_own_study_data() -> None:
    """A record, flat or nested, or a list of them becomes rows that belong to the citation's reference."""
    flat = {"study": "B", "outcome": "stroke", "ev.trt": "3", "n.trt": 10, "ev.ctrl": 4, "n.ctrl": 10}
    citations = [
        citation([NESTED, flat]),
        citation("only a name", "c2"),
        citation({**flat, "study": "C", "odd": 1}, "c3"),
    ]
    studies, findings = studies_of_citations(citations)
    assert findings == []
    assert [(study.study, study.key, study.intervention.events) for study in studies] == [
        ("ISIS-2", "c1", 1), ("B", "c1", 3), ("C", "c3", 3),
    ]  # fmt: skip
    assert studies[0].bias == [BiasJudgement(tool="rob2", domains={"randomisation": "Low"})]
    assert studies[2].notes == ["fields not known and not used: odd"]
    out, _ = link_studies(studies, [reference(1), reference(3)], citations, {"c1": "r1", "c2": "r1", "c3": "r3"})
    assert [study.reference_id for study in out] == ["r1", "r1", "r3"]


@pytest.mark.parametrize(
    ("study", "message"),
    [
        ({"study": "A"}, "outcome: is empty"),
        ({**NESTED, "intervention": {"events": 10, "total": 9}}, "intervention.events: 10 events among 9 people"),
        ([1], "study: int is no study data"),
        ({**NESTED, "bias": [{"x": 1}]}, "bias.1.tool: is missing"),
    ],
)
def test_bad_study_data_of_a_citation_is_an_error(study: object, message: str) -> None:
    """What cannot be used is told with the citation's id; the citation stays."""
    studies, findings = studies_of_citations([citation(study)])
    assert studies == []
    assert findings[0].severity is Severity.ERROR
    assert findings[0].where.startswith("c1: study")
    assert message in findings[0].message
