"""Check `markers`: no dead pointer, placeholder, made-up identifier or left-over stands in a claim."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import Verdict
from bmreport.statements.borrowed import misleading_letters, named_sources
from bmreport.statements.fault import Fault
from bmreport.statements.markers import find_markers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.statements.claim_view import ClaimInView

__all__ = ["check"]

_LONGEST_SHOWN = 60
_WORD = re.compile(r"[^\W_]+")
_REMEDIES = {
    "a citation id": "take it out of the text; bmreport sets the cites from the claim's ids",
    "a placeholder": "fill it from a cited passage, or take the sentence out",
    "an identifier": "take it out, or cite the passage that has it",
    "an address": "take it out, or cite the passage that has it",
}
_REMEDY = "take it out of the text; bmreport sets the reference marks itself"
_CLEAN = "take it out, or write the sentence anew"


def check(view: ClaimInView) -> list[Fault]:
    """A fault for each marker in the text, and for each citation id that the report does not know."""
    faults = [
        Fault(
            kind="markers",
            verdict=Verdict.NOT_FOUND,
            message=f"the sentence holds {mark.what}, {_shown(view.text[mark.start : mark.end])}, which leads nowhere",
            remedy=_REMEDIES.get(mark.what, _REMEDY if "mark" in mark.what or "cite" in mark.what else _CLEAN),
        )
        for mark in find_markers(view.text, view.passages.values(), view.known_ids | set(view.citation_ids))
        if not _names_study(view, view.text[mark.start : mark.end])
    ]
    faults.extend(_borrowed(view))
    if faults and view.is_verbatim:
        faults = []
    faults.extend(
        Fault(
            kind="markers",
            verdict=Verdict.NOT_FOUND,
            message=f"it cites {identifier}, and no citation of the report has that id",
            remedy="cite one of the report's citations",
        )
        for identifier in view.citation_ids
        if identifier not in view.known_ids
    )
    return faults


def _borrowed(view: ClaimInView) -> Iterator[Fault]:
    """A source that the sentence names and no passage does, and letters that only look like those of a word."""
    if not view.passages or view.in_table:
        return
    texts = [*view.passages.values(), *view.titles.values(), view.question]
    held = {word for text in texts for word in _WORD.findall(text.casefold())}

    def is_held(word: str) -> bool:
        return all(part in held for part in _WORD.findall(word.casefold()))

    for name in dict.fromkeys(named_sources(view.text, is_held)):
        message = f"the sentence names {_shown(name)} as a source, which no cited passage does"
        yield Fault("markers", Verdict.NOT_FOUND, message, "take the name out, or cite the passage that has it")
    if misleading_letters(view.text, is_held):
        message = "the sentence holds letters or figures that look like others, or are struck through"
        yield Fault("markers", Verdict.NOT_FOUND, message, _CLEAN)


def _names_study(view: ClaimInView, marked: str) -> bool:
    """Whether a table or figure names one of the report's own studies: `Rosenthal et al 1960` is no cite there."""
    if not view.in_table or not view.study_names:
        return False
    return view.text in view.study_names or any(marked in name for name in view.study_names)


def _shown(text: str) -> str:
    shown = "".join(sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in text[:_LONGEST_SHOWN])
    return f"“{shown}”"
