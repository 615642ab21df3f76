"""HTML, with the mark-up that citeproc-js prints."""

from __future__ import annotations

import re

from bmreport_csl.output import Tag

_SPECIAL = re.compile("[&<>ªº²³¹ʰ-ʸˀˁˠ-ˤᴬ-ᵛᵸᶜ-ᶿ\u2071\u2070-\u207f℠™]|  ")
_ENTITIES = {"&": "&#38;", "<": "&#60;", ">": "&#62;", "  ": "\u00a0 "}
_MARKS = {
    ("font-style", "italic"): ("<i>", "</i>"),
    ("font-style", "oblique"): ("<em>", "</em>"),
    ("font-weight", "bold"): ("<b>", "</b>"),
    ("font-variant", "small-caps"): ('<span style="font-variant:small-caps;">', "</span>"),
    ("font-weight", "light"): ("", ""),
    ("text-decoration", "underline"): ('<span style="text-decoration:underline;">', "</span>"),
    ("vertical-align", "sup"): ("<sup>", "</sup>"),
    ("vertical-align", "sub"): ("<sub>", "</sub>"),
    ("vertical-align", "baseline"): ('<span style="baseline">', "</span>"),
    ("text-decoration", "none"): ('<span style="text-decoration:none;">', "</span>"),
}


class Html:
    """The `html` format."""

    name = "html"

    def __init__(self, *, links: bool = False) -> None:
        """With `links`, addresses and identifiers lead to what they name."""
        self.links = links

    def escape(self, text: str) -> str:
        """Escape the text; superscript letters become `<sup>`, because many fonts lack them."""
        return _SPECIAL.sub(_entity, text) if _SPECIAL.search(text) else text

    def mark(self, attribute: str, value: str) -> tuple[str, str]:
        """Opening and closing tag of a font attribute."""
        known = _MARKS.get((attribute, value))
        if known is not None:
            return known
        return f'<span style="{attribute}:{value};">', "</span>"

    def display(self, kind: str) -> tuple[str, str]:
        """A `div` of the class `csl-…`, on lines of its own where citeproc-js does so."""
        if kind == "left-margin":
            return '\n    <div class="csl-left-margin">', "</div>"
        if kind == "indent":
            return '<div class="csl-indent">', "</div>\n  "
        if kind == "right-inline":
            return '<div class="csl-right-inline">', "</div>\n  "
        return f'\n\n    <div class="csl-{kind}">', "</div>\n"

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """A link, for spans that carry an address."""
        if self.links and tag.kind == "link":
            address = str(tag.value).replace("&", "&#38;").replace('"', "&#34;").replace("<", "&#60;")
            return f'<a href="{address}">', "</a>"
        return "", ""

    def entry(self, text: str) -> str:
        """The `div` of one entry."""
        return f'<div class="csl-entry">{text}</div>'


def _entity(match: re.Match[str]) -> str:
    text = match.group()
    known = _ENTITIES.get(text)
    if known is not None:
        return known
    import unicodedata

    letters = unicodedata.normalize("NFKC", text)
    return f"<sup>{letters}</sup>"
