"""What may stand in the attributes and style sheets of a picture: numbers, colours, and references within it."""

from __future__ import annotations

import base64
import binascii
import re

from bmreport_plugins.exporters.safe_png import safe_png
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

__all__ = ["PNG_URI", "SVG", "XLINK", "check_attribute", "check_style_sheet", "local_references"]

SVG = "{http://www.w3.org/2000/svg}"
PNG_URI = "data:image/png;base64,"
XLINK = "{http://www.w3.org/1999/xlink}"

_EVENT = re.compile("on", re.IGNORECASE)
# These hold words for people or names, and are never read as CSS.
_WORDS = re.compile(r"aria-[a-z-]+|data-[\w.-]+|id|class|role|lang|title|d|points", re.IGNORECASE)
_FUNCTION = re.compile(r"([a-zA-Z-][\w-]*)\(")
_HARMLESS = (
    "url rgb rgba hsl hsla calc matrix translate translatex translatey scale scalex scaley rotate skewx skewy not "
    "nth-child nth-of-type"
)
_LOCAL = re.compile(r"""url\(\s*(["']?)#([^"')\s]+)\1\s*\)""", re.IGNORECASE)
_ANY_URL = re.compile(r"url\(", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LINKING = frozenset({"use", "linearGradient", "radialGradient", "pattern", "textPath"})
# A marker at every corner of a path, times the corners of the path, is a way to draw for ever.
_AT_EVERY_CORNER = re.compile(r"marker(?:-mid)?\s*:\s*url", re.IGNORECASE)
_PNG_URI = re.compile(re.escape(PNG_URI), re.IGNORECASE)


def check_attribute(element: str, name: str, value: str, place: str) -> str:
    """The value as it may stand; names are without namespace.

    Raises UnusablePictureError when the attribute runs something or leads out of the picture.
    """
    if _EVENT.match(name):
        raise UnusablePictureError(f"has an event attribute, {name[:40]!r}{place}")
    if name == "href":
        return _checked_href(element, value, place)
    if not _WORDS.fullmatch(name):
        _check_css(value, place)
        declared = value if name == "style" else f"{name}:{value}"
        if _AT_EVERY_CORNER.search(declared):
            raise UnusablePictureError(f"has markers at every corner of a line{place}")
    return value


def check_style_sheet(css: str, place: str) -> None:
    """Refuse a style sheet that does more than name colours and widths. Raises UnusablePictureError."""
    _check_css(_COMMENT.sub(" ", css), place)
    if "@" in css:
        raise UnusablePictureError(f"has an at-rule in its style sheet{place}")
    if _ANY_URL.search(css):
        # What a rule applies to is not known here, and so not how often what it points to is drawn.
        raise UnusablePictureError(f"refers to something in its style sheet{place}")


def local_references(value: str) -> list[str]:
    """The ids that `url(#id)` in an attribute points to."""
    return [found[2] for found in _LOCAL.finditer(value)] if "(" in value else []


def _check_css(css: str, place: str) -> None:
    if "\\" in css or "/*" in css:
        raise UnusablePictureError(f"has an escape or a comment in a style{place}")
    if "(" not in css:
        return
    if len(_ANY_URL.findall(css)) != len(_LOCAL.findall(css)):
        raise UnusablePictureError(f"refers to something outside of itself{place}")
    unknown = [name for name in _FUNCTION.findall(css) if name.lower() not in _HARMLESS.split()]
    if unknown:
        raise UnusablePictureError(f"uses {unknown[0][:40]}() in a style{place}")


def _checked_href(element: str, value: str, place: str) -> str:
    """A reference within the picture, or an embedded image, which is written anew."""
    target = value.strip()
    if element in _LINKING and target.startswith("#"):
        return target
    prefix = _PNG_URI.match(target)
    if element != "image" or not prefix:
        raise UnusablePictureError(f"refers to something outside of itself{place}")
    try:
        image = safe_png(base64.b64decode("".join(target[prefix.end() :].split()), validate=True))
    except UnusablePictureError as error:
        raise UnusablePictureError(f"holds an image that {error}{place}") from error
    except binascii.Error as error:
        raise UnusablePictureError(f"holds an image that is no base64: {error}{place}") from error
    return PNG_URI + base64.b64encode(image).decode("ascii")
