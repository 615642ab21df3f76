"""The work of `bmreport merge`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.cli.findings import counted, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.messages import Messages
from bmreport.cli.outputs import STANDARD_OUTPUT
from bmreport.cli.progress import progress_line
from bmreport.cli.report_files import make_files, plan_files, write_files
from bmreport.cli.settings import Given, resolve
from bmreport.models import Report
from bmreport.report_merging import merge_reports

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def merge_files(paths: Sequence[Path], given: Given, *, note: str, quiet: bool) -> int:
    """Merge saved reports, write the files, and return the exit code.

    Raises InputError for a file that is no report, UsageError for a single one, ChecksFailedError if strict.
    """
    messages = Messages(quiet)
    reports = [Report.load(path) for path in paths]
    host = open_host(messages)
    settings = resolve([str(path) for path in paths], given)
    if not (settings.exports or settings.output):
        settings = replace(settings, output=STANDARD_OUTPUT)
    job = plan_files(host, settings, given.style, [report.style for report in reports])
    settings = job.settings
    with progress_line(quiet=quiet) as line, plugins_at_work():
        merged = merge_reports(
            reports,
            title=settings.title,
            question=settings.question,
            note=note,
            options=settings.options,
            context=settings.context(line),
            host=host,
        )
        merged.style = settings.style
        merged.locale = settings.locale or merged.locale
        made = make_files(merged, job, list(paths), line)
    code = write_files(made, merged, settings, messages)
    show_merges(merged.merges, messages)
    messages.note(
        f"{counted(len(reports), 'report')} merged: {counted(merged.citation_count, 'citation')} from "
        f"{counted(merged.unique_documents, 'document')}"
    )
    return code
