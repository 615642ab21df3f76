"""Several signs of direction in one clause as one: `a greater reduction`, `fell less`, `prevented the rise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.change_words import Part, Scale
from bmreport.statements.cues import FoundCue
from bmreport.statements.signs import BE
from bmreport.statements.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["compose"]

# What may stand between a verb and the noun of change that it acts on: `attenuated the mean rise in`.
_WITHIN = word_set(
    "the a an any further this mean overall relative absolute rate of age related annual weekly in significant"
)
_GRADING = word_set("more less greater smaller larger fewer higher lower stronger weaker bigger longer shorter")


def compose(words: Sequence[Word], cues: Sequence[FoundCue]) -> FoundCue | None:
    """The one sign of direction that the clause tells; None when it has none."""
    firm = [one for one in cues if one.cue.part is not Part.WEAK]
    firm = [one for one in firm if not _describes(words, one, firm)]
    if not firm:
        return _best_weak(cues)
    told = firm[0]
    for other in firm[1:]:
        told = _joined(words, told, other)
    return told


def _best_weak(cues: Sequence[FoundCue]) -> FoundCue | None:
    """The first that does not merely tell how common something is."""
    return next((one for one in cues if one.cue.scale is not Scale.LEVEL), cues[0] if cues else None)


def _joined(words: Sequence[Word], one: FoundCue, other: FoundCue) -> FoundCue:
    first, second = one.cue, other.cue
    if words[one.first].text in ("cost", "expense"):
        return other  # `at the cost of more bleeding`
    if Scale.TIE in (first.scale, second.scale):
        return _with_tie(words, one, other)
    if words[other.first].text.endswith("ing") and words[other.first - 1].text in (
        "in",
        "for",
        "at",
        "of",
        "by",
        "with",
        "after",
    ):
        return one
    if first.part is Part.NOUN and other.last - other.first == 2 and second.part is Part.ADJECTIVE:
        return other  # `improvement was seen more often`: the improvement is the outcome
    if words[other.first].text in _GRADING:
        # `fell less`, `the reduction was smaller`: the first tells what, the second how much.
        return FoundCue(one.first, one.last, first._replace(sign=first.sign * second.sign))
    if words[one.first].text in _GRADING:
        scale = Scale.GOOD if second.scale is Scale.GOOD else second.scale
        between = {word.text for word in words[one.last : other.first]}
        if between <= _WITHIN:
            return FoundCue(other.first, other.last, second._replace(sign=first.sign * second.sign, scale=scale))
        return one
    if first.part is Part.VERB and second.part is not Part.ADJECTIVE:
        # `slowed the decline`: less of the decline, which is the outcome.
        return (
            one
            if first.scale is not Scale.TIMING
            else one._replace(cue=first._replace(sign=-first.sign, scale=Scale.VALUE))
        )
    if second.part is Part.NOUN:
        return one
    return other


def _with_tie(words: Sequence[Word], one: FoundCue, other: FoundCue) -> FoundCue:
    """`no difference in reduction` and `the reduction was similar` both speak of a tie."""
    if other.cue.sign == 0 and words[other.first - 2].text == "to" and one.cue.part is Part.VERB:
        return FoundCue(one.first, one.last, other.cue._replace(part=Part.VERB))  # `improved to a similar extent`
    if one.cue.scale is Scale.TIE and other.cue.scale is Scale.TIE:
        return one if one.cue.sign else other
    if one.cue.scale is Scale.TIE:
        return other if other.cue.part is Part.ADJECTIVE and one.cue.sign else one  # `the effect was larger`
    return other if other.cue.sign == 0 or one.cue.part is Part.NOUN else one


def _describes(words: Sequence[Word], one: FoundCue, firm: Sequence[FoundCue]) -> bool:
    """Whether the sign only describes who or what was studied (`higher intake lowered …`, `reduced function`)."""
    if one.cue.part is Part.VERB:
        gerund = words[one.first].text.endswith("ing") and (not one.first or words[one.first - 1].text == ",")
        return (gerund and one is not firm[-1]) or _is_modifier(words, one, firm)  # `extending A lowered …`
    if (
        one.cue.part is not Part.ADJECTIVE
        or words[one.first].text in ("more", "less", "fewer")
        or one.last - one.first > 1
    ):
        return False
    verbs = [other.first for other in firm if other.cue.part is Part.VERB]
    return any(first > one.last for first in verbs) and (
        not one.first or words[one.first - 1].text in ("a", "the", "of", "with")
    )


def _is_modifier(words: Sequence[Word], one: FoundCue, firm: Sequence[FoundCue]) -> bool:
    """`patients with reduced kidney function`, `increased mobilisation`: a participle that describes a thing."""
    if not words[one.first].text.endswith("ed"):
        return False
    before = words[one.first - 1].text if one.first else ""
    earlier = words[one.first - 2].text if one.first > 1 else ""
    if before in ("with", "of", "without", "to", "in", "the", "a", "an"):
        return (earlier not in _LEADING_TO and before not in ("in", "a", "an")) or earlier in ("in", "with", "of")
    compared = any(word.text == "than" for word in words[one.last : one.last + 3])
    if before == "optional" or (before == "and" and compared):
        return True
    if one.first and before != ",":
        return before in ("under", "than", "by", "between", "versus", "after", "before", "during", "for", "from")
    # `Reduced intake was associated with …`; not `…, and eased dizziness more`
    return any(word.text in BE | _LEADING for word in words[one.last + 1 : one.last + 5]) or any(
        other.first > one.last and other.cue.part is Part.VERB for other in firm
    )


_LEADING = word_set("did does do had has have led lead leads gave caused resulted brought")
_LEADING_TO = word_set(
    "associated linked correlated compared led lead leads leading contributed translated due owing resulted related "
    "tied coupled"
)
