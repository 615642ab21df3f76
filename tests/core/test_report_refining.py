"""A finished report on other evidence: what stands, what is written anew, and what is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bmreport import (
    Citation,
    Draft,
    EvidenceBody,
    NotEnoughEvidenceError,
    PluginError,
    PluginHost,
    Report,
    UnknownProviderError,
    UsageError,
    hookimpl,
    merge_reports,
    refine_report,
)
from bmreport.evidence import Change
from bmreport.models import (
    BulletList,
    Claim,
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Figure,
    Finding,
    Grade,
    NoOptions,
    Options,
    Paragraph,
    Provenance,
    Quote,
    Revision,
    Section,
    SectionKind,
    Severity,
    Table,
    walk_claims,
)
from bmreport.report_refining.exclusions import find_excluded
from bmreport.testing import FIXED_TIME, fresh_host

from .report_makers import (
    OTHER_QUESTION,
    QUESTION,
    benefit,
    cited,
    evidence,
    figure,
    grade,
    harm,
    made_report,
    quiet_host,
    remark,
    reports,
    section,
    with_exhibit,
)

NEW = {
    "passage": "Placebrol prevented sample events in children in a new trial.",
    "title": "Placebrol in children, a new and large trial",
    "doi": "10.5555/paper.9",
    "authors": ["New, N."],
    "year": 2024,
    "relevance_score": 0.95,
}


def refined(report: Report, **wishes: Any) -> Report:
    """The refined report, without checks."""
    wishes.setdefault("host", quiet_host())
    return refine_report(report, **wishes)


def three(*passages: str) -> list[Citation]:
    """These passages as c1, c2, c3 of papers 1, 2, 3."""
    return [evidence(f"c{place}", passage, place) for place, passage in enumerate(passages, start=1)]


def texts(report: Report) -> dict[str, str]:
    """Claim id -> sentence."""
    return {claim.id: claim.text for claim in report.claims}


def messages(report: Report, severity: Severity | None = None) -> str:
    """All findings as one text."""
    return "\n".join(one.message for one in report.findings if severity in (None, one.severity))


# -- nothing to do -------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_change_of_nothing_changes_nothing_but_the_history(report: Report) -> None:
    """And not the given report at all."""
    before = report.model_dump()
    after = refined(report)
    assert report.model_dump() == before
    assert {name for name, value in after.model_dump().items() if value != before[name]} <= {"history", "ledger"}
    (revision,) = after.history
    assert (revision.action, revision.excluded, revision.added, revision.dropped_claims) == ("refine", [], [], [])
    assert revision.kept_claims == len({(claim.id, claim.text) for claim in report.claims})
    assert revision.new_claims == 0


def test_a_note_alone_is_kept_in_the_history() -> None:
    """A synthesizer that cannot revise has no use for it."""
    before = benefit()
    after = refined(before, note="Read by the board.")
    assert after.history[-1].note == "Read by the board."
    assert after.sections == before.sections
    assert after.methodology_note == before.methodology_note


def test_the_checks_run_again() -> None:
    """A refined report has a ledger of all its sentences."""
    after = refine_report(benefit(), exclude=["c3"], host=fresh_host())
    assert [entry.claim_id for entry in after.ledger.entries] == [claim.id for claim in after.claims]
    structural = {"cites-resolve", "numbering", "references-cited", "duplicate-documents"}
    assert [str(finding) for finding in after.findings if finding.verifier in structural] == []


# -- taking out ----------------------------------------------------------------------------------------------------


def test_sentences_that_rest_on_it_go_and_the_others_stand() -> None:
    """With their ids; the list of references is numbered anew and without the document that is gone."""
    before = benefit()
    after = refined(before, exclude=["c3"], note="wrong population")
    gone = "Women had no benefit from placebrol, and older adults had some."
    counted = "This answer quotes 3 of 3 documents."
    kept = {key: text for key, text in texts(before).items() if text not in (gone, counted)}
    assert kept.items() <= texts(after).items()
    assert gone not in texts(after).values()
    assert [reference.number for reference in after.references] == [1, 2]
    assert "10.5555/paper.3" not in [one.doi for one in (*after.references, *after.further_reading)]
    assert (after.citation_count, after.unique_documents) == (3, 2)
    assert {reference.id for reference in after.references} <= {reference.id for reference in before.references}


def test_everything_that_went_is_named() -> None:
    """In the history, in the findings and in the note on method."""
    after = refined(benefit(), exclude=["c3"], note="wrong population")
    revision = after.history[-1]
    assert revision.excluded == ["c3"]
    assert revision.note == "wrong population"
    assert "Women had no benefit from placebrol, and older adults had some." in revision.dropped_claims
    assert "taken out: c3" in messages(after)
    assert "Women had no benefit" in messages(after)
    assert "taken out (c3)" in after.methodology_note


def test_a_sentence_that_counts_the_evidence_is_counted_again() -> None:
    """It would be wrong as it stood."""
    after = refined(benefit(), exclude=["c3"])
    assert "This answer quotes 3 of 3 documents." not in texts(after).values()
    assert "This answer cites 2 of 2 documents." in texts(after).values()


def test_what_a_lost_sentence_rested_on_as_well_is_set_free() -> None:
    """The other passage of a lost sentence is asked again, and nothing that stands is said twice."""
    before = made_report(
        [
            evidence("c1", "Placebrol lowered sample events by 12%.", 1),
            evidence("c2", "Placebrol prevented sample events in men. Placebrol lowered sample events by 12%.", 2),
        ],
        [
            section(SectionKind.LEAD, cited("Placebrol helps.", "c1")),
            section(SectionKind.FINDINGS, cited("Both trials say that placebrol prevents sample events.", "c1", "c2")),
        ],
    )
    after = refined(before, exclude=["c1"], min_citations=1)
    assert "Placebrol prevented sample events in men." in texts(after).values()
    assert all(claim.citation_ids in ([], ["c2"]) for claim in after.claims)
    assert after.sections[0].kind is SectionKind.LEAD
    words = [claim.text for claim in after.claims]
    assert len(words) == len(set(words))


def test_new_sentences_get_ids_that_were_never_used() -> None:
    """Not even that of a sentence that went: ids are how two reports are compared."""
    before = benefit()
    after = refined(before, exclude=["c1"], add=[NEW])
    new = texts(after).keys() - texts(before).keys()
    assert new
    same = texts(after).keys() & texts(before).keys()
    assert all(texts(after)[key] == texts(before)[key] for key in same)
    assert len(texts(after)) == len(after.claims)


def test_the_short_answer_is_written_again_when_all_of_it_is_gone() -> None:
    """A sentence that stands elsewhere moves up with its id."""
    before = benefit()
    after = refined(before, exclude=["c1"])
    lead = after.sections[0]
    assert lead.kind is SectionKind.LEAD
    assert [claim.citation_ids for claim in walk_claims([lead])] != []
    moved = next(claim for claim in walk_claims([lead]))
    assert moved.text in texts(before).values()
    assert texts(before)[moved.id] == moved.text
    assert list(texts(after).values()).count(moved.text) == 1


def test_what_is_left_empty_goes() -> None:
    """A section, an item of a list, a row of a table with its label; a table without rows."""
    plain = [remark("Group")], [remark("Effect")]
    before = made_report(
        three("Placebrol prevented sample events.", "It rose.", "It fell."),
        [
            section(SectionKind.LEAD, cited("Placebrol prevented sample events.", "c1")),
            Section(heading="Gone", kind=SectionKind.FINDINGS, blocks=[BulletList(items=[[cited("It rose.", "c2")]])]),
            Section(
                heading="Table",
                kind=SectionKind.FINDINGS,
                blocks=[
                    BulletList(items=[[cited("Rose.", "c2")], [cited("Fell.", "c3")]]),
                    Table(
                        header=list(plain),
                        rows=[[[remark("Men")], [cited("up", "c2")]], [[remark("Women")], [cited("down", "c3")]]],
                    ),
                    Table(header=list(plain), rows=[[[remark("All")], [cited("up", "c2")]]]),
                ],
            ),
        ],
    )
    after = refined(before, exclude=["c2"])
    assert [one.heading for one in after.sections] == ["Lead", "Table"]
    items, table = after.sections[1].blocks
    assert isinstance(items, BulletList)
    assert [[claim.text for claim in item] for item in items.items] == [["Fell."]]
    assert isinstance(table, Table)
    assert [[claim.text for cell in row for claim in cell] for row in table.rows] == [["Women", "down"]]
    assert {"Men", "All", "Gone"} & {*after.history[-1].dropped_claims} == {"Men", "All"}


def test_too_little_evidence_is_refused() -> None:
    """The rule of the pipeline holds; so does a report of which nothing would be left."""
    with pytest.raises(NotEnoughEvidenceError, match="1 usable citation, 2 needed"):
        refined(benefit(), exclude=["c1", "c2", "c3"])
    with pytest.raises(NotEnoughEvidenceError, match="nothing is left of the answer"):
        refined(
            made_report(
                three("Placebrol prevented sample events.", "Xyz.", "Abc."),
                [section(SectionKind.LEAD, cited("Placebrol prevented sample events.", "c1"))],
                question="What of quetzals?",
            ),
            exclude=["c1"],
        )


@pytest.mark.parametrize(
    ("name", "citations", "documents"),
    [
        ("c2", {"c2"}, 1),
        ("c1", {"c1"}, 0),
        ("c1,c4", {"c1", "c4"}, 1),
        ("10.5555/PAPER.1", {"c1", "c4"}, 1),
        ("https://doi.org/10.5555/paper.1", {"c1", "c4"}, 1),
        ("901", {"c2"}, 1),
        ("PMID: 901", {"c2"}, 1),
        ("doc3", {"c3"}, 1),
        ("r1", {"c1", "c4"}, 1),
        ("10.5555/a,b", {"c5"}, 1),
        ("r9", set(), 1),
    ],
)
def test_citations_are_excluded_by_any_name(name: str, citations: set[str], documents: int) -> None:
    """Citation id, reference id, document id, DOI and PMID; a DOI may hold a comma."""
    report = benefit()
    report.citations[1].pmid = "901"
    report.citations[2].document_id = "doc3"
    report.citations.append(evidence("c5", "It fell.", doi="10.5555/a,b"))
    bare = report.references[0].model_copy(update={"id": "r9", "number": None, "csl": {"title": "A bare record"}})
    own = report.references[0].model_copy(update={"id": "r8", "number": None, "csl": {"DOI": "10.5555/a,b"}})
    report.further_reading = [own, bare]
    report.reference_of["c5"] = "r8"
    found = find_excluded(report, [name])
    assert found.citations == citations
    assert len(found.references) == documents


@pytest.mark.parametrize(
    ("name", "message", "remedy"),
    [
        ("c9", "'c9' is neither a citation nor a document", "its citations: c1, c2, c3, c4"),
        ("c22", "'c22' is neither", "did you mean c2?"),
        ("C2", "'C2' is neither", "did you mean c2?"),
        ("10.5555/paper.33", "neither a citation", "10.5555/paper.3"),
        ("[2]", "neither a citation", "number 2 of the list is r2 (AuthorB 1992): give r2"),
        ("\x1b[2J", "neither a citation", "give a citation id"),
        ("pmid:7", "neither a citation", "give a citation id"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_near_misses(name: str, message: str, remedy: str) -> None:
    """And nothing is changed."""
    with pytest.raises(UsageError) as caught:
        refined(benefit(), exclude=[name])
    assert message in caught.value.message
    assert remedy in caught.value.remedy


def test_a_name_of_two_documents_is_refused() -> None:
    """A bare number may be a PMID here and a document id there."""
    report = benefit()
    report.citations[0].document_id = "901"
    report.citations[1].pmid = "901"
    with pytest.raises(UsageError, match="names 2 documents") as caught:
        find_excluded(report, ["901"])
    assert "r1 (AuthorA 1991)" in caught.value.message
    assert find_excluded(report, ["pmid:901"]).citations == {"c2"}


def test_a_report_made_from_a_finished_text_loses_what_cites_a_document() -> None:
    """Its sentences cite references and no citations."""
    report = Report.model_validate(
        {
            "user_question": QUESTION,
            "synthesized_answer": "It fell [1]. It rose [2].",
            "references": [{"title": "First", "doi": "10.5555/a"}, {"title": "Second", "doi": "10.5555/b"}],
            "citations": [evidence("a", "It rose.", 7).model_dump(), evidence("b", "It stood.", 8).model_dump()],
        }
    )
    after = refined(report, exclude=["10.5555/a"])
    assert [claim.text for claim in after.claims] == ["It rose."]
    assert [one.doi for one in after.references] == ["10.5555/b"]


# -- adding --------------------------------------------------------------------------------------------------------


def test_what_comes_in_is_linked_and_told() -> None:
    """New evidence is cited, under the report's headings; the books of its file are part of the report."""
    before = benefit()
    after = refined(before, add=[NEW])
    (identifier,) = after.history[-1].added
    assert identifier == "c5"
    told = [claim for claim in after.claims if identifier in claim.citation_ids]
    assert [claim.text for claim in told] == [NEW["passage"]]
    assert after.sections[0].kind is SectionKind.LEAD
    assert set(texts(before)) - set(texts(after)) == {"s5"}  # the sentence that counts
    assert len(after.sections) == len(before.sections)
    assert "came in: c5" in messages(after)
    assert after.reference_of["c5"] in [one.id for one in after.references]
    assert len(after.imports) == len(before.imports) + 1


def test_a_passage_that_is_there_does_not_come_in_again() -> None:
    """It is named; when nothing else comes in, the report stays as it is."""
    before = benefit()
    again = evidence("x", "Placebrol  prevented sample\nevents in older adults.", 2, volume="99")
    after = refined(before, add=[again])
    assert after.history[-1].added == []
    assert after.sections == before.sections
    assert after.references == before.references
    assert "1 passage is in the report already and did not come in again: c2" in messages(after)
    both = refined(before, add=[again, NEW, NEW])
    assert both.history[-1].added == ["c6"]
    assert "volume" not in next(one for one in both.references if one.doi == "10.5555/paper.2").csl


def test_ids_of_new_citations_are_never_those_of_old_ones() -> None:
    """Not even of those that were taken out, now or before."""
    before = benefit()
    before.history = [Revision(made_at=FIXED_TIME, action="refine", excluded=["c7"])]
    new = [{**NEW, "id": "c3"}, {**NEW, "id": "c7", "passage": "Placebrol prevented sample events in rats."}]
    after = refined(before, exclude=["c3"], add=new)
    assert after.history[-1].excluded == ["c3"]
    assert after.history[-1].added == ["c3-2", "c7-2"]
    assert "the id 'c3' is taken" in messages(after)


def test_new_passages_of_a_known_document_share_its_reference() -> None:
    """The reference keeps its id, and gains what the new record knows."""
    before = benefit()
    after = refined(before, add=[evidence("x", "Placebrol prevented sample events in cats.", 2, volume="7")])
    assert after.reference_of["x"] == before.reference_of["c2"]
    assert next(one for one in after.references if one.id == after.reference_of["x"]).csl["volume"] == "7"
    assert len(after.references) + len(after.further_reading) == 3
    assert any("x" in merge.joined for merge in after.merges)


def test_bare_records_become_further_reading(tmp_path: Path) -> None:
    """They are no evidence, and no sentence is written from them."""
    record = "TY  - JOUR\nTI  - A record of placebrol without any abstract\nAU  - Doe, J.\nPY  - 2020\nER  - \n"
    (tmp_path / "bare.ris").write_text(record, encoding="utf-8")
    after = refined(benefit(), add=str(tmp_path / "bare.ris"))
    assert [one.title for one in after.further_reading] == ["A record of placebrol without any abstract"]
    assert after.history[-1].sources == [str(tmp_path / "bare.ris")]
    assert len({one.id for one in (*after.references, *after.further_reading)}) == 4


def test_rejected_records_and_rejected_evidence_stay_out() -> None:
    """The import tells of the one, the screening of the other, as in a build."""
    new = [NEW, {"passage": "No title."}, {**NEW, "passage": "Turned down.", "human_review_status": "rejected"}]
    after = refined(benefit(), add=new)
    assert len(after.history[-1].added) == 1
    assert "document_title" in messages(after, Severity.ERROR)
    assert "rejected by a human reviewer" in messages(after)


def test_evidence_that_answers_nothing_writes_nothing() -> None:
    """It is in the report as left out, and a warning says why."""
    off = {**NEW, "passage": "Quetzals moult in autumn.", "title": "Moulting of quetzals in the wild"}
    after = refined(benefit(), add=[off])
    assert after.left_out == ["c5"]
    assert "nothing was written from 1 citation" in messages(after, Severity.WARNING)


# -- grades, contradictions, findings ------------------------------------------------------------------------------


def test_grades_are_made_again_and_a_persons_grade_stays() -> None:
    """With a warning that it is older than the evidence."""
    before = benefit()
    before.grades = [grade("Strong"), Grade(grader="panel", label="low", reason="We say so.", suggested_by="A. Doe")]
    after = refined(before, exclude=["c3"])
    assert [one.grader for one in after.grades] == ["bmlibrarian", "panel"]
    assert after.evidence_strength == after.grades[0].label == "Moderate"
    assert "3 citations from 2 documents" in after.grades[0].reason
    assert "given by A. Doe before the evidence changed" in messages(after, Severity.WARNING)


def test_findings_of_what_is_gone_go_with_it() -> None:
    """Findings of the import stay; remarks on the old draft do not."""
    before = benefit()
    before.findings = [
        Finding(verifier="import", severity=Severity.ERROR, message="record rejected", where="trials.ris:3"),
        Finding(verifier="link", severity=Severity.INFO, message="kept as 2 references", where="r2, r3"),
        Finding(verifier="extractive", severity=Severity.INFO, message="1 of 4 citations not quoted: c4"),
        Finding(verifier="extractive", severity=Severity.WARNING, message="not quoted because retracted: c4"),
    ]
    after = refined(before, exclude=["c3"])
    assert "record rejected" in messages(after)
    assert "kept as 2 references" not in messages(after)
    assert "1 of 4 citations" not in messages(after)
    assert "because retracted" in messages(after)


def shows_both_sides(draft: Draft, body: EvidenceBody) -> Draft:
    """A `confront` that adds a section, and a sentence to the lead, each time it is called."""
    if not body.contradictions:
        return draft
    ids = [side.citation_id for side in body.contradictions[0].sides]
    lead = draft.sections[0]
    said = Paragraph(claims=[cited("The passages disagree on events.", *ids)])
    return draft.model_copy(
        update={
            "sections": [
                lead.model_copy(update={"blocks": [*lead.blocks, said]}),
                *draft.sections[1:],
                section(SectionKind.CONTRADICTIONS, cited("One says so.", ids[0]), cited("One does not.", ids[1])),
            ]
        }
    )


def test_contradictions_are_told_anew_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The section is not doubled, keeps the ids of its sentences, and goes with the passages that disagreed."""
    monkeypatch.setattr("bmreport.report_merging.disagreeing.confront", shows_both_sides)
    sides = [
        ContradictionSide(citation_id=one, quote=Quote(citation_id=one, start=0, end=9), statement="")
        for one in ("c2", "c3")
    ]
    before = benefit()
    before.contradictions = [
        Contradiction(outcome="events", kind=ContradictionKind.DIRECTION, sides=sides, reason="one does, one does not")
    ]
    first = refined(before, add=[NEW])
    second = refined(first, exclude=["c1"])
    for report in (first, second):
        assert [one.kind for one in report.sections].count(SectionKind.CONTRADICTIONS) == 1
        assert list(texts(report).values()).count("The passages disagree on events.") == 1
        assert len(report.contradictions) == 1
    told = {key: text for key, text in texts(first).items() if text.startswith("One ")}
    assert told.items() <= texts(second).items()
    third = refined(second, exclude=["c3"])
    assert third.contradictions == []
    assert SectionKind.CONTRADICTIONS not in [one.kind for one in third.sections]
    assert "The passages disagree on events." not in texts(third).values()
    assert not [finding for finding in third.findings if "disagree" in finding.where]


# -- who writes and how --------------------------------------------------------------------------------------------


class Echo:
    """A synthesizer that quotes every passage in the lead and counts its calls."""

    name = "echo"
    summary = "for tests"
    options_model: type[Options] = NoOptions

    def __init__(self) -> None:
        self.bodies: list[EvidenceBody] = []

    def write(self, body: EvidenceBody, _grades: object, _context: object, _options: object) -> Draft:
        """Each passage as a sentence."""
        self.bodies.append(body)
        claims = [
            cited(one.passage, one.id, quotes=[Quote(citation_id=one.id, start=0, end=len(one.passage))], id="s1")
            for one in body.citations
        ]
        return Draft(
            sections=[section(SectionKind.LEAD, *claims, remark("In all."), heading="Summary")],
            model="echo-1",
            prompt_sha256="abc",
            notes=["it echoes"],
            remarks=["3 of 3 echoed"],
        )


class Reviser(Echo):
    """A synthesizer that revises; what it returns is up to the test."""

    name = "reviser"

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.changes: list[Change] = []
        self._answer = answer

    def revise(
        self,
        sections: list[Section],
        body: EvidenceBody,
        change: Change,
        grades: list[Grade],
        context: object,
        options: object,
    ) -> Draft:
        """What the test wants."""
        self.changes.append(change)
        self.bodies.append(body)
        answer: Draft = self._answer(sections)
        return answer


class Hand:
    """A plugin with these synthesizers."""

    def __init__(self, *synthesizers: Any) -> None:
        self._synthesizers = list(synthesizers)

    @hookimpl
    def bmreport_synthesizers(self) -> list[Any]:
        """Them."""
        return self._synthesizers


def host_with(*synthesizers: Any) -> PluginHost:
    """A host without checks that has them."""
    return PluginHost({"hand": Hand(*synthesizers)}, disabled=["bmreport-verifiers"])


def by_echo(**fields: Any) -> Report:
    """`benefit`, written by Echo."""
    report = benefit()
    return report.model_copy(
        update={"provenance": report.provenance.model_copy(update={"synthesizer": "echo", **fields})}
    )


def test_only_new_and_freed_evidence_is_written_from() -> None:
    """By the report's own synthesizer; its ids and its remarks on its draft as a whole do not count."""
    echo = Echo()
    after = refined(by_echo(), exclude=["c3"], add=[NEW], host=host_with(echo))
    assert [[one.id for one in body.citations] for body in echo.bodies] == [["c2", "c5"]]
    assert "In all." not in texts(after).values()
    assert list(texts(after).values()).count("Placebrol prevented sample events in older adults.") == 1
    assert (after.provenance.model, after.provenance.prompt_sha256) == ("echo-1", "abc")
    assert "it echoes" in messages(after, Severity.WARNING)
    assert "3 of 3 echoed" not in messages(after)


def test_the_short_answer_does_not_grow_with_every_change() -> None:
    """One sentence of what is new joins it, the others stand among the findings."""
    more = [{**NEW, "passage": f"Placebrol prevented sample events in group {letter}."} for letter in "ABC"]
    after = refined(by_echo(), add=more, host=host_with(Echo()))
    new = set(after.history[-1].added)
    of_kind = {
        one.kind: [claim for claim in walk_claims([one]) if new & set(claim.citation_ids)] for one in after.sections
    }
    assert len(of_kind[SectionKind.LEAD]) == 1
    assert len(of_kind[SectionKind.FINDINGS]) == 2


def test_another_synthesizer_can_be_asked() -> None:
    """Both are named then: what stands was written by the first."""
    after = refined(benefit(), add=[NEW], synthesizer="echo", host=host_with(Echo()))
    assert after.provenance.synthesizer == "extractive, echo"
    with pytest.raises(UnknownProviderError, match="no synthesizer named 'eco'"):
        refined(benefit(), add=[NEW], synthesizer="eco", host=host_with(Echo()))


def test_a_synthesizer_that_revises_is_asked_to() -> None:
    """It sees the answer as it stands, the evidence after the change, and the note."""
    seen: list[Section] = []

    def answer(sections: Sequence[Section]) -> Draft:
        seen.extend(sections)
        kept = [claim for claim in walk_claims(list(sections)) if "c3" not in claim.citation_ids]
        new = Claim(id="s1", text="All is told anew.", cites=cited("", "c5").cites)
        return Draft(
            sections=[Section(kind=SectionKind.LEAD, blocks=[Paragraph(claims=[*kept, new])])],
            methodology_note="Revised by hand.",
            remarks=["I revise"],
        )

    reviser = Reviser(answer)
    before = by_echo(synthesizer="reviser")
    before.methodology_note = "Written by hand."
    after = refined(before, exclude=["c3"], add=[NEW], note="mind the women", host=host_with(reviser))
    (change,) = reviser.changes
    assert change == Change(frozenset({"c3"}), frozenset({"c5"}), "mind the women")
    assert [one.id for one in reviser.bodies[0].citations] == ["c1", "c2", "c4", "c5"]
    assert [claim.text for claim in walk_claims(seen)] == [claim.text for claim in before.claims]
    assert texts(after)["s1"] == texts(before)["s1"]
    new = next(claim for claim in after.claims if claim.text == "All is told anew.")
    assert new.id not in texts(before)
    assert after.methodology_note.startswith("Written by hand.\n\nRevised by hand.\n\nRefined on")
    assert "I revise" in messages(after)


def test_a_reviser_that_clings_to_what_is_gone_is_corrected() -> None:
    """A sentence on excluded evidence does not stay, and lost sentences are named."""

    def answer(sections: Sequence[Section]) -> Draft:
        return Draft(sections=[*sections[:1], section(SectionKind.FINDINGS, cited("Women had none.", "c3"))])

    before = by_echo(synthesizer="reviser")
    after = refined(before, exclude=["c3"], host=host_with(Reviser(answer)))
    assert "Women had none." not in texts(after).values()
    assert "1 sentence that cited what is taken out" in messages(after, Severity.WARNING)
    assert "2 sentences that the change does not touch" in messages(after, Severity.WARNING)
    assert "Few women took part in the trial of placebrol." in after.history[-1].dropped_claims


def test_a_note_alone_is_work_for_a_reviser() -> None:
    """It may follow the word of the person at the keyboard."""

    def answer(sections: Sequence[Section]) -> Draft:
        return Draft(sections=[*sections, section(SectionKind.OTHER, remark("As you wish."))])

    reviser = Reviser(answer)
    after = refined(by_echo(synthesizer="reviser"), note="say so", host=host_with(reviser))
    assert reviser.changes[0].note == "say so"
    assert "As you wish." in texts(after).values()
    silent = refined(by_echo(synthesizer="reviser"), host=host_with(reviser))
    assert len(reviser.changes) == 1
    assert "As you wish." not in texts(silent).values()


def test_a_reviser_that_returns_nonsense_is_named() -> None:
    """As any plugin that fails."""
    host = host_with(Reviser(lambda _sections: "prose"))
    with pytest.raises(PluginError, match="returned no Draft"):
        refined(by_echo(synthesizer="reviser"), exclude=["c3"], host=host)


def test_options_of_the_report_are_followed_unless_they_open_files(tmp_path: Path) -> None:
    """A report is a file from anywhere: it may say how many sentences, and name no path."""
    (tmp_path / "secret").write_text("x")
    before = by_echo(
        synthesizer="extractive",
        options={
            "extractive": {"max_sentences": 1, "redundancy": str(tmp_path / "secret"), "no_such": 1},
            "html": {"anything": "/etc/passwd"},
            "llm": "no mapping",
        },
    )
    more = [{**NEW, "passage": f"Placebrol prevented sample events in group {letter}."} for letter in "ABC"]
    after = refined(before, add=more)
    assert after.history[-1].new_claims == 2  # one sentence, and the one that counts
    assert "extractive.redundancy" in messages(after, Severity.WARNING)
    assert "anything" not in messages(after)


def test_graders_of_the_report_are_asked_again() -> None:
    """One that is not installed is an error that names it; another can be asked."""
    before = by_echo(grader="no-such-grader", synthesizer="extractive")
    with pytest.raises(UnknownProviderError, match="no-such-grader"):
        refined(before, exclude=["c3"])
    after = refined(before, exclude=["c3"], grader="bmlibrarian")
    assert after.provenance.grader == "no-such-grader, bmlibrarian"
    assert refined(before).history[-1].action == "refine"


# -- figures and study data ----------------------------------------------------------------------------------------


class Plotter:
    """A grader that brings a figure of all documents that it was given."""

    name = "plotter"
    summary = "for tests"
    options_model: type[Options] = NoOptions

    def grade(self, body: EvidenceBody, _context: object, _options: object) -> list[Grade]:
        """One grade."""
        reason = f"{len(body.studies)} studies"
        return [Grade(grader=self.name, label="good", reason=reason)]

    def exhibits(self, body: EvidenceBody, _grades: object, _context: object, _options: object) -> list[Section]:
        """One figure."""
        picture = figure("forest", *(citation.id for citation in body.citations), svg=f"<svg n='{len(body.studies)}'/>")
        return [Section(heading="Forest plot", kind=SectionKind.EXHIBITS, blocks=[picture])]


def plotting_host() -> PluginHost:
    """A host without checks that has Plotter."""

    class Plugin:
        @hookimpl
        def bmreport_graders(self) -> list[Any]:
            return [Plotter()]

    return PluginHost({"plotting": Plugin()}, disabled=["bmreport-verifiers"])


def test_exhibits_are_made_again_with_the_grades() -> None:
    """The old figure shows what is gone; the new one stands in its place, and study data go with their document."""
    before = with_exhibit(benefit(), figure("forest", "c1", "c3"))
    assert before.studies[0].reference_id == before.reference_of["c1"]
    after = refined(before, exclude=["c1", "c4"], grader="plotter", host=plotting_host())
    shown = [one for one in after.sections if one.kind is SectionKind.EXHIBITS]
    (picture,) = [block for one in shown for block in one.blocks]
    assert isinstance(picture, Figure)
    assert picture.caption[0].citation_ids == ["c2", "c3"]
    assert picture.svg == "<svg n='0'/>"
    assert (after.studies, after.grades[0].reason) == ([], "0 studies")


def test_a_figure_of_what_is_gone_goes_where_nobody_draws_it_again() -> None:
    """A picture cannot be cut; one that shows only what stands stays."""
    touched = refined(with_exhibit(benefit(), figure("forest", "c1", "c3")), exclude=["c3"])
    assert SectionKind.EXHIBITS not in [one.kind for one in touched.sections]
    assert "The figure forest." in touched.history[-1].dropped_claims
    kept = refined(with_exhibit(benefit(), figure("forest", "c1")), exclude=["c3"])
    assert SectionKind.EXHIBITS in [one.kind for one in kept.sections]
    assert len(kept.studies) == 1


# -- merged reports ------------------------------------------------------------------------------------------------


def both() -> Report:
    """Two questions in one report."""
    return merge_reports([benefit(), harm()], host=quiet_host())


def test_a_merged_report_is_refined_question_by_question() -> None:
    """Each question keeps its sections and its grade; what is told of both is told anew."""
    before = both()
    after = refined(before, exclude=["c3"])
    headings = [one.heading for one in after.sections]
    assert headings == [one.heading for one in before.sections]
    assert [one.outcome for one in after.grades] == [QUESTION, OTHER_QUESTION]
    assert "3 citations from 2 documents" in after.grades[0].reason
    assert after.grades[1] == before.grades[1]
    assert "The evidence consists of 3 citations from 2 documents; its strength is Moderate." in texts(after).values()
    again = refined(after, exclude=["10.5555/paper.1"])
    assert "Documents that serve several questions" not in [one.heading for one in again.sections]
    assert "serves several questions" not in messages(again)


def test_new_evidence_of_a_merged_report_serves_the_question_it_is_near_to() -> None:
    """By the words of the questions."""
    new = {**NEW, "passage": "Placebrol caused bleeding in a new trial.", "title": "Causes of bleeding under placebrol"}
    after = refined(both(), add=[new])
    (identifier,) = after.history[-1].added
    citation = next(one for one in after.citations if one.id == identifier)
    assert (citation.model_extra or {})["questions"] == [OTHER_QUESTION]
    place = next(
        number
        for number, one in enumerate(after.sections)
        if any(identifier in claim.citation_ids for claim in walk_claims([one]))
    )
    assert after.sections[place].kind is SectionKind.LEAD or after.sections[place].heading.startswith("2.")


def test_a_merged_report_of_two_writers_asks_who_writes() -> None:
    """Only where something is to be written."""
    report = merge_reports([by_echo(), harm()], host=host_with(Echo()))
    with pytest.raises(UsageError, match="written by echo and extractive") as caught:
        refined(report, exclude=["c3"], host=host_with(Echo()))
    assert "--synthesizer" in caught.value.remedy
    assert refined(report, exclude=["c3"], synthesizer="echo", host=host_with(Echo())).history[-1].excluded == ["c3"]
    assert refined(report, host=host_with(Echo())).history[-1].excluded == []


# -- any report ----------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(reports())
def test_what_is_left_of_any_report_holds(report: Report) -> None:
    """No cite of what is gone, numbers from 1 in order, every sentence kept or told as gone, and it saves."""
    if not report.claims:
        return
    try:
        after = refined(report, exclude=["c1"], min_citations=1, host=host_with(Echo()), synthesizer="echo")
    except NotEnoughEvidenceError:
        return
    assert all("c1" not in claim.citation_ids for claim in after.claims)
    assert all(quote.citation_id != "c1" for claim in after.claims for quote in claim.quotes)
    assert [one.number for one in after.references] == list(range(1, len(after.references) + 1))
    listed = {one.id for one in after.references}
    assert all(cite.reference_id in listed for claim in after.claims for cite in claim.cites)
    standing = {(claim.id, claim.text) for claim in after.claims}
    gone = [claim.text for claim in report.claims if (claim.id, claim.text) not in standing]
    assert after.history[-1].dropped_claims == gone
    assert len({claim.id for claim in after.claims}) == len(after.claims)
    assert Report.model_validate(json.loads(after.to_json_bytes())).sections == after.sections


def test_the_given_citations_are_taken_alone_or_in_a_list() -> None:
    """As `build` takes its sources."""
    citation = Citation.model_validate({**NEW, "id": "n1"})
    assert refined(benefit(), add=citation).history[-1].added == ["n1"]
    assert refined(benefit(), add=NEW).history[-1].added == ["c5"]
    assert refined(benefit(), exclude="c3").history[-1].excluded == ["c3"]


def test_older_provenance_without_names_takes_the_defaults() -> None:
    """A report by BMLibrarian says nothing of grader or synthesizer."""
    before = benefit().model_copy(update={"provenance": Provenance()})
    after = refined(before, exclude=["c3"])
    assert (after.provenance.grader, after.grades[0].grader) == ("bmlibrarian", "bmlibrarian")
