"""What looks wrong in a set of effects without being impossible; said as cautions, never acted upon."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING, Final

from bmreport_meta.intervals import Caution
from bmreport_meta.tables import Continuous

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_meta.effects import Effect

_HUGE_SMD: Final = 3.0
"""Standardised differences beyond this are rarely true; the usual cause is a standard error typed as an SD."""
_SMALL_SHARE: Final = 1 / 3
"""An SD under this share of the other studies' median is looked at."""
_NEAR: Final = 2.0
"""An SD that becomes as large as the others' (within this factor) when multiplied by the root of n was an SE."""


def cautions_of(measure: str, effects: Sequence[Effect]) -> tuple[Caution, ...]:
    """Look for standard errors typed as standard deviations."""
    found = [*_small_sds(effects)]
    if measure.startswith("SMD"):
        named = {caution.study for caution in found}
        found += [
            Caution(effect.study, f"a standardised difference of {effect.yi:.2f}: is the SD a standard error?")
            for effect in effects
            if abs(effect.yi) > _HUGE_SMD and effect.study not in named
        ]
    return tuple(found)


def _small_sds(effects: Sequence[Effect]) -> list[Caution]:
    """Find SDs far below the rest that would fit if they were standard errors (metafor NEWS 5.1 warns likewise)."""
    sds = [(effect.study, *_mean_sd(effect.table)) for effect in effects if isinstance(effect.table, Continuous)]
    if len(sds) < 3:
        return []
    middle = median(sd for _, sd, _ in sds)
    return [
        Caution(
            study,
            f"its SD of about {sd:.3g} is far below the {middle:.3g} of the other studies, and would be "
            f"{sd * root:.3g} if it is a standard error: check the paper",
        )
        for study, sd, root in sds
        if sd < middle * _SMALL_SHARE and middle / _NEAR <= sd * root <= middle * _NEAR
    ]


def _mean_sd(table: Continuous) -> tuple[float, float]:
    """The typical SD of a study's two groups and the root of their mean size."""
    sd1, sd2, n1, n2 = (float(number or 0.0) for number in (table.sd1, table.sd2, table.n1, table.n2))
    return math.sqrt((sd1**2 + sd2**2) / 2), math.sqrt((n1 + n2) / 2)
