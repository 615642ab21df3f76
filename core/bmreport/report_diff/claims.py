"""Which sentences of two reports are one, and what changed in them.

First those of the same id and words, then those of the same words. What is left is paired by likeness: the share of
words, and of pairs of words, that two sentences have in common. Only sentences that share a rare word or phrase are
compared, so that the work grows linearly with the reports.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from bmreport.models import CiteMode
from bmreport.models.draft import block_claims
from bmreport.report_diff.models import ClaimChange, ClaimNote, FieldChange, ReportDiff
from bmreport.report_diff.pairing import Pairing
from bmreport.report_diff.words import word_changes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bmreport.models import Cite, Claim, Report, Verdict
    from bmreport.report_diff.documents import Documents

__all__ = ["compare_claims"]

_WORD = re.compile(r"\w+")
_LEAST_LIKENESS = 0.5
_SAME_ID_BONUS = 0.15
_RAREST = 8
_MOST_IN_BUCKET = 12
_MOST_WORDS = 300  # a sentence has no more, and hostile ones must not cost hours


@dataclass(frozen=True)
class _Sentence:
    """A claim in its place, its cites by document."""

    claim: Claim
    section: str
    cites: tuple[str, ...]
    verdict: Verdict | None

    @cached_property
    def features(self) -> Counter[str]:
        """Words and pairs of words, with how often they stand in it."""
        words = [found[0] for found in islice(_WORD.finditer(self.claim.text.casefold()), _MOST_WORDS)]
        return Counter([*words, *(f"{one} {other}" for one, other in pairwise(words))])

    def likeness(self, other: _Sentence) -> float:
        """What they have in common, 0 to 1 (Dice); a sentence without words is like none."""
        total = self.features.total() + other.features.total()
        small, large = sorted((self.features, other.features), key=len)
        shared = sum(min(count, large[name]) for name, count in small.items())
        return 2 * shared / total if total else 0.0


def compare_claims(diff: ReportDiff, old: Report, new: Report, documents: Documents) -> None:
    """Fill in what differs in the sentences, their cites and verdicts."""
    judged = bool(old.ledger.entries) and bool(new.ledger.entries)
    pairing: Pairing[_Sentence] = Pairing(
        list(_sentences(old, documents.old_key, documents, judged=judged)),
        list(_sentences(new, documents.new_key, documents, judged=judged)),
    )
    pairing.by(lambda one: (one.claim.id, one.claim.text, one.section))
    pairing.by(lambda one: (one.claim.id, one.claim.text))
    pairing.by(lambda one: (one.claim.text, one.section))
    pairing.by(lambda one: one.claim.text)
    _pair_by_likeness(pairing)
    diff.claims_removed = [_note(pairing.old[place]) for place in pairing.old_left]
    diff.claims_added = [_note(pairing.new[place]) for place in pairing.new_left]
    changes = (_change(before, after) for before, after in pairing.pairs)
    diff.claims_changed = [change for change in changes if change is not None]


def _sentences(
    report: Report, key_of: Callable[[str], str], documents: Documents, *, judged: bool
) -> Iterator[_Sentence]:
    verdicts = {entry.claim_id: entry.verdict for entry in report.ledger.entries} if judged else {}
    for section in report.sections:
        for block in section.blocks:
            for claim in block_claims(block):
                cites = dict.fromkeys(_cite_name(cite, key_of, report, documents) for cite in claim.cites)
                place = section.heading or section.kind.value
                yield _Sentence(claim, place, tuple(cites), verdicts.get(claim.id))


def _cite_name(cite: Cite, key_of: Callable[[str], str], report: Report, documents: Documents) -> str:
    """A cite as messages tell it: the document, and the place in it."""
    reference_id = cite.reference_id or report.reference_of.get(cite.citation_id, "")
    name = documents.named(key_of(reference_id)) if reference_id else f"unknown citation {cite.citation_id!r}"
    place = f", {cite.locator.label} {cite.locator.value}" if cite.locator else ""
    around = " … ".join(part for part in (cite.prefix, cite.suffix) if part)
    mode = f", {cite.mode.value}" if cite.mode is not CiteMode.PARENTHETICAL else ""
    return f"{name}{place}{mode}{f' ({around})' if around else ''}"


def _pair_by_likeness(pairing: Pairing[_Sentence]) -> None:
    found: list[tuple[float, int, int, int, int]] = []
    for before, after in _candidates(pairing):
        one, other = pairing.old[before], pairing.new[after]
        likeness = one.likeness(other)
        if likeness >= _LEAST_LIKENESS:
            worth = likeness + (_SAME_ID_BONUS if one.claim.id and one.claim.id == other.claim.id else 0.0)
            # Ties are broken in a way that does not depend on which report is the old one.
            found.append((-worth, before + after, abs(before - after), before, after))
    for _worth, _sum, _gap, before, after in sorted(found):
        pairing.add(before, after)


def _candidates(pairing: Pairing[_Sentence]) -> set[tuple[int, int]]:
    """Pairs worth comparing: of the same id, or with one of their rarest common words or phrases in common."""
    old, new = pairing.old_left, pairing.new_left
    in_old = Counter(name for place in old for name in pairing.old[place].features)
    in_new = Counter(name for place in new for name in pairing.new[place].features)
    rare = {name: in_old[name] + in_new[name] for name in in_old.keys() & in_new.keys()}
    buckets: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for number, places, side in ((0, old, pairing.old), (1, new, pairing.new)):
        for place in places:
            features = sorted((rare[name], name) for name in side[place].features if name in rare)
            for _count, name in features[:_RAREST]:
                buckets[name][number].append(place)
            if side[place].claim.id:
                buckets[f"\n{side[place].claim.id}"][number].append(place)
    return {pair for left, right in buckets.values() for pair in _pairs(left, right)}


def _pairs(left: list[int], right: list[int]) -> Iterator[tuple[int, int]]:
    """All pairs of a small bucket; of a large one those in the same order."""
    if len(left) * len(right) <= _MOST_IN_BUCKET**2:
        yield from ((before, after) for before in left for after in right)
    else:
        yield from zip(left, right, strict=False)


def _note(one: _Sentence) -> ClaimNote:
    return ClaimNote(
        id=one.claim.id,
        section=one.section,
        text=one.claim.text,
        cites=list(one.cites),
        verdict=one.verdict,
    )


def _change(before: _Sentence, after: _Sentence) -> ClaimChange | None:
    old, new = before.claim, after.claim
    fields = [
        FieldChange(field=name, old=was, new=now)
        for name, was, now in (
            ("section", before.section, after.section),
            ("role", old.role.value, new.role.value),
        )
        if was != now
    ]
    change = ClaimChange(
        old_id=old.id,
        new_id=new.id,
        section=after.section,
        text=new.text,
        words=word_changes(old.text, new.text) if old.text != new.text else [],
        cites_added=[name for name in after.cites if name not in before.cites],
        cites_removed=[name for name in before.cites if name not in after.cites],
        old_verdict=before.verdict,
        new_verdict=after.verdict,
        fields=fields,
    )
    told = change.words or change.cites_added or change.cites_removed or change.verdict_changed or fields
    return change if told else None
