"""No claim speaks of more people than were studied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Population"]


class Population(ClaimCheck):
    """Runs the check `population` of `bmreport.statements` on every claim."""

    name = "population"
    summary = "No claim speaks of more people than were studied"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import population

        return population.check
