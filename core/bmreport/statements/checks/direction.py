"""Check of direction and negation: what a claim says rose, fell, differed or did not, its passages say too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.comparing import Mismatch, mismatches
from bmreport.statements.fault import Fault, Words

if TYPE_CHECKING:
    from bmreport.statements.claim_view import ClaimInView

__all__ = ["check"]


def check(view: ClaimInView) -> list[Fault]:
    """A fault for each result of the claim that its passages tell the other way round, or deny.

    The kind is `negation` when one side denies what the other says, or calls it not significant; `direction` when they
    point opposite ways. What cannot be matched with a passage is left to other checks, and a comparison of passages,
    which says of each what another does not, to whoever made it.
    """
    if view.is_verbatim or not view.passages or view.role is ClaimRole.COMPARISON:
        return []
    return [_fault(one) for one in mismatches(view.text, view.passages)]


def _fault(one: Mismatch) -> Fault:
    return Fault(
        kind="negation" if one.denied else "direction",
        verdict=Verdict.CONTRADICTED,
        message=f"the claim says {one.claimed}, its source {one.citation_id} says {one.told}",
        remedy="say what the source says, or cite one that says this",
        quotes=(Words(one.citation_id, one.start, one.end),),
    )
