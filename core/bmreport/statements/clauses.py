"""Clauses of a sentence, so that each holds one result: `A fell, whereas B rose` are two."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport.statements.change_words import Part
from bmreport.statements.cues import FoundCue, find_cues
from bmreport.statements.elliptic import gap
from bmreport.statements.negation import Denial, denials
from bmreport.statements.signs import BE
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER, PUNCT, WORD, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Clause", "split_clauses"]


@dataclass(frozen=True)
class Clause:
    """A run of words with at most one result. Words in brackets stand apart, as they seldom are part of the clause."""

    words: tuple[Word, ...]
    aside: tuple[Word, ...] = ()
    opener: str = ""
    """The word that joins it to the clause before: `but`, `and`, `nor`, `whereas`, `with` …"""
    cues: tuple[FoundCue, ...] = field(default=())

    @cached_property
    def denials(self) -> tuple[Denial, ...]:
        """The denials among its words."""
        return tuple(denials(self.words))

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of all that it speaks of."""
        return frozenset(key for word in self.words for key in word.keys)

    @property
    def start(self) -> int:
        """Offset of its first character in the text."""
        return self.words[0].start if self.words else 0

    @property
    def end(self) -> int:
        """Offset after its last character, brackets included."""
        return max((word.end for word in (*self.words[-1:], *self.aside[-1:])), default=0)


_HARD = word_set("; — – : .")
_CONTRAST = word_set(
    "but whereas while although though yet however nevertheless nonetheless because unless except despite"
)
_ASIDE = word_set("however nevertheless nonetheless though")
_JOINTS = word_set("and or nor with without that which who plus leading resulting by at")
# Between the joint and the sign of direction may stand what carries it: `and did not cause less`, `with a lower`.
_CARRIERS = BE | word_set(
    "a an the no not did does do had has have more less significantly significant also led leads lead to resulted "
    "results result in caused causes cause produced associated linked with showed shows gave provided neither nor "
    "further even any markedly slightly only non was were never fewer there of its their without hardly clearly "
    "statistically both much considerably substantially somewhat failed fails may might could can would will likely "
    "clinically important marked"
)


def split_clauses(words: Sequence[Word]) -> list[Clause]:
    """The clauses of one sentence in order."""
    out: list[Clause] = []
    for opener, whole, aside in _hard_parts(words):
        out.extend(_soft_parts(opener, whole, aside))
    return [clause for clause in out if clause.words]


def _soft_parts(opener: str, whole: list[Word], aside: list[Word]) -> list[Clause]:
    """Clauses parted by joints: before a new subject with its verb, and between two signs of direction."""
    out: list[Clause] = []
    for number, part in enumerate(_by_subjects(whole)):
        opener = opener if not number else "and"
        since = part[0].start if number else -1
        until = part[-1].end if part[-1].end < whole[-1].end else 1 << 62
        beside = [word for word in aside if since <= word.start < until]
        out.extend(_by_cues(opener, part, beside))
    return out


def _by_subjects(part: list[Word]) -> list[list[Word]]:
    """`…, and mortality was 17%` begins anew."""
    cuts = [
        at
        for at in range(1, len(part) - 3)
        if (part[at].text == "," and (part[at + 1].text == "with" and part[at + 2].kind == NUMBER))
        or (part[at].text == "," and part[at + 1].text == "and" and _has_own_verb(part, at + 2))
    ]
    bounds = [0, *cuts, len(part)]
    return [part[since:until] for since, until in pairwise(bounds) if since < until]


_VERBS = word_set("was were is are had did took still")
_FARTHEST_VERB = 9


def _has_own_verb(part: Sequence[Word], begin: int) -> bool:
    """Whether a new subject and its verb begin here, without a further list or clause between."""
    for word in part[begin : begin + _FARTHEST_VERB]:
        if word.text in (",", "and", "who", "that", "which"):
            return False
        if word.text in _VERBS and word is not part[begin]:
            return True
    return False


def _grades(part: list[Word], before: FoundCue, after: FoundCue) -> bool:
    """`reduced pain and headache more than advice did`: the second says how much of the first."""
    if part[after.first].text not in ("more", "less") or after.last != after.first + 1:
        return False
    following = part[after.last].text if after.last < len(part) else ""
    return following == "than" and before.cue.part is Part.VERB


def _by_cues(opener: str, part: list[Word], aside: list[Word]) -> list[Clause]:
    out: list[Clause] = []
    cues = find_cues(part)
    begin = 0
    for before, after in pairwise(cues):
        cut = None if _grades(part, before, after) else _joint(part, before, after)
        if cut is not None and cut > begin:
            out.append(_clause(part, begin, cut, aside, opener, cues))
            begin, opener = cut, part[cut].text
    tail = gap(part, cues)
    if tail is not None and tail > begin:
        out.append(_clause(part, begin, tail, aside, opener, cues))
        begin, opener = tail, ","
    out.append(_clause(part, begin, len(part), aside, opener, cues))
    return out


def _hard_parts(words: Sequence[Word]) -> list[tuple[str, list[Word], list[Word]]]:
    """Runs between semicolons and words of contrast: (opener, words, words in brackets)."""
    parts: list[tuple[str, list[Word], list[Word]]] = [("", [], [])]
    skipped_to = -1
    main = _end_of_subordinate(words)
    asides: list[tuple[str, list[Word], list[Word]]] = []
    for at, word in enumerate(words):
        if at < skipped_to:
            continue
        if word.text in _ASIDES and (skip := _aside_end(words, at)) is not None:
            skipped_to = skip
            if parts[-1][1] and parts[-1][1][-1].text == ",":
                parts[-1][1].pop()
            asides.append((word.text, [one for one in words[at + 1 : skip - 1] if not one.depth], []))
            continue
        if word.text in _HARD and not word.depth:
            parts.extend(asides)
            asides = []
        if word.depth or word.text in (")", "]"):
            parts[-1][2].append(word)
        elif (
            word.text in _HARD
            or (word.text == "," and at == main)
            or (word.text == "that" and at and words[at - 1].text in _SAYING)
        ):
            parts.append(("", [], []))
        elif word.text in _ASIDE and 0 < at < len(words) - 1 and words[at - 1].text == "," == words[at + 1].text:
            continue  # `hypoglycaemia, however, was more common`
        elif word.kind == WORD and (
            _is_contrast(words, at) or (word.text == "so" and at and words[at - 1].text == ",")
        ):
            parts.append((word.text, [], []))
        else:
            parts[-1][1].append(word)
    return parts + asides


def _is_contrast(words: Sequence[Word], at: int) -> bool:
    return words[at].text in _CONTRAST and not (words[at].text == "yet" and at and words[at - 1].text == "not")


def _end_of_subordinate(words: Sequence[Word]) -> int:
    """The comma after a clause that opens the sentence (`Because allocation was not random, …`); -1 without one."""
    if not words or words[0].text not in _SUBORDINATE:
        return -1
    has_verb = False
    for at, word in enumerate(words):
        if word.text == "," and not word.depth and has_verb:
            return at
        has_verb = has_verb or word.text in _VERBS or word.text.endswith("ed")
    return -1


_SAYING = word_set("showed found reported suggested suggest indicated demonstrated concluded revealed show find")
_SUBORDINATE = word_set("although though while whereas because since as when unless despite")
_OPENING = word_set("and or nor that which")
_JOINED = _OPENING | {"with", "by", "at"}


_ASIDES = word_set("but though although albeit")


def _aside_end(words: Sequence[Word], at: int) -> int | None:
    """Where `…, but not drinking water, …` ends, when the sentence goes on after it."""
    if at + 2 >= len(words) or not at or words[at - 1].text != ",":
        return None
    if words[at + 1].text not in ("not", "cannot", "could", "did", "does", "do"):
        return None
    if words[at + 1].text not in ("not", "cannot") and words[at + 2].text != "not":
        return None
    end = next((place for place in range(at + 2, min(len(words), at + 9)) if words[place].text == ","), None)
    return None if end is None or end + 1 >= len(words) else end + 1


def _clause(part: list[Word], begin: int, end: int, aside: list[Word], opener: str, cues: Sequence[FoundCue]) -> Clause:
    words = part[begin:end]
    skipped = 0
    while words and (words[0].kind == PUNCT or words[0].text in (_JOINED if begin or skipped else _OPENING)):
        opener = words[0].text if words[0].text in ("nor", "neither") else opener
        words = words[1:]
        skipped += 1
    while words and words[-1].kind == PUNCT:
        words = words[:-1]
    shift = begin + skipped
    until = part[end].start if end < len(part) else 1 << 62
    since = part[begin].start if begin and begin < len(part) else -1
    return Clause(
        words=tuple(words),
        aside=tuple(word for word in aside if since <= word.start < until),
        opener=opener if opener != "," else _opener(part, begin),
        cues=tuple(
            FoundCue(one.first - shift, one.last - shift, one.cue)
            for one in cues
            if shift <= one.first and one.last <= shift + len(words)
        ),
    )


def _opener(part: list[Word], begin: int) -> str:
    following = part[begin + 1].text if begin + 1 < len(part) else ""
    return following if following in _JOINTS else ","


def _joint(part: list[Word], before: FoundCue, after: FoundCue) -> int | None:
    """Where to part two signs of direction: the joint just before the second, or before its subject. None: nowhere."""
    at = after.first - 1
    while at >= before.first and _carries(part, at):
        at -= 1
    if at >= before.last and _is_joint(part, at):
        return at - 1 if at > before.last and part[at - 1].text == "," else at
    joints = [place for place in range(before.last, after.first) if _is_joint(part, place)]
    paired = [
        place
        for place in joints
        if part[place].text == "," and place + 1 < len(part) and part[place + 1].text in ("and", "or", "nor", "with")
    ]
    commas = [place for place in joints if part[place].text == ","]
    plain = [place for place in joints if part[place].text in ("and", "or", "nor", "without")]
    for places in (paired, commas, plain):
        if places:
            return places[-1]
    return None


def _carries(part: list[Word], at: int) -> bool:
    text = part[at].text
    if text == "with":
        return at > 0 and part[at - 1].text in _TIED
    return text in _CARRIERS and text not in ("without", "nor")


_TIED = word_set("associated linked correlated related compared consistent coupled tied")


_PRICES = word_set("cost expense price")


def _is_joint(part: list[Word], at: int) -> bool:
    if part[at].text == "at":
        following = [word.text for word in part[at + 1 : at + 3]]
        return following[:1] in (["a"], ["an"]) or (following[:1] == ["the"] and following[-1] in _PRICES)
    if part[at].text == "by":
        return at + 1 < len(part) and part[at + 1].text.endswith("ing")
    return part[at].text == "," or (part[at].kind == WORD and part[at].text in _JOINTS)
