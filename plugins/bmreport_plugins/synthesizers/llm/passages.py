"""What the model may see of the evidence: passages under opaque ids, without hidden text, and nothing of the papers.

Titles, authors, years, identifiers and addresses never reach the model: it cannot write what it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport import Citation, EvidenceBody

__all__ = ["Passage", "Passages", "see_passages"]


@dataclass(frozen=True)
class Passage:
    """One citation as the model sees it: `key` is its opaque id (`P1`), `text` the passage without hidden text."""

    key: str
    text: str
    citation: Citation
    relevance: float

    @property
    def id(self) -> str:
        """The citation's own id, which the model never sees."""
        return self.citation.id


@dataclass(frozen=True)
class Passages:
    """All passages of a run, and what was noticed about them. The ids in the lists are those of the citations."""

    shown: tuple[Passage, ...]
    retracted: tuple[str, ...] = ()
    """Held back: the paper is retracted and others answer the question."""
    hidden: tuple[str, ...] = ()
    """Held text that a reader does not see."""
    planted: tuple[str, ...] = ()
    """Hold text that gives orders to a language model."""

    @cached_property
    def by_key(self) -> dict[str, Passage]:
        """Passages by opaque id."""
        return {one.key: one for one in self.shown}

    @cached_property
    def by_id(self) -> dict[str, Passage]:
        """Passages by citation id."""
        return {one.id: one for one in self.shown}

    def keys_of(self, ids: Iterable[str]) -> list[str]:
        """Opaque ids of citations, in order; what is not shown is left out."""
        return [self.by_id[one].key for one in ids if one in self.by_id]


def see_passages(body: EvidenceBody) -> Passages:
    """Number the passages in the order of the evidence and take out what a reader would not see.

    Retracted papers are held back, unless there is nothing else.
    """
    from bmreport.hidden_text import looks_like_instruction, strip_hidden

    gone = {reference.id for reference in body.references if reference.retracted}
    retracted = [one.id for one in body.citations if body.reference_of.get(one.id) in gone]
    held_back = set(retracted) if len(retracted) < len(body.citations) else set()
    shown: list[Passage] = []
    hidden: list[str] = []
    planted: list[str] = []
    for number, citation in enumerate(body.citations, start=1):
        text, removed = strip_hidden(citation.passage)
        if removed:
            hidden.append(citation.id)
        if looks_like_instruction(citation.passage):
            planted.append(citation.id)
        text = text.strip()
        if text and citation.id not in held_back:
            shown.append(Passage(f"P{number}", text, citation, citation.relevance))
    return Passages(tuple(shown), tuple(one for one in retracted if one in held_back), tuple(hidden), tuple(planted))
