"""Exporter `ledger-csv`: the claim ledger for a spreadsheet, one row a claim.

The file follows RFC 4180 (commas, quoted fields, CRLF). It begins with a byte order mark, without which Excel takes
UTF-8 for the machine's own code page. A field that a spreadsheet could take for a formula begins with an apostrophe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import NoOptions, Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from bmreport.rendering import RenderedReport
    from bmreport_plugins.exporters.ledger_records import LedgerRecord

COLUMNS = (
    "claim_id",
    "section",
    "text",
    "verdict",
    "citation_ids",
    "references",
    "quotes",
    "checks",
    "reasons",
)
# OWASP, "CSV injection": what a formula can begin with, in full width too. A field that begins with an apostrophe gets
# another, so that taking one away always gives back the text.
_GUARDED = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")


class LedgerCsvExporter:
    """Claim, section, verdict, sources, quoted words, checks and their reasons; several of a kind stand on lines."""

    name = "ledger-csv"
    summary = "Claim ledger for a spreadsheet, one row a claim"
    suffix = ".ledger.csv"
    media_type = "text/csv"
    takes_template = False
    options_model: type[Options] = NoOptions

    def export(self, rendered: RenderedReport, template: Path | None, options: Options) -> bytes:
        """The table as UTF-8 with a byte order mark; characters that text may not hold are made visible."""
        # These bring in rich text, which listing the formats should not wait for.
        import csv
        import io

        from bmreport_plugins.exporters.ledger_records import ledger_records, passages_of

        passages = passages_of(rendered.report)
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        writer.writerows(map(_field, _cells(record, passages)) for record in ledger_records(rendered))
        return out.getvalue().encode("utf-8-sig")


def _cells(record: LedgerRecord, passages: Mapping[str, str]) -> tuple[str, ...]:
    """The row in the order of `COLUMNS`; `checks` and `reasons` have one line for each check, in the same order."""
    from bmreport_plugins.exporters.ledger_records import quoted_words

    entry = record.entry
    quotes = [f"{one.citation_id} ({one.start}-{one.end}): {quoted_words(one, passages)}" for one in entry.quotes]
    reasons = [f"{one.reason} ({one.remedy})" if one.remedy else one.reason for one in entry.checks]
    return (
        entry.claim_id,
        record.section,
        record.statement,
        str(entry.verdict),
        "; ".join(entry.citation_ids),
        "; ".join(str(reference.number) for reference in record.references if reference.number),
        _lines(quotes),
        _lines(f"{one.check}: {one.verdict}" for one in entry.checks),
        _lines(reasons),
    )


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(" ".join(text.split()) for text in texts)


def _field(text: str) -> str:
    from bmreport.richtext.html import legal_text

    shown = legal_text(text)
    return f"'{shown}" if shown.startswith(_GUARDED) else shown
