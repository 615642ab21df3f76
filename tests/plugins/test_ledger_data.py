"""The claim ledger as JSON and CSV: everything is in it, it reads back, and no spreadsheet runs it."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmreport.models import Claim, Ledger, LedgerEntry, Paragraph, Report, Section, Verdict
from bmreport.richtext.html import legal_text
from bmreport.testing import HOSTILE_TEXTS, assert_exporter_contract, sample_report
from bmreport_plugins.exporters.ledger_csv import COLUMNS, LedgerCsvExporter
from bmreport_plugins.exporters.ledger_json import LedgerJsonExporter

from .judged_reports import exported, judged, rendered, with_record

FORMULA = ("=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝1", "－1", "'=1", "'tis so", "''", "plain", " =1")
texts = st.one_of(
    st.sampled_from([*HOSTILE_TEXTS, *FORMULA]), st.text(st.characters(exclude_categories=()), max_size=30)
)


def _report(text: str) -> Report:
    """The sample with `text` as every sentence and in every place of the ledger."""
    report = sample_report()
    for claim in report.claims:
        claim.text = text
    return with_record(judged(report, words=text), text)


# -- JSON --------------------------------------------------------------------------------------------------------


def read_json(data: bytes) -> tuple[Ledger, dict[str, Any]]:
    """The ledger out of its JSON file, and the file."""
    whole = json.loads(data)

    def quotes(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: item[key] for key in ("citation_id", "start", "end")} for item in items]

    entries = [
        LedgerEntry.model_validate(
            {
                **{key: claim[key] for key in ("claim_id", "text", "verdict", "citation_ids")},
                "quotes": quotes(claim["quotes"]),
                "checks": [{**check, "quotes": quotes(check["quotes"])} for check in claim["checks"]],
            }
        )
        for claim in whole["claims"]
    ]
    return Ledger(entries=entries, grounding=whole["grounding"]), whole


def test_json_contract() -> None:
    """The exporter keeps what every exporter promises."""
    assert_exporter_contract(LedgerJsonExporter(), rendered())


def test_json_holds_quotes_with_words_and_offsets() -> None:
    """Each quote has its place and its words; each claim its section, sources and the sentence as printed."""
    report = with_record(judged(sample_report()))
    _ledger, data = read_json(exported(LedgerJsonExporter(), report))
    passages = {citation.id: citation.passage for citation in report.citations}
    for claim in data["claims"]:
        for quote in [*claim["quotes"], *(one for check in claim["checks"] for one in check["quotes"])]:
            assert quote["words"] == passages[quote["citation_id"]][quote["start"] : quote["end"]]
    second = data["claims"][1]
    assert second["section"] == "Findings"
    assert second["printed"] == "Placebrol raised major bleeding (rate ratio 1.29) [2]."
    assert second["reference_ids"] == [report.references[1].id]
    source = next(one for one in data["sources"] if one["citation_id"] == "c3")
    assert (source["reference_number"], source["doi"]) == (2, "10.5555/sample.2")
    assert data["counts"]["not found"] == 2
    assert data["contradictions"][0]["sides"][0]["quote"]["words"] == "Placebrol"
    assert data["left_out"] == ["c2", "c6"]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts)
def test_json_reads_back_as_the_same_ledger(text: str) -> None:
    """Whatever characters it holds, the ledger that is read is the one that was written."""
    report = _report(text or "x")
    ledger, _data = read_json(exported(LedgerJsonExporter(), report))
    assert ledger == report.ledger


# -- CSV ---------------------------------------------------------------------------------------------------------


def read_csv(data: bytes) -> list[list[str]]:
    """Rows of a file that keeps to RFC 4180 with every field quoted; a reader that shares nothing with the writer."""
    assert data.startswith(b"\xef\xbb\xbf")
    text = data.decode("utf-8-sig")
    rows: list[list[str]] = [[]]
    position = 0
    while position < len(text):
        assert text[position] == '"', text[position : position + 20]
        field, position = _quoted(text, position + 1)
        rows[-1].append(field)
        if text.startswith("\r\n", position):
            rows.append([])
            position += 2
        else:
            assert text[position] == ","
            position += 1
    assert rows.pop() == []
    return rows


def _quoted(text: str, position: int) -> tuple[str, int]:
    parts = []
    while True:
        end = text.index('"', position)
        parts.append(text[position:end])
        if not text.startswith('""', end):
            return '"'.join(parts), end + 1
        position = end + 2


def unguarded(field: str) -> str:
    """The field without the apostrophe that keeps it from being a formula."""
    return field.removeprefix("'")


def test_csv_contract() -> None:
    """The exporter keeps what every exporter promises."""
    assert_exporter_contract(LedgerCsvExporter(), rendered())


def test_csv_has_a_row_for_each_claim() -> None:
    """A reviewer sees the sentence, where it stands, its verdict, sources, quotes, and checks beside their reasons."""
    report = judged(sample_report())
    header, *rows = read_csv(exported(LedgerCsvExporter(), report))
    assert tuple(header) == COLUMNS
    assert len(rows) == len(report.ledger.entries)
    row = dict(zip(header, rows[1], strict=True))
    assert row == {
        "claim_id": report.claims[1].id,
        "section": "Findings",
        "text": "Placebrol raised major bleeding (rate ratio 1.29).",
        "verdict": "contradicted",
        "citation_ids": "c3",
        "references": "2",
        "quotes": "c3 (0-68): Placebrol raised major bleeding (rate ratio 1.29, 95% CI 1.05-1.56).",
        "checks": "numbers: contradicted",
        "reasons": "the numbers are contradicted (look at the passage)",
    }
    third = dict(zip(header, rows[2], strict=True))
    assert (third["citation_ids"], third["references"]) == ("c4; c5", "3; 4")
    assert len(third["quotes"].split("\n")) == 2


def test_python_reads_the_csv_alike() -> None:
    """The standard library's reader sees the same fields."""
    data = exported(LedgerCsvExporter(), _report(HOSTILE_TEXTS[10]))
    assert list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))) == read_csv(data)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts)
def test_csv_reads_back_and_runs_nothing(text: str) -> None:
    """Texts come back as they are shown everywhere; no field begins as a formula does."""
    report = _report(text or "x")
    header, *rows = read_csv(exported(LedgerCsvExporter(), report))
    for entry, row in zip(report.ledger.entries, rows, strict=True):
        assert len(row) == len(header)
        for field in row:
            assert not field.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"))
        cells = dict(zip(header, map(unguarded, row), strict=True))
        assert cells["claim_id"] == entry.claim_id
        assert cells["text"] == legal_text(text or "x")
        assert cells["verdict"] == entry.verdict
        assert len(cells["checks"].split("\n")) == max(len(entry.checks), 1)


@pytest.mark.parametrize("text", FORMULA)
def test_formulas_are_text(text: str) -> None:
    """What a spreadsheet would take for a formula begins with an apostrophe, and taking it away gives the text."""
    (field,) = {row[2] for row in read_csv(exported(LedgerCsvExporter(), _report(text)))[1:]}
    guarded = text[0] not in " p"
    assert field.startswith("'") == guarded
    assert (unguarded(field) if guarded else field) == legal_text(text)


# -- both --------------------------------------------------------------------------------------------------------


def test_a_report_without_a_ledger_gives_an_empty_one() -> None:
    """A report that was never checked has no claims in its ledger; the files are sound."""
    assert read_csv(exported(LedgerCsvExporter(), sample_report())) == [list(COLUMNS)]
    ledger, _data = read_json(exported(LedgerJsonExporter(), sample_report()))
    assert ledger == Ledger()


def test_a_claim_that_is_gone_is_still_listed() -> None:
    """An entry whose claim the report no longer has keeps its text, without a section."""
    report = Report(user_question="Why?", sections=[Section(blocks=[Paragraph(claims=[Claim(id="s1", text="Yes.")])])])
    report.ledger = Ledger(entries=[LedgerEntry(claim_id="s9", text="Gone.", verdict=Verdict.NOT_FOUND)])
    assert read_csv(exported(LedgerCsvExporter(), report))[1][:4] == ["s9", "", "Gone.", "not found"]
    _ledger, data = read_json(exported(LedgerJsonExporter(), report))
    assert data["claims"][0]["printed"] == "Gone."
