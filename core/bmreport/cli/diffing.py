"""The work of `bmreport diff`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.cli.diff_lines import diff_lines
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_document, write_line
from bmreport.models import Report
from bmreport.report_diff import diff_reports

if TYPE_CHECKING:
    from pathlib import Path

DIFFERENT = 1


def diff_files(old: Path, new: Path, *, as_json: bool, exit_code: bool, quiet: bool) -> int:
    """Print what differs and return the exit code. Raises InputError for a file that is no report."""
    diff = diff_reports(Report.load(old), Report.load(new))
    if as_json:
        # A lone surrogate of hostile input has no UTF-8 form; JSON's own escape has.
        write_document(diff.to_json().encode("utf-8", "backslashreplace"), "application/json")
    else:
        for line in diff_lines(diff, str(old), str(new)):
            write_line(line)
        if diff.is_empty:
            Messages(quiet).note("the reports say the same")
    return DIFFERENT if exit_code and not diff.is_empty else 0
