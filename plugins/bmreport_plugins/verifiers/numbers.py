"""Every figure of a claim stands in its passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Numbers"]


class Numbers(ClaimCheck):
    """Runs the check `numbers` of `bmreport.statements` on every claim."""

    name = "numbers"
    summary = "Every figure of a claim stands in its passages"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import numbers

        return numbers.check
