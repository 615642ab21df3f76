"""What is looked at in every figure: words that do not run into each other, and nothing beyond the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, fromstring

from bmreport_plugins.figures.metrics import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}
# Letters reach so far above and below their base line, in text sizes, where most of them do.
_ABOVE, _BELOW = 0.62, 0.12
_SLACK = 0.6


@dataclass(frozen=True)
class Word:
    """A text of a picture and the box that it fills."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Word) -> bool:
        """Whether two texts run into each other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > _SLACK and down > _SLACK


def words_of(svg: str) -> list[Word]:
    """Every text of a picture."""
    return [_word(element) for element in fromstring(svg).iter(f"{SVG}text")]  # noqa: S314  # our own picture


def size_of(svg: str) -> tuple[float, float]:
    """Width and height in points."""
    root = fromstring(svg)  # noqa: S314  # as above
    return float(root.attrib["width"].removesuffix("pt")), float(root.attrib["height"].removesuffix("pt"))


def assert_well_set(svg: str) -> None:
    """No text meets another, none leaves the page, and no shape does."""
    width, height = size_of(svg)
    words = words_of(svg)
    assert words
    for word in words:
        assert word.left >= -_SLACK, word
        assert word.right <= width + _SLACK, word
        assert word.top >= -_SLACK, word
        assert word.bottom <= height + _SLACK, word
    ordered = sorted(words, key=lambda word: word.top)
    for place, word in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.top >= word.bottom:
                break
            assert not word.meets(other), f"{word} meets {other}"
    for x, y in _corners(svg):
        assert -_SLACK <= x <= width + _SLACK, (x, y)
        assert -_SLACK <= y <= height + _SLACK, (x, y)


def _word(element: Element) -> Word:
    size = float(element.attrib["font-size"])
    text = element.text or ""
    wide = text_width(text, size, bold="font-weight" in element.attrib)
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    back = _SHIFT[element.attrib.get("text-anchor", "start")] * wide
    if "transform" in element.attrib:  # turned upwards around its anchor
        return Word(text, x - _ABOVE * size, y - wide + back, x + _BELOW * size, y + back)
    return Word(text, x - back, y - _ABOVE * size, x - back + wide, y + _BELOW * size)


def _corners(svg: str) -> Iterator[tuple[float, float]]:
    for element in fromstring(svg).iter():  # noqa: S314  # as above
        at = element.attrib
        name = element.tag.removeprefix(SVG)
        if name == "rect" and "x" in at:
            x, y, wide, high = (float(at[key]) for key in ("x", "y", "width", "height"))
            yield from ((x, y), (x + wide, y + high))
        elif name == "circle":
            x, y, radius = float(at["cx"]), float(at["cy"]), float(at["r"])
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        elif name == "line":
            yield from ((float(at["x1"]), float(at["y1"])), (float(at["x2"]), float(at["y2"])))
        elif name in ("polygon", "polyline"):
            for pair in at["points"].split():
                across, down = pair.split(",")
                yield float(across), float(down)
