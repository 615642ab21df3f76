"""What happens where two pieces meet: doubled punctuation and doubled spaces.

CSL 1.0.2 asks processors to "check for duplicate punctuation"; which pairs survive follows citeproc-js, as the fixtures
`punctuation_FullMonty…` spell it out. Only seams are looked at, so an ellipsis inside a title stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

SEAM = frozenset(" .,:;!?")
"""Characters that may have to give way when the next piece starts with one of them."""

PUNCTUATION = frozenset(".,:;!?")

IN_QUOTES = frozenset(".,!?")
"""What moves inside a closing quotation mark where the locale says `punctuation-in-quote`."""

IN_BLOCKS = frozenset(".,:;!?")
"""What moves into a block that was set off, such as the right-hand part of an entry."""

_LEFT_WINS = frozenset({"::", ";:", "!:", "?:", ":.", "..", ";.", "!.", "?.", ";;", "!!", "??", ",,", "  "})
_RIGHT_WINS = frozenset({":!", ";!", ":?", ";?"})


def keeps_left(left: str, right: str) -> bool:
    """Of the two characters only the left one stays."""
    return left + right in _LEFT_WINS


def keeps_right(left: str, right: str) -> bool:
    """Of the two characters only the right one stays."""
    return left + right in _RIGHT_WINS


def glue(left: str, right: str) -> str:
    """Two plain pieces with their seam put right."""
    if not right:
        return left
    if right[0] in SEAM and left:
        pair = left[-1] + right[0]
        if pair in _LEFT_WINS:
            return left + right[1:]
        if pair in _RIGHT_WINS:
            return left[:-1] + right
    return left + right


def concat(parts: Sequence[str]) -> str:
    """Pieces with nothing between them. Two contents keep their punctuation; only a doubled space is cut."""
    out = "".join(parts)
    if "  " not in out:
        return out
    out = parts[0]
    for part in parts[1:]:
        out += part[1:] if out.endswith(" ") and part.startswith(" ") else part
    return out


def glue_all(parts: Sequence[str], delimiter: str) -> str:
    """Several plain, non-empty pieces with a delimiter between them."""
    if delimiter and delimiter[0] not in SEAM and delimiter[-1] not in SEAM:
        return delimiter.join(parts)
    out = parts[0]
    for part in parts[1:]:
        out = glue(glue(out, delimiter), part)
    return out
