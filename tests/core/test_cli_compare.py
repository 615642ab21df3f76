"""`bmreport styles compare`, and the search that it stands beside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bmreport.cli import compare_engines, hosting
from bmreport.cli.compare_lines import as_marked, compared_lines, sample_job
from bmreport.cli.group import bmreport
from bmreport.errors import StyleError
from bmreport.hookspecs import hookimpl
from bmreport.host import PluginHost
from bmreport.models import NoOptions, Options, Reference
from bmreport.providers import CslEngine
from bmreport.richtext import Effect, Link, RefLink, Styled, Text
from bmreport.styling import Entry, StyledText, StyleJob
from bmreport.testing import fresh_host

RECORDS = [
    {
        "id": key,
        "type": "article-journal",
        "title": f"Title of {key}",
        "author": [{"family": family, "given": "A."}],
        "issued": {"date-parts": [[2020]]},
        "container-title": "Journal",
    }
    for key, family in (("a", "Smith"), ("b", "Jones"), ("c", "Brown"))
]


class SayingEngine:
    """An engine that prints its own word in every cite, and numbers in entries."""

    summary = "Prints a word; for tests"
    options_model: type[Options] = NoOptions

    def __init__(self, name: str, word: str) -> None:
        self.name = name
        self.word = word

    def process(self, style: Any, job: StyleJob, options: Any) -> StyledText:  # as the Protocol
        """Say the word where several works are cited."""
        clusters = tuple((Text(f"({self.word})" if len(c.cites) > 1 else "(same)"),) for c in job.clusters)
        return StyledText(clusters, tuple(Entry(str(item["id"]), (Text("same"),)) for item in job.items))


class FailingEngine(SayingEngine):
    """An engine that cannot."""

    def process(self, style: Any, job: StyleJob, options: Any) -> StyledText:  # as the Protocol
        """Refuse."""
        raise StyleError(f"{self.word} cannot")


class Engines:
    """A plugin with these engines."""

    def __init__(self, *engines: CslEngine) -> None:
        self.engines = list(engines)

    @hookimpl
    def bmreport_csl_engines(self) -> list[CslEngine]:
        """The engines."""
        return self.engines


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with three records."""
    (tmp_path / "refs.json").write_text(json.dumps(RECORDS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    host = fresh_host(
        Engines(
            SayingEngine("one", "x"),
            SayingEngine("two", "y"),
            SayingEngine("twin", "x"),
            FailingEngine("bad", "it"),
            FailingEngine("worse", "worse"),
        )
    )

    def opened(_messages: object) -> PluginHost:
        return host

    monkeypatch.setattr(hosting, "open_host", opened)
    monkeypatch.setattr(compare_engines, "open_host", opened)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run a command and return what came of it."""
    return CliRunner().invoke(bmreport, ["styles", "compare", *arguments])


def test_only_lines_that_differ_are_shown() -> None:
    """One block a line, each processor's text under it; the rest is counted."""
    result = run("apa", "refs.json", "--engines", "one,two")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "cite r1, r2, r3\n  one  (x)\n  two  (y)\n"
    assert "1 of 14 lines differ in apa" in result.stderr


def test_all_lines_are_shown_on_request() -> None:
    """`--all` prints what they agree on too, and says so."""
    result = run("apa", "refs.json", "--engines", "one,two", "--all")
    assert "entry r1 (same)\n  one  same\n  two  same\n" in result.stdout
    assert "order of the list (same)" in result.stdout


def test_processors_that_agree_print_nothing() -> None:
    """No difference, no output, exit code 0."""
    result = run("apa", "refs.json", "--engines", "one,twin")
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_processor_that_fails_is_named_and_the_others_go_on() -> None:
    """Its reason stands on standard error."""
    result = run("apa", "refs.json", "--engines", "one,bad,two")
    assert result.exit_code == 0
    assert "bad: it cannot" in result.stderr
    assert "bad" not in result.stdout
    assert "one  (x)" in result.stdout


def test_when_all_fail_the_first_reason_is_the_error() -> None:
    """There is nothing to print."""
    result = run("apa", "refs.json", "--engines", "bad,worse")
    assert result.exit_code == StyleError.exit_code
    assert result.stdout == ""
    assert "worse: worse cannot" in result.stderr


def test_json_for_programs() -> None:
    """The same as data, failures included."""
    data = json.loads(run("apa", "refs.json", "--engines", "one,two,bad", "--json").stdout)
    assert data["style"] == "apa"
    assert data["engines"] == ["one", "two"]
    assert list(data["failed"]) == ["bad"]
    assert (data["compared"], data["different"]) == (14, 1)
    assert data["lines"] == [
        {"kind": "cite", "of": "r1, r2, r3", "differs": True, "texts": {"one": "(x)", "two": "(y)"}}
    ]


def test_a_table_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Side by side, a column for each processor."""
    monkeypatch.setattr(compare_engines, "is_terminal", lambda: True)
    lines = run("apa", "refs.json", "--engines", "one,two").stdout.splitlines()
    assert lines[0].split() == ["OF", "ONE", "TWO"]
    assert lines[1].split() == ["cite", "r1,", "r2,", "r3", "(x)", "(y)"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["apa", "refs.json", "--engines", "one"], "nothing to compare"),
        (["apa", "refs.json", "--engines", "one,tow"], "tow"),
        (["no-such-style", "refs.json", "--engines", "one,two"], "no-such-style"),
        (["apa", "missing.json", "--engines", "one,two"], "missing.json"),
    ],
)
def test_mistakes_are_named(arguments: list[str], word: str) -> None:
    """A misspelt name, style or file is an error that names it."""
    result = run(*arguments)
    assert result.exit_code != 0
    assert word in result.stderr


def test_the_installed_processors_are_compared_by_default() -> None:
    """bmreport, citeproc-py and pandoc side by side; APA without the author is one of their differences."""
    data = json.loads(run("apa", "refs.json", "--engines", "bmreport,citeproc-py,pandoc", "--json").stdout)
    assert data["engines"] == ["bmreport", "citeproc-py", "pandoc"]
    suppressed = next(line for line in data["lines"] if line["of"] == "r1, without author")
    assert suppressed["texts"]["bmreport"] == suppressed["texts"]["pandoc"] == "(2020)"


def test_words_are_still_a_search() -> None:
    """`bmreport styles QUERY` goes on working, options first or last, and `search` may be spelt out."""
    runner = CliRunner()
    plain = runner.invoke(bmreport, ["styles", "the", "lancet", "--json"]).stdout
    assert json.loads(plain)[0]["style"] == "the-lancet"
    assert runner.invoke(bmreport, ["styles", "--json", "the", "lancet"]).stdout == plain
    assert runner.invoke(bmreport, ["styles", "search", "the", "lancet", "--json"]).stdout == plain
    assert "compare" in runner.invoke(bmreport, ["styles", "--help"]).stdout


# -- what is compared --------------------------------------------------------------------------------------------

REFERENCES = [Reference(id=f"r{number}", csl={"title": str(number), "type": "book"}) for number in range(1, 7)]


def test_each_record_is_cited_in_each_way() -> None:
    """Alone, in clusters of four, with a page, without author; the work grows with the records."""
    job = sample_job(REFERENCES, "de-DE")
    assert len(job.clusters) == 6 + 2 + 6 + 6
    assert [len(cluster.cites) for cluster in job.clusters].count(4) == 1
    assert job.locale == "de-DE"


def test_a_record_that_one_processor_loses_is_a_difference() -> None:
    """An entry that is missing shows as an empty text, and the order of the list differs."""
    job = StyleJob(({"id": "r1"}, {"id": "r2"}), ())
    both = StyledText((), (Entry("r1", (Text("A"),)), Entry("r2", (Text("B"),))))
    one = StyledText((), (Entry("r2", (Text("B"),)),))
    lines = compared_lines(job, {"both": both, "one": one})
    assert [(line.kind, line.where, line.differs) for line in lines] == [
        ("entry", "r1", True),
        ("entry", "r2", False),
        ("order", "of the list", True),
    ]
    assert lines[0].texts == {"both": "A", "one": ""}


def test_effects_show_and_links_do_not() -> None:
    """Italic and raised text is marked; pointers, links and spacing are no difference."""
    rich = (
        Text("a  b "),
        Styled(Effect.ITALIC, (Text("c"),)),
        Styled(Effect.SUPERSCRIPT, (RefLink("r1", (Text("1"),)),)),
        Link("https://example.org", (Text("d"),)),
    )
    assert as_marked(rich) == "a b *c*^1^d"
