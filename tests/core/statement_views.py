"""A claim beside its passages, as the tests of the checks need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.models import Verdict
from bmreport.statements.claim_view import ClaimInView

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.fault import Fault


def view(claim: str, *passages: str, **fields: Any) -> ClaimInView:
    """The claim citing these passages as c1, c2 and so on."""
    named = {f"c{number}": passage for number, passage in enumerate(passages, start=1)}
    return ClaimInView(
        text=claim,
        passages=named,
        citation_ids=tuple(named),
        known_ids=frozenset(named),
        has_cites=bool(named),
        **fields,
    )


def faults(check: Callable[[ClaimInView], list[Fault]], claim: str, *passages: str, **fields: Any) -> list[Fault]:
    """What the check finds wrong; that the passages hold the claim is no fault."""
    return [one for one in check(view(claim, *passages, **fields)) if one.verdict is not Verdict.SUPPORTED]
