"""Renaming: the ids of one report made over into those of another, wherever they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport.models import walk_claims

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport.models import Contradiction, Finding, Grade, Merge, Quote, Revision, Section, Study

__all__ = ["Renaming", "moved_quote"]

_WORD = re.compile(r"\w+(?:[-.:]\w+)*")
# Only what looks like an id is looked for in prose: `c3`, never a word or a number of the sentence.
_ID_IN_PROSE = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).*", re.DOTALL)


@dataclass(frozen=True)
class Renaming:
    """Old id -> new id for citations, references and claims; an id that is not named here stays as it is.

    `passages` holds the old and the new passage of each citation whose new passage has other blanks: quotes move.
    """

    citations: Mapping[str, str] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    passages: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def sections(self, sections: Iterable[Section]) -> list[Section]:
        """Copies of sections with the new ids in claims, cites and quotes."""
        copies = [section.model_copy(deep=True) for section in sections]
        for claim in walk_claims(copies):
            claim.id = self.claims.get(claim.id, claim.id)
            for cite in claim.cites:
                cite.citation_id = self.citations.get(cite.citation_id, cite.citation_id)
                cite.reference_id = self.references.get(cite.reference_id, cite.reference_id)
            claim.quotes = [self.quote(quote) for quote in claim.quotes]
        return copies

    def quote(self, quote: Quote) -> Quote:
        """The same words in the passage under its new name."""
        moved = moved_quote(quote, *self.passages[quote.citation_id]) if quote.citation_id in self.passages else quote
        name = self.citations.get(quote.citation_id, quote.citation_id)
        return moved.model_copy(update={"citation_id": name})

    def contradiction(self, one: Contradiction) -> Contradiction:
        """A contradiction between the same passages."""
        sides = [
            side.model_copy(
                update={
                    "citation_id": self.citations.get(side.citation_id, side.citation_id),
                    "quote": self.quote(side.quote),
                }
            )
            for side in one.sides
        ]
        return one.model_copy(update={"sides": sides})

    def grade(self, grade: Grade) -> Grade:
        """A grade whose summary names the same documents."""
        if grade.summary is None:
            return grade
        ids = [self.references.get(one, one) for one in grade.summary.reference_ids]
        summary = grade.summary.model_copy(update={"reference_ids": list(dict.fromkeys(ids))})
        return grade.model_copy(update={"summary": summary})

    def study(self, study: Study) -> Study:
        """A row of study data from the same document."""
        name = self.references.get(study.reference_id, study.reference_id)
        return study.model_copy(update={"reference_id": name})

    def finding(self, finding: Finding) -> Finding:
        """A finding about the same things."""
        return finding.model_copy(
            update={
                "where": ", ".join(self._any(part) for part in finding.where.split(", ")),
                "message": self._prose(finding.message),
                "quotes": [self.quote(quote) for quote in finding.quotes],
            }
        )

    def merge(self, merge: Merge) -> Merge:
        """An entry of the log of joined records."""
        joined = [self.citations.get(label, label) for label in merge.joined]
        name = self.references.get(merge.reference_id, merge.reference_id)
        return merge.model_copy(update={"reference_id": name, "joined": list(dict.fromkeys(joined))})

    def revision(self, revision: Revision) -> Revision:
        """An entry of the history."""
        return revision.model_copy(
            update={
                "excluded": [self.citations.get(one, one) for one in revision.excluded],
                "added": [self.citations.get(one, one) for one in revision.added],
            }
        )

    def _any(self, name: str) -> str:
        for names in (self.citations, self.references, self.claims):
            if name in names:
                return names[name]
        return name

    def _prose(self, text: str) -> str:
        """A message with the new ids in it."""

        def renamed(found: re.Match[str]) -> str:
            word = found[0]
            return self._any(word) if _ID_IN_PROSE.fullmatch(word) else word

        return _WORD.sub(renamed, text)


def moved_quote(quote: Quote, old: str, new: str) -> Quote:
    """A quote of `old` as a quote of `new`, which differs from it in blanks only; one out of bounds stays as it is."""
    if old == new or quote.end > len(old):
        return quote
    places = [place for place, character in enumerate(new) if not character.isspace()]
    before = sum(not character.isspace() for character in old[: quote.start])
    inside = sum(not character.isspace() for character in old[quote.start : quote.end])
    if not inside or before + inside > len(places):
        at = min(quote.start, len(new))
        return quote.model_copy(update={"start": at, "end": at})
    return quote.model_copy(update={"start": places[before], "end": places[before + inside - 1] + 1})
