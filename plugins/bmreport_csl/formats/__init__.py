"""The output formats, by name."""

from __future__ import annotations

from bmreport_csl.formats.base import Format
from bmreport_csl.formats.html import Html
from bmreport_csl.formats.markdown import Markdown
from bmreport_csl.formats.text import PlainText
from bmreport_csl.formats.typst import Typst

FORMATS: dict[str, Format] = {"html": Html(), "markdown": Markdown(), "text": PlainText(), "typst": Typst()}


def find_format(name: str | Format) -> Format:
    """The format of that name, or the given object. Raises ValueError for a name that is not known."""
    if not isinstance(name, str):
        return name
    try:
        return FORMATS[name]
    except KeyError:
        raise ValueError(f"no format {name!r}; there are {', '.join(sorted(FORMATS))}") from None


__all__ = ["FORMATS", "Format", "find_format"]
