"""Ids of the sentences of a changed report: what stands keeps its id, what is new gets one that was never used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import walk_claims
from bmreport.report_merging.parts import is_frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.models import Claim, Section

__all__ = ["settled"]

_NUMBERED = re.compile(r"s(\d{1,9})")


def settled(sections: Iterable[Section], before: Sequence[Claim]) -> list[Section]:
    """Copies of the sections. A sentence that was there before, word for word, bears the id it bore."""
    copies = [section.model_copy(deep=True) for section in sections]
    text_of = {claim.id: claim.text for claim in reversed(before)}
    ids_of: dict[str, list[str]] = {}
    for claim in before:
        ids_of.setdefault(claim.text, []).append(claim.id)
    used: set[str] = set()
    claims = [claim for claim in walk_claims(copies) if not is_frame(claim)]
    for claim in claims:  # those that still bear their id come first
        if claim.id in used or text_of.get(claim.id) != claim.text:
            claim.id = ""
        used.add(claim.id)
    highest = max((int(found[1]) for one in before if (found := _NUMBERED.fullmatch(one.id))), default=0)
    number = max(highest, len(before))
    for claim in claims:
        if claim.id:
            continue
        free = next((one for one in ids_of.get(claim.text, ()) if one and one not in used), "")
        if not free:
            number += 1
            free = f"s{number}"
        claim.id = free
        used.add(free)
    return copies
