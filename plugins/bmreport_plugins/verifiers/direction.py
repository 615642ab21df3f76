"""Direction, negation and the order of arms agree with the passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Direction"]


class Direction(ClaimCheck):
    """Runs the check `direction` of `bmreport.statements` on every claim."""

    name = "direction"
    summary = "Direction, negation and the order of arms agree with the passages"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import direction

        return direction.check
