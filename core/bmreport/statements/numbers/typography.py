"""One spelling for the signs that figures are written with, character for character, so that offsets stay true."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["THIN_SPACE", "plain"]

THIN_SPACE = "\u00a0"
"""What every space that never breaks a line becomes: between digits it groups thousands (SI brochure, 5.4.4)."""

_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u00b7\u2027\u2219\u22c5\u066b\uff0e", "."),  # the Lancet's raised point and its look-alikes
        **dict.fromkeys("\u2212\u2010\u2011\ufe63\uff0d\u207b", "-"),
        **dict.fromkeys("\u2012\u2014\u2015", "\u2013"),
        **dict.fromkeys(
            "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", "\u00a0"
        ),
        **dict.fromkeys("\u066c\u060c\uff0c", ","),
        **dict.fromkeys("\uff05\u066a\ufe6a", "%"),
        **dict.fromkeys("\u2266\u2a7d", "≤"),
        **dict.fromkeys("\u2267\u2a7e", "≥"),
        **dict.fromkeys("\u2715\u2a2f\u2716", "×"),
        **dict.fromkeys("\u223c\uff5e\u2248\u2243", "~"),
        **dict.fromkeys("\u2019\u2018\u02bc\uff07", "'"),
        "\uff1c": "<",
        "\uff1e": ">",
        "\uff1d": "=",
        "\uff08": "(",
        "\uff09": ")",
        "\uff1b": ";",
        "\uff1a": ":",
        "\u03bc": "µ",
        "\u2044": "/",
        "\u2215": "/",
        "\u2236": ":",
        "\u207a": "+",
    }
)


def plain(text: str) -> str:
    """The text with one sign for each of point, minus, dash, space and digit; as long as the text itself."""
    if text.isascii():
        return text
    return _FOREIGN_DIGIT.sub(_ascii_digit, text.translate(_SIGNS))


def _ascii_digit(match: re.Match[str]) -> str:
    return str(unicodedata.decimal(match[0]))
