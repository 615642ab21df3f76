"""Proportions, rates, correlations and reliabilities of one group.

Formulas: Freeman & Tukey (1950) and Miller (1978) for the double arcsine; Fisher (1921) for z; Olkin & Pratt (1958) for
the unbiased correlation; Bonett (2002, 2010) and Hakstian & Whalen (1976) for Cronbach's alpha.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import special

from bmreport_meta.zero_cells import adjusted

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.measure import Columns, Options, Outcome


def _counts(t: Columns, options: Options, *, by_default: bool = True) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Events, non-events and their sum, with zero cells treated."""
    cells = (t["events"], t["total"] - t["events"])
    events, others = adjusted(cells, options.zero_cells, by_default=by_default)
    return events, others, events + others


def _average(events: FloatArray, total: FloatArray, options: Options) -> FloatArray:
    """Each study's share, or with variance "AV" that of all studies together."""
    return np.full_like(events, events.sum() / total.sum()) if options.variance == "AV" else events / total


def proportion(t: Columns, options: Options) -> Outcome:
    """p; p (1 - p) / n, over n - 1 with variance "UB".

    At the average of all studies ("AV") a share of 0 or 1 has a variance, so that nothing is added to it.
    """
    events, _, total = _counts(t, options, by_default=options.variance != "AV")
    p = _average(events, total, options)
    return events / total, p * (1 - p) / (total - (1.0 if options.variance == "UB" else 0.0))


def log_proportion(t: Columns, options: Options) -> Outcome:
    """Log p; 1/x - 1/n."""
    events, _, total = _counts(t, options)
    return np.log(events / total), 1 / (_average(events, total, options) * total) - 1 / total


def logit_proportion(t: Columns, options: Options) -> Outcome:
    """log(p / (1 - p)); 1/x + 1/(n - x)."""
    events, others, total = _counts(t, options)
    p = _average(events, total, options)
    return np.log(events / others), 1 / (p * total) + 1 / ((1 - p) * total)


def arcsine_proportion(t: Columns, options: Options) -> Outcome:
    """asin(sqrt p); 1 / (4 n)."""
    events, _, total = _counts(t, options, by_default=False)
    return np.arcsin(np.sqrt(events / total)), 1 / (4 * total)


def double_arcsine_proportion(t: Columns, options: Options) -> Outcome:
    """Freeman and Tukey's mean of two arcsines; 1 / (4 n + 2)."""
    events, _, total = _counts(t, options, by_default=False)
    first, second = np.arcsin(np.sqrt(events / (total + 1))), np.arcsin(np.sqrt((events + 1) / (total + 1)))
    return (first + second) / 2, 1 / (4 * total + 2)


def _events(t: Columns, options: Options, *, by_default: bool = True) -> FloatArray:
    return adjusted((t["events"],), options.zero_cells, by_default=by_default)[0]


def rate(t: Columns, options: Options) -> Outcome:
    """X / t; x / t^2."""
    x = _events(t, options)
    return x / t["time"], x / t["time"] ** 2


def log_rate(t: Columns, options: Options) -> Outcome:
    """log(x / t); 1 / x."""
    x = _events(t, options)
    return np.log(x / t["time"]), 1 / x


def root_rate(t: Columns, options: Options) -> Outcome:
    """Root of x / t; 1 / (4 t)."""
    return np.sqrt(_events(t, options, by_default=False) / t["time"]), 1 / (4 * t["time"])


def double_root_rate(t: Columns, options: Options) -> Outcome:
    """Freeman and Tukey's mean of two roots; 1 / (4 t)."""
    x, time = _events(t, options, by_default=False), t["time"]
    return (np.sqrt(x / time) + np.sqrt((x + 1) / time)) / 2, 1 / (4 * time)


def correlation(t: Columns, options: Options) -> Outcome:
    """r; (1 - r^2)^2 / (n - 1), with variance "AV" at the mean r of all studies."""
    r, n = t["r"], t["n"]
    return r, _correlation_variance(r, n, options)


def unbiased_correlation(t: Columns, options: Options) -> Outcome:
    """R corrected for its bias by the exact hypergeometric factor."""
    r, n = t["r"], t["n"]
    factor: FloatArray = special.hyp2f1(0.5, 0.5, (n - 2) / 2, 1 - r**2)
    y = r * factor
    if options.variance == "UB":
        rest: FloatArray = special.hyp2f1(1, 1, n / 2, 1 - r**2)
        return y, np.where(n > 4, y**2 - 1 + (n - 3) / (n - 2) * (1 - r**2) * rest, np.nan)
    return y, _correlation_variance(y, n, options)


def _correlation_variance(r: FloatArray, n: FloatArray, options: Options) -> FloatArray:
    size = np.full_like(r, (n * r).sum() / n.sum()) if options.variance == "AV" else r
    return np.where(n > 4, (1 - size**2) ** 2 / (n - 1), np.nan)


def fisher_z(t: Columns, _: Options) -> Outcome:
    """Atanh r; 1 / (n - 3). Studies of four people or fewer have no usable variance."""
    return np.arctanh(t["r"]), np.where(t["n"] > 4, 1 / (t["n"] - 3), np.nan)


def alpha(t: Columns, _: Options) -> Outcome:
    """Cronbach's alpha as it is."""
    m, n, gap = t["items"], t["n"], 1 - t["alpha"]
    return t["alpha"], 2 * m * gap**2 / ((m - 1) * (n - 2))


def cube_root_alpha(t: Columns, _: Options) -> Outcome:
    """1 - (1 - alpha)^(1/3)."""
    m, n, root = t["items"], t["n"], np.cbrt(1 - t["alpha"])
    return 1 - root, 18 * m * (n - 1) * root**2 / ((m - 1) * (9 * n - 11) ** 2)


def log_alpha(t: Columns, _: Options) -> Outcome:
    """-log(1 - alpha)."""
    m, n = t["items"], t["n"]
    return -np.log(1 - t["alpha"]), 2 * m / ((m - 1) * (n - 2))
