"""A MEDLINE file taken into the books, record by record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.sources.nbib_csl import map_nbib
from bmreport_plugins.sources.nbib_tags import NbibFile, NbibRecord, read_nbib
from bmreport_plugins.sources.tagged_fields import has_ris_type
from bmreport_plugins.sources.text_input import not_this_format, open_text, plural, spans

if TYPE_CHECKING:
    from bmreport import Harvest, Intake, SourceLocator

# Without one of these a block of tags is no record of a publication.
_ESSENTIAL = frozenset({"PMID", "PMC", "TI", "BTI", "AU", "FAU", "AB", "DP", "JT", "TA", "PT", "LID", "AID"})


def harvest_nbib(source: str, locator: SourceLocator, suffixes: frozenset[str]) -> Harvest:
    """Read everything. Raises InputError when there is no record in the input."""
    intake, text = open_text(source, locator, "PubMed (MEDLINE)", suffixes)
    file = read_nbib(text)
    is_ris = not file.pmid_lines and has_ris_type(text)
    if is_ris or not any(_is_publication(record) for record in file.records):
        raise not_this_format(locator, "PubMed (MEDLINE)", "a line that starts with 'PMID- '")
    for record in file.records:
        _add(intake, record)
    _report_lines(intake, file)
    return intake.harvest()


def _is_publication(record: NbibRecord) -> bool:
    return any(field.tag in _ESSENTIAL and field.text for field in record.fields)


def _add(intake: Intake, record: NbibRecord) -> None:
    if not _is_publication(record):
        tags = ", ".join(dict.fromkeys(field.tag for field in record.fields))
        intake.reject(
            f"neither PMID nor title nor authors: this is no record (tags: {tags[:80]})",
            line=record.line,
            remedy="save it from PubMed again, with the format 'PubMed'",
        )
        return
    mapped = map_nbib(record)
    intake.add_record(
        mapped.csl,
        abstract=mapped.abstract,
        publication_types=mapped.publication_types,
        notes=mapped.notes,
        line=record.line,
    )


def _lacks_end(records: tuple[NbibRecord, ...]) -> bool:
    """PubMed ends every record with SO; a last one without it was cut off."""
    ended = [any(field.tag == "SO" for field in record.fields) for record in records]
    return len(ended) > 1 and all(ended[:-1]) and not ended[-1]


def _report_lines(intake: Intake, file: NbibFile) -> None:
    """Say how the file differs from what was read."""
    with_pmid = sum(1 for record in file.records if any(field.tag == "PMID" for field in record.fields))
    if with_pmid != file.pmid_lines:
        intake.note(
            f"the file has {plural(file.pmid_lines, 'PMID line')}, but {plural(with_pmid, 'record')} with a PMID"
        )
    without = [record.line for record in file.records if not any(field.tag == "PMID" for field in record.fields)]
    if without:
        intake.note(f"{plural(len(without), 'record')} without a PMID (starting in line {spans(without)})")
    if _lacks_end(file.records):
        intake.note("the last record has no SO line, as all others have; the file may be cut short")
    if file.glued:
        intake.note(f"no blank line before the record in line {spans(list(file.glued))}; a PMID began a new one")
    if file.unindented:
        intake.note(
            f"{plural(len(file.unindented), 'line')} without tag or indent "
            f"taken for wrapped text (line {spans(list(file.unindented))})"
        )
    if file.stray:
        lines = [number for number, _ in file.stray]
        intake.note(
            f"{plural(len(lines), 'line')} before the first record left out (line {spans(lines)}); "
            f"the first: {file.stray[0][1][:80]!r}"
        )
