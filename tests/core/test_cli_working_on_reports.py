"""The commands that work on finished reports: merge, refine, diff."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bmreport import Report
from bmreport.cli.group import bmreport
from bmreport.cli.refining import beside
from bmreport.models import Finding, Severity
from bmreport.report_diff import ReportDiff
from bmreport.testing import HOSTILE_TEXTS

from .report_makers import OTHER_QUESTION, QUESTION, benefit, cited, evidence, harm, made_report

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two saved reports and a file of new evidence."""
    benefit().save(tmp_path / "a.json")
    harm().save(tmp_path / "b.json")
    new = {"passage": "Placebrol prevented sample events in children.", "title": "Placebrol in children", "year": 2024}
    (tmp_path / "new.json").write_text(json.dumps([new]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run a command and return what came of it."""
    return CliRunner().invoke(bmreport, list(arguments))


# -- merge ---------------------------------------------------------------------------------------------------------


def test_merge_prints_the_merged_report_as_json() -> None:
    """Without options it is a filter; what there is to say goes to standard error."""
    result = run("merge", "a.json", "b.json", "--quiet")
    assert (result.exit_code, result.stderr) == (0, "")
    report = Report.model_validate_json(result.stdout_bytes)
    assert report.user_question == f"(1) {QUESTION} (2) {OTHER_QUESTION}"
    assert len(report.references) == 4
    assert "4 documents" in run("merge", "a.json", "b.json").stderr


def test_merge_writes_a_file_of_any_format() -> None:
    """The ending says which, or --export does; several go into a folder."""
    result = run("merge", "a.json", "b.json", "-o", "m.html", "--title", "Placebrol", "-s", "apa")
    assert (result.exit_code, result.stdout) == (0, "m.html\n")
    page = Path("m.html").read_text(encoding="utf-8")
    assert "<h1" in page
    assert "Placebrol" in page
    assert "AuthorD" in page
    result = run("merge", "a.json", "b.json", "-e", "json,markdown", "-o", "out/", "-q", "Worth it?")
    assert result.stdout.split() == ["out/worth-it.json", "out/worth-it.md"]
    assert Report.load("out/worth-it.json").user_question == "Worth it?"


def test_merge_never_overwrites_a_report_that_it_reads() -> None:
    """A slip with -o costs nothing."""
    before = Path("a.json").read_bytes()
    result = run("merge", "a.json", "b.json", "-o", "a.json")
    assert result.exit_code == 2
    assert "would be overwritten" in result.stderr
    assert Path("a.json").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["a.json"], 2, "nothing to merge"),
        (["a.json", "missing.json"], 3, "no such file"),
        (["a.json", "new.json"], 3, "not a report"),
        ([], 2, "missing argument"),
        (["a.json", "b.json", "-s", "no-such-style-at-all"], 2, "no-such-style-at-all"),
        (["a.json", "b.json", "-e", "no-such-format"], 2, "no-such-format"),
        (["a.json", "b.json", "--set", "no-such.option=1"], 2, "no-such"),
    ],
)
def test_merge_fails_with_one_message(arguments: list[str], code: int, word: str) -> None:
    """Before anything is written."""
    result = run("merge", *arguments)
    assert result.exit_code == code
    assert word in result.stderr
    assert result.stdout == ""


def test_merge_fails_under_strict_when_a_check_does() -> None:
    """The report is written all the same."""
    report = benefit()
    report.references[0].retracted = True
    report.references[0].publication_types = ["Retracted Publication"]
    report.save("a.json")
    result = run("merge", "a.json", "b.json", "--strict", "-o", "m.json")
    assert result.exit_code == 5
    assert Report.load("m.json").errors


# -- refine --------------------------------------------------------------------------------------------------------


def test_refine_writes_beside_the_report_and_says_what_became_of_it() -> None:
    """The given file stays as it was, and no earlier refinement is lost."""
    before = Path("a.json").read_bytes()
    result = run("refine", "a.json", "--exclude", "c3", "--note", "retracted")
    assert (result.exit_code, result.stdout) == (0, "a.refined.json\n"), result.stderr
    assert Path("a.json").read_bytes() == before
    report = Report.load("a.refined.json")
    assert [citation.id for citation in report.citations] == ["c1", "c2", "c4"]
    assert report.history[-1].note == "retracted"
    assert "1 taken out, 0 added" in result.stderr
    assert "gone: Women had no benefit" in result.stderr
    assert run("refine", "a.json", "-x", "c2").stdout == "a.refined-2.json\n"
    assert run("refine", "a.refined.json", "-x", "c2").stdout == "a.refined-3.json\n"
    assert len(Report.load("a.refined-3.json").history) == 2


def test_refine_in_place_replaces_the_report_and_nothing_else() -> None:
    """Only when that is asked for."""
    result = run("refine", "a.json", "-x", "c3", "--in-place")
    assert result.stdout == "a.json\n"
    assert len(Report.load("a.json").citations) == 3
    assert run("refine", "a.json", "-x", "c2", "-o", "a.json").exit_code == 2
    assert run("refine", "a.json", "-x", "c2", "--in-place", "-o", "x.json").exit_code == 2
    assert run("refine", "a.json", "-x", "c2", "--in-place", "-e", "pdf").exit_code == 2
    assert len(Report.load("a.json").citations) == 3


def test_refine_adds_files_and_exports() -> None:
    """As build reads and writes them."""
    result = run("refine", "a.json", "--add", "new.json", "-e", "html,json", "-o", "out/", "-s", "apa")
    assert result.exit_code == 0, result.stderr
    names = [Path(line).suffix for line in result.stdout.splitlines()]
    assert names == [".html", ".json"]
    (saved,) = Path("out").glob("*.json")
    report = Report.load(saved)
    assert report.history[-1].added == ["c5"]
    assert report.style == "apa"
    assert report.imports[-1].locator == "new.json"


def test_refine_tells_of_rejected_records_even_when_it_fails() -> None:
    """The import report is shown as by build."""
    Path("bad.json").write_text(json.dumps([{"passage": "No title."}, {"passage": "P", "title": "T"}]), "utf-8")
    result = run("refine", "a.json", "--add", "bad.json", "--min-citations", "9")
    assert result.exit_code == 4
    assert "1 of 2 records rejected" in result.stderr
    assert "5 usable citations, 9 needed" in result.stderr
    assert not Path("a.refined.json").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["a.json", "-x", "c33"], 2, "did you mean c3?"),
        (["a.json", "-x", "c1,c2,c3"], 4, "1 usable citation, 2 needed"),
        (["a.json", "--add", "missing.json"], 3, "no such file"),
        (["missing.json", "-x", "c1"], 3, "no such file"),
        (["new.json", "-x", "c1"], 3, "not a report"),
        (["a.json", "-x", "c1", "--synthesizer", "no-such-one"], 2, "no-such-one"),
        (["a.json", "-x", "c1", "--grader", "no-such-one"], 2, "no-such-one"),
        (["a.json", "-x", "c1", "-s", "no-such-style-at-all"], 2, "no-such-style-at-all"),
        (["a.json", "-x", "c1", "--no-fallback"], 2, "fallback"),
    ],
)
def test_refine_fails_with_one_message(arguments: list[str], code: int, word: str) -> None:
    """And writes nothing."""
    before = sorted(path.name for path in Path().iterdir())
    result = run("refine", *arguments)
    assert result.exit_code == code, result.stderr
    assert word in result.stderr
    assert result.stdout == ""
    assert sorted(path.name for path in Path().iterdir()) == before


def test_names_beside_a_report_are_free() -> None:
    """`.refined` is not piled up."""
    assert beside(Path("x/a.json")) == Path("x/a.refined.json")
    assert beside(Path("x/a.refined.json")) == Path("x/a.refined.json")
    Path("a.refined.json").touch()
    assert beside(Path("a.refined.json")) == Path("a.refined-2.json")
    assert beside(Path("a.b")) == Path("a.refined-2.json")
    assert beside(Path("c.refined-7.json")) == Path("c.refined.json")


# -- diff ----------------------------------------------------------------------------------------------------------


def test_diff_of_one_report_with_itself_prints_nothing() -> None:
    """And says so on standard error."""
    result = run("diff", "a.json", "a.json", "--exit-code")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "say the same" in result.stderr
    assert run("diff", "a.json", "a.json", "--quiet").stderr == ""


def test_diff_prints_what_changed_in_plain_lines() -> None:
    """Sentences, grades, references, history; the exit code is 0 unless it is asked for."""
    assert run("refine", "a.json", "-x", "c3", "-a", "new.json", "--note", "why").exit_code == 0
    result = run("diff", "a.json", "a.refined.json")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"--- a.json: “{QUESTION}”, made 2023-06-15")
    assert lines[1].startswith("+++ a.refined.json: ")
    for part in ("Sentences", "References", "Evidence", "Findings", "Inputs", "History", "Grades", "Settings"):
        assert part in lines
    assert any(line.startswith("  - s3 [Findings] Women had no benefit") for line in lines)
    assert any("Placebrol prevented sample events in children." in line and line.startswith("  + s") for line in lines)
    assert any(line.startswith("  - [3] AuthorC 1993: Placebrol in sample number 3") for line in lines)
    assert any("excluded c3; added c5; from new.json; note: why" in line for line in lines)
    assert run("diff", "a.json", "a.refined.json", "--exit-code").exit_code == 1


def test_diff_marks_words_that_changed() -> None:
    """As git does with --word-diff."""
    new = benefit()
    new.sections[0].blocks[0].claims[0].text = "Placebrol lowered sample events by 14%."  # type: ignore[union-attr]
    new.save("n.json")
    assert "Placebrol lowered sample events by [-12-]{+14+}%." in run("diff", "a.json", "n.json").stdout


def test_diff_prints_json_for_programs() -> None:
    """With a schema of its own; empty lists where nothing differs."""
    result = run("diff", "a.json", "b.json", "--json", "--exit-code")
    assert result.exit_code == 1
    diff = ReportDiff.model_validate_json(result.stdout_bytes)
    assert diff.claims_added
    same = json.loads(run("diff", "a.json", "a.json", "--json").stdout)
    assert same["claims_changed"] == []
    assert same["schema_version"] == 1


@pytest.mark.parametrize("arguments", [["a.json"], ["a.json", "missing.json"], ["a.json", "new.json"]])
def test_diff_refuses_what_is_no_report(arguments: list[str]) -> None:
    """With the code of usage or of input."""
    result = run("diff", *arguments)
    assert result.exit_code in (2, 3)
    assert result.stdout == ""


# -- hostile reports -----------------------------------------------------------------------------------------------


def hostile() -> Report:
    """A report that tries to look like our own lines, to move the cursor and to name files."""
    numbered = list(enumerate(HOSTILE_TEXTS, 1))
    report = made_report(
        [evidence(f"c{place}", f"{text} events", place, document_title=text) for place, text in numbered],
        [],
        question="\x1b[2Jowned\n+++ forged: line\n",
        title="\x1b]0;owned\x07../../etc/passwd",
    )
    claims = [cited(f"{text}\nHistory\n  + forged", f"c{place}") for place, text in enumerate(HOSTILE_TEXTS, 1)]
    other = made_report(report.citations, [], question=report.user_question)
    report.sections = made_report(other.citations, [benefit().sections[0].model_copy(update={"blocks": []})]).sections
    report.sections[0].blocks = [benefit().sections[0].blocks[0].model_copy(update={"claims": claims})]
    report.findings = [Finding(verifier="\x1b[31mx", severity=Severity.ERROR, message="\x1b[2J\nerror: forged")]
    report.provenance.options = {"extractive": {"max_sentences": "/etc/passwd"}, "\x1b[2J": {"a": "\x1b[2J"}}
    return report


def test_a_hostile_report_breaks_out_of_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal control characters are shown, not obeyed; every text stays on its line."""
    hostile().save("h.json")
    monkeypatch.setattr("bmreport.cli.output.is_terminal", lambda: True)
    shown = run("diff", "a.json", "h.json")
    assert shown.exit_code == 0
    assert "\x1b" not in shown.stdout + shown.stderr
    assert "\x07" not in shown.stdout
    assert not [line for line in shown.stdout.splitlines() if line.startswith(("+++ forged", "  + forged"))]
    assert shown.stdout.splitlines().count("History") == 0
    refined = run("refine", "h.json", "-x", "c1")
    assert "\x1b" not in refined.stderr
    assert refined.exit_code == 0, refined.stderr
    assert "extractive.max_sentences" in Report.load("h.refined.json").to_json()
    merged = run("merge", "a.json", "h.json", "-o", "m.json")
    assert (merged.exit_code, "\x1b" in merged.stderr) == (0, False)
    named = run("merge", "a.json", "h.json", "-e", "json", "-o", "out/")
    assert all(path.parent == Path("out") for path in map(Path, named.stdout.split()))


def test_the_worked_example_goes_through_all_three() -> None:
    """Two questions on the same papers: merged, refined and compared."""
    shutil.copy(EXAMPLE / "citations.json", "citations.json")
    questions = {"one": "Does aspirin prevent a first heart attack?", "two": "Does aspirin cause bleeding?"}
    for name, question in questions.items():
        assert run("citations.json", "-q", question, "-o", f"{name}.json", "--quiet").exit_code == 0
    assert run("merge", "one.json", "two.json", "-o", "both.json", "--quiet").exit_code == 0
    both = Report.load("both.json")
    assert len(both.references) <= 17
    assert [str(one) for one in both.errors if one.verifier in ("cites-resolve", "numbering", "references-cited")] == []
    assert run("refine", "both.json", "-x", "pmid:30667501", "--quiet").stdout == "both.refined.json\n"
    refined = Report.load("both.refined.json")
    assert not [one for one in refined.references if one.pmid == "30667501"]
    diff = json.loads(run("diff", "both.json", "both.refined.json", "--json").stdout)
    assert [one["document"] for one in diff["references_removed"]] == ["Zheng 2019"]
    assert diff["references_added"] == []
