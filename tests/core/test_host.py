"""The host loads plugins, isolates the ones that fail, and names the culprit."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from bmreport import hookimpl
from bmreport import host as host_module
from bmreport.context import RunContext
from bmreport.errors import (
    ConfigError,
    DuplicateProviderError,
    InputError,
    PluginError,
    UnknownProviderError,
)
from bmreport.evidence import EvidenceBody
from bmreport.host import KINDS, PluginHost
from bmreport.models import Grade, NoOptions, Options
from bmreport.providers import Grader


class _Options(Options):
    """Options of the test grader."""

    threshold: float = 0.5
    """Where the line is drawn."""


class _Grader:
    """A grader that says `A`."""

    summary = "Says A"
    options_model: type[Options] = _Options

    def __init__(self, name: str = "letters") -> None:
        self.name = name

    def grade(self, body: EvidenceBody, context: RunContext, options: Any) -> list[Grade]:  # as the Protocol
        return [Grade(grader=self.name, label="A", reason="It is a test.")]


def _plugin(providers: Callable[[], list[Any]]) -> object:
    class Plugin:
        @hookimpl
        def bmreport_graders(self) -> list[Grader]:
            return providers()

    return Plugin()


def _host(*plugins: object, heard: list[PluginError] | None = None, **more: Any) -> PluginHost:
    named = {f"p{number}": plugin for number, plugin in enumerate(plugins, start=1)}
    listener = (heard if heard is not None else []).append
    return PluginHost(named, load_entry_points=False, on_failure=listener, **more)


def test_a_provider_is_found_by_kind_and_name() -> None:
    """What a hook returns can be asked for by name, and knows its plugin."""
    found = _host(_plugin(lambda: [_Grader()])).grader("letters")
    assert found.provider.name == "letters"
    assert found.plugin.name == "p1"


def test_hosts_share_nothing() -> None:
    """A plugin of one host is unknown to the next."""
    _host(_plugin(lambda: [_Grader()]))
    assert _host().names("grader") == ()


def test_an_unknown_name_suggests_near_ones() -> None:
    """A misspelt name raises an error that lists near misses."""
    host = _host(_plugin(lambda: [_Grader("bmlibrarian"), _Grader("grade")]))
    with pytest.raises(UnknownProviderError, match="did you mean bmlibrarian") as caught:
        host.grader("bmlibarian")
    assert caught.value.exit_code == 2
    with pytest.raises(UnknownProviderError, match="known: bmlibrarian, grade"):
        host.grader("zzz")


@pytest.mark.parametrize(("name", "meant"), [("md", "markdown"), (".TXT", "text"), ("pfd", "pdf"), ("doc", "docx")])
def test_an_exporter_is_suggested_by_name_and_by_ending(name: str, meant: str) -> None:
    """Who knows the ending of a file need not know the name of the format."""
    with pytest.raises(UnknownProviderError, match=f"did you mean {meant}\\?"):
        PluginHost().exporter(name)


def test_a_hook_that_raises_is_named_and_left_out() -> None:
    """The failing plugin is reported once with plugin, hook and reason; the others work."""

    def broken() -> list[Any]:
        raise RuntimeError("no licence")

    heard: list[PluginError] = []
    host = _host(_plugin(broken), _plugin(lambda: [_Grader()]), heard=heard)
    assert [(failure.plugin, failure.hook) for failure in heard] == [("p1", "bmreport_graders")]
    assert "no licence" in str(heard[0])
    assert host.failures == heard
    assert host.names("grader") == ("letters",)
    with pytest.raises(PluginError, match="no licence"):
        host.grader("p1")


@pytest.mark.parametrize("given", [[object()], ["letters"], [None], 7, "letters"])
def test_what_is_no_provider_is_refused(given: object) -> None:
    """A hook must return a list of providers of its kind; anything else is the plugin's failure."""
    heard: list[PluginError] = []
    host = _host(_plugin(lambda: given), heard=heard)  # type: ignore[arg-type, return-value]  # the fault under test
    assert len(heard) == 1
    assert host.names("grader") == ()


def test_a_refusal_says_what_is_missing() -> None:
    """The message lists the members that the provider lacks."""

    class Half:
        name = "half"
        summary = "Half a grader"

    heard: list[PluginError] = []
    _host(_plugin(lambda: [Half()]), heard=heard)
    assert "grade, options_model" in str(heard[0])


def test_a_misspelt_hook_is_an_error() -> None:
    """A hook name that the contract does not know is reported, not ignored."""

    class Plugin:
        @hookimpl
        def bmreport_grader(self) -> list[Any]:
            return []

    heard: list[PluginError] = []
    host = _host(Plugin(), _plugin(lambda: [_Grader()]), heard=heard)
    assert len(heard) == 1
    assert "unknown hook 'bmreport_grader'" in str(heard[0])
    assert "did you mean bmreport_graders?" in str(heard[0])
    assert host.names("grader") == ("letters",)


def test_two_providers_of_one_name_are_an_error_that_names_both() -> None:
    """A clash is reported at once, raised when asked for, and names both packages; other names work."""
    heard: list[PluginError] = []
    host = _host(_plugin(lambda: [_Grader(), _Grader("other")]), _plugin(lambda: [_Grader()]), heard=heard)
    assert isinstance(heard[0], DuplicateProviderError)
    with pytest.raises(DuplicateProviderError, match=r"p1.* and .*p2") as caught:
        host.grader("letters")
    assert caught.value.exit_code == 7
    assert host.grader("other").name == "other"


def test_calls_to_a_provider_are_guarded() -> None:
    """What a provider raises by mistake names it; bmreport's own errors pass unchanged."""
    found = _host(_plugin(lambda: [_Grader()])).grader("letters")
    with (
        pytest.raises(PluginError, match=r"'p1' failed in grader letters \(grade\): ZeroDivisionError"),
        found.guarded("grade"),
    ):
        _ = 1 / 0
    with pytest.raises(InputError, match="bad file"), found.guarded("grade"):
        raise InputError("bad file")


def test_options_are_validated_and_named() -> None:
    """Options come from the values by provider name; a wrong one names provider, option and what there is."""
    host = _host(_plugin(lambda: [_Grader()]))
    found = host.grader("letters")
    assert host.options(found, {"letters": {"threshold": "0.7"}}).model_dump() == {"threshold": 0.7}
    assert host.options(found, {}).model_dump() == {"threshold": 0.5}
    with pytest.raises(ConfigError, match=r"grader letters: option 'treshold' does not exist \(options: threshold\)"):
        host.options(found, {"letters": {"treshold": 1}})
    with pytest.raises(ConfigError, match="threshold"):
        host.options(found, {"letters": {"threshold": "much"}})


def test_options_for_an_unknown_provider_are_an_error() -> None:
    """A misspelt provider name in options is refused with near misses, never ignored."""
    host = _host(_plugin(lambda: [_Grader()]))
    host.check_option_names({"letters": {}, "grader:letters": {}})
    with pytest.raises(ConfigError, match="did you mean letters"):
        host.check_option_names({"leters": {"threshold": 1}})
    with pytest.raises(ConfigError, match="source:letters"):
        host.check_option_names({"source:letters": {}})


def test_a_name_shared_by_two_kinds_takes_qualified_options() -> None:
    """`json` may be a source and an exporter: each takes its own options, and `kind:name` is exact."""

    class Synthesizer:
        name = "letters"
        summary = "Writes letters"
        options_model = NoOptions

        def write(self, *_args: object) -> None:
            """Never called."""

    class Plugin:
        @hookimpl
        def bmreport_synthesizers(self) -> list[Any]:
            return [Synthesizer()]

    host = _host(_plugin(lambda: [_Grader()]), Plugin())
    values = {"letters": {"threshold": 0.9}}
    assert host.options(host.grader("letters"), values).model_dump() == {"threshold": 0.9}
    assert host.options(host.synthesizer("letters"), values).model_dump() == {}
    with pytest.raises(ConfigError, match="threshold"):
        host.options(host.synthesizer("letters"), {"synthesizer:letters": {"threshold": 0.9}})


def test_disabled_plugins_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable and the argument leave plugins out by name."""
    plugins = (
        _plugin(lambda: [_Grader("one")]),
        _plugin(lambda: [_Grader("two")]),
        _plugin(lambda: [_Grader("three")]),
    )
    monkeypatch.setenv("BMREPORT_PLUGINS_DISABLED", " p1 , ,other")
    assert _host(*plugins, disabled=["p3"]).names("grader") == ("two",)


def test_an_entry_point_that_cannot_be_imported_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that raises while loading is reported by the name of its entry point."""
    broken = EntryPoint("broken-plugin", "no_such_module_anywhere", "bmreport")
    monkeypatch.setattr(host_module, "entry_points", lambda group: [broken] if group == "bmreport" else [])
    heard: list[PluginError] = []
    PluginHost(on_failure=heard.append)
    assert [failure.plugin for failure in heard] == ["broken-plugin"]
    assert "ModuleNotFoundError" in str(heard[0])


def test_failures_go_to_the_log_when_nobody_listens(caplog: pytest.LogCaptureFixture) -> None:
    """Without a listener a failure is logged once."""

    def broken() -> list[Any]:
        raise RuntimeError("no licence")

    with caplog.at_level(logging.WARNING, logger="bmreport"):
        PluginHost({"bad": _plugin(broken)}, load_entry_points=False)
    assert [record.message for record in caplog.records].count(caplog.records[0].message) == 1
    assert "no licence" in caplog.text


def test_every_kind_has_a_hook_and_every_hook_a_kind() -> None:
    """The table of kinds covers the contract exactly."""
    from bmreport import hookspecs

    hooks = {name for name in vars(hookspecs) if name.startswith("bmreport_")}
    assert {hook for hook, _protocol in KINDS.values()} == hooks
    for name in hooks:
        assert (getattr(hookspecs, name).__doc__ or "").strip(), f"{name} has no docstring"


def test_built_ins_come_in_by_entry_points() -> None:
    """The installed package brings at least one provider of every kind the pipeline needs."""
    heard: list[PluginError] = []
    host = PluginHost(on_failure=heard.append)
    assert heard == []
    for kind in ("source", "grader", "synthesizer", "CSL engine", "verifier", "exporter", "style collection"):
        assert host.names(kind), f"no {kind}"
    assert {registered.plugin.package for registered in host.everything()} >= {"bmreport"}
