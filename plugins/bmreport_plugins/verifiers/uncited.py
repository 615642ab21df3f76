"""Every statement on the evidence has a cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Uncited"]


class Uncited(ClaimCheck):
    """Runs the check `uncited` of `bmreport.statements` on every claim."""

    name = "uncited"
    summary = "Every statement on the evidence has a cite"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import uncited

        return uncited.check
