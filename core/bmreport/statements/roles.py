"""Where in a clause the outcome, the arm and the comparator stand, by the place and kind of its sign of direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.arms import ARM_PREPOSITIONS, Comparator, arm_after, find_comparator, front_end
from bmreport.statements.change_words import Part, Scale
from bmreport.statements.outcomes import PEOPLE, SUBJECTS, is_content
from bmreport.statements.signs import BE
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import PUNCT, WORD, key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.cues import FoundCue
    from bmreport.statements.words import Word

__all__ = ["Roles", "roles_of"]

Range = tuple[int, int]
Placed = tuple[Range, list[Range]]
"""Where the arm stands, and the outcomes."""


class Roles(NamedTuple):
    """Places in a clause: `words[first:last]` each."""

    front: int
    """Where a phrase that opens the clause (`In women, …`) ends."""
    outcomes: tuple[Range, ...]
    arm: Range
    acts: bool
    """Whether the arm is the subject of an active verb."""
    comparator: Comparator | None


_OUTCOME_ENDS = word_set(
    "with than compared versus vs v relative among at during over within when if under given receiving taking who "
    "which that between after by in for where following as against while on to from until across whichever regardless "
    "irrespective whether once because since even only also both either was were is are"
)
_ASSOCIATED = word_set(
    "associated association associations related unrelated relation relationship linked link correlated uncorrelated "
    "correlation correlates predicted predicts predict independent associate unassociated"
)
_FAVOURING = word_set("favour favours favoured favouring favor favors favored favoring")
_REPORTED = word_set("reported seen noted observed occurred recorded found described detected noticed")
_ADVERBS = word_set("more less further most also again even twofold threefold fast")


def roles_of(words: Sequence[Word], cue: FoundCue) -> Roles:
    """The places of outcome, arm and comparator."""
    front = _after_cost(words, cue.first) or front_end(words, cue.first)
    rival = find_comparator(words, cue)
    mark = rival.mark if rival is not None and rival.mark >= cue.last else len(words)
    arm, outcomes = _arm_and_outcomes(words, cue, (front, cue.first), mark, rival)
    acts = arm == (front, cue.first) and (cue.cue.part is Part.VERB or words[cue.first].text in _ASSOCIATED)
    return Roles(front, tuple(outcomes), arm, acts, rival)


def _after_cost(words: Sequence[Word], end: int) -> int:
    """Where `this came at the cost of` ends, which names no arm; 0 when it is not there."""
    for at in range(2, end - 1):
        before = [word.text for word in words[at - 2 : at]]
        if words[at].text in ("cost", "expense", "price") and before == ["at", "the"] and words[at + 1].text == "of":
            return at + 2
    return 0


def _arm_and_outcomes(words: Sequence[Word], cue: FoundCue, left: Range, stop: int, rival: Comparator | None) -> Placed:
    named = arm_after(words, cue.last, stop)
    if words[cue.first].text in _FAVOURING and not _is_passive(words, cue):
        return (cue.last, stop), [left]
    if rival is not None and (placed := _of_comparison(words, cue, left, rival)) is not None:
        return placed
    if cue.cue.part is Part.NOUN:
        return _of_noun(words, cue, left, stop, named)
    if words[cue.first].text in _ASSOCIATED or words[cue.last - 1].text in _ASSOCIATED:
        return _of_association(words, cue, left, stop)
    begin = cue.last
    if words[cue.last - 1].text in _PRONE and begin < stop and words[begin].text == "to":
        begin += 1  # `less likely to develop diabetes`
    after = (begin, _outcome_end(words, begin, stop))
    objects = [word for word in words[after[0] : after[1]] if _is_object(word)]
    if cue.cue.part in (Part.VERB, Part.WEAK) and (not objects or _is_passive(words, cue)):
        outcome, own = _subject(words, left)
        return (own if _is_assigned(words, own) or named[0] == named[1] else named), [outcome]
    if cue.cue.part is Part.ADJECTIVE and not objects:
        return _of_adjective(words, cue, left, stop, named, rival)
    if not any(is_content(word.stem) for word in words[left[0] : left[1]]):
        return _of_quantity(words, cue, stop, named)
    if objects[-1].stem in SUBJECTS and cue.cue.part is Part.ADJECTIVE:
        return named, [left, after]  # `adverse events befell fewer adults with A`
    return _those_who(words, left), [after]


def _of_comparison(words: Sequence[Word], cue: FoundCue, left: Range, rival: Comparator) -> Placed | None:
    """Where the comparator stands next to the sign of direction; None when it stands elsewhere."""
    if cue.first <= rival.mark < cue.last and words[rival.mark].text in _RANKED:
        return left, [_aspect(words, cue.last)]  # `A was superior to B for pain`
    if rival.mark == cue.last and words[cue.last - 1].text in _PRONE:
        to = next((at for at in range(rival.last, len(words)) if words[at].text == "to"), len(words) - 1)
        return left, [(to + 1, _outcome_end(words, to + 1, len(words)))]  # `less likely than controls to fall`
    return _of_two_subjects(words, cue, left, rival) if cue.cue.part is Part.ADJECTIVE else None


def _of_association(words: Sequence[Word], cue: FoundCue, left: Range, stop: int) -> Placed:
    """`A was associated with B`, `an association between A and B`."""
    between = next((at for at in range(cue.last, stop) if words[at].text == "between"), stop)
    joint = next((at for at in range(between, stop) if words[at].text == "and"), stop)
    if joint < stop:
        return (between + 1, joint), [(joint + 1, stop)]
    begin = cue.last + 1 if cue.last < stop and words[cue.last].text in ("with", "to") else cue.last
    people = next((at for at in range(begin, stop - 1) if _names_people(words, at)), stop)
    right = (begin, people)
    return left, [right if any(is_content(word.stem) for word in words[right[0] : right[1]]) else left]


def _names_people(words: Sequence[Word], at: int) -> bool:
    """`in office workers`, `among adults`."""
    return words[at].text in ("in", "among") and any(word.stem in SUBJECTS for word in words[at + 1 : at + 3])


def _of_adjective(
    words: Sequence[Word], cue: FoundCue, left: Range, stop: int, named: Range, rival: Comparator | None
) -> Placed:
    """`pain was lower with A`: the subject is the outcome, unless it is ranked (`A was better than B for pain`)."""
    outcome, own = _subject(words, left)
    placed = named if named[0] < named[1] else left
    if _is_of_participle(words, cue):
        return placed, [(cue.first - 1, cue.first)]  # `was absorbed better`
    unnamed = named[0] == named[1] and rival is not None
    linked = words[cue.first - 1].text in _LINKING or _follows_be(words, cue)
    if unnamed and left[0] < left[1] and not linked:
        return left, [left]  # `A preserved function better than B`
    told = (word for word in words[outcome[0] : outcome[1]] if is_content(word.stem) and not word.stem.isdigit())
    if cue.cue.scale is Scale.TIE and all(word.stem in _ANY_ARM | PEOPLE for word in told):
        inside = next((at + 1 for at in range(cue.last, stop) if words[at].text == "in"), stop)
        return left, [(inside, _outcome_end(words, inside, stop))]  # `the two drugs were different in cost`
    ranked = unnamed and cue.cue.scale in (Scale.GOOD, Scale.TIE)
    aspect = _aspect(words, cue.last)
    outcomes = [aspect] if ranked and aspect[0] < aspect[1] else [outcome, aspect]
    if cue.cue.scale is Scale.VALUE and any(is_content(word.stem) for word in words[outcome[0] : outcome[1]]):
        outcomes = [outcome]  # `complications were more frequent after A than after B for appendicitis`
    if _is_assigned(words, own):
        return own, outcomes  # `women allocated to A spent less time in hospital`
    return (left if ranked else named if named[0] < named[1] else own), outcomes


def _is_of_participle(words: Sequence[Word], cue: FoundCue) -> bool:
    verb = words[cue.first - 1]
    if cue.cue.scale is not Scale.GOOD or not verb.text.endswith("ed"):
        return False
    return is_content(verb.stem) and _follows_be(words, cue)


def _of_quantity(words: Sequence[Word], cue: FoundCue, stop: int, named: Range) -> Placed:
    """`fewer adults with insomnia dropped out of A than of B`, `fewer deaths with A`."""
    people = next((at for at in range(cue.last, min(stop, cue.last + 4)) if words[at].stem in SUBJECTS), None)
    verb = next((at for at in range(people or stop, stop) if _is_past(words[at].text)), None)
    if people is not None and verb is not None:
        given = arm_after(words, verb + 1, stop)
        return given, [(verb, given[0] if given[0] < given[1] else stop)]
    last = named[0] if named[0] < named[1] else stop
    return named, [(cue.last, min(last, _outcome_end(words, cue.last, stop)))]


def _of_two_subjects(words: Sequence[Word], cue: FoundCue, left: Range, rival: Comparator) -> Placed | None:
    """`more A than B recipients had remission`, `spouses more often than children felt guilt`."""
    rest = (rival.last, _outcome_end(words, rival.last, len(words)))
    if not cue.last <= rival.mark <= cue.last + 3 or not any(
        is_content(word.stem) for word in words[rest[0] : rest[1]]
    ):
        return None
    if rival.last >= len(words) or not _is_past(words[rival.last].text) or words[rival.last].text in BE:
        return None
    return ((cue.last, rival.mark) if cue.last < rival.mark else left), [rest]


def _is_assigned(words: Sequence[Word], arm: Range) -> bool:
    return arm[0] < arm[1] and words[arm[0] - 1].text in _ASSIGNED


def _those_who(words: Sequence[Word], left: Range) -> Range:
    """The arm in `adults assigned to tai chi (had fewer falls)`; the whole subject when it names no people."""
    _, arm = _subject(words, left)
    return arm if _is_assigned(words, arm) else left


def _subject(words: Sequence[Word], left: Range) -> tuple[Range, Range]:
    """The outcome and the arm in a subject such as `mortality in the intensive group`, `adults given A who fell`."""
    for at in range(left[0] + 1, left[1]):
        before = words[left[0] : at]
        if words[at].text in _HAVING and words[at - 1].stem in SUBJECTS | _GROUPS and at + 1 < left[1]:
            return (at + 1, left[1]), (left[0], at)  # `placebo recipients had reactions more often`
        if words[at].text in _WHEN and any(is_content(word.stem) for word in before):
            return (left[0], at), (left[1], left[1])
        if words[at].text not in _OF_WHOM or not any(is_content(word.stem) or word.stem in PEOPLE for word in before):
            continue
        if before[-1].stem not in SUBJECTS:
            if words[at].text in ARM_PREPOSITIONS and words[at].text != "for":
                return (left[0], at), (at + 1, left[1])
            continue
        verb = next((place for place in range(at + 2, left[1]) if _is_past(words[place].text)), left[1])
        first = at if words[at].text == "without" else at + 1
        return (verb, left[1]) if verb < left[1] else left, (first, verb)
    return left, (left[1], left[1])


def _is_past(text: str) -> bool:
    return text.endswith("ed") or text in BE or text in _PAST_FORMS


_PAST_FORMS = word_set("showed had bled fell rose got did felt lost spent slept needed took gave saw ate left kept")
_OF_WHOM = ARM_PREPOSITIONS | word_set("without who that born living aged")
_HAVING = word_set("had reported experienced developed")
_GROUPS = frozenset(key_of(word) for word in word_set("group arm user recipient"))
_WHEN = word_set("at over within during")
_ASSIGNED = word_set("given assigned to receiving taking randomised allocated using without on")
_LINKING = word_set(
    "be been being got became become felt remained stayed much far slightly somewhat significantly no even"
)
_ANY_ARM = frozenset(
    key_of(word) for word in word_set("drug treatment regimen strategy technique method device dose approach")
)
_RANKED = word_set("superior inferior noninferior preferable preferred superiority inferiority noninferiority")
_PRONE = word_set("likely unlikely able prone")


def _of_noun(words: Sequence[Word], cue: FoundCue, left: Range, stop: int, named: Range) -> Placed:
    """`a reduction in pain with A`: what follows `in` or `of` is the outcome, else what comes before."""
    if cue.last < stop and words[cue.last].text in ("in", "of", "on", "for", "to", "from", "against"):
        outcome = (cue.last + 1, _outcome_end(words, cue.last + 1, stop))
        given = (stop, stop) if named[0] <= outcome[0] < named[1] else named
        return (left if any(is_content(word.stem) for word in words[left[0] : left[1]]) else given), [outcome]
    if any(word.text in _LIGHT for word in words[left[0] : left[1]]):
        return left, []  # `A led to no improvement`
    return named, [left]


_LIGHT = word_set(
    "led lead leads resulted results brought brings gave gives had has showed produced caused offered made"
)


def _aspect(words: Sequence[Word], begin: int) -> Range:
    """`superior to B for relapse`, `inferior in preventing relapse`: the outcome after `for`."""
    for at in range(begin, len(words) - 1):
        following = words[at + 1].text
        within = words[at].text == "in" and (following.endswith("ing") or following in ("terms", "respect"))
        if words[at].text == "respect" and following == "to":
            return at + 2, _outcome_end(words, at + 2, len(words))
        if within or words[at].text in ("for", "against", "regarding", "concerning"):
            return at + 1, _outcome_end(words, at + 1, len(words))
    return len(words), len(words)


def _outcome_end(words: Sequence[Word], begin: int, end: int) -> int:
    at = begin
    while at < end and words[at].text in ("both", "either", "only", "also", "even"):
        at += 1
    while at < end:
        word = words[at]
        if word.text in _OUTCOME_ENDS or (word.kind == PUNCT and not _goes_on(words, at, end)):
            break
        at += 1
    return at


def _goes_on(words: Sequence[Word], at: int, end: int) -> bool:
    """A comma in a list (`stroke, infarction and death`)."""
    return any(word.text in ("and", "or") for word in words[at + 1 : min(end, at + 7)])


def _is_object(word: Word) -> bool:
    return word.kind == WORD and not word.text.endswith("ly") and word.text not in _ADVERBS | _REPORTED | _AT_ALL


_AT_ALL = word_set("either overall thereafter throughout later afterwards")


def _follows_be(words: Sequence[Word], cue: FoundCue) -> bool:
    return any(word.text in BE for word in words[max(0, cue.first - 3) : cue.first])


def _is_passive(words: Sequence[Word], cue: FoundCue) -> bool:
    if words[cue.first].text.endswith("ing"):
        return False
    return any(word.text in BE for word in words[max(0, cue.first - 4) : cue.first])
