"""The PDF: every text comes out, every link leads somewhere, the same report gives the same bytes."""

from __future__ import annotations

import io
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from bmreport.models import (
    BulletList,
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
from bmreport.richtext import Note, RefLink, Text
from bmreport.styling import CitationFormat
from bmreport.testing import (
    HOSTILE_TEXTS,
    assert_exporter_contract,
    sample_citations,
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


def inner_targets(reader: PdfReader) -> list[tuple[int, float]]:
    """Page and height that each internal link leads to."""
    places = []
    for one in links_of(reader):
        target = one.get("/Dest") or one.get("/A", {}).get("/D")
        if target is not None:
            found = reader.named_destinations[target].dest_array if isinstance(target, str) else target
            places.append((reader.pages.index(found[0].get_object()), float(found[3])))
    return places


def line_at(reader: PdfReader, place: tuple[int, float]) -> str:
    """The first line of text at or below a place."""
    pieces: dict[int, str] = {}

    def see(text: str, outer: Any, inner: Any, _font: Any, _size: Any) -> None:
        height = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
        if text.strip() and height <= place[1]:
            pieces[round(height)] = pieces.get(round(height), "") + text

    reader.pages[place[0]].extract_text(visitor_text=see)
    return "".join(pieces[height] for height in sorted(pieces, reverse=True) if height > max(pieces) - 4).strip()


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
    """A cite leads to the entry of its number, and the way back leads to the line of the cite."""
    reader = pdf_of(sample_rendered())
    landed = [line_at(reader, place) for place in inner_targets(reader)]
    cited, back = landed[:9], landed[9:]
    # The sample in reading order; references follow each other with 3, 3, 1 and 2 ways back.
    assert [int(line.split(".")[0]) for line in cited] == [1, 2, 3, 4, 1, 1, 2, 2, 4]
    numbers = [1, 1, 1, 2, 2, 2, 3, 4, 4]
    assert [line for number, line in zip(numbers, back, strict=True) if str(number) not in line] == []


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


def test_passages_are_added_on_request() -> None:
    """The appendix holds what the report rests on, by document."""
    plain, full = text_of(pdf_of(sample_rendered())), text_of(pdf_of(sample_rendered(), passages=True))
    passage = "In adults older than 70 years placebrol did not prevent sample events"
    assert passage not in plain
    assert passage in full
