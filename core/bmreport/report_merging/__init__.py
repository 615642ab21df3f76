"""Merging finished reports: a meta-synthesis of several questions with one list of references."""

from bmreport.report_merging.merging import merge_reports

__all__ = ["merge_reports"]
