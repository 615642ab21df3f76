"""Finding a tool: one of those that come with bmreport by its name, or a YAML file of one's own."""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from bmreport import InputError
from bmreport.intake import problem_text
from bmreport.resources import data_folder
from bmreport.safe_yaml import read_yaml, read_yaml_file
from bmreport.study_rows import BUILT_IN_TOOLS, tool_key
from bmreport_plugins.risk_of_bias.tool import RobTool

__all__ = ["load_tool", "tool_names"]

_SUFFIXES = (".yaml", ".yml")


def tool_names() -> list[str]:
    """Ids of the tools that come with bmreport, in order."""
    entries = (entry.name for entry in (data_folder("templates") / BUILT_IN_TOOLS).iterdir())
    return sorted(name.removesuffix(".yaml") for name in entries if name.endswith(".yaml"))


def load_tool(name_or_path: str | Path) -> RobTool:
    """A tool by its name (`rob2`, `RoB 2`), or from a file whose name ends in .yaml or .yml.

    Raises InputError for an unknown name (with those that are known), for a file that cannot be read, and for one that
    defines no tool (with the field).
    """
    text = str(name_or_path)
    if text.lower().endswith(_SUFFIXES):
        return _made(read_yaml_file(Path(text)), text)
    known = {tool_key(name): name for name in tool_names()}
    name = known.get(tool_key(text))
    if name is None:
        near = difflib.get_close_matches(tool_key(text), known, n=2, cutoff=0.6)
        meant = f"did you mean {' or '.join(known[one] for one in near)}? " if near else ""
        raise InputError(
            f"there is no risk-of-bias tool named {text!r:.60}",
            remedy=f"{meant}known: {', '.join(known.values())}; or give a YAML file of your own",
        )
    return _built_in(name)


@cache
def _built_in(name: str) -> RobTool:
    entry = data_folder("templates") / BUILT_IN_TOOLS / f"{name}.yaml"
    return _made(read_yaml(entry.read_text(encoding="utf-8"), f"{name}.yaml"), f"{name}.yaml")


def _made(content: object, where: str) -> RobTool:
    if not isinstance(content, dict):
        raise InputError(
            "defines no risk-of-bias tool", where=where, remedy="give id, name, version, source, levels and domains"
        )
    try:
        return RobTool.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise InputError(
            f"defines no risk-of-bias tool: {f'{field}: ' if field else ''}{problem_text(first)}",
            where=where,
            remedy="a tool has id, name, version, source, levels (name, sign) and domains (id, name, short)",
        ) from error
