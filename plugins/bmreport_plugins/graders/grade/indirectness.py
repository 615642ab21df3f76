"""Indirectness as reviewers declared it of the studies: population, intervention, comparator, outcome.

GRADE guidelines 8. Nobody but a person who knows the question can tell; nothing is guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.steps import lowered, not_assessed
from bmreport_plugins.graders.grade.wording import at_least, listed, per_cent

if TYPE_CHECKING:
    from bmreport import GradeStep, Study
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence, Weighted

__all__ = ["NAME", "judge"]

NAME = "indirectness"
_DOMAINS = ("population", "intervention", "comparator", "outcome")


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step: each domain counts by the weight of the studies in which it was declared."""
    declared = [one for one in evidence.weighted if one.study.indirectness]
    if not declared:
        return not_assessed(NAME, "the study data do not say how directly the studies answer the question.")
    needed = evidence.options.indirect_share
    serious = {domain: evidence.share(lambda one, d=domain: _level(one.study, d) != "none") for domain in _DOMAINS}  # type: ignore[misc]  # mypy loses the default of d
    very = {domain: evidence.share(lambda one, d=domain: _level(one.study, d) == "very serious") for domain in _DOMAINS}  # type: ignore[misc]  # as above
    counting = [domain for domain in _DOMAINS if at_least(serious[domain], needed)]
    change = -min(2, len(counting))
    if any(at_least(very[domain], needed) for domain in _DOMAINS):
        change = -2
    unknown = evidence.share(lambda one: not one.study.indirectness)
    undecided = change > -2 and at_least(unknown + max(serious.values()), needed) and unknown > 0
    parts = [_told(domain, serious[domain], needed, declared) for domain in _DOMAINS if serious[domain] > 0]
    reason = " ".join(parts) or "Every study for which it was declared answers the question directly."
    if unknown > 0:
        reason += f" Nothing is declared of studies with {per_cent(unknown)} of the weight."
    return lowered(NAME, change, f"{reason} {_rule(needed)}", undecided=undecided)


def _level(study: Study, domain: str) -> str:
    return study.indirectness.get(domain, "none").partition(":")[0].strip().casefold() or "none"


def _told(domain: str, share: float, needed: float, declared: list[Weighted]) -> str:
    reasons = (one.study.indirectness.get(domain, "").partition(":")[2].strip() for one in declared)
    why = listed(dict.fromkeys(filter(None, reasons)))
    told = f"Indirect {domain} was declared of studies with {per_cent(share, needed)} of the weight"
    return f"{told}: {why}." if why else f"{told}."


def _rule(needed: float) -> str:
    return (
        f"Rule: one level down for a domain declared serious in studies with at least {per_cent(needed)} of the "
        "weight; two for two such domains, or for one declared very serious."
    )
