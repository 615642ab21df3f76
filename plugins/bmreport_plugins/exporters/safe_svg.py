"""SVG from a file, screened: nothing in it runs, reaches out of the picture, or takes for ever to draw.

Only what a still picture needs is let through (SVG 1.1 without links, filters and animation): what is not known is
refused. Notes of drawing programs are left out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.safe_xml import safe_parser
from bmreport_plugins.exporters.svg_cost import refuse_costly
from bmreport_plugins.exporters.svg_values import SVG, XLINK, check_attribute, check_style_sheet
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["MAX_SVG_CHARACTERS", "SvgPicture", "read_svg", "safe_svg"]

MAX_SVG_CHARACTERS = 4 * 1024 * 1024

_XHTML = "{http://www.w3.org/1999/xhtml}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_DRAWN = (
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc style image "
    "linearGradient radialGradient stop pattern clipPath mask marker"
)
# Said by name, as these are what somebody may have meant.
_REFUSED = {
    "script": "holds a script",
    "foreignObject": "holds a foreign object",
    "a": "holds a link",
    "filter": "holds a filter",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "animateColor", "set"), "holds an animation"),
}
_KEPT_OF_XML = frozenset({f"{_XML}lang", f"{_XML}space"})
_DECLARATION = re.compile(r"\ufeff?\s*<\?xml[^>]*\?>")
# Matplotlib, Inkscape and their like write this one; it declares nothing, and is left out.
_USUAL_DOCTYPE = re.compile(
    r'(?:\s|<!--(?:(?!-->).)*-->)*<!DOCTYPE\s+svg\s+PUBLIC\s+"-//W3C//DTD SVG 1\.[01](?: Basic| Tiny)?//EN"\s+'
    r'"http://www\.w3\.org/[\w./-]+"\s*>',
    re.DOTALL,
)
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*(px|pt|pc|in|cm|mm|em|ex)?\s*")
# CSS 2.2, 4.3.2: 1 in is 96 px, 72 pt, 6 pc; em and ex at the initial font size.
_POINTS = {None: 0.75, "px": 0.75, "pt": 1, "pc": 12, "in": 72, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "em": 12, "ex": 6}
_SMALLEST, _LARGEST = 1.0, 20_000.0


@dataclass(frozen=True)
class SvgPicture:
    """A screened picture; its size is in points, and written into its root with a view box."""

    text: str
    width: float
    height: float


def safe_svg(text: str) -> str:
    """The picture as one `svg` element without DOCTYPE, comments and notes of drawing programs.

    Raises UnusablePictureError when it is no SVG, larger than 4 Mi characters, or holds what a still picture does not
    need: entities, scripts, event attributes, foreign objects, animation, filters, links, anything from outside, or
    references that multiply without end.
    """
    return read_svg(text).text


def read_svg(text: str) -> SvgPicture:
    """As `safe_svg`, with the size. Raises UnusablePictureError."""
    from lxml import etree  # as in `safe_parser`: only those who parse XML pay for it

    root = _parsed(text)
    if root.tag != f"{SVG}svg":
        raise UnusablePictureError("is no SVG: its root is not an svg element of http://www.w3.org/2000/svg")
    _take_out_notes(root)
    for element in root.iter():
        _screen(element)
    refuse_costly(root)
    width, height = _sized(root)
    etree.cleanup_namespaces(root)
    return SvgPicture(etree.tostring(root, encoding="unicode", with_tail=False), width, height)


def _parsed(text: str) -> _Element:
    from lxml import etree

    if len(text) > MAX_SVG_CHARACTERS:
        raise UnusablePictureError(f"is larger than {MAX_SVG_CHARACTERS // 1024 // 1024} Mi characters")
    declaration = _DECLARATION.match(text)
    body = text[declaration.end() :] if declaration else text.removeprefix("\ufeff")
    usual = _USUAL_DOCTYPE.match(body)
    body = body[usual.end() :] if usual else body
    try:
        root = etree.fromstring(body.strip().encode("utf-8"), safe_parser())
    except etree.XMLSyntaxError as error:
        raise UnusablePictureError(f"is not well-formed XML: {error.msg}") from error
    except UnicodeEncodeError as error:
        raise UnusablePictureError("is not well-formed XML: it holds half a surrogate pair") from error
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]  # the stubs know no doctype
        raise UnusablePictureError("has a DOCTYPE, which may declare entities")
    return root


def _take_out_notes(root: _Element) -> None:
    """Metadata, and what drawing programs keep for themselves in vocabularies of their own."""
    for element in list(root.iter("{*}*")):
        tag = str(element.tag)
        if tag == f"{SVG}metadata" or not tag.startswith((SVG, _XHTML)):
            _take_out(element)


def _screen(element: _Element) -> None:
    """Check one element and its attributes; attributes of other vocabularies are taken out."""
    if not isinstance(element.tag, str):  # an entity, which the parser does not resolve
        raise UnusablePictureError(f"holds an entity{_place(element)}")
    if element.tag.startswith(_XHTML):
        raise UnusablePictureError(f"holds HTML{_place(element)}")
    name = element.tag.removeprefix(SVG)
    if name not in _DRAWN.split():
        reason = _REFUSED.get(name, f"holds an element that no still picture needs, {name[:40]!r}")
        raise UnusablePictureError(f"{reason}{_place(element)}")
    for key in list(element.attrib):
        _screen_attribute(element, name, str(key))
    if name == "style":
        check_style_sheet("".join(map(str, element.itertext())), _place(element))


def _screen_attribute(element: _Element, name: str, key: str) -> None:
    if key == f"{_XML}base":
        raise UnusablePictureError(f"names a base address{_place(element)}")
    if key.startswith("{") and key != f"{XLINK}href" and key not in _KEPT_OF_XML:
        del element.attrib[key]
        return
    value = str(element.attrib[key])
    element.set(key, check_attribute(name, key.removeprefix(XLINK), value, _place(element)))


def _take_out(element: _Element) -> None:
    """Remove an element, and what it holds, but not the text after it."""
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail or ""
    before = element.getprevious()
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)


def _place(element: _Element) -> str:
    return f" (line {element.sourceline})" if element.sourceline else ""


def _sized(root: _Element) -> tuple[float, float]:
    """The size in points, written into the root as such, with a view box for those who scale it."""
    box = [float(part) for part in re.findall(_NUMBER, root.get("viewBox", ""))]
    has_box = len(box) == 4
    fallback = (box[2] * 0.75, box[3] * 0.75) if has_box else (0.0, 0.0)
    width = _points(root.get("width", "")) or fallback[0]
    height = _points(root.get("height", "")) or fallback[1]
    if not all(math.isfinite(one) and _SMALLEST <= one <= _LARGEST for one in (width, height)):
        raise UnusablePictureError("has no size that can be printed: give its root width and height, or a viewBox")
    if not has_box:
        root.set("viewBox", f"0 0 {width / 0.75:g} {height / 0.75:g}")
    root.set("width", f"{width:g}pt")
    root.set("height", f"{height:g}pt")
    return width, height


def _points(length: str) -> float:
    """A length in points; 0 where it is none, or relative to what is around the picture."""
    found = _LENGTH.fullmatch(length)
    return float(found[1]) * _POINTS[found[2]] if found else 0.0
