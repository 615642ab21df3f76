"""GRADE: the certainty of the evidence on each outcome, computed from the figures of its studies."""

from __future__ import annotations

from bmreport_plugins.graders.grade.grader import GradeGrader
from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["GradeGrader", "GradeOptions"]
