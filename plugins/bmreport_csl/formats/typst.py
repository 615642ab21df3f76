"""Typst mark-up."""

from __future__ import annotations

import re

from bmreport_csl.output import Tag

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#$@~=/+\-'\"]|\.(?=\.\.)")
_LIST_NUMBER = re.compile(r"^\s*(\d+)\.")
# The semicolon ends the call, which would otherwise go on with a bracket or a full stop that follows it.
_MARKS = {
    ("font-style", "italic"): ("#emph[", "];"),
    ("font-style", "oblique"): ("#emph[", "];"),
    ("font-style", "normal"): ("#emph[", "];"),
    ("font-weight", "bold"): ("#strong[", "];"),
    ("font-weight", "normal"): ("#strong[", "];"),
    ("font-variant", "small-caps"): ("#smallcaps[", "];"),
    ("text-decoration", "underline"): ("#underline[", "];"),
    ("vertical-align", "sup"): ("#super[", "];"),
    ("vertical-align", "sub"): ("#sub[", "];"),
}


class Typst:
    """The `typst` format."""

    name = "typst"

    def __init__(self, *, links: bool = False) -> None:
        """With `links`, addresses and identifiers lead to what they name."""
        self.links = links

    def escape(self, text: str) -> str:
        """Put a backslash before every character that Typst might take for its own."""
        return _SPECIAL.sub(r"\\\g<0>", text.replace("\n", " "))

    def mark(self, attribute: str, value: str) -> tuple[str, str]:
        """A function call with content; a nested `#emph` toggles by itself."""
        return _MARKS.get((attribute, value), ("", ""))

    def display(self, kind: str) -> tuple[str, str]:
        """A space after the label; blocks are paragraphs."""
        if kind == "left-margin":
            return "", " "
        if kind == "indent":
            return "\n\n#h(1.5em);", ""
        return ("\n\n", "") if kind == "block" else ("", "")

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """A link."""
        if self.links and tag.kind == "link":
            address = str(tag.value).replace("\\", "\\\\").replace('"', '\\"')
            return f'#link("{address}")[', "];"
        return "", ""

    def entry(self, text: str) -> str:
        """The entry as it is; a number that it begins with makes no list."""
        return _LIST_NUMBER.sub(r"\1\.", text)
