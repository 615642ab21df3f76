"""uncited: a statement about the evidence must cite it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.lexical import fold
from bmreport.models import ClaimRole, Verdict
from bmreport.statements.fault import Fault
from bmreport.statements.remarks import is_remark, states_finding
from bmreport.statements.terms import without_asides

if TYPE_CHECKING:
    from bmreport.statements.claim_view import ClaimInView

__all__ = ["check"]


def check(view: ClaimInView) -> list[Fault]:
    """A fault for a finding without a cite, whatever role it was given.

    A background sentence may say what the report does, and what the evidence does not cover; it is at fault when it
    tells a result, a fact on a disease or a treatment, or a recommendation. Cells of a table are not looked at: their
    cites stand in caption or footnote.
    """
    if view.has_cites or view.citation_ids or view.in_table or not any(sign.isalpha() for sign in view.text):
        return []
    folded = " ".join(fold(without_asides(view.text)).split())
    if is_remark(folded) or (view.role is ClaimRole.BACKGROUND and not states_finding(folded)):
        return []
    remedy = "cite the passage that says so, or take it out"
    if view.role is not ClaimRole.BACKGROUND:
        remedy = "cite it, or mark it as background"
    return [Fault("uncited", Verdict.NOT_FOUND, "a statement about the evidence has no cite", remedy)]
