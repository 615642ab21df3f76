"""Effects of means: two groups, one group, and one group measured twice.

Formulas: Hedges (1981) for the exact correction J and Hedges & Olkin (1985) for the variance of g; Bonett (2009) for
SDs that differ; Hedges, Gurevitch & Curtis (1999) for the ratio of means; Nakagawa et al. (2015) for variability;
Becker (1988) and Morris & DeShon (2002) for change within one group.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from scipy import special

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.measure import Columns, Options, Outcome


def small_sample_factor(df: FloatArray) -> FloatArray:
    """Hedges' exact J for `df` degrees of freedom (not the approximation 1 - 3 / (4 df - 1))."""
    j: FloatArray = np.exp(special.gammaln(df / 2) - np.log(np.sqrt(df / 2)) - special.gammaln((df - 1) / 2))
    return np.where(df > 1, j, np.nan)


def _pooled_sd(t: Columns) -> FloatArray:
    n1, n2 = t["n1"], t["n2"]
    return np.sqrt(((n1 - 1) * t["sd1"] ** 2 + (n2 - 1) * t["sd2"] ** 2) / (n1 + n2 - 2))


def mean_difference(t: Columns, options: Options) -> Outcome:
    """m1 - m2; with variance "HO" the pooled SD is used, else each group's own."""
    s1, s2 = (_pooled_sd(t),) * 2 if options.variance == "HO" else (t["sd1"], t["sd2"])
    return t["mean1"] - t["mean2"], s1**2 / t["n1"] + s2**2 / t["n2"]


def hedges_g(t: Columns, options: Options) -> Outcome:
    """J (m1 - m2) / pooled SD; 1/n1 + 1/n2 + g^2 / (2 (n1 + n2)).

    Variance "UB" is unbiased; "AV" uses the mean g of all studies; "LS2" is J^2 times the variance of Cohen's d
    (Borenstein 2009, 4.24).
    """
    n1, n2 = t["n1"], t["n2"]
    total, df = n1 + n2, n1 + n2 - 2
    j = small_sample_factor(df)
    d = (t["mean1"] - t["mean2"]) / _pooled_sd(t)
    g = j * d
    if options.variance == "UB":
        return g, 1 / n1 + 1 / n2 + (1 - (df - 2) / (df * j**2)) * g**2
    if options.variance == "LS2":
        return g, j**2 * (1 / n1 + 1 / n2 + d**2 / (2 * total))
    size = np.full_like(g, (total * g).sum() / total.sum()) if options.variance == "AV" else g
    return g, 1 / n1 + 1 / n2 + size**2 / (2 * total)


def smd_unequal_sds(t: Columns, _: Options) -> Outcome:
    """J (m1 - m2) / sqrt of the mean variance, for groups whose SDs differ."""
    n1, n2, v1, v2 = t["n1"], t["n2"], t["sd1"] ** 2, t["sd2"] ** 2
    j = small_sample_factor(n1 + n2 - 2)
    mean_variance = (v1 + v2) / 2
    y = j * (t["mean1"] - t["mean2"]) / np.sqrt(mean_variance)
    shape = y**2 * (v1**2 / (n1 - 1) + v2**2 / (n2 - 1)) / (8 * mean_variance**2)
    return y, j**2 * (shape + (v1 / (n1 - 1) + v2 / (n2 - 1)) / mean_variance)


def glass_delta(t: Columns, _: Options) -> Outcome:
    """J (m1 - m2) / SD of group 2; 1/n1 + 1/n2 + y^2 / (2 n2)."""
    y = small_sample_factor(t["n2"] - 1) * (t["mean1"] - t["mean2"]) / t["sd2"]
    return y, 1 / t["n1"] + 1 / t["n2"] + y**2 / (2 * t["n2"])


def log_ratio_of_means(t: Columns, options: Options) -> Outcome:
    """log(m1 / m2); sd1^2 / (n1 m1^2) + sd2^2 / (n2 m2^2)."""
    s1, s2 = (_pooled_sd(t),) * 2 if options.variance == "HO" else (t["sd1"], t["sd2"])
    m1, m2 = t["mean1"], t["mean2"]
    return np.log(m1 / m2), s1**2 / (t["n1"] * m1**2) + s2**2 / (t["n2"] * m2**2)


def smd_to_log_odds_logistic(t: Columns, _: Options) -> Outcome:
    """Cohen's d times pi / sqrt(3)."""
    return _log_odds(t, math.pi / math.sqrt(3))


def smd_to_log_odds_normal(t: Columns, _: Options) -> Outcome:
    """Cohen's d times 1.65."""
    return _log_odds(t, 1.65)


def _log_odds(t: Columns, factor: float) -> Outcome:
    n1, n2 = t["n1"], t["n2"]
    d = (t["mean1"] - t["mean2"]) / _pooled_sd(t)
    return factor * d, factor**2 * (1 / n1 + 1 / n2 + d**2 / (2 * (n1 + n2)))


def log_variability_ratio(t: Columns, _: Options) -> Outcome:
    """log(sd1 / sd2), corrected for small samples."""
    half1, half2 = 1 / (2 * (t["n1"] - 1)), 1 / (2 * (t["n2"] - 1))
    return np.log(t["sd1"] / t["sd2"]) + half1 - half2, half1 + half2


def log_cv_ratio(t: Columns, _: Options) -> Outcome:
    """Log of the ratio of two coefficients of variation."""
    half1, half2 = 1 / (2 * (t["n1"] - 1)), 1 / (2 * (t["n2"] - 1))
    cv1, cv2 = t["sd1"] / t["mean1"], t["sd2"] / t["mean2"]
    return np.log(cv1) - np.log(cv2) + half1 - half2, half1 + half2 + cv1**2 / t["n1"] + cv2**2 / t["n2"]


def mean(t: Columns, _: Options) -> Outcome:
    """Mean of one group; sd^2 / n."""
    return t["mean"], t["sd"] ** 2 / t["n"]


def log_mean(t: Columns, _: Options) -> Outcome:
    """Log mean of one group; sd^2 / (n m^2)."""
    return np.log(t["mean"]), t["sd"] ** 2 / (t["n"] * t["mean"] ** 2)


def log_cv(t: Columns, _: Options) -> Outcome:
    """Log coefficient of variation of one group."""
    half, cv = 1 / (2 * (t["n"] - 1)), t["sd"] / t["mean"]
    return np.log(cv) + half, half + cv**2 / t["n"]


def log_sd(t: Columns, _: Options) -> Outcome:
    """Log standard deviation of one group."""
    half = 1 / (2 * (t["n"] - 1))
    return np.log(t["sd"]) + half, half


def _change_variance(t: Columns) -> FloatArray:
    return t["sd1"] ** 2 + t["sd2"] ** 2 - 2 * t["r"] * t["sd1"] * t["sd2"]


def mean_change(t: Columns, _: Options) -> Outcome:
    """m1 - m2 of one group; the variance of the change over n."""
    return t["mean1"] - t["mean2"], _change_variance(t) / t["n"]


def change_by_change_sd(t: Columns, _: Options) -> Outcome:
    """J (m1 - m2) / SD of the change; 1/n + y^2 / (2 n)."""
    y = small_sample_factor(t["n"] - 1) * (t["mean1"] - t["mean2"]) / np.sqrt(_change_variance(t))
    return y, 1 / t["n"] + y**2 / (2 * t["n"])


def change_by_raw_sd(t: Columns, _: Options) -> Outcome:
    """J (m1 - m2) / SD at the first time; 2 (1 - r) / n + y^2 / (2 n)."""
    y = small_sample_factor(t["n"] - 1) * (t["mean1"] - t["mean2"]) / t["sd1"]
    return y, 2 * (1 - t["r"]) / t["n"] + y**2 / (2 * t["n"])


def change_by_raw_sd_unequal(t: Columns, _: Options) -> Outcome:
    """As by the raw SD, with a variance that lets the two SDs differ (Bonett 2008)."""
    y = small_sample_factor(t["n"] - 1) * (t["mean1"] - t["mean2"]) / t["sd1"]
    df = t["n"] - 1
    return y, _change_variance(t) / (t["sd1"] ** 2 * df) + y**2 / (2 * df)


def log_ratio_of_paired_means(t: Columns, _: Options) -> Outcome:
    """log(m1 / m2) of one group (Lajeunesse 2011)."""
    cv1, cv2 = t["sd1"] / t["mean1"], t["sd2"] / t["mean2"]
    return np.log(t["mean1"] / t["mean2"]), (cv1**2 + cv2**2 - 2 * t["r"] * cv1 * cv2) / t["n"]
