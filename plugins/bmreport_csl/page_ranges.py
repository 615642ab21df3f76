"""The five formats of page ranges (CSL 1.0.2, Appendix V)."""

from __future__ import annotations

import re
from functools import lru_cache

_NUMBERS = re.compile(
    r"((?:\d*[A-Za-z]+)?)(\d+)([A-Za-z]*)\s*(?:--|[-–])\s*((?:\d*[A-Za-z]+)?)(\d+)([A-Za-z]*)", re.ASCII
)
_ROMAN = re.compile(r"([ivxlcdm]+)\s*(?:--|[-–])\s*([ivxlcdm]+)", re.IGNORECASE)
_PLAIN_INSIDE = re.compile(r"(?<![\w.:–-])(\d+)\s*-\s*(\d+)(?![\w.:–-])")
_HYPHEN = re.compile(r"\s+-\s+")
_SEPARATORS = re.compile(r"(\s*(?:,|;|&|\band\b|\bet\b)\s*)")
_PAGE_LABEL = re.compile(r"pp?\.\s*(?=\d)")
_MAX_LENGTH = 2000
"""A longer value is no list of pages and stays as it is."""
_GLUE = "\N{WORD JOINER}"
"""Stands for an escaped hyphen, which belongs to a page number."""


@lru_cache(maxsize=4096)
def page_range(text: str, page_format: str, delimiter: str = "–") -> str:
    """A `page` value with its ranges in the given format (chicago, minimal …); "" leaves the digits as they are.

    Several ranges may stand in one value. The letters of `S123-S128` stand on both pages only where the format shows
    full numbers; a hyphen between things that form no range, `A12-B13`, stays, and so does an escaped one (`3\\-B`).
    """
    if len(text) > _MAX_LENGTH:
        return text
    if "-" not in text and "–" not in text:
        return _PAGE_LABEL.sub("", text) if text.startswith("p") else text
    text = _PAGE_LABEL.sub("", text.replace("\\-", _GLUE))
    parts = _SEPARATORS.split(text)
    shown = (part if index % 2 else _one(part, page_format, delimiter) for index, part in enumerate(parts))
    return "".join(shown).replace(_GLUE, "-")


def _one(text: str, page_format: str, delimiter: str) -> str:
    found = _NUMBERS.fullmatch(text)
    if found is not None:
        return _numbers(found, page_format, delimiter)
    if _GLUE in text:
        sides = re.split(r"\s*[-–]\s*", text)
        return delimiter.join(sides) if len(sides) == 2 else text
    if (roman := _ROMAN.fullmatch(text)) is not None:
        return f"{roman[1]}{delimiter}{roman[2]}"
    text = _HYPHEN.sub("-", text)
    return _PLAIN_INSIDE.sub(lambda pages: f"{pages[1]}{delimiter}{pages[2]}", text)


def _numbers(found: re.Match[str], page_format: str, delimiter: str) -> str:
    first_prefix, first, first_suffix, last_prefix, last, last_suffix = found.groups()
    if first_prefix != last_prefix:
        return _HYPHEN.sub("-", found.group())
    if first_suffix or last_suffix:  # `12a-12c` is a range, `1234A-1240` may be anything
        both = first_suffix.islower() and last_suffix.islower()
        return (
            f"{first_prefix}{first}{first_suffix}{delimiter}{last_prefix}{last}{last_suffix}"
            if both
            else _HYPHEN.sub("-", found.group())
        )
    full = first[: len(first) - len(last)] + last if len(last) < len(first) else last
    if not page_format or int(full) <= int(first):
        return f"{first_prefix}{first}{delimiter}{last_prefix}{last}"
    prefix = first_prefix if page_format == "expanded" else ""
    return f"{first_prefix}{first}{delimiter}{prefix}{_shortened(first, full, page_format)}"


def _shortened(first: str, last: str, page_format: str) -> str:
    """The last page, without the digits that the format lets go."""
    if page_format == "expanded" or len(first) != len(last):
        return last
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), len(first))
    match page_format:
        case "minimal":
            return last[min(same, len(last) - 1) :]
        case "minimal-two":
            return last[min(same, max(len(last) - 2, 0)) :]
        case "chicago" | "chicago-15" | "chicago-16":
            return _chicago(first, last, same, page_format)
    return last


def _chicago(first: str, last: str, same: int, page_format: str) -> str:
    """Chicago Manual of Style: 15th edition, section 9.64; 16th, section 9.60."""
    number = int(first)
    if number < 100 or number % 100 == 0:
        return last
    if number % 100 < 10:
        return last[same:] or last[-1]
    if len(first) == 4 and page_format != "chicago-16" and len(last) - same >= 3:
        return last
    return last[min(same, len(last) - 2) :]
