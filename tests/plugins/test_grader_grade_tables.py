"""Summary of Findings, evidence profile, Evidence-to-Decision: what stands in the cells, and that cites work there."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from bmreport import Claim, EvidenceBody, Reference, Report, RunContext, Section, SectionKind, Study, StudyDesign, Table
from bmreport.numbering import number_references
from bmreport.rendering import render
from bmreport.testing import HOSTILE_TEXTS, fresh_host
from bmreport_plugins.graders.grade import GradeGrader, GradeOptions

from .grade_studies import good_trials, grade_of, means, ratio, rob2, trial


def tabled(studies: list[Study], **options: Any) -> tuple[EvidenceBody, list[Section]]:
    """The sections of a body whose studies each have a reference of their own."""
    joined = tuple(one.model_copy(update={"reference_id": f"r{n}"}) for n, one in enumerate(studies))
    references = tuple(
        Reference(id=f"r{n}", csl={"title": one.study, "type": "article"}) for n, one in enumerate(studies)
    )
    body = EvidenceBody("Does placebrol save lives?", (), references, studies=joined)
    chosen = GradeOptions(**options)
    grades = GradeGrader().grade(body, RunContext(), chosen)
    return body, GradeGrader().exhibits(body, grades, RunContext(), chosen)


def table(section: Section, place: int = 0) -> Table:
    """A table of a section."""
    block = section.blocks[place]
    assert isinstance(block, Table)
    return block


def text(cell: list[Claim]) -> str:
    """The words of a cell."""
    return " ".join(claim.text for claim in cell)


def texts(found: Table) -> list[list[str]]:
    """The words of all cells of the rows."""
    return [[text(cell) for cell in row] for row in found.rows]


def test_the_summary_of_findings_holds_what_the_handbook_asks_for() -> None:
    """Outcome, people and studies, relative and absolute effects, certainty, and what happens."""
    _body, sections = tabled(good_trials(follow_up="2 years"))
    assert [section.heading for section in sections] == ["Summary of findings", "GRADE evidence profile"]
    assert all(section.kind is SectionKind.EXHIBITS for section in sections)
    found = table(sections[0])
    assert text(found.caption) == "Summary of findings: placebrol compared with placebo."
    assert [text(cell) for cell in found.header] == [
        "Outcome", "Participants (studies)", "Relative effect (95% CI)", "Risk with placebo",
        "Risk with placebrol and difference", "Certainty", "What happens",
    ]  # fmt: skip
    assert texts(found) == [
        [
            "Death (follow-up 2 years)", "12,000 (3 randomised trials)", "RR 0.60 (0.53 to 0.68)", "100 per 1,000",
            "60 per 1,000: 40 fewer per 1,000 (47 fewer to 32 fewer)", "⊕⊕⊕⊕ High", "Placebrol reduces death.",
        ]
    ]  # fmt: skip


def test_footnotes_explain_every_level_and_name_what_is_left_out() -> None:
    """Letters lead from the certainty to the reasons; no study vanishes."""
    studies = [*good_trials(2, bias=[rob2("high", 3)], funding=""), trial("Fraud", (1, 9), retracted=True)]
    _body, sections = tabled(studies)
    found = table(sections[0])
    assert texts(found)[0][5] == "⊕⊕◯◯ Low (a, b)"
    notes = [text(note) for note in found.footnotes]
    assert notes[0].startswith("a. Risk of bias, two levels down: 100% of the pooled weight")
    assert notes[1] == "b. Not assessed, and so not counted: publication bias."
    assert any("Fraud: retracted" in note for note in notes)
    assert any("RR: risk ratio" in note for note in notes)


def test_cites_in_cells_are_numbered_with_the_text() -> None:
    """The cell of the studies cites each pooled study, by its reference."""
    body, sections = tabled([*good_trials(2), trial("Fraud", (1, 9), retracted=True)])
    numbered = number_references(sections, body)
    assert [(one.id, one.number) for one in numbered.cited] == [("r0", 1), ("r1", 2)]
    cell = table(numbered.sections[0]).rows[0][1][0]
    assert [cite.reference_id for cite in cell.cites] == ["r0", "r1"]


def test_studies_without_a_reference_are_counted_and_not_cited() -> None:
    """A pointer to nothing would be an error of the report."""
    body = EvidenceBody("Why?", (), (), studies=tuple(good_trials(2)))
    grades = GradeGrader().grade(body, RunContext(), GradeOptions())
    sections = GradeGrader().exhibits(body, grades, RunContext(), GradeOptions())
    cell = table(sections[0]).rows[0][1][0]
    assert (cell.text, cell.cites) == ("8,000 (2 randomised trials)", [])


def test_the_profile_shows_each_domain_and_the_importance() -> None:
    """One column a domain, critical outcomes first."""
    studies = [*good_trials(2, indirectness={}), *good_trials(2, outcome="Stroke", bias=[rob2("some concerns")])]
    _body, sections = tabled(studies, importance={"Stroke": "critical", "Death": "important"})
    rows = texts(table(sections[1]))
    assert [row[0] for row in rows] == ["Stroke", "Death"]
    assert rows[0][2:] == [
        "serious (a)", "not serious", "not serious", "not serious", "publication bias undetected", "⊕⊕⊕◯ Moderate",
        "critical",
    ]  # fmt: skip
    assert rows[1][4] == "not assessed (b)"
    assert rows[1][8] == "important"


def test_what_raises_and_unknown_designs_stand_under_other_considerations() -> None:
    """With the levels they move."""
    cohort = [ratio("C", 3, 2.7, 3.3333, design=StudyDesign.COHORT)]
    _body, sections = tabled(cohort)
    assert "large effect large, one level up (" in texts(table(sections[1]))[0][6]
    _body, sections = tabled(good_trials(design=None))
    assert "design starts at Low (" in texts(table(sections[1]))[0][6]


def test_means_stand_as_differences() -> None:
    """A mean difference has no relative effect and no risk."""
    _body, sections = tabled([means("A", -4.2), means("B", -3.8)])
    row = texts(table(sections[0]))[0]
    assert row[2:5] == ["–", "mean 50.0", "MD 4.00 lower (5.13 lower to 2.87 lower)"]
    assert row[6] == "Placebrol reduces pain slightly."


def test_rare_risks_keep_their_decimals_and_a_row_has_one_kind() -> None:
    """All numbers of a row have as many decimals as its differences need."""
    _body, sections = tabled([trial("A", (2, 6), (10000, 10000))])
    row = texts(table(sections[0]))[0]
    assert row[3] == "0.60 per 1,000"
    assert re.fullmatch(r"0\.20 per 1,000: 0\.40 fewer per 1,000 \(0\.56 fewer to 0\.39 more\)", row[4])


def test_each_comparison_has_its_tables() -> None:
    """A Summary of Findings is of one comparison."""
    studies = [*good_trials(1), trial("Other", (100, 200), comparison="Placebrol versus sham")]
    _body, sections = tabled(studies)
    assert [text(table(sections[0], place).caption) for place in range(2)] == [
        "Summary of findings: placebrol compared with placebo.",
        "Summary of findings: placebrol compared with sham.",
    ]


def test_the_decision_skeleton_is_there_on_request_and_filled_in_by_nobody() -> None:
    """Effects and certainty are told; judgements are the panel's."""
    _body, sections = tabled(good_trials(), evidence_to_decision=True)
    found = table(sections[2])
    rows = texts(found)
    assert len(rows) == 12
    assert rows[1][2] == "Placebrol reduces death."
    assert rows[3][2].startswith("⊕⊕⊕⊕ High, the lowest among all outcomes")
    assert all(row[3] == "" for row in rows)
    assert rows[6][2] == "Not assessed here."


@pytest.mark.parametrize(
    ("difference", "sd", "words"),
    [
        (-9.0, 10.0, "Placebrol results in a large reduction in pain."),
        (-6.0, 10.0, "Placebrol reduces pain."),
        (-3.0, 10.0, "Placebrol reduces pain slightly."),
        (-1.0, 10.0, "Placebrol results in little to no difference in pain."),
        (9.0, 10.0, "Placebrol results in a large increase in pain."),
    ],
)
def test_size_is_told_in_words(difference: float, sd: float, words: str) -> None:
    """Large, plain, slight, and little to no difference, with high certainty."""
    found = grade_of([means("A", difference, n=5000, sd=sd)])
    assert found.summary is not None
    assert (found.label, found.summary.plain) == ("High", words)


@pytest.mark.parametrize(
    ("level", "words"),
    [
        ("", "Placebrol reduces death."),
        ("serious", "Placebrol probably reduces death."),
        ("very serious", "Placebrol may reduce death."),
        ("both", "The evidence is very uncertain about the effect of placebrol on death."),
    ],
)
def test_certainty_is_told_in_words(level: str, words: str) -> None:
    """Reduces, probably reduces, may reduce, very uncertain."""
    directness = {"population": f"{level}: x"} if level in ("serious", "very serious") else {"population": "none"}
    worst = {"indirectness": {"population": "very serious: x"}, "bias": [rob2("high", 1)]}
    found = grade_of(good_trials(**(worst if level == "both" else {"indirectness": directness})))
    assert found.summary is not None
    assert found.summary.plain == words


@pytest.mark.parametrize("hostile", HOSTILE_TEXTS)
def test_names_are_text_everywhere(hostile: str) -> None:
    """Whatever an outcome or a study is called, it stands in the tables as it was written, white space aside."""
    _body, sections = tabled([trial(f"T {hostile}", (60, 100), outcome=hostile), *good_trials(1)])
    assert " ".join(hostile.split()) in texts(table(sections[0]))[0][0]


def test_a_pdf_holds_the_tables_with_their_cites() -> None:
    """The tables come out of the exporter, with numbers that lead to the list."""
    body, sections = tabled([*good_trials(3), means("M", -3)])
    numbered = number_references(sections, body)
    report = Report(user_question=body.question, sections=numbered.sections, references=numbered.cited)
    rendered = render(report, host=fresh_host(), style="vancouver")
    pages = PdfReader(BytesIO(rendered.to_bytes("pdf"))).pages
    words = " ".join(" ".join(page.extract_text() for page in pages).split())
    for part in (
        "Summary of findings: placebrol",
        "RR 0.60",
        "⊕⊕⊕⊕ High",
        "40 fewer per 1,000",
        "GRADE evidence profile",
    ):
        assert part in words
    assert re.search(r"randomised\s+trials\)\s*\(1.3\)", words)
