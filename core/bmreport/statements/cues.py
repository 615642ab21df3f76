"""Signs of direction among the words of a sentence; those that only look like one are left out (`signs.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.change_words import BENEFIT_ADJECTIVES, CUES, DEGREES, Cue, Part, Scale
from bmreport.statements.signs import AUXILIARY, BE, NOUN_OR_VERB, is_noun, is_sign
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import WORD, text_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["FoundCue", "find_cues"]


class FoundCue(NamedTuple):
    """A sign of direction, `words[first:last]`."""

    first: int
    last: int
    cue: Cue


_FREQUENCY = word_set(
    "frequent frequently often common commonly likely unlikely probable prevalent pronounced marked severe intense "
    "expensive costly"
)
_HARMFUL = word_set("harmful toxic")
_SPEEDS = {"slowly": 1, "gradually": 1, "quickly": -1, "rapidly": -1, "swiftly": -1, "promptly": -1}
_UP, _DOWN = Cue(1, Scale.VALUE, Part.VERB), Cue(-1, Scale.VALUE, Part.VERB)
_TWO_WORDS = {
    ("expense", "of"): Cue(-1, Scale.GOOD, Part.NOUN), ("cost", "of"): Cue(-1, Scale.GOOD, Part.NOUN),
    ("went", "up"): _UP, ("gone", "up"): _UP, ("going", "up"): _UP, ("go", "up"): _UP, ("pushed", "up"): _UP,
    ("went", "down"): _DOWN, ("gone", "down"): _DOWN, ("going", "down"): _DOWN, ("go", "down"): _DOWN,
    ("brought", "down"): _DOWN, ("bring", "down"): _DOWN, ("came", "down"): _DOWN, ("come", "down"): _DOWN,
    ("took", "away"): _DOWN, ("take", "away"): _DOWN, ("taken", "away"): _DOWN, ("sped", "up"):
    Cue(-1, Scale.TIMING, Part.VERB), ("got", "better"): Cue(1, Scale.GOOD, Part.VERB),
    ("got", "worse"): Cue(-1, Scale.GOOD, Part.VERB), ("get", "worse"): Cue(-1, Scale.GOOD, Part.VERB),
    ("less", "well"): Cue(-1, Scale.GOOD, Part.ADJECTIVE), ("more", "poorly"): Cue(-1, Scale.GOOD, Part.ADJECTIVE),
    ("took", "longer"): Cue(1, Scale.TIMING, Part.VERB), ("take", "longer"): Cue(1, Scale.TIMING, Part.VERB),
    ("get", "better"): Cue(1, Scale.GOOD, Part.VERB), ("getting", "worse"): Cue(-1, Scale.GOOD, Part.VERB),
}  # fmt: skip


def find_cues(words: Sequence[Word]) -> list[FoundCue]:
    """The signs of direction in order; `less frequent`, `equally common` and `as safe as` are one each."""
    found: list[FoundCue] = []
    at = 0
    while at < len(words):
        one = _cue_at(words, at) if words[at].kind == WORD else None
        if one is not None:
            found.append(one)
            at = one.last
        else:
            at += 1
    return found


def _cue_at(words: Sequence[Word], at: int) -> FoundCue | None:
    text = words[at].text
    following, before = text_at(words, at + 1), text_at(words, at - 1)
    pair = _TWO_WORDS.get((text, following))
    if pair is not None and (text not in ("cost", "expense") or (before == "the" and text_at(words, at - 2) == "at")):
        return FoundCue(at, at + (1 if pair.part is Part.NOUN else 2), pair)
    if text in ("most", "least") and before in (",", "(") and following in _FREQUENCY:
        return None  # `…, most often nausea`
    if text in DEGREES and (degree := _of_degree(words, at, following)) is not None:
        return degree
    if text == "as" and (same := _as_as(words, at)) is not None:
        return same
    if text.endswith("fold") and len(text) > len("fold") + 1:
        return FoundCue(at, at + 1, Cue(1, Scale.VALUE, Part.WEAK))
    if text in _SIGNED:
        linked = following.startswith(("associ", "correl", "relat", "linked"))
        return FoundCue(at, at + 2, Cue(_SIGNED[text], Scale.VALUE, Part.ADJECTIVE)) if linked else None
    return _of_word(words, at)


_SIGNED = {"positively": 1, "positive": 1, "negatively": -1, "negative": -1, "inversely": -1, "inverse": -1}


def _of_degree(words: Sequence[Word], at: int, following: str) -> FoundCue | None:
    """`less frequent`, `more effective`, `more slowly`."""
    if following in _SPEEDS:
        sign = DEGREES[words[at].text] * _SPEEDS[following]
        return FoundCue(at, at + 2, Cue(sign, Scale.TIMING, Part.ADJECTIVE))
    return _graded(words, at, following) if following in _FREQUENCY | BENEFIT_ADJECTIVES | _HARMFUL else None


def _of_word(words: Sequence[Word], at: int) -> FoundCue | None:
    text = words[at].text
    following, before, earlier = text_at(words, at + 1), text_at(words, at - 1), text_at(words, at - 2)
    if text == "different" and not {before, earlier} & (BE | {"significantly", "not", "no"}):
        return None
    cue = CUES.get(text)
    if cue is None or not is_sign(words, at):
        return None
    if cue.scale is Scale.TIE and cue.sign == 0 and following in _FREQUENCY | BENEFIT_ADJECTIVES:
        return FoundCue(at, at + 2, cue)
    cue = _with_part(words, at, text, cue)
    if cue.part is Part.NOUN and (before == "for" or (before == "the" and earlier == "for")):
        return None  # `was given for the prevention of stroke`
    return FoundCue(at, at + 1, cue)


def _graded(words: Sequence[Word], at: int, following: str) -> FoundCue:
    sign = DEGREES[words[at].text]
    if following in BENEFIT_ADJECTIVES:
        return FoundCue(at, at + 2, Cue(sign, Scale.GOOD, Part.ADJECTIVE))
    if following in _HARMFUL:
        return FoundCue(at, at + 2, Cue(-sign, Scale.GOOD, Part.ADJECTIVE))
    return FoundCue(at, at + 2, Cue(-sign if following == "unlikely" else sign, Scale.VALUE, Part.ADJECTIVE))


def _as_as(words: Sequence[Word], at: int) -> FoundCue | None:
    """`as safe as`: the same; `twice as common as`: more; `half as likely as`: less."""
    if at + 1 >= len(words) or words[at + 1].kind != WORD:
        return None
    before = text_at(words, at - 1)
    adjective = words[at + 1].text
    scale = Scale.GOOD if adjective.removesuffix("ly") in BENEFIT_ADJECTIVES else Scale.VALUE
    if before in ("twice", "fold", "times") or before.endswith("fold"):
        return FoundCue(at, at + 2, Cue(1, scale, Part.ADJECTIVE))
    if before == "half":
        return FoundCue(at, at + 2, Cue(-1, scale, Part.ADJECTIVE))
    if text_at(words, at + 2) == "as" and adjective not in ("well", "soon", "long", "far", "such"):
        return FoundCue(at, at + 2, Cue(0, Scale.TIE, Part.ADJECTIVE))
    return None


def _with_part(words: Sequence[Word], at: int, text: str, cue: Cue) -> Cue:
    if text == "lower" and text_at(words, at - 1) not in AUXILIARY:
        return cue._replace(part=Part.ADJECTIVE)
    if text in NOUN_OR_VERB and is_noun(words, at):
        return cue._replace(part=Part.NOUN)
    return cue
