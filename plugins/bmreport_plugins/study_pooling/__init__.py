"""From rows of study data to pooled outcomes: what graders, figures and workflows share.

    for group in group_studies(body.studies):
        outcome = pool_group(group, PoolingSettings(method="DL"))
        outcome.natural.estimate, outcome.rows, outcome.left_out

Studies in = pooled + left out, each with its reason. A group is one outcome in one comparison, and by default of one
kind of design, because GRADE rates randomised and observational evidence apart.
"""

from __future__ import annotations

from bmreport_plugins.study_pooling.grouping import DesignClass, StudyGroup, group_studies
from bmreport_plugins.study_pooling.measures_of_rows import DEFAULT_MEASURES
from bmreport_plugins.study_pooling.outcome import LeftOutRow, PooledOutcome, PooledRow
from bmreport_plugins.study_pooling.pooling import pool_group
from bmreport_plugins.study_pooling.settings import PoolingSettings

__all__ = [
    "DEFAULT_MEASURES",
    "DesignClass",
    "LeftOutRow",
    "PooledOutcome",
    "PooledRow",
    "PoolingSettings",
    "StudyGroup",
    "group_studies",
    "pool_group",
]
