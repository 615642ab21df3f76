"""Source `ris`: RIS files of every maker (RefMan, EndNote, Zotero, Mendeley, Ovid, Embase, Scopus, Cochrane …)."""

from __future__ import annotations

import re
from typing import Literal

from bmreport import Harvest, Intake, Match, Options, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary
from bmreport_plugins.sources.ris_csl import map_ris
from bmreport_plugins.sources.ris_dialects import DIALECTS, Dialect, guess_dialect
from bmreport_plugins.sources.ris_tags import RisFile, RisRecord, read_ris
from bmreport_plugins.sources.text_input import not_this_format, open_text, plural, spans

_SUFFIXES = frozenset({".ris"})
_START = re.compile(r"^[ \t]*TY[ \t]*-[ \t]*[A-Za-z]", re.MULTILINE)


class RisOptions(Options):
    """Options of the RIS source."""

    dialect: Literal[
        "auto", "plain", "cochrane", "ovid", "eppi", "refworks", "scopus", "ebsco", "proquest", "wos", "pubmed",
        "embase", "endnote",
    ] = "auto"  # fmt: skip
    """Who wrote the file, for tags that each maker uses in another sense; `auto` tells it by the content."""


class RisSource:
    """Reads RIS; the import report accounts for every record and every line that is part of none."""

    name = "ris"
    summary = "RIS files, as reference managers and databases export them"
    options_model = RisOptions

    def match(self, locator: SourceLocator) -> Match:
        """By a `TY` line, else by the file name."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        if _START.search(decode(locator.head).text):
            return Match.CONTENT
        return Match.SUFFIX if locator.suffix in _SUFFIXES else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: RisOptions) -> Harvest:
        """Read everything. Raises InputError when there is no record in the input."""
        intake, text = open_text(self.name, locator, "RIS", _SUFFIXES)
        file = read_ris(text)
        if not file.records:
            raise not_this_format(locator, "RIS", "a line that starts with 'TY  - '")
        dialect = guess_dialect(text) if options.dialect == "auto" else DIALECTS[options.dialect]
        intake.report.format = f"RIS ({dialect.label})"
        for record in file.records:
            _add(intake, record, dialect)
        _report_lines(intake, file)
        return intake.harvest()


def _add(intake: Intake, record: RisRecord, dialect: Dialect) -> None:
    if not any(field.text for field in record.fields):
        intake.reject("the record holds no field with a value", line=record.line, remedy="export it again")
        return
    mapped = map_ris(record, dialect)
    notes = mapped.notes if record.ended else (*mapped.notes, "the record has no ER line; it may be cut short")
    intake.add_record(
        mapped.csl,
        abstract=mapped.abstract,
        publication_types=mapped.publication_types,
        notes=notes,
        line=record.line,
    )


def _report_lines(intake: Intake, file: RisFile) -> None:
    """Say how the file differs from what was read: records without an end or a start, lines outside any record."""
    unended = [record.line for record in file.records if not record.ended]
    if unended:
        intake.note(f"{plural(len(unended), 'record')} without an ER line (starting in line {spans(unended)})")
    untyped = [record.line for record in file.records if not record.type]
    if untyped:
        intake.note(f"{plural(len(untyped), 'record')} without a type (starting in line {spans(untyped)})")
    if file.missed:
        intake.note(
            f"{plural(len(file.missed), 'line')} that look like the start of a record are none "
            f"and were read as text (line {spans(list(file.missed))})"
        )
    if file.stray:
        lines = [stray.line for stray in file.stray]
        intake.note(
            f"{plural(len(lines), 'line')} outside the records left out (line {spans(lines)}); "
            f"the first: {file.stray[0].text[:80]!r}"
        )
