"""Words in quotation marks stand in the passages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.verifiers.claim_check import ClaimCheck

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["Quotes"]


class Quotes(ClaimCheck):
    """Runs the check `quotes` of `bmreport.statements` on every claim."""

    name = "quotes"
    summary = "Words in quotation marks stand in the passages"

    def _checker(self) -> Callable[[ClaimInView], list[Fault]]:
        from bmreport.statements.checks import quotes

        return quotes.check
