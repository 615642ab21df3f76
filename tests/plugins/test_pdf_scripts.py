"""Fonts and scripts in the PDF: no letter is lost, and plain reports do not depend on the fonts of a machine."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from bmreport.errors import ConfigError
from bmreport.models import (
    Block,
    Claim,
    ClaimRole,
    Draft,
    Paragraph,
    Section,
    Table,
)
from bmreport.models.draft import Cite
from bmreport.testing import (
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions
from bmreport_plugins.exporters.report_content import report_content
from bmreport_plugins.exporters.typst_document import PageSetup, document_source
from bmreport_plugins.exporters.typst_fonts import MissingGlyphError, embedded_fonts, font_library

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


def titled(text: str) -> RenderedReport:
    """A report whose title, one sentence, heading and table cell are this text."""
    blocks: list[Block] = [
        Paragraph(claims=[claim(text)]),
        Table(header=[[claim("Head")]], rows=[[[claim(text)]]]),
    ]
    report = sample_report(Draft(sections=[Section(heading=text, blocks=blocks)]))
    return sample_rendered(report.model_copy(update={"title": text}))


def claim(text: str, *citation_ids: str) -> Claim:
    """A sentence with its cites."""
    role = ClaimRole.FINDING if citation_ids else ClaimRole.BACKGROUND
    return Claim(text=text, cites=[Cite(citation_id=one) for one in citation_ids], role=role)


def test_words_of_other_scripts_come_out_letter_by_letter() -> None:
    """Arabic and Hebrew words are in logical order; Greek is as it was."""
    words = ["مرحبا", "שלום", "Ωμέγα"]
    found = text_of(pdf_of(titled(" ".join(words))))
    assert [word for word in words if word not in found] == []


def test_arabic_letters_are_joined() -> None:
    """Three times the same letter is drawn with three shapes: initial, medial, final."""
    reader = pdf_of(sample_rendered(sample_report().model_copy(update={"title": "x", "methodology_note": "ببب"})))
    shapes: set[tuple[Any, bytes]] = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]  # pypdf's objects are untyped
            drawn = re.findall(rb"<([0-9A-Fa-f]+)>\s*<0628>", font["/ToUnicode"].get_object().get_data())
            shapes.update((font["/BaseFont"], code) for code in drawn)
    assert len(shapes) == 3


def test_latin_text_is_set_in_embedded_fonts_only() -> None:
    """A plain report looks the same on every machine, whatever fonts are installed."""
    reader = pdf_of(titled("Größe ≥ 5 µm, p < 0.05, χ² = 3.1, Привет"))
    names = {str(font["/BaseFont"]) for page in reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]  # untyped
    assert names
    assert all(any(family in name for family in _EMBEDDED) for name in names), names


def test_a_character_without_glyph_is_written_by_code_point_and_reported() -> None:
    """No letter is lost in silence: it is named where it stood and under Checks."""
    text = text_of(pdf_of(titled(f"a{_UNASSIGNED}b")))
    assert "a[U+0378]b" in text
    assert "1 character has no glyph" in " ".join(text.split())


def test_missing_glyphs_can_be_an_error() -> None:
    """With missing_glyphs=fail the characters are named and no file is made."""
    with pytest.raises(MissingGlyphError, match=r"U\+0378") as caught:
        pdf_of(titled(f"a{_UNASSIGNED}b"), missing_glyphs="fail")
    assert caught.value.characters == {_UNASSIGNED}
    assert caught.value.exit_code == 6


@pytest.mark.parametrize(("word", "family"), [("你好世界", "CJK"), ("हिन्दी", "Devanagari"), ("ไทย", "Thai")])
def test_installed_fonts_are_used_for_scripts_that_need_them(word: str, family: str) -> None:
    """Where a font for the script is installed, its letters are drawn and come out."""
    if not any(family in name for name in font_library(system=True).families()):
        pytest.skip(f"no Noto font for {family} is installed (apt-get install fonts-noto-core fonts-noto-cjk)")
    reader = pdf_of(titled(word))
    fonts = {str(font["/BaseFont"]) for page in reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]  # untyped
    assert any(family in name for name in fonts), fonts
    assert "U+" not in text_of(reader)


def test_a_font_that_is_not_installed_is_named() -> None:
    """A typing mistake in a font's name is an error, not another look."""
    with pytest.raises(ConfigError, match="No Such Font"):
        pdf_of(sample_rendered(), font="No Such Font")
    assert len(pdf_of(sample_rendered(), font="new computer modern").pages) == 1


def test_the_language_sets_hyphenation_and_direction() -> None:
    """A locale with a region is taken apart; nonsense falls back to English."""
    for locale, wanted in (("de-AT", "de-AT"), ("pt_BR", "pt-BR"), ("he", "he"), ("x!", "en"), ("zh-Hant-TW", "zh-TW")):
        catalogue: Any = pdf_of(replace(sample_rendered(), locale=locale)).trailer["/Root"]
        assert catalogue["/Lang"] == wanted


def test_a_run_is_set_in_the_direction_of_its_first_letter() -> None:
    """Arabic paragraphs of an English report run from right to left, English ones of an Arabic report the other way."""
    text = [Section(blocks=[Paragraph(claims=[claim("يقلل الدواء.")]), Paragraph(claims=[claim("It lowers.")])])]
    for locale, turned, kept in (("en", "يقلل الدواء.", "It lowers."), ("ar", "It lowers.", "يقلل الدواء.")):
        rendered = replace(sample_rendered(sample_report(Draft(sections=text))), locale=locale)
        content = report_content(rendered, passages=False)
        source = document_source(content, PageSetup("a4", 10), embedded_fonts(), None)
        direction = "ltr" if locale == "ar" else "rtl"
        assert f'#[#set text(dir: {direction});#"{turned}";];' in source
        assert f'\n#"{kept}";' in source


def test_a_space_is_never_written_by_code_point() -> None:
    """Where what clings to a space has no glyph, that is written by code point, and the spaces stay."""
    found = text_of(pdf_of(titled("Two words \u200d\u0378 and more")))
    assert "[U+0378]" in found
    assert "U+0020" not in found
    assert "Two words" in found
