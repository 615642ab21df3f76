"""The flow of records through bmreport itself, from the books of a saved report."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.figures.prisma.flow import Count, Flow, Stage, Stream
from bmreport_plugins.study_pooling.outcome import count_studies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import ImportReport, Report

__all__ = ["flow_of_report"]


def flow_of_report(report: Report, where: str) -> Flow:
    """Records by input, those refused or joined, documents read, documents cited.

    All numbers come from the import reports and the list of references, so that they add up; those left over were
    turned down by a reviewer. Raises InputError when there are no import reports, or fewer records than documents.
    """
    imports = [one for one in report.imports if one.source != "studies"]
    identified = sum(one.records for one in imports)
    if not identified:
        raise InputError(
            "holds no import reports, and so no numbers of records",
            where=where,
            remedy="give a report that bmreport built from files, or a table of counts",
        )
    refused = sum(len(one.rejected) for one in imports)
    joined = sum(len(merge.joined) - 1 for merge in report.merges)
    cited, further = len(report.references), len(report.further_reading)
    rest = identified - refused - joined - cited - further
    if rest < 0:
        raise InputError(
            f"has {cited + further} documents, but {identified - refused - joined} records were read and not joined",
            where=where,
            remedy="the report was merged or refined by hand; write a table of counts instead",
        )
    removed = [
        Count("Duplicate records joined", joined),
        Count("Records that could not be read", refused),
        Count("Records turned down by a reviewer or taken out", rest),
    ]
    stage = Stage("screened", Count("", cited + further), (Count("", further),))
    studies = count_studies(report.studies)
    return Flow(
        title=report.title or report.user_question,
        databases=Stream(
            others=tuple(_sources(imports)),
            removed=tuple(count for count in removed if count.count),
            stages=(stage,),
        ),
        studies=Count("", studies) if 0 < studies <= cited else None,
        reports=Count("", cited),
        preset="bmreport",
    )


def _sources(imports: Sequence[ImportReport]) -> list[Count]:
    """One number for each input, by the name of its file."""
    counts: dict[str, int] = {}
    for one in imports:
        name = PurePosixPath(Path(one.locator).as_posix()).name or one.locator or one.source
        counts[name] = counts.get(name, 0) + one.records
    return [Count(name, number) for name, number in counts.items()]
