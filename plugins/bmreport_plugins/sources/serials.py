"""ISSN and ISBN out of fields that hold one or several, with or without remarks such as `(Print)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER = re.compile(r"[0-9][0-9Xx\- ]{6,16}[0-9Xx]")


@dataclass
class Serials:
    """What was found; `others` are the fields that hold neither."""

    issn: list[str] = field(default_factory=list)
    isbn: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


def read_serials(texts: Iterable[str]) -> Serials:
    """Eight digits are an ISSN and get its hyphen; ten or thirteen are an ISBN and stay as they are written."""
    found = Serials()
    for text in texts:
        issn, isbn = _numbers_in(text)
        found.issn.extend(number for number in issn if number not in found.issn)
        found.isbn.extend(number for number in isbn if number not in found.isbn)
        if not issn and not isbn:
            found.others.append(text)
    return found


def _numbers_in(text: str) -> tuple[list[str], list[str]]:
    issn, isbn = [], []
    for number in _NUMBER.findall(text):
        digits = re.sub(r"[\- ]", "", number).upper()
        if len(digits) == 8:
            issn.append(f"{digits[:4]}-{digits[4:]}")
        elif len(digits) in {10, 13}:
            isbn.append(number.strip())
    return issn, isbn
