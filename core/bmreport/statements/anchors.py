"""Figures that a claim shares with a passage, and what the passage says of them.

`significantly greater (41° vs 38°)` is about the very figures of which the passage says `41° and 38° (p = 0.31)`,
whatever words stand around them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.numbers import effects_of
from bmreport.statements.numbers.measures import RATIOS
from bmreport.statements.significance import figures_are_significant, words_are_significant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Anchored", "figures_against_words", "insignificant_figures", "ratio_against_words"]


class Anchored(NamedTuple):
    """Where a passage holds the figures: `passage[start:end]` of the citation."""

    citation_id: str
    start: int
    end: int


_NUMBER = r"[-−]?\d+(?:[.·]\d+)?"
_PAIR = re.compile(
    rf"(?P<one>{_NUMBER})\s?(?P<unit>%|°)?(?:\s[a-zµμ/]{{1,8}})?\s?(?:vs?\.?|versus|and|against|compared with)\s"
    rf"(?P<other>{_NUMBER})(?![\d.]*\s?%?\s?(?:CI|confidence))"
)
_REACH = 110
_ENDS = re.compile(r"\)(?=\s|$|[,.;])|;(?!\s?(?:[Pp]\b|95|CI\b|adjusted|difference))|\.\s")


def insignificant_figures(claim: str, passages: Mapping[str, str]) -> Anchored | None:
    """Figures that the claim calls significant, and the interval or p value beside them in the passage does not."""
    if words_are_significant(claim) is not True:
        return None
    if figures_are_significant(claim) is False:
        place = _place_of(claim, passages) or _place_of_interval(claim, passages)
        if place is not None:
            return place
    for one, other in _pairs(claim):
        for citation_id, passage in passages.items():
            for match in _PAIR.finditer(passage):
                if (match["one"], match["other"]) not in ((one, other), (other, one)):
                    continue
                after = passage[match.end() : match.end() + _REACH]
                ends = _ENDS.search(after)
                beside = after[: ends.start() + 1] if ends else after
                if figures_are_significant(beside) is False:
                    return Anchored(citation_id, match.start(), match.end())
    return None


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    return ((match["one"], match["other"]) for match in _PAIR.finditer(text))


def _place_of(claim: str, passages: Mapping[str, str]) -> Anchored | None:
    """Where a passage holds the effect that the claim tells."""
    for effect in effects_of(claim):
        figure = re.compile(
            rf"(?<![\d.·]){re.escape(f'{abs(effect.value):g}').replace(re.escape('.'), '[.·]')}(?![\d·]|\.\d)"
        )
        for citation_id, passage in passages.items():
            if (match := figure.search(passage)) is not None:
                return Anchored(citation_id, match.start(), match.end())
    return None


def figures_against_words(clause: str, sign: int, passages: Mapping[str, str]) -> Anchored | None:
    """The two figures of a clause that compares two arms against its words (`more with A than with B (3% vs 9%)`).

    Only where a passage holds the same two figures; else they are wrong themselves.
    """
    pairs = list(_PAIR.finditer(clause))
    if len(pairs) != 1:
        return None
    one, other = (pairs[0][name].replace("·", ".") for name in ("one", "other"))
    if one[0] in "-−" or other[0] in "-−" or (float(one) - float(other)) * sign >= 0:
        return None
    same = re.compile(
        rf"(?<![\d.·]){_as_told(one)}(?![\d·]|\.\d)[^;]{{1,60}}?(?<![\d.·]){_as_told(other)}(?![\d·]|\.\d)"
    )
    for citation_id, passage in passages.items():
        if (match := same.search(passage)) is not None:
            return Anchored(citation_id, match.start(), match.end())
    return None


def _as_told(figure: str) -> str:
    return re.escape(figure).replace(re.escape("."), "[.·]")


def _place_of_interval(claim: str, passages: Mapping[str, str]) -> Anchored | None:
    """Where a passage holds the interval of a difference that the claim tells."""
    for match in _INTERVAL.finditer(claim):
        low, high = (re.escape(match[name].lstrip("-−–")).replace("\\.", "[.·]") for name in ("low", "high"))
        same = re.compile(rf"(?<![\d.·]){low}\s?%?\s?(?:to|,|;|–)\s?[-−+]?{high}(?![\d·]|\.\d)")
        for citation_id, passage in passages.items():
            if (found := same.search(passage)) is not None:
                return Anchored(citation_id, found.start(), found.end())
    return None


_INTERVAL = re.compile(rf"(?P<low>{_NUMBER})\s?%?\s?(?:to|,|;|–)\s?\+?(?P<high>{_NUMBER})")


_OF_STATE = re.compile(
    r"\b(?:with|of) (?:reduced|decreased|impaired|raised|elevated|increased|low|high)\b", re.IGNORECASE
)


def ratio_against_words(clause: str, sign: int, passages: Mapping[str, str]) -> Anchored | None:
    """A ratio that a clause gives against its words (`lowered the risk (OR 1.75)`), where a passage has it too."""
    if _OF_STATE.search(clause):
        return None  # `associated with reduced function (OR 1.9)`: more often reduced
    for effect in effects_of(clause):
        if effect.measure not in RATIOS or effect.low is None or effect.high is None:
            continue
        clear = effect.low > 1 or effect.high < 1
        if clear and (effect.value - 1) * sign < 0:
            return _place_of(clause, passages)
    return None
