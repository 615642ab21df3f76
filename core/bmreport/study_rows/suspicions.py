"""Standard deviations that look like standard errors: said, never acted upon."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

from bmreport.models.study import Arm, Study

__all__ = ["doubtful_spreads"]

_SMALL = 1 / 3
"""A standard deviation under this share of its like is looked at."""
_NEAR = 2.0
"""One that comes within this factor of its like when multiplied by the root of n was an error of the mean."""
_FEWEST = 3


def doubtful_spreads(studies: Sequence[Study]) -> Iterator[tuple[int, str]]:
    """Places in `studies`, and why the SD there may be a standard error.

    Compared are the two arms of a study, and the studies of one outcome where there are three or more.
    """
    outcomes: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, study in enumerate(studies):
        spreads = [(arm.sd, arm.total) for arm in (study.intervention, study.control) if arm.sd and arm.total]
        if len(spreads) == 2:
            (one, n), (other, _m) = sorted(spreads)
            if _is_error(one, n, other):
                yield place, _words(one, n, f"the {other:g} of the other arm")
                continue
        if spreads:
            outcomes[study.outcome.casefold(), study.comparison.casefold()].append(place)
    for places in outcomes.values():
        yield from _among(studies, places)


def _among(studies: Sequence[Study], places: Sequence[int]) -> Iterator[tuple[int, str]]:
    if len(places) < _FEWEST:
        return
    typical = [_typical(studies[place]) for place in places]
    middle = median(sd for sd, _n in typical)
    for place, (sd, n) in zip(places, typical, strict=True):
        if _is_error(sd, n, middle):
            yield place, _words(sd, n, f"the {middle:.3g} that is usual in the other studies")


def _typical(study: Study) -> tuple[float, float]:
    """The root mean square of the arms' SDs, and their mean size."""
    arms: list[Arm] = [arm for arm in (study.intervention, study.control) if arm.sd and arm.total]
    squares = [(arm.sd or 0.0) ** 2 for arm in arms]
    return math.sqrt(sum(squares) / len(arms)), sum(arm.total or 0 for arm in arms) / len(arms)


def _is_error(sd: float, n: float, like: float) -> bool:
    return sd < like * _SMALL and like / _NEAR <= sd * math.sqrt(n) <= like * _NEAR


def _words(sd: float, n: float, like: str) -> str:
    return (
        f"the SD of {sd:.3g} is far below {like}, and would be {sd * math.sqrt(n):.3g} if it is a standard error: "
        "check the paper"
    )
