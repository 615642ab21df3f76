"""Whether a word tells a direction where it stands, or is part of a name, a bound, a cause or an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.named import NAMES_AFTER, NAMES_BEFORE
from bmreport.statements.outcomes import SUBJECTS, is_content
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER, PUNCT, WORD, text_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.words import Word

__all__ = ["AUXILIARY", "BE", "NOUN_OR_VERB", "is_noun", "is_sign"]

BE = word_set("is are was were be been being")
"""Forms of `to be`."""
AUXILIARY = word_set(
    "to not did does do may might can could will would should cannot must didn't doesn't don't couldn't can't"
)
"""Words after which a verb comes."""
NOUN_OR_VERB = word_set(
    "increase decrease decline drop rise fall gain change benefit cut slow double delay harm help limit ease lower "
    "affect influence impact triple promote cause link"
)
"""Words that are a noun or a verb by their neighbours, and as a noun tell a direction only in `a fall in`."""
_NOT_AS_NOUN = word_set("gain harm cause help link affect")
_DETERMINERS = word_set(
    "a an the no any some this that its their further marked modest small large clinically relative absolute mean "
    "median overall net significant substantial greater smaller additional slight clear similar of little"
)
_BEFORE_VERB = word_set("we they and or that which who ly")
_AFTER_NOUN = word_set("in of for was were is")
_HALVES = word_set("half a expected one two three four five six ten twice once usual")
_ABOUT = word_set("about roughly approximately")
_FALLS = word_set("fall fell fallen falling")
_SIZES = word_set("higher lower greater longer shorter larger smaller increased reduced elevated decreased")
_EXPOSURES = word_set(
    "dose doses dosing dosage intake intakes exposure quartile tertile quintile education income altitude "
    "concentration concentrations volume threshold cutoff course courses interval intervals"
)
_SUPERLATIVES = word_set(
    "lowest fewest smallest shortest weakest rarest highest greatest largest longest strongest commonest best worst "
    "poorest"
)
_HOUSEHOLDS = word_set(
    "households people countries families areas districts neighbourhoods neighborhoods women men children communities "
    "adults settings regions patients populations"
)
_OF_CAUSES = word_set("from of any all other same cardiac main leading common known possible unknown")
_CAUSING = word_set("caused induced provoked triggered precipitated promoted cause induce provoke")
_STAYING = word_set("remain remained remains stayed stay kept well evenly equally")
_MANY = word_set("up most many all half nearly about")
_PARTICIPLES = word_set("lost gained raised reduced")
_RANKING_ENDS = word_set("and or versus vs v than") | {""}
_TIME_ENDS = word_set("than with in on after among , and when") | {""}


def is_sign(words: Sequence[Word], at: int) -> bool:
    """Whether the word at `at`, which may tell a direction, does so here."""
    text, before, following = words[at].text, text_at(words, at - 1), text_at(words, at + 1)
    if words[at].joined or (at + 1 < len(words) and words[at + 1].joined):
        return False
    if following in NAMES_AFTER.get(text, ()) or before in NAMES_BEFORE.get(text, ()):
        return False
    if following == "than" and at + 2 < len(words) and _is_amount(words, at + 2, _HALVES):
        return False  # `more than 5`, `less than half`
    return not (
        _is_cause(text, before, following)
        or _is_noun_only(words, at)
        or _is_figure(words, at)
        or _is_state(words, at)
        or _is_event(words, at)
    ) and _is_comparison(words, at)


def is_noun(words: Sequence[Word], at: int) -> bool:
    """Whether a word that may be a noun or a verb stands where a noun does."""
    if at == 0:
        return True
    before = words[at - 1]
    if words[at].text == "delay" and is_content(before.stem) and before.text not in _DETERMINERS:
        return False  # `language delay` is an outcome
    if before.kind != WORD or before.text in AUXILIARY:
        return before.kind in (NUMBER, PUNCT)
    return before.text in _DETERMINERS or text_at(words, at + 1) in _AFTER_NOUN


def _is_verb(words: Sequence[Word], at: int) -> bool:
    before = text_at(words, at - 1)
    return before in AUXILIARY or before.endswith("s") or before in _BEFORE_VERB


def _is_amount(words: Sequence[Word], at: int, spelled: frozenset[str]) -> bool:
    return at < len(words) and (words[at].kind == NUMBER or words[at].text in spelled)


def _is_cause(text: str, before: str, following: str) -> bool:
    """`death from cardiovascular causes`, `those provoked by exercise`."""
    if text == "causes":
        return before not in AUXILIARY and (before.endswith(("al", "ar")) or before in _OF_CAUSES)
    if text not in _CAUSING:
        return False
    return before in BE | {"those", "who"} or following in ("", ",", "by", "in", "and", "with")


def _is_noun_only(words: Sequence[Word], at: int) -> bool:
    """`weight gained by 12 months`, `the upper limit while …`, `a quarter of weight lost`."""
    text, before, following = words[at].text, text_at(words, at - 1), text_at(words, at + 1)
    if text == "gained" and following in ("", ",", "(", "by", "with", "at", "was", "over"):
        return True
    if text in _NOT_AS_NOUN and before not in AUXILIARY:
        return True
    if text in NOUN_OR_VERB - {"lower"} and not is_noun(words, at) and not _is_verb(words, at):
        return True
    return text in _PARTICIPLES and text_at(words, at - 2) == "of"


def _is_figure(words: Sequence[Word], at: int) -> bool:
    """`a difference of 31 points`, `equal to about 5`, `changed from 5`, `affected 12`."""
    text, following = words[at].text, text_at(words, at + 1)
    spelled = _HALVES | _ABOUT
    if text in ("difference", "differences"):
        return following == "of" and _is_amount(words, at + 2, spelled)
    if text in ("equal", "equivalent"):
        return following == "to" and _is_amount(words, at + 2, spelled)
    if text in ("changed", "change", "changes"):
        return following == "from"
    if text in ("affect", "affects", "affected", "affecting"):
        return following in _MANY or (at + 1 < len(words) and words[at + 1].kind == NUMBER)
    return False


def _is_state(words: Sequence[Word], at: int) -> bool:
    """`a stable dose`, `a modified score`, `one vertebra affected`."""
    text, before = words[at].text, text_at(words, at - 1)
    near = {before, text_at(words, at - 2)}
    if text in ("stable", "constant", "balanced"):
        return not near & (BE | _STAYING)
    if text in ("modified", "altered", "varied"):
        return before in ("a", "an", "the", "of", "with", "on")
    if text == "affected" and not (near | {text_at(words, at - 3)}) & (BE | AUXILIARY):
        return at + 1 >= len(words) or words[at + 1].kind != WORD or not is_content(words[at + 1].stem)
    return False


def _is_event(words: Sequence[Word], at: int) -> bool:
    """`residents falling at least once`; `no longer significant`; `with the higher and the usual dose`."""
    text, before, following = words[at].text, text_at(words, at - 1), text_at(words, at + 1)
    if text in _FALLS and at and (words[at - 1].stem in SUBJECTS or before in ("who", "that")):
        return True
    if text == "longer" and before == "no":
        return following not in ("than", "in", "with", "after", "among", "for")
    return text in _SIZES and before == "the" and following in _RANKING_ENDS


def _is_comparison(words: Sequence[Word], at: int) -> bool:
    """Whether a comparative compares, and does not merely describe (`higher intake`, `in poorer districts`)."""
    text, before, following = words[at].text, text_at(words, at - 1), text_at(words, at + 1)
    if text in _SIZES and any(word.text in _EXPOSURES for word in words[at + 1 : at + 4]):
        return before in BE
    if text in _SUPERLATIVES:
        return before in BE or text_at(words, at - 2) in BE
    if text in ("poorer", "healthier", "safer"):
        return following not in _HOUSEHOLDS
    return text not in ("earlier", "later") or following in _TIME_ENDS
