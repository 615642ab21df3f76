"""The labelled pairs of claim and passages, and how well the checks of the ledger do on them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks import CHECKS
from bmreport.statements.claim_view import ClaimInView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport.statements.fault import Fault

Half = Literal["seen", "unseen"]
HALVES: tuple[Half, ...] = ("seen", "unseen")
FOLDER = Path(__file__).parent / "pairs"
KINDS = ("markers", "numbers", "direction", "negation", "quotes", "hedging", "population", "terms", "uncited")
# One check tells both: a lost "not" turns the direction round.
_TWINS = frozenset({"direction", "negation"})


@dataclass(frozen=True)
class Pair:
    """One line of a file of pairs; without kinds the claim is wholly held by its passages."""

    id: str
    kinds: tuple[str, ...]
    claim: str
    cites: tuple[str, ...]
    passages: Mapping[str, str]
    role: ClaimRole = ClaimRole.FINDING
    note: str = ""

    @property
    def view(self) -> ClaimInView:
        """The pair as the checks see a claim of a report."""
        return ClaimInView(
            text=self.claim,
            passages={identifier: text for identifier, text in self.passages.items() if identifier in self.cites},
            citation_ids=self.cites,
            role=self.role,
            known_ids=frozenset(self.passages),
            claim_id=self.id,
            has_cites=bool(self.cites),
        )


@dataclass(frozen=True)
class Score:
    """How often a kind of fault was found where it is, missed, and called where it is not (ids of the pairs)."""

    found: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false_alarms: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of the alarms that are right; 1 without any."""
        alarms = len(self.found) + len(self.false_alarms)
        return len(self.found) / alarms if alarms else 1.0

    @property
    def recall(self) -> float:
        """Share of the faults that are found; 1 without any."""
        faults = len(self.found) + len(self.missed)
        return len(self.found) / faults if faults else 1.0


def half_of(identifier: str) -> Half:
    """Which half a pair belongs to: by its id's hash, so that nobody chooses."""
    return "seen" if int(hashlib.sha256(identifier.encode()).hexdigest(), 16) % 2 == 0 else "unseen"


def read_pairs(half: Half) -> list[Pair]:
    """All pairs of one half, in the order of files and lines."""
    pairs: list[Pair] = []
    for file in sorted((FOLDER / half).glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            pairs.append(
                Pair(
                    id=data["id"],
                    kinds=tuple(data["kinds"]),
                    claim=data["claim"],
                    cites=tuple(data["cites"]),
                    passages=data["passages"],
                    role=ClaimRole(data.get("role", "finding")),
                    note=data.get("note", ""),
                )
            )
    return pairs


def faults_of(pair: Pair) -> list[Fault]:
    """What all checks find wrong with a pair."""
    return [fault for check in CHECKS.values() for fault in check(pair.view) if fault.verdict is not Verdict.SUPPORTED]


def score_kinds(pairs: Iterable[Pair]) -> dict[str, Score]:
    """The score of each kind of fault; direction and negation count for each other."""
    scores = {kind: Score() for kind in KINDS}
    for pair in pairs:
        called = {fault.kind for fault in faults_of(pair)}
        labelled = set(pair.kinds)
        for kind, score in scores.items():
            same = _TWINS if kind in _TWINS else frozenset({kind})
            if kind in labelled:
                (score.found if called & same else score.missed).append(pair.id)
            elif kind in called and not labelled & same:
                score.false_alarms.append(pair.id)
    return scores


def score_claims(pairs: Iterable[Pair]) -> Score:
    """Whether a reader is warned at all: any fault where there is one, none where there is none."""
    score = Score()
    for pair in pairs:
        called = bool(faults_of(pair))
        if pair.kinds:
            (score.found if called else score.missed).append(pair.id)
        elif called:
            score.false_alarms.append(pair.id)
    return score


def counts(pairs: Iterable[Pair]) -> Counter[str]:
    """How many pairs there are of each kind; `true` for those without fault."""
    return Counter(kind for pair in pairs for kind in (pair.kinds or ("true",)))
