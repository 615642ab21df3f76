"""Subgroups of an outcome, each pooled by itself, and the test whether they differ (Cochrane Handbook 10.11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models.analysis import NamedEffect, SubgroupAnalysis
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.workflows.meta.fields import group_of, moderator_name
from bmreport_plugins.workflows.meta.numbers import effect_of, finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_meta import Effect, Pooled
    from bmreport_plugins.workflows.meta.again import PooledAgain

__all__ = ["by_subgroup"]


def by_subgroup(again: PooledAgain, by: str, back: Callable[[float], float]) -> SubgroupAnalysis:
    """The pooled effect of each group, in the order of the rows; a study that is in none is named."""
    from bmreport_meta import MetaError

    members, lacking = _members(again, by)
    made = SubgroupAnalysis(by=moderator_name(by), left_out=lacking)
    if len(members) < 2:
        there = (
            f"all pooled studies are of one group ({next(iter(members))})" if members else "no pooled study gives it"
        )
        return made.model_copy(update={"why_not": there})
    groups: list[NamedEffect] = []
    pooled: list[Pooled] = []
    for name, effects in members.items():
        try:
            found = again.of_part(effects)
        except MetaError as error:
            groups.append(NamedEffect(name=name, why_not=str(error)))
            continue
        pooled.append(found)
        groups.append(NamedEffect(name=name, pooled=effect_of(found, again.measure, back)))
    return made.model_copy(update={"groups": groups, **_difference(pooled)})


def _members(again: PooledAgain, by: str) -> tuple[dict[str, list[Effect]], list[str]]:
    """Effects by group, under the first spelling of its name; and the studies that are in none."""
    spelt: dict[str, str] = {}
    members: dict[str, list[Effect]] = {}
    lacking = []
    for row in again.outcome.rows:
        name = group_of(row.study, by)
        if not name:
            lacking.append(again.names[row.effect.study])
            continue
        members.setdefault(spelt.setdefault(name_key(name), name), []).append(row.effect)
    return members, lacking


def _difference(pooled: list[Pooled]) -> dict[str, object]:
    from bmreport_meta import difference_of
    from bmreport_meta.heterogeneity import i2_of_q

    if len(pooled) < 2:
        return {"why_not": "fewer than two groups could be pooled"}
    test = difference_of(pooled)
    return {"q": finite(test.statistic), "df": test.df, "p": test.p, "i2": i2_of_q(test.statistic, test.df)}
