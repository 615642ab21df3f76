"""Nothing that looks like a patient's identifier goes to another machine unless the user says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import UsageError

if TYPE_CHECKING:
    from bmreport import Citation

__all__ = ["refuse_identifiers"]

_MOST_NAMED = 10


def refuse_identifiers(question: str, note: str, citations: tuple[Citation, ...], host: str) -> None:
    """Raises UsageError that names where and which kinds were found, never the words themselves."""
    from bmreport.patient_identifiers import find_identifiers

    texts = [("the question", question), ("the note", note), *((one.id, one.passage) for one in citations)]
    found = {place: dict.fromkeys(one.kind for one in find_identifiers(text)) for place, text in texts}
    named = [f"{place} ({', '.join(kinds)})" for place, kinds in found.items() if kinds]
    if not named:
        return
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    raise UsageError(
        f"what looks like patient identifiers would leave this machine for {host}: "
        f"{', '.join(named[:_MOST_NAMED])}{more}",
        remedy="take them out, use a model on this machine, or allow it with --allow-identifiers",
    )
