"""The claim ledger in PDF, Word, Markdown and plain text: marks in place, the score, the warning, the table."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt
from pypdf import PdfReader

from bmreport.models import Citation, Claim, ClaimRole, Draft, Paragraph, Quote, Report, Section, Verdict
from bmreport.testing import sample_citations, sample_report
from bmreport_plugins.exporters.docx import DocxExporter
from bmreport_plugins.exporters.html import HtmlExporter
from bmreport_plugins.exporters.markdown import MarkdownExporter
from bmreport_plugins.exporters.pdf import PdfExporter
from bmreport_plugins.exporters.text import TextExporter

from .judged_reports import exported, judged, with_record

if TYPE_CHECKING:
    from collections.abc import Callable

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
SCORE = "38% (2 of 8 statements are held by their passages, 2 partly, 2 contradicted, 2 not found)"
WARNING = (
    "4 statements are not held by the passages they cite (2 contradicted, 2 not found). They are marked ‡ in the text."
)


def _pdf(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def _docx(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        tree: Any = etree.fromstring(package.read("word/document.xml"))
    return "\n".join("".join(one.text or "" for one in paragraph.iter(f"{W}t")) for paragraph in tree.iter(f"{W}p"))


def _markdown(data: bytes) -> str:
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(data.decode())
    flat = [inner for token in tokens for inner in (token.children or [])]
    return "\n".join(token.content for token in flat if token.type in ("text", "softbreak"))


def _html(data: bytes) -> str:
    return " ".join(map(str, etree.fromstring(data, etree.HTMLParser()).itertext()))


FORMATS: dict[str, tuple[Any, Callable[[bytes], str]]] = {
    "docx": (DocxExporter(), _docx),
    "html": (HtmlExporter(), _html),
    "markdown": (MarkdownExporter(), _markdown),
    "pdf": (PdfExporter(), _pdf),
    "text": (TextExporter(), bytes.decode),
}
DOCUMENTS = sorted(FORMATS.keys() - {"html"})


def _read(name: str, report: Report, **options: Any) -> str:
    """The text of a file on one line, hyphens at the ends of lines taken out."""
    exporter, read = FORMATS[name]
    text = read(exported(exporter, report, **options))
    return " ".join(re.sub(r"(?<=[a-z])[-‐]\n", "", text).split())


def _bare(text: str) -> str:
    return re.sub(r"[\s\u00ad-]", "", text)


def _sentence(number: int) -> str:
    words = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
    return f"Sentence {words[number]} says something of it"


def _prose(verdicts: list[Verdict]) -> Report:
    """A report of plain sentences with these verdicts in turn."""
    claims = [Claim(text=f"{_sentence(number)}.") for number in range(len(verdicts))]
    for claim in claims:
        claim.cites = sample_report().claims[0].cites
    report = sample_report(Draft(sections=[Section(heading="Findings", blocks=[Paragraph(claims=claims)])]))
    return judged(report, verdicts)


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("ledger", [True, False])
def test_no_sentence_that_fails_is_unmarked(name: str, ledger: bool) -> None:
    """Whatever is printed besides, each failing sentence is followed by its mark, and no other is."""
    verdicts = [*Verdict, Verdict.NOT_FOUND]
    text = _bare(_read(name, _prose(verdicts), ledger=ledger))
    for number, verdict in enumerate(verdicts):
        end = text.index(_bare(_sentence(number))) + len(_bare(_sentence(number)))
        follows = re.match(r"\[?1?\]?\.([†‡]?)", text[end:])
        assert follows is not None, text[end : end + 20]
        expected = "‡" if verdict.fails else "†" if verdict is Verdict.PARTLY else ""
        assert follows[1] == expected, (verdict, text[end : end + 20])


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_score_warning_and_legend_stand_before_the_findings(name: str) -> None:
    """A reader meets the warning and the score before the first section."""
    text = _bare(_read(name, judged(sample_report())))
    start = text.index(_bare("Placebrol raised major bleeding"))
    if name == "html":  # the legend follows the cards of the lead; contents come later
        start = text.index("Findings")
    for told in (SCORE, WARNING, "† held only in part, ‡ not held by the cited passages."):
        assert _bare(told) in text[:start], told
    assert _bare(SCORE) in text[start:]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_ledger_is_printed_when_asked_for(name: str) -> None:
    """Each judged claim stands in it with verdict, source, quoted words and what the checks said."""
    report = judged(sample_report())
    without = _bare(_read(name, report))
    text = _bare(_read(name, report, ledger=True))
    assert "thenumbersarecontradicted(lookatthepassage)" not in without
    heading = "CLAIMLEDGER" if name == "text" else "Claimledger"
    assert heading not in without.replace("SeeClaimledger", "")
    ledger = text[text.rindex(heading) :]
    assert ledger.count("‡Contradicted") == ledger.count("‡Notfound") == ledger.count("†Partlysupported") == 2
    for part in (
        "“Placebrolraisedmajorbleeding(rateratio1.29,95%CI1.051.56).”",
        "2.BleedingunderPlacebrol:aMetaAnalysis",
        "numberscontradicted:thenumbersarecontradicted(lookatthepassage)",
        "numberssupported:thenumbersaresupported",
    ):
        assert part in ledger, part


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_report_that_nobody_judged_is_the_same_file(name: str) -> None:
    """A ledger of unchecked sentences, or none, changes nothing; nor does asking for it."""
    exporter, _read_it = FORMATS[name]
    plain = exported(exporter, sample_report())
    assert exported(exporter, judged(sample_report(), [Verdict.UNCHECKED]), ledger=True) == plain
    assert exported(exporter, sample_report(), ledger=True) == plain
    assert "Grounding" not in FORMATS[name][1](plain)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_unused_passages_and_history_are_told(name: str) -> None:
    """What was read but not used, and what was changed since, stand in every document."""
    text = _bare(_read(name, with_record(sample_report())))
    assert _bare("Read but not used: 2 passages") in text
    assert _bare("Placebrol and Mortality (c6)") in text
    assert _bare("2024-03-01 09:30 UTC, refine: “leave out the retracted trial”") in text


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_marks_stand_in_tables_and_lists_too(name: str) -> None:
    """A cell or caption that its passages do not hold is marked as a sentence is."""
    text = _bare(_read(name, judged(sample_report(), [Verdict.NOT_FOUND])))
    body = text[text.index("Table1.") :]
    for part in ("Eventsbygroup", "0.88(0.800.97)", "Ratioswith95%CI"):
        end = body.index(part) + len(part)
        assert re.match(r"\[\d\]‡", body[end:]), (part, body[end : end + 10])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_long_words_of_a_ledger_do_no_harm(name: str) -> None:
    """A passage longer than a page is cut; rows that fill pages are printed whole."""
    long_one = "Very long words of one passage. " * 400
    citations = [Citation(**{**one.model_dump(), "passage": long_one}) for one in sample_citations()]
    report = judged(sample_report(None, citations), words="a reason that goes on and on " * 40)
    report.ledger.entries[0].quotes = [Quote(citation_id=f"c{place}", start=0, end=9000) for place in range(1, 7)]
    text = _bare(_read(name, report, ledger=True))
    assert _bare("a reason that goes on and on " * 40) in text
    assert text.count("Verylongwordsofonepassage.") >= 6 * 15
    assert len(text) < len(_bare(long_one)) * 6 * 8


@pytest.mark.parametrize("name", DOCUMENTS)
@given(text=st.text(st.characters(exclude_categories=()), min_size=1, max_size=20))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_makes_a_ledger(name: str, text: str) -> None:
    """Any characters in the ledger and the record give a file that can be read."""
    report = with_record(judged(sample_report(), words=text), text)
    assert _bare("Read but not used: 2 passages") in _bare(_read(name, report, ledger=True))


def test_background_sentences_bear_no_mark() -> None:
    """A lead-in that nobody judged stays as it is in a report with marks."""
    claims = [Claim(text="Six passages were read", role=ClaimRole.BACKGROUND)]
    report = sample_report()
    report.sections.append(Section(heading="End", blocks=[Paragraph(claims=claims)]))
    assert not re.search(r"Six passages were read[†‡]", _read("text", judged(report)))
