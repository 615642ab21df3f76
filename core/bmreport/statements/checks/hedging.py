"""hedging: a claim must not sound more certain than its passages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.certainty import (
    assertions,
    hedge,
    says_did,
    says_may,
    shares_stress,
    speaks_of_association,
    stress,
)
from bmreport.statements.fault import Fault, Words
from bmreport.statements.reading import read
from bmreport.statements.study_designs import names_design, weak_design
from bmreport.statements.support import nearest
from bmreport.statements.terms import without_asides
from bmreport.statements.wording import is_medical, key, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.certainty import Assertion
    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.reading import Reading
    from bmreport.statements.support import Near

__all__ = ["check"]

_REMEDY = "say it no more firmly than the passage does"
# Sentences with this share of the best one's words, and of the claim's, speak of what the claim speaks of.
_AS_NEAR = 0.75
_NEAR_ENOUGH = 0.2
_OUTCOME_WORDS = 4
# Predicates by which a sentence that speaks of the claim's matter is found: `is safe` beside `appears safe`.
_PREDICATES = {
    "safe": ("safe",),
    "effective": ("effective", "efficac"),
    "efficac": ("effective", "efficac"),
    "tolerated": ("tolerat",),
    "superior": ("superior",),
    "beneficial": ("benefi",),
    "protective": ("protect",),
}
_NAMED_CAUSE = re.compile(
    r"\b(?:is|are|was|were) (?:\w+ )?(?:the (?:cause|reason)|due to|attributable to|responsible for|caused by)\b"
)


def check(view: ClaimInView) -> list[Fault]:
    """A fault where the claim stresses, generalises or asserts as a cause what its passages only suggest."""
    # A sentence on how passages stand to each other is made by rules; it speaks of no people and no effect of its own.
    if not view.passages or view.in_table or view.role is ClaimRole.COMPARISON:
        return []
    claim = read(without_asides(view.text))
    # Most claims report a result in the past tense: there is nothing to hold against the passages.
    if not (stress(claim.folded) or says_did(claim.folded) or assertions(claim.folded)):
        return []
    near = nearest(claim, view.passages)
    if not near:
        return []
    fault = _stressed(claim.folded, near) or _firmer(claim, near)
    return [fault] if fault and not view.is_verbatim else []


def _stressed(folded: str, near: Sequence[Near]) -> Fault | None:
    words = stress(folded)
    sources = {one.citation_id: one.reading for one in near}
    if not words or any(shares_stress(folded, source.folded) for source in sources.values()):
        return None
    return _fault(f"“{words}” is more than the passages say", near[0])


def _firmer(claim: Reading, near: Sequence[Near]) -> Fault | None:
    alike = [one for one in near if one.score >= max(_NEAR_ENOUGH, _AS_NEAR * near[0].score)]
    if not alike:
        return None
    best = alike[0]
    asserted = assertions(claim.folded)
    if not asserted:
        if not hedge(claim.folded) and says_did(claim.folded) and all(says_may(one.sentence.folded) for one in alike):
            return _fault("the passage says that this may be so, the claim that it is", best)
        return None
    return (
        _cause(claim.folded, asserted, alike)
        or _reserve(claim, asserted, near, alike)
        or _generalised(claim, asserted, best)
    )


def _cause(folded: str, asserted: Sequence[Assertion], alike: Sequence[Near]) -> Fault | None:
    if not any(one.causal for one in asserted) or speaks_of_association(folded):
        return None
    if all(speaks_of_association(one.sentence.folded) for one in alike):
        return _fault("the passage speaks of an association, the claim of a cause", alike[0])
    return None


def _reserve(
    claim: Reading, asserted: Sequence[Assertion], near: Sequence[Near], alike: Sequence[Near]
) -> Fault | None:
    """A fault where all sentences on the claim's matter, its predicate, its subject or its outcome are hedged."""
    if not any(one.general for one in asserted):
        return None
    on_predicate = [
        one
        for word, others in _PREDICATES.items()
        if any(word in assertion.words for assertion in asserted)
        for one in near
        if any(other in one.sentence.folded for other in others)
    ]
    for group in (alike, on_predicate, _on_first(claim, near), _on_outcome(claim.folded, asserted, near)):
        if group and all(hedge(one.sentence.folded) for one in group):
            told = hedge(group[0].sentence.folded)
            return _fault(f"the passage says “{told}”, the claim says it without reserve", group[0])
    return None


def _on_first(claim: Reading, near: Sequence[Near]) -> list[Near]:
    """The one sentence that alone holds the first content word of the claim, which is most often its subject."""
    first = next((word for word in claim.line.split() if not word[0].isdigit()), "")
    holding = [one for one in near if first in one.sentence.keys]
    return holding if len(holding) == 1 else []


def _on_outcome(folded: str, asserted: Sequence[Assertion], near: Sequence[Near]) -> list[Near]:
    """The sentences that hold most of the first words after the verb, a medical one among them: the outcome."""
    after = folded[folded.find(asserted[0].words) + len(asserted[0].words) :]
    words = [word for word in words_of(after) if key(word)][:_OUTCOME_WORDS]
    outcome = {key(word) for word in words if is_medical(word)}
    if not outcome:
        return []
    keys = set(map(key, words))
    shared = [(len(keys & one.sentence.keys), one) for one in near if outcome & one.sentence.keys]
    most = max((count for count, _ in shared), default=0)
    return [one for count, one in shared if count == most]


def _generalised(claim: Reading, asserted: Sequence[Assertion], best: Near) -> Fault | None:
    named_cause = _NAMED_CAUSE.search(claim.folded) is not None
    if not (named_cause or any(one.general for one in asserted)) or names_design(claim):
        return None
    design = weak_design(best.reading)
    return _fault(f"the passage reports {design}, which cannot show what holds in general", best) if design else None


def _fault(message: str, near: Near) -> Fault:
    quotes = (Words(near.citation_id, near.sentence.start, near.sentence.end),)
    return Fault("hedging", Verdict.PARTLY, message, _REMEDY, quotes)
