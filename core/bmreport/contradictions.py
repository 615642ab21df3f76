"""Contradictions between citations: the same outcome, and opposite directions or intervals that do not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Citation, Contradiction

__all__ = ["find_contradictions"]


def find_contradictions(
    citations: Sequence[Citation], reference_of: dict[str, str], question: str
) -> list[Contradiction]:
    """TODO."""
    return []
