"""The built-in verifiers: each kind of fault is found, and a sound report passes."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport.context import RunContext
from bmreport.models import (
    BulletList,
    Citation,
    Cite,
    Claim,
    Finding,
    NoOptions,
    Paragraph,
    Reference,
    Report,
    Section,
    Severity,
    Table,
    Verdict,
)
from bmreport.providers import Verifier
from bmreport.testing import assert_verifier_contract
from bmreport_plugins.verifiers import bmreport_verifiers

VERIFIERS = {verifier.name: verifier for verifier in bmreport_verifiers()}
NAMES = (
    "cites-resolve", "contradictions", "direction", "duplicate-documents", "hedging", "llm-judge", "markers",
    "numbering", "numbers", "population", "quotes", "references-cited", "required-fields", "retractions", "terms",
    "uncited", "verbatim-quotes",
)  # fmt: skip


def check(name: str, report: Report) -> list[Finding]:
    """What one verifier says."""
    return VERIFIERS[name].check(report, RunContext(offline=True), NoOptions())


def said(name: str, report: Report) -> list[tuple[Severity, str, str]]:
    """Severity, place and message of each finding; every remedy is given."""
    findings = check(name, report)
    assert all(finding.remedy for finding in findings)
    assert all(finding.verifier == name for finding in findings)
    return [(finding.severity, finding.where, finding.message) for finding in findings]


def reference(number: int | None, title: str = "Aspirin in healthy older adults", **fields: Any) -> Reference:
    """A listed reference `r1`, with all that is required unless told otherwise."""
    csl: dict[str, Any] = {
        "type": "article-journal",
        "title": f"{title} {number}",
        "author": [{"family": "Smith", "given": "J."}],
        "issued": {"date-parts": [[2018]]},
        "container-title": "JAMA",
    }
    identifier = fields.pop("identifier", f"r{number}")
    kinds = fields.pop("kinds", [])
    retracted = fields.pop("retracted", False)
    csl.update(fields)
    return Reference(
        id=identifier,
        number=number,
        csl={key: value for key, value in csl.items() if value is not None},
        publication_types=kinds,
        retracted=retracted,
    )


def claim(*ids: str, identifier: str = "s1", **fields: Any) -> Claim:
    """A claim that cites references by id."""
    return Claim(id=identifier, text="It fell.", cites=[Cite(reference_id=one) for one in ids], **fields)


def report(claims: list[Claim], references: list[Reference], **fields: Any) -> Report:
    """A report of one paragraph."""
    sections = fields.pop("sections", None) or [Section(blocks=[Paragraph(claims=claims)])]
    return Report(user_question="Why?", sections=sections, references=references, **fields)


def test_the_built_in_checks_are_these() -> None:
    """Names are what users see and what documentation lists."""
    assert tuple(VERIFIERS) == NAMES


@pytest.mark.parametrize("verifier", VERIFIERS.values(), ids=lambda verifier: verifier.name)
def test_a_sound_report_passes(verifier: Verifier) -> None:
    """The contract holds, and there is nothing to find in the sample but that its claims are held."""
    assert {finding.verdict for finding in assert_verifier_contract(verifier)} <= {Verdict.SUPPORTED}


@pytest.mark.parametrize("verifier", VERIFIERS.values(), ids=lambda verifier: verifier.name)
def test_an_empty_report_passes(verifier: Verifier) -> None:
    """No references and no claims: nothing to say."""
    assert assert_verifier_contract(verifier, Report(user_question="Why?")) == []


# -- cites-resolve -----------------------------------------------------------------------------------------------


def cited(cite: Cite, **fields: Any) -> Report:
    """A report with one cite, two listed references, one under further reading, and one citation."""
    citation = Citation(id="c1", passage="It fell.", document_title="A")
    return report(
        [Claim(id="s1", text="It fell.", cites=[cite])],
        [reference(1), reference(2)],
        further_reading=[reference(None, identifier="r9")],
        citations=[citation],
        reference_of={"c1": "r1"},
        **fields,
    )


def test_a_cite_that_resolves_is_well() -> None:
    """By citation and reference, or by reference alone."""
    assert check("cites-resolve", cited(Cite(citation_id="c1", reference_id="r1"))) == []
    assert check("cites-resolve", cited(Cite(reference_id="r2"))) == []


@pytest.mark.parametrize(
    ("cite", "message"),
    [
        (Cite(), "the cite of nothing leads to no reference"),
        (Cite(citation_id="c1"), "the cite of c1 leads to no reference"),
        (Cite(citation_id="c7", reference_id="r1"), "cites citation 'c7', which is not among the evidence"),
        (Cite(reference_id="r7"), "cites reference 'r7', which is not in the list"),
        (Cite(reference_id="r9"), "cites reference 'r9', which stands under further reading only"),
        (Cite(citation_id="c1", reference_id="r2"), "citation 'c1' belongs to reference 'r1', not to 'r2'"),
    ],
)
def test_a_cite_that_leads_nowhere_is_an_error(cite: Cite, message: str) -> None:
    """The message names the cite, the place names the claim."""
    assert said("cites-resolve", cited(cite)) == [(Severity.ERROR, "s1", message)]


def test_a_sentence_without_a_cite_is_not_its_matter() -> None:
    """The check `uncited` looks at those."""
    assert check("cites-resolve", report([claim(identifier="s1")], [])) == []


def test_cites_in_tables_and_lists_are_checked() -> None:
    """Every place where a cite may stand."""
    table = Table(caption=[claim("x1")], header=[[claim("x2")]], rows=[[[claim("x3")]]], footnotes=[[claim("x4")]])
    sections = [Section(blocks=[table, BulletList(items=[[claim("x5")]])])]
    assert len(check("cites-resolve", report([], [], sections=sections))) == 5


# -- references-cited --------------------------------------------------------------------------------------------


def test_a_listed_reference_that_nothing_cites_is_an_error() -> None:
    """Each by its number and id; further reading may stay uncited."""
    given = report([claim("r1")], [reference(1), reference(2)], further_reading=[reference(None, identifier="r9")])
    assert said("references-cited", given) == [(Severity.ERROR, "r2", "reference 2 is listed but nothing cites it")]


def test_a_cite_in_a_table_counts() -> None:
    """A reference cited in a cell only is cited."""
    sections = [Section(blocks=[Table(header=[[claim("r1")]])])]
    assert check("references-cited", report([], [reference(1)], sections=sections)) == []


# -- numbering ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "part"),
    [
        ([1, 3], "2 references, but numbers up to 3; missing: 2"),
        ([2, 3], "missing: 1"),
        ([1, 1], "number 1 is given 2 times"),
        ([1, None], "a listed reference has no number"),
    ],
)
def test_gaps_repeats_and_missing_numbers_are_errors(numbers: list[int | None], part: str) -> None:
    """The list runs from 1 to n."""
    references = [reference(number, identifier=f"x{place}") for place, number in enumerate(numbers)]
    found = said("numbering", report([claim("x0"), claim("x1")], references))
    assert found
    assert all(severity is Severity.ERROR for severity, _where, _message in found)
    assert any(part in message for _severity, _where, message in found)


def test_numbers_out_of_order_are_an_error() -> None:
    """The first reference the text cites must be number 1."""
    found = said(
        "numbering", report([claim("r2", identifier="s1"), claim("r1", identifier="s2")], [reference(1), reference(2)])
    )
    assert found == [(Severity.ERROR, "s2, r1", "number 1 first appears after number 2")]


def test_a_list_out_of_its_own_order_is_an_error() -> None:
    """A style numbers the list as it stands: numbers that run otherwise would lead readers to another paper."""
    claims = [claim("r1", identifier="s1"), claim("r2", identifier="s2")]
    found = said("numbering", report(claims, [reference(2), reference(1)]))
    assert found == [(Severity.ERROR, "references", "the list is not in the order of its numbers")]


def test_citing_again_is_no_fault_of_order() -> None:
    """Only the first appearance counts."""
    claims = [claim("r1"), claim("r2", "r1"), claim("r1"), claim("r3")]
    assert check("numbering", report(claims, [reference(1), reference(2), reference(3)])) == []


def test_a_number_under_further_reading_is_an_error() -> None:
    """What is not cited has no number."""
    found = said("numbering", report([claim("r1")], [reference(1)], further_reading=[reference(2)]))
    assert found == [(Severity.ERROR, "r2", "further reading bears number 2")]


def test_one_id_for_two_references_is_an_error() -> None:
    """Cites could not tell them apart."""
    given = report([claim("r1")], [reference(1)])
    given.references.append(reference(2, identifier="r1"))  # made so, the model would refuse it
    assert (Severity.ERROR, "r1", "2 references share the id 'r1'") in said("numbering", given)


# -- duplicate-documents -----------------------------------------------------------------------------------------


def pair(one: dict[str, Any], other: dict[str, Any]) -> Report:
    """Two listed references that differ in these fields, with titles of their own unless given."""
    first = {"title": "Aspirin in healthy older adults", **one}
    second = {"title": "Statins for women of every age", **other}
    return report([claim("r1", "r2")], [reference(1, **first), reference(2, **second)])


@pytest.mark.parametrize(("field", "value"), [("DOI", "10.1000/1"), ("PMID", "5"), ("PMCID", "PMC5")])
def test_a_shared_identifier_is_an_error(field: str, value: str) -> None:
    """Once per pair, whatever else they share."""
    assert said("duplicate-documents", pair({field: value}, {field: value})) == [
        (Severity.ERROR, "r1, r2", f"2 references have {field} {value}")
    ]


def test_a_shared_identifier_outside_the_list_is_a_warning() -> None:
    """Only cited references are counted as evidence twice."""
    given = report(
        [claim("r1")],
        [reference(1, DOI="10.1000/1")],
        further_reading=[reference(None, identifier="r9", DOI="10.1000/1")],
    )
    assert [severity for severity, _where, _message in said("duplicate-documents", given)] == [Severity.WARNING]


def test_two_shared_identifiers_are_one_finding() -> None:
    """Nobody wants to read it twice."""
    same = {"DOI": "10.1000/1", "PMID": "5"}
    assert len(check("duplicate-documents", pair(same, same))) == 1


def titled(one: str, other: str, **fields: Any) -> Report:
    """Two references with these very titles."""
    first, second = reference(1, **fields.pop("first", {})), reference(2, **fields.pop("second", {}))
    first.csl["title"], second.csl["title"] = one, other
    return report([claim("r1", "r2")], [first, second])


@pytest.mark.parametrize(
    "other",
    [
        "ASPIRIN in healthy, older adults.",
        "Aspirin in healthy oldr adults",
        "RETRACTED: Aspirin in healthy older adults",
    ],
)
def test_near_identical_titles_of_one_year_are_a_warning(other: str) -> None:
    """Spelling, a slip of the pen, or a word in front."""
    found = said("duplicate-documents", titled("Aspirin in healthy older adults", other))
    assert [(severity, where) for severity, where, _message in found] == [(Severity.WARNING, "r1, r2")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aspirin in older adults, part 1", "Aspirin in older adults, part 2"),
        ("Introduction", "Introduction"),
        ("Aspirin in healthy older adults", "Aspirin in unhealthy younger children"),
    ],
)
def test_parts_generic_titles_and_other_titles_pass(one: str, other: str) -> None:
    """Numbers tell parts of a series; a generic title tells nothing."""
    assert check("duplicate-documents", titled(one, other)) == []


def test_another_year_passes() -> None:
    """A guideline may be issued again under its title."""
    title = "Aspirin in healthy older adults"
    given = titled(title, title, second={"issued": {"date-parts": [[2008]]}})
    assert check("duplicate-documents", given) == []


def test_one_title_with_two_dois_is_a_remark() -> None:
    """A preprint and its article are two documents, and readers should know."""
    title = "Aspirin in healthy older adults"
    given = titled(title, title, first={"DOI": "10.1101/1"}, second={"DOI": "10.1000/2"})
    assert [severity for severity, _where, _message in said("duplicate-documents", given)] == [Severity.INFO]


# -- retractions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields", [{"retracted": True}, {"kinds": ["Retracted Publication"]}, {"title": "RETRACTED: Aspirin for all"}]
)
def test_a_retracted_paper_that_is_cited_is_an_error(fields: dict[str, Any]) -> None:
    """Told by flag, publication type or title."""
    found = said("retractions", report([claim("r1")], [reference(1, **fields)]))
    assert found == [(Severity.ERROR, "r1", "reference 1 is retracted and yet cited")]


def test_a_retracted_paper_that_counts_as_evidence_is_an_error() -> None:
    """It is not cited, but the grade rests on it."""
    given = report(
        [], [], further_reading=[reference(None, identifier="r9", retracted=True)], reference_of={"c1": "r9"}
    )
    assert [severity for severity, _where, _message in said("retractions", given)] == [Severity.ERROR]


def test_a_retracted_paper_in_the_input_is_a_warning() -> None:
    """A bare record that nothing rests on."""
    given = report([], [], further_reading=[reference(None, identifier="r9", retracted=True)])
    assert said("retractions", given) == [(Severity.WARNING, "r9", "an uncited record is retracted")]


@pytest.mark.parametrize(
    ("fields", "severity", "what"),
    [
        ({"title": "WITHDRAWN: Aspirin for all"}, Severity.WARNING, "was withdrawn"),
        ({"kinds": ["Retraction of Publication"]}, Severity.WARNING, "is a retraction notice, not a study"),
        ({"title": "Retraction: Aspirin for all"}, Severity.WARNING, "is a retraction notice, not a study"),
        ({"kinds": ["Expression of Concern"]}, Severity.WARNING, "is an expression of concern, not a study"),
        ({"kinds": ["Published Erratum"]}, Severity.INFO, "is an erratum, not a study"),
        ({"title": "Correction to: Aspirin for all"}, Severity.INFO, "is an erratum, not a study"),
    ],
)
def test_notices_are_told_from_retracted_papers(fields: dict[str, Any], severity: Severity, what: str) -> None:
    """An erratum or an expression of concern is no retraction, and the notice is not the article."""
    assert said("retractions", report([claim("r1")], [reference(1, **fields)])) == [
        (severity, "r1", f"reference 1 {what}")
    ]


def test_a_notice_warns_of_the_paper_it_names() -> None:
    """The article's own record may not know yet."""
    article, notice = reference(1), reference(None, identifier="r9")
    article.csl["title"] = "Aspirin in healthy older adults"
    notice.csl["title"] = "Retraction: Aspirin in healthy older adults"
    found = said("retractions", report([claim("r1")], [article], further_reading=[notice]))
    assert (Severity.WARNING, "r1", "the title of reference 1 is that of retraction notice r9") in found


def test_an_article_on_retractions_passes() -> None:
    """Its title speaks of them, it is none."""
    assert check("retractions", report([claim("r1")], [reference(1, "Retraction of papers in medicine")])) == []


# -- required-fields ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "words"),
    [("title", "title"), ("author", "authors"), ("issued", "year"), ("container-title", "journal")],
)
def test_a_missing_field_is_a_warning(field: str, words: str) -> None:
    """Record and field are named, and nothing else is said."""
    given = reference(1)
    del given.csl[field]
    assert said("required-fields", report([claim("r1")], [given])) == [
        (Severity.WARNING, "r1", f"reference 1 has no {words} (CSL: {field})")
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"author": [{"literal": "ASCEND Study Group"}]},
        {"author": None, "editor": [{"family": "Smith"}]},
        {"issued": {"literal": "in press"}},
        {"type": "book", "container-title": None},
        {"type": "webpage", "container-title": None},
    ],
)
def test_other_ways_to_be_complete_pass(fields: dict[str, Any]) -> None:
    """Groups, editors, papers in press, and what appears in no journal."""
    assert check("required-fields", report([claim("r1")], [reference(1, **fields)])) == []


def test_uncited_records_are_not_asked_for_fields() -> None:
    """Readers do not look for them by this report."""
    bare = Reference(id="r9", csl={"type": "article-journal"})
    assert check("required-fields", report([], [], further_reading=[bare])) == []
    assert len(check("required-fields", report([claim("r9")], [bare]))) == 4
