"""What must not leave this machine unasked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport.errors import UsageError

if TYPE_CHECKING:
    from bmreport.llm.address import LlmAddress


def refuse_identifiers(texts: tuple[str, ...], address: LlmAddress) -> None:
    """Raise UsageError when a text that would go to another machine holds what looks like patient identifiers.

    The message names kinds and numbers of them, and never the words themselves.
    """
    # Loaded here: its patterns are compiled where text leaves the machine, and nowhere else.
    from bmreport.patient_identifiers import find_identifiers

    kinds = Counter(found.kind for text in texts for found in find_identifiers(text))
    if kinds:
        listed = ", ".join(f"{kind} ({number})" for kind, number in sorted(kinds.items()))
        raise UsageError(
            f"what looks like patient identifiers stands in the evidence and would leave this machine: {listed}",
            where=str(address),
            remedy="take them out, use a model on this machine, or allow it with --allow-identifiers",
        )
