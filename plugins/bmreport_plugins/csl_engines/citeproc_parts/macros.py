"""Checks on the macros of a style, before anything is rendered: what they call exists, and the work stays bounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from bmreport import StyleError
from bmreport.csl_style import CSL_NAMESPACE

if TYPE_CHECKING:
    from bmreport_plugins.csl_engines.citeproc_parts.base import Element

# Ten times what the longest style of the CSL repository has; a file that goes further is out to cost time.
_MOST_CALLS = 4_000_000
_DEEPEST_CALL = 120

_Calls: TypeAlias = Sequence[tuple[str, int]]
"""(macro, line) for each call."""


def check_macros(root: Element, where: str) -> None:
    """Raises StyleError with the line: a macro that does not exist, one that calls itself, or too many calls in all."""
    calls: dict[str, list[tuple[str, int]]] = {}
    for macro in root.iterfind(f"{{{CSL_NAMESPACE}}}macro"):
        calls.setdefault(macro.get("name", ""), []).extend(_calls_in(macro))
    everywhere = _calls_in(root)
    for name, line in everywhere:
        if name not in calls:
            raise StyleError(f"calls the macro {name!r}, which does not exist", where=f"{where}:{line}")
    sizes: dict[str, int] = {}
    for name in calls:
        _measure(name, calls, sizes, where)
    if sum(sizes[name] for name, _line in everywhere) > _MOST_CALLS:
        raise StyleError("its macros call each other too often to be worked through", where=where)


def _measure(start: str, calls: Mapping[str, _Calls], sizes: dict[str, int], where: str) -> None:
    """How many calls one call leads to. Depth first without recursion: nothing bounds how many macros a file has."""
    path: dict[str, None] = {}
    stack: list[tuple[str, int, bool]] = [(start, 0, False)]
    while stack:
        name, line, leaving = stack.pop()
        if leaving:
            del path[name]
            sizes[name] = min(1 + sum(sizes[callee] for callee, _line in calls[name]), _MOST_CALLS + 1)
        elif name in path:
            raise StyleError(f"the macro {name!r} calls itself", where=f"{where}:{line}")
        elif name not in sizes:
            if len(path) >= _DEEPEST_CALL:
                raise StyleError(f"macros are nested deeper than {_DEEPEST_CALL}", where=f"{where}:{line}")
            path[name] = None
            stack.append((name, line, True))
            stack.extend((callee, at, False) for callee, at in calls[name])


def _calls_in(element: Element) -> list[tuple[str, int]]:
    return [
        (caller.get("macro"), caller.sourceline or 1)
        for tag in ("text", "key")
        for caller in element.iter(f"{{{CSL_NAMESPACE}}}{tag}")
        if caller.get("macro") is not None
    ]
