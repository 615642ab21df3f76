"""What tells a table of study data from any other, by its first lines alone."""

from __future__ import annotations

import re

from bmreport.study_rows import ColumnPlan, Role, plan_columns
from bmreport_plugins.sources.delimited_table import first_names

__all__ = ["is_study_json", "is_study_text", "speaks_of_studies"]

_JSON_KEY = re.compile(r'"((?:[^"\\\n]|\\.){1,80})"\s*:')
_MOST_KEYS = 400


def is_study_text(text: str) -> bool:
    """Whether the first lines are a header of study data with at least one row."""
    return text.count("\n") > 0 and speaks_of_studies(plan_columns(first_names(text)))


def is_study_json(text: str) -> bool:
    """Whether the keys at the beginning of a JSON text are those of study data."""
    keys = dict.fromkeys(found[1] for _place, found in zip(range(_MOST_KEYS), _JSON_KEY.finditer(text), strict=False))
    plan = plan_columns(list(keys))
    nested = {"intervention", "control"} <= keys.keys() or "estimate" in keys
    return _names_study(plan) and (not plan.missing_figures() or nested) and plan.has(Role.TEXT, "outcome")


def speaks_of_studies(plan: ColumnPlan) -> bool:
    """Whether columns name a study and hold whole figures of it; a list of papers has no such figures."""
    return _names_study(plan) and not plan.missing_figures()


def _names_study(plan: ColumnPlan) -> bool:
    return plan.has(Role.STUDY) or plan.has(Role.AUTHOR)
