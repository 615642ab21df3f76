"""Left to right or right to left: what a text says of itself, and what must be set apart from the text around it.

The rules are those of the Unicode Bidirectional Algorithm (UAX 9).
"""

from __future__ import annotations

import re
import unicodedata

# Scripts of classes R and AL: Hebrew to Arabic Extended, presentation forms, and the blocks reserved for such scripts.
_RTL = "\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_LTR_WORD = f"(?![\\d_])[^{_RTL}\\W]++"

# A stretch runs from its first letter to its last word over what has no direction of its own: spaces, digits, points.
RTL_STRETCH = re.compile(f"[{_RTL}]++(?:[\\W0-9_]*[{_RTL}]++)*")
"""Neighbouring words written from right to left."""
LTR_STRETCH = re.compile(f"{_LTR_WORD}(?:(?:(?![{_RTL}])[\\W\\d_])*{_LTR_WORD})*")
"""Neighbouring words written from left to right."""
BIDI_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Embeddings, overrides, isolates and their ends."""

_OVERRIDES = "\u202a\u202b\u202d\u202e"
_POP_OVERRIDE = "\u202c"
_ISOLATES = "\u2066\u2067\u2068"
_POP_ISOLATE = "\u2069"


def first_strong(text: str) -> str:
    """`ltr` or `rtl` by the first letter that has a direction (rule P2); empty when none has."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return "rtl"
        if kind == "L":
            return "ltr"
    return ""


def closing_controls(text: str) -> str:
    """The characters that end what the text opened (rules X1 to X8), so that it turns nothing that follows it."""
    opened: list[str] = []
    for found in BIDI_CONTROL.finditer(text):
        control = found[0]
        if control in _OVERRIDES:
            opened.append(_POP_OVERRIDE)
        elif control in _ISOLATES:
            opened.append(_POP_ISOLATE)
        elif control == _POP_OVERRIDE:
            if opened and opened[-1] == _POP_OVERRIDE:
                opened.pop()
        elif _POP_ISOLATE in opened:
            # The end of an isolate ends the overrides inside it as well (rule X6a).
            while opened.pop() != _POP_ISOLATE:
                pass
    return "".join(reversed(opened))
