"""Small-study effects: tests of asymmetry, and trim and fill (Cochrane Handbook 13.3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport.models.analysis import AsymmetryTest, FilledIn
from bmreport_plugins.workflows.meta.numbers import effect_of, finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_meta import SmallStudyTest
    from bmreport_plugins.workflows.meta.again import PooledAgain

__all__ = ["FEWEST_TO_FILL", "asymmetry_of", "fill_in"]

FEWEST_TO_FILL: Final = 3
_ODDS: Final = ("OR", "PETO")


def asymmetry_of(again: PooledAgain) -> list[AsymmetryTest]:
    """Egger's test; for counts also Peters', and for odds ratios Harbord's, whose errors do not follow the effect."""
    from bmreport_meta import TwoByTwo, egger, harbord, peters

    sizes = again.sizes
    made = [_made("Egger", lambda: egger(sizes, level=again.level))]
    if all(isinstance(effect.table, TwoByTwo) for effect in sizes):
        made.append(_made("Peters", lambda: peters(sizes, level=again.level)))
        if sizes.measure in _ODDS:
            made.append(_made("Harbord", lambda: harbord(sizes, level=again.level)))
    return made


def fill_in(again: PooledAgain, back: Callable[[float], float]) -> FilledIn:
    """Trim and fill with the estimator L0; it shows what missing studies might change, and corrects nothing."""
    from bmreport_meta import MetaError, trim_and_fill

    try:
        found = trim_and_fill(again.sizes, method=again.method, test=again.test, level=again.level)
    except MetaError as error:
        return FilledIn(why_not=str(error))
    return FilledIn(
        estimator=found.estimator,
        method=again.method,
        side=found.side,
        missing=found.missing,
        pooled=effect_of(found.pooled, again.measure, back),
    )


def _made(name: str, test: Callable[[], SmallStudyTest]) -> AsymmetryTest:
    from bmreport_meta import MetaError

    try:
        found = test()
    except MetaError as error:
        return AsymmetryTest(name=name, why_not=str(error))
    return AsymmetryTest(
        name=name,
        slope=finite(found.slope),
        slope_se=finite(found.slope_se),
        statistic=finite(found.statistic),
        df=found.df,
        p=found.p,
    )
