"""What a clause says and what it denies, apart from any direction: `bradycardia did not occur`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bmreport.statements.change_words import CUES
from bmreport.statements.keyed import spoken
from bmreport.statements.negation import Reach, opposite_of
from bmreport.statements.outcomes import SUBJECTS, is_content
from bmreport.statements.weighing import GENERIC
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import PUNCT, WORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.statements.change_words import Scale
    from bmreport.statements.clauses import Clause
    from bmreport.statements.cues import FoundCue
    from bmreport.statements.negation import Denial
    from bmreport.statements.words import Word

__all__ = ["Assertion", "Denied", "assertion_of"]


@dataclass(frozen=True)
class Assertion:
    """A clause as the things it speaks of and the things it denies: `text[start:end]`."""

    start: int
    end: int
    keys: frozenset[str]
    signs: frozenset[tuple[Scale, int]] = frozenset()
    """Signs of direction that it holds."""
    denied: tuple[Denied, ...] = ()
    slight: bool = False
    """Whether it tells of something small (`changed by only 6%`), which comes near to a denial."""
    denies: bool = False
    """Whether it holds a denial of any kind."""
    whole: bool = False
    """Whether what it says as a whole is denied: an odd number of its denials reach over the predicate."""


@dataclass(frozen=True)
class Denied:
    """The keys that one denial covers, with the signs of direction among them."""

    keys: frozenset[str]
    head: str
    """The first key that it covers: what is denied, the rest says of whom and when."""
    signs: frozenset[tuple[Scale, int]]
    phrase: bool


def assertion_of(clause: Clause, before: Assertion | None) -> Assertion:
    """What the clause speaks of and what of it is denied; `unable` counts as a denial of `able`.

    A clause such as `but not hatching` speaks of what the clause before it does (`restored swimming`).
    """
    words = [_positive(clause.words, at) for at in range(len(clause.words))]
    told = spoken(words, 0, len(words))
    denied: list[Denied] = []
    for one in clause.denials:
        if one.reach is Reach.PHRASE and one.at and words[one.at].text == "not":
            continue  # `siblings who had not been exposed` says who they are
        if any(word.text in _SIGNIFICANCE for word in words[one.first : one.first + 2]):
            continue
        if [word.text for word in words[one.at : one.at + 3]] == ["none", "of", "those"]:
            continue  # `in 3% on A and in none on B` denies it of one group
        covered, head = _covered(words, one)
        people = covered[:1] and covered[0] in SUBJECTS
        covered = [key for key in covered if key not in SUBJECTS and not key.isdigit() and key not in _UNITS]
        head = "" if people else head if head in covered else covered[0] if covered else ""
        if covered and not (one.reach is Reach.PHRASE and GENERIC.issuperset(covered)):
            signs = _signs(clause.cues, one.first, one.last)
            denied.append(Denied(frozenset(covered), head, signs, one.reach is Reach.PHRASE))
    for at, word in enumerate(words):
        positive = opposite_of(word.stem)
        if positive and word.text not in CUES and _is_predicate(words, at):
            covered = [positive] if is_content(positive) else told
            denied.append(Denied(frozenset(covered), covered[0], frozenset(), phrase=False) if covered else _NOTHING)
    if clause.opener == "nor" and told:
        denied.append(Denied(frozenset(told), told[0], _signs(clause.cues, 0, len(words)), phrase=False))
    elliptic = before is not None and words[0].text == "not"
    carried = before.keys if elliptic and before is not None else frozenset[str]()
    signs = _signs(clause.cues, 0, len(words)) | (before.signs if elliptic and before is not None else frozenset())
    if elliptic:
        denied = [replace(one, signs=one.signs | signs) for one in denied]
    return Assertion(
        clause.start,
        clause.end,
        frozenset(told) - SUBJECTS | carried,
        signs,
        tuple(denied),
        any(word.text in _SLIGHT for word in words),
        bool(denied or clause.denials) or "fre" in told,
        _is_denied(words, denied),
    )


_SLIGHT = word_set("only little hardly barely slightly minimal minimally scarcely")
_SIGNIFICANCE = word_set("significant significantly statistically statistical")


def _is_denied(words: Sequence[Word], denied: Sequence[Denied]) -> bool:
    """Whether the clause as a whole is denied; `no anaphylaxis and nobody died` denies twice and takes none back."""
    count = sum(not one.phrase for one in denied)
    joined = any(word.text in ("and", "or", ",") for word in words)
    return count == 1 or (count > 1 and (joined or count % 2 == 1))


def _positive(words: Sequence[Word], at: int) -> Word:
    """The word without its denying prefix where that denies what is said (`was unable to` as `able`)."""
    word = words[at]
    if not opposite_of(word.stem) or not _is_predicate(words, at):
        return word
    return word._replace(keys=tuple(opposite_of(key) or key for key in word.keys))


def _covered(words: Sequence[Word], denial: Denial) -> tuple[list[str], str]:
    """The keys that a denial covers, and the one that it bears on."""
    covered = spoken(words, denial.first, denial.last)
    before = spoken(words, 0, denial.at)
    if denial.reach is Reach.BACK:
        object_of = words[denial.at].text in ("none", "nothing", "nobody")
        return covered, (before[-1] if object_of else before[0]) if before else ""
    if denial.reach is Reach.ONWARD and before and _is_bare_verb(words, denial):
        return before, before[0]  # `bradycardia did not occur` denies the bradycardia
    return covered, covered[0] if covered else ""


def _signs(cues: Iterable[FoundCue], first: int, last: int) -> frozenset[tuple[Scale, int]]:
    return frozenset((one.cue.scale, one.cue.sign) for one in cues if first <= one.first < last)


def _is_bare_verb(words: Sequence[Word], denial: Denial) -> bool:
    """Whether the denial stands before a verb that only says that something was there, with nothing after it."""
    at = denial.first
    while at < denial.last and (words[at].text in _AUXILIARY or words[at].text.endswith("ly")):
        at += 1
    if at >= denial.last:
        return True
    if words[denial.at].text == "no" or is_content(words[at].stem) or words[at].text in _JOINING:
        return False
    return at + 1 >= denial.last or words[at + 1].text in _ADJUNCTS or words[at + 1].kind == PUNCT


_UNITS = word_set("mg kg ml g μg mcg month week day year hour minut")
_AUXILIARY = word_set("be been being have had has ever")
_JOINING = word_set("associated related linked correlated")
_ADJUNCTS = word_set("in on at with during after among when within over until before for under either any to")
_NOTHING = Denied(frozenset(), "", frozenset(), phrase=False)
_BEFORE_NOUN = word_set("a an the of in with for to from by and or than these those most many some all")
_AFTER = word_set(
    "in at on of for with by from to than and or but who which that after during was were is are as if when"
)


def _is_predicate(words: Sequence[Word], at: int) -> bool:
    """`was unable to`, not `untreated hearing loss` or `the unvaccinated`."""
    if at and words[at - 1].text in _BEFORE_NOUN:
        return False
    following = words[at + 1] if at + 1 < len(words) else None
    return following is None or following.kind != WORD or following.text in _AFTER
