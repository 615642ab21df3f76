"""The measures of effect that the package knows, by their usual short names (those of metafor)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bmreport_meta import means, one_group, two_groups
from bmreport_meta.errors import UnknownNameError
from bmreport_meta.measure import Measure
from bmreport_meta.tables import (
    Continuous,
    Correlation,
    Paired,
    Proportion,
    Rate,
    Reliability,
    SingleMean,
    SingleRate,
    TwoByTwo,
)

_RISKS: Final = (
    Measure("RR", "risk ratio", TwoByTwo, two_groups.log_risk_ratio, "exp"),
    Measure("OR", "odds ratio", TwoByTwo, two_groups.log_odds_ratio, "exp"),
    Measure("RD", "risk difference", TwoByTwo, two_groups.risk_difference, variances=("LS", "UB", "AV")),
    Measure("PETO", "odds ratio (Peto)", TwoByTwo, two_groups.peto_log_odds_ratio, "exp"),
    Measure("AS", "arcsine risk difference", TwoByTwo, two_groups.arcsine_difference),
    Measure("PHI", "phi coefficient", TwoByTwo, two_groups.phi),
    Measure("YUQ", "Yule's Q", TwoByTwo, two_groups.yule_q),
    Measure("YUY", "Yule's Y", TwoByTwo, two_groups.yule_y),
    Measure("PBIT", "probit difference", TwoByTwo, two_groups.probit_difference),
    Measure("OR2DL", "standardised mean difference from odds (logistic)", TwoByTwo, two_groups.odds_to_smd_logistic),
    Measure("OR2DN", "standardised mean difference from odds (normal)", TwoByTwo, two_groups.odds_to_smd_normal),
)
_RATES: Final = (
    Measure("IRR", "rate ratio", Rate, two_groups.log_rate_ratio, "exp"),
    Measure("IRD", "rate difference", Rate, two_groups.rate_difference),
    Measure("IRSD", "difference of root rates", Rate, two_groups.root_rate_difference),
)
_MEANS: Final = (
    Measure("MD", "mean difference", Continuous, means.mean_difference, variances=("LS", "HO")),
    Measure("SMD", "standardised mean difference (Hedges' g)", Continuous, means.hedges_g,
            variances=("LS", "UB", "AV", "LS2")),
    Measure("SMDH", "standardised mean difference, unequal SDs", Continuous, means.smd_unequal_sds),
    Measure("SMD1", "standardised mean difference by the SD of group 2 (Glass)", Continuous, means.glass_delta),
    Measure("ROM", "ratio of means", Continuous, means.log_ratio_of_means, "exp", variances=("LS", "HO")),
    Measure("D2ORL", "odds ratio from means (logistic)", Continuous, means.smd_to_log_odds_logistic, "exp"),
    Measure("D2ORN", "odds ratio from means (normal)", Continuous, means.smd_to_log_odds_normal, "exp"),
    Measure("VR", "variability ratio", Continuous, means.log_variability_ratio, "exp"),
    Measure("CVR", "ratio of coefficients of variation", Continuous, means.log_cv_ratio, "exp"),
)  # fmt: skip
_CHANGES: Final = (
    Measure("MC", "mean change", Paired, means.mean_change),
    Measure("SMCC", "mean change by the SD of the change", Paired, means.change_by_change_sd),
    Measure("SMCR", "mean change by the raw SD", Paired, means.change_by_raw_sd),
    Measure("SMCRH", "mean change by the raw SD, unequal SDs", Paired, means.change_by_raw_sd_unequal),
    Measure("ROMC", "ratio of paired means", Paired, means.log_ratio_of_paired_means, "exp"),
)
_ONE_GROUP: Final = (
    Measure("MN", "mean", SingleMean, means.mean, null=None),
    Measure("MNLN", "mean (log scale)", SingleMean, means.log_mean, "exp", null=None),
    Measure("CVLN", "coefficient of variation (log scale)", SingleMean, means.log_cv, "exp", null=None),
    Measure("SDLN", "standard deviation (log scale)", SingleMean, means.log_sd, "exp", null=None),
    Measure("PR", "proportion", Proportion, one_group.proportion, null=None, variances=("LS", "UB", "AV")),
    Measure("PLN", "proportion (log scale)", Proportion, one_group.log_proportion, "exp", None, ("LS", "AV")),
    Measure("PLO", "proportion (logit)", Proportion, one_group.logit_proportion, "logit", None, ("LS", "AV")),
    Measure("PAS", "proportion (arcsine)", Proportion, one_group.arcsine_proportion, "sine", None),
    Measure("PFT", "proportion (double arcsine)", Proportion, one_group.double_arcsine_proportion, "double sine", None),
    Measure("IR", "rate", SingleRate, one_group.rate, null=None),
    Measure("IRLN", "rate (log scale)", SingleRate, one_group.log_rate, "exp", None),
    Measure("IRS", "rate (root)", SingleRate, one_group.root_rate, "square", None),
    Measure("IRFT", "rate (double root)", SingleRate, one_group.double_root_rate, "double root", None),
)
_ASSOCIATIONS: Final = (
    Measure("COR", "correlation", Correlation, one_group.correlation, variances=("LS", "AV")),
    Measure("UCOR", "correlation, unbiased", Correlation, one_group.unbiased_correlation, variances=("LS", "UB", "AV")),
    Measure("ZCOR", "correlation (Fisher's z)", Correlation, one_group.fisher_z, "tanh"),
    Measure("ARAW", "Cronbach's alpha", Reliability, one_group.alpha, null=None),
    Measure("AHW", "Cronbach's alpha (cube root)", Reliability, one_group.cube_root_alpha, "cube", None),
    Measure("ABT", "Cronbach's alpha (log)", Reliability, one_group.log_alpha, "log gap", None),
)
_GIVEN: Final = (
    Measure("HR", "hazard ratio", None, None, "exp"),
    Measure("GEN", "effect as given", None, None),
)

MEASURES: Final[Mapping[str, Measure]] = MappingProxyType({
    measure.name: measure
    for measure in (*_RISKS, *_RATES, *_MEANS, *_CHANGES, *_ONE_GROUP, *_ASSOCIATIONS, *_GIVEN)
})  # fmt: skip
"""Every measure by name; each takes its table or an `Estimate`. HR and GEN have no table of their own."""


def find_measure(name: str) -> Measure:
    """Return a measure by its name; raise `UnknownNameError` when there is none."""
    try:
        return MEASURES[name]
    except KeyError:
        raise UnknownNameError("measure of effect", name, MEASURES) from None
