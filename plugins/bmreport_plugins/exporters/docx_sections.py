"""Pages on their side in a Word file: sections (ECMA-376, part 1, 17.6) made from the page that the file has.

This module imports lxml when loaded; only the Word exporter imports it, when it writes a file.
"""

from __future__ import annotations

import copy

from lxml import etree

from bmreport_plugins.exporters.docx_package import W

__all__ = ["PageRoom", "turn_pages"]

# In twentieths of a point, as everything in this module. Word takes US Letter and an inch where a file says nothing.
_WIDTH, _HEIGHT, _MARGIN = 12_240, 15_840, 1_440
_LEAST_ROOM = 1_440


class PageRoom:
    """How much of a page is printed on; `turns` says whether pages are turned at all."""

    def __init__(self, section: etree._Element | None) -> None:
        size = section.find(f"{W}pgSz") if section is not None else None
        margins = section.find(f"{W}pgMar") if section is not None else None
        self.width, self.height = _number(size, "w", _WIDTH), _number(size, "h", _HEIGHT)
        self.turns = section is not None and self.width < self.height
        self._across = _number(margins, "left", _MARGIN) + _number(margins, "right", _MARGIN)
        self._down = _number(margins, "top", _MARGIN) + _number(margins, "bottom", _MARGIN)

    def points(self, *, turned: bool) -> tuple[float, float]:
        """Width and height in points of a page that is `turned`, where pages are."""
        width, height = (self.height, self.width) if turned and self.turns else (self.width, self.height)
        return max(width - self._across, _LEAST_ROOM) / 20, max(height - self._down, _LEAST_ROOM) / 20


def turn_pages(document: etree._Element) -> PageRoom:
    """Fill the marks with the document's own page, headers and footers; returns how much room there is on a page.

    In a document whose pages lie on their side already, the marks are taken out.
    """
    last = document.find(f"{W}body/{W}sectPr")
    marks = [one for one in document.iter(f"{W}sectPr") if one is not last]
    room = PageRoom(last)
    for number, mark in enumerate(marks):
        if last is None or not room.turns:
            _remove(mark)
        else:
            _fill(mark, last, room, is_first=number == 0)
            _join_paragraph_before(mark)
    if last is not None and room.turns and marks:
        _drop(last, "titlePg")
    return room


def _fill(mark: etree._Element, page: etree._Element, room: PageRoom, *, is_first: bool) -> None:
    given = mark.find(f"{W}pgSz")
    turned = given is not None and given.get(f"{W}orient") == "landscape"
    for child in list(mark):
        mark.remove(child)
    mark.extend(copy.deepcopy(child) for child in page)
    if not is_first:  # only the first page of the report is without a running head
        _drop(mark, "titlePg")
    if turned:
        size = mark.find(f"{W}pgSz")
        if size is None:
            size = etree.Element(f"{W}pgSz")
            _after_references(mark, size)
        size.set(f"{W}w", str(room.height))
        size.set(f"{W}h", str(room.width))
        size.set(f"{W}orient", "landscape")


def _after_references(section: etree._Element, size: etree._Element) -> None:
    """The place of the page's size: after what refers to headers, footers and notes, and the type (17.6.17)."""
    before = [f"{W}{name}" for name in ("headerReference", "footerReference", "footnotePr", "endnotePr", "type")]
    section.insert(sum(child.tag in before for child in section), size)


def _join_paragraph_before(mark: etree._Element) -> None:
    """A section ends with a paragraph: the one that is there, so that no empty one opens a page of its own."""
    own = _paragraph(mark)
    before = own.getprevious()
    if before is None or before.tag != f"{W}p":
        return
    properties = before.find(f"{W}pPr")
    if properties is None:
        properties = etree.Element(f"{W}pPr")
        before.insert(0, properties)
    if properties.find(f"{W}sectPr") is None:
        properties.append(mark)
        parent = own.getparent()
        assert parent is not None  # noqa: S101  # the body
        parent.remove(own)


def _remove(mark: etree._Element) -> None:
    paragraph = _paragraph(mark)
    parent = paragraph.getparent()
    assert parent is not None  # noqa: S101  # the body
    parent.remove(paragraph)


def _paragraph(mark: etree._Element) -> etree._Element:
    return next(mark.iterancestors(f"{W}p"))


def _drop(section: etree._Element, name: str) -> None:
    for child in section.findall(f"{W}{name}"):
        section.remove(child)


def _number(element: etree._Element | None, name: str, otherwise: int) -> int:
    text = element.get(f"{W}{name}", "") if element is not None else ""
    try:
        return int(float(text))
    except ValueError:  # some programs write a measure with a unit there (17.18.93)
        return otherwise
