"""What a forest plot calls its measure, and what it says on either side of no effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from bmreport_plugins.figures.blocks import sentence

if TYPE_CHECKING:
    from bmreport_meta import Measure
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["Better", "measure_words", "outcome_title", "short_measure", "sides"]

Better: TypeAlias = Literal["", "low", "high"]
"""Which results are good: `low` for deaths, `high` for recoveries; empty when nobody said so."""

_KNOWN = frozenset(("RR", "OR", "HR", "RD", "MD", "SMD", "IRR", "IRD", "ROM"))
_CORRELATIONS = frozenset(("COR", "UCOR", "ZCOR"))


def outcome_title(outcome: PooledOutcome) -> str:
    """Outcome and comparison."""
    group = outcome.group
    return sentence(f"{group.outcome}: {group.comparison}" if group.comparison else group.outcome)


def measure_words(measure: Measure | None) -> str:
    """The measure in words, for the axis."""
    return sentence(measure.title) if measure else "Effect"


def short_measure(measure: Measure | None) -> str:
    """What stands above the numbers: an abbreviation that readers know, else a word."""
    if measure is None or measure.name == "GEN":
        return "Effect"
    if measure.name == "PETO":
        return "Peto OR"
    return measure.name if measure.name in _KNOWN else sentence(measure.title.partition(" (")[0])


def sides(measure: Measure | None, names: tuple[str, str], better: Better) -> tuple[str, str]:
    """What lies below and above no effect; unless it is known what is good, no more than is true of any outcome."""
    if measure is None or measure.null is None or measure.name == "GEN":
        return "", ""
    intervention, control = map(_lower, names)
    if better == "low":
        return f"Favours {intervention}", f"Favours {control}"
    if better == "high":
        return f"Favours {control}", f"Favours {intervention}"
    if measure.name in _CORRELATIONS:
        return "Negative", "Positive"
    return f"Lower with {intervention}", f"Higher with {intervention}"


def _lower(text: str) -> str:
    """A name within a sentence; one whose first word has further capitals is an acronym and keeps them."""
    word = text.split(" ", maxsplit=1)[0]
    return text if any(letter.isupper() for letter in word[1:]) or len(word) == 1 else text[:1].lower() + text[1:]
