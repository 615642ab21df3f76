"""Data files of bmreport (styles, templates), from a wheel or from a checkout."""

from __future__ import annotations

from importlib.abc import Traversable
from importlib.resources import files
from pathlib import Path

from bmreport.errors import BmreportError

_CHECKOUT = Path(__file__).resolve().parents[2]


def data_folder(kind: str) -> Traversable:
    """The folder `styles` or `templates`; inside a wheel it lies in `bmreport/_data`."""
    packed = files("bmreport") / "_data" / kind
    if packed.is_dir():
        return packed
    folder = _CHECKOUT / kind
    if folder.is_dir():
        return folder
    raise BmreportError(f"the data folder {kind!r} is missing", remedy="reinstall bmreport")


def data_text(kind: str, name: str) -> str:
    """The UTF-8 text of one data file."""
    return (data_folder(kind) / name).read_text(encoding="utf-8")
