"""Tables with many columns, as graders bring them: pages on their side, repeated headings, and other ways out."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree, html
from pypdf import PdfReader

from bmreport.models import Paragraph, Section, SectionKind, Table
from bmreport_plugins.exporters.docx import DocxExporter, DocxOptions
from bmreport_plugins.exporters.docx_reference import PageLook, built_in_reference
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions
from bmreport_plugins.exporters.markdown import MarkdownExporter, MarkdownOptions
from bmreport_plugins.exporters.pandoc import default_data_file
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions
from bmreport_plugins.exporters.report_content import report_content
from bmreport_plugins.exporters.text import TextExporter, TextOptions

from .figure_reports import base64_of, claim, figure, png, rendered, svg, wide_table

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LONG = "A sentence that is read on an upright page. " * 20


def narrow_table(columns: int = 7) -> Table:
    """Many columns of short numbers."""
    head = [[claim(f"C{number}")] for number in range(columns)]
    return Table(caption=[claim("Numbers")], header=head, rows=[[[claim("1.5")] for _ in head]])


def pages(report: RenderedReport, template: Path | None = None) -> list[tuple[bool, str]]:
    """Each page of the PDF: whether it lies on its side, and its text."""
    reader = PdfReader(io.BytesIO(PdfExporter().export(report, template, PdfOptions())))
    return [(one.mediabox.width > one.mediabox.height, one.extract_text()) for one in reader.pages]


def turned(*blocks: Any) -> list[bool]:
    """Whether each block of a section stands on a page on its side."""
    content = report_content(rendered(*blocks), passages=False, pictures="vector")
    return [block.turned for block in content.body[0].blocks]


def test_only_what_is_wide_and_what_introduces_it_is_turned() -> None:
    """Short text goes with the table after it, long text and narrow blocks stay upright."""
    short, long = Paragraph(claims=[claim("Short.")]), Paragraph(claims=[claim(_LONG)])
    assert turned(short, wide_table(), short) == [True, True, True]
    assert turned(long, short, wide_table(), short, narrow_table(), long) == [False, True, True, False, False, False]
    assert turned(short, long) == [False, False]
    assert turned(narrow_table(), short, wide_table()) == [False, True, True]
    assert turned(short) == [False]


@pytest.mark.parametrize(
    ("size", "wide"), [((600, 300), False), ((1300, 400), True), ((300, 2000), False), ((2000, 2000), False)]
)
def test_pictures_are_turned_where_that_makes_them_larger(size: tuple[int, int], wide: bool) -> None:
    """A broad picture is, a square or tall one is not."""
    drawn = svg(size=f'width="{size[0]}" height="{size[1]}"')
    assert turned(figure(svg=drawn)) == [wide]


def test_a_pdf_turns_the_pages_of_wide_tables() -> None:
    """Heading, lead-in, table and notes stand on a page on its side; the rest of the report does not."""
    found = pages(rendered(Paragraph(claims=[claim("Rated by GRADE.")]), wide_table()))
    ((text),) = [text for side, text in found if side]
    for part in (
        "Exhibits",
        "Rated by GRADE.",
        "Table 1.",
        "Summary of findings",
        "⊕⊕⊕◯",
        "ᵃ Risk of bias: serious [2].",
    ):
        assert part in text
    upright = " ".join(text for side, text in found if not side)
    assert "Limits" in upright
    assert "Exhibits" not in upright
    assert found[0][0] is False


def test_a_wide_table_repeats_its_heading_on_every_page() -> None:
    """A table of many rows goes over several turned pages, its heading on each, and no row is lost."""
    sides = [text for side, text in pages(rendered(wide_table(rows=60))) if side]
    assert len(sides) > 2
    assert all("Relative effect" in text for text in sides)
    assert sorted(int(found) for text in sides for found in re.findall(r"row\s+(\d+)", text)) == list(range(1, 61))


def test_sections_side_by_side_make_no_empty_page() -> None:
    """Two sections of wide tables, and a report that ends with one, give no page without words."""
    before = Section(heading="First", kind=SectionKind.EXHIBITS, blocks=[wide_table()])
    found = pages(rendered(wide_table(), before=[before]))
    assert all(len(text.split()) > 12 for _side, text in found)
    assert [side for side, _text in found].count(True) == 2


def test_a_template_that_boxes_its_sections_gets_upright_pages(tmp_path: Path) -> None:
    """Where a house template boxes the sections, no page can begin: the table comes upright, and not as an error."""
    house = tmp_path / "house.typ.j2"
    house.write_text(
        '{% extends "bmreport/report.typ.j2" %}{% block body %}#columns(1)[\n'
        "{% for s in sections %}{{ s.body }}\n\n{% endfor %}]{% endblock %}"
    )
    found = pages(rendered(wide_table()), house)
    assert not any(side for side, _text in found)
    assert any("Table 1." in text for _side, text in found)


def docx(report: RenderedReport, template: Path | None = None) -> Any:
    """The main part of the Word file."""
    data = DocxExporter().export(report, template, DocxOptions())
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return etree.fromstring(package.read("word/document.xml"))


def sections(tree: Any) -> list[tuple[bool, bool, str]]:
    """The sections of a Word file: whether turned, whether its first page differs, and the text in it."""
    found = []
    text: list[str] = []
    for element in tree.find(f"{W}body"):
        text.append(" ".join(str(one.text) for one in element.iter(f"{W}t")))
        for end in element.iter(f"{W}sectPr"):
            size = end.find(f"{W}pgSz")
            is_turned = int(size.get(f"{W}w")) > int(size.get(f"{W}h"))
            assert is_turned is (size.get(f"{W}orient") == "landscape")
            found.append((is_turned, end.find(f"{W}titlePg") is not None, " ".join(text)))
            text = []
    return found


def test_a_word_file_turns_the_pages_of_wide_tables() -> None:
    """Three sections: upright, on its side with heading and table, upright again; running heads go on through all."""
    tree = docx(rendered(wide_table(), figure()))
    (first, middle, last) = sections(tree)
    assert (first[0], middle[0], last[0]) == (False, True, False)
    assert (first[1], middle[1], last[1]) == (True, False, False)
    assert "Exhibits" in middle[2]
    assert "Table 1." in middle[2]
    assert "Risk of bias: serious" in middle[2]
    assert "Figure 1." in last[2]
    heads = [len(one.findall(f"{W}headerReference")) for one in tree.iter(f"{W}sectPr")]
    assert len(set(heads)) == 1
    assert heads[0] > 0


def test_a_word_file_without_wide_tables_is_one_section() -> None:
    """Nothing changes where nothing is wide."""
    assert [(side, first) for side, first, _text in sections(docx(rendered(narrow_table())))] == [(False, True)]


def test_a_section_ends_with_a_paragraph_that_is_there() -> None:
    """Marks hang on the paragraph before them; only after a table without notes is one needed, and it takes no room."""
    bare = wide_table().model_copy(update={"footnotes": []})
    for table, expected in ((wide_table(), 0), (bare, 1)):
        tree = docx(rendered(table))
        ends = [next(one.iterancestors(f"{W}p")) for one in tree.iter(f"{W}sectPr") if one.getparent().tag == f"{W}pPr"]
        empty = [one for one in ends if not list(one.iter(f"{W}t"))]
        assert len(empty) == expected
        assert all(one.find(f"{W}pPr/{W}spacing").get(f"{W}line") == "20" for one in empty)


def house(folder: Path, size: str) -> Path:
    """A house template with this element for the size of its pages, margins of an inch."""
    path = folder / "house.docx"
    reference = built_in_reference(default_data_file("reference.docx"), PageLook("a4", "x", 2))
    with zipfile.ZipFile(io.BytesIO(reference)) as given, zipfile.ZipFile(path, "w") as package:
        for name in given.namelist():
            part = given.read(name)
            if name == "word/document.xml":
                assert part.count(b'<w:pgSz w:w="11906" w:h="16838"/>') == 1
                part = part.replace(b'<w:pgSz w:w="11906" w:h="16838"/>', size.encode())
            package.writestr(name, part)
    return path


def test_a_house_page_on_its_side_stays(tmp_path: Path) -> None:
    """A template whose pages are wide already is one section, and pictures fit into its pages."""
    wide = house(tmp_path, '<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>')
    tree = docx(rendered(wide_table(), figure(png=base64_of(png(3000, 900)))), wide)
    assert len(list(tree.iter(f"{W}sectPr"))) == 1
    assert across(tree) == pytest.approx((16838 - 2268) / 20, abs=1)


def test_a_house_page_without_a_size_is_a_letter(tmp_path: Path) -> None:
    """Where a template says nothing, Word prints on US Letter: turned pages are that on its side."""
    tree = docx(rendered(wide_table(), figure(png=base64_of(png(3000, 900)))), house(tmp_path, ""))
    sizes = [one.find(f"{W}pgSz") for one in tree.iter(f"{W}sectPr")]
    assert [size is None for size in sizes] == [True, False, True]
    assert (sizes[1].get(f"{W}w"), sizes[1].get(f"{W}h")) == ("15840", "12240")
    children = [etree.QName(child).localname for child in sizes[1].getparent()]
    assert children.index("pgSz") == children.index("pgMar") - 1
    assert across(tree) == pytest.approx((15840 - 2268) / 20, abs=1)


def across(tree: Any) -> float:
    """Width of the only picture, in points."""
    (extent,) = tree.iter("{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}extent")
    return int(extent.get("cx")) / 12_700


def test_a_word_table_repeats_its_heading_and_keeps_words_whole() -> None:
    """The heading row is marked as such, and columns have widths that sum up to the table's."""
    tree = docx(rendered(wide_table(columns=14)))
    (table,) = list(tree.iter(f"{W}tbl"))
    assert table.find(f"{W}tr/{W}trPr/{W}tblHeader") is not None
    widths = [int(one.get(f"{W}w")) for one in table.iter(f"{W}gridCol")]
    assert len(widths) == 14
    assert len(set(widths)) > 3
    assert all(
        one.get(f"{W}val") == "DenseTableCell" for cell in table.iter(f"{W}tc") for one in cell.iter(f"{W}pStyle")
    )


def test_a_web_page_lets_wide_tables_scroll() -> None:
    """The table scrolls in a region that the keyboard reaches; what is turned in print has its class."""
    tree: Any = html.document_fromstring(
        HtmlExporter().export(rendered(wide_table(), narrow_table()), None, HtmlExportOptions()).decode()
    )
    wide, narrow = tree.xpath("//div[@role='region']")
    assert wide.get("class") == "table wide turned"
    assert wide.get("tabindex") == "0"
    assert narrow.get("class") == "table"
    assert tree.xpath("//h2[@class='turned']/text()") == ["Exhibits"]


def test_markdown_keeps_the_table_in_one_piece() -> None:
    """A row a line, all cells, notes below."""
    text = MarkdownExporter().export(rendered(wide_table(rows=2)), None, MarkdownOptions()).decode()
    rows = [line for line in text.split("\n") if line.startswith("|")]
    assert len(rows) == 4
    assert {line.count("|") for line in rows} == {8}
    assert "⊕⊕⊕◯ Moderate ᵃ" in rows[2]
    assert "\nᵃ Risk of bias: serious" in text


def test_plain_text_lists_what_has_no_room_side_by_side() -> None:
    """On a narrow line each row is a list of its cells, on a broad one the columns stand side by side."""
    narrow, broad = (
        TextExporter().export(rendered(wide_table()), None, TextOptions(width=width)).decode() for width in (80, 240)
    )
    assert "\nCertainty: ⊕⊕⊕◯ Moderate ᵃ\n" in narrow
    assert max(map(len, narrow.split("REFERENCES")[0].split("\n"))) <= 80
    assert [line for line in broad.split("\n") if line.startswith("Outcome ") and line.endswith("What happens")]
    assert not [line for line in broad.split("\n") if line.startswith("Certainty:")]


def test_word_finds_every_property_in_its_place() -> None:
    """Properties of paragraphs stand in the order that the schema gives them (ECMA-376, part 1, 17.3.1.26)."""
    order = [
        "pStyle",
        "keepNext",
        "keepLines",
        "numPr",
        "pBdr",
        "tabs",
        "bidi",
        "spacing",
        "ind",
        "jc",
        "rPr",
        "sectPr",
    ]
    bare = wide_table().model_copy(update={"footnotes": []})
    tree = docx(rendered(wide_table(), figure(), bare, figure(svg="", png="")))
    for properties in tree.iter(f"{W}pPr"):
        names = [etree.QName(child).localname for child in properties]
        assert names == sorted(names, key=order.index), names
