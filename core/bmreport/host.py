"""PluginHost: loads plugins, isolates the ones that fail, and gives providers by kind and name."""

from __future__ import annotations

import difflib
import itertools
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar, cast

import pluggy
from pydantic import ValidationError

from bmreport import hookspecs
from bmreport.errors import (
    BmreportError,
    ConfigError,
    DuplicateProviderError,
    PluginError,
    UnknownProviderError,
)
from bmreport.intake import problem_text
from bmreport.models import Options
from bmreport.providers import (
    CslEngine,
    Exporter,
    FigureMaker,
    Grader,
    Provider,
    Source,
    Style,
    StyleCollection,
    Synthesizer,
    Verifier,
    Workflow,
)

ENTRY_POINT_GROUP = "bmreport"
DISABLED_VARIABLE = "BMREPORT_PLUGINS_DISABLED"
_UNKNOWN_HOOK = re.compile(r"unknown hook '(\w+)'")

# Kind as users read it -> (hook, Protocol). The order is that of the data flow.
KINDS: Mapping[str, tuple[str, type[Any]]] = {
    "source": ("bmreport_sources", Source),
    "grader": ("bmreport_graders", Grader),
    "synthesizer": ("bmreport_synthesizers", Synthesizer),
    "style": ("bmreport_styles", Style),
    "style collection": ("bmreport_style_collections", StyleCollection),
    "CSL engine": ("bmreport_csl_engines", CslEngine),
    "verifier": ("bmreport_verifiers", Verifier),
    "exporter": ("bmreport_exporters", Exporter),
    "figure": ("bmreport_figures", FigureMaker),
    "workflow": ("bmreport_workflows", Workflow),
}

_LONGEST_NAME = 100
_MOST_PROVIDERS = 20_000

P = TypeVar("P")


@dataclass(frozen=True)
class Plugin:
    """A loaded plugin and the package it came from."""

    name: str
    package: str
    version: str


@dataclass(frozen=True)
class Registered(Generic[P]):
    """A provider, the plugin that brought it, and the way to call it safely."""

    provider: P
    kind: str
    name: str
    plugin: Plugin

    @contextmanager
    def guarded(self, action: str) -> Iterator[P]:
        """Calls inside are the plugin's responsibility: what it raises by mistake becomes a PluginError."""
        try:
            yield self.provider
        except BmreportError:
            raise
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            raise PluginError(self.plugin.name, f"{self.kind} {self.name} ({action})", reason) from error


class PluginHost:
    """All providers of one run. Make one and hand it down; hosts share nothing.

    `plugins` are extra plugin objects by name; `entry_points=False` leaves out the installed ones (tests);
    `disabled` names plugins or packages to leave out besides those in BMREPORT_PLUGINS_DISABLED.
    `on_failure` hears of each failing plugin once; by default the log does.
    """

    def __init__(
        self,
        plugins: Mapping[str, object] | None = None,
        *,
        load_entry_points: bool = True,
        disabled: Iterable[str] = (),
        on_failure: Callable[[PluginError], None] | None = None,
    ) -> None:
        self._manager = pluggy.PluginManager(hookspecs.PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._on_failure = on_failure or _log_failure
        self._disabled = set(disabled) | _disabled_by_environment()
        self.failures: list[PluginError] = []
        self.plugins: dict[str, Plugin] = {}
        self._registered: dict[str, dict[str, list[Registered[Any]]]] = {kind: {} for kind in KINDS}
        if load_entry_points:
            for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda found: found.name):
                self._load_entry_point(entry)
        for name, plugin in (plugins or {}).items():
            if self._manager.is_registered(plugin):
                continue  # an installed plugin that is handed in as well, as in its author's tests, is there already
            self._add(plugin, Plugin(name, getattr(plugin, "__name__", type(plugin).__name__), ""))
        self._collect_providers()

    # -- providers by kind ---------------------------------------------------------------------------------------

    def sources(self) -> list[Registered[Source]]:
        """Sources, in order of their names."""
        return self._all("source")

    def source(self, name: str) -> Registered[Source]:
        """The source of that name. This and its like raise UnknownProviderError and DuplicateProviderError."""
        return self._one("source", name)

    def grader(self, name: str) -> Registered[Grader]:
        """The grader of that name."""
        return self._one("grader", name)

    def synthesizer(self, name: str) -> Registered[Synthesizer]:
        """The synthesizer of that name."""
        return self._one("synthesizer", name)

    def styles(self) -> list[Registered[Style]]:
        """Styles that plugins bring by name (collections not counted)."""
        return self._all("style")

    def style(self, name: str) -> Registered[Style]:
        """The style that a plugin brings by that name; `bmreport.style_lookup.find_style` looks further."""
        return self._one("style", name)

    def style_collections(self) -> list[Registered[StyleCollection]]:
        """Collections of CSL styles."""
        return self._all("style collection")

    def csl_engine(self, name: str) -> Registered[CslEngine]:
        """The CSL engine of that name."""
        return self._one("CSL engine", name)

    def verifiers(self) -> list[Registered[Verifier]]:
        """Verifiers, in order of their names."""
        return self._all("verifier")

    def exporter(self, name: str) -> Registered[Exporter]:
        """The exporter of that name; one that is named by the ending of its files (`md`) is suggested."""
        known = self._registered["exporter"]
        ending = f".{name.lower().removeprefix('.')}"
        if name not in known and (meant := [key for key in known if known[key][0].provider.suffix == ending]):
            raise UnknownProviderError("exporter", name, self.names("exporter"), tuple(meant))
        return self._one("exporter", name)

    def figure(self, name: str) -> Registered[FigureMaker]:
        """The maker of figures of that name."""
        return self._one("figure", name)

    def workflow(self, name: str) -> Registered[Workflow]:
        """The workflow of that name."""
        return self._one("workflow", name)

    def names(self, kind: str) -> tuple[str, ...]:
        """Names of all providers of a kind, sorted."""
        return tuple(sorted(self._registered[kind]))

    def everything(self) -> Iterator[Registered[Provider]]:
        """Every provider, by kind and name; clashing ones twice."""
        for by_name in self._registered.values():
            for name in sorted(by_name):
                yield from by_name[name]

    # -- options -------------------------------------------------------------------------------------------------

    def options(self, registered: Registered[Any], values: Mapping[str, Mapping[str, Any]]) -> Options:
        """The options of a provider from `values` (provider name -> option -> value).

        A key may also be `kind:name`, which wins over the bare name. Raises ConfigError naming provider and option.
        """
        given = {**values.get(registered.name, {}), **values.get(f"{registered.kind}:{registered.name}", {})}
        with registered.guarded("options_model") as provider:
            model: type[Options] = provider.options_model
        shared = len([kind for kind in KINDS if registered.name in self._registered[kind]]) > 1
        if shared:  # `json` is a source and an exporter: each takes the options that are its own
            qualified = values.get(f"{registered.kind}:{registered.name}", {})
            given = {key: value for key, value in given.items() if key in model.model_fields or key in qualified}
        try:
            return model.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            option = ".".join(map(str, first["loc"]))
            known = ", ".join(model.model_fields) or "it has none"
            reason = "does not exist" if first["type"] == "extra_forbidden" else problem_text(first)
            raise ConfigError(
                f"option {option!r} {reason}", where=f"{registered.kind} {registered.name}", remedy=f"options: {known}"
            ) from error

    def option_names(self, registered: Registered[Any]) -> tuple[str, ...]:
        """Names of the options that a provider takes."""
        with registered.guarded("options_model") as provider:
            model: type[Options] = provider.options_model
            return tuple(model.model_fields)

    def check_option_names(self, values: Mapping[str, object]) -> None:
        """Every key of `values` must name a provider, bare or as `kind:name`. Raises ConfigError with near misses."""
        known = {name for by_name in self._registered.values() for name in by_name}
        known |= {f"{kind}:{name}" for kind, by_name in self._registered.items() for name in by_name}
        for key in values:
            if key not in known:
                self.raise_if_failed(key)
                near = difflib.get_close_matches(key, sorted(known), n=3, cutoff=0.6)
                raise ConfigError(
                    f"options are given for {key!r}, but nothing has that name",
                    remedy=f"did you mean {' or '.join(near)}?" if near else "`bmreport plugins` lists the names",
                )
            self._check_options_of(key, values[key])

    def _check_options_of(self, key: str, given: object) -> None:
        """At least one provider of that name must know each option, also where none of them is used in this run."""
        models = [
            one.provider.options_model for one in self.everything() if key in (one.name, f"{one.kind}:{one.name}")
        ]
        known = sorted({name for model in models for name in model.model_fields})
        for option in given if isinstance(given, Mapping) else ():
            if option not in known:
                raise ConfigError(
                    f"option {str(option)[:_LONGEST_NAME]!r} does not exist",
                    where=key,
                    remedy=f"options: {', '.join(known) or 'it has none'}",
                )

    # -- loading -------------------------------------------------------------------------------------------------

    def _load_entry_point(self, entry: EntryPoint) -> None:
        package = entry.dist.name if entry.dist else entry.value
        if {entry.name, package} & self._disabled:
            return
        plugin = Plugin(entry.name, package, entry.dist.version if entry.dist else "")
        try:
            module = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's module may raise anything, or call exit()
            self._fail(PluginError(plugin.name, "loading", f"{type(error).__name__}: {error}"))
            return
        self._add(module, plugin)

    def _add(self, implementation: object, plugin: Plugin) -> None:
        if {plugin.name, plugin.package} & self._disabled:
            return
        try:
            self._manager.register(implementation, name=plugin.name)
            self._manager.check_pending()
        except (pluggy.PluginValidationError, ValueError) as error:
            if self._manager.get_plugin(plugin.name) is implementation:
                self._manager.unregister(name=plugin.name)
            self._fail(PluginError(plugin.name, "loading", _refusal(error)))
            return
        self.plugins[plugin.name] = plugin

    def _collect_providers(self) -> None:
        for kind, (hook, protocol) in KINDS.items():
            for implementation in getattr(self._manager.hook, hook).get_hookimpls():
                plugin = self.plugins[implementation.plugin_name]
                try:
                    for provider in _bounded(implementation.function()):
                        self._register(kind, protocol, provider, plugin)
                except (Exception, SystemExit) as error:  # noqa: BLE001  # a stranger's hook may raise anything
                    reason = str(error) if isinstance(error, TypeError) else f"{type(error).__name__}: {error}"
                    self._fail(PluginError(plugin.name, hook, reason))

    def _register(self, kind: str, protocol: type[Any], provider: object, plugin: Plugin) -> None:
        if not isinstance(provider, protocol):
            missing = [name for name in _members(protocol) if not hasattr(provider, name)]
            raise TypeError(f"{provider!r} is no {kind}: it lacks {', '.join(missing)}")
        name = cast("Provider", provider).name
        if fault := _fault(cast("Provider", provider)):
            raise TypeError(f"{repr(provider)[:_LONGEST_NAME]} is no {kind}: {fault}")
        same = self._registered[kind].setdefault(name, [])
        same.append(Registered(provider, kind, name, plugin))
        if len(same) > 1:
            self._fail(_clash(same))

    def _fail(self, failure: PluginError) -> None:
        self.failures.append(failure)
        self._on_failure(failure)

    # -- looking up ----------------------------------------------------------------------------------------------

    def _all(self, kind: str) -> list[Registered[Any]]:
        return [self._one(kind, name) for name in self.names(kind)]

    def _one(self, kind: str, name: str) -> Registered[Any]:
        found = self._registered[kind].get(name)
        if not found:
            self.raise_if_failed(name)
            near = tuple(difflib.get_close_matches(name.lower(), self.names(kind), n=3, cutoff=0.6))
            raise UnknownProviderError(kind, name, self.names(kind), near)
        if len(found) > 1:
            raise _clash(found)
        return found[0]

    def raise_if_failed(self, name: str) -> None:
        """Asking for a plugin that failed, by its own name, raises its failure."""
        for failure in self.failures:
            if failure.plugin == name:
                raise failure


def _bounded(provided: Iterable[object]) -> list[object]:
    """What a hook returns; one that never ends must not hang every command."""
    found = list(itertools.islice(provided, _MOST_PROVIDERS + 1))
    if len(found) > _MOST_PROVIDERS:
        raise TypeError(f"it returns more than {_MOST_PROVIDERS:,} providers")
    return found


def _fault(provider: Provider) -> str:
    """What makes a provider unusable for lists and look-ups, though it has every attribute; empty when nothing does."""
    if isinstance(provider, type):
        return "it is a class; return an instance of it"
    name: object = provider.name
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
        return f"its name is {repr(name)[:_LONGEST_NAME]}, which nobody can type"
    model: object = provider.options_model
    if not isinstance(model, type) or not issubclass(model, Options):
        return f"its options_model is {repr(model)[:_LONGEST_NAME]}, not a subclass of bmreport.Options"
    wrong = [
        field
        for field in ("summary", "suffix", "media_type")
        if hasattr(provider, field) and not isinstance(getattr(provider, field), str)
    ]
    return f"its {wrong[0]} is not text" if wrong else ""


def _refusal(error: pluggy.PluginValidationError | ValueError) -> str:
    """Why pluggy refuses a plugin; an unknown hook is most often a misspelt one."""
    reason = str(error).replace("\n", " ")
    unknown = _UNKNOWN_HOOK.match(reason)
    near = difflib.get_close_matches(unknown[1], [hook for hook, _protocol in KINDS.values()], n=1) if unknown else []
    return f"{reason}; did you mean {near[0]}?" if near else reason


def _members(protocol: type[Any]) -> list[str]:
    """Names that a Protocol asks for, inherited ones included."""
    bases = [base for base in protocol.__mro__ if getattr(base, "_is_protocol", False)]
    return sorted({name for base in bases for name in vars(base) if not name.startswith("_")})


def _clash(found: list[Registered[Any]]) -> DuplicateProviderError:
    packages = tuple(f"{one.plugin.package} (plugin {one.plugin.name})" for one in found)
    return DuplicateProviderError(found[0].kind, found[0].name, packages)


def _disabled_by_environment() -> set[str]:
    return {name.strip() for name in os.environ.get(DISABLED_VARIABLE, "").split(",") if name.strip()}


def _log_failure(failure: PluginError) -> None:
    logging.getLogger(__name__).warning("%s", failure)
