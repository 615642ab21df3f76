"""Which measures of effect the figures of a row give, and the one that serves most studies of an outcome."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bmreport.models import StudyDesign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Arm, Study

__all__ = ["DEFAULT_MEASURES", "choose_measure", "figures_of", "measures_of"]

DEFAULT_MEASURES: Final = {
    "events": "RR",
    "means": "MD",
    "rates": "IRR",
    "one proportion": "PLO",
    "one mean": "MN",
    "one rate": "IRLN",
}
"""Kind of figures -> measure that they are pooled in when nobody asks for another."""

_POSSIBLE: Final = {
    "events": ("RR", "OR", "RD", "PETO"),
    "means": ("MD", "SMD", "ROM"),
    "rates": ("IRR", "IRD"),
    "one proportion": ("PLO", "PR", "PLN", "PAS", "PFT"),
    "one mean": ("MN", "MNLN"),
    "one rate": ("IRLN", "IR", "IRS", "IRFT"),
}
# The first of these wins where as many studies give one as another. A hazard ratio uses follow-up, which counts do not.
_PREFERRED: Final = ("HR", "RR", "IRR", "OR", "PETO", "MD", "SMD", "ROM", "RD", "IRD")


def figures_of(study: Study) -> str:
    """The kind of figures that the arms hold (a key of `DEFAULT_MEASURES`); empty when they hold no whole set."""
    one, other = study.intervention, study.control
    for kind, fields in _FIELDS:
        if _has(one, fields) and _has(other, fields):
            return kind
    if any(_has(other, (field,)) for field in ("events", "mean")):
        return ""
    return next((f"one {_SINGLE[kind]}" for kind, fields in _FIELDS if _has(one, fields)), "")


_FIELDS: Final = (
    ("events", ("events", "total")),
    ("rates", ("events", "person_time")),
    ("means", ("mean", "sd", "total")),
)
_SINGLE: Final = {"events": "proportion", "rates": "rate", "means": "mean"}


def measures_of(study: Study) -> tuple[str, ...]:
    """Every measure that the row can be pooled in: what its arms allow, and that of its estimate."""
    from_arms = _POSSIBLE.get(figures_of(study), ())
    return tuple(dict.fromkeys((*from_arms, study.estimate.measure))) if study.estimate else from_arms


def choose_measure(studies: Sequence[Study]) -> str:
    """The measure that most studies give; empty when none gives any.

    Only measures that somebody would expect are looked at: the usual one of the arms' figures, and those of published
    estimates. Where as many studies give several, estimates of observational studies come first, because they are
    adjusted for confounders and counts are not (Cochrane Handbook 24.6).
    """
    from bmreport_meta import MEASURES

    expected = {DEFAULT_MEASURES[kind] for kind in map(figures_of, studies) if kind}
    estimated = {study.estimate.measure for study in studies if study.estimate} & set(MEASURES)
    votes: Counter[str] = Counter()
    for study in studies:
        votes.update(set(measures_of(study)) & (expected | estimated))
    adjusted = estimated if any(_is_observational(study) for study in studies) else set()
    return min(votes, key=lambda one: (-votes[one], one not in adjusted, _rank(one), one), default="")


def _rank(measure: str) -> int:
    return _PREFERRED.index(measure) if measure in _PREFERRED else len(_PREFERRED)


def _is_observational(study: Study) -> bool:
    return study.design not in (None, StudyDesign.RANDOMISED)


def _has(arm: Arm, fields: tuple[str, ...]) -> bool:
    return all(getattr(arm, field) is not None for field in fields)
