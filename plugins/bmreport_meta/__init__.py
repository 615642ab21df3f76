"""Meta-analysis of published studies, on numpy and scipy alone: effects, pooling, heterogeneity, small-study tests.

    from bmreport_meta import TwoByTwo, effect_sizes, pool, on_natural_scale

    studies = [TwoByTwo("First 2001", 12, 240, 21, 236), TwoByTwo("Second 2004", 30, 511, 38, 504)]
    effects = effect_sizes(studies, "OR")
    result = pool(effects, method="REML", test="knha")
    print(on_natural_scale(result).interval)

Everything returned is a frozen dataclass of plain numbers. Ratios are pooled, and returned, as logarithms. Names load
when they are first asked for, so that a program that only may need the package starts without numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport_meta.effects import Effect, EffectSizes, effect_sizes
    from bmreport_meta.errors import (
        ImplausibleInputError,
        ImplausibleInputsError,
        MetaError,
        NotConvergedError,
        NotEstimableError,
        TooFewStudiesError,
        UnknownNameError,
    )
    from bmreport_meta.heterogeneity import Heterogeneity
    from bmreport_meta.influences import Influence, influence
    from bmreport_meta.intervals import Caution, Interval, LeftOut
    from bmreport_meta.mantel_haenszel import MantelHaenszel, pool_mantel_haenszel
    from bmreport_meta.measure import Measure
    from bmreport_meta.measures import MEASURES, find_measure
    from bmreport_meta.natural_scale import Natural, on_natural_scale
    from bmreport_meta.peto import pool_peto
    from bmreport_meta.pooling import Pooled, Weight, pool
    from bmreport_meta.prediction import Prediction
    from bmreport_meta.profile import tau2_profile_interval
    from bmreport_meta.rank_test import RankTest, begg
    from bmreport_meta.regression import Coefficient, OmnibusTest, Predicted, Regression, meta_regression
    from bmreport_meta.scoring import Stopping
    from bmreport_meta.sensitivity import (
        Step,
        TableStep,
        cumulative,
        cumulative_tables,
        leave_one_out,
        leave_one_out_tables,
    )
    from bmreport_meta.small_study import (
        SmallStudyTest,
        egger,
        harbord,
        macaskill,
        mixed_regression_test,
        peters,
        regression_test,
    )
    from bmreport_meta.subgroups import Subgroup, Subgroups, difference_of, pool_subgroups
    from bmreport_meta.tables import (
        Continuous,
        Correlation,
        Estimate,
        ObservedExpected,
        Paired,
        Proportion,
        Rate,
        Reliability,
        SingleMean,
        SingleRate,
        Table,
        TwoByTwo,
    )
    from bmreport_meta.tau2 import METHODS
    from bmreport_meta.tests_of_tables import ChiSquared
    from bmreport_meta.transforms import back_transform
    from bmreport_meta.trim_fill import TrimFill, trim_and_fill
    from bmreport_meta.zero_cells import ZeroCells

__all__ = [
    "MEASURES",
    "METHODS",
    "Caution",
    "ChiSquared",
    "Coefficient",
    "Continuous",
    "Correlation",
    "Effect",
    "EffectSizes",
    "Estimate",
    "Heterogeneity",
    "ImplausibleInputError",
    "ImplausibleInputsError",
    "Influence",
    "Interval",
    "LeftOut",
    "MantelHaenszel",
    "Measure",
    "MetaError",
    "Natural",
    "NotConvergedError",
    "NotEstimableError",
    "ObservedExpected",
    "OmnibusTest",
    "Paired",
    "Pooled",
    "Predicted",
    "Prediction",
    "Proportion",
    "RankTest",
    "Rate",
    "Regression",
    "Reliability",
    "SingleMean",
    "SingleRate",
    "SmallStudyTest",
    "Step",
    "Stopping",
    "Subgroup",
    "Subgroups",
    "Table",
    "TableStep",
    "TooFewStudiesError",
    "TrimFill",
    "TwoByTwo",
    "UnknownNameError",
    "Weight",
    "ZeroCells",
    "back_transform",
    "begg",
    "cumulative",
    "cumulative_tables",
    "difference_of",
    "effect_sizes",
    "egger",
    "find_measure",
    "harbord",
    "influence",
    "leave_one_out",
    "leave_one_out_tables",
    "macaskill",
    "meta_regression",
    "mixed_regression_test",
    "on_natural_scale",
    "peters",
    "pool",
    "pool_mantel_haenszel",
    "pool_peto",
    "pool_subgroups",
    "regression_test",
    "tau2_profile_interval",
    "trim_and_fill",
]
_HOME = {
    "MEASURES": "measures",
    "METHODS": "tau2",
    "Caution": "intervals",
    "ChiSquared": "tests_of_tables",
    "Coefficient": "regression",
    "Continuous": "tables",
    "Correlation": "tables",
    "Effect": "effects",
    "EffectSizes": "effects",
    "Estimate": "tables",
    "Heterogeneity": "heterogeneity",
    "ImplausibleInputError": "errors",
    "ImplausibleInputsError": "errors",
    "Influence": "influences",
    "Interval": "intervals",
    "LeftOut": "intervals",
    "MantelHaenszel": "mantel_haenszel",
    "Measure": "measure",
    "MetaError": "errors",
    "Natural": "natural_scale",
    "NotConvergedError": "errors",
    "NotEstimableError": "errors",
    "ObservedExpected": "tables",
    "OmnibusTest": "regression",
    "Paired": "tables",
    "Pooled": "pooling",
    "Predicted": "regression",
    "Prediction": "prediction",
    "Proportion": "tables",
    "RankTest": "rank_test",
    "Rate": "tables",
    "Regression": "regression",
    "Reliability": "tables",
    "SingleMean": "tables",
    "SingleRate": "tables",
    "SmallStudyTest": "small_study",
    "Step": "sensitivity",
    "Stopping": "scoring",
    "Subgroup": "subgroups",
    "Subgroups": "subgroups",
    "Table": "tables",
    "TableStep": "sensitivity",
    "TooFewStudiesError": "errors",
    "TrimFill": "trim_fill",
    "TwoByTwo": "tables",
    "UnknownNameError": "errors",
    "Weight": "pooling",
    "ZeroCells": "zero_cells",
    "back_transform": "transforms",
    "begg": "rank_test",
    "cumulative": "sensitivity",
    "cumulative_tables": "sensitivity",
    "difference_of": "subgroups",
    "effect_sizes": "effects",
    "egger": "small_study",
    "find_measure": "measures",
    "harbord": "small_study",
    "influence": "influences",
    "leave_one_out": "sensitivity",
    "leave_one_out_tables": "sensitivity",
    "macaskill": "small_study",
    "meta_regression": "regression",
    "mixed_regression_test": "small_study",
    "on_natural_scale": "natural_scale",
    "peters": "small_study",
    "pool": "pooling",
    "pool_mantel_haenszel": "mantel_haenszel",
    "pool_peto": "peto",
    "pool_subgroups": "subgroups",
    "regression_test": "small_study",
    "tau2_profile_interval": "profile",
    "trim_and_fill": "trim_fill",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
