"""The look of the PDF: heads, tables, long words, paper; nothing runs off a page."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from bmreport.models import (
    Block,
    BulletList,
    Citation,
    Claim,
    ClaimRole,
    Draft,
    Grade,
    GradeStep,
    Paragraph,
    Section,
    SectionKind,
    Table,
)
from bmreport.models.draft import Cite
from bmreport.richtext import Effect, Styled, Text
from bmreport.testing import (
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

_EMBEDDED = ("LibertinusSerif", "NewCM", "DejaVuSansMono", "NewComputerModern")
_UNASSIGNED = "\u0378"


def pdf_of(rendered: RenderedReport, template: Path | None = None, **options: Any) -> PdfReader:
    """The report as an opened PDF."""
    return PdfReader(io.BytesIO(PdfExporter().export(rendered, template, PdfOptions(**options))))


def text_of(reader: PdfReader) -> str:
    """All text of the file."""
    return "\n".join(page.extract_text() for page in reader.pages)


def claim(text: str, *citation_ids: str) -> Claim:
    """A sentence with its cites."""
    role = ClaimRole.FINDING if citation_ids else ClaimRole.BACKGROUND
    return Claim(text=text, cites=[Cite(citation_id=one) for one in citation_ids], role=role)


def test_running_heads_and_page_numbers_start_on_the_second_page() -> None:
    """Long reports name themselves on each page, n / N at the foot."""
    many = Section(
        heading="Long", blocks=[Paragraph(claims=[claim("A sentence of some length. " * 12)]) for _ in range(30)]
    )
    reader = pdf_of(sample_rendered(sample_report(Draft(sections=[many])).model_copy(update={"title": "A " * 80})))
    pages = [page.extract_text() for page in reader.pages]
    assert len(pages) > 2
    assert "Evidence report" not in pages[0]
    assert all("Evidence report" in page and "…" in page for page in pages[1:])
    assert all(f"{number} / {len(pages)}" in page for number, page in enumerate(pages, 1))


def test_a_long_table_repeats_its_heading_unless_it_holds_a_cite() -> None:
    """The heading row stands on each page; with a cite in it it stands once, as a label may not be there twice."""

    def table(head: Claim) -> PdfReader:
        rows = [[[claim(f"row {number}")], [claim("value", "c1")]] for number in range(120)]
        section = Section(blocks=[Table(header=[[head], [claim("Value")]], rows=rows)])
        return pdf_of(sample_rendered(sample_report(Draft(sections=[section]))))

    plain, cited = table(claim("Groups")), table(claim("Groups", "c3"))
    assert ["Groups" in page.extract_text() for page in plain.pages][:3] == [True, True, True]
    assert ["Groups" in page.extract_text() for page in cited.pages][:3] == [True, False, False]


def test_odd_tables_and_empty_parts_are_no_obstacle() -> None:
    """No header, no rows, empty cells, lists, paragraphs and headings."""
    blocks: list[Block] = [
        Table(header=[[], []], rows=[[[claim("only")], []], [[], []]]),
        Table(header=[[claim("No rows")]], rows=[]),
        Table(header=[[]], rows=[]),
        BulletList(items=[]),
        BulletList(items=[[]]),
        Paragraph(claims=[]),
    ]
    text = text_of(
        pdf_of(sample_rendered(sample_report(Draft(sections=[Section(blocks=blocks), Section(heading="E")]))))
    )
    assert "only" in text


def test_tall_tables_are_cut_at_the_end_of_a_page() -> None:
    """A table that is kept on one page where it fits, is not where it would run off the page."""
    rows = [[[claim(f"begin{n} " + "word " * 60 + f"end{n}")], [claim("x")]] for n in range(8)]
    steps = [GradeStep(name=f"step{n}", reason="word " * 60 + f"last{n}") for n in range(8)]
    notes = [[claim("word " * 300 + "lastnote")]]
    table = Table(header=[[claim("A")], [claim("B")]], rows=rows, footnotes=notes)
    report = sample_report(Draft(sections=[Section(blocks=[table])]))
    grade = Grade(grader="g", label="Low", reason="r", steps=steps)
    text = text_of(pdf_of(sample_rendered(report.model_copy(update={"grades": [grade]})), font_size=24))
    assert "lastnote" in text
    assert [n for n in range(8) if f"begin{n}" not in text or f"end{n}" not in text or f"last{n}" not in text] == []


def test_references_without_labels_hang() -> None:
    """Author-date styles have no label; entries with effects and display blocks are set without one."""
    report = sample_rendered()
    entries = tuple(
        replace(
            entry,
            label=(),
            body=(
                Styled(Effect.SMALL_CAPS, (Text("Doe"),)),
                Styled(Effect.BLOCK, (Text("in a block"),)),
                Text(" 2019."),
            ),
        )
        for entry in report.references
    )
    reader = pdf_of(replace(report, references=entries, hanging_indent=True))
    assert text_of(reader).count("in a block") == len(entries)
    assert not re.search(r"^1\.", text_of(reader), re.MULTILINE)


def test_many_grades_move_out_of_the_box_and_keep_their_reasons() -> None:
    """The box shows four grades and says how many more there are; none is lost."""
    grades = [
        Grade(grader="g", label="Low", levels=["High", "Low"], outcome=f"outcome {n}", reason=f"reason {n}.")
        for n in range(9)
    ]
    text = text_of(pdf_of(sample_rendered(sample_report().model_copy(update={"grades": grades}))))
    assert "5 more under" in text
    assert all(f"reason {n}." in text for n in range(9))


def test_paper_size_and_text_size_can_be_chosen() -> None:
    """US letter is 612 by 792 points; larger text takes more room."""
    a4, letter = (pdf_of(sample_rendered(), paper=paper).pages[0].mediabox for paper in ("a4", "us-letter"))
    assert (round(a4.width), round(a4.height)) == (595, 842)
    assert (round(letter.width), round(letter.height)) == (612, 792)
    assert len(pdf_of(sample_rendered(), font_size=20).pages) > 1


@pytest.mark.parametrize("font_size", [6, 10.5, 24])
def test_nothing_runs_off_the_page(font_size: float, tmp_path: Path) -> None:
    """Long words, names, addresses and headings stay between the margins of their page."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    long = "Supercalifragilisticexpialidocious" * 4
    address = "https://example.org/" + "a-very/long.path_" * 12
    names = [f"Longname{n}, A. B." for n in range(60)]
    citations = [
        Citation(id="c1", passage="p", document_title=f"{long} {address}", authors=names, doi="10.5555/" + "x" * 90),  # type: ignore[arg-type]  # the model reads strings as names
    ]
    columns = [[claim(f"Column {long} {n}")] for n in range(6)]
    draft = Draft(
        sections=[
            Section(heading=long, kind=SectionKind.LEAD, blocks=[Paragraph(claims=[claim(f"{long} {address}", "c1")])]),
            Section(
                heading=f"{long} {address}", blocks=[Table(header=columns, rows=[columns], footnotes=[[claim(long)]])]
            ),
        ]
    )
    report = sample_report(draft, citations).model_copy(update={"title": f"{long} {address}", "user_question": address})
    path = tmp_path / "long.pdf"
    path.write_bytes(PdfExporter().export(sample_rendered(report), None, PdfOptions(font_size=font_size)))
    boxes = subprocess.run(["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True).stdout
    pages = re.findall(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', boxes, re.DOTALL)
    assert pages
    for width, height, words in pages:
        assert max(float(x) for x in re.findall(r'xMax="([\d.]+)"', words)) <= float(width) - 70
        assert max(float(y) for y in re.findall(r'yMax="([\d.]+)"', words)) <= float(height) - 20
