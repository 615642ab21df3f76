"""Clauses of a sentence, so that each holds one result: `A fell, whereas B rose` are two."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.statements.cues import BE, FoundCue, find_cues
from bmreport.statements.words import PUNCT, WORD, Word

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

    @property
    def start(self) -> int:
        """Offset of its first character in the text."""
        return self.words[0].start if self.words else 0

    @property
    def end(self) -> int:
        """Offset after its last character, brackets included."""
        return max((word.end for word in (*self.words[-1:], *self.aside[-1:])), default=0)


_HARD = frozenset("; — – : .".split())
_CONTRAST = frozenset(
    "but whereas while although though yet however nevertheless nonetheless because unless except despite".split()
)
_ASIDE = frozenset("however nevertheless nonetheless though".split())
_JOINTS = frozenset("and or nor with without that which who plus leading resulting by".split())
# Between the joint and the sign of direction may stand what carries it: `and did not cause less`, `with a lower`.
_CARRIERS = BE | frozenset(
    "a an the no not did does do had has have more less significantly significant also led leads lead to resulted results "
    "result in caused causes cause produced associated linked with showed shows gave provided neither nor further even any "
    "markedly slightly only non was were never fewer there of its their without hardly clearly statistically both much "
    "considerably substantially somewhat failed fails may might could can would will likely clinically important marked".split()
)


def split_clauses(words: Sequence[Word]) -> list[Clause]:
    """The clauses of one sentence in order."""
    out: list[Clause] = []
    for opener, part, aside in _hard_parts(words):
        cues = find_cues(part)
        begin = 0
        for before, after in zip(cues, cues[1:], strict=False):
            cut = _joint(part, before, after)
            if cut is not None and cut > begin:
                out.append(_clause(part, begin, cut, aside, opener, cues))
                begin, opener = cut, part[cut].text
        out.append(_clause(part, begin, len(part), aside, opener, cues))
    return [clause for clause in out if clause.words]


def _hard_parts(words: Sequence[Word]) -> list[tuple[str, list[Word], list[Word]]]:
    """Runs between semicolons and words of contrast: (opener, words, words in brackets)."""
    parts: list[tuple[str, list[Word], list[Word]]] = [("", [], [])]
    for at, word in enumerate(words):
        if word.depth or word.text in (")", "]"):
            parts[-1][2].append(word)
        elif word.text in _HARD:
            parts.append(("", [], []))
        elif word.text in _ASIDE and 0 < at < len(words) - 1 and words[at - 1].text == "," == words[at + 1].text:
            continue  # `hypoglycaemia, however, was more common`
        elif word.kind == WORD and (word.text in _CONTRAST or (word.text == "so" and at and words[at - 1].text == ",")):
            parts.append((word.text, [], []))
        else:
            parts[-1][1].append(word)
    return parts


def _clause(
    part: list[Word], begin: int, end: int, aside: list[Word], opener: str, cues: Sequence[FoundCue]
) -> Clause:
    words = part[begin:end]
    skipped = 0
    while words and (words[0].kind == PUNCT or words[0].text in ("and", "or", "nor", "that", "which", "with", "by")):
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


_TIED = frozenset("associated linked correlated related compared consistent coupled tied".split())


def _is_joint(part: list[Word], at: int) -> bool:
    if part[at].text == "by":
        return at + 1 < len(part) and part[at + 1].text.endswith("ing")
    return part[at].text == "," or (part[at].kind == WORD and part[at].text in _JOINTS)
