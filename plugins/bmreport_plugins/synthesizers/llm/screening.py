"""Each sentence of an answer, judged: what it may rest on, and what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import Cite, CiteMode, Claim, ClaimRole
from bmreport_plugins.synthesizers.llm.answers import ROLES
from bmreport_plugins.synthesizers.llm.checking import ClaimChecks
from bmreport_plugins.synthesizers.llm.flaws import Flaw, flaws_of_text
from bmreport_plugins.synthesizers.llm.footholds import is_adrift, is_echo
from bmreport_plugins.synthesizers.llm.wording import named_authors, pieces_of, tidied, without_keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport_plugins.synthesizers.llm.answers import Answer, SentenceAnswer
    from bmreport_plugins.synthesizers.llm.passages import Passages

__all__ = ["Bounds", "Screened", "Screener"]

_KEY_MARKS = re.compile(r"[\s\[\](){}<>\"'#.]+")
_MOST_SHOWN = 400
_MOST_PIECES = 6
"""Sentences that are taken from the place of one; a text of more is judged as it stands, and is too long."""


@dataclass(frozen=True)
class Bounds:
    """What an answer may be: the opaque ids it may rest on, the parts its sentences may play, how many there may be.

    Without any `keys`, ids are not asked for, and those that come are left aside.
    """

    keys: tuple[str, ...]
    most: int
    roles: frozenset[str] = frozenset(ROLES)
    may_know: tuple[str, ...] = ()
    """Passages that a sentence without ids is held against."""
    told: frozenset[tuple[str, ...]] = frozenset()
    """Phrases of the task, which are no answer to it."""


@dataclass(frozen=True)
class Screened:
    """One sentence of an answer. `claim` is what would stand in the report; `keys` are the ids of it that are good."""

    text: str
    keys: tuple[str, ...]
    part: str
    claim: Claim
    flaws: tuple[Flaw, ...] = ()

    @property
    def grave(self) -> bool:
        """Whether it may stand in no report."""
        return any(flaw.grave for flaw in self.flaws)

    @property
    def reason(self) -> str:
        """The labels of its flaws, each once."""
        return ", ".join(dict.fromkeys(flaw.label for flaw in self.flaws))


class Screener:
    """Judges answers by the passages of one run."""

    def __init__(self, passages: Passages, question: str, languages: Iterable[str]) -> None:
        self._passages = passages
        self._question = question
        self.checks = ClaimChecks(passages, question)
        self.languages = frozenset(languages)

    def judge(self, answer: Answer, bounds: Bounds) -> list[Screened]:
        """The sentences of an answer in order, no more than twice as many as were asked for."""
        out: list[Screened] = []
        for sentence in answer.sentences:
            if len(out) >= 2 * bounds.most:
                break
            out.extend(self._sentence(sentence, bounds))
        return out

    def _sentence(self, given: SentenceAnswer, bounds: Bounds) -> list[Screened]:
        keys, flaws = self._sources(given, bounds)
        text = without_keys(tidied(given.text), self._passages.by_key)
        pieces = pieces_of(text)
        if not 0 < len(pieces) <= _MOST_PIECES:
            pieces = [text]
        return [
            self._piece(tidied(piece), given, keys, flaws, bounds, narrative=given.narrative and not place)
            for place, piece in enumerate(pieces)
        ]

    def _piece(
        self,
        text: str,
        given: SentenceAnswer,
        keys: tuple[str, ...],
        flaws: Sequence[Flaw],
        bounds: Bounds,
        *,
        narrative: bool,
    ) -> Screened:
        text, named = named_authors(text, len(keys), narrative=narrative)
        part = given.role if keys or given.role == "background" else "finding"
        # A sentence that names its sources is held against them, whatever the model calls it.
        role = ClaimRole.FINDING if keys and part == "background" else ROLES[part]
        sources = [self._passages.by_key[key].text for key in keys or bounds.may_know]
        found = [*flaws, *flaws_of_text(text, self._passages.by_key, sources, self.languages)]
        if is_echo(text, bounds.told):
            found.append(Flaw("echo of the task", "it repeats the task; answer it from the passages"))
        elif text and is_adrift(text, [*sources, self._question]):
            found.append(Flaw("not on the passages", "it says nothing of what its passages say"))
        if given.role not in bounds.roles:
            found.append(Flaw("wrong part", f"its role may only be {' or '.join(sorted(bounds.roles))}"))
        if keys and not found:
            found.extend(self.checks.flaws(text, keys, role))
        elif not found:
            found.extend(self.checks.flaws_of_background(text, bounds.may_know))
        return Screened(text[:_MOST_SHOWN], keys, part, self.claim(text, keys, role, named), tuple(found))

    def claim(self, text: str, keys: Sequence[str], role: ClaimRole, named: int = 0) -> Claim:
        """A claim that cites these passages, the first `named` of them as a part of the sentence."""
        cites = [
            Cite(
                citation_id=passage.id,
                locator=passage.citation.locator,
                mode=CiteMode.NARRATIVE if place < named else CiteMode.PARENTHETICAL,
            )
            for place, passage in enumerate(self._passages.by_key[key] for key in keys)
        ]
        return Claim(text=text, role=role, cites=cites)

    def _sources(self, given: SentenceAnswer, bounds: Bounds) -> tuple[tuple[str, ...], list[Flaw]]:
        if not bounds.keys:
            return (), []
        wanted = list(dict.fromkeys(key for one in given.ids if (key := _KEY_MARKS.sub("", one).upper())))
        good = tuple(key for key in wanted if key in bounds.keys)
        flaws: list[Flaw] = []
        for key in wanted:
            if key in good:
                continue
            shown = repr(key[:20])
            if key in self._passages.by_key:
                flaws.append(Flaw("id of another call", f"the id {shown} is not among the passages of this task"))
            else:
                flaws.append(Flaw("unknown id", f"there is no passage with the id {shown}"))
        if not wanted and given.role != "background":
            flaws.append(Flaw("no id", f'a {given.role} must name in "ids" the passages it rests on'))
        return good, flaws[:3]
