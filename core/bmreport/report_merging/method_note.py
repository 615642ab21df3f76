"""What a merged report says of how it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.report_merging.parts import parts_of, question_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Report

__all__ = ["merged_note"]

_START = "This report puts together the answers of "


def merged_note(reports: Sequence[Report], questions: int, documents: int, shared: int) -> str:
    """What was done, then the notes of the reports, each under its question."""
    answers = sum(len(parts_of(report)) for report in reports)
    head = (
        f"{_START}{_count(len(reports), 'report')} on {_count(questions, 'question')}. Nothing was written or graded "
        f"anew: sentences and grades are those of the reports, a document is listed once however many of them cite it "
        f"({_count(documents, 'document')}, {shared:,} of them in several answers), and all checks ran again."
        if answers > questions or questions > 1
        else f"{_START}{_count(len(reports), 'report')} on one question. Nothing was written or graded anew."
    )
    notes = dict.fromkeys(paragraph for report in reports for paragraph in _notes(report))
    return "\n\n".join([head, *notes])


def _notes(report: Report) -> list[str]:
    """The paragraphs of a report's own note; those of a merged one name their questions already."""
    note = report.methodology_note.strip()
    if note.startswith(_START):
        return [paragraph for paragraph in note.split("\n\n")[1:] if paragraph]
    return [f"On the question “{question_of(report)}”: {note}"] if note else []


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
