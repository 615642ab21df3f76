"""Published meta-analyses beside the project: read, computed anew, and compared at the printed digits."""

from __future__ import annotations

import csv
import json
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bmreport_meta import (
    Continuous,
    Correlation,
    EffectSizes,
    Estimate,
    MetaError,
    ObservedExpected,
    Paired,
    Pooled,
    Proportion,
    Rate,
    Reliability,
    SingleMean,
    SingleRate,
    Stopping,
    TwoByTwo,
    ZeroCells,
    effect_sizes,
    find_measure,
    on_natural_scale,
    pool,
    pool_mantel_haenszel,
    pool_peto,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport_meta import Table
    from bmreport_meta.measure import Variance
    from bmreport_meta.pooling import Test

SHARED: Final = Path(__file__).resolve().parents[3] / "shared" / "meta"
ABSENT: Final = "the published data sets (../shared/meta) are not here"
EARLY_STOP: Final = Stopping(absolute=1e-5)
"""Where the programs that printed the figures stop their iterations."""
_COMPUTED_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class Figure:
    """One published figure beside ours, and `early`: ours when the iteration stops as early as theirs."""

    data_set: str
    analysis: str
    statistic: str
    published: float
    decimals: int
    ours: float
    early: float
    computed: float | None

    @property
    def difference(self) -> float:
        """Ours less the published one."""
        return self.ours - self.published

    @property
    def agrees(self) -> bool:
        """Equal at the printed digits."""
        return _equal(self.ours, self.published, self.decimals)

    @property
    def agrees_recomputed(self) -> bool:
        """Within one of the last printed digit, and equal to an independent recomputation at eight decimals."""
        near = abs(self.difference) <= 10.0**-self.decimals
        return near and self.computed is not None and _equal(self.ours, self.computed, _COMPUTED_DIGITS)

    @property
    def agrees_early(self) -> bool:
        """Equal at the printed digits with their stopping rule."""
        return _equal(self.early, self.published, self.decimals)


def _equal(ours: float, published: float, decimals: int) -> bool:
    return abs(ours - published) <= 0.5 * 10.0**-decimals * (1 + 1e-9)


def data_sets() -> list[Path]:
    """The files with published figures; none where the shared data is absent."""
    return sorted(SHARED.glob("*.expected.json")) if SHARED.is_dir() else []


@dataclass(frozen=True, slots=True)
class Analysis:
    """An analysis of a data set: what was published, what an independent program computed, and the studies."""

    record: Mapping[str, Any]
    rows: list[dict[str, str]]

    def ours(self, stopping: Stopping | None) -> dict[str, float]:
        """Our statistics by the names of the record; none for an analysis of a kind that is not known here."""
        try:
            return run(self.record, self.rows, stopping)
        except (MetaError, KeyError, ValueError) as error:
            warnings.warn(f"analysis {self.record['id']} was not computed: {error!r}", stacklevel=2)
            return {}


def analyses(path: Path) -> Iterator[Analysis]:
    """The analyses of a data set, each with its studies."""
    record = json.loads(path.read_text(encoding="utf-8"))
    with (path.parent / record["csv"]).open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for analysis in record["analyses"]:
        yield Analysis(analysis, [row for row in rows if _is_in(row, analysis)])


def figures(path: Path) -> Iterator[Figure]:
    """Every published figure of a data set, computed anew; NaN where it cannot be."""
    for analysis in analyses(path):
        exact, early = analysis.ours(None), analysis.ours(EARLY_STOP)
        for statistic, published in analysis.record["published"].items():
            yield Figure(
                data_set=path.name.removesuffix(".expected.json"),
                analysis=analysis.record["id"],
                statistic=statistic,
                published=float(published),
                decimals=_decimals(published, analysis.record.get("dp", {}).get(statistic)),
                ours=_named(exact, statistic),
                early=_named(early, statistic),
                computed=analysis.record.get("computed", {}).get(statistic),
            )


def computed_differences(path: Path) -> Iterator[tuple[str, str, float, float]]:
    """Analysis, statistic, the independent recomputation and ours, where they differ at its eight decimals."""
    for analysis in analyses(path):
        ours = analysis.ours(None)
        for statistic, value in analysis.record.get("computed", {}).items():
            found = _named(ours, statistic)
            if not math.isclose(found, value, rel_tol=1e-7, abs_tol=0.6 * 10.0**-_COMPUTED_DIGITS):
                yield analysis.record["id"], statistic, value, found


def _named(ours: Mapping[str, float], statistic: str) -> float:
    """A statistic by its name: `exp_` and `tanh_` transform it, any other prefix means the measure's natural scale."""
    if statistic in ours:
        return ours[statistic]
    prefix, _, name = statistic.partition("_")
    if prefix in _PREFIXES and name in ours:
        return _PREFIXES[prefix](ours[name])
    return ours.get(f"back_{name}", math.nan)


_PREFIXES: Final[Mapping[str, Callable[[float], float]]] = {"exp": math.exp, "tanh": math.tanh}


def _is_in(row: Mapping[str, str], analysis: Mapping[str, Any]) -> bool:
    wanted, unwanted = analysis.get("filter", {}), analysis.get("exclude", {})
    return all(row[column] in map(str, values) for column, values in wanted.items()) and not any(
        row[column] in map(str, values) for column, values in unwanted.items()
    )


def _decimals(published: float, given: int | None) -> int:
    if given is not None:
        return given
    return len(repr(published).partition(".")[2]) if isinstance(published, float) else 0


_METHODS: Final = {"FE": "EE", "CE": "EE", "Peto": "PETO"}


def run(analysis: Mapping[str, Any], rows: list[dict[str, str]], stopping: Stopping | None) -> dict[str, float]:
    """Compute an analysis and name its statistics as the published records do."""
    measure, method = analysis["measure"], _METHODS.get(analysis["model"], analysis["model"])
    words = [analysis.get("vtype"), *analysis["id"].split("_")]
    if measure == "MDpooled":
        measure, words = "MD", ["HO"]
    variance: Variance = next((word for word in words if word in find_measure(measure).variances), "LS")
    tables = [_table(measure, analysis["columns"], row, place) for place, row in enumerate(rows)]
    if method == "PETO":
        pooled = pool_peto([table for table in tables if isinstance(table, TwoByTwo)])
        return statistics(pooled, None)
    if method == "MH":
        pooled = pool_mantel_haenszel([t for t in tables if isinstance(t, TwoByTwo | Rate)], measure).pooled
        return statistics(pooled, None)
    zero = ZeroCells(drop_double_zero=analysis.get("drop00", False))
    effects = effect_sizes(tables, measure, zero_cells=zero, variance=variance)
    scale = float(analysis.get("scale", 1))
    if scale != 1:
        effects = effect_sizes([Estimate(e.study, e.yi * scale, variance=e.vi * scale**2) for e in effects], "GEN")
    test: Test = "knha" if analysis.get("knha") else analysis.get("test", "z")
    return statistics(pool(effects, method=method, test=test, stopping=stopping), effects)


def _table(measure: str, columns: Mapping[str, str], row: Mapping[str, str], place: int) -> Table:
    def cell(name: str) -> float | None:
        text = row[columns[name]].strip()
        return None if text in {"", "NA"} else float(text)

    names, study = set(columns), f"row {place + 1}"
    if names == {"a", "b", "c", "d"}:
        return TwoByTwo.from_cells(study, cell("a"), cell("b"), cell("c"), cell("d"))
    if names in ({"yi", "sei"}, {"yi", "se"}):
        return Estimate(study, cell("yi"), se=cell("sei" if "sei" in names else "se"), logged=True)
    if names == {"yi", "vi"}:
        return Estimate(study, cell("yi"), variance=cell("vi"), logged=True)
    for wanted, kind in _KINDS:
        if names == set(wanted.split()):
            return kind(study, *(cell(name) for name in wanted.split()))
    raise KeyError(f"no table for columns {sorted(names)} of {measure}")


_KINDS: Final[tuple[tuple[str, Callable[..., Table]], ...]] = (
    ("a n1 c n2", TwoByTwo),
    ("m1 sd1 n1 m2 sd2 n2", Continuous),
    ("x1 t1 x2 t2", Rate),
    ("r n", Correlation),
    ("x n", Proportion),
    ("x t", SingleRate),
    ("m sd n", SingleMean),
    ("m1 sd1 m2 sd2 n r", Paired),
    ("alpha m n", Reliability),
    ("oe v", ObservedExpected),
)


def statistics(pooled: Pooled, effects: EffectSizes | None) -> dict[str, float]:
    """The statistics of a pooled result by the names of the published records."""
    found = pooled.heterogeneity
    named = {
        "k": pooled.k, "estimate": pooled.estimate, "se": pooled.se, "stat": pooled.statistic, "p": pooled.p,
        "ci_lb": pooled.interval.low, "ci_ub": pooled.interval.high, "Q": found.q, "Q_df": found.df, "Q_p": found.p,
        "tau2": found.tau2, "tau": found.tau, "I2": found.i2, "H2": found.h2,
    }  # fmt: skip
    if found.tau2_se is not None:
        named["se_tau2"] = found.tau2_se
    if found.tau2_interval:
        named |= {"qprofile_tau2_lb": found.tau2_interval.low, "qprofile_tau2_ub": found.tau2_interval.high}
    if pooled.prediction:
        named |= {"pi_lb": pooled.prediction.by_model.low, "pi_ub": pooled.prediction.by_model.high}
        if wide := pooled.prediction.t_k_minus_2:
            named |= {"pi_t_kminus2_lb": wide.low, "pi_t_kminus2_ub": wide.high}
    read = on_natural_scale(pooled, effects)
    named |= {"back_estimate": read.estimate, "back_ci_lb": read.interval.low, "back_ci_ub": read.interval.high}
    if read.prediction:
        named |= {"back_pi_lb": read.prediction.by_model.low, "back_pi_ub": read.prediction.by_model.high}
    return named
