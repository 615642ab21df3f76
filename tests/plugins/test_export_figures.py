"""Figures in every format: numbered, captioned with live cites, described; pictures as vectors or pixels."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree, html
from markdown_it import MarkdownIt
from pypdf import PdfReader

from bmreport.models import Figure, Grade, Report
from bmreport_plugins.exporters.docx import DocxExporter, DocxOptions
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions
from bmreport_plugins.exporters.json_report import JsonExporter, JsonOptions
from bmreport_plugins.exporters.markdown import MarkdownExporter, MarkdownOptions
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions
from bmreport_plugins.exporters.pictures import Picture
from bmreport_plugins.exporters.report_content import BlockContent, ReportContent, report_content
from bmreport_plugins.exporters.text import TextExporter, TextOptions
from bmreport_plugins.exporters.typst_attempts import Attempts
from bmreport_plugins.exporters.typst_document import PageSetup

from .figure_reports import base64_of, claim, figure, png, rendered, rendered_report, report_with, svg, wide_table
from .hostile_svgs import HOSTILE_SVGS

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

_ALT = figure().alt
_UNUSABLE = {"svg": HOSTILE_SVGS["script"][0], "png": ""}
_SYMBOL = "⊕⊕⊕◯"
_WML = {"w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"


# -- HTML ----------------------------------------------------------------------------------------------------------


def page(report: RenderedReport, template: Path | None = None, **options: Any) -> Any:
    """The web page as a tree."""
    return html.document_fromstring(HtmlExporter().export(report, template, HtmlExportOptions(**options)).decode())


def words(element: Any) -> str:
    """Its text, white space squeezed."""
    return " ".join("".join(element.itertext()).split())


def test_a_web_page_shows_the_vectors_in_an_image() -> None:
    """The SVG is a data URI of an `img` with alt text and a size; never a part of the page."""
    tree = page(rendered(figure()))
    assert not tree.xpath("//*[local-name()='svg']")
    (image,) = tree.xpath("//figure[@id='figure-1']/img")
    head, data = image.get("src").split(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(data).startswith(b"<svg")
    assert image.get("alt") == _ALT
    assert (image.get("width"), image.get("height")) == ("90", "40")


def test_a_web_page_has_a_caption_with_cites() -> None:
    """The caption has its number, links to references and back, and the notes below."""
    tree = page(rendered(figure()))
    (caption,) = tree.xpath("//figure/figcaption")
    assert words(caption) == "Figure 1. Effects of placebrol [1, 2]. Squares are sized by weight [3]."
    cites = caption.xpath(".//a[@class='cite']")
    assert len(cites) == 3
    for cite in cites:
        (entry,) = tree.xpath(f"//*[@id='{cite.get('href')[1:]}']")
        assert entry.xpath(f".//a[@href='#{cite.get('id')}']")


@pytest.mark.parametrize(
    ("changes", "images"), [({}, True), ({"svg": ""}, True), (_UNUSABLE, False), ({"svg": "", "png": ""}, False)]
)
def test_the_policy_lets_images_in_only_where_there_are_any(changes: dict[str, str], images: bool) -> None:
    """`img-src data:` stands in the policy of a page with a picture, and of no other."""
    tree = page(rendered(figure(**changes)))
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert ("img-src data:;" in policy) is images
    assert bool(tree.xpath("//img")) is images
    assert policy.startswith("default-src 'none'; style-src 'sha256-")


def test_a_house_template_may_have_a_picture_of_its_own(tmp_path: Path) -> None:
    """A logo in a template is let in by the policy, whether the report has figures or not."""
    house = tmp_path / "house.html.j2"
    house.write_text(
        '{% extends "bmreport/report.html.j2" %}{% block colophon %}<img src="data:image/png;base64,x" />{% endblock %}'
    )
    (policy,) = page(rendered(), house).xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "img-src data:;" in policy


def test_a_web_page_shows_words_where_no_picture_can_be_used() -> None:
    """The description stands in a box, and the checks say why."""
    tree = page(rendered(figure(**_UNUSABLE)))
    assert [words(one) for one in tree.xpath("//figure/p[@class='words']")] == [_ALT]
    assert "figure 1: its SVG holds a script" in words(tree.find(".//section[@class='checks']"))


def test_figures_of_two_fragments_have_ids_of_their_own() -> None:
    """An id prefix stands before a figure's id as well."""
    fragment = HtmlExporter().export(rendered(figure()), None, HtmlExportOptions(fragment=True, id_prefix="one-"))
    assert b'<figure id="one-figure-1"' in fragment


# -- PDF -----------------------------------------------------------------------------------------------------------


def pdf(report: RenderedReport, template: Path | None = None, **options: Any) -> PdfReader:
    """The PDF, opened."""
    return PdfReader(io.BytesIO(PdfExporter().export(report, template, PdfOptions(**options))))


def figures_in(reader: PdfReader) -> list[Any]:
    """Every figure in the file's structure."""
    found: list[Any] = []

    def walk(node: Any) -> None:
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            for kid in node:
                walk(kid)
        elif isinstance(node, dict):
            found.extend([node] if node.get("/S") == "/Figure" else [])
            walk(node.get("/K", []))

    root: Any = reader.trailer["/Root"]
    walk(root["/StructTreeRoot"])
    return found


def alts(reader: PdfReader) -> list[str]:
    """Their descriptions."""
    return [str(one.get("/Alt", "")) for one in figures_in(reader)]


def sizes(reader: PdfReader) -> list[tuple[float, float]]:
    """Width and height of each, in points."""
    attributes = [one["/A"].get_object() for one in figures_in(reader)]
    boxes = [
        next(one for one in (found if isinstance(found, list) else [found]) if "/BBox" in one) for found in attributes
    ]
    return [(float(box["/BBox"][2] - box["/BBox"][0]), float(box["/BBox"][3] - box["/BBox"][1])) for box in boxes]


def pixels(reader: PdfReader) -> int:
    """How many images of pixels the pages hold, also inside other drawings."""

    def count(resources: Any) -> int:
        known = resources.get_object()
        objects = [one.get_object() for one in known["/XObject"].get_object().values()] if "/XObject" in known else []
        inner = sum(count(one["/Resources"]) for one in objects if "/Resources" in one)
        return inner + len([one for one in objects if one["/Subtype"] == "/Image"])

    return sum(count(one["/Resources"]) for one in reader.pages)


@pytest.mark.parametrize(("changes", "images"), [({}, 0), ({"svg": ""}, 1)])
def test_a_pdf_draws_vectors_where_it_can(changes: dict[str, str], images: int) -> None:
    """An SVG becomes lines of the page, a PNG an image; both are described, and the file is accessible (PDF/UA-1)."""
    reader = pdf(rendered(figure(**changes)))
    assert pixels(reader) == images
    assert alts(reader) == [_ALT]
    assert "Figure 1. Effects of placebrol [1, 2]." in reader.pages[0].extract_text()
    assert "Squares are sized by weight [3]." in reader.pages[0].extract_text()
    metadata = reader.xmp_metadata
    assert metadata is not None
    assert b"pdfuaid" in metadata.stream.get_data()


def test_a_pdf_shows_words_where_no_picture_can_be_used() -> None:
    """The description stands in a box, named as a figure, with a warning; export never fails for a picture."""
    reader = pdf(rendered(figure(**_UNUSABLE)))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert _ALT in " ".join(text.split())
    assert alts(reader) == [_ALT]
    assert "holds a script" in text


def test_text_in_a_picture_without_a_glyph_is_written_by_code_point() -> None:
    """A character that no font has does not stop the export, and is named in the checks."""
    reader = pdf(rendered(figure(svg=svg('<text x="1" y="9">a\u0378b</text>'), png="")))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "[U+0378]" in text.replace(" ", "")
    assert "no glyph" in text


def broken(content: ReportContent, picture: Picture) -> ReportContent:
    """The content with another picture in its only figure, as if the screening had let it through."""

    def block(one: BlockContent) -> BlockContent:
        return replace(one, picture=picture) if one.kind == "figure" else one

    body = tuple(replace(section, blocks=tuple(map(block, section.blocks))) for section in content.body)
    return replace(content, body=body)


@pytest.mark.parametrize(
    ("picture", "changes", "images", "says"),
    [
        (Picture(_ALT, svg="<svg", width=9, height=9), {}, 1, "its PNG is shown instead"),
        (Picture(_ALT, svg="<svg", width=9, height=9), _UNUSABLE, 0, "its description is shown instead"),
    ],
)
def test_a_picture_that_cannot_be_set_is_replaced(
    picture: Picture, changes: dict[str, str], images: int, says: str
) -> None:
    """What passed the screening and still makes the compiler fail gives way to the PNG, or to the words."""
    content = report_content(rendered(figure(**changes)), passages=False, pictures="vector")
    attempts = Attempts(broken(content, picture), PageSetup("a4", 10.5), None, "")
    reader = PdfReader(io.BytesIO(attempts.pdf(replaces_glyphs=True)))
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    assert pixels(reader) == images
    assert says in text
    assert "Figure 1." in text


@pytest.mark.parametrize(
    ("size", "points"),
    [
        ((90, 40), (67.5, 30)),
        ((300, 5000), (35.3, 588.4)),
        ((700, 300), (439.4, 188.3)),
        ((1300, 300), (686.1, 158.3)),
    ],
)
def test_pictures_are_as_large_as_the_column_lets_them_be(size: tuple[int, int], points: tuple[float, float]) -> None:
    """A small one keeps its size, a tall one leaves room for its caption, a wide one fills the column or the page."""
    width, height = size
    drawn = svg(f'<rect width="{width}" height="{height}" fill="red"/>', f'width="{width}" height="{height}"')
    reader = pdf(rendered(figure(svg=drawn)))
    ((across, down),) = sizes(reader)
    assert (across, down) == pytest.approx(points, abs=8)
    assert across / down == pytest.approx(width / height, rel=0.03)
    assert len([one for one in reader.pages if "Figure 1." in one.extract_text()]) == 1


def test_the_same_figures_give_the_same_pdf() -> None:
    """Bytes do not differ from one run to the next."""
    report = rendered(figure(), figure(svg=""), figure(**_UNUSABLE), wide_table())
    assert PdfExporter().export(report, None, PdfOptions()) == PdfExporter().export(report, None, PdfOptions())


# -- Word ----------------------------------------------------------------------------------------------------------


def word(report: RenderedReport, **options: Any) -> tuple[zipfile.ZipFile, Any]:
    """The Word file, and its main part."""
    package = zipfile.ZipFile(io.BytesIO(DocxExporter().export(report, None, DocxOptions(**options))))
    return package, etree.fromstring(package.read("word/document.xml"))


def test_a_word_file_holds_the_pixels_with_their_description() -> None:
    """The PNG is a part of the file, as large as it is, described once; the data URI stands nowhere."""
    package, tree = word(rendered(figure(png=base64_of(png(96, 48)))))
    (media,) = [name for name in package.namelist() if name.startswith("word/media/")]
    assert package.read(media) == png(96, 48)
    (properties,) = tree.iter(f"{_WP}docPr")
    assert properties.get("descr") == _ALT
    (extent,) = tree.iter(f"{_WP}extent")
    assert (extent.get("cx"), extent.get("cy")) == (str(72 * 12_700), str(36 * 12_700))
    assert b"base64" not in package.read("word/document.xml")


def test_a_word_file_has_a_caption_of_its_own_style() -> None:
    """Picture, caption and note are paragraphs of their styles, in this order; cites in them are links."""
    _package, tree = word(rendered(figure()))
    styles = {"CaptionedFigure", "ImageCaption", "TableNote"}
    found = [
        (one.xpath("string(w:pPr/w:pStyle/@w:val)", namespaces=_WML), words(one))
        for one in tree.iter(f"{{{_WML['w']}}}p")
        if one.xpath("string(w:pPr/w:pStyle/@w:val)", namespaces=_WML) in styles
    ]
    assert found == [
        ("CaptionedFigure", ""),
        ("ImageCaption", "Figure 1. Effects of placebrol [1, 2]."),
        ("TableNote", "Squares are sized by weight [3]."),
    ]
    caption = tree.xpath("//w:p[w:pPr/w:pStyle/@w:val='ImageCaption']//w:hyperlink/@w:anchor", namespaces=_WML)
    assert caption == ["ref_1", "ref_2"]
    assert tree.xpath("//w:bookmarkStart[@w:name='figure_1']", namespaces=_WML)


def test_a_word_file_draws_a_figure_that_is_vectors_alone() -> None:
    """Without a PNG of its own, one is made of the SVG."""
    package, _tree = word(rendered(figure(png="")))
    (media,) = [name for name in package.namelist() if name.startswith("word/media/")]
    assert package.read(media).startswith(b"\x89PNG")


def test_a_word_file_shows_words_where_no_picture_can_be_used() -> None:
    """The description is a paragraph in a box."""
    package, tree = word(rendered(figure(**_UNUSABLE)))
    boxed = tree.xpath("//w:p[w:pPr/w:pStyle/@w:val='FigureText']", namespaces=_WML)
    assert [words(one) for one in boxed] == [_ALT]
    assert not [name for name in package.namelist() if "media" in name]


@pytest.mark.parametrize(("width", "height"), [(5000, 300), (300, 5000), (4000, 4000)])
def test_a_word_picture_fits_its_page(width: int, height: int) -> None:
    """A large picture keeps its shape and stays between the margins, also of a page on its side."""
    _package, tree = word(rendered(figure(png=base64_of(png(width, height)))))
    (extent,) = tree.iter(f"{_WP}extent")
    across, down = (int(extent.get(name)) / 12_700 for name in ("cx", "cy"))
    assert across / down == pytest.approx(width / height, rel=0.01)
    turned = any(one.get(f"{{{_WML['w']}}}orient") == "landscape" for one in tree.iter("{*}pgSz"))
    page_width, page_height = (842, 595.3) if turned else (595.3, 842)
    assert across <= page_width - 2 * 56.7 + 1
    assert down <= page_height - 2 * 56.7


# -- Markdown, text, JSON ------------------------------------------------------------------------------------------


def test_markdown_embeds_pixels_and_says_how_many() -> None:
    """A remark tells how long the line of the picture is; readers of CommonMark find an image with its description."""
    text = MarkdownExporter().export(rendered(figure()), None, MarkdownOptions()).decode()
    size = len(f"data:image/png;base64,{base64_of(png())}") / 1000
    assert f"<!-- The picture of figure 1 as PNG, {size:,.0f} kB in one line. -->" in text
    tokens = [inner for token in MarkdownIt().parse(text) for inner in token.children or []]
    (image,) = [token for token in tokens if token.type == "image"]
    assert image.content == _ALT
    assert image.attrs["src"] == f"data:image/png;base64,{base64_of(png())}"
    assert re.search(r"^\*\*Figure 1\.\*\* Effects of placebrol \\\[\[1\]\(#ref-1\)", text, re.MULTILINE)


@pytest.mark.parametrize(("options", "changes"), [({"figures": "alt"}, {}), ({}, _UNUSABLE)])
def test_markdown_prints_the_description_instead(options: dict[str, Any], changes: dict[str, str]) -> None:
    """Asked for words alone, or without a picture that can be used, the description is a quotation."""
    text = MarkdownExporter().export(rendered(figure(**changes)), None, MarkdownOptions(**options)).decode()
    assert "data:" not in text
    assert f"> {_ALT}" in text.replace("\\", "")
    assert "**Figure 1.**" in text


def test_plain_text_prints_the_description_in_a_box() -> None:
    """Caption, box and note, none wider than the line; nothing is said of pictures, as none would be shown."""
    lines = TextExporter().export(rendered(figure(**_UNUSABLE)), None, TextOptions(width=40)).decode().split("\n")
    start = lines.index("Figure 1. Effects of placebrol [1, 2].")
    assert lines[start + 2 : start + 8] == [
        "+-------------------------------------+",
        "| Forest plot of four trials; all lie |",
        "| left of no effect.                  |",
        "+-------------------------------------+",
        "",
        "Squares are sized by weight [3].",
    ]
    assert not [line for line in lines if "SVG" in line]


def test_json_holds_the_figure_as_it_is() -> None:
    """Loaded again it is the same figure, unscreened: data, not a page."""
    given = figure(**_UNUSABLE, data="study,effect\nDoe,0.88\n")
    loaded = Report.model_validate_json(JsonExporter().export(rendered(given), None, JsonOptions()))
    (found,) = [one for section in loaded.sections for one in section.blocks if isinstance(one, Figure)]
    assert (found.svg, found.data, found.alt) == (given.svg, given.data, given.alt)


# -- in all formats ------------------------------------------------------------------------------------------------


def test_a_figure_may_have_nothing_but_its_name() -> None:
    """No caption, no picture, no notes: still numbered everywhere, and no format fails."""
    report = rendered(Figure(name="bare", alt=""), figure(caption=[], notes=[[], [claim("A note.")]]))
    files = [
        HtmlExporter().export(report, None, HtmlExportOptions()).decode(),
        "".join(one.extract_text() for one in pdf(report).pages),
        words(word(report)[1]),
        MarkdownExporter().export(report, None, MarkdownOptions()).decode(),
        TextExporter().export(report, None, TextOptions()).decode(),
    ]
    for text in files:
        assert "Figure 1." in text
        assert "Figure 2." in text
        assert "A note." in text
        assert "bare" in text


def test_a_figure_may_stand_in_the_lead() -> None:
    """In the summary box too, where no page can be turned, pictures are shown."""
    report = report_with()
    report.sections[0].blocks.append(figure(svg=svg(size='width="3000" height="90"'), png=base64_of(png(3000, 90))))
    made = rendered_report(report)
    assert pixels(pdf(made)) == 0
    assert alts(pdf(made)) == [_ALT]
    assert all(one.mediabox.width < one.mediabox.height for one in pdf(made).pages)
    (extent,) = word(made)[1].iter(f"{_WP}extent")
    assert int(extent.get("cx")) / 12_700 < 500
    assert page(made).xpath("//section[@class='summary']//img")


def test_a_sign_of_certainty_stands_beside_the_label() -> None:
    """Every head of a report shows a grade's symbol with its label, and nothing where there is none."""
    report = report_with()
    plain_text = TextExporter().export(rendered_report(report), None, TextOptions()).decode()
    assert _SYMBOL not in plain_text
    levels = ["High", "Moderate", "Low"]
    report.grades = [Grade(grader="grade", label="Moderate", symbol=_SYMBOL, levels=levels, reason="Bias.")]
    made = rendered_report(report)
    tree = page(made)
    assert words(tree.xpath("//div[@class='grade']/p")[0]) == f"Evidence strength {_SYMBOL} Moderate"
    assert tree.xpath("//span[@class='symbol']/@aria-hidden") == ["true"]
    assert f"{_SYMBOL} Moderate" in pdf(made).pages[0].extract_text()
    assert f"Moderate {_SYMBOL} (scale: High, Moderate, Low)" in words(word(made)[1])
    markdown = MarkdownExporter().export(made, None, MarkdownOptions()).decode()
    assert f"**Evidence strength:** Moderate {_SYMBOL} (scale:" in markdown
    assert f"grade: Moderate {_SYMBOL} (scale:" in TextExporter().export(made, None, TextOptions()).decode()
