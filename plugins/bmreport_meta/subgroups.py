"""Subgroups of studies, each pooled, and the test whether they differ.

Cochrane Handbook 10.11.3; Borenstein et al. (2009) chapter 19. With a tau2 for each subgroup the test compares the
subgroup estimates by their standard errors; with one tau2 for all it is the test of the subgroup as a moderator.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from bmreport_meta.design import build, complete
from bmreport_meta.effects import Effect, EffectSizes
from bmreport_meta.errors import MetaError, TooFewStudiesError
from bmreport_meta.heterogeneity import i2_of_q
from bmreport_meta.pooling import Pooled, Test, as_sizes, pool
from bmreport_meta.regression import fit_design
from bmreport_meta.tests_of_tables import ChiSquared, chi_squared

if TYPE_CHECKING:
    from bmreport_meta.intervals import LeftOut
    from bmreport_meta.tau2 import Method

Between: TypeAlias = Literal["separate", "common"]
"""Whether each subgroup has a tau2 of its own, or all have one."""


@dataclass(frozen=True, slots=True)
class Subgroup:
    """A subgroup's name and its pooled estimate."""

    name: str
    pooled: Pooled


@dataclass(frozen=True, slots=True)
class Subgroups:
    """Subgroups in the order in which they first appear, with the test of their difference and its I2 in percent."""

    groups: tuple[Subgroup, ...]
    difference: ChiSquared
    i2_of_difference: float
    tau2: Between
    left_out: tuple[LeftOut, ...] = ()


def pool_subgroups(
    effects: Iterable[Effect] | EffectSizes,
    groups: Sequence[str | None],
    *,
    method: Method = "REML",
    test: Test = "z",
    level: float = 0.95,
    tau2: Between = "separate",
) -> Subgroups:
    """Pool each subgroup; a study without one is left out.

    Raises `TooFewStudiesError` when there is only one subgroup.
    """
    sizes = as_sizes(effects)
    if tau2 not in ("separate", "common"):
        raise MetaError(f"tau2 of subgroups must be 'separate' or 'common', not {tau2!r}")
    kept, lacking = complete(sizes, {"subgroup": list(groups)})
    members: dict[str, list[Effect]] = {}
    for position in kept:
        members.setdefault(str(groups[position]), []).append(sizes.effects[position])
    if len(members) < 2:
        raise TooFewStudiesError("a test of subgroups (one study or more in each of two subgroups)", 2, len(members))
    shared = _common_tau2(sizes, kept, groups, method) if tau2 == "common" else None
    pooled = tuple(
        Subgroup(
            name, pool(EffectSizes(sizes.measure, tuple(found)), method=method, test=test, level=level, tau2=shared)
        )
        for name, found in members.items()
    )
    difference = difference_of([group.pooled for group in pooled])
    return Subgroups(
        pooled, difference, i2_of_q(difference.statistic, difference.df), tau2, (*sizes.left_out, *lacking)
    )


def _common_tau2(sizes: EffectSizes, kept: Sequence[int], groups: Sequence[str | None], method: Method) -> float:
    words = [None if group is None else str(group) for group in groups]
    design, matrix = build({"subgroup": words}, kept, {}, intercept=False)
    used = EffectSizes(sizes.measure, tuple(sizes.effects[i] for i in kept))
    return fit_design(used, design, matrix, method, "z", 0.95).heterogeneity.tau2


def difference_of(estimates: Sequence[Pooled]) -> ChiSquared:
    """Test whether pooled estimates of separate studies differ, by their standard errors."""
    if len(estimates) < 2:
        raise TooFewStudiesError("a test of difference", 2, len(estimates))
    weights = [1 / pooled.se**2 for pooled in estimates]
    mean = math.fsum(w * pooled.estimate for w, pooled in zip(weights, estimates, strict=True)) / math.fsum(weights)
    q = math.fsum(w * (pooled.estimate - mean) ** 2 for w, pooled in zip(weights, estimates, strict=True))
    return chi_squared(q, len(estimates) - 1)
