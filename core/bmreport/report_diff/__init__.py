"""The difference between two reports."""

from bmreport.report_diff.comparing import diff_reports
from bmreport.report_diff.models import ReportDiff

__all__ = ["ReportDiff", "diff_reports"]
