"""Several reports as one: one list of references, every answer under its question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from bmreport import Report, UsageError, merge_reports
from bmreport.models import (
    Citation,
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Figure,
    Finding,
    ImportReport,
    Provenance,
    Quote,
    Revision,
    Section,
    SectionKind,
    Severity,
    Verdict,
    walk_claims,
)
from bmreport.report_merging.names import Names
from bmreport.report_merging.parts import OVERLAP_HEADING, parts_of
from bmreport.report_merging.renaming import moved_quote
from bmreport.testing import FIXED_TIME, HOSTILE_TEXTS, fresh_host

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


def merged(*given_reports: Report, title: str = "", question: str = "", note: str = "") -> Report:
    """The merged report, without checks."""
    return merge_reports(given_reports, title=title, question=question, note=note, host=quiet_host())


def documents(report: Report) -> list[str | None]:
    """The DOIs of the cited references, in order."""
    return [reference.doi for reference in report.references]


def all_texts(report: Report) -> list[str]:
    """Every sentence."""
    return [claim.text for claim in report.claims]


# -- one list of references ----------------------------------------------------------------------------------------


def test_two_questions_share_one_list_numbered_by_first_appearance() -> None:
    """Numbers run from 1 in reading order, and each document is there once."""
    report = merged(benefit(), harm())
    assert [reference.number for reference in report.references] == [1, 2, 3, 4]
    assert sorted(filter(None, documents(report))) == [f"10.5555/paper.{n}" for n in (1, 2, 3, 4)]
    seen = list(dict.fromkeys(cite.reference_id for claim in report.claims for cite in claim.cites_as_read))
    assert seen == [reference.id for reference in report.references]
    assert report.unique_documents == 4


def test_ids_that_clash_are_renamed_wherever_they_stand() -> None:
    """Cites, quotes, references of citations and what is left out follow the new id."""
    other = harm()
    other.left_out = ["c1", "c3"]
    other.sections[0].blocks[0].claims[0].cites = []  # type: ignore[union-attr]  # a paragraph
    report = merged(benefit(), other)
    by_passage = {citation.passage: citation.id for citation in report.citations}
    new = by_passage["Bleeding under placebrol was rare in the trial."]
    claim = next(one for one in report.claims if one.text == "Bleeding was rare.")
    assert new != "c3"
    assert claim.citation_ids == [new]
    assert [quote.citation_id for quote in claim.quotes] == [new]
    assert report.reference_of[new] == claim.cites[0].reference_id
    assert report.left_out == [by_passage["Placebrol raised major bleeding (rate ratio 1.29)."]]
    ids = [claim.id for claim in report.claims]
    assert len(ids) == len(set(ids))


def test_a_passage_of_two_reports_is_one_citation_and_its_quotes_move() -> None:
    """Blanks do not make another passage; quoted words stay the same words."""
    report = merged(benefit(), harm())
    assert len(report.citations) == 6
    claim = next(one for one in report.claims if one.text == "Few were women.")
    (quote,) = claim.quotes
    passage = {citation.id: citation.passage for citation in report.citations}[quote.citation_id]
    assert claim.citation_ids == ["c4"]
    assert passage[quote.start : quote.end] == "women took part in the trial of"


def test_joined_records_are_logged_with_what_they_disagree_on() -> None:
    """The log names the records by report, the reason, and both values of a field."""
    one = made_report([evidence("a", "It fell.", 1, volume="1")], [section(SectionKind.LEAD, cited("It fell.", "a"))])
    two = made_report([evidence("b", "It rose.", 1, volume="2")], [section(SectionKind.LEAD, cited("It rose.", "b"))])
    report = merged(one, two)
    assert len(report.references) == 1
    (merge,) = report.merges
    assert merge.joined == ["r1 of report 1", "r1 of report 2"]
    assert "same DOI" in merge.reason
    assert any("volume" in conflict for conflict in merge.conflicts)


def test_documents_that_differ_are_kept_apart() -> None:
    """Reports give their references the same ids; ids of two reports mean nothing to each other."""
    one = made_report([evidence("c1", "It fell.", 1)], [section(SectionKind.LEAD, cited("It fell.", "c1"))])
    two = made_report([evidence("c1", "It fell.", 2)], [section(SectionKind.LEAD, cited("It fell again.", "c1"))])
    report = merged(one, two)
    assert len(report.references) == 2
    assert len({reference.id for reference in report.references}) == 2
    assert len(report.citations) == 2


def test_a_retraction_that_one_report_knows_of_counts() -> None:
    """A document is retracted when any of the reports says so."""
    one, two = benefit(), harm()
    shared = next(reference for reference in two.references if reference.doi == "10.5555/paper.1")
    shared.retracted = True
    report = merged(one, two)
    assert [reference.doi for reference in report.references if reference.retracted] == ["10.5555/paper.1"]


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_report_merged_with_itself_is_itself(report: Report) -> None:
    """References, citations, sections and contradictions are there once, under the same ids."""
    before = report.model_dump()
    double = merged(report, report)
    assert report.model_dump() == before
    assert [one.id for one in double.references] == [one.id for one in report.references]
    assert double.references == report.references
    assert [one.id for one in double.citations] == [one.id for one in report.citations]
    assert double.sections == report.sections
    assert double.reference_of == report.reference_of
    assert double.evidence_strength == report.evidence_strength
    assert double.grades == report.grades


@settings(max_examples=40, deadline=None)
@given(reports(), reports(OTHER_QUESTION))
def test_no_sentence_cite_or_citation_is_lost(one: Report, other: Report) -> None:
    """Every sentence of both is there with a cite of the same document, and every cite leads somewhere."""
    report = merged(one, other)
    texts = all_texts(report)
    for claim in (*one.claims, *other.claims):
        assert claim.text in texts
    by_id = {reference.id: reference for reference in report.references}
    passages = {citation.id: citation.passage for citation in report.citations}
    for given_report in (one, other):
        own = {citation.id: citation.passage for citation in given_report.citations}
        for claim in given_report.claims:
            wanted = [" ".join(own[identifier].split()) for identifier in claim.citation_ids]
            assert any(
                [" ".join(passages[identifier].split()) for identifier in found.citation_ids] == wanted
                for found in report.claims
                if found.text == claim.text
            )
    assert all(cite.reference_id in by_id for claim in report.claims for cite in claim.cites)
    assert len({claim.id for claim in report.claims}) == len(report.claims)
    again = Report.model_validate_json(report.to_json_bytes())
    assert again.sections == report.sections


# -- the answers ---------------------------------------------------------------------------------------------------


def test_the_lead_holds_a_short_answer_for_each_question() -> None:
    """One lead section; headings are unique and say to which question they belong."""
    report = merged(benefit(), harm())
    leads = [one for one in report.sections if one.kind is SectionKind.LEAD]
    assert len(leads) == 1
    assert [claim.text for claim in walk_claims(leads)] == [
        f"Question 1. {QUESTION}",
        "Placebrol lowered sample events by 12%.",
        f"Question 2. {OTHER_QUESTION}",
        "Placebrol raised major bleeding.",
    ]
    headings = [one.heading for one in report.sections]
    assert len(headings) == len(set(headings))
    assert headings[1:4] == [f"Question 1. {QUESTION}", "1.1 Findings", "1.2 Limits"]
    assert "2.1 Findings" in headings


def test_a_report_without_short_answer_says_so() -> None:
    """The lead names its question and that there is no short answer."""
    other = harm()
    other.sections = other.sections[1:]
    report = merged(benefit(), other)
    assert "gives no short answer" in all_texts(report)[3]


def test_question_and_title_are_those_asked_for_or_those_of_the_reports() -> None:
    """Without a wish, questions are numbered and titles joined."""
    one, other = benefit(), harm()
    assert merged(one, other).user_question == f"(1) {QUESTION} (2) {OTHER_QUESTION}"
    assert merged(one, other).title == ""
    one.title = "Benefit"
    assert merged(one, other).title == f"Benefit; {OTHER_QUESTION}"
    report = merged(one, other, title="Placebrol", question="Is placebrol worth it?", note="for the board")
    assert (report.title, report.user_question) == ("Placebrol", "Is placebrol worth it?")
    assert report.history[-1].note == "for the board"


def test_reports_on_one_question_become_one_answer() -> None:
    """What both say is said once; what only one says is kept under the same headings."""
    one, other = benefit(), benefit()
    other.sections[1].blocks[0].claims.append(cited("Placebrol is cheap.", "c2"))  # type: ignore[union-attr]
    report = merged(one, other)
    assert [part.heading for part in report.sections] == ["Summary", "Findings", "Limits"]
    assert all_texts(report).count("Placebrol lowered sample events by 12%.") == 1
    assert "Placebrol is cheap." in all_texts(report)
    assert report.user_question == QUESTION
    assert len(report.history[-1].dropped_claims) == 5
    assert any("not graded anew" in finding.message for finding in report.findings)


def test_documents_that_serve_several_questions_are_named() -> None:
    """As a section with cites, and as a remark for programs."""
    report = merged(benefit(), harm())
    (overlap,) = [one for one in report.sections if one.heading == OVERLAP_HEADING]
    (claim,) = walk_claims([overlap])
    assert "questions 1 and 2" in claim.text
    assert [cite.reference_id for cite in claim.cites] == [report.reference_of["c1"]]
    finding = next(one for one in report.findings if one.verifier == "merge")
    assert "1 document serves several questions" in finding.message
    assert report.reference_of["c1"] in finding.where


def test_reports_that_share_nothing_have_no_such_section() -> None:
    """Nothing is said where there is nothing to say."""
    other = made_report(
        [evidence("c1", "Nothing bled.", 9)],
        [section(SectionKind.LEAD, cited("Nothing bled.", "c1"))],
        question=OTHER_QUESTION,
    )
    report = merged(benefit(), other)
    assert OVERLAP_HEADING not in [one.heading for one in report.sections]
    assert not [one for one in report.findings if one.verifier == "merge"]


def test_each_grade_keeps_its_question() -> None:
    """The question is the outcome; an outcome of the grade's own follows it."""
    other = harm()
    other.grades = [grade("Moderate", outcome="major bleeding")]
    report = merged(benefit(), other)
    assert [one.outcome for one in report.grades] == [QUESTION, f"{OTHER_QUESTION} / major bleeding"]
    assert report.evidence_strength == "Moderate"


def test_strengths_that_differ_are_told_for_each_question() -> None:
    """No single word stands for evidence of two strengths."""
    other = harm()
    other.grades, other.evidence_strength = [grade("Limited")], "Limited"
    assert merged(benefit(), other).evidence_strength == "Moderate (question 1); Limited (question 2)"


def test_a_merged_report_can_be_merged_again() -> None:
    """Its questions come apart again, so that a third one is the third, and nothing is nested."""
    third = made_report(
        [evidence("c1", "Placebrol is cheap.", 5)],
        [section(SectionKind.LEAD, cited("Placebrol is cheap.", "c1"))],
        question="What does placebrol cost?",
        grades=[grade("Limited")],
        evidence_strength="Limited",
    )
    twice = merged(merged(benefit(), harm()), third)
    once = merged(benefit(), harm(), third)
    assert twice.sections == once.sections
    assert twice.references == once.references
    assert twice.grades == once.grades
    assert twice.evidence_strength == once.evidence_strength
    assert twice.citations == once.citations
    assert [part.question for part in parts_of(twice)] == [QUESTION, OTHER_QUESTION, "What does placebrol cost?"]


def test_a_merged_report_merged_with_itself_is_itself() -> None:
    """As any other report."""
    once = merged(benefit(), harm())
    twice = merged(once, once)
    assert twice.sections == once.sections
    assert twice.references == once.references
    assert twice.user_question == once.user_question
    assert twice.methodology_note.count("Nothing was written or graded anew") == 1


# -- contradictions, ledger, records -------------------------------------------------------------------------------


def contradiction(one: str, other: str) -> Contradiction:
    """Two citations that disagree."""
    return Contradiction(
        outcome="bleeding",
        kind=ContradictionKind.DIRECTION,
        sides=[
            ContradictionSide(citation_id=each, quote=Quote(citation_id=each, start=0, end=9), statement="raises")
            for each in (one, other)
        ],
        reason="one raises, the other lowers",
    )


def test_contradictions_are_told_once_under_the_new_ids() -> None:
    """Those of the reports stay, renamed, and there is one section for all of them, behind the questions."""
    one, other = benefit(), harm()
    one.contradictions = [contradiction("c1", "c3")]
    other.contradictions = [contradiction("c1", "c3")]
    for report in (one, other):
        report.sections.append(section(SectionKind.CONTRADICTIONS, cited("They disagree.", "c1", "c3")))
    both = merged(one, other)
    known = {citation.id for citation in both.citations}
    pairs = [tuple(side.citation_id for side in each.sides) for each in both.contradictions]
    assert len(pairs) >= 2
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert all(side in known for pair in pairs for side in pair)
    assert all(side.quote.citation_id == side.citation_id for each in both.contradictions for side in each.sides)
    assert [one.kind for one in both.sections].count(SectionKind.CONTRADICTIONS) == 1
    assert not [claim for part in parts_of(both) for claim in walk_claims(part.rest) if claim.text == "They disagree."]


def test_every_check_runs_again_and_finds_no_fault() -> None:
    """The ledger covers every sentence, and numbers, cites and list hold."""
    report = merge_reports([benefit(), harm()], host=fresh_host())
    assert [entry.claim_id for entry in report.ledger.entries] == [claim.id for claim in report.claims]
    structural = {"cites-resolve", "numbering", "references-cited", "duplicate-documents"}
    assert [str(finding) for finding in report.findings if finding.verifier in structural] == []
    assert report.ledger.by_claim["q1"].verdict is Verdict.BACKGROUND


def test_findings_of_the_import_stay_and_name_what_they_spoke_of() -> None:
    """What cannot be found again is kept, under the new ids; what the checks said before is not."""
    one, other = benefit(), harm()
    other.findings = [
        Finding(verifier="validate", severity=Severity.INFO, message="given no score: c1, c3", where="c1"),
        Finding(verifier="numbering", severity=Severity.ERROR, message="an old fault", where="s1"),
    ]
    report = merge_reports([one, other], host=fresh_host())
    assert "an old fault" not in [finding.message for finding in report.findings]
    kept = next(finding for finding in report.findings if finding.verifier == "validate")
    new = {citation.passage: citation.id for citation in report.citations}
    passages = ("Placebrol raised major bleeding (rate ratio 1.29).", "Bleeding under placebrol was rare in the trial.")
    ids = [new[passage] for passage in passages]
    assert kept.message == f"given no score: {', '.join(ids)}"
    assert kept.where == ids[0]


def test_what_made_the_reports_is_told_honestly() -> None:
    """Names once; what differs is told for each report; histories and inputs are joined."""
    one, other = benefit(), harm()
    one.provenance = Provenance(
        grader="a", synthesizer="llm", model="m1", plugins={"grader a": "x 1"}, options={"llm": {"n": 1}}
    )
    other.provenance = Provenance(grader="a, b", synthesizer="extractive", plugins={"grader a": "x 2"})
    one.history = [Revision(made_at=FIXED_TIME, action="refine", excluded=["c9"])]
    one.imports = other.imports = [ImportReport(source="ris", locator="trials.ris")]
    report = merged(one, other)
    assert report.provenance.grader == "a, b"
    assert report.provenance.synthesizer == "llm, extractive"
    assert report.provenance.model == "m1"
    assert report.provenance.plugins == {"grader a (report 1)": "x 1", "grader a (report 2)": "x 2"}
    assert report.provenance.options == {"llm": {"n": 1}}
    assert [revision.action for revision in report.history] == ["refine", "merge"]
    assert report.history[-1].sources == [QUESTION, OTHER_QUESTION]
    assert len(report.imports) == 1


def test_a_report_of_an_older_schema_loads_and_merges(tmp_path: Path) -> None:
    """Reports saved before there was a ledger have none of its fields."""
    data = json.loads(benefit().to_json())
    for name in ("ledger", "contradictions", "left_out", "history", "rendering"):
        data.pop(name)
    (tmp_path / "old.json").write_text(json.dumps(data), encoding="utf-8")
    report = merged(Report.load(tmp_path / "old.json"), harm())
    assert len(report.references) == 4


def test_reports_made_from_finished_texts_merge() -> None:
    """They cite references without citations; documents are joined and numbered all the same."""
    first = {"title": "The first of the papers", "doi": "10.5555/a"}
    second = {"title": "The second of the papers", "doi": "10.5555/b"}
    texts = (("First?", "It fell [1]. It rose [2].", [first, second]), ("Second?", "It rose again [1].", [second]))
    one, two = (
        Report.model_validate({"user_question": question, "synthesized_answer": text, "references": references})
        for question, text, references in texts
    )
    report = merged(one, two)
    assert documents(report) == ["10.5555/a", "10.5555/b"]
    assert "It rose again [2]." in report.synthesized_answer
    assert report.unique_documents == 2


def test_a_citation_that_no_reference_was_made_for_is_linked() -> None:
    """A report written by hand may say nothing of which citation belongs to which reference."""
    one = benefit()
    one.reference_of = {}
    bare = Report(user_question="?", citations=[evidence("x", "It fell.", 1)])
    report = merged(one, bare)
    assert report.reference_of["c1"] == report.reference_of["c4"]
    assert set(report.reference_of) == {citation.id for citation in report.citations}
    assert report.reference_of["x"] == report.reference_of["c1"]


def test_one_report_alone_is_refused() -> None:
    """There is nothing to merge it with."""
    with pytest.raises(UsageError, match="nothing to merge"):
        merged(benefit())


def test_a_hostile_report_merges_without_harm() -> None:
    """Ids that are double or empty, quotes out of bounds, headings that look like ours, lone surrogates."""
    hostile = made_report(
        [evidence(f"h{place}", text) for place, text in enumerate(HOSTILE_TEXTS)],
        [
            Section(heading=f"Question 1. {QUESTION}", blocks=[]),
            section(
                SectionKind.FINDINGS,
                *(
                    cited(text, f"h{place}", quotes=[Quote(citation_id=f"h{place}", start=9**9, end=9**9)])
                    for place, text in enumerate(HOSTILE_TEXTS)
                ),
                cited("A lone \ud800 surrogate.", "h1", id="q1"),
                remark("one"),
            ),
        ],
        question="\ud800 <b>?</b>\nQuestion 2. x",
    )
    hostile.citations.append(Citation(id="h1", passage="Again.", document_title="Again"))
    hostile.history = [Revision(made_at=FIXED_TIME, action="merge", sources=["a", "b", "a"])]
    report = merge_reports([benefit(), hostile], host=fresh_host())
    assert len({claim.id for claim in report.claims}) == len(report.claims)
    assert len({citation.id for citation in report.citations}) == len(report.citations)
    assert Report.model_validate(json.loads(report.to_json_bytes())).sections == report.sections


# -- figures and study data ----------------------------------------------------------------------------------------


def test_figures_and_study_data_of_both_are_there() -> None:
    """Figures have names of their own, rows lead to the common references, and nothing is there twice."""
    one, other = with_exhibit(benefit(), figure("forest", "c1")), with_exhibit(harm(), figure("forest", "c1"))
    report = merged(one, other)
    pictures = [block for part in report.sections for block in part.blocks if isinstance(block, Figure)]
    assert [picture.name for picture in pictures] == ["forest", "forest-2"]
    assert [part.heading for part in report.sections if part.kind is SectionKind.EXHIBITS] == [
        "1.3 Forest plot",
        "2.2 Forest plot",
    ]
    listed = {reference.id for reference in report.references}
    assert [study.reference_id in listed for study in report.studies] == [True, True]
    double = merged(one, one)
    assert double.sections == one.sections
    assert double.studies == one.studies


def test_a_figure_without_a_sentence_is_not_shown_twice() -> None:
    """There is nothing but the picture to know it by."""
    one = benefit()
    bare = Figure(name="plot", alt="Squares", svg="<svg/>")
    one.sections.append(Section(heading="Plot", kind=SectionKind.EXHIBITS, blocks=[bare]))
    assert merged(one, one).sections == one.sections


# -- the small parts -----------------------------------------------------------------------------------------------


def test_names_are_given_once() -> None:
    """What is taken gets a number, and that number is taken then."""
    names = Names(["c1", "c1-2"])
    assert [names.free("c1"), names.free("c1"), names.free("c2"), names.free("c2")] == ["c1-3", "c1-4", "c2", "c2-2"]
    assert names.free("") != ""


@pytest.mark.parametrize("words", ["events fell", "It", "by 12%."])
def test_quotes_keep_their_words_when_blanks_change(words: str) -> None:
    """The quote is found again in a passage with other blanks."""
    old, new = "It is said  that events fell\nby 12%.", "It is\tsaid that   events fell by 12%."
    start = old.index(words)
    moved = moved_quote(Quote(citation_id="a", start=start, end=start + len(words)), old, new)
    assert new[moved.start : moved.end] == words
