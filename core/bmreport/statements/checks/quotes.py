"""TODO quotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

__all__ = ["check"]


def check(view: ClaimInView) -> list[Fault]:
    """TODO."""
    return []
