"""The picture of a figure in Markdown: a data URI on a line of its own, or the words that stand for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.richtext.markdown import Markdown, escape_markdown

if TYPE_CHECKING:
    from bmreport_plugins.exporters.report_content import BlockContent

__all__ = ["figure_markdown"]


def figure_markdown(content: BlockContent) -> Markdown:
    """An image with a remark on how long its line is, or the description as a quotation."""
    picture = content.picture
    if picture is None:
        return Markdown("")
    alt = escape_markdown(picture.alt)
    if not picture.is_shown:
        return Markdown(f"> {alt}")
    # Whoever reads the text itself learns what the long line is, and how long; other readers see nothing of this.
    remark = f"<!-- The picture of figure {content.number} as PNG, {len(picture.uri) / 1000:,.0f} kB in one line. -->"
    return Markdown(f"{remark}\n\n![{alt}]({picture.uri})")
