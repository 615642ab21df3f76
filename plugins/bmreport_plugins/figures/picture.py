"""A finished figure: its picture, the words that stand for it, its caption, and the data that it was drawn from."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field

from bmreport import Cite, Claim, ClaimRole, Drawing, Figure
from bmreport_plugins.figures.printing import Page, to_pdf, to_png

__all__ = ["Picture"]


@dataclass(frozen=True)
class Picture:
    """`name` is the stem of its files; sizes are points; `data` is the CSV that it can be drawn from again."""

    name: str
    title: str
    svg: str
    width: float
    height: float
    alt: str
    caption: str
    data: str
    notes: tuple[str, ...] = ()
    reference_ids: tuple[str, ...] = field(default=())
    """The references of the studies that are shown, which the caption cites."""

    def figure(self, *, png: bool = False) -> Figure:
        """The block of a report. Without `png` the formats that take no vectors draw their own pixels from the SVG."""
        pixels = base64.b64encode(to_png(self.page)).decode("ascii") if png else ""
        return Figure(
            name=self.name,
            caption=[_claim(self.caption, self.reference_ids)],
            alt=self.alt,
            svg=self.svg,
            png=pixels,
            data=self.data,
            notes=[[_claim(note)] for note in self.notes],
        )

    def drawing(self) -> Drawing:
        """The figure in all its forms."""
        return Drawing(self.figure(png=True), to_pdf(self.page))

    @property
    def page(self) -> Page:
        """What is printed."""
        return Page(self.svg, self.width, self.height, self.title, self.alt)


def _claim(text: str, reference_ids: Sequence[str] = ()) -> Claim:
    # A caption names what is seen, it asserts nothing that a passage says: its numbers come from the figure's own data.
    cites = [Cite(reference_id=identifier) for identifier in dict.fromkeys(reference_ids) if identifier]
    return Claim(text=text, cites=cites, role=ClaimRole.BACKGROUND)
