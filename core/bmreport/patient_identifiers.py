"""Patient identifiers in a text: what must not leave the machine unasked.

Found are the identifiers by which a person can be told: a name with a date of birth, numbers of records, insurances and
documents, phone numbers, e-mail and postal addresses, in the forms of the United States, the United Kingdom, Germany,
France and Australia. A number without a label counts only where its form or its check digit tells what it is: published
abstracts are full of numbers (sample sizes, trial registrations, DOIs, PMIDs, codes), and none of these is one.
Invisible characters, full-width digits and odd blanks inside an identifier do not hide it.

A name alone is none: it cannot be told from an author's without a list of names. Nor is an age, or a date of treatment.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from bmreport.personal.births import BIRTHS
from bmreport.personal.contacts import CONTACTS
from bmreport.personal.numbers import NUMBERS, PUBLISHED
from bmreport.seen_text import SeenText

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Identifier", "find_identifiers"]


_FORMS = (*BIRTHS, *NUMBERS, *CONTACTS)
_SPACE = re.compile(r"[\s.]+")


class Identifier(NamedTuple):
    """`text[start:end]` identifies a person; `kind` says how, in plain words."""

    kind: str
    start: int
    end: int


def find_identifiers(text: str) -> list[Identifier]:
    """The identifiers of a text in order, without overlap. Linear in the length of the text; raises nothing."""
    seen = SeenText(text)
    # What begins first counts, the longest of those that begin together.
    found = sorted(_every(seen.text), key=lambda one: (one.start, -one.end))
    out: list[Identifier] = []
    end = 0
    for one in found:
        if one.start >= end:
            out.append(Identifier(one.kind, *seen.span(one.start, one.end)))
            end = one.end
    return out


def _every(text: str) -> Iterator[Identifier]:
    published = [match.span() for match in PUBLISHED.finditer(text)]
    starts = [start for start, _ in published]
    squeezed = _SPACE.sub("", text).lower()
    for form in _FORMS:
        if form.hints and not any(hint in squeezed for hint in form.hints):
            continue
        for match in form.pattern.finditer(text):
            name = next(name for name in form.kinds if match[name] is not None)
            start, end = match.span(name)
            index = bisect_right(starts, start) - 1
            if index >= 0 and start < published[index][1]:
                continue
            kind = form.kinds[name]
            if kind.holds is None or kind.holds(match):
                yield Identifier(kind.words, start, end)
