"""diff_reports: what two reports say differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.report_diff.claims import compare_claims
from bmreport.report_diff.documents import Documents, compare_references
from bmreport.report_diff.evidence import compare_evidence
from bmreport.report_diff.exhibits import compare_exhibits
from bmreport.report_diff.models import ReportDiff, ReportName
from bmreport.report_diff.settings import compare_grades, compare_records, compare_settings

if TYPE_CHECKING:
    from bmreport.models import Report

__all__ = ["diff_reports"]


def diff_reports(old: Report, new: Report) -> ReportDiff:
    """Sentences, verdicts, cites, grades, references, retractions, contradictions and settings that differ.

    References and cites are told apart by document, never by number. Sentences are matched by id and words, then by
    likeness. When the reports were made, and how they were printed, does not count. The work grows linearly with the
    reports.
    """
    diff = ReportDiff(old=_name(old), new=_name(new))
    documents = Documents(old, new)
    compare_settings(diff, old, new)
    compare_claims(diff, old, new, documents)
    compare_grades(diff, old, new)
    compare_references(diff, documents)
    compare_evidence(diff, old, new, documents)
    compare_exhibits(diff, old, new)
    compare_records(diff, old, new)
    return diff


def _name(report: Report) -> ReportName:
    return ReportName(
        title=report.title,
        question=report.user_question,
        created_at=report.created_at.isoformat(),
        claims=len(report.claims),
        citations=len(report.citations),
        references=len(report.references),
    )
