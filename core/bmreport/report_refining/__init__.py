"""Refining a finished report: evidence taken out or added, and only what that touches done again."""

from bmreport.report_refining.refining import refine_report

__all__ = ["refine_report"]
