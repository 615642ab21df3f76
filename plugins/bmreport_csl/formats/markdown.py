"""Markdown as pandoc reads it."""

from __future__ import annotations

import re

from bmreport_csl.output import Tag

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#^~$|@&'\"]|-(?=-)|\.(?=\.\.)")
_BLOCK_MARK = re.compile(r"^(?=[-+:%=])|^(\(?(?:\d+|[A-Za-z]|[ivxlcdmIVXLCDM]+))(?=[.)])")
_MARKS = {
    ("font-style", "italic"): ("*", "*"),
    ("font-style", "oblique"): ("*", "*"),
    ("font-weight", "bold"): ("**", "**"),
    ("font-variant", "small-caps"): ("[", "]{.smallcaps}"),
    ("text-decoration", "underline"): ("[", "]{.underline}"),
    ("vertical-align", "sup"): ("^", "^"),
    ("vertical-align", "sub"): ("~", "~"),
    ("font-style", "normal"): ("*", "*"),
    ("font-weight", "normal"): ("**", "**"),
}


class Markdown:
    """The `markdown` format; what its syntax would eat is escaped."""

    name = "markdown"

    def __init__(self, *, links: bool = False) -> None:
        """With `links`, addresses and identifiers lead to what they name."""
        self.links = links

    def escape(self, text: str) -> str:
        """Put a backslash before every character that Markdown might take for its own."""
        return _SPECIAL.sub(r"\\\g<0>", text.replace("\n", " "))

    def mark(self, attribute: str, value: str) -> tuple[str, str]:
        """Emphasis, or a bracketed span."""
        return _MARKS.get((attribute, value), ("", ""))

    def display(self, kind: str) -> tuple[str, str]:
        """A space after the label; blocks are paragraphs."""
        if kind == "left-margin":
            return "", " "
        return ("\n\n", "") if kind in {"block", "indent"} else ("", "")

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """A link."""
        return ("[", f"](<{_address(tag.value)}>)") if self.links and tag.kind == "link" else ("", "")

    def entry(self, text: str) -> str:
        """The entry as it is; what it begins with makes no list, heading or other block."""
        return _BLOCK_MARK.sub(r"\1\\", text.lstrip(" "), count=1)


def _address(value: object) -> str:
    return str(value).replace("<", "%3C").replace(">", "%3E").replace(" ", "%20").replace("\n", "")
