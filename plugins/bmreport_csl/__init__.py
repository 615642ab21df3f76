"""A CSL 1.0.2 processor in plain Python: styles and records in, citations and reference lists out.

Names load when they are first asked for, so that a program that only may need the processor starts without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport_csl.errors import StyleError
    from bmreport_csl.processor import Result, process
    from bmreport_csl.rich_format import RICH, RichSpan, read_rich
    from bmreport_csl.style import Style

__all__ = ["RICH", "Result", "RichSpan", "Style", "StyleError", "process", "read_rich"]
_HOME = {
    "RICH": "rich_format",
    "Result": "processor",
    "RichSpan": "rich_format",
    "Style": "style",
    "StyleError": "errors",
    "process": "processor",
    "read_rich": "rich_format",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
