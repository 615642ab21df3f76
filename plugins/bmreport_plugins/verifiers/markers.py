"""No claim holds invented markers, identifiers, addresses or placeholders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Markers"]


class Markers(ClaimCheck):
    """Runs the check `markers` of `bmreport.statements` on every claim."""

    name = "markers"
    summary = "No claim holds invented markers, identifiers, addresses or placeholders"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import markers

        return markers.check
