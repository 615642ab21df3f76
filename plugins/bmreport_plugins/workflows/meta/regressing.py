"""Meta-regression on one moderator (Cochrane Handbook 10.11.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models.analysis import RegressionAnalysis, RegressionTerm
from bmreport_plugins.workflows.meta.fields import moderator_name, moderator_of

if TYPE_CHECKING:
    from bmreport_meta import Regression
    from bmreport_plugins.workflows.meta.again import PooledAgain

__all__ = ["regress"]


def regress(again: PooledAgain, moderator: str) -> RegressionAnalysis:
    """The regression; `why_not` where the data do not allow one."""
    from bmreport_meta import MetaError, meta_regression

    name = moderator_name(moderator)
    values = {name: [moderator_of(again.study_of(effect), moderator) for effect in again.sizes]}
    lacking = [
        again.names[effect.study] for effect, value in zip(again.sizes, values[name], strict=True) if value is None
    ]
    made = RegressionAnalysis(moderator=name, method=again.method, left_out=sorted(lacking))
    given = set(values[name]) - {None}
    if len(given) < 2:
        why = f"all pooled studies have the same value ({given.pop()})" if given else "no pooled study gives it"
        return made.model_copy(update={"why_not": why})
    try:
        found = meta_regression(again.sizes, values, method=again.method, test=again.test, level=again.level)
    except MetaError as error:
        return made.model_copy(update={"why_not": str(error)})
    return made.model_copy(update=_numbers(found))


def _numbers(found: Regression) -> dict[str, object]:
    omnibus = found.moderators
    return {
        "k": found.k,
        "terms": [
            RegressionTerm(
                name=one.name,
                estimate=one.estimate,
                low=one.interval.low,
                high=one.interval.high,
                se=one.se,
                statistic=one.statistic,
                df=one.df,
                p=one.p,
            )
            for one in found.coefficients
        ],
        "statistic": omnibus.statistic,
        "df": omnibus.df,
        "df2": omnibus.df2,
        "p": omnibus.p,
        "tau2": found.heterogeneity.tau2,
        "r2": found.r2,
    }
