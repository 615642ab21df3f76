"""A figure in pandoc's document tree: the picture or its description, the caption below, the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import sentences
from bmreport.richtext import Text
from bmreport_plugins.exporters.pandoc_ast import Block, attr, div, para, text_inlines

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.rendering import RenderedFigure
    from bmreport_plugins.exporters.pictures import Picture
    from bmreport_plugins.exporters.report_content import BlockContent

__all__ = ["CAPTIONED_FIGURE", "FIGURE_TEXT", "IMAGE_CAPTION", "figure_blocks", "picture_id"]

CAPTIONED_FIGURE = "Captioned Figure"
IMAGE_CAPTION = "Image Caption"
FIGURE_TEXT = "Figure Text"


def figure_blocks(
    content: BlockContent, figure: RenderedFigure, note_style: str, paragraph: Callable[..., Block]
) -> list[Block]:
    """`paragraph(rich, style, name=…)` makes a paragraph in a style that begins with a name in bold."""
    picture = content.picture
    shown: list[Block] = []
    if picture is not None and picture.is_shown:
        shown = [div([para([_image(picture, content.number)])], custom_style=CAPTIONED_FIGURE)]
    elif picture is not None:
        shown = [paragraph((Text(picture.alt),), FIGURE_TEXT)]
    caption = paragraph((Text(" "), *sentences(figure.caption)), IMAGE_CAPTION, name=f"Figure {content.number}.")
    notes = [paragraph(sentences(note), note_style) for note in figure.notes if note]
    return [*shown, div([caption], f"figure_{content.number}"), *notes]


def picture_id(number: int) -> str:
    """The identifier of a picture itself."""
    return f"picture_{number}"


def _image(picture: Picture, number: int) -> Block:
    """At its own size; who writes the file fits it into the page."""
    size = attr(picture_id(number), width=f"{picture.width / 72:.3f}in", height=f"{picture.height / 72:.3f}in")
    return {"t": "Image", "c": [size, text_inlines(picture.alt), [picture.uri, ""]]}
