"""From a pooled outcome to what its funnel plot shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.figures.forest.labels import measure_words, outcome_title
from bmreport_plugins.figures.forest.statements import left_out_notes, method_words
from bmreport_plugins.figures.funnel.plot import FunnelPlot, Point
from bmreport_plugins.figures.numbers import fixed, interval, p_value, ratio

if TYPE_CHECKING:
    from bmreport_meta import EffectSizes, SmallStudyTest, TrimFill
    from bmreport_meta.tau2 import Method
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["funnel_plot"]

_ENOUGH = 10  # Cochrane Handbook 13.3.5.4: with fewer studies the tests tell little
_COMMON = ("EE", "MH", "PETO")


def funnel_plot(
    outcome: PooledOutcome,
    *,
    fill: bool = True,
    fill_method: Method | None = None,
    contours: Sequence[float] = (0.9, 0.95, 0.99),
    test: bool = True,
    title: str = "",
) -> FunnelPlot:
    """What the funnel plot of a pooled outcome shows; trim and fill uses the pooling method unless told otherwise.

    Raises InputError when fewer than three studies are pooled: two points make no funnel.
    """
    pooled, sizes, measure = outcome.pooled, outcome.sizes, outcome.measure
    if pooled is None or sizes is None or measure is None or outcome.natural is None or pooled.k < 3:
        count = pooled.k if pooled else 0
        raise InputError(
            f"a funnel plot needs three pooled studies; {outcome.group.outcome or 'the outcome'} has {count}",
            remedy=outcome.why_not or "show a forest plot instead",
        )
    from bmreport_meta.transforms import back_transform  # numpy comes with it

    def back(value: float, n: float | None) -> float:
        return float(back_transform(measure.back, n)(value))

    points = [Point(row.study.study, back(row.effect.yi, row.effect.n), row.effect.se) for row in outcome.rows]
    trimmed = _trimmed(sizes, fill_method or _method(pooled.method)) if fill else None
    statements = []
    adjusted = None
    if trimmed:
        for one in trimmed.filled:
            # The pooled rows are called after their places.
            twin = outcome.group.studies[int(one.study.removeprefix("filled: "))].study
            points.append(Point(f"mirror image of {twin}", back(one.yi, one.n), one.se, filled=True))
        adjusted, said = _with_filled(trimmed, sizes, log=measure.is_ratio)
        statements.append(said)
    if test:
        statements.append(_asymmetry(sizes, pooled.k))
    return FunnelPlot(
        title=title or outcome_title(outcome),
        measure=measure_words(measure),
        points=tuple(points),
        centre=outcome.natural.estimate,
        adjusted=adjusted,
        null=1.0 if measure.is_ratio else measure.null,
        log=measure.is_ratio,
        level=pooled.level,
        contours=tuple(contours) if measure.null is not None else (),
        statements=tuple(statements),
        notes=tuple(left_out_notes(outcome.left_out)),
        method=method_words(pooled),
        reference_ids=tuple(row.study.reference_id for row in outcome.rows if row.study.reference_id),
    )


def _method(method: str) -> Method:
    return "EE" if method in _COMMON else method  # type: ignore[return-value]  # those of pooling are those of tau2


def _trimmed(sizes: EffectSizes, method: Method) -> TrimFill | None:
    from bmreport_meta import MetaError, trim_and_fill

    try:
        return trim_and_fill(sizes, method=method)
    except MetaError:
        return None


def _with_filled(trimmed: TrimFill, sizes: EffectSizes, *, log: bool) -> tuple[float | None, str]:
    """The estimate with the filled studies, and the sentence on it."""
    from bmreport_meta import on_natural_scale

    if not trimmed.missing:
        return None, "Trim and fill adds no study"
    natural = on_natural_scale(trimmed.pooled, sizes)
    shown = [ratio(value) if log else fixed(value) for value in
             (natural.estimate, natural.interval.low, natural.interval.high)]  # fmt: skip
    studies = "1 study" if trimmed.missing == 1 else f"{trimmed.missing} studies"
    said = f"Trim and fill adds {studies} on the {trimmed.side}: {shown[0]} ({interval(shown[1], shown[2])})"
    return natural.estimate, said


def _asymmetry(sizes: EffectSizes, k: int) -> str:
    """The test of asymmetry that goes with the measure, as the grader uses it."""
    from bmreport_meta import MetaError, TwoByTwo, egger, harbord, peters

    try:
        if all(isinstance(effect.table, TwoByTwo) for effect in sizes):
            found = harbord(sizes) if sizes.measure in ("OR", "PETO") else peters(sizes)
        else:
            found = egger(sizes)
    except MetaError as error:
        return f"Asymmetry could not be tested: {error}"
    few = f"; {k} studies are few for a test of asymmetry" if k < _ENOUGH else ""
    whose = f"{found.name}'" if found.name.endswith("s") else f"{found.name}'s"
    return f"{whose} test: {_statistic(found)} ({p_value(found.p)}){few}"


def _statistic(found: SmallStudyTest) -> str:
    sign = "z" if found.df is None else f"t({found.df})"
    return f"{sign} = {fixed(found.statistic, 2)}"
