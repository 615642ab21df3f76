"""Numbers stay on one line with their unit in the formats that break lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Claim, Paragraph, Section, Table
from bmreport.rendering import RenderedParagraph, RenderedReport, RenderedTable
from bmreport.richtext import to_plain
from bmreport.testing import sample_rendered, sample_report
from bmreport_plugins.exporters.report_content import report_content

NO_BREAK = "\u00a0"


def _rendered(text: str) -> RenderedReport:
    cell = [Claim(text=text)]
    table = Table(caption=cell, header=[cell], rows=[[cell]], footnotes=[cell])
    sections = [Section(heading="Findings", blocks=[Paragraph(claims=cell), table])]
    return sample_rendered(sample_report().model_copy(update={"sections": sections}))


def _set(text: str, *, keep_units: bool = True) -> str:
    """What a paragraph with this text comes to."""
    content = report_content(_rendered(text), passages=False, keep_units=keep_units)
    paragraph = content.body[0].blocks[0].block
    assert isinstance(paragraph, RenderedParagraph)
    return to_plain(paragraph.content)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("aspirin 100 mg daily", "aspirin 100~mg daily"),
        ("0.5 mg/kg, 2 µg, 38 °C and 5 %", "0.5~mg/kg, 2~µg, 38~°C and 5~%"),
        ("130 mmHg (p = 0.01; n = 12; P < .001)", "130~mmHg (p~=~0.01; n~=~12; P~<~.001)"),
        ("12 months, 3 groups, 2 leaves, 5 Lancet papers", "12 months, 3 groups, 2 leaves, 5 Lancet papers"),
        ("type 2 m's, 4 g's", "type 2 m's, 4 g's"),
        ("Very low ᵃᵇ, Low ᶜ and 12 †", "Very low~ᵃᵇ, Low~ᶜ and 12~†"),
    ],
)
def test_a_number_keeps_its_unit(text: str, kept: str) -> None:
    """A no-break space stands before units and around the sign of an expression, and nowhere else."""
    assert _set(text) == kept.replace("~", NO_BREAK)


def test_tables_keep_units_too() -> None:
    """Caption, header, cells and footnotes are set like paragraphs."""
    table = report_content(_rendered("100 mg"), passages=False, keep_units=True).body[0].blocks[1].block
    assert isinstance(table, RenderedTable)
    runs = (table.caption, *table.header, *table.rows[0], *table.footnotes)
    assert {to_plain(run[0].content) for run in runs} == {f"100{NO_BREAK}mg"}


def test_plain_formats_keep_the_spaces_of_the_passage() -> None:
    """Text and Markdown are searched and edited; nothing invisible goes into them."""
    assert _set("100 mg", keep_units=False) == "100 mg"
    rendered = _rendered("100 mg")
    assert NO_BREAK not in rendered.export_text("text") + rendered.export_text("markdown")
    assert f"100{NO_BREAK}mg" in rendered.export_text("html")


@settings(max_examples=60)
@given(st.text(alphabet="09.,% pPn=<mgL/°Ck'", min_size=1, max_size=30))
def test_nothing_but_spaces_is_changed(text: str) -> None:
    """Whatever a passage says, its words stay."""
    assert _set(text).replace(NO_BREAK, " ") == _set(text, keep_units=False)
