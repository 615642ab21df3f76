"""How much there is to draw in a picture, where each reference stands for all that it points to.

Twenty elements that each use the one before twice are a million shapes; a drawing program that follows them never ends.
"""

from __future__ import annotations

import base64
import struct
from typing import TYPE_CHECKING

from bmreport_plugins.exporters.svg_values import PNG_URI, XLINK, local_references
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

__all__ = ["refuse_costly"]

_MOST = 400_000
_DEEPEST = 100
# What takes as long as a shape: so many characters of a path, signs of a text, pixels of an image.
_PATH, _TEXT, _PIXELS = 200, 4, 100
_HEADER = 32  # characters of base64 that hold a PNG's signature, first chunk's head, width and height


def refuse_costly(root: _Element) -> None:
    """Nothing, for a picture that can be drawn.

    Raises UnusablePictureError when references lead in a circle, when they and what holds them are nested deeper than
    100, or when there are more than 400,000 shapes to draw.
    """
    weights = _Weights(root)
    # Depth first without recursion: a chain of references may be as long as the file.
    open_ones: list[tuple[_Element, Iterator[_Element]]] = [(root, weights.parts(root))]
    on_the_way = {root}
    while open_ones:
        element, parts = open_ones[-1]
        part = next((one for one in parts if not weights.knows(one)), None)
        if part is None:
            weights.weigh(element)
            on_the_way.discard(element)
            open_ones.pop()
        elif part in on_the_way:
            raise UnusablePictureError(f"has references that lead in a circle (line {part.sourceline})")
        else:
            on_the_way.add(part)
            open_ones.append((part, weights.parts(part)))


class _Weights:
    """Size and cost of elements: how many a copy brings, and how much drawing one takes."""

    def __init__(self, root: _Element) -> None:
        self._by_id: dict[str, _Element] = {}
        for element in root.iter():
            identifier = element.get("id")
            if identifier:
                self._by_id.setdefault(identifier, element)
        self._depths: dict[_Element, int] = {}
        self._sizes: dict[_Element, int] = {}
        self._costs: dict[_Element, int] = {}

    def knows(self, element: _Element) -> bool:
        return element in self._costs

    def parts(self, element: _Element) -> Iterator[_Element]:
        """What must be weighed before the element: what it holds, and what it refers to."""
        yield from element
        yield from self._linked(element)
        yield from self._painted_with(element)

    def weigh(self, element: _Element) -> None:
        """All parts are known. A paint, clip or marker is inherited, so that it counts for each copy of each shape."""
        copied = [*element, *self._linked(element)]
        size = 1 + sum(self._sizes[one] for one in copied)
        painting = sum(self._costs[one] for one in self._painted_with(element))
        cost = _own_cost(element) + sum(self._costs[one] for one in copied) + size * painting
        if cost > _MOST:
            raise UnusablePictureError(f"has more than {_MOST:,} shapes to draw (line {element.sourceline})")
        depth = 1 + max((self._depths[one] for one in self.parts(element)), default=0)
        if depth > _DEEPEST:
            raise UnusablePictureError(f"is nested deeper than {_DEEPEST} (line {element.sourceline})")
        self._sizes[element], self._costs[element], self._depths[element] = size, cost, depth

    def _linked(self, element: _Element) -> list[_Element]:
        names = (element.get("href", ""), element.get(f"{XLINK}href", ""))
        found = (self._by_id.get(name.strip()[1:]) for name in names if name.strip().startswith("#"))
        return [one for one in found if one is not None]

    def _painted_with(self, element: _Element) -> list[_Element]:
        names = [name for value in element.attrib.values() for name in local_references(str(value))]
        return [self._by_id[name] for name in names if name in self._by_id]


def _own_cost(element: _Element) -> int:
    attributes = sum(len(str(value)) for value in element.attrib.values())
    text = len(element.text or "") + sum(len(part.tail or "") for part in element)
    return 1 + attributes // _PATH + text // _TEXT + _pixels(element) // _PIXELS


def _pixels(element: _Element) -> int:
    """Those of an embedded image, which was written anew before."""
    for key in ("href", f"{XLINK}href"):
        value = element.get(key, "")
        if value.startswith(PNG_URI):
            width, height = struct.unpack_from(">II", base64.b64decode(value[len(PNG_URI) :][:_HEADER]), 16)
            return int(width * height)
    return 0
