"""No claim is more certain than its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Hedging"]


class Hedging(ClaimCheck):
    """Runs the check `hedging` of `bmreport.statements` on every claim."""

    name = "hedging"
    summary = "No claim is more certain than its passages"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import hedging

        return hedging.check
