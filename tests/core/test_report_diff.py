"""What two reports say differently: found whatever the numbers, told once, and the same from both sides."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Report, diff_reports
from bmreport.models import (
    Citation,
    Claim,
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Finding,
    GradeStep,
    ImportReport,
    Ledger,
    LedgerEntry,
    Locator,
    Paragraph,
    Provenance,
    Quote,
    Revision,
    Section,
    SectionKind,
    Severity,
    Verdict,
)
from bmreport.report_diff import ReportDiff, claims
from bmreport.report_diff.models import WordKind
from bmreport.report_diff.words import word_changes
from bmreport.testing import FIXED_TIME

from .report_makers import benefit, cited, evidence, figure, grade, harm, made_report, reports, section, with_exhibit

TEXT = "Placebrol lowered sample events by 12% in the trial of adults."


def changed(report: Report) -> Report:
    """A copy to change."""
    return report.model_copy(deep=True)


def differences(diff: ReportDiff) -> dict[str, int]:
    """The lists that are not empty."""
    return {name: count for name, count in diff.counts().items() if count}


def one_sentence(text: str, **fields: Any) -> Report:
    """A report of one sentence."""
    claim = Claim(id="s1", text=text, **fields)
    return Report(user_question="?", sections=[Section(heading="Answer", blocks=[Paragraph(claims=[claim])])])


# -- nothing, and both ways ----------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_report_does_not_differ_from_itself(report: Report) -> None:
    """Nor from what was saved and loaded."""
    assert differences(diff_reports(report, report)) == {}
    loaded = Report.model_validate(json.loads(report.to_json_bytes()))
    assert diff_reports(report, loaded).is_empty


@settings(max_examples=60, deadline=None)
@given(reports(), reports())
def test_both_sides_tell_the_same(one: Report, other: Report) -> None:
    """What came from one side went from the other; what changed changed on both, with the same pairs."""
    there, back = diff_reports(one, other), diff_reports(other, one)
    counts, reverse = there.counts(), back.counts()
    for name, count in counts.items():
        mirrored = name.replace("_added", "_X").replace("_removed", "_added").replace("_X", "_removed")
        mirrored = {"retracted": "no_longer_retracted", "no_longer_retracted": "retracted"}.get(name, mirrored)
        assert reverse[mirrored] == count, name
    pairs = {(change.old_id, change.new_id) for change in there.claims_changed}
    assert {(change.new_id, change.old_id) for change in back.claims_changed} == pairs


@settings(max_examples=30, deadline=None)
@given(reports(), reports())
def test_sentences_add_up(one: Report, other: Report) -> None:
    """Every sentence of a report is told as gone, new or changed, or stands in both."""
    diff = diff_reports(one, other)
    standing = len(other.claims) - len(diff.claims_added)
    assert standing == len(one.claims) - len(diff.claims_removed)
    assert json.loads(diff.to_json().encode("utf-8", "backslashreplace"))["schema_version"] == 1


# -- sentences -----------------------------------------------------------------------------------------------------


def test_a_changed_sentence_is_told_word_by_word() -> None:
    """By its id, though other words changed."""
    diff = diff_reports(one_sentence(TEXT), one_sentence(TEXT.replace("12%", "14%")))
    (change,) = diff.claims_changed
    assert [(one.kind.value, one.text) for one in change.words] == [
        ("same", "Placebrol lowered sample events by "),
        ("removed", "12"),
        ("added", "14"),
        ("same", "% in the trial of adults."),
    ]
    assert differences(diff) == {"claims_changed": 1}


def test_sentences_are_found_again_under_other_ids() -> None:
    """Word for word first, then by likeness; an id alone pairs nothing."""
    old, new = benefit(), benefit()
    for place, claim in enumerate(new.claims):
        claim.id = f"x{place}"
    assert diff_reports(old, new).is_empty
    new.sections[1].blocks[0].claims[0].text = "Placebrol prevented most sample events in older adults."  # type: ignore[union-attr]
    (change,) = diff_reports(old, new).claims_changed
    assert (change.old_id, change.new_id) == ("s2", "x1")
    unlike = diff_reports(one_sentence(TEXT), one_sentence("Quetzals moult in autumn."))
    assert differences(unlike) == {"claims_added": 1, "claims_removed": 1}


def test_a_sentence_that_moved_is_told_as_moved() -> None:
    """The words are the same, the section is another."""
    old, new = benefit(), benefit()
    claims_of = new.sections[1].blocks[0].claims  # type: ignore[union-attr]
    new.sections[0].blocks[0].claims.append(claims_of.pop(0))  # type: ignore[union-attr]
    (change,) = diff_reports(old, new).claims_changed
    assert [(one.field, one.old, one.new) for one in change.fields] == [("section", "Findings", "Summary")]
    assert change.words == []


def test_cites_are_compared_by_document() -> None:
    """Another number, id or passage of one document is no other cite; another document or page is."""
    old, new = benefit(), benefit()
    new.references = [
        one.model_copy(update={"id": f"x{one.id}", "number": 4 - (one.number or 0)}) for one in new.references
    ]
    new.reference_of = {key: f"x{value}" for key, value in new.reference_of.items()}
    for claim in new.claims:
        for cite in claim.cites:
            cite.reference_id = f"x{cite.reference_id}"
    lead = new.claims[0]
    lead.cites[0].citation_id = "c4"
    diff = diff_reports(old, new)
    assert differences(diff) == {"references_changed": 2}
    assert [(one.old_number, one.new_number) for one in diff.references_changed] == [(1, 3), (3, 1)]
    lead.cites[0].locator = Locator(value="12")
    lead.cites.append(new.claims[1].cites[0])
    (change,) = diff_reports(old, new).claims_changed
    assert change.cites_removed == ["AuthorA 1991"]
    assert change.cites_added == ["AuthorA 1991, page 12", "AuthorB 1992"]


def test_verdicts_that_changed_are_told() -> None:
    """Unless one of the reports was never checked: then that is what differs."""
    old, new = one_sentence(TEXT), one_sentence(TEXT)
    old.ledger = Ledger(entries=[LedgerEntry(claim_id="s1", text=TEXT, verdict=Verdict.SUPPORTED)], grounding=1.0)
    new.ledger = Ledger(entries=[LedgerEntry(claim_id="s1", text=TEXT, verdict=Verdict.CONTRADICTED)], grounding=0.0)
    diff = diff_reports(old, new)
    (change,) = diff.claims_changed
    assert (change.old_verdict, change.new_verdict) == (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    assert [(one.field, one.old, one.new) for one in diff.settings] == [("grounding", 1.0, 0.0)]
    new.ledger = Ledger()
    diff = diff_reports(old, new)
    assert diff.claims_changed == []
    assert {one.field for one in diff.settings} == {"grounding", "checked claims"}


@given(st.text(max_size=60), st.text(max_size=60))
def test_changed_words_give_back_both_texts(old: str, new: str) -> None:
    """Nothing is lost between the marks."""
    changes = word_changes(old, new)
    assert "".join(one.text for one in changes if one.kind is not WordKind.ADDED) == old
    assert "".join(one.text for one in changes if one.kind is not WordKind.REMOVED) == new
    assert all(one.text for one in changes)


def test_a_sentence_of_a_book_is_compared_in_one_piece() -> None:
    """Comparing word by word is quadratic at worst; beyond a bound the middle is one change."""
    old, new = " ".join(["a b"] * 5000), " ".join(["b c"] * 5000)
    assert [one.kind for one in word_changes(f"Start {old} end.", f"Start {new} end.")] == [
        WordKind.SAME,
        WordKind.REMOVED,
        WordKind.ADDED,
        WordKind.SAME,
    ]


@pytest.mark.parametrize("like", [True, False])
def test_comparing_grows_linearly_with_the_sentences(like: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of comparisons for twice the sentences is not four times as large."""
    compared = 0
    likeness = claims._Sentence.likeness

    def counting(one: Any, other: Any) -> float:
        nonlocal compared
        compared += 1
        return likeness(one, other)

    monkeypatch.setattr(claims._Sentence, "likeness", counting)
    counts = []
    for size in (300, 600):
        compared = 0
        sides = []
        for side in ("old", "new"):
            text = f"Placebrol lowered events in the {side} trial of group " if like else f"Fact {side}"
            own = [Claim(id=f"{side}{n}", text=f"{text}{n}.") for n in range(size)]
            sides.append(Report(user_question="?", sections=[Section(heading="A", blocks=[Paragraph(claims=own)])]))
        diff = diff_reports(*sides)
        assert len(diff.claims_changed) == (size if like else 0)
        counts.append(compared)
    assert counts[1] <= 2.5 * max(counts[0], 1)
    assert counts[1] <= 30 * 600


# -- references, evidence ------------------------------------------------------------------------------------------


def test_documents_that_came_and_went_are_told() -> None:
    """With number and title; passages with them."""
    diff = diff_reports(benefit(), harm())
    assert [one.document for one in diff.references_removed] == ["AuthorB 1992", "AuthorC 1993"]
    assert [(one.document, one.number) for one in diff.references_added] == [("AuthorD 1994", 1)]
    assert {one.id for one in diff.citations_removed} == {"c1", "c2", "c3"}
    assert {one.id for one in diff.citations_added} == {"c1", "c3"}
    assert [(one.old_id, one.new_id) for one in diff.citations_changed] == [("c4", "c2")]


def test_fields_of_a_reference_that_changed_are_told() -> None:
    """Both values, under the names of CSL."""
    new = changed(benefit())
    new.references[0].csl["volume"] = "7"
    new.references[0].csl["title"] = "Placebrol, corrected"
    (change,) = diff_reports(benefit(), new).references_changed
    fields = {one.field: (one.old, one.new) for one in change.fields}
    assert fields["volume"] == (None, "7")
    assert fields["title"][1] == "Placebrol, corrected"


def test_retractions_that_appeared_stand_out() -> None:
    """Of documents that were there, and of new ones."""
    new = changed(benefit())
    new.references[1].retracted = True
    diff = diff_reports(benefit(), new)
    assert diff.retracted == ["AuthorB 1992"]
    assert diff_reports(new, benefit()).no_longer_retracted == ["AuthorB 1992"]
    bare = Report(user_question=new.user_question)
    assert diff_reports(bare, new).retracted == ["AuthorB 1992"]


def test_papers_of_one_name_are_told_apart() -> None:
    """First author and year are not enough then."""
    twins = [evidence(f"c{n}", f"It fell {n}.", n, authors=["Twin, T."], publication_date="2001") for n in (1, 2)]
    report = made_report(twins, [section(SectionKind.LEAD, cited("It fell.", "c1", "c2"))])
    diff = diff_reports(Report(user_question=report.user_question), report)
    assert [one.document for one in diff.references_added] == [
        "Twin 2001 (10.5555/paper.1)",
        "Twin 2001 (10.5555/paper.2)",
    ]


def test_a_reference_without_identifiers_is_known_by_title_or_id() -> None:
    """Two exports of one paper; and a letter without a title of its own."""
    old, new = (
        Report.model_validate({"user_question": "?", "references": [fields]})
        for fields in (
            {"title": "Placebrol in rats and in mice", "publication_date": "2001"},
            {"id": "z", "title": "Placebrol in Rats and in Mice.", "journal": "J"},
        )
    )
    diff = diff_reports(old, new)
    assert differences(diff) == {"references_changed": 1}
    letters = [
        Report.model_validate({"user_question": "?", "references": [{"id": "r1", "title": "Letter", "journal": name}]})
        for name in "AB"
    ]
    assert differences(diff_reports(*letters)) == {"references_changed": 1}


def test_passages_that_changed_are_told_by_field() -> None:
    """An edited passage and a judged relevance."""
    new = changed(benefit())
    new.citations[1] = Citation.model_validate(
        {**new.citations[1].model_dump(), "passage": "It rose.", "relevance_score": 0.1}
    )
    (change,) = diff_reports(benefit(), new).citations_changed
    assert {one.field for one in change.fields} == {"passage", "relevance_score"}


def test_contradictions_and_what_is_left_out_are_told() -> None:
    """By the passages, whatever their ids."""
    sides = [
        ContradictionSide(citation_id=one, quote=Quote(citation_id=one, start=0, end=1), statement="")
        for one in ("c2", "c3")
    ]
    new = changed(benefit())
    new.contradictions = [
        Contradiction(
            outcome="events", kind=ContradictionKind.DIRECTION, sides=sides, reason="one lowers, one does not"
        )
    ]
    new.left_out = ["c4"]
    diff = diff_reports(benefit(), new)
    assert [one.documents for one in diff.contradictions_added] == [["AuthorB 1992", "AuthorC 1993"]]
    assert diff.left_out_added == ["c4"]
    assert differences(diff) == {"contradictions_added": 1, "left_out_added": 1}


def test_study_data_and_figures_are_told() -> None:
    """Rows by study and outcome, figures by name."""
    old, new = (
        with_exhibit(benefit(), figure("forest", "c1")),
        with_exhibit(benefit(), figure("forest", "c1", svg="<x/>")),
    )
    new.studies[0].year = 2001
    diff = diff_reports(old, new)
    assert differences(diff) == {"studies_changed": 1, "figures_changed": 1}
    assert [(one.field, one.old, one.new) for one in diff.studies_changed[0].fields] == [("year", None, 2001)]
    assert differences(diff_reports(benefit(), new)) == {
        "claims_added": 1,
        "studies_added": 1,
        "figures_added": 1,
    }


# -- grades, settings, records -------------------------------------------------------------------------------------


def test_grades_are_told_step_by_step() -> None:
    """Label, reason, figures, and each step that differs."""
    old, new = benefit(), benefit()
    new.grades = [
        grade(
            "Strong",
            reason="There is more.",
            figures={"citations": 4},
            steps=[
                GradeStep(name="citations", judgement="not met", change=-1, reason="too few"),
                GradeStep(name="documents", reason="enough"),
            ],
        )
    ]
    (change,) = diff_reports(old, new).grades_changed
    assert (change.old_label, change.new_label) == ("Moderate", "Strong")
    assert [(one.field, one.old, one.new) for one in change.steps] == [
        ("citations", "met: there are enough", "not met, -1: too few"),
        ("documents", None, "enough"),
    ]
    assert {one.field for one in change.fields} == {"reason", "citations"}
    new.grades = [grade("Moderate", outcome="death")]
    assert differences(diff_reports(old, new)) == {"grades_added": 1, "grades_removed": 1}


def test_settings_and_makers_are_told() -> None:
    """Title, question, strength, model, versions and options; not when the reports were made."""
    old, new = benefit(), benefit()
    new.title, new.evidence_strength = "A title", "Strong"
    new.provenance = Provenance(
        bmreport="0.2",
        grader="bmlibrarian",
        synthesizer="llm",
        model="m",
        plugins={"x": "1"},
        options={"llm": {"n": 1}},
    )
    new.created_at = FIXED_TIME.replace(year=2024)
    fields = {one.field: (one.old, one.new) for one in diff_reports(old, new).settings}
    assert fields == {
        "title": ("", "A title"),
        "evidence_strength": ("Moderate", "Strong"),
        "provenance.bmreport": ("0.1", "0.2"),
        "provenance.synthesizer": ("extractive", "llm"),
        "provenance.model": ("", "m"),
        "provenance.plugins.x": (None, "1"),
        "provenance.options.llm": (None, {"n": 1}),
    }


def test_findings_history_and_inputs_are_told_as_often_as_they_differ() -> None:
    """The same finding twice is one more than once."""
    old, new = benefit(), benefit()
    finding = Finding(verifier="x", severity=Severity.ERROR, message="a fault", where="s1")
    old.findings, new.findings = [finding], [finding, finding]
    new.history = [Revision(made_at=FIXED_TIME, action="refine", excluded=["c3"])]
    new.imports = [ImportReport(source="ris", locator="new.ris", sha256="f" * 64)]
    diff = diff_reports(old, new)
    assert differences(diff) == {"findings_added": 1, "history_added": 1, "inputs_added": 1}
    assert diff.inputs_added == ["new.ris (sha256 ffffffffffff)"]


def test_the_names_in_the_schema_do_not_change_by_accident() -> None:
    """Programs rely on them; a change needs another schema version."""
    schema = ReportDiff.model_json_schema(mode="serialization")
    assert list(schema["properties"])[:7] == [
        "schema_version",
        "old",
        "new",
        "settings",
        "claims_added",
        "claims_removed",
        "claims_changed",
    ]
    data = diff_reports(benefit(), harm()).model_dump(mode="json")
    assert data["schema_version"] == 1
    assert list(data["claims_added"][0]) == ["id", "section", "text", "cites", "verdict"]
    assert list(data["references_removed"][0]) == ["id", "number", "document", "title", "retracted"]
