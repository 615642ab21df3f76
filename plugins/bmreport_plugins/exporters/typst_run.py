"""Rich text that stands alone, as Typst."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.richtext import to_plain
from bmreport.richtext.direction import first_strong
from bmreport.richtext.typst import TypstOptions, to_typst

if TYPE_CHECKING:
    from bmreport.richtext import RichText

__all__ = ["run_typst"]


def run_typst(rich: RichText, options: TypstOptions) -> str:
    """A run of text that stands alone (paragraph, item, cell, entry), in the direction of its first letter."""
    inner = to_typst(rich, options)
    direction = first_strong(to_plain(rich))
    return f"#[#set text(dir: {direction});{inner}];" if direction and (direction == "rtl") != options.rtl else inner
