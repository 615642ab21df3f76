"""SVG that runs something, reaches out, declares entities, or takes for ever to draw, each with why it is refused."""

from __future__ import annotations

import base64

from .figure_reports import SVG_HEAD, png, svg

_PNG = base64.b64encode(png()).decode("ascii")

HOSTILE_SVGS: dict[str, tuple[str, str]] = {
    "script": (svg("<script>alert(1)</script>"), "script"),
    "script by prefix": (
        "<s:svg xmlns:s='http://www.w3.org/2000/svg' width='9' height='9'><s:script/></s:svg>",
        "script",
    ),
    "script of XHTML": (svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'), "HTML"),
    "frame of XHTML": (svg('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="http://x"/>'), "HTML"),
    "event": (svg('<rect width="9" height="9" onclick="alert(1)"/>'), "event"),
    "event on the root": (svg(size='width="9" height="9" onload="alert(1)"'), "event"),
    "event in capitals": (svg('<g OnMouseOver="alert(1)"/>'), "event"),
    "foreign object": (svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"), "foreign"),
    "animated link": (svg('<animate attributeName="href" to="javascript:alert(1)"/>'), "animation"),
    "set": (svg('<set attributeName="onclick" to="alert(1)"/>'), "animation"),
    "link": (svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'), "link"),
    "unknown element": (svg("<audio/>"), "audio"),
    "element in capitals": (svg("<SCRIPT>alert(1)</SCRIPT>"), "SCRIPT"),
    "filter": (svg('<filter id="f"><feImage href="http://x.example/"/></filter>'), "filter"),
    "internal subset": (f'<!DOCTYPE svg [<!ENTITY a "b">]>{svg("<text>&a;</text>")}', "DOCTYPE"),
    "entity from a file": (
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>{svg("<text>&a;</text>")}',
        "DOCTYPE",
    ),
    "many laughs": (
        "<!DOCTYPE svg [<!ENTITY a 'ha'>"
        + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(8))
        + f"]>{svg('<text>&i;</text>')}",
        "DOCTYPE|amplification",
    ),
    "doctype from elsewhere": (f'<!DOCTYPE svg SYSTEM "http://x.example/x.dtd">{svg()}', "DOCTYPE"),
    "usual doctype that declares": (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" '
        f"[<!ENTITY a 'b'>]>{svg()}",
        "DOCTYPE",
    ),
    "unknown entity": (svg("<text>&nbsp;</text>"), "well-formed"),
    "image from the web": (svg('<image href="http://x.example/a.png" width="9" height="9"/>'), "outside"),
    "image from a file": (svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'), "outside"),
    "image from beside": (svg('<image href="a.png" width="9" height="9"/>'), "outside"),
    "SVG in an image": (svg('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'), "outside"),
    "broken PNG in an image": (
        svg('<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>'),
        "PNG|cut off",
    ),
    "no base64 in an image": (svg('<image href="data:image/png;base64,?" width="9" height="9"/>'), "base64"),
    "use from the web": (svg('<use href="http://x.example/a.svg#b"/>'), "outside"),
    "both kinds of href": (svg('<use href="#a" xlink:href="http://x.example/a.svg#b"/>'), "outside"),
    "href where none belongs": (svg('<rect href="#a" width="9" height="9"/>'), "outside"),
    "gradient from the web": (svg('<linearGradient xlink:href="http://x.example/#b"/>'), "outside"),
    "paint from the web": (svg('<rect fill="url(http://x.example/#a)" width="9" height="9"/>'), "outside"),
    "clip from the web": (svg("<g clip-path=\"url('//x.example/#a')\"/>"), "outside"),
    "cursor": (svg('<g style="cursor: URL( http://x.example/a.cur )"/>'), "outside"),
    "unclosed address": (svg('<g style="fill:url(#a"/>'), "outside"),
    "image of CSS": (svg("<g style=\"mask: image-set('http://x.example/a' 1x)\"/>"), "image-set"),
    "image in an attribute": (svg("<g mask=\"image('http://x.example/a')\"/>"), "image"),
    "variable": (svg('<g style="--a: url(#b); fill: var(--a)"/>'), "var"),
    "escape in CSS": (svg('<g style="fill: u\\72l(http://x.example/)"/>'), "escape"),
    "comment in CSS": (svg('<g style="marker/**/: url(#a)"/>'), "comment"),
    "import": (svg("<style>@import 'http://x.example/a.css';</style>"), "at-rule"),
    "import from an address": (svg("<style>@import url(http://x.example/a.css);</style>"), "outside"),
    "font from the web": (svg("<style>@font-face{font-family:a;src:url(http://x.example/a.woff)}</style>"), "outside"),
    "background": (svg("<style>svg{background:url(http://x.example/a.png)}</style>"), "outside"),
    "reference of a rule": (svg("<style>rect{fill:url(#a)}</style>"), "style sheet"),
    "open comment": (svg("<style>rect{} /* }</style>"), "comment"),
    "stylesheet element of CSS": (svg("<style><![CDATA[@import 'http://x.example/a.css';]]></style>"), "at-rule"),
    "base": (svg('<g xml:base="http://x.example/"><use href="#a"/></g>'), "base"),
    "circle": (svg('<g id="a"><use href="#a"/></g>'), "circle"),
    "circle of paints": (
        svg(
            '<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>'
            '<rect fill="url(#a)"/>'
        ),
        "circle",
    ),
    "doubling": (
        svg(
            "<g id='x0'><path/></g>"
            + "".join(f"<g id='x{n}'><use href='#x{n - 1}'/><use href='#x{n - 1}'/></g>" for n in range(1, 30))
        ),
        "shapes",
    ),
    "doubling patterns": (
        svg(
            "<pattern id='x0'><path/></pattern>"
            + "".join(
                f"<pattern id='x{n}'><path fill='url(#x{n - 1})'/><path fill='url(#x{n - 1})'/></pattern>"
                for n in range(1, 30)
            )
        ),
        "shapes",
    ),
    "inherited paint": (
        svg(f"<pattern id='a'>{'<path/>' * 1000}</pattern><g fill='url(#a)'>{'<path/>' * 1000}</g>"),
        "shapes",
    ),
    "markers": (svg('<g style="marker-mid: url(#a)"/>'), "corner"),
    "markers by attribute": (svg('<g marker="url(#a)"/>'), "corner"),
    "chain": (
        svg("<g id='x0'/>" + "".join(f"<g id='x{n}'><use href='#x{n - 1}'/></g>" for n in range(1, 300))),
        "deeper",
    ),
    "deep": (svg("<g>" * 150 + "</g>" * 150), "deeper"),
    "very deep": (svg("<g>" * 5000 + "</g>" * 5000), "deeper|well-formed"),
    "many copies of an image": (
        svg(
            f'<image id="a" href="data:image/png;base64,{base64.b64encode(png(4000, 3000)).decode("ascii")}"/>'
            + '<use href="#a"/>' * 50
        ),
        "shapes",
    ),
    "long text": (svg(f"<text>{'x' * 2_000_000}</text>"), "shapes"),
    "too large": (svg(f"<desc>{'x' * (4 * 1024 * 1024)}</desc>"), "larger"),
    "no size": (f"<svg {SVG_HEAD}><rect/></svg>", "size"),
    "size of nothing": (svg(size='width="0" height="0"'), "size"),
    "endless size": (svg(size='width="1e30" height="9"'), "size"),
    "not a number": (svg(size='width="NaN" height="NaN"'), "size"),
    "no SVG": ("<html><body/></html>", "no SVG"),
    "no namespace": ("<svg width='9' height='9'/>", "no SVG"),
    "no XML": ("this is no picture", "well-formed"),
    "half a surrogate": (svg("<desc>\ud800</desc>"), "well-formed"),
    "two roots": (svg() + svg(), "well-formed"),
}
"""Name -> SVG, and a pattern that the reason matches."""
