"""A RIS file taken into the books, record by record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.sources.ris_csl import map_ris
from bmreport_plugins.sources.ris_dialects import DIALECTS, Dialect, guess_dialect
from bmreport_plugins.sources.ris_tags import RisFile, RisRecord, read_ris
from bmreport_plugins.sources.text_input import not_this_format, open_text, plural, spans

if TYPE_CHECKING:
    from bmreport import Harvest, Intake, SourceLocator


def harvest_ris(source: str, locator: SourceLocator, suffixes: frozenset[str], dialect_name: str) -> Harvest:
    """Read everything; `dialect_name` is a key of DIALECTS or `auto`.

    Raises InputError when there is no record in the input.
    """
    intake, text = open_text(source, locator, "RIS", suffixes)
    file = read_ris(text)
    if not file.records:
        raise not_this_format(locator, "RIS", "a line that starts with 'TY  - '")
    dialect = guess_dialect(text) if dialect_name == "auto" else DIALECTS[dialect_name]
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
