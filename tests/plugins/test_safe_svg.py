"""Screening of SVG: what is drawn stays; what runs, reaches out or never ends is refused with line and reason."""

from __future__ import annotations

import re
from struct import pack
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport_plugins.exporters.safe_svg import read_svg, safe_svg
from bmreport_plugins.exporters.unusable_picture import UnusablePictureError

from .figure_reports import base64_of, png, svg
from .hostile_svgs import HOSTILE_SVGS

_STILL = frozenset(
    [
        *(
            "svg",
            "g",
            "defs",
            "symbol",
            "use",
            "path",
            "rect",
            "circle",
            "ellipse",
            "line",
            "polyline",
            "polygon",
            "text",
        ),
        *(
            "tspan",
            "textPath",
            "title",
            "desc",
            "style",
            "image",
            "linearGradient",
            "radialGradient",
            "stop",
            "pattern",
        ),
        *("clipPath", "mask", "marker"),
    ]
)
_DRAWN_BY_A_LIBRARY = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- made by a library -->
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="504pt" height="230.4pt" viewBox="0 0 504 230.4"
 xmlns="http://www.w3.org/2000/svg" xmlns:ink="http://www.inkscape.org/namespaces/inkscape" version="1.1">
 <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><script/></rdf:RDF></metadata>
 <ink:grid units="px"/>
 <defs><style type="text/css">*{stroke-linejoin: round; stroke: rgb(1, 2, 3)} /* plain */</style></defs>
 <g id="a" ink:label="layer" data-name="f(x)" aria-label="RR(95% CI)">
  <defs><path id="m1" d="M 0 0 L 0 3.5" style="stroke: #000000"/></defs>
  <use xlink:href="#m1" x="63" y="205.056" transform="translate(1 2) rotate(3)" clip-path="url(#p1)"/>
  <text font-family="Arial" x="1" y="9">I² &lt; 50 %</text>
 </g>
 <clipPath id="p1"><rect x="63" y="27" width="390" height="177"/></clipPath>
</svg>"""


@pytest.mark.parametrize("name", HOSTILE_SVGS)
def test_what_is_hostile_is_refused_with_a_reason(name: str) -> None:
    """Each picture that runs something, reaches out or takes for ever is refused, for the reason that it is."""
    text, reason = HOSTILE_SVGS[name]
    with pytest.raises(UnusablePictureError) as caught:
        safe_svg(text)
    assert re.search(reason, str(caught.value)), str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_drawing_comes_through_without_what_nobody_draws() -> None:
    """Shapes, references within and styles stay; DOCTYPE, comments, metadata and editors' notes go."""
    picture = read_svg(_DRAWN_BY_A_LIBRARY)
    root = etree.fromstring(picture.text)
    assert picture.text.startswith("<svg")
    assert (picture.width, picture.height) == (504, 230.4)
    assert not re.search("DOCTYPE|<!--|<[?]|metadata|RDF|inkscape", picture.text)
    names = {etree.QName(one).localname for one in root.iter()}
    assert names == {"svg", "defs", "style", "g", "path", "use", "text", "clipPath", "rect"}
    use = root.find(".//{*}use")
    assert use is not None
    assert use.get("{http://www.w3.org/1999/xlink}href") == "#m1"
    assert use.get("clip-path") == "url(#p1)"
    assert root.findtext(".//{*}text") == "I² < 50 %"
    group = root.find("{*}g")
    assert group is not None
    assert {str(key): value for key, value in group.attrib.items()} == {
        "id": "a",
        "data-name": "f(x)",
        "aria-label": "RR(95% CI)",
    }


def test_screening_again_changes_nothing() -> None:
    """A screened picture is its own screening."""
    once = safe_svg(_DRAWN_BY_A_LIBRARY)
    assert safe_svg(once) == once


def test_text_after_what_is_taken_out_stays() -> None:
    """Words that follow an editor's note are part of the picture."""
    text = svg('<text x="1">a<n:note xmlns:n="urn:n"><n:deep/></n:note>b<tspan>c</tspan><n:x xmlns:n="urn:n"/>d</text>')
    found = etree.fromstring(safe_svg(text)).find("{*}text")
    assert found is not None
    assert "".join(map(str, found.itertext())) == "abcd"


@pytest.mark.parametrize(
    ("size", "points"),
    [
        ('width="96" height="48"', (72, 36)),
        ('width="96px" height="0.5in"', (72, 36)),
        ('width="2.54cm" height="12.7mm"', (72, 36)),
        ('width="6pc" height="36pt"', (72, 36)),
        ('viewBox="0 0 96 48"', (72, 36)),
        ('viewBox="0,0,96,48" width="100%" height="auto"', (72, 36)),
        ('viewBox="0 0 10 5" width="72pt" height="36pt"', (72, 36)),
    ],
)
def test_the_size_is_in_points_and_scales(size: str, points: tuple[float, float]) -> None:
    """Units of CSS and view boxes give points, which the root then says, with a view box to scale by."""
    picture = read_svg(svg(size=size))
    assert (picture.width, picture.height) == pytest.approx(points)
    root = etree.fromstring(picture.text)
    assert root.get("width") == "72pt"
    assert len(str(root.get("viewBox")).replace(",", " ").split()) == 4


def test_an_embedded_image_is_written_anew() -> None:
    """A PNG inside stays, without the texts in it."""
    secret = b"Comment\0javascript"
    noted = png(extra=pack(">I", len(secret)) + b"tEXt" + secret + pack(">I", crc32(b"tEXt" + secret)))
    image = f'<image width="9" height="9" xlink:href="DATA:image/png;base64,\n{base64_of(noted)}"/>'
    assert f"data:image/png;base64,{base64_of(png())}" in safe_svg(svg(image))


def test_a_large_plain_picture_is_no_bomb() -> None:
    """Ten thousand marks by reference, each clipped, as a plot of that many points has them, are let through."""
    marks = "".join(f'<use href="#m" x="{n}" clip-path="url(#c)"/>' for n in range(10_000))
    text = svg(
        f'<defs><path id="m" d="M0 0L1 1"/><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>{marks}'
    )
    assert safe_svg(text).count("<use") == 10_000


_attributes = st.sampled_from(
    [
        *('onload="a()"', 'href="#a"', 'href="http://x/"', 'xlink:href="javascript:a()"', 'style="fill:url(#a)"'),
        *(
            'style="fill:url(http://x/)"',
            'fill="url(#a)"',
            'fill="red"',
            'id="a"',
            'xml:base="//x"',
            'transform="scale(2)"',
        ),
        *(
            'style="background:image(x)"',
            'class="on"',
            'a:href="http://x/" xmlns:a="urn:a"',
            'width="9"',
            'title="a(b)"',
        ),
    ]
)
_names = st.sampled_from(
    [
        *sorted(_STILL),
        "script",
        "foreignObject",
        "a",
        "animate",
        "metadata",
        "x",
        'h:p xmlns:h="http://www.w3.org/1999/xhtml"',
    ]
)


def _element(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def write(name: str, attributes: list[str], inner: list[str]) -> str:
        kept = {one.split("=")[0]: one for one in attributes}
        return f"<{name} {' '.join(kept.values())}>{''.join(inner)}</{name.split(maxsplit=1)[0]}>"

    return st.builds(write, _names, st.lists(_attributes, max_size=3), st.lists(children, max_size=3))


_bodies = st.recursive(
    st.one_of(st.text("ab<&;#/*@(){} \\", max_size=8), _element(st.just(""))), _element, max_leaves=8
)


@settings(max_examples=150, deadline=None)
@given(st.lists(_bodies, max_size=4).map("".join))
def test_whatever_is_let_through_is_still(body: str) -> None:
    """Any tree is refused, or comes out with nothing in it but shapes, and references to its own ids."""
    try:
        text = safe_svg(svg(body))
    except UnusablePictureError:
        return
    for element in etree.fromstring(text).iter():
        assert etree.QName(element).namespace == "http://www.w3.org/2000/svg"
        assert etree.QName(element).localname in _STILL
        for name, value in element.attrib.items():
            local = etree.QName(str(name)).localname.lower()
            assert not local.startswith("on")
            assert local != "base"
            assert local != "href" or str(value).startswith("#")
            assert not re.search(r"url\(\s*[^#'\"\s]|javascript:|image\(", str(value)), value
