"""Rich text as the characters of a plain-text report, harmless on a terminal."""

from __future__ import annotations

import re

from bmreport.richtext import Effect, Note, RichText, Styled, Text
from bmreport.richtext.html import legal_text

_SPACE = re.compile(r"[ \t\n\u2028\u2029]+")
# Embeddings, overrides and isolates (UAX 9) turn round whatever a terminal shows after them.
_BIDI_CONTROL = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RAISED = str.maketrans("0123456789+-–−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans("0123456789+-–−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
_SHIFTABLE = re.compile(r"[0-9+\-–−=(), ]*")


def visible(text: str) -> str:
    """The text on one line: white space collapsed, control characters shown by their symbols (ESC is `␛`).

    Direction controls are shown by their number, lone surrogates by U+FFFD.
    """
    shown = _BIDI_CONTROL.sub(lambda found: f"<U+{ord(found[0]):04X}>", legal_text(text))
    return _SPACE.sub(" ", shown)


def to_text(rich: RichText) -> str:
    """Rich text on one line without effects; raised and lowered numbers keep their place as `¹` or `₂`.

    Without that, AMA's `by 12%.¹` would read `by 12%.1`. A footnote mark is its number in brackets.
    """
    return _SPACE.sub(" ", "".join(_leaves(rich))).strip(" ")


def _leaves(rich: RichText) -> list[str]:
    out: list[str] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(visible(node.text))
        elif isinstance(node, Note):
            out.append(f"[{node.number}]")
        elif isinstance(node, Styled) and node.effect in (Effect.SUPERSCRIPT, Effect.SUBSCRIPT):
            out.append(_shifted("".join(_leaves(node.children)), raised=node.effect is Effect.SUPERSCRIPT))
        elif isinstance(node, Styled) and node.effect in (Effect.BLOCK, Effect.INDENT):
            out.extend([" ", *_leaves(node.children)])
        else:
            out.extend(_leaves(node.children))
    return out


def _shifted(text: str, *, raised: bool) -> str:
    if _SHIFTABLE.fullmatch(text):
        return text.translate(_RAISED if raised else _LOWERED)
    # Letters read well in line (`4th`); a number in a mixture needs a mark, or it joins the number before it.
    return f"^{text}" if raised and any(sign.isdigit() for sign in text) else text
