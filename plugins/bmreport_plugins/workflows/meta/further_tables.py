"""Tables of what is looked at besides the pooled effect: subgroups, regression, single studies, small studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.workflows.meta.cells import table
from bmreport_plugins.workflows.meta.wording import (
    DASH,
    between,
    counted,
    effect_cell,
    effect_name,
    level_words,
    listed,
    number,
    p_value,
    percent,
    sign,
)

if TYPE_CHECKING:
    from bmreport import Analysis, Table
    from bmreport.models.analysis import (
        AsymmetryTest,
        FilledIn,
        NamedEffect,
        RegressionAnalysis,
        RegressionTerm,
        SubgroupAnalysis,
    )

__all__ = ["asymmetry_table", "leave_one_out_table", "regression_table", "subgroup_table"]

_SHOWN = 20
_FEW_TO_REGRESS = 10
_FEW_TO_TEST = 10


def subgroup_table(analysis: Analysis, found: SubgroupAnalysis) -> Table:
    """One row for each group, and the test of their difference below."""
    header = ["Subgroup", "Rows", f"{effect_name(analysis)} ({level_words(analysis)})", "I²"]
    rows = [[one.name, *_pooled_cells(one)] for one in found.groups]
    notes = [f"{one.name}: {one.why_not}." for one in found.groups if one.why_not]
    if found.q is not None and found.p is not None:
        notes.append(
            f"Test of subgroup differences: χ² = {number(found.q)}, df {found.df}, {p_value(found.p)}; "
            f"I² {percent(found.i2)}. A comparison between studies, not within them."
        )
    if found.left_out:
        notes.append(f"In no group: {_some(found.left_out)}.")
    return table(f"{analysis.outcome}: subgroups by {found.by}.", header, rows, notes)


def regression_table(analysis: Analysis, found: RegressionAnalysis) -> Table:
    """One row for each coefficient; ratios as ratios."""
    is_ratio = analysis.null == 1.0
    header = ["Term", f"{'Ratio' if is_ratio else 'Coefficient'} ({level_words(analysis)})", "Test"]
    rows = [[_term_name(term, is_ratio=is_ratio), _term(term, is_ratio=is_ratio), _test(term)] for term in found.terms]
    explained = f"; it explains {percent(found.r2)} of τ²" if found.r2 is not None else ""
    df = f"F({found.df}, {found.df2})" if found.df2 is not None else f"χ²({found.df})"
    p = p_value(found.p) if found.p is not None else ""
    test = f"{df} = {number(found.statistic)}, {p}{explained}"
    notes = [f"{counted(found.k, 'study', 'studies')}. Test of the moderator: {test}."]
    if found.k < _FEW_TO_REGRESS:
        notes.append(f"With fewer than {_FEW_TO_REGRESS} studies a moderator is hardly told from chance.")
    if found.left_out:
        notes.append(f"Without this moderator: {_some(found.left_out)}.")
    return table(f"{analysis.outcome}: meta-regression on {found.moderator}.", header, rows, notes)


def leave_one_out_table(analysis: Analysis) -> Table:
    """The pool without each study."""
    header = ["Left out", f"{effect_name(analysis)} ({level_words(analysis)})", "p", "I²"]
    rows = []
    for one in analysis.leave_one_out:
        pooled = one.pooled
        p = p_value(pooled.p).removeprefix("p ").removeprefix("= ") if pooled and pooled.p is not None else DASH
        rows.append([one.name, effect_cell(pooled) if pooled else one.why_not or DASH, p, _i2(one)])
    return table(f"{analysis.outcome}: each study left out in turn.", header, rows)


def asymmetry_table(analysis: Analysis) -> Table:
    """Tests of small-study effects, and trim and fill."""
    rows = [[f"{_possessive(one.name)} test", _asymmetry(one)] for one in analysis.asymmetry]
    notes = []
    if not analysis.asymmetry and analysis.pooled:
        rows.append(["Tests of asymmetry", f"not made: {counted(analysis.pooled.k, 'study', 'studies')} are too few"])
    if analysis.trim_and_fill:
        rows.append(["Trim and fill", _filled(analysis, analysis.trim_and_fill)])
        notes.append("Trim and fill shows what missing studies might change; it corrects nothing.")
        if analysis.pooled and analysis.pooled.k < _FEW_TO_TEST:
            notes.append(f"With fewer than {_FEW_TO_TEST} studies neither can tell chance from bias.")
    return table(f"{analysis.outcome}: small-study effects.", ["Method", "Result"], rows, notes)


def _pooled_cells(one: NamedEffect) -> list[str]:
    return [str(one.pooled.k) if one.pooled else DASH, effect_cell(one.pooled), _i2(one)]


def _i2(one: NamedEffect) -> str:
    return percent(one.pooled.spread.i2) if one.pooled and one.pooled.spread else DASH


def _term_name(term: RegressionTerm, *, is_ratio: bool) -> str:
    if term.name == "intercept":
        return "intercept"
    return f"{term.name}, per unit" if is_ratio and ":" not in term.name else term.name


def _term(term: RegressionTerm, *, is_ratio: bool) -> str:
    from bmreport_meta.transforms import back_transform

    back = back_transform("exp" if is_ratio else "none")
    values = [back(one) for one in (term.estimate, term.low, term.high)]
    if ":" in term.name or term.name == "intercept":
        return f"{number(values[0])} ({between(values[1], values[2])})"
    # The change for one unit of a number may be small; two decimals would hide it.
    shown = [f"{one:.4f}".replace("-", "−") for one in values]
    return f"{shown[0]} ({shown[1]} to {shown[2]})"


def _test(term: RegressionTerm) -> str:
    return f"{sign(term.df)} = {number(term.statistic)}, {p_value(term.p)}"


def _asymmetry(one: AsymmetryTest) -> str:
    if one.p is None:
        return f"not made: {one.why_not}"
    return f"slope {number(one.slope)}, {sign(one.df)} = {number(one.statistic)}, {p_value(one.p)}"


def _filled(analysis: Analysis, found: FilledIn) -> str:
    if found.pooled is None:
        return f"not made: {found.why_not}"
    if not found.missing:
        return "no study seems to be missing"
    added = counted(found.missing, "study", "studies")
    pooled = found.pooled
    effect = f"{effect_name(analysis)} {number(pooled.value)} ({between(pooled.low, pooled.high)})"
    return f"{added} added on the {found.side}: {effect}"


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _some(names: list[str]) -> str:
    more = len(names) - _SHOWN
    return f"{', '.join(names[:_SHOWN])} and {more} more" if more > 0 else listed(names)
