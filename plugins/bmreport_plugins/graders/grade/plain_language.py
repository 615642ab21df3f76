"""What happens, in the words that GRADE found to be understood (Santesso et al. 2020, GRADE guidelines 26).

The verb tells the certainty: reduces, probably reduces, may reduce, very uncertain. The size tells how much: a large
effect, an effect, a slight one, little to no difference.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bmreport_plugins.graders.grade.absolute import absolute_effect
from bmreport_plugins.graders.grade.baseline import typical_sd

if TYPE_CHECKING:
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["Size", "arm_names", "happens", "inside", "size_of", "split_comparison"]


class Size(StrEnum):
    """How large an effect is."""

    LARGE = "large"
    PLAIN = "plain"
    SLIGHT = "slight"
    TRIVIAL = "trivial"


_TRIVIAL_RELATIVE: Final = 0.05
_SLIGHT_SD, _PLAIN_SD, _LARGE_SD = 0.2, 0.5, 0.8
"""Cohen's small, medium and large difference of means."""
_TIMES_PLAIN, _TIMES_LARGE = 2.0, 5.0
"""Multiples of a declared important difference from which on an effect is more than slight, and large."""
_VERSUS = re.compile(r"\s+(?:versus|vs\.?|v\.?|compared (?:with|to)|against)\s+", re.IGNORECASE)
_COMMON_WORD = re.compile(r"[A-Z][a-z]+\b(?!['’])")


def happens(evidence: OutcomeEvidence, label: str) -> str:
    """The sentence for an outcome with this certainty."""
    natural, measure = evidence.outcome.natural, evidence.outcome.measure
    what, who = inside(evidence.outcome.group.outcome), arm_names(evidence)[0]
    if evidence.saw_no_events:
        return f"No study saw an event; the effect of {inside(who)} on {what} cannot be estimated."
    if natural is None or measure is None:
        return f"No study could be pooled; the effect of {inside(who)} on {what} is not known."
    if measure.null is None:
        return ""
    if label == "Very low":
        return f"The evidence is very uncertain about the effect of {inside(who)} on {what}."
    null = 1.0 if measure.is_ratio else 0.0
    return _sentence(who, what, label, size_of(evidence), up=natural.estimate > null)


def size_of(evidence: OutcomeEvidence) -> Size:
    """How large the pooled effect is: by declared important differences where there are any, else by convention."""
    natural, measure, settings = evidence.outcome.natural, evidence.outcome.measure, evidence.settings
    if natural is None or measure is None:
        return Size.TRIVIAL
    absolute = absolute_effect(evidence)
    if settings.important_absolute is not None and absolute is not None:
        return _by_important(abs(absolute.difference), settings.important_absolute)
    if measure.is_ratio:
        return _by_ratio(natural.estimate, evidence)
    if measure.name == "RD" and absolute is not None and absolute.baseline > 0:
        return _by_ratio(absolute.with_intervention / absolute.baseline, evidence)
    if measure.name == "MD" and settings.important_difference is not None:
        return _by_important(abs(natural.estimate), settings.important_difference)
    sd = 1.0 if measure.name.startswith("SMD") else typical_sd(evidence)
    if sd is None:
        return Size.PLAIN
    standardised = abs(natural.estimate) / sd
    return _graded(standardised, _SLIGHT_SD, _PLAIN_SD, _LARGE_SD)


def arm_names(evidence: OutcomeEvidence) -> tuple[str, str]:
    """What is compared with what, from the comparison, else from the arms' labels; plain words where neither says."""
    if parts := split_comparison(evidence.outcome.group.comparison):
        return parts
    labels = {(study.intervention.label, study.control.label) for study in evidence.outcome.group.studies}
    one, other = next(iter(labels)) if len(labels) == 1 else ("", "")
    return one or evidence.outcome.group.comparison or "The intervention", other or "comparator"


def split_comparison(text: str) -> tuple[str, str] | None:
    """The two sides of `aspirin versus placebo`; None when the text has not two."""
    parts = [part.strip() for part in _VERSUS.split(text, maxsplit=1)]
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else None


def _sentence(who: str, what: str, label: str, size: Size, *, up: bool) -> str:
    subject = f"{who[:1].upper()}{who[1:]}"
    adverb = {"High": "", "Moderate": " probably", "Low": " may"}[label]
    plural = "" if label == "Low" else "s"
    if size is Size.TRIVIAL:
        return f"{subject}{adverb} result{plural} in little to no difference in {what}."
    if size is Size.LARGE:
        return f"{subject}{adverb} result{plural} in a large {'increase' if up else 'reduction'} in {what}."
    slightly = " slightly" if size is Size.SLIGHT else ""
    verb = f"{'increase' if up else 'reduce'}{plural}"
    return f"{subject}{adverb} {verb} {what}{slightly}."


def _by_ratio(ratio: float, evidence: OutcomeEvidence) -> Size:
    change = abs(ratio - 1)
    large = evidence.options.large_effect
    if ratio >= large or ratio <= 1 / large:
        return Size.LARGE
    return _graded(change, _TRIVIAL_RELATIVE, evidence.options.important_relative, float("inf"))


def _by_important(size: float, important: float) -> Size:
    return _graded(size, important, _TIMES_PLAIN * important, _TIMES_LARGE * important)


def _graded(size: float, slight: float, plain: float, large: float) -> Size:
    if size >= large:
        return Size.LARGE
    if size >= plain:
        return Size.PLAIN
    return Size.SLIGHT if size >= slight else Size.TRIVIAL


def inside(words: str) -> str:
    """Words inside a sentence: a common word loses its capital, a name or an acronym keeps it."""
    return words[:1].lower() + words[1:] if _COMMON_WORD.match(words) else words
