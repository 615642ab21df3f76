"""A flow diagram as SVG: boxes in columns, what leaves at the side, phases along the left edge."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport_plugins.figures.blocks import BASE, MARGIN, draw_heading, draw_small
from bmreport_plugins.figures.canvas import Canvas
from bmreport_plugins.figures.ink import INK, LINE, PAPER, RULE
from bmreport_plugins.figures.metrics import text_width, wrap
from bmreport_plugins.figures.prisma.boxes import Box, boxes_of, rows_of
from bmreport_plugins.figures.prisma.presets import word

if TYPE_CHECKING:
    from bmreport_plugins.figures.prisma.flow import Flow

__all__ = ["draw_flow"]

_BOX, _NARROW_BOX = 19.5, 18.2  # width of a box, in text sizes; narrow where there are many columns
_BETWEEN = 2.4  # between columns
_DOWN = 2.0  # between rows, room for an arrow
_PADDING = 0.75
_STEP = 1.22  # from line to line
_INDENT = 0.9
_PHASE = 2.0
_HEAD = 4.2
_HEADER_FILL, _PHASE_FILL = "#EBEFF3", "#D3DEE9"
_COLUMNS = ("previous", "main", "out", "other", "other out")
_PHASES = {
    "identification": ("identified",),
    "screening": ("titles", "screened", "sought", "assessed"),
    "inclusion": ("included", "total"),
}


@dataclass(frozen=True)
class _Placed:
    """A box on the page, with its wrapped lines and how far each is set in."""

    left: float
    top: float
    width: float
    height: float
    lines: tuple[tuple[str, float], ...]

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def centre(self) -> float:
        return self.top + self.height / 2

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


def draw_flow(flow: Flow, alt: str) -> tuple[str, float, float]:
    """The picture, and its width and height in points."""
    page = _Page(flow)
    page.draw()
    return page.canvas.svg(page.width, page.height, flow.title, alt), page.width, page.height


class _Page:
    """The diagram while it is drawn."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.size = flow.text_size
        self.canvas = Canvas()
        boxes = boxes_of(flow)
        used = {box.column for box in boxes}
        self.columns = [column for column in _COLUMNS if column in used]
        self.box_width = (_BOX if len(self.columns) < 3 else _NARROW_BOX) * self.size
        step = self.box_width + _BETWEEN * self.size
        start = MARGIN + (_PHASE + 0.9) * self.size
        self.lefts = {column: start + place * step for place, column in enumerate(self.columns)}
        self.width = max(self.lefts.values()) + self.box_width + MARGIN
        self.rows = rows_of(flow)
        self.y = MARGIN
        self.y = draw_heading(self.canvas, flow.heading, MARGIN, self.y, self.width - 2 * MARGIN, self.size)
        self.headers()
        self.placed = self._place(boxes)
        self.height = max(one.bottom for one in self.placed.values()) + MARGIN

    def draw(self) -> None:
        self._phases()
        self._arrows()
        for box in self.placed.values():
            self._box(box)
        room = self.width - 2 * MARGIN
        self.height = draw_small(self.canvas, self.flow.notes, MARGIN, self.height, room, self.size)

    # -- places ----------------------------------------------------------------------------------------------------

    def _place(self, boxes: list[Box]) -> dict[tuple[str, str], _Placed]:
        """Rows as high as their highest box; boxes stand in the middle of their row."""
        sizes = {(box.column, box.row): self._measured(box) for box in boxes}
        placed = {}
        y = self.y
        for row in self.rows:
            height = max(high for (_column, one), (_lines, high) in sizes.items() if one == row)
            for (column, one), (lines, high) in sizes.items():
                if one == row:
                    top = y + (height - high) / 2
                    placed[column, row] = _Placed(self.lefts[column], top, self.box_width, high, lines)
            y += height + _DOWN * self.size
        return placed

    def _measured(self, box: Box) -> tuple[tuple[tuple[str, float], ...], float]:
        lines = []
        for words in box.words:
            indent = words.depth * _INDENT * self.size
            room = self.box_width - 2 * _PADDING * self.size - indent
            for place, line in enumerate(wrap(words.text, room, self.size)):
                # What goes on to a second line hangs.
                hang = 0.7 * self.size if place else 0.0
                lines.append((line, indent + (hang if words.depth else 0.0)))
        return tuple(lines), (len(lines) - 1) * _STEP * self.size + self.size + 2 * _PADDING * self.size

    # -- drawing ---------------------------------------------------------------------------------------------------

    def headers(self) -> None:
        """What the columns are about."""
        alone = "previous" not in self.columns
        names = {
            ("previous",): word(self.flow, "previous"),
            ("main", "out"): word(self.flow, "databases alone" if alone else "databases"),
            ("other", "other out"): word(self.flow, "other beside" if alone else "other"),
        }
        spans = [
            (
                self.lefts[members[0]],
                max(self.lefts[one] for one in members if one in self.lefts) + self.box_width,
                name,
            )
            for members, name in names.items()
            if members[0] in self.lefts
        ]
        lines = [wrap(name, right - left - self.size, self.size, bold=True) for left, right, name in spans]
        height = max(len(one) for one in lines) * _STEP * self.size + 0.8 * self.size
        for (left, right, _name), shown in zip(spans, lines, strict=True):
            self.canvas.rect(left, self.y, right - left, height, fill=_HEADER_FILL, stroke=RULE, line=0.5, radius=3)
            first = self.y + height / 2 - (len(shown) - 1) * _STEP * self.size / 2 + BASE * self.size
            for place, line in enumerate(shown):
                y = first + place * _STEP * self.size
                self.canvas.text((left + right) / 2, y, line, self.size, anchor="middle", bold=True)
        self.y += height + 1.2 * self.size

    def _phases(self) -> None:
        """Bars along the left edge that name the phases."""
        wide = _PHASE * self.size
        for phase, rows in _PHASES.items():
            inside = [box for (_column, row), box in self.placed.items() if row in rows]
            if not inside:
                continue
            top, bottom = min(box.top for box in inside), max(box.bottom for box in inside)
            name = word(self.flow, phase)
            # A short phase still has room for its name.
            lack = max(0.0, text_width(name, self.size, bold=True) + self.size - (bottom - top)) / 2
            top, bottom = top - lack, bottom + lack
            self.canvas.rect(MARGIN, top, wide, bottom - top, fill=_PHASE_FILL, stroke=RULE, line=0.5, radius=3)
            x, y = MARGIN + wide / 2 + BASE * self.size, (top + bottom) / 2
            self.canvas.text(x, y, name, self.size, anchor="middle", bold=True, turned=True)
            self.height = max(self.height, bottom + MARGIN)

    def _box(self, box: _Placed) -> None:
        self.canvas.rect(box.left, box.top, box.width, box.height, fill=PAPER, stroke=INK, line=0.7)
        for place, (line, indent) in enumerate(box.lines):
            y = box.top + (_PADDING + 0.78) * self.size + place * _STEP * self.size
            self.canvas.text(box.left + _PADDING * self.size + indent, y, line, self.size)

    def _arrows(self) -> None:
        for main, out in (("main", "out"), ("other", "other out")):
            chain = [self.placed[main, row] for row in self.rows if (main, row) in self.placed]
            for one, other in pairwise(chain):
                self._down(one.middle, one.bottom, other.top)
            for row in self.rows:
                if (main, row) in self.placed and (out, row) in self.placed:
                    one, other = self.placed[main, row], self.placed[out, row]
                    self._across(one.right, other.left, one.centre)
        included = self.placed["main", "included"]
        others = [self.placed["other", row] for row in self.rows if ("other", row) in self.placed]
        if others:
            last = others[-1]
            self.canvas.polyline([(last.middle, last.bottom), (last.middle, included.centre)], line=LINE)
            self._across(last.middle, included.right, included.centre)
        if ("previous", "identified") in self.placed:
            one, total = self.placed["previous", "identified"], self.placed["main", "total"]
            self.canvas.polyline([(one.middle, one.bottom), (one.middle, total.centre)], line=LINE)
            self._across(one.middle, total.left, total.centre)

    def _down(self, x: float, start: float, end: float) -> None:
        self.canvas.line(x, start, x, end - _HEAD + 0.5, line=LINE)
        self.canvas.polygon([(x, end), (x - _HEAD / 2, end - _HEAD), (x + _HEAD / 2, end - _HEAD)], fill=INK)

    def _across(self, start: float, end: float, y: float) -> None:
        way = 1 if end > start else -1
        back = end - way * _HEAD
        self.canvas.line(start, y, back + way * 0.5, y, line=LINE)
        self.canvas.polygon([(end, y), (back, y - _HEAD / 2), (back, y + _HEAD / 2)], fill=INK)
