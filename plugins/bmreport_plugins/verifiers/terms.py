"""What a claim speaks of is spoken of in its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Terms"]


class Terms(ClaimCheck):
    """Runs the check `terms` of `bmreport.statements` on every claim."""

    name = "terms"
    summary = "What a claim speaks of is spoken of in its passages"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import terms

        return terms.check
