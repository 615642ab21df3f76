"""The `docx` exporter: a Word file that is sound, links both ways, and takes its looks from a house template."""

from __future__ import annotations

import io
import os
import posixpath
import re
import zipfile
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport import hookimpl
from bmreport.clock import now
from bmreport.errors import ServiceError, TemplateError
from bmreport.models import (
    BulletList,
    Cite,
    Claim,
    ClaimRole,
    Draft,
    Finding,
    Grade,
    GradeStep,
    Paragraph,
    Quote,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
)
from bmreport.rendering import RenderedReport, render
from bmreport.richtext import RefLink, RichText, Text
from bmreport.richtext.html import legal_text
from bmreport.styling import CitationFormat, Entry, StyledText, StyleJob
from bmreport.testing import (
    HOSTILE_TEXTS,
    NoEngine,
    NumberedStyle,
    SamplePlugin,
    assert_exporter_contract,
    fresh_host,
    sample_citations,
    sample_draft,
    sample_report,
)
from bmreport_plugins.exporters.docx import DocxExporter, DocxOptions
from bmreport_plugins.exporters.docx_reference import short_title
from bmreport_plugins.exporters.pandoc import PandocError, default_data_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
NS = {"w": W.strip("{}"), "r": R.strip("{}")}
# Order of children that Word insists on (ECMA-376, part 1, 17.3.1.26), as far as we write them.
PPR_ORDER = [
    *("pStyle", "keepNext", "keepLines", "numPr", "pBdr", "shd", "tabs", "suppressAutoHyphens", "bidi", "spacing"),
    *("ind", "contextualSpacing", "jc", "outlineLvl", "rPr"),
]


class Notes(NumberedStyle):
    """A note style with a list."""

    name = "notes-sample"

    def render(self, job: StyleJob, *_engine_and_options: object) -> StyledText:
        """Each cluster in a footnote."""
        clusters: list[RichText] = [
            (Text("See "), *(RefLink(cite.reference_id, (Text("work"),)) for cite in cluster.cites), Text("."))
            for cluster in job.clusters
        ]
        entries = tuple(Entry(str(item["id"]), (Text(str(item["title"])),)) for item in job.items)
        return StyledText(tuple(clusters), entries, citation_format=CitationFormat.NOTE, hanging_indent=True)


class NotesPlugin(SamplePlugin):
    """Brings both sample styles."""

    @hookimpl
    def bmreport_styles(self) -> list[Any]:
        """The styles."""
        return [NumberedStyle(), Notes()]


@dataclass(frozen=True)
class Docx:
    """A Word file taken apart."""

    parts: Mapping[str, bytes]

    @classmethod
    def of(cls, data: bytes) -> Docx:
        """All parts of the file."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            names = archive.namelist()
            assert len(names) == len(set(names))
            return cls({name: archive.read(name) for name in names})

    def xml(self, name: str = "word/document.xml") -> etree._Element:
        """One part."""
        return etree.fromstring(self.parts[name], etree.XMLParser(resolve_entities=False))

    def relations(self, name: str = "word/document.xml") -> dict[str, tuple[str, bool]]:
        """Id -> target, and whether it is outside the file."""
        folder, file = posixpath.split(name)
        part = f"{folder}/_rels/{file}.rels".lstrip("/")
        if part not in self.parts:
            return {}
        return {
            relation.get("Id", ""): (relation.get("Target", ""), relation.get("TargetMode") == "External")
            for relation in self.xml(part)
        }

    def paragraphs(self, style: str = "") -> list[str]:
        """Texts of the paragraphs (of one style), white space squeezed."""
        path = f"//w:p[w:pPr/w:pStyle[@w:val='{style}']]" if style else "//w:p"
        return [_text(paragraph) for paragraph in _find(self.xml(), path)]

    @property
    def text(self) -> str:
        """The whole text."""
        return " ".join(self.paragraphs())


def _find(root: etree._Element, path: str) -> list[Any]:
    found = root.xpath(path, namespaces=NS)
    assert isinstance(found, list)
    return found


def _text(element: Any) -> str:
    marks = {f"{W}tab": " ", f"{W}br": " ", f"{W}softHyphen": "\u00ad", f"{W}noBreakHyphen": "\u2011"}
    pieces = [marks.get(str(node.tag)) or node.text or "" for node in element.iter(f"{W}t", *marks)]
    return " ".join("".join(pieces).split())


def _squeezed(text: str) -> str:
    return " ".join(legal_text(text).split())


def _rendered(report: Report | None = None, style: str = NumberedStyle.name) -> RenderedReport:
    host = fresh_host(NotesPlugin(), builtins=False)
    return render(report or sample_report(), host=host, style=style, engine=NoEngine.name)


def _docx(rendered: RenderedReport | None = None, template: Path | None = None, **options: Any) -> Docx:
    docx = Docx.of(DocxExporter().export(rendered or _rendered(), template, DocxOptions(**options)))
    assert_sound(docx)
    return docx


def assert_sound(docx: Docx) -> None:
    """What Word checks before it opens a file, and more."""
    types = docx.xml("[Content_Types].xml")
    defaults = {element.get("Extension") for element in types if element.tag.endswith("}Default")}
    overrides = {element.get("PartName") for element in types if element.tag.endswith("}Override")}
    for name, data in docx.parts.items():
        assert name.rpartition(".")[2] in defaults or f"/{name}" in overrides or name == "[Content_Types].xml", name
        if name.endswith((".xml", ".rels")):
            etree.fromstring(data)
    assert overrides <= {f"/{name}" for name in docx.parts}
    for part in [name for name in docx.parts if name.endswith(".xml") and "/_rels/" not in name]:
        for target, outside in docx.relations(part).values():
            where = posixpath.normpath(posixpath.join(posixpath.dirname(part), target))
            assert outside or where in docx.parts, f"{part} -> {target}"
    document = docx.xml()
    _assert_bookmarks(docx, document)
    styles = {style.get(f"{W}styleId") for style in docx.xml("word/styles.xml").iter(f"{W}style")}
    for story in (document, docx.xml("word/footnotes.xml")):
        used = {element.get(f"{W}val") for element in story.iter(f"{W}pStyle", f"{W}rStyle", f"{W}tblStyle")}
        assert used <= styles, used - styles
        for properties in story.iter(f"{W}pPr"):
            order = [
                PPR_ORDER.index(etree.QName(c).localname) for c in properties if etree.QName(c).localname != "numPr"
            ]
            assert order == sorted(order)
    relations = docx.relations()
    assert {str(identifier) for identifier in _find(document, "//@r:id")} <= set(relations)
    notes = {note.get(f"{W}id") for note in docx.xml("word/footnotes.xml").iter(f"{W}footnote")}
    assert {mark.get(f"{W}id") for mark in document.iter(f"{W}footnoteReference")} <= notes


def _assert_bookmarks(docx: Docx, document: etree._Element) -> None:
    starts = [*document.iter(f"{W}bookmarkStart"), *docx.xml("word/footnotes.xml").iter(f"{W}bookmarkStart")]
    ends = [*document.iter(f"{W}bookmarkEnd"), *docx.xml("word/footnotes.xml").iter(f"{W}bookmarkEnd")]
    ids = [start.get(f"{W}id") for start in starts]
    assert len(ids) == len(set(ids))
    assert sorted(map(str, ids)) == sorted(str(end.get(f"{W}id")) for end in ends)
    names = [str(start.get(f"{W}name")) for start in starts]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", name) for name in names)
    anchors = {
        str(link.get(f"{W}anchor"))
        for part in (document, docx.xml("word/footnotes.xml"))
        for link in part.iter(f"{W}hyperlink")
        if link.get(f"{W}anchor")
    }
    assert anchors <= set(names), anchors - set(names)


def _full_report() -> Report:
    report = sample_report()
    report.grades = [
        Grade(
            grader="sample",
            label="Moderate",
            levels=["Strong", "Moderate", "Limited"],
            reason="Few documents.",
            figures={"citations": 6, "mean relevance": 0.86},
            steps=[GradeStep(name="documents", judgement="not met", change=-1, reason="4 of 5")],
        )
    ]
    report.findings = [
        Finding(verifier="one", severity=Severity.WARNING, message="look here", where="r1", remedy="do so"),
        Finding(verifier="two", severity=Severity.ERROR, message="this is wrong"),
        Finding(verifier="three", severity=Severity.INFO, message="not shown"),
    ]
    report.claims[0].quotes = [Quote(citation_id="c1", start=0, end=17)]
    return report


# -- the file as a whole -----------------------------------------------------------------------------------------


def test_contract() -> None:
    """The exporter keeps what every exporter promises."""
    assert_exporter_contract(DocxExporter(), _rendered())


def test_the_file_holds_every_part_in_order() -> None:
    """Title, summary, body, references, methodology, checks, metadata and evidence follow one another."""
    docx = _docx(_rendered(_full_report()), passages=True)
    order = [
        "Placebrol and Sample Events 15 June 2023 · 4 references",
        "Summary Question Does placebrol prevent sample events?",
        "Short answer Placebrol lowered sample events by 12% [1].",
        "Evidence strength Moderate (scale: Strong, Moderate, Limited) Few documents.",
        "citations: 6; mean relevance: 0.86",
        "Findings Placebrol raised major bleeding (rate ratio 1.29) [2].",
        "Table 1. Events by group [1] Outcome Effect Sample events 0.88 (0.80-0.97) [1]",
        "Ratios with 95% CI [2]",
        "Limits Few women took part [4]. Six passages were read.",
        "References 1. Doe",
        "Methodology Written by hand as a sample.",
        "documents, not met (-1): 4 of 5",
        "Checks Error. this is wrong [two] Warning. r1: look here (do so) [one] 1 remark for the record",
        "Report metadata Generated: 2023-06-15 14:25:30 UTC",
        "Evidence The passages",
        "Placebrol lowered sample events by 12% (hazard ratio 0.88",
    ]
    places = [docx.text.find(part) for part in order]
    assert -1 not in places, [part for part, place in zip(order, places, strict=True) if place < 0]
    assert places == sorted(places)
    assert "not shown" not in docx.text


def test_every_number_links_to_its_reference_and_back() -> None:
    """Each number in text, caption, cell and footnote is a link to its entry, which links back to each place."""
    docx = _docx()
    document = docx.xml()
    pointers = _find(document, "//w:hyperlink[starts-with(@w:anchor, 'ref_')]")
    assert len(pointers) == 9
    back = {str(anchor) for anchor in _find(document, "//w:hyperlink/@w:anchor[starts-with(., 'cite_')]")}
    assert len(back) == 9
    for pointer in pointers:
        (start,) = _find(document, f"//w:bookmarkStart[@w:name='{pointer.get(f'{W}anchor')}']")
        entry = _find(start, "following::w:p[1]")[0]
        assert _text(entry).startswith(f"{_text(pointer)}.")
        here = pointer.getprevious()
        while here is not None and here.tag != f"{W}bookmarkStart":
            here = here.getprevious()
        assert here is not None
        assert str(here.get(f"{W}name")) in back
    assert not _find(_docx(back_links=False).xml(), "//w:hyperlink[starts-with(@w:anchor, 'cite_')]")


def test_labels_hang_on_a_real_tab() -> None:
    """Between label and entry stands a tab element at the stop of the Bibliography style, no tab character."""
    docx = _docx()
    entries = _find(docx.xml(), "//w:p[w:pPr/w:pStyle[@w:val='Bibliography']]")
    assert len(entries) == 4
    assert all(len(_find(entry, ".//w:tab")) == 1 for entry in entries)
    assert b"\t" not in docx.parts["word/document.xml"]
    (style,) = _find(docx.xml("word/styles.xml"), "//w:style[@w:styleId='Bibliography']")
    assert _find(style, ".//w:ind/@w:hanging") == _find(style, ".//w:tab/@w:pos") == ["454"]


def test_long_labels_hang_further() -> None:
    """Labels of a label style, such as [Smith2020], do not run into the entries."""
    rendered = _rendered()
    entry = replace(rendered.references[0], label=(Text("[Smith2020a]"),))
    styles = _docx(replace(rendered, references=(entry, *rendered.references[1:]))).xml("word/styles.xml")
    (hanging,) = _find(styles, "//w:style[@w:styleId='Bibliography']//w:ind/@w:hanging")
    assert int(hanging) > 1000


def test_tables_are_tables() -> None:
    """The heading row repeats, rows stay whole, the table is as wide as the text, the caption stays with it."""
    document = _docx().xml()
    (table,) = document.iter(f"{W}tbl")
    first, *others = table.iter(f"{W}tr")
    assert _find(first, "w:trPr/w:tblHeader")
    assert not any(_find(row, "w:trPr/w:tblHeader") for row in others)
    assert all(_find(row, "w:trPr/w:cantSplit") for row in (first, *others))
    assert _find(table, "w:tblPr/w:tblW/@w:type") == ["pct"]
    assert _text(table.getprevious()).startswith("Table 1. Events by group")


def test_further_reading_follows_the_references() -> None:
    """References that nothing cites are listed apart, in the same style, without links back."""
    report = sample_report()
    report.further_reading = [report.references[0].model_copy(update={"id": "extra", "number": None})]
    host = fresh_host(NotesPlugin(), builtins=False)
    rendered = render(report, host=host, style=NumberedStyle.name, engine=NoEngine.name, further_reading=True)
    docx = _docx(rendered)
    assert docx.paragraphs("Heading1")[3:5] == ["References", "Further reading"]
    assert len(docx.paragraphs("Bibliography")) == 5
    assert "↑" not in docx.paragraphs("Bibliography")[4]


def test_note_styles_have_real_footnotes() -> None:
    """Cites of a note style are footnotes of Word, and link to the list."""
    docx = _docx(_rendered(style="notes-sample"))
    notes = [note for note in docx.xml("word/footnotes.xml").iter(f"{W}footnote") if note.get(f"{W}type") is None]
    assert len(notes) == len(list(docx.xml().iter(f"{W}footnoteReference"))) == 8
    assert _text(notes[0]) == "See work."
    assert _find(notes[0], ".//w:hyperlink/@w:anchor") == ["ref_1"]
    assert not _find(notes[0], ".//w:hyperlink//w:rStyle"), "a note that is a link as a whole is not blue as a whole"


def test_document_properties() -> None:
    """Title, question, language and time of making are in the file's properties; the paper and fields are set."""
    report = sample_report()
    report.locale = "de-DE"
    docx = _docx(_rendered(report), paper="us-letter")
    core = {etree.QName(element).localname: element.text for element in docx.xml("docProps/core.xml")}
    assert core == {
        "title": "Placebrol and Sample Events",
        "subject": "Does placebrol prevent sample events?",
        "language": "de-DE",
        "created": "2023-06-15T14:25:30Z",
        "modified": "2023-06-15T14:25:30Z",
    }
    assert _find(docx.xml("word/styles.xml"), "//w:docDefaults//w:lang/@w:val") == ["de-DE"]
    assert _find(docx.xml(), "//w:sectPr/w:pgSz/@w:w") == ["12240"]
    relations = docx.relations()
    footer = relations[str(_find(docx.xml(), "//w:footerReference[@w:type='default']/@r:id")[0])][0]
    assert [str(code).strip() for code in _find(docx.xml(f"word/{footer}"), "//w:fldSimple/@w:instr")] == [
        "PAGE",
        "NUMPAGES",
    ]
    header = relations[str(_find(docx.xml(), "//w:headerReference/@r:id")[0])][0]
    assert _text(docx.xml(f"word/{header}")) == "Placebrol and Sample Events"


def test_running_heads_are_short() -> None:
    """A long title is cut at a word, one without spaces anywhere."""
    assert short_title("Short") == "Short"
    long = short_title("Aspirin for the primary prevention of cardiovascular events in adults without known disease")
    assert len(long) <= 72
    assert long.endswith("… ".strip())
    assert long.startswith("Aspirin for the primary prevention")
    assert short_title("x" * 200) == "x" * 72 + "…"


def test_the_same_report_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the moment of writing gets into the file: dates in the archive are fixed, whatever the clock says."""
    report = _full_report()
    first = DocxExporter().export(_rendered(report), None, DocxOptions(passages=True))
    monkeypatch.setitem(os.environ, "SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setitem(os.environ, "TZ", "Pacific/Auckland")
    assert DocxExporter().export(_rendered(report), None, DocxOptions(passages=True)) == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist()[0] == "[Content_Types].xml"
    assert not any(b"w:rsid" in data for data in Docx.of(first).parts.values())


def test_word_opens_the_file_in_its_present_mode() -> None:
    """The file is not one of Word 2007, which Word would open in compatibility mode."""
    modes = _find(_docx().xml("word/settings.xml"), "//w:compatSetting/@w:val")
    assert modes == ["15"]


def test_program_listing_styles_are_left_out() -> None:
    """The thirty styles that pandoc adds for program listings are not in the file."""
    assert b"KeywordTok" not in _docx().parts["word/styles.xml"]


def test_a_report_with_next_to_nothing_in_it_is_a_file() -> None:
    """No sections, references, grades or title: the question is the title, empty parts are left out."""
    docx = _docx(_rendered(Report(user_question="Why?")), passages=True)
    assert docx.paragraphs("Title") == ["Why?"]
    assert docx.paragraphs("Heading1") == ["Summary", "Report metadata"]


def test_identifiers_are_links_when_asked_for() -> None:
    """By default the style decides; `always` adds links to DOI and PubMed."""
    assert not any(outside for _target, outside in _docx().relations().values())
    outside = [target for target, out in _docx(identifier_links="always").relations().values() if out]
    assert "https://doi.org/10.5555/sample.1" in outside


# -- directions --------------------------------------------------------------------------------------------------


def _arabic_report() -> Report:
    def claim(text: str, *ids: str) -> Claim:
        return Claim(text=text, cites=[Cite(citation_id=one) for one in ids])

    return sample_report(
        Draft(
            sections=[
                Section(
                    heading="الخلاصة", kind=SectionKind.LEAD, blocks=[Paragraph(claims=[claim("أثر الدواء.", "c1")])]
                ),
                Section(
                    heading="النتائج",
                    blocks=[
                        Paragraph(claims=[claim("انخفاض بنسبة 12% (hazard ratio 0.88).", "c1")]),
                        BulletList(items=[[claim("بند", "c2")], [claim("item", "c3")]]),
                        Paragraph(claims=[claim("Latin with שלום inside.", "c3")]),
                    ],
                ),
            ]
        )
    )


def _is_bidi(docx: Docx, start: str) -> bool:
    found = [paragraph for paragraph in docx.xml().iter(f"{W}p") if _text(paragraph).startswith(start)]
    assert found, start
    return bool(_find(found[0], "w:pPr/w:bidi"))


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_paragraphs_have_their_own_direction(locale: str) -> None:
    """Arabic paragraphs, headings and items run from right to left and Latin ones from left to right, in any report."""
    report = _arabic_report()
    report.locale = locale
    docx = _docx(_rendered(report))
    assert _is_bidi(docx, "انخفاض")
    assert _is_bidi(docx, "النتائج")
    assert _is_bidi(docx, "بند")
    assert not _is_bidi(docx, "item")
    assert not _is_bidi(docx, "Latin")
    assert not _is_bidi(docx, "Placebrol and")
    assert _is_bidi(docx, "References") is (locale == "ar")
    rtl = ["".join(run.itertext()) for run in _find(docx.xml(), "//w:r[w:rPr/w:rtl]")]
    assert "שלום" in " ".join(rtl)
    assert not any("hazard" in run or "Latin" in run for run in rtl)
    used = {style.get(f"{W}val") for style in docx.xml().iter(f"{W}pStyle")}
    assert {"BodyText", "SummaryBox", "Bibliography"} <= used


def test_no_direction_marks_are_added() -> None:
    """Directions are properties of paragraphs and runs; no mark is put into the text."""
    report = _arabic_report()
    report.locale = "ar"
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", _docx(_rendered(report)).text)


# -- text is text ------------------------------------------------------------------------------------------------


def _report_of(*texts: str) -> Report:
    """A report that has the texts in every kind of place."""

    def plain(text: str) -> Claim:
        return Claim(text=text, role=ClaimRole.BACKGROUND)

    citations = sample_citations()
    for place, text in enumerate(texts[: len(citations)]):
        citations[place] = citations[place].model_copy(update={"passage": text})
    first = texts[0]
    draft = Draft(
        sections=[
            Section(heading=first, kind=SectionKind.LEAD, blocks=[BulletList(items=[[plain(text)] for text in texts])]),
            Section(
                heading=first,
                blocks=[
                    *(Paragraph(claims=[plain(text)]) for text in texts),
                    Table(
                        caption=[plain(first)],
                        header=[[plain(first)]],
                        rows=[[[plain(text)]] for text in texts],
                        footnotes=[[plain(text)] for text in texts],
                    ),
                    Paragraph(claims=[Claim(text="End", cites=[Cite(citation_id="c1")])]),
                ],
            ),
        ]
    )
    report = sample_report(draft, citations)
    report.title = report.user_question = report.methodology_note = first
    report.grades = [Grade(grader="g", label=first or "l", reason=first or "r", figures={first: first})]
    report.findings = [Finding(verifier="v", severity=Severity.ERROR, message=text or "m") for text in texts]
    return report


def test_hostile_texts_are_themselves_in_every_place() -> None:
    """Whatever stands in a title, claim, cell, caption, grade, finding or passage is shown, not obeyed."""
    docx = _docx(_rendered(_report_of(*HOSTILE_TEXTS)), passages=True)
    for style in ("BodyText", "SummaryBox", "Compact", "TableNote"):
        shown = docx.paragraphs(style)
        for text in HOSTILE_TEXTS:
            assert any(_squeezed(text) in paragraph for paragraph in shown), (style, text)
    for style in ("Title", "Heading1", "TableCaption"):
        assert any(_squeezed(HOSTILE_TEXTS[0]) in paragraph for paragraph in docx.paragraphs(style))
    for text in HOSTILE_TEXTS[:6]:
        assert any(_squeezed(text) in paragraph for paragraph in docx.paragraphs("BlockText"))


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_hostile_titles_are_themselves(text: str) -> None:
    """Title, running head and properties hold the title as it is."""
    report = sample_report()
    report.title = text
    docx = _docx(_rendered(report))
    assert _squeezed(text) in docx.paragraphs("Title")[0]
    assert docx.xml("docProps/core.xml")[0].text == _squeezed(text)
    assert _text(docx.xml("word/header1.xml")) == " ".join(legal_text(short_title(text)).split())


@given(st.lists(st.text(st.characters(exclude_categories=()), min_size=1, max_size=20), min_size=4, max_size=12))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_makes_a_sound_file(texts: list[str]) -> None:
    """Any characters anywhere give a file that is sound and holds them."""
    docx = _docx(_rendered(_report_of(*texts)), passages=True)
    shown = "\n".join(docx.paragraphs())
    assert all(_squeezed(text) in shown for text in texts)


def test_reference_ids_may_hold_anything() -> None:
    """Bookmarks are counted, not made of ids that come from outside."""
    report = sample_report()
    old = report.references[0].id
    new = "10.1/x-y \u202e" + "ö" * 60
    report.references[0].id = new
    report.reference_of = {key: new if value == old else value for key, value in report.reference_of.items()}
    for claim in report.claims:
        for cite in claim.cites:
            cite.reference_id = new if cite.reference_id == old else cite.reference_id
    assert "ref_1" in str(_find(_docx(_rendered(report)).xml(), "//w:bookmarkStart/@w:name"))


# -- house templates ---------------------------------------------------------------------------------------------


def _house(change: Mapping[str, bytes | None] | None = None, styles: etree._Element | None = None) -> bytes:
    """Pandoc's own reference document, with parts replaced or left out."""
    with zipfile.ZipFile(io.BytesIO(default_data_file("reference.docx"))) as archive:
        parts: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    if styles is not None:
        parts["word/styles.xml"] = etree.tostring(styles)
    parts.update(change or {})
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in parts.items():
            if data is not None:
                archive.writestr(name, data)
    return out.getvalue()


def _house_styles() -> Any:
    with zipfile.ZipFile(io.BytesIO(default_data_file("reference.docx"))) as archive:
        return etree.fromstring(archive.read("word/styles.xml"))


def test_a_house_template_keeps_its_styles_and_gets_those_it_lacks(tmp_path: Path) -> None:
    """A template without Bibliography gets one without fonts and colours; its own styles stay as they are."""
    styles = _house_styles()
    for style in list(styles.iter(f"{W}style")):
        if style.get(f"{W}styleId") in ("Bibliography", "BodyText", "TableCaption", "Hyperlink"):
            styles.remove(style)
        if style.get(f"{W}styleId") == "Title":
            etree.SubElement(style.find(f"{W}rPr"), f"{W}smallCaps")
    house = tmp_path / "house.docx"
    house.write_bytes(_house(styles=styles))
    before = house.read_bytes()
    docx = _docx(template=house)
    made = docx.xml("word/styles.xml")
    (bibliography,) = _find(made, "//w:style[w:name/@w:val='Bibliography']")
    assert _find(bibliography, ".//w:ind/@w:hanging")
    assert not _find(bibliography, ".//w:rFonts | .//w:color | .//w:sz")
    assert _find(made, "//w:style[@w:styleId='Title']//w:smallCaps")
    assert not _find(made, "//w:style[@w:styleId='Title']//w:rFonts[@w:ascii='Calibri']")
    assert len(docx.paragraphs("Bibliography")) == 4
    assert " X " not in docx.text
    assert house.read_bytes() == before


def test_a_template_with_other_style_ids_is_understood(tmp_path: Path) -> None:
    """Word in other languages names styles the same but gives them other ids; a clash of ids gets a new one."""
    styles = _house_styles()
    for style in list(styles.iter(f"{W}style")):
        if style.get(f"{W}styleId") == "Heading1":
            style.set(f"{W}styleId", "berschrift1")
        if style.get(f"{W}styleId") == "Bibliography":
            styles.remove(style)
    for reference in _find(styles, "//*[@w:val='Heading1']"):
        reference.set(f"{W}val", "berschrift1")
    other = etree.SubElement(styles, f"{W}style", {f"{W}type": "paragraph", f"{W}styleId": "Bibliography"})
    etree.SubElement(other, f"{W}name").set(f"{W}val", "Something Else")
    house = tmp_path / "haus.docx"
    house.write_bytes(_house(styles=styles))
    docx = _docx(template=house)
    assert "References" in docx.paragraphs("berschrift1")
    assert len(docx.paragraphs("Bibliography2")) == 4
    assert _find(docx.xml("word/styles.xml"), "//w:style[@w:styleId='Bibliography2']/w:next/@w:val") == [
        "Bibliography2"
    ]


def test_a_template_brings_its_page_and_header(tmp_path: Path) -> None:
    """Page size, header and footer of the template are those of the file."""
    section = (
        f'<w:document xmlns:w="{NS["w"]}" xmlns:r="{NS["r"]}"><w:body><w:p/><w:sectPr>'
        '<w:headerReference w:type="default" r:id="rIdH"/><w:pgSz w:w="10000" w:h="15000"/>'
        "</w:sectPr></w:body></w:document>"
    )
    header = f'<w:hdr xmlns:w="{NS["w"]}"><w:p><w:r><w:t>Sample Hospital</w:t></w:r></w:p></w:hdr>'
    original = Docx.of(_house())
    relations = (
        original.parts["word/_rels/document.xml.rels"]
        .decode()
        .replace(
            "</Relationships>",
            f'<Relationship Id="rIdH" Type="{NS["r"]}/header" Target="header9.xml"/></Relationships>',
        )
    )
    types = (
        original.parts["[Content_Types].xml"]
        .decode()
        .replace(
            "</Types>",
            '<Override PartName="/word/header9.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            'wordprocessingml.header+xml"/></Types>',
        )
    )
    house = tmp_path / "house.docx"
    house.write_bytes(
        _house(
            {
                "word/document.xml": section.encode(),
                "word/header9.xml": header.encode(),
                "word/_rels/document.xml.rels": relations.encode(),
                "[Content_Types].xml": types.encode(),
            }
        )
    )
    docx = _docx(template=house)
    assert _find(docx.xml(), "//w:pgSz/@w:w") == ["10000"]
    assert _text(docx.xml("word/header9.xml")) == "Sample Hospital"


def test_a_bare_template_is_enough(tmp_path: Path) -> None:
    """A template with nothing but the parts that Word needs gives a whole file."""
    keep = {
        "[Content_Types].xml",
        "_rels/.rels",
        "word/document.xml",
        "word/styles.xml",
        "word/_rels/document.xml.rels",
    }
    names = Docx.of(_house()).parts
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>'
    )
    change: dict[str, bytes | None] = {name: None for name in names if name not in keep}
    change["[Content_Types].xml"] = types.encode()
    change["word/styles.xml"] = f'<w:styles xmlns:w="{NS["w"]}"/>'.encode()
    change["word/_rels/document.xml.rels"] = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
    )
    house = tmp_path / "bare.docx"
    house.write_bytes(_house(change))
    docx = _docx(_rendered(_full_report()), template=house, passages=True)
    assert "References" in docx.paragraphs("Heading1")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a Word file"),
        (b"plain text", "not a Word file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old .doc file or has a password"),
        (None, "word/styles.xml is missing"),
        (b"<w:styles", "word/styles.xml is damaged"),
        (b"<x/>", "word/styles.xml holds no styles"),
        (b'<!DOCTYPE x [<!ENTITY e "eee">]><x>&e;</x>', "word/styles.xml declares entities"),
    ],
    ids=["empty", "text", "old", "no-styles", "damaged", "other-xml", "entities"],
)
def test_a_template_that_is_no_word_file_is_refused(tmp_path: Path, data: bytes | None, words: str) -> None:
    """The error names the file and what is wrong with it."""
    house = tmp_path / "house.docx"
    if data is None or data.startswith(b"<"):
        data = _house({"word/styles.xml": data})
    house.write_bytes(data)
    with pytest.raises(TemplateError, match=re.escape(words)) as caught:
        _docx(template=house)
    assert caught.value.where == str(house)
    assert caught.value.remedy


def test_a_truncated_template_is_refused(tmp_path: Path) -> None:
    """Half a file, or one with a damaged part, is an error, not a crash."""
    whole = _house()
    house = tmp_path / "house.docx"
    house.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(TemplateError, match="not a Word file"):
        _docx(template=house)


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    """A small archive that unpacks to very much is not unpacked."""
    house = tmp_path / "bomb.docx"
    with zipfile.ZipFile(house, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("word/x.xml", "w") as part:
        for _ in range(300):
            part.write(bytes(1024 * 1024))
    with pytest.raises(TemplateError, match="256 MiB"):
        _docx(template=house)


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    """A file that is not there and a folder are errors that name them."""
    for path, words in ((tmp_path / "no.docx", "cannot be read"), (tmp_path, "is a folder")):
        with pytest.raises(TemplateError, match=words) as caught:
            _docx(template=path)
        assert caught.value.where == str(path)


def test_long_reports_pass_through() -> None:
    """Hundreds of paragraphs go through pandoc's standard input."""
    draft = sample_draft()
    draft.sections[1].blocks = [draft.sections[1].blocks[0].model_copy(deep=True) for _ in range(700)]
    docx = _docx(_rendered(sample_report(draft)))
    assert len(docx.paragraphs()) > 700


def test_a_template_that_pandoc_refuses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pandoc says against a template is said of the template."""

    def refuse(*arguments: Any, **keywords: Any) -> bytes:
        raise PandocError("pandoc failed (exit code 44): odd part")

    monkeypatch.setattr("bmreport_plugins.exporters.pandoc.convert", refuse)
    house = tmp_path / "house.docx"
    house.write_bytes(_house())
    with pytest.raises(TemplateError, match="odd part") as caught:
        _docx(template=house)
    assert caught.value.where == str(house)


@pytest.mark.parametrize("moment", ["0", "4354819199", "253402300799", "-62135596800"])
def test_any_moment_can_be_the_time_stamp(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ZIP file knows the years 1980 to 2107; a date beyond them must not keep the file from being written."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
    report = sample_report()
    report.created_at = now()
    assert _docx(_rendered(report)).paragraphs("Title")


def test_a_full_temporary_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the plugin's fault when the disk is full; the message says where."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", refuse)
    with pytest.raises(ServiceError, match="No space left"):
        DocxExporter().export(_rendered(), None, DocxOptions())
