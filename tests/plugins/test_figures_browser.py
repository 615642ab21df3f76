"""Figures of the web page in a real browser: seen, described, of the right size, and dead whatever their SVG holds."""

from __future__ import annotations

import io
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from bmreport_plugins.exporters import pictures
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions
from bmreport_plugins.exporters.safe_svg import SvgPicture

from .figure_reports import SVG_HEAD, base64_of, figure, png, rendered, svg, wide_table
from .headless_chromium import CHROMIUM, Page, browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bmreport.models import Block

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed"),
]

_LOADED = "[...document.images].length > 0 && [...document.images].every(one => one.complete && one.naturalWidth > 0)"
# The colour in the middle of the first picture, drawn anew from what the browser has.
_COLOUR = (
    "(() => { const image = document.images[0], canvas = document.createElement('canvas');"
    "canvas.width = canvas.height = 3; const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0, 3, 3);"
    "return [...pen.getImageData(1, 1, 1, 1).data]; })()"
)
_GREEN = [0, 170, 0, 255]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One browser for all tests here."""
    with browser(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened


def written(folder: Path, *blocks: Block, fragment: bool = False) -> Path:
    """The report as a file."""
    target = folder / "report.html"
    target.write_bytes(HtmlExporter().export(rendered(*blocks), None, HtmlExportOptions(fragment=fragment)))
    return target


@contextmanager
def listener() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine, and what it was asked for."""
    asked: list[str] = []

    class Noting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Noting)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("changes", [{}, {"svg": "", "png": base64_of(png())}])
def test_the_policy_lets_the_picture_be_seen(page: Page, tmp_path: Path, changes: dict[str, str]) -> None:
    """The page's own policy admits its pictures, and the browser draws them at their size."""
    page.open(written(tmp_path, figure(**changes)))
    page.wait(_LOADED)
    expected = _GREEN if not changes else [128, 128, 128, 255]
    assert page.value(_COLOUR) == expected
    assert page.value("document.images[0].width") == (90 if not changes else 30)


@pytest.mark.parametrize("fragment", [False, True])
def test_a_script_in_a_picture_does_not_run(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fragment: bool
) -> None:
    """Even past the screening nothing in an SVG runs or asks for anything, with the page's policy or without any."""
    with listener() as (address, asked):
        hostile = (
            f'<svg {SVG_HEAD} width="90" height="40" onload="paint()">'
            '<rect id="box" width="90" height="40" fill="#00aa00"/>'
            f'<image href="{address}/image.png" width="1" height="1"/>'
            f'<style>@import url("{address}/style.css");</style>'
            "<script>function paint() { document.getElementById('box').setAttribute('fill', '#aa0000');"
            f"fetch('{address}/script'); top.document.title = 'taken'; }} paint()</script></svg>"
        )
        monkeypatch.setattr(pictures, "read_svg", lambda text: SvgPicture(text, 67.5, 30))
        file = written(tmp_path, figure(svg=hostile), fragment=fragment)
        assert base64_of(hostile.encode()) in file.read_text()
        page.open(file)
        page.wait(_LOADED)
        assert page.value(_COLOUR) == _GREEN
        assert page.value("document.title") != "taken"
        # The same picture as a page of its own does run: the test would see it.
        alone = tmp_path / "alone.svg"
        alone.write_text(hostile)
        assert asked == []
        page.send("Page.navigate", url=alone.as_uri())
        page.wait("document.getElementById('box')?.getAttribute('fill') === '#aa0000'")


def test_screened_pictures_ask_for_nothing(page: Page, tmp_path: Path) -> None:
    """What the screening refuses is not on the page at all."""
    with listener() as (address, asked):
        reaching = svg(f'<image href="{address}/image.png" width="9" height="9"/>')
        page.open(written(tmp_path, figure(svg=reaching, png="")))
        page.wait("document.querySelector('.picture .words') !== null")
        assert page.value("document.images.length") == 0
        assert asked == []


@pytest.mark.parametrize("width", [320, 900, 1600])
@pytest.mark.parametrize("dark", [False, True])
def test_pictures_fit_the_window_on_white_ground(page: Page, tmp_path: Path, width: int, dark: bool) -> None:
    """A large picture shrinks with the window and keeps its shape; its ground is white in the dark too."""
    large = svg('<rect width="2000" height="500" fill="none" stroke="black"/>', 'width="2000" height="500"')
    page.open(written(tmp_path, figure(svg=large), wide_table()), width=width, dark=dark)
    page.wait(_LOADED)
    assert page.value("document.documentElement.scrollWidth") <= width
    shape = page.value(
        "(() => { const box = document.images[0].getBoundingClientRect(); return box.width / box.height })()"
    )
    assert shape == pytest.approx(4, rel=0.03)
    assert page.value("getComputedStyle(document.images[0]).backgroundColor") == "rgb(255, 255, 255)"


def test_a_wide_table_scrolls_and_keeps_its_first_column(page: Page, tmp_path: Path) -> None:
    """In a narrow window the table scrolls within its region, and what the row is about stays in sight."""
    page.open(written(tmp_path, wide_table()), width=400)
    region = "document.querySelector('.table.wide')"
    assert page.value(f"{region}.scrollWidth") > page.value(f"{region}.clientWidth")
    left = f"{region}.querySelector('tbody th').getBoundingClientRect().left"
    before = page.value(left)
    page.value(f"{region}.scrollLeft = 200")
    assert page.value(left) == pytest.approx(before, abs=2)


def test_print_turns_pages_for_what_is_wide(page: Page, tmp_path: Path) -> None:
    """On paper a wide table stands on a page on its side, with its heading; what follows does not."""
    page.open(written(tmp_path, wide_table(), figure()))
    page.wait(_LOADED)
    pages = PdfReader(io.BytesIO(page.pdf())).pages
    sides = [one.extract_text() for one in pages if one.mediabox.width > one.mediabox.height]
    assert len(sides) == 1
    assert "Exhibits" in sides[0]
    assert "Table 1." in sides[0]
    assert "Figure 1." not in sides[0]
