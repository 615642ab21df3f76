"""Ids of the risk-of-bias tools that come with bmreport: the names of the files that define them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bmreport.resources import data_folder

__all__ = ["BUILT_IN_TOOLS", "tool_key"]

BUILT_IN_TOOLS: Final = "risk_of_bias"
"""The folder of `templates` that the tools lie in, one YAML file each."""
_NO_LETTER = re.compile(r"[^a-z0-9]+")


def tool_key(name: str) -> str:
    """A tool's name made comparable: `RoB 2`, `ROB2` and `rob_2` are one."""
    return _NO_LETTER.sub("", name.casefold())


@cache
def built_in_tools() -> dict[str, str]:
    """Comparable name -> id of each tool that comes with bmreport; nothing is read but the folder's list of names."""
    folder = data_folder("templates") / BUILT_IN_TOOLS
    names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    stems = [name.removesuffix(".yaml") for name in names if name.endswith(".yaml")]
    return {tool_key(stem): stem for stem in stems}
