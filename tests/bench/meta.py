"""Time the meta-analysis library against statsmodels and PyMARE in one run; nothing is asserted.

    python -m tests.bench.meta [--runs N]

All in one process, import times apart. A peer that is not installed is named and passed over (`pip install .[peers]`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import warnings
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import bmreport_meta as meta

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZES: Final = (20, 1000, 10_000)


def main() -> None:
    """Print a line for each statistic and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=7, help="counted runs of each, after one warm-up")
    runs = parser.parse_args().runs
    for module in ("bmreport_meta.pooling", "statsmodels.stats.meta_analysis", "pymare"):
        print(f"import {module}: {_import_time(module)}")
    for k in _SIZES:
        _compare(_trials(k), runs)


def _compare(tables: list[meta.TwoByTwo], runs: int) -> None:
    effects = meta.effect_sizes(tables, "OR")
    print(f"\n{len(tables)} studies (medians of {runs} runs)")
    _print("log odds ratios", lambda: meta.effect_sizes(tables, "OR"), {}, runs)
    for name, ours, peers in _comparisons(effects):
        _print(name, ours, peers, runs)
    _print("Mantel-Haenszel", lambda: meta.pool_mantel_haenszel(tables, "OR"), {}, runs)
    if len(tables) == _SIZES[0]:
        _print("every statistic of the library", lambda: _everything(tables), {}, runs)


def _print(name: str, ours: Callable[[], object], peers: dict[str, Callable[[], object]], runs: int) -> None:
    others = "".join(f"; {peer} {_timed(call, runs)}" for peer, call in peers.items())
    print(f"  {name:35} {_timed(ours, runs)}{others}")


def _comparisons(effects: meta.EffectSizes) -> list[tuple[str, Callable[[], object], dict[str, Callable[[], object]]]]:
    y = np.array([effect.yi for effect in effects])
    v = np.array([effect.vi for effect in effects])
    dl: dict[str, Callable[[], object]] = {}
    reml: dict[str, Callable[[], object]] = {}
    if find_spec("statsmodels"):
        combine = _import("statsmodels.stats.meta_analysis").combine_effects
        dl["statsmodels"] = lambda: combine(y, v, method_re="chi2")
    if find_spec("pymare"):
        estimators, x = _import("pymare.estimators"), np.ones((y.size, 1))
        dl["PyMARE"] = lambda: estimators.DerSimonianLaird().fit(y=y[:, None], v=v[:, None], X=x)
        reml["PyMARE"] = lambda: estimators.VarianceBasedLikelihoodEstimator("REML").fit(y=y, v=v, X=x)
    return [
        ("DerSimonian-Laird", lambda: meta.pool(effects, method="DL"), dl),
        ("REML with Hartung-Knapp", lambda: meta.pool(effects, test="knha"), reml),
    ]


def _everything(tables: list[meta.TwoByTwo]) -> None:
    effects = meta.effect_sizes(tables, "OR")
    for method in ("EE", "DL", "PM", "REML"):
        meta.pool(effects, method=method)
    meta.pool(effects, test="knha")
    meta.pool_mantel_haenszel(tables, "OR")
    meta.pool_peto(tables)
    meta.pool_subgroups(effects, ["ab"[place % 2] for place in range(len(tables))])
    meta.meta_regression(effects, {"x": [float(place) for place in range(len(tables))]})
    for of_effects in (meta.leave_one_out, meta.cumulative, meta.influence, meta.egger, meta.begg):
        of_effects(effects)
    meta.peters(effects)
    meta.harbord(effects)
    meta.trim_and_fill(effects)
    meta.tau2_profile_interval(effects)


def _trials(k: int) -> list[meta.TwoByTwo]:
    dice = np.random.default_rng(20)
    rows = []
    for place in range(k):
        n, risk = int(dice.integers(30, 500)), float(dice.uniform(0.1, 0.4))
        odds = risk / (1 - risk) * float(np.exp(dice.normal(-0.3, 0.4)))
        treated, others = int(dice.binomial(n, odds / (1 + odds))), int(dice.binomial(n, risk))
        rows.append(meta.TwoByTwo(f"trial {place}", treated, n, others, n))
    return rows


def _timed(call: Callable[[], object], runs: int) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        call()
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
    return f"{median(times) * 1000:9.2f} ms"


def _import(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(name)


def _import_time(module: str) -> str:
    if not find_spec(module.partition(".")[0]):
        return "not installed"
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-W", "ignore", "-c", f"import {module}"], check=True)
        times.append(time.perf_counter() - start)
    return f"{median(times):.2f} s with Python's own start"


if __name__ == "__main__":
    main()
