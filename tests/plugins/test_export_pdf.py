"""The PDF: every text comes out, every link leads somewhere, nothing is lost and nothing depends on the machine."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from bmreport.errors import ConfigError, TemplateError
from bmreport.models import (
    BulletList,
    Citation,
    Claim,
    ClaimRole,
    Draft,
    Finding,
    Grade,
    GradeStep,
    Paragraph,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
)
from bmreport.models.draft import Cite
from bmreport.resources import data_text
from bmreport.richtext import Effect, Note, RefLink, Styled, Text
from bmreport.styling import CitationFormat
from bmreport.testing import (
    HOSTILE_TEXTS,
    assert_exporter_contract,
    sample_citations,
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


def bare(text: str) -> str:
    """Text as it can be compared: no white space, no hyphens (lines end in them), no invisible direction marks."""
    drawn = re.sub("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
    kept = [one for one in drawn if not one.isspace() and one not in "-\u00ad" and unicodedata.category(one) != "Cf"]
    return unicodedata.normalize("NFC", "".join(one for one in kept if unicodedata.category(one) != "Cc"))


def claim(text: str, *citation_ids: str) -> Claim:
    """A sentence with its cites."""
    role = ClaimRole.FINDING if citation_ids else ClaimRole.BACKGROUND
    return Claim(text=text, cites=[Cite(citation_id=one) for one in citation_ids], role=role)


def written(text: str) -> RenderedReport:
    """A report that has one text in every place that takes text from outside."""
    citations = [one.model_copy(update={"document_title": f"{text} {one.document_id}"}) for one in sample_citations()]
    draft = Draft(
        sections=[
            Section(heading=text, kind=SectionKind.LEAD, blocks=[Paragraph(claims=[claim(text, "c1")])]),
            Section(
                heading=text,
                blocks=[
                    BulletList(items=[[claim(text, "c3")]]),
                    Table(
                        caption=[claim(text, "c1")],
                        header=[[claim(text)], [claim(text, "c4")]],
                        rows=[[[claim(text, "c5")], [claim(text)]]],
                        footnotes=[[claim(text)]],
                    ),
                ],
            ),
        ]
    )
    report = sample_report(draft, citations)
    grade = Grade(
        grader="x", label=text or "x", outcome=text, reason=text or "x", suggested_by=text, figures={text: text}
    )
    found = Finding(verifier="x", severity=Severity.ERROR, message=text or "x", where=text, remedy=text)
    step = GradeStep(name=text or "x", judgement=text, reason=text or "x")
    changed = {
        "title": text,
        "user_question": text,
        "methodology_note": text,
        "evidence_strength": text,
        "grades": [grade.model_copy(update={"steps": [step]})],
        "findings": [found],
    }
    return sample_rendered(report.model_copy(update=changed))


def links_of(reader: PdfReader) -> list[Any]:
    """All annotations of the file."""
    return [one.get_object() for page in reader.pages for one in page.get("/Annots", [])]


def inner_targets(reader: PdfReader) -> list[str]:
    """The text of the page and line that each internal link leads to."""
    places = []
    for one in links_of(reader):
        target = one.get("/Dest") or one.get("/A", {}).get("/D")
        if target is not None:
            found = target if not isinstance(target, str) else reader.named_destinations[target].dest_array
            places.append(f"page {reader.pages.index(found[0].get_object()) + 1} at {float(found[3]):.0f}")
    return places


def test_it_keeps_the_contract_of_exporters() -> None:
    """Any exporter's rules hold: bytes, twice the same, a suffix and a media type."""
    assert assert_exporter_contract(PdfExporter()).startswith(b"%PDF-")


def test_it_holds_all_parts_of_a_report_in_order() -> None:
    """Title, question, short answer, grade, sections, table, references, methodology, metadata and page number."""
    text = text_of(pdf_of(sample_rendered()))
    parts = [
        "EVIDENCE REPORT",
        "Placebrol and Sample Events",
        "Does placebrol prevent sample events?",
        "Placebrol lowered sample events by 12% [1].",
        "Moderate",
        "It is a sample.",
        "Findings",
        "Table",
        "Outcome",
        "Limits",
        "References",
        "Example Trialists",
        "Methodology",
        "About this report",
        "2023-06-15 14:25:30 UTC",
        "1 / 1",
    ]
    places = [text.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


@pytest.mark.parametrize("text", [text for text in HOSTILE_TEXTS if "你" not in text])
def test_hostile_text_comes_out_as_itself_everywhere(text: str) -> None:
    """Mark-up of any format, in title, claims, cells, grades, checks and references, is text."""
    found = bare(text_of(pdf_of(written(text))))
    wanted = bare(text)
    # title, question is the title, lead heading and claim, heading, item, caption, 3 of 4 cells, note, grade 5 times …
    assert found.count(wanted) >= 18, found


def test_words_of_other_scripts_come_out_letter_by_letter() -> None:
    """Arabic and Hebrew words are in logical order; Greek is as it was."""
    words = ["مرحبا", "שלום", "Ωμέγα"]
    found = text_of(pdf_of(written(" ".join(words))))
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


@given(st.text(st.characters(max_codepoint=0x24F), max_size=60))
@settings(max_examples=25, deadline=None)
def test_any_latin_text_compiles_and_comes_out(text: str) -> None:
    """Whatever characters stand in a text, its letters and digits come out in their order."""
    draft = Draft(sections=[Section(blocks=[Paragraph(claims=[claim(f"≪{text}≫")])])])
    found = text_of(pdf_of(sample_rendered(sample_report(draft))))
    inside = found[found.index("≪") + 1 : found.index("≫")]
    letters = [[one for one in unicodedata.normalize("NFKC", part) if one.isalnum()] for part in (inside, text)]
    assert letters[0] == letters[1]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
@settings(max_examples=15, deadline=None)
def test_any_text_compiles_everywhere(text: str) -> None:
    """Unassigned characters, emoji, lone surrogates and rare scripts never stop a report."""
    assert len(pdf_of(written(text)).pages) >= 1


def test_every_cite_links_to_its_reference_and_back() -> None:
    """Cites in text, table cells, captions and footnotes lead to the list; each reference leads back to all of them."""
    reader = pdf_of(sample_rendered())
    links = links_of(reader)
    cites, back = 9, 9
    assert len(inner_targets(reader)) == cites + back
    assert all(one["/Subtype"] == "/Link" for one in links)


def test_inner_links_land_on_what_they_name() -> None:
    """All cites of one reference share one place, other references have others, and back links differ."""
    places = inner_targets(pdf_of(sample_rendered()))
    cited, back = places[:9], places[9:]
    # Reading order of the sample: c1 | c3, c4 c5, c2, c1, c3, c3, c6 | over references 1; 2, 3 4, 1, 1, 2, 2, 4.
    by_reference = dict(zip([1, 2, 3, 4, 1, 1, 2, 2, 4], cited, strict=True))
    assert [by_reference[number] for number in (1, 2, 3, 4, 1, 1, 2, 2, 4)] == cited
    assert len(set(by_reference.values())) == 4
    assert len(set(back)) >= 7


def test_doi_and_pmid_are_live() -> None:
    """Each reference with a DOI or a PMID has a link to it, though the style prints neither."""
    uris = {str(one["/A"]["/URI"]) for one in links_of(pdf_of(sample_rendered())) if "/URI" in one.get("/A", {})}
    assert "https://doi.org/10.5555/sample.1" in uris
    assert any("90000004" in uri for uri in uris)


def test_it_has_an_outline_metadata_and_tags() -> None:
    """Headings are bookmarks; title, language and date are set; the file says that it is PDF/UA-1."""
    data = PdfExporter().export(sample_rendered(), None, PdfOptions())
    reader = PdfReader(io.BytesIO(data))
    titles = [str(one.title) for one in reader.outline if not isinstance(one, list)]
    assert titles == ["Summary", "Findings", "Limits", "References", "Methodology", "About this report"]
    assert reader.metadata is not None
    assert reader.metadata.title == "Placebrol and Sample Events"
    assert str(reader.metadata.creation_date) == "2023-06-15 14:25:30+00:00"
    catalogue: Any = reader.trailer["/Root"]
    assert catalogue["/MarkInfo"]["/Marked"]
    assert catalogue["/Lang"] == "en"
    assert b"pdfuaid:part" in data


def test_the_same_report_gives_the_same_bytes_in_every_thread() -> None:
    """Exports do not disturb each other, and nothing depends on when or where they run."""
    rendered = sample_rendered()
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: PdfExporter().export(rendered, None, PdfOptions()), range(8)))
    assert len(set(made)) == 1


def test_latin_text_is_set_in_embedded_fonts_only() -> None:
    """A plain report looks the same on every machine, whatever fonts are installed."""
    reader = pdf_of(written("Größe ≥ 5 µm, p < 0.05, χ² = 3.1, Привет"))
    names = {str(font["/BaseFont"]) for page in reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]  # untyped
    assert names
    assert all(any(family in name for family in _EMBEDDED) for name in names), names


def test_a_character_without_glyph_is_written_by_code_point_and_reported() -> None:
    """No letter is lost in silence: it is named where it stood and under Checks."""
    text = text_of(pdf_of(written(f"a{_UNASSIGNED}b")))
    assert "a[U+0378]b" in text
    assert "1 character has no glyph" in " ".join(text.split())


def test_missing_glyphs_can_be_an_error() -> None:
    """With missing_glyphs=fail the characters are named and no file is made."""
    with pytest.raises(MissingGlyphError, match=r"U\+0378") as caught:
        pdf_of(written(f"a{_UNASSIGNED}b"), missing_glyphs="fail")
    assert caught.value.characters == {_UNASSIGNED}
    assert caught.value.exit_code == 6


@pytest.mark.parametrize(("word", "family"), [("你好世界", "CJK"), ("हिन्दी", "Devanagari"), ("ไทย", "Thai")])
def test_installed_fonts_are_used_for_scripts_that_need_them(word: str, family: str) -> None:
    """Where a font for the script is installed, its letters are drawn and come out."""
    if not any(family in name for name in font_library(system=True).families()):
        pytest.skip(f"no Noto font for {family} is installed (apt-get install fonts-noto-core fonts-noto-cjk)")
    reader = pdf_of(written(word))
    fonts = {str(font["/BaseFont"]) for page in reader.pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]  # untyped
    assert any(family in name for name in fonts), fonts
    assert "U+" not in text_of(reader)


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
    blocks: list[Paragraph | BulletList | Table] = [
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


def test_a_bare_report_is_made_too() -> None:
    """No sections, references, grades or title: the question is the title and nothing stands empty."""
    text = text_of(
        pdf_of(sample_rendered(Report(user_question="Is there anything?", created_at=sample_report().created_at)))
    )
    assert text.count("Is there anything?") == 1
    for heading in ("References", "Checks", "Methodology", "Further reading", "Evidence strength", "Summary"):
        assert heading not in text


def test_notes_stand_at_the_foot_with_their_numbers() -> None:
    """A note style's cites are footnotes, numbered as given, whose pointers lead to the list."""
    report = sample_rendered()
    first = report.references[0].reference.id
    note = Note(3, (Text("Doe, Placebrol, 2019"), RefLink(first, (Text("."),), occurrence=99)))
    lead = report.sections[0]
    block: Any = lead.blocks[0]
    noted = replace(block.claims[0], content=(Text("It works."), note))
    sections = (replace(lead, blocks=(replace(block, claims=(noted,)),)), *report.sections[1:])
    reader = pdf_of(replace(report, sections=sections, notes=(note,), citation_format=CitationFormat.NOTE))
    text = text_of(reader)
    assert re.search(r"3\s*Doe, Placebrol, 2019\.", text)
    assert text.index("Doe, Placebrol, 2019") > text.index("It works.")


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


def test_further_reading_is_listed_without_numbers() -> None:
    """Uncited references have a heading of their own."""
    report = sample_rendered()
    text = text_of(pdf_of(replace(report, references=report.references[:3], further_reading=report.references[3:])))
    tail = text[text.index("Further reading") :]
    assert "Bloggs" in tail
    assert not re.search(r"^\s*4\.", tail, re.MULTILINE)


def test_only_errors_and_warnings_are_shown_under_checks() -> None:
    """Errors come first; remarks for the record stay in the JSON."""
    found = [
        Finding(verifier="a", severity=Severity.INFO, message="only a remark"),
        Finding(verifier="a", severity=Severity.WARNING, message="look at this"),
        Finding(verifier="a", severity=Severity.ERROR, message="this is wrong", where="claim s1", remedy="mend it"),
    ]
    text = text_of(pdf_of(sample_rendered(sample_report().model_copy(update={"findings": found}))))
    assert "Error: claim s1: this is wrong (mend it)" in text
    assert text.index("this is wrong") < text.index("look at this")
    assert "only a remark" not in text


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


def test_passages_are_added_on_request() -> None:
    """The appendix holds what the report rests on, by document."""
    plain, full = text_of(pdf_of(sample_rendered())), text_of(pdf_of(sample_rendered(), passages=True))
    passage = "In adults older than 70 years placebrol did not prevent sample events"
    assert passage not in plain
    assert passage in full


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


# -- templates ---------------------------------------------------------------------------------------------------


def test_a_template_of_the_user_replaces_the_built_in_one(tmp_path: Path) -> None:
    """It prints values escaped and prepared parts as they are; rules of PDF/UA that it breaks do not stop it."""
    path = tmp_path / "mine.typ.j2"
    path.write_text(
        "=== Mine: {{ title }}\n\n{% for s in lead + sections %}{{ s.body }}\n\n{% endfor %}"
        "{% for r in references %}{{ r.body }}\n\n{% endfor %}"
    )
    text = text_of(pdf_of(written("#strong[x] *y*"), path))
    assert text.startswith("Mine: #strong[x] *y*")


def test_a_template_can_extend_the_built_in_one(tmp_path: Path) -> None:
    """One block replaced, the rest stays."""
    path = tmp_path / "mine.typ.j2"
    path.write_text("{% extends 'bmreport/report.typ.j2' %}{% block about %}= House rules{% endblock %}")
    text = text_of(pdf_of(sample_rendered(), path))
    assert "House rules" in text
    assert "About this report" not in text
    assert "References" in text


def test_every_name_that_a_template_may_use_is_there_and_described(tmp_path: Path) -> None:
    """The comment at the head of the built-in template names all that it is given."""
    names = (
        "title short_title question date created language region paper font_size fonts title_direction strength "
        "references_direction hanging_indent methodology remarks lead sections grades references further_reading checks "
        "metadata evidence quoted number directed"
    ).split()
    path = tmp_path / "mine.typ.j2"
    path.write_text("".join(f"{{% if {name} is defined %}}{name} {{% endif %}}" for name in names))
    assert text_of(pdf_of(sample_rendered(), path)).split() == names
    described = data_text("templates", "report.typ.j2").split("-#}")[0]
    assert [name for name in names if name not in described] == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{% for %}", "syntax error"),
        ("#nothing-here", "unknown variable"),
        ('#read("/etc/passwd")', "file not found"),
        ("{% for s in sections %}{{ s.body }}{% endfor %}", "does not exist in the document"),
        ("{{ number('1 #panic()') }}", "takes numbers"),
    ],
)
def test_faults_of_a_template_are_template_errors(tmp_path: Path, source: str, words: str) -> None:
    """Wrong Jinja2, wrong Typst and files out of reach name the template."""
    path = tmp_path / "mine.typ.j2"
    path.write_text(source)
    with pytest.raises(TemplateError, match=re.escape(words)) as caught:
        pdf_of(sample_rendered(), path)
    assert caught.value.where.startswith(str(path))


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


# -- the look ----------------------------------------------------------------------------------------------------


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
    ends = [float(x) for x in re.findall(r'xMax="([\d.]+)"', boxes)]
    assert ends
    assert max(ends) <= 595.3 - 70
    assert max(float(y) for y in re.findall(r'yMax="([\d.]+)"', boxes)) <= 842 - 20
