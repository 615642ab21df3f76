"""Cleaning and cutting of text that holds names."""

from __future__ import annotations

import itertools
import re

from bmreport.names.types import CslName
from bmreport.names.vocabulary import LONGEST, MORE_AT_END, SPACE, STRAY_JOINER, SURROGATE, UNSEEN


def clean_text(text: str) -> str:
    """One line without invisible characters; lone surrogates become U+FFFD."""
    seen = SURROGATE.sub("\ufffd", text.translate(UNSEEN))
    return " ".join(STRAY_JOINER.sub("", seen).split())


def literal_name(text: str) -> CslName:
    """A name kept whole."""
    plain = unbraced(text)
    return {"literal": plain} if plain else {}


def unbraced(text: str) -> str:
    """Without the braces that wrap the whole, as BibTeX guards a name; other braces stay."""
    while 1 < len(text) <= LONGEST and text[0] == "{" and text[-1] == "}" and _closes_last(text):
        text = text[1:-1].strip()
    return text


def words_in(text: str) -> list[str]:
    """The words of a name; a braced one may have spaces, as in "Ian {Iliad Ipswich}"."""
    return split_at(SPACE, text) if "{" in text else text.split()


def is_braced(text: str) -> bool:
    """Whether braces protect the whole text."""
    return unbraced(text) != text


def _closes_last(text: str) -> bool:
    depth = itertools.accumulate((sign == "{") - (sign == "}") for sign in text)
    return all(level > 0 for level in itertools.islice(depth, len(text) - 1))


def split_at(separator: re.Pattern[str], text: str) -> list[str]:
    """Split outside braces and drop empty pieces; the pattern has one group, the separator."""
    if "{" not in text:
        return [piece for part in separator.split(text)[::2] if (piece := part.strip())]
    pieces, depth, open_pieces = [], 0, list[str]()
    for index, piece in enumerate(separator.split(text)):
        if index % 2 and not depth:
            continue
        open_pieces.append(piece)
        depth = max(0, depth + piece.count("{") - piece.count("}"))
        if not depth:
            pieces.append("".join(open_pieces).strip())
            open_pieces.clear()
    return [piece for piece in [*pieces, "".join(open_pieces).strip()] if piece]


def without_more(text: str) -> tuple[str, bool]:
    """The text without "et al." at its end. Three rounds will do for "et al., et al."."""
    cut = False
    for _ in range(3):
        tail = text[-60:]
        if not (match := MORE_AT_END.search(tail)):
            break
        text, cut = text[: len(text) - len(tail) + match.start()], True
    return text.strip(" ,;"), cut


def quoted_text(text: str) -> str:
    """A text in quotation marks for a note, cut when long."""
    return f'"{text}"' if len(text) <= 80 else f'"{text[:79]}…"'
