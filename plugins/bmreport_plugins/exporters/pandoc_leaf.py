"""Single paragraphs and headings of pandoc's document tree, each in its own direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.richtext import to_plain
from bmreport.richtext.direction import first_strong
from bmreport_plugins.exporters.pandoc_ast import (
    AstOptions,
    Block,
    Inline,
    div,
    header,
    inlines,
    para,
    strong,
    text_inlines,
)

if TYPE_CHECKING:
    from bmreport.richtext import RichText

__all__ = ["BODY", "Leaf"]

BODY = "Body Text"


class Leaf:
    """Makes the smallest blocks of one report."""

    def __init__(self, options: AstOptions) -> None:
        self._options = options

    def text(self, text: str) -> list[Inline]:
        """Words of ours, or of a value that is shown among them."""
        return text_inlines(text, self._options.direction)

    def para(self, rich: RichText, style: str = BODY, name: str = "") -> Block:
        """A paragraph in the direction of its own first letter; `name` is what it begins with, in bold."""
        direction = self.direction(name + to_plain(rich))
        start = [strong(text_inlines(name, direction))] if name else []
        return self.directed([para([*start, *inlines(rich, self._options, direction)])], direction, style)

    def label(self, text: str, style: str) -> Block:
        """Words of ours, in the direction of the document."""
        return div([para(self.text(text))], custom_style=style)

    def direction(self, text: str) -> str:
        """That of the text's first letter, else of the document."""
        return first_strong(text) or self._options.direction

    def directed(self, blocks: list[Block], direction: str, style: str = "") -> Block:
        """Blocks in a style and, where it is not the document's, a direction."""
        return div(blocks, custom_style=style, dir=direction if direction != self._options.direction else "")

    def label_heading(self, text: str, identifier: str) -> Block:
        """A heading in our own words."""
        return header(1, self.text(text), identifier)

    def heading(self, content: list[Inline], text: str, identifier: str = "", level: int = 1) -> Block:
        """A heading of the report's own, in the direction of its first letter."""
        direction = self.direction(text)
        made = header(level, content, identifier)
        return made if direction == self._options.direction else self.directed([made], direction)
