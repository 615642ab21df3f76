"""Tail areas and quantiles of the normal, t, chi-squared and F distributions, as plain floats.

`scipy.special` is used rather than `scipy.stats`, whose import takes many times as long.
"""

from __future__ import annotations

from scipy import special


def normal_quantile(probability: float) -> float:
    """Return the z below which the given share of a standard normal lies."""
    return float(special.ndtri(probability))


def normal_two_sided(z: float) -> float:
    """Return the two-sided p value of a standard normal statistic."""
    return float(2.0 * special.ndtr(-abs(z)))


def t_quantile(probability: float, df: float) -> float:
    """Return the quantile of Student's t with `df` degrees of freedom."""
    return float(special.stdtrit(df, probability))


def t_two_sided(t: float, df: float) -> float:
    """Return the two-sided p value of a t statistic."""
    return float(2.0 * special.stdtr(df, -abs(t)))


def chi2_upper(statistic: float, df: float) -> float:
    """Return the upper tail area of chi-squared."""
    return float(special.chdtrc(df, statistic))


def chi2_quantile(probability: float, df: float) -> float:
    """Return the quantile of chi-squared."""
    return float(special.chdtri(df, 1.0 - probability))


def f_upper(statistic: float, df1: float, df2: float) -> float:
    """Return the upper tail area of F."""
    return float(special.fdtrc(df1, df2, statistic))


def critical(level: float, df: float | None) -> float:
    """Return the two-sided critical value: of t when `df` is given, else of the normal."""
    upper = 0.5 + level / 2.0
    return normal_quantile(upper) if df is None else t_quantile(upper, df)


def two_sided(statistic: float, df: float | None) -> float:
    """Return the two-sided p value: of t when `df` is given, else of the normal."""
    return normal_two_sided(statistic) if df is None else t_two_sided(statistic, df)
