"""What the sources of text files share: opening the books, and messages about files that hold something else."""

from __future__ import annotations

from bmreport import InputError, Intake, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import kind_of


def open_text(source: str, locator: SourceLocator, format_name: str, suffixes: frozenset[str]) -> tuple[Intake, str]:
    """The books of an input and its text. The import report names the format found, whatever the file is called.

    Raises InputError when the input cannot be read, is empty, or holds no text.
    """
    data = locator.data
    kind = kind_of(data[:8192])
    if kind and kind.binary:
        raise InputError(f"is {kind.name}, not {format_name}", where=locator.label, remedy=kind.remedy)
    decoded = decode(data)
    if not decoded.text.strip():
        raise InputError("is empty", where=locator.label, remedy="export it again")
    intake = Intake(source, locator.label, data=data, encoding=decoded.encoding)
    intake.report.format = format_name
    if locator.suffix and locator.suffix not in suffixes:
        intake.note(f"the file name ends in {locator.suffix}, but the content is {format_name} and was read as such")
    for note in decoded.notes:
        intake.note(note)
    return intake, decoded.text


def not_this_format(locator: SourceLocator, format_name: str, looked_for: str) -> InputError:
    """The error for text in which a format's records do not occur."""
    kind = kind_of(locator.data[:8192])
    if kind:
        return InputError(f"is {kind.name}, not {format_name}", where=locator.label, remedy=kind.remedy)
    start = decode(locator.data[:400]).text.strip().split("\n", 1)[0][:60]
    return InputError(
        f"holds no {format_name} record: {looked_for} does not occur (the text starts with {start!r})",
        where=locator.label,
        remedy="check that the export is complete, or name the right format as FORMAT:FILE",
    )


def plural(number: int, noun: str) -> str:
    """`1 line`, `3 lines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def spans(numbers: list[int], limit: int = 8) -> str:
    """Line numbers as a short list: `3, 7-9 and 4 more`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    shown = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs[:limit])
    left = sum(last - first + 1 for first, last in runs[limit:])
    return f"{shown} and {left} more" if left else shown
