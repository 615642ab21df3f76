"""The worked example of certainty: its table is read whole, rows lead to papers, and its numbers hold together."""

from __future__ import annotations

import csv
import json
import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from bmreport import RunContext, SourceLocator, Study, StudyDesign
from bmreport.cli.group import bmreport
from bmreport_plugins.sources.studies import StudiesOptions, StudiesSource

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin-grade"
PART_OF_A_TRIAL = {("TPT 1998", "All-cause mortality")}
"""Results on other people than the arms of the trial's other rows; the row says which."""


def read_studies() -> list[Study]:
    """The rows, after a check that none was refused and no column is unknown."""
    path = FOLDER / "studies.csv"
    locator = SourceLocator(path.name, content=path.read_bytes())
    harvest = StudiesSource().read(locator, RunContext(offline=True), StudiesOptions.model_validate({}))
    assert harvest.reports[0].rejected == []
    assert harvest.reports[0].notes == []
    return harvest.studies


def table(name: str) -> list[dict[str, str]]:
    """A CSV file of the example."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def studies() -> list[Study]:
    """The rows of the table."""
    return read_studies()


def test_every_row_is_read(studies: list[Study]) -> None:
    """No row is refused, and each has a design, a definition and a judgement with a reason and a name."""
    assert len(studies) == len(table("studies.csv")) > 0
    for study in studies:
        assert study.design is StudyDesign.RANDOMISED
        assert any(note.startswith("Definition: ") for note in study.notes)
        (bias,) = study.bias
        assert (bias.tool, bias.assessor) == ("rob2", "authors of this example")
        assert bias.overall
        assert bias.reasons["overall"]
        assert set(study.indirectness) == {"population", "intervention", "comparator", "outcome"}


def test_every_result_stands_once(studies: list[Study]) -> None:
    """A trial has one result on an outcome."""
    results = [(study.study, study.outcome) for study in studies]
    assert len(set(results)) == len(results)


def test_events_are_no_more_than_people(studies: list[Study]) -> None:
    """Each row has whole arms or an estimate with its interval, never both."""
    for study in studies:
        arms = (study.intervention, study.control)
        if study.estimate:
            assert all(arm.events is None and arm.total is None for arm in arms)
            assert study.estimate.low
            assert study.estimate.high
            assert study.participants
        else:
            assert all(arm.events is not None and arm.total is not None and arm.events <= arm.total for arm in arms)


def test_arms_are_of_one_size_in_all_outcomes(studies: list[Study]) -> None:
    """A trial has as many people in one row as in the others, or the row says why not."""
    arms: dict[str, set[tuple[int | None, int | None]]] = defaultdict(set)
    people: dict[str, set[int]] = defaultdict(set)
    for study in studies:
        if study.estimate is None:
            arms[study.study].add((study.intervention.total, study.control.total))
            people[study.study].add((study.intervention.total or 0) + (study.control.total or 0))
        elif (study.study, study.outcome) in PART_OF_A_TRIAL:
            assert f"{study.participants:,}" in " ".join(study.notes)
        else:
            people[study.study].add(study.participants or 0)
    assert {name: sizes for name, sizes in arms.items() if len(sizes) > 1} == {}
    assert {name: sizes for name, sizes in people.items() if len(sizes) > 1} == {}


def test_rows_of_one_trial_agree(studies: list[Study]) -> None:
    """Year, registration, follow-up, control and overall risk of bias are the same in all rows of a trial."""
    told: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for study in studies:
        facts = (study.year, study.registration, study.follow_up, study.moderators["control"], study.bias[0].overall)
        told[study.study].add(facts)
    assert {name: facts for name, facts in told.items() if len(facts) > 1} == {}


def test_every_row_has_a_source(studies: list[Study]) -> None:
    """The file of sources has each row in order, with its figures, and names no place of a machine or a search."""
    sources = table("sources.csv")
    assert [(row["study"], row["outcome"]) for row in sources] == [(one.study, one.outcome) for one in studies]
    for row, study in zip(sources, studies, strict=True):
        assert row["seen in"]
        assert "http" not in " ".join(row.values())
        if study.estimate:
            one = study.estimate
            assert row["figures"] == f"{one.measure} {one.value:.2f} ({one.low:.2f} to {one.high:.2f})"
        else:
            arms = [f"{arm.events}/{arm.total}" for arm in (study.intervention, study.control)]
            assert row["figures"] == " against ".join(arms)


def test_keys_are_those_of_citations(studies: list[Study]) -> None:
    """The key, DOI and PMID of a row are those of one paper of the example."""
    citations = json.loads((FOLDER / "citations.json").read_text(encoding="utf-8"))["citations"]
    papers = {one["id"]: one for one in citations}
    for study in studies:
        paper = papers[study.key]
        assert study.doi == paper.get("doi", "").lower()
        assert study.pmid == paper.get("pmid", "")


def test_report_grades_all_outcomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row joins a reference; every outcome is graded; a result that cannot be pooled is named."""
    monkeypatch.chdir(shutil.copytree(FOLDER, tmp_path / "example"))
    made = tmp_path / "report.json"
    result = CliRunner().invoke(bmreport, ["--export", "json", "--output", str(made)])
    assert result.exit_code == 0, result.output
    report = json.loads(made.read_text(encoding="utf-8"))
    assert [study["study"] for study in report["studies"] if not study["reference_id"]] == []
    rows = [study["outcome"] for study in report["studies"]]
    grades = {grade["outcome"]: grade["summary"] for grade in report["grades"] if grade["summary"]}
    assert set(grades) == set(rows)
    for outcome, summary in grades.items():
        assert summary["studies"] + len(summary["left_out"]) == rows.count(outcome)
    assert [text.partition(" (")[0] for text in grades["All-cause mortality"]["left_out"]] == ["ASPREE 2018"]
