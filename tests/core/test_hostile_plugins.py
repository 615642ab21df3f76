"""Plugins that exit, hang, lie, or return what no one can use: named once, and nothing of it reaches a report."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from bmreport import PluginHost, build, hookimpl
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.messages import Messages
from bmreport.errors import ConfigError, PluginError
from bmreport.intake import Harvest
from bmreport.locator import SourceLocator
from bmreport.models import Finding, ImportReport, NoOptions, Report
from bmreport.providers import Match
from bmreport.rendering import render
from bmreport.richtext import Text
from bmreport.styling import Entry, StyledText
from bmreport.testing import NoEngine, SamplePlugin, sample_citations, sample_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Exporter:
    """A sound exporter, to be spoilt."""

    name = "spoilt"
    summary = "An exporter"
    options_model: Any = NoOptions
    suffix = ".x"
    media_type = "text/plain"
    takes_template = False

    def export(self, rendered: object, template: object, options: object) -> bytes:
        """One byte."""
        return b"x"


class Source:
    """A sound source, to be spoilt."""

    name = "spoilt"
    summary = "A source"
    options_model: Any = NoOptions

    def match(self, locator: SourceLocator) -> Any:
        """Any file."""
        return Match.CONTENT

    def read(self, locator: SourceLocator, context: object, options: object) -> Any:
        """Nothing."""
        return Harvest()


class Verifier:
    """A verifier, to be spoilt."""

    name = "spoilt"
    summary = "A verifier"
    options_model: Any = NoOptions

    def check(self, report: Report, context: object, options: object) -> list[Finding]:
        """Nothing."""
        return []


class Style:
    """A style, to be spoilt."""

    name = "spoilt"
    summary = "A style"
    options_model: Any = NoOptions

    def render(self, job: Any, engine: object, options: object) -> Any:
        """Nothing."""
        return None


def spoilt(base: type, **changes: Any) -> Any:
    """A provider with some attributes replaced."""
    return type("Spoilt", (base,), changes)()


def plugin(hook: str, implementation: Callable[[], Any]) -> Any:
    """A plugin with one hook."""

    def implemented(self: object) -> Any:
        return implementation()

    implemented.__name__ = hook
    return type("Hostile", (), {hook: hookimpl(implemented)})()


def host_with(hook: str, implementation: Callable[[], Any], *, builtins: bool = True) -> PluginHost:
    """A host with the hostile plugin, its failures kept."""
    return PluginHost(
        {"hostile": plugin(hook, implementation)}, load_entry_points=builtins, on_failure=lambda _failure: None
    )


def endless() -> Iterator[Any]:
    """Providers without end."""
    while True:
        yield spoilt(Exporter)


UNUSABLE: dict[str, Callable[[], Any]] = {
    "exits": lambda: sys.exit(3),
    "never ends": endless,
    "returns nothing": lambda: None,
    "returns a number": lambda: 5,
    "returns a text": lambda: "pdf",
    "returns a class": lambda: [Exporter],
    "has a list as name": lambda: [spoilt(Exporter, name=["pdf"])],
    "has a number as name": lambda: [spoilt(Exporter, name=3)],
    "has no name": lambda: [spoilt(Exporter, name=" ")],
    "has a name of two lines": lambda: [spoilt(Exporter, name="a\nb")],
    "has a name without end": lambda: [spoilt(Exporter, name="x" * 1_000_000)],
    "has no summary": lambda: [spoilt(Exporter, summary=None)],
    "has no options model": lambda: [spoilt(Exporter, options_model=None)],
    "has a strange options model": lambda: [spoilt(Exporter, options_model=dict)],
    "has a number as ending": lambda: [spoilt(Exporter, suffix=3)],
    "has a name that raises": lambda: [spoilt(Exporter, name=property(lambda _self: 1 / 0))],
    "cannot even be shown": lambda: [spoilt(Exporter, name=3, __repr__=lambda _self: 1 / 0)],
}


@pytest.mark.parametrize("kind", UNUSABLE)
def test_an_unusable_provider_is_named_once_and_left_out(kind: str) -> None:
    """One failure of bounded length that names plugin and hook; the others still work and can be listed."""
    host = host_with("bmreport_exporters", UNUSABLE[kind])
    (failure,) = host.failures
    assert failure.plugin == "hostile"
    assert failure.hook == "bmreport_exporters"
    assert len(str(failure)) < 600
    assert "pdf" in host.names("exporter")
    assert len({one.name for one in host.everything() if one.kind == "exporter"}) == len(host.names("exporter"))


@pytest.mark.parametrize("answer", [None, "x", [1], 1.5])
def test_a_source_that_returns_no_match_is_named(answer: object, tmp_path: Path) -> None:
    """What is no Match is the plugin's fault, not a crash."""
    (tmp_path / "x.x").write_bytes(b"x")
    host = host_with("bmreport_sources", lambda: [spoilt(Source, match=lambda _self, _locator: answer)])
    with pytest.raises(PluginError, match="hostile"):
        build(tmp_path / "x.x", question="x", host=host)


@pytest.mark.parametrize(
    "harvest",
    [
        None,
        Harvest(citations=["x"], reports=[ImportReport(source="s", locator="l", records=1, kept=1)]),  # type: ignore[list-item]
        Harvest(citations=None),  # type: ignore[arg-type]
        Harvest(reports=[None]),  # type: ignore[list-item]
        Harvest(citations=sample_citations(), reports=[ImportReport(source="s", locator="l", records=2, kept=2)]),
        Harvest(citations=sample_citations()),
    ],
)
def test_a_source_whose_books_are_wrong_is_named(harvest: object, tmp_path: Path) -> None:
    """Wrong things in a harvest, or more records than its reports tell of, are the plugin's fault."""
    (tmp_path / "x.x").write_bytes(b"x")
    host = host_with("bmreport_sources", lambda: [spoilt(Source, read=lambda *_: harvest)])
    with pytest.raises(PluginError, match="hostile"):
        build(tmp_path / "x.x", question="x", host=host)


def test_a_provider_that_exits_at_work_is_named() -> None:
    """`sys.exit()` inside a provider does not end the program in silence."""
    host = host_with("bmreport_exporters", lambda: [spoilt(Exporter, export=lambda *_: sys.exit(0))])
    rendered = render(sample_report(), host=PluginHost({"s": SamplePlugin()}), style="numbered-sample", engine="none")
    with pytest.raises(PluginError, match="SystemExit"):
        rendered.__class__(**{**vars(rendered), "host": host}).to_bytes("spoilt")


@pytest.mark.parametrize(
    "change",
    [
        lambda report: report.references.clear(),
        lambda report: setattr(report, "title", "changed"),
        lambda report: report.claims[0].cites.clear(),
        lambda report: report.references[0].csl.clear(),
    ],
)
def test_a_verifier_cannot_change_the_report(change: Callable[[Report], object]) -> None:
    """Verifiers look at a copy."""

    def check(self: object, report: Report, *_: object) -> list[Finding]:
        change(report)
        return []

    question = "Does placebrol prevent sample events?"
    host = host_with("bmreport_verifiers", lambda: [spoilt(Verifier, check=check)])
    changed = build(sample_citations(), question=question, host=host)
    untouched = build(sample_citations(), question=question, host=PluginHost())
    assert changed.references == untouched.references
    assert changed.claims == untouched.claims
    assert changed.title == untouched.title


@pytest.mark.parametrize("cluster", ["text", None, (Text(5),), ("text",), [Text("x")]])  # type: ignore[arg-type]
@pytest.mark.parametrize("place", ["cluster", "body", "label"])
def test_a_style_that_returns_no_rich_text_is_named(cluster: Any, place: str) -> None:
    """What is not rich text down to its leaves never reaches an exporter."""

    def styled(self: object, job: Any, *_: object) -> StyledText:
        right = (Text("1"),)
        clusters = tuple(cluster if place == "cluster" else right for _ in job.clusters)
        body, label = (cluster if place == "body" else right), (cluster if place == "label" else right)
        return StyledText(clusters, tuple(Entry(str(item["id"]), body, label) for item in job.items))

    class Engine:
        @hookimpl
        def bmreport_csl_engines(self) -> list[Any]:
            return [NoEngine()]

    style = plugin("bmreport_styles", lambda: [spoilt(Style, render=styled)])
    host = PluginHost({"hostile": style, "engine": Engine()}, load_entry_points=False)
    with pytest.raises(PluginError, match="hostile"):
        render(sample_report(), host=host, style="spoilt", engine="none")


def test_an_option_that_no_provider_of_the_name_has_is_refused() -> None:
    """`json` names a source and an exporter; an option of neither is a slip, also where neither is used."""
    host = PluginHost()
    with pytest.raises(ConfigError, match="option 'bogus'"):
        host.check_option_names({"json": {"bogus": 1}})
    with pytest.raises(ConfigError, match="option 'papr'"):
        host.check_option_names({"exporter:pdf": {"papr": "a4"}})
    host.check_option_names({"pdf": {"paper": "a4"}, "exporter:json": {}})


def test_what_a_plugin_prints_stays_out_of_results(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output belongs to results: `bmreport … -o -` must not be spoilt by a print."""
    with plugins_at_work():
        print("chatter")  # noqa: T201  # what a plugin might do
    open_host(Messages(quiet=True))
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "chatter" in seen.err
