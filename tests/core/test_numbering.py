"""Numbers by first appearance."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.evidence import EvidenceBody
from bmreport.models import Citation, Cite, Claim, Paragraph, Reference, Section, Table, walk_claims
from bmreport.numbering import number_references


def body(*documents: str) -> EvidenceBody:
    """One citation for each document, `c1` from the first."""
    citations = tuple(
        Citation(id=f"c{place}", passage="It fell.", document_title=name)
        for place, name in enumerate(documents, start=1)
    )
    ids = {name: f"r{place}" for place, name in enumerate(dict.fromkeys(documents), start=1)}
    references = tuple(Reference(id=identifier, csl={"title": name}) for name, identifier in ids.items())
    return EvidenceBody("Why?", citations, references, {one.id: ids[one.document_title] for one in citations})


def claim(*citations: str, identifier: str = "") -> Claim:
    """A claim that cites these."""
    return Claim(id=identifier, text="It fell.", cites=[Cite(citation_id=one) for one in citations])


def test_numbers_follow_the_text_and_not_the_input() -> None:
    """The first reference that the text cites is number 1; what it does not cite has none."""
    sections = [Section(blocks=[Paragraph(claims=[claim("c3"), claim("c1", "c3")])])]
    numbered = number_references(sections, body("A", "B", "C"))
    assert [(one.id, one.number) for one in numbered.cited] == [("r3", 1), ("r1", 2)]
    assert [(one.id, one.number) for one in numbered.uncited] == [("r2", None)]


def test_tables_are_read_caption_header_rows_footnotes() -> None:
    """A table's cites take their numbers in reading order."""
    table = Table(caption=[claim("c4")], header=[[claim("c3")]], rows=[[[claim("c2")]]], footnotes=[[claim("c1")]])
    numbered = number_references([Section(blocks=[table])], body("A", "B", "C", "D"))
    assert [one.id for one in numbered.cited] == ["r4", "r3", "r2", "r1"]


def test_the_draft_is_not_changed() -> None:
    """Ids and references are set in a copy."""
    sections = [Section(blocks=[Paragraph(claims=[claim("c1")])])]
    before = sections[0].model_copy(deep=True)
    number_references(sections, body("A"))
    assert sections[0] == before


def test_an_unknown_citation_keeps_no_reference() -> None:
    """The verifiers can report it; no number is spent on it."""
    sections = [Section(blocks=[Paragraph(claims=[claim("c9"), claim("c1")])])]
    numbered = number_references(sections, body("A"))
    cites = [cite for one in walk_claims(numbered.sections) for cite in one.cites]
    assert [cite.reference_id for cite in cites] == ["", "r1"]
    assert [one.number for one in numbered.cited] == [1]


def test_a_cite_may_name_its_reference_directly() -> None:
    """A finished text knows no citations."""
    sections = [Section(blocks=[Paragraph(claims=[Claim(text="It fell.", cites=[Cite(reference_id="r2")])])])]
    assert [one.id for one in number_references(sections, body("A", "B")).cited] == ["r2"]


def test_claims_get_ids_of_their_own() -> None:
    """Missing ids are filled, ids used twice are made new, and no given one is taken away."""
    claims = [claim(), claim(identifier="s1"), claim(identifier="x"), claim(identifier="x"), claim(identifier="s4")]
    numbered = number_references([Section(blocks=[Paragraph(claims=claims)])], body("A"))
    assert [one.id for one in walk_claims(numbered.sections)] == ["s1x", "s1", "x", "s4x", "s4"]


@given(st.lists(st.lists(st.sampled_from(["c1", "c2", "c3", "c4", "c9"]), max_size=3), max_size=8))
@settings(max_examples=80, deadline=None)
def test_numbers_have_no_gaps_and_rise_through_the_text(clusters: list[list[str]]) -> None:
    """1 to n, each once, in order of first appearance; every reference is either cited or not."""
    evidence = body("A", "B", "A", "C")
    sections = [Section(blocks=[Paragraph(claims=[claim(*one) for one in clusters])])]
    numbered = number_references(sections, evidence)
    assert [one.number for one in numbered.cited] == list(range(1, len(numbered.cited) + 1))
    cited = [cite.reference_id for one in walk_claims(numbered.sections) for cite in one.cites if cite.reference_id]
    assert list(dict.fromkeys(cited)) == [one.id for one in numbered.cited]
    everything = [one.id for one in (*numbered.cited, *numbered.uncited)]
    assert sorted(everything) == sorted(one.id for one in evidence.references)
