"""Cells of tables: plain words, words with the cites of studies, and lettered footnotes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bmreport import Cite, Claim, ClaimRole
from bmreport_plugins.graders.grade.wording import MINUS, counted, effect, interval, per_mille, whole

if TYPE_CHECKING:
    from collections.abc import Container

    from bmreport import AbsoluteEffect, Grade, OutcomeSummary

__all__ = [
    "Footnotes", "certainty", "difference", "outcome_name", "plain", "relative", "risk",
    "risk_with_intervention", "studies",
]  # fmt: skip

Cell = list[Claim]
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DASH = "–"
_NOUNS = {
    "randomised trials": ("randomised trial", "randomised trials"),
    "observational studies": ("observational study", "observational studies"),
    "diagnostic accuracy studies": ("diagnostic accuracy study", "diagnostic accuracy studies"),
}


class Footnotes:
    """Footnotes of one table: each text has one letter, in the order of first use."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def letters(self, texts: Iterable[str]) -> str:
        """The letters of these texts in brackets, with a space before them; empty for none."""
        letters = [self._letters.setdefault(text, _letter(len(self._letters))) for text in dict.fromkeys(texts) if text]
        return f" ({', '.join(letters)})" if letters else ""

    def claims(self) -> list[Cell]:
        """The footnotes as a table takes them."""
        return [plain(f"{letter}. {text}") for text, letter in self._letters.items()]


def plain(text: str) -> Cell:
    """Words that cite nothing."""
    return [Claim(text=text, role=ClaimRole.BACKGROUND)]


def outcome_name(grade: Grade) -> Cell:
    """The outcome with its follow-up."""
    summary = grade.summary
    follow_up = f" (follow-up {summary.follow_up})" if summary and summary.follow_up else ""
    return plain(f"{grade.outcome}{follow_up}")


def studies(grade: Grade, summary: OutcomeSummary, known: Container[str]) -> Cell:
    """People and studies, citing every study whose reference is known."""
    one, many = _NOUNS.get(summary.design, ("study", "studies"))
    count = counted(summary.studies, one, many)
    text = f"{whole(summary.participants)} ({count})" if summary.participants is not None else count
    if grade.figures.get("rows without number of people") and summary.participants is not None:
        text = f"at least {text}"
    cites = [Cite(reference_id=identifier) for identifier in summary.reference_ids if identifier in known]
    # No passage says this: it is counted from the study data.
    return [Claim(text=text, cites=cites, role=ClaimRole.BACKGROUND)]


def relative(summary: OutcomeSummary) -> Cell:
    """`RR 0.77 (0.62 to 0.95)`; a dash for differences of means, which stand in the column of differences."""
    found = summary.relative
    if found is None:
        return plain("not estimable")
    if found.measure in _MEANS:
        return plain(_DASH)
    return plain(f"{found.measure} {effect(found.value)}{_bounds(found.low, found.high)}")


def risk(summary: OutcomeSummary, grade: Grade) -> Cell:
    """The risk with the comparator, or the mean of its groups."""
    if summary.absolute is not None:
        return plain(_per(summary.absolute.baseline, summary.absolute))
    mean = grade.figures.get("control mean")
    return plain(f"mean {effect(float(mean))}" if isinstance(mean, int | float) else _DASH)


def risk_with_intervention(summary: OutcomeSummary) -> str:
    """`74 per 1,000`; empty without absolute effects."""
    found = summary.absolute
    return _per(found.with_intervention, found) if found else ""


def difference(summary: OutcomeSummary) -> Cell:
    """`22 fewer per 1,000 (37 fewer to 5 fewer)`, with the risk before it; or the difference of means."""
    if summary.absolute is not None:
        return plain(f"{risk_with_intervention(summary)}: {_difference_per(summary.absolute)}")
    found = summary.relative
    if found is None or found.measure not in _MEANS:
        return plain(_DASH)
    unit = " standard deviations" if found.measure.startswith("SMD") else ""
    told = f"{found.measure} {_lower(found.value)}{unit}"
    if found.low is None or found.high is None:
        return plain(told)
    return plain(f"{told} ({_lower(found.low)} to {_lower(found.high)})")


def certainty(grade: Grade, letters: str) -> Cell:
    """`⊕⊕⊕◯ Moderate (a, b)`."""
    return plain(f"{grade.symbol} {grade.label}{letters}")


_MEANS = ("MD", "SMD", "SMDH", "SMD1")


def _bounds(low: float | None, high: float | None) -> str:
    return f" ({interval(low, high)})" if low is not None and high is not None else ""


def _per(risk: float, found: AbsoluteEffect) -> str:
    return f"{per_mille(risk, _size(found))} per {whole(found.per)}"


def _difference_per(found: AbsoluteEffect) -> str:
    told = f"{_fewer(found.difference, _size(found))} per {whole(found.per)}"
    if found.low is None or found.high is None:
        return told
    return f"{told} ({_fewer(found.low, _size(found))} to {_fewer(found.high, _size(found))})"


def _size(found: AbsoluteEffect) -> float:
    """The largest difference, which decides how many decimals all numbers of the row have."""
    return max(abs(one) for one in (found.difference, found.low or 0.0, found.high or 0.0))


def _fewer(number: float, size: float) -> str:
    shown = per_mille(abs(number), size)
    return "0 fewer" if not float(shown.replace(",", "")) else f"{shown} {'fewer' if number < 0 else 'more'}"


def _lower(number: float | None) -> str:
    number = number or 0.0
    shown = effect(abs(number)).lstrip(MINUS)
    return f"{shown} {'lower' if number < 0 else 'higher'}"


def _letter(place: int) -> str:
    """From a to z, then aa, ab and so on."""
    first, last = divmod(place, len(_LETTERS))
    return f"{_letter(first - 1) if first else ''}{_LETTERS[last]}"
