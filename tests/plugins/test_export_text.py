"""Exporter `text`: BMLibrarian's layout to the letter, wrapping by columns, and nothing that a terminal would obey."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import (
    BulletList,
    Claim,
    Finding,
    Grade,
    GradeStep,
    Paragraph,
    Reference,
    Report,
    Section,
    Severity,
    Table,
)
from bmreport.rendering import RenderedReport
from bmreport.richtext import Effect, Link, Note, RichText, Styled, Text
from bmreport.styling import CitationFormat, Entry, StyledText, StyleJob
from bmreport.testing import (
    HOSTILE_TEXTS,
    NumberedStyle,
    SamplePlugin,
    assert_exporter_contract,
    fresh_host,
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.text import TextExporter, TextOptions
from bmreport_plugins.exporters.text_leaf import to_text, visible
from bmreport_plugins.exporters.text_table import text_table
from bmreport_plugins.exporters.text_wrap import display_width, wrap


def text_of(rendered: RenderedReport, **options: Any) -> str:
    """The exported text."""
    return TextExporter().export(rendered, None, TextOptions(**options)).decode("utf-8")


def rendered(**fields: Any) -> RenderedReport:
    """A report from loose fields, in the numbered sample style."""
    return sample_rendered(Report.model_validate({"user_question": "Q?", **fields}))


# -- the layout ------------------------------------------------------------------------------------------------------

ASPIRIN = Report.model_validate(
    {
        "user_question": "What is the effectiveness of aspirin for cardiovascular prevention?",
        "synthesized_answer": (
            "Aspirin demonstrates significant efficacy for primary prevention of cardiovascular disease, with "
            "meta-analyses showing a 22% reduction in major cardiovascular events (95% CI: 18-26%) [1]. However, this "
            "benefit must be balanced against bleeding risks, as aspirin use increases major bleeding events by "
            "approximately 50% (RR 1.5, 95% CI 1.2-1.9), occurring in 0.3% of users versus 0.2% of controls [2]. "
            "Risk-benefit analyses support aspirin use in patients with 10-year cardiovascular risk exceeding 10%, "
            "where the cardiovascular benefits outweigh bleeding risks [3]."
        ),
        "references": [
            {
                "number": 1,
                "authors": ["Johnson, M.", "Smith, R.", "Davis, L."],
                "title": "Aspirin for Primary Prevention of Cardiovascular Disease: Meta-Analysis",
                "publication_date": "2023-01-15",
                "document_id": "1",
                "pmid": "37654321",
            },
            {
                "number": 2,
                "authors": [
                    "Taylor, K.",
                    "Brown, P.",
                    "Wilson, J.",
                    "Garcia, M.",
                    "Anderson, S.",
                    "White, T.",
                    "Lee, C.",
                ],
                "title": "Bleeding Risks Associated with Low-Dose Aspirin: Systematic Review",
                "publication_date": "2023",
                "document_id": "2",
                "pmid": "37543210",
            },
            {
                "number": 3,
                "authors": ["Miller, A.", "Thompson, D."],
                "title": "Risk-Benefit Assessment of Aspirin for Primary Prevention",
                "publication_date": "2023 Mar",
                "document_id": "3",
                "pmid": "37432109",
            },
        ],
        "evidence_strength": "Moderate",
        "methodology_note": (
            "Synthesis based on 3 high-quality citations from peer-reviewed studies with relevance scores ≥0.87. "
            "Evidence assessment considered citation quantity, source diversity, and methodological quality."
        ),
        "created_at": datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC),
        "citation_count": 3,
        "unique_documents": 3,
    }
)

ASPIRIN_TEXT = """\
Research Question: What is the effectiveness of aspirin for cardiovascular prevention?
================================================================================

Evidence Strength: Moderate

Aspirin demonstrates significant efficacy for primary prevention of
cardiovascular disease, with meta-analyses showing a 22% reduction in major
cardiovascular events (95% CI: 18-26%) [1]. However, this benefit must be
balanced against bleeding risks, as aspirin use increases major bleeding events
by approximately 50% (RR 1.5, 95% CI 1.2-1.9), occurring in 0.3% of users versus
0.2% of controls [2]. Risk-benefit analyses support aspirin use in patients with
10-year cardiovascular risk exceeding 10%, where the cardiovascular benefits
outweigh bleeding risks [3].

REFERENCES
--------------------

1. Johnson, M., Smith, R., Davis, L.. Aspirin for Primary Prevention of Cardiovascular Disease: Meta-Analysis. \
2023; PMID: 37654321
2. Taylor, K., Brown, P., Wilson, J., Garcia, M., Anderson, S., White, T., et al.. Bleeding Risks Associated with \
Low-Dose Aspirin: Systematic Review. 2023; PMID: 37543210
3. Miller, A., Thompson, D.. Risk-Benefit Assessment of Aspirin for Primary Prevention. 2023; PMID: 37432109

METHODOLOGY
--------------------
Synthesis based on 3 high-quality citations from peer-reviewed studies with
relevance scores ≥0.87. Evidence assessment considered citation quantity, source
diversity, and methodological quality.

REPORT METADATA
--------------------
Generated: 2023-06-15 14:25:30 UTC
Citations analyzed: 3
Unique references: 3
Evidence strength: Moderate
"""


def test_the_complete_report_of_bmlibrarian() -> None:
    """The worked aspirin report comes out section for section and field for field, and nothing else with it."""
    assert text_of(ASPIRIN.render("bmlibrarian")) == ASPIRIN_TEXT


def test_references_are_those_of_the_reference_itself() -> None:
    """The style prints what `Reference.format_vancouver_style` says, so that both ways give one list."""
    for reference in ASPIRIN.references:
        assert f"\n{reference.number}. {reference.format_vancouver_style()}\n" in ASPIRIN_TEXT


def test_contract() -> None:
    """The exporter passes the kit's contract."""
    assert assert_exporter_contract(TextExporter()).startswith(b"Placebrol and Sample Events\n")


def full_report() -> Report:
    """The sample report with everything that BMLibrarian's layout has no place for."""
    report = sample_report()
    report.sections[1].blocks.append(
        BulletList(items=[[Claim(text="One."), Claim(text="Two.")], [Claim(text="Three " * 20 + "end.")]])
    )
    report.grades = [
        Grade(
            grader="grade",
            label="Low",
            levels=["High", "Moderate", "Low"],
            outcome="stroke",
            reason="Few events.",
            steps=[GradeStep(name="imprecision", judgement="serious", change=-1, reason="wide interval")],
            figures={"participants": 1200, "mean relevance": 0.875},
        )
    ]
    report.findings = [
        Finding(verifier="gaps", severity=Severity.INFO, message="all well"),
        Finding(verifier="types", severity=Severity.WARNING, message="a preprint", where="r2"),
        Finding(verifier="gaps", severity=Severity.ERROR, message="number 3 is missing", remedy="renumber"),
    ]
    report.references[0].retracted = True
    report.further_reading = [Reference(id="more", csl={"title": "More on placebrol"})]
    return report


def test_additions_stand_in_their_places() -> None:
    """Headings, tables, lists, further reading, grades and checks stand in the order of the layout, in full."""
    host = fresh_host(SamplePlugin())
    from bmreport.rendering import render

    made = render(full_report(), host=host, style=NumberedStyle.name, engine="none", further_reading=True)
    text = text_of(made)
    parts = [
        "Placebrol and Sample Events\n\nResearch Question: Does placebrol prevent sample events?\n" + "=" * 80 + "\n\n",
        "Evidence Strength: Moderate\n\nSummary\n-------\n\nPlacebrol lowered sample events by 12% [1].\n",
        "\nFindings\n--------\n",
        "\nTable 1. Events by group [1]\n\nOutcome         Effect\n--------------  --------------------\n",
        "Sample events   0.88 (0.80-0.97) [1]\nMajor bleeding  1.29 (1.05-1.56) [2]\n\nRatios with 95% CI [2]\n",
        "\n- One. Two.\n- Three Three",
        "\n  Three",
        "\n\nLimits\n------\n\nFew women",
        "\n\nREFERENCES\n" + "-" * 20 + "\n\n1. Doe",
        " 2019. [Retracted]\n2. ",
        "\n\nFURTHER READING\n" + "-" * 20 + "\n\n5. . More on placebrol",
        "\n\nMETHODOLOGY\n" + "-" * 20 + "\nWritten by hand as a sample.\n",
        "\nEVIDENCE GRADES\n" + "-" * 20 + "\n\ngrade, stroke: Low (scale: High, Moderate, Low)\n  Few events.\n",
        "  - imprecision, serious (-1): wide interval\n  participants: 1200\n  mean relevance: 0.875\n",
        "\nCHECKS\n"
        + "-" * 20
        + "\n\n- Error: number 3 is missing (renumber) [gaps]\n- Warning: r2: a preprint [types]\n",
        "\nREPORT METADATA\n" + "-" * 20 + "\nGenerated: 2023-06-15 14:25:30 UTC\n",
    ]
    place = 0
    for part in parts:
        found = text.find(part, place)
        assert found >= place, part
        place = found + len(part)
    assert "all well" not in text
    assert max(display_width(line) for line in text.split("\nREFERENCES\n")[0].splitlines()) <= 80


def test_checks_can_be_left_out() -> None:
    """The option `checks` leaves errors and warnings out."""
    assert "CHECKS" not in text_of(sample_rendered(full_report()), checks=False)
    assert "CHECKS" in text_of(sample_rendered(full_report()))


def test_width_is_an_option() -> None:
    """Text, tables and rules keep to the width asked for; references stay whole."""
    text = text_of(sample_rendered(full_report()), width=40)
    assert "\n" + "=" * 40 + "\n" in text
    before, after = text.split("\nREFERENCES\n")
    assert all(display_width(line) <= 40 for line in before.splitlines() if not line.startswith("Research"))
    assert max(display_width(line) for line in after.splitlines()) > 40
    with pytest.raises(ValueError, match="greater than or equal to 40"):
        TextOptions(width=10)


def test_empty_parts_are_left_out() -> None:
    """A report with a question alone has no empty headings."""
    text = text_of(rendered(created_at="2023-06-15T00:00:00Z"))
    assert text == (
        "Research Question: Q?\n" + "=" * 80 + "\n\nREPORT METADATA\n" + "-" * 20 + "\n"
        "Generated: 2023-06-15 00:00:00 UTC\nCitations analyzed: 0\nUnique references: 0\n"
    )


def test_one_section_needs_no_heading() -> None:
    """The heading of an only section is left out, as in BMLibrarian's layout."""
    sections = [Section(heading="Answer", blocks=[Paragraph(claims=[Claim(text="It fell.")])])]
    assert "Answer" not in text_of(rendered(sections=sections))


def test_times_are_printed_in_utc() -> None:
    """A moment given in another zone is printed in UTC."""
    assert "Generated: 2023-06-15 12:25:30 UTC" in text_of(rendered(created_at="2023-06-15T14:25:30+02:00"))


class NoteStyle:
    """A style that cites in footnotes and prints no list."""

    name = "note-sample"
    summary = "Footnotes; for tests"
    options_model = NumberedStyle.options_model

    def render(self, job: StyleJob, engine: object, options: object) -> StyledText:
        """One note per cluster."""
        clusters: tuple[RichText, ...] = tuple(
            (Text("See "), Styled(Effect.ITALIC, (Text("Doe"),))) for _ in job.clusters
        )
        entries: tuple[Entry, ...] | None = None
        return StyledText(clusters, entries, CitationFormat.NOTE)


class NotePlugin(SamplePlugin):
    """Brings the style above."""

    from bmreport.hookspecs import hookimpl

    @hookimpl
    def bmreport_styles(self) -> list[Any]:
        """The styles of the tests."""
        return [NoteStyle()]


def test_footnotes_have_a_part_of_their_own() -> None:
    """Notes of a note style stand before the references, numbered as in the text."""
    from bmreport.rendering import render

    made = render(sample_report(), host=fresh_host(NotePlugin()), style="note-sample", engine="none")
    text = text_of(made)
    assert "Placebrol lowered sample events by 12%.[1]\n" in text
    assert "\n\nNOTES\n" + "-" * 20 + "\n\n[1] See Doe\n[2] See Doe\n" in text
    assert "REFERENCES" not in text


# -- what a terminal gets ----------------------------------------------------------------------------------------------


def everywhere(text: str) -> RenderedReport:
    """A report with one text in every place that holds text from outside."""
    run = [Claim(text=text)]
    report = Report.model_validate(
        {
            "title": text,
            "user_question": text,
            "sections": [
                Section(
                    heading=text,
                    blocks=[
                        Paragraph(claims=run),
                        BulletList(items=[run]),
                        Table(caption=run, header=[run], rows=[[run]], footnotes=[run]),
                    ],
                ),
                Section(heading=text, blocks=[Paragraph(claims=run)]),
            ],
            "references": [Reference(id="r", number=1, csl={"title": text, "author": [{"literal": text}]})],
            "grades": [
                Grade(
                    grader=text or "g",
                    label=text or "l",
                    levels=[text or "l"],
                    outcome=text,
                    reason=text or "r",
                    steps=[GradeStep(name=text or "n", judgement=text, reason=text or "r")],
                    figures={text: text},
                )
            ],
            "evidence_strength": text,
            "methodology_note": text,
            "findings": [Finding(verifier=text, severity=Severity.ERROR, message=text or "m", where=text, remedy=text)],
        }
    )
    return sample_rendered(report)


HARMLESS = {"\n"}


@pytest.mark.parametrize("text", [*HOSTILE_TEXTS, "a\ud800b", "\x1b]0;owned\x07\x9b2J", "\u202egnp.exe\u2066"])
def test_hostile_text_is_shown_and_not_obeyed(text: str) -> None:
    """Text from outside comes out as itself; what a terminal would obey is shown as a symbol."""
    made = text_of(everywhere(text), width=500)
    shown = visible(text).strip()
    assert f"Research Question: {shown}\n" in made
    assert made.count(shown) >= 12
    controls = {sign for sign in made if unicodedata.category(sign) in ("Cc", "Cs")}
    assert controls == HARMLESS
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(made)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.integers(40, 120))
def test_any_text_keeps_to_the_width(text: str, width: int) -> None:
    """Whatever the text, the export is UTF-8 without controls, the same twice, and lines of short words keep to it."""
    report = everywhere(text)
    made = text_of(report, width=width)
    assert made == text_of(report, width=width)
    assert {sign for sign in made if unicodedata.category(sign) in ("Cc", "Cs")} <= HARMLESS
    assert all(line == line.rstrip(" ") for line in made.splitlines())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a␛[31mb"),
        ("a\r\nb\tc\x0bd", "a b c␋d"),
        ("\x00\x7f\x9b", "␀␡\ufffd"),
        ("\ud800", "\ufffd"),
        ("a\u202eb\u2069", "a<U+202E>b<U+2069>"),
        ("a\u2028b\u00a0c", "a b\u00a0c"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    """Control characters become symbols, line ends spaces, direction controls their numbers."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("rich", "shown"),
    [
        ((Text("12%."), Styled(Effect.SUPERSCRIPT, (Text("1,2–4"),))), "12%.¹,²⁻⁴"),
        ((Text("CO"), Styled(Effect.SUBSCRIPT, (Text("2"),))), "CO₂"),
        ((Text("4"), Styled(Effect.SUPERSCRIPT, (Text("th"),))), "4th"),
        ((Text("10"), Styled(Effect.SUPERSCRIPT, (Text("2a"),))), "10^2a"),
        ((Text(" a "), Styled(Effect.BLOCK, (Text("b"),)), Link("https://x.y", (Text("c"),)), Note(2, ())), "a bc[2]"),
    ],
)
def test_rich_text_in_plain_characters(rich: RichText, shown: str) -> None:
    """Raised and lowered numbers stay apart from the number before them; everything else loses its looks only."""
    assert to_text(rich) == shown


# -- wrapping and tables ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 6, ["one", "two", "three"]),
        ("", 5, [""]),
        ("  a   b ", 5, ["a b"]),
        (
            "see https://example.org/a-very-long-address now",
            12,
            ["see", "https://example.org/a-very-long-address", "now"],
        ),
        ("你好世界你好", 8, ["你好世界", "你好"]),
        ("你好，世界。", 6, ["你好，", "世界。"]),
        ("你好世，界", 6, ["你好", "世，界"]),
        ("（你好）", 4, ["（你", "好）"]),
        ("abc你好", 5, ["abc你", "好"]),
        ("e\u0301e\u0301 e\u0301e\u0301", 5, ["e\u0301e\u0301 e\u0301e\u0301"]),
        ("5\u00a0mg now", 5, ["5\u00a0mg", "now"]),
    ],
)
def test_wrap(text: str, width: int, lines: list[str]) -> None:
    """Lines break at spaces and beside wide characters, never in an address nor before closing punctuation."""
    assert wrap(text, width) == lines


def test_wrap_with_indents() -> None:
    """The first line and the others begin as asked, and count what they begin with."""
    assert wrap("aa bb cc", 6, first="- ", indent="  ") == ["- aa", "  bb", "  cc"]
    assert wrap("aa bb cc", 7, first="- ", indent="  ") == ["- aa bb", "  cc"]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab 你。，（é\u0301-/.", max_size=60), st.integers(2, 30))
def test_wrapping_loses_nothing(text: str, width: int) -> None:
    """Wrapped lines hold every character but spaces, and are too wide only where nothing could be divided."""
    lines = wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        if display_width(line) > width:
            assert " " not in line


def test_tables_are_aligned_by_columns() -> None:
    """Wide characters count two columns, short rows are filled up."""
    assert text_table(["結果", "n"], [["a", "1"], ["bcdef"]], 80) == ["結果   n", "-----  -", "a      1", "bcdef"]
    assert text_table(["", ""], [["a", "1"]], 80) == ["-  -", "a  1"]


def test_wide_tables_are_wrapped() -> None:
    """Cells are wrapped until the table fits, and a blank line keeps such rows apart."""
    lines = text_table(["Outcome", "Effect"], [["alpha beta gamma delta", "one"], ["x", "two"]], 20)
    assert lines == [
        "Outcome       Effect",
        "------------  ------",
        "alpha beta    one",
        "gamma delta",
        "",
        "x             two",
    ]


def test_tables_with_too_many_columns_are_lists() -> None:
    """A table with more columns than the width has room for is told cell by cell, nothing left out."""
    header = [f"h{place}" for place in range(12)]
    rows = [[f"r{row}c{place}" for place in range(12)] for row in range(2)]
    lines = text_table(header, rows, 80)
    assert lines[0] == "h0: r0c0"
    assert lines[12:14] == ["", "h0: r1c0"]
    assert len(lines) == 25


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.text(alphabet="ab 你", max_size=30), min_size=1, max_size=5), min_size=1, max_size=4))
def test_any_table_keeps_its_cells(rows: list[list[str]]) -> None:
    """Whatever its shape, a table shows all its characters and keeps to the width where words allow it."""
    lines = text_table(rows[0], rows[1:], 60)
    shown = sorted("".join(lines).replace(" ", "").replace("-", "").replace(":", ""))
    assert shown == sorted("".join(cell for row in rows for cell in row).replace(" ", ""))
    if all(len(word) <= 6 for row in rows for cell in row for word in cell.split()):
        assert max(map(display_width, lines)) <= 60
