"""Ranges of pages (CSL 1.0.2, Appendix V, "Page Ranges")."""

from __future__ import annotations

import re

_RANGE_END = re.compile(r"(\D{0,9})([0-9]{1,18})")


def last_page(first: str, last: str, style: str) -> str:
    """The end of a page range as the style wants it (CSL 1.0.2, Appendix V, "Page Ranges").

    Only `12-15`, `e12-e15` and the like are changed; "S12-T3" stays. A shortened end is made whole first: 321-8 means
    321-328.
    """
    begin, end = _RANGE_END.fullmatch(first), _RANGE_END.fullmatch(last)
    if not style or begin is None or end is None or end[1] not in ("", begin[1]):
        return last
    low, high = begin[2], end[2]
    if len(high) < len(low):
        high = low[: len(low) - len(high)] + high
    if len(high) != len(low) or int(high) < int(low):
        return last if style == "expanded" else end[2]
    return begin[1] + high if style == "expanded" else high[-_kept_digits(low, high, style) :]


def _kept_digits(low: str, high: str, style: str) -> int:
    """How many digits of the second number are printed."""
    differing = next((len(low) - place for place, (a, b) in enumerate(zip(low, high, strict=True)) if a != b), 1)
    if style == "minimal":
        return differing
    if style == "minimal-two":
        return max(differing, 2)
    if style.startswith("chicago"):
        number = int(low)
        if number < 100 or number % 100 == 0:
            return len(high)
        if number % 100 < 10:
            return differing
        return len(high) if style != "chicago-16" and len(low) == 4 and differing >= 3 else max(differing, 2)
    return len(high)
