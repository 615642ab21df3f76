"""The risk-of-bias columns of a forest plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from bmreport_plugins.figures.forest.plot import BiasColumns
from bmreport_plugins.risk_of_bias import judge_studies
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from bmreport import Study
    from bmreport_plugins.risk_of_bias import Judged, RobTool

__all__ = ["OVERALL_SIGN", "bias_columns", "bias_of", "levels_of"]

OVERALL_SIGN = "O"
"""The head of the column of overall judgements."""


def bias_of(
    studies: Sequence[Study], outcome: str, judged: Sequence[Judged] | None, tool: RobTool | None
) -> dict[str, Judged]:
    """One judgement for each study by its comparable name: the one on this outcome, else the one on all of them.

    Where studies were judged with several tools, that of most studies counts. Raises InputError for a level that its
    tool does not have.
    """
    found = list(judged) if judged is not None else judge_studies(studies, tool)
    if not found:
        return {}
    most = Counter(one.tool.id for one in found).most_common(1)[0][0]
    chosen: dict[str, Judged] = {}
    for one in found:
        if one.tool.id == most and one.outcome and name_key(one.outcome) == name_key(outcome):
            chosen.setdefault(name_key(one.study), one)
    for one in found:
        if one.tool.id == most and not one.outcome:
            chosen.setdefault(name_key(one.study), one)
    return chosen


def bias_columns(judgements: Collection[Judged]) -> BiasColumns | None:
    """The columns of the tool that these judgements were made with; None without any."""
    if not judgements:
        return None
    tool = next(iter(judgements)).tool
    domains = [(f"D{place}", domain.short) for place, domain in enumerate(tool.bias_domains, start=1)]
    domains.append((OVERALL_SIGN, "Overall"))
    used = [level for one in judgements for level in (*one.domains.values(), *([one.overall] if one.overall else []))]
    levels = {level.name: level.sign.id for level in (*tool.levels, *used)}
    return BiasColumns(tool.name, tuple(domains), levels)


def levels_of(judged: Judged | None) -> tuple[str, ...]:
    """The levels of a study in the order of the columns; empty where nobody judged."""
    if judged is None:
        return ()
    found = [judged.domains.get(domain.id) for domain in judged.tool.bias_domains]
    return tuple(level.name if level else "" for level in (*found, judged.overall))
