"""What reviewers declared of single outcomes in the options, by the outcome's name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport import ConfigError
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.options import GradeOptions

__all__ = ["OutcomeSettings", "settings_of"]

_BY_OUTCOME = ("importance", "baseline_risk", "measure", "important_absolute", "important_difference")


@dataclass(frozen=True)
class OutcomeSettings:
    """The declarations on one outcome; empty or None where there is none."""

    importance: str = ""
    baseline_risk: float | None = None
    important_absolute: float | None = None
    important_difference: float | None = None


def settings_of(outcomes: Iterable[str], options: GradeOptions) -> dict[str, OutcomeSettings]:
    """Comparable name -> settings. Raises ConfigError for an outcome that no study has, and for an unknown measure."""
    names = {name_key(outcome): outcome for outcome in outcomes}
    declared: dict[str, dict[str, Any]] = {name: {} for name in names}
    for option in _BY_OUTCOME:
        given: Mapping[str, Any] = getattr(options, option)
        for outcome, value in given.items():
            key = name_key(outcome)
            if key not in names:
                raise ConfigError(
                    f"option {option!r} names the outcome {outcome!r:.60}, which no study has",
                    where="grader grade",
                    remedy=nearest(outcome, names),
                )
            declared[key][option] = value
    _expect_measures(options)
    return {
        key: OutcomeSettings(**{name: value for name, value in found.items() if name != "measure"})
        for key, found in declared.items()
    }


def nearest(outcome: str, names: Mapping[str, str]) -> str:
    """What may have been meant, else all outcomes there are."""
    near = difflib.get_close_matches(name_key(outcome), names, n=2, cutoff=0.6)
    if near:
        return f"did you mean {' or '.join(repr(names[one]) for one in near)}?"
    return f"outcomes: {', '.join(names.values())}"[:300] if names else "there are no studies"


def _expect_measures(options: GradeOptions) -> None:
    if not options.measure:
        return
    from bmreport_meta import MEASURES  # numpy, which most hosts never need

    for outcome, measure in options.measure.items():
        if measure not in MEASURES:
            raise ConfigError(
                f"option 'measure' gives {measure!r:.40} for {outcome!r:.60}, which is no measure of effect",
                where="grader grade",
                remedy="choose one of RR, OR, RD, HR, IRR, IRD, MD, SMD, ROM, PETO",
            )
