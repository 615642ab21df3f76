"""A figure as plain Typst: its picture at its own size where there is room, or its description in a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.rendering import sentences
from bmreport.richtext.typst import to_typst, typst_string, typst_text
from bmreport_plugins.exporters.typst_pictures import picture_bytes
from bmreport_plugins.exporters.typst_run import run_typst

if TYPE_CHECKING:
    from bmreport.rendering import RenderedFigure
    from bmreport.richtext.typst import TypstOptions
    from bmreport_plugins.exporters.pictures import Picture
    from bmreport_plugins.exporters.report_content import BlockContent

__all__ = ["figure_typst"]

# A picture as tall as the page would leave no room for its caption.
_TALLEST = 0.84


def figure_typst(content: BlockContent, figure: RenderedFigure, options: TypstOptions) -> str:
    """The figure with its number, its caption below, and its notes."""
    picture = content.picture
    named = f"caption: figure.caption(position: bottom)[{to_typst(sentences(figure.caption), options)}]"
    numbered = f'kind: image, supplement: [Figure], numbering: _ => "{content.number}", {named}'
    notes = " \\\n".join(run_typst(sentences(note), options) for note in figure.notes if note)
    below = f"\n\n#block(above: 0.4em)[#set text(size: 0.83em);#set par(justify: false);{notes}];" if notes else ""
    if picture is None:
        return f'#figure({numbered}, alt: "", []);{below}'
    body = _image(picture, options) if picture.is_shown else _words(picture, options)
    return f"#figure({numbered}, {body});{below}"


def _image(picture: Picture, options: TypstOptions) -> str:
    width, height = f"{picture.width:g}pt", f"{picture.height:g}pt"
    scale = f"calc.min(1, size.width / {width}, {_TALLEST} * size.height / {height})"
    given = f'{picture_bytes(picture, options.substitutes)}, format: "svg", alt: {_alt(picture, options)}'
    image = f"image({given}, width: scale * {width}, height: scale * {height})"
    return f"layout(size => {{\nlet scale = {scale}\n{image}\n}})"


def _words(picture: Picture, options: TypstOptions) -> str:
    """The description in a box."""
    words = f"#set align(start);#set par(justify: false);{typst_text(picture.alt, options)}"
    box = f"block(width: 100%, stroke: 0.5pt + luma(60%), inset: 0.8em)[{words}]"
    return f"alt: {_alt(picture, options)}, {box}"


def _alt(picture: Picture, options: TypstOptions) -> str:
    return typst_string(picture.alt, options.substitutes)
