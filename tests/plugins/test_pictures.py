"""Which picture of a figure is shown, what stands in its place, what is said of it, and how figures are numbered."""

from __future__ import annotations

import base64

import pytest

from bmreport.models import Block, Figure, Paragraph, Section, SectionKind
from bmreport.rendering import RenderedFigure
from bmreport_plugins.exporters.pictures import PictureKind, Pictures
from bmreport_plugins.exporters.report_content import BlockContent, ReportContent, report_content
from bmreport_plugins.exporters.safe_png import read_png

from .figure_reports import base64_of, claim, figure, png, rendered, svg, wide_table
from .hostile_svgs import HOSTILE_SVGS

_SCRIPT = HOSTILE_SVGS["script"][0]


def content_of(*blocks: Figure, kind: PictureKind | None = "vector") -> ReportContent:
    """The parts of a report with these blocks."""
    return report_content(rendered(*blocks), passages=False, pictures=kind)


def shown(content: ReportContent) -> list[BlockContent]:
    """The figures of a report."""
    return [block for section in content.body for block in section.blocks if block.kind == "figure"]


def said(content: ReportContent) -> list[str]:
    """What the checks say of pictures."""
    return [f"{one.where}: {one.message}" for one in content.checks if one.verifier == "figures"]


@pytest.mark.parametrize(
    ("changes", "kind", "takes", "says"),
    [
        ({}, "vector", "svg", []),
        ({}, "raster", "png", []),
        ({}, "words", "", []),
        ({"png": ""}, "vector", "svg", []),
        ({"png": ""}, "raster", "png", []),
        ({"svg": ""}, "vector", "png", []),
        ({"svg": ""}, "raster", "png", []),
        ({"svg": _SCRIPT}, "vector", "png", ["its SVG holds a script"]),
        ({"svg": _SCRIPT, "png": ""}, "raster", "", ["its SVG holds a script"]),
        ({"svg": _SCRIPT, "png": "R0lGODlh"}, "vector", "", ["its SVG holds a script", "its PNG is no PNG"]),
        ({"png": "not base64!"}, "raster", "png", ["its PNG is no base64"]),
        ({"png": "é"}, "raster", "png", ["its PNG is no base64"]),
        ({"png": "A" * 40_000_000}, "raster", "png", ["its PNG is larger than 8 MiB"]),
        ({"svg": "", "png": " \n"}, "vector", "", ["it has no picture"]),
    ],
)
def test_a_format_takes_the_picture_that_it_can_show(
    changes: dict[str, str], kind: PictureKind, takes: str, says: list[str]
) -> None:
    """SVG before PNG or PNG alone; what is refused is said, and the other picture or the words stand in its place."""
    content = content_of(figure(**changes), kind=kind)
    (block,) = shown(content)
    assert block.picture is not None
    assert bool(block.picture.svg) is (takes == "svg")
    assert bool(block.picture.png) is (takes == "png")
    assert block.picture.alt == figure().alt
    assert [found.split(": ", 1)[1][: len(reason)] for found, reason in zip(said(content), says, strict=True)] == says
    assert all(found.startswith("figure 1: ") for found in said(content))


def test_a_png_is_drawn_where_a_figure_brings_none() -> None:
    """The SVG in pixels, at 200 to the inch, is a whole PNG of its size."""
    (block,) = shown(content_of(figure(png="", svg=svg(size='width="288" height="144"')), kind="raster"))
    assert block.picture is not None
    assert (block.picture.width, block.picture.height) == (216, 108)
    drawn = read_png(block.picture.png)
    assert drawn.width / 0.75 == pytest.approx(600, abs=1)
    assert drawn.height / 0.75 == pytest.approx(300, abs=1)


@pytest.mark.parametrize("size", ['width="60000" height="9"', 'width="2" height="2"', 'width="20000" height="20000"'])
def test_drawing_is_bounded(size: str) -> None:
    """Very long, tiny and huge pictures become no more than 16 million pixels."""
    (block,) = shown(content_of(figure(png="", svg=svg(size=size)), kind="raster"))
    assert block.picture is not None
    if block.picture.is_shown:
        drawn = read_png(block.picture.png)
        assert drawn.width * drawn.height / 0.75**2 <= 17_000_000


def test_the_words_never_lack() -> None:
    """Without a description the caption stands for the picture, then its name, then its number."""
    alts = [
        block.picture.alt
        for block in shown(
            content_of(
                figure(alt="  Words \n in lines  "),
                figure(alt=" "),
                figure(alt="", caption=[]),
                figure(alt="", caption=[], name=""),
            )
        )
        if block.picture
    ]
    assert alts == ["Words in lines", "Effects of placebrol [1, 2].", "forest", "Figure 4"]


def test_tables_and_figures_are_counted_apart() -> None:
    """Each kind has numbers of its own, in reading order through all sections."""
    before = Section(heading="Lead-in", kind=SectionKind.FINDINGS, blocks=[figure(), wide_table(1), figure()])
    blocks: list[Block] = [wide_table(1), Paragraph(claims=[claim("Between.")]), figure(), wide_table(1)]
    content = report_content(rendered(*blocks, before=[before]), passages=False, pictures="vector")
    numbers = [(block.kind, block.number) for section in content.body for block in section.blocks if block.number]
    assert numbers == [
        *(("figure", 1), ("table", 1), ("figure", 2), ("table", 2)),
        *(("figure", 3), ("table", 3)),
    ]


def test_all_pictures_together_are_bounded() -> None:
    """The pictures that would make a report too large to write are left out, and it is said which."""
    heavy = svg(f"<desc>{'x' * 1_500_000}</desc>")
    content = content_of(*(figure(svg=heavy) for _ in range(20)))
    pictures = [block.picture for block in shown(content) if block.picture]
    there = [one.is_shown for one in pictures]
    assert there == sorted(there, reverse=True)
    assert sum(len(one.svg) for one in pictures) <= 24 * 1024 * 1024
    assert len(said(content)) == there.count(False) > 0
    assert "larger than 24 MiB" in said(content)[0]


def test_pictures_are_not_read_for_formats_without() -> None:
    """A format that shows none has no picture, and nothing is said of them."""
    content = content_of(figure(svg=_SCRIPT), kind=None)
    assert [block.picture for block in shown(content)] == [None]
    assert said(content) == []
    assert not content.shows_pictures


def test_the_uri_holds_what_was_screened() -> None:
    """A picture's address is its own screened bytes, with its media type."""
    (block,) = shown(content_of(figure(svg=f"<!-- note -->{svg()}")))
    assert block.picture is not None
    head, data = block.picture.uri.split(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == block.picture.svg
    assert "note" not in block.picture.svg


def test_reading_has_no_memory_but_of_size() -> None:
    """One figure read twice gives the same picture; findings name the figure's number."""
    block = rendered(figure(svg=_SCRIPT, png=base64_of(png()))).sections[1].blocks[0]
    assert isinstance(block, RenderedFigure)
    pictures = Pictures("vector")
    assert pictures.read(block, 7) == pictures.read(block, 7)
    assert [found.where for found in pictures.findings] == ["figure 7", "figure 7"]
