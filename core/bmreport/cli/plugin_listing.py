"""The work of `bmreport plugins`."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from bmreport.cli.messages import show
from bmreport.cli.output import write_line, write_text
from bmreport.cli.tables import write_table
from bmreport.errors import PluginError, UsageError
from bmreport.host import KINDS, PluginHost, Registered
from bmreport.option_help import option_help

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from bmreport.providers import Provider


def list_plugins(kind: str, *, show_options: bool, as_json: bool) -> None:
    """Print all providers of a kind, or of all kinds when it is empty. Raises UsageError for an unknown kind."""
    if kind and kind not in KINDS:
        near = difflib.get_close_matches(kind, KINDS, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"kinds: {', '.join(KINDS)}"
        raise UsageError(f"there is no kind of plugin named {kind!r}", remedy=remedy)
    host = PluginHost(on_failure=lambda _failure: None)
    found = [one for one in host.everything() if not kind or one.kind == kind]
    if as_json:
        data = {"providers": [_as_data(one) for one in found], "failures": [_failure(one) for one in host.failures]}
        write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    elif show_options:
        _print_options(found)
    else:
        _print_providers(found)
    for failure in [] if as_json else host.failures:
        show("error", failure.message, remedy=failure.remedy)


def _print_providers(found: list[Registered[Provider]]) -> None:
    rows = [
        (one.kind, one.name, one.plugin.package, one.plugin.version, one.plugin.name, _summary(one)) for one in found
    ]
    write_table(("KIND", "NAME", "PACKAGE", "VERSION", "PLUGIN", "SUMMARY"), rows)


def _print_options(found: list[Registered[Provider]]) -> None:
    rows = [
        (one.kind, f"{one.name}.{option['name']}", option["type"], json.dumps(option["default"]), option["help"])
        for one in found
        for option in options_of(one)
    ]
    if not rows:
        write_line("No options.")
        return
    write_table(("KIND", "OPTION", "TYPE", "DEFAULT", "MEANING"), rows)


def _as_data(one: Registered[Provider]) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "name": one.name,
        "package": one.plugin.package,
        "version": one.plugin.version,
        "plugin": one.plugin.name,
        "summary": _summary(one),
        "options": options_of(one),
    }


def _summary(one: Registered[Provider]) -> str:
    with one.guarded("summary") as provider:
        return str(provider.summary)


def options_of(one: Registered[Provider]) -> list[dict[str, Any]]:
    """Name, type, default and help of each option. Raises PluginError when the provider's model cannot be read."""
    with one.guarded("options_model") as provider:
        model = provider.options_model
        texts = option_help(model)
        return [_option(name, info, texts[name]) for name, info in model.model_fields.items()]


def _option(name: str, info: FieldInfo, text: str) -> dict[str, Any]:
    default = info.get_default(call_default_factory=True)
    plain = default if isinstance(default, str | int | float | bool | list | None) else str(default)
    return {
        "name": name,
        "type": _type_name(info.annotation),
        "default": plain,
        "help": text,
    }


def _type_name(annotation: object) -> str:
    """`int`, or the values that are allowed: `a4 | us-letter`."""
    if get_origin(annotation) is Literal:
        return " | ".join(map(str, get_args(annotation)))
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")


def _failure(failure: PluginError) -> dict[str, str]:
    return {"plugin": failure.plugin, "hook": failure.hook, "reason": failure.reason}
