"""Papers of one trial count once: of several rows of a study the best one is pooled, the others are left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.union_find import Joiner
from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.study_pooling.measures_of_rows import measures_of
from bmreport_plugins.study_pooling.row_tables import people_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Arm, Study

__all__ = ["figure_key", "follow_up_days", "one_row_a_study"]

_DURATION = re.compile(
    r"(?P<number>[0-9]+(?:[.,][0-9]+)?)\s*-?\s*(?P<unit>day|d|week|wk|w|month|mo|m|year|yr|y)", re.IGNORECASE
)
_DAYS = {"d": 1.0, "w": 7.0, "m": 30.4, "y": 365.25}


def one_row_a_study(studies: Sequence[Study], measure: str) -> tuple[list[int], dict[int, str]]:
    """Places of the rows to pool, and of the others with the reason for which they are not.

    Rows are of one study when they share its name or its registration number. Rows of different subgroups hold
    different people and are all kept, unless the study also has a row for everybody. Among rows of the same people that
    one is kept which gives the measure, then the one with the longest follow-up, then with the most people.
    """
    kept: list[int] = []
    reasons: dict[int, str] = {}
    for places in _by_study(studies):
        if len(places) == 1:
            kept.append(places[0])
            continue
        strata: dict[str, list[int]] = {}
        for place in places:
            strata.setdefault(name_key(studies[place].subgroup), []).append(place)
        whole = strata.pop("", [])
        if whole and strata:
            for place in (place for part in strata.values() for place in part):
                reasons[place] = (
                    f"another row of the study holds everybody, the subgroup {studies[place].subgroup!r} too"
                )
            strata = {}
        for same in (*([whole] if whole else []), *strata.values()):
            best = min(same, key=lambda place: _preference(studies[place], measure))
            kept.append(best)
            reasons.update({place: _why(studies[place], studies[best]) for place in same if place != best})
    return sorted(kept), reasons


def figure_key(study: Study) -> tuple[float | str, ...]:
    """What a row says in figures, to order rows by without looking at names."""
    estimate = study.estimate
    numbers: list[float | None] = [*_arm_key(study.intervention), *_arm_key(study.control), study.participants]
    numbers += [estimate.value, estimate.low, estimate.high, estimate.se] if estimate else [None] * 4
    return (*(-1e300 if number is None else float(number) for number in numbers), estimate.measure if estimate else "")


def follow_up_days(text: str) -> float:
    """The longest duration that a text names, in days; 0 when it names none."""
    found = (
        float(match["number"].replace(",", ".")) * _DAYS[match["unit"][0].casefold()]
        for match in _DURATION.finditer(text)
    )
    return max(found, default=0.0)


def _by_study(studies: Sequence[Study]) -> list[list[int]]:
    joiner = Joiner(len(studies))
    first: dict[tuple[str, str], int] = {}
    for place, study in enumerate(studies):
        for kind, name in (("name", name_key(study.study)), ("registration", name_key(study.registration))):
            if name:
                joiner.join(first.setdefault((kind, name), place), place, kind)
    return joiner.groups()


def _preference(study: Study, measure: str) -> tuple[object, ...]:
    gives = measure in measures_of(study)
    return (not gives, -follow_up_days(study.follow_up), -(people_in(study) or 0), figure_key(study))


def _why(study: Study, best: Study) -> str:
    if figure_key(study) == figure_key(best):
        return "the same figures stand in another row of the study"
    told = f", follow-up {best.follow_up}" if best.follow_up else ""
    name = f" as {best.study}" if name_key(best.study) != name_key(study.study) else ""
    return f"another row of the same study is pooled{name}{told}; its people would count twice"


def _arm_key(arm: Arm) -> list[float | None]:
    return [arm.events, arm.total, arm.mean, arm.sd, arm.person_time]
