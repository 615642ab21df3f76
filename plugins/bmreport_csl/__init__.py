"""A CSL 1.0.2 processor in plain Python: styles and records in, citations and reference lists out."""

from __future__ import annotations

from bmreport_csl.errors import StyleError
from bmreport_csl.processor import Result, process
from bmreport_csl.style import Style

__all__ = ["Result", "Style", "StyleError", "process"]
