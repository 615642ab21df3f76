"""Summaries on stderr of what came in, what was refused and what the verifiers found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Finding, ImportReport, Merge, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.cli.messages import Messages

SHOWN = 20
"""Most entries of one list; the rest is counted."""


def counted(number: int, noun: str) -> str:
    """`1 record`, `2 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def show_imports(reports: Sequence[ImportReport], messages: Messages) -> None:
    """Every rejected record with file, line, field, reason and remedy; remarks on whole inputs."""
    for report in reports:
        for note in report.notes:
            messages.note(f"{report.locator}: {note}")
    rejected = [rejection for report in reports for rejection in report.rejected]
    if not rejected:
        return
    found = sum(report.records for report in reports)
    messages.warning(f"{len(rejected):,} of {counted(found, 'record')} rejected")
    _list([str(rejection) for rejection in rejected], messages)


def show_merges(merges: Sequence[Merge], messages: Messages, *, all_of_them: bool = False) -> None:
    """Records that turned out to be one document: how many, and those that disagree (or every one) in full."""
    if not merges:
        return
    messages.note(f"{counted(len(merges), 'document')} came in several records, which were joined")
    _list([_merge_line(merge) for merge in merges if all_of_them or merge.conflicts], messages)


def show_findings(findings: Sequence[Finding], messages: Messages) -> None:
    """Errors and warnings one by one, remarks as a count. Rejected records are left to `show_imports`."""
    told = [finding for finding in findings if finding.verifier != "import"]
    for severity in (Severity.ERROR, Severity.WARNING):
        of_kind = [finding for finding in told if finding.severity is severity]
        if of_kind:
            messages.warning(f"{counted(len(of_kind), severity.value)} in the report")
            _list([str(finding).removeprefix(f"{severity}: ") for finding in of_kind], messages)
    remarks = sum(1 for finding in told if finding.severity is Severity.INFO)
    if remarks:
        messages.note(f"{counted(remarks, 'remark')} of the checks; --export json holds them all")


def _merge_line(merge: Merge) -> str:
    conflicts = f"; they disagree: {'; '.join(merge.conflicts)}" if merge.conflicts else ""
    return f"{', '.join(merge.joined)}: {merge.reason}{conflicts}"


def _list(lines: Sequence[str], messages: Messages) -> None:
    for line in lines[:SHOWN]:
        messages.line(f"  {line}")
    if len(lines) > SHOWN:
        messages.line(f"  … and {len(lines) - SHOWN:,} more")
