"""Characters that no file can hold, or no reader can see, are taken out of text where it comes in."""

from __future__ import annotations

import re

# Line breaks stay, for `note` is read by lines; lone surrogates cannot be written to any file.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with a space in place of each control character and lone surrogate."""
    return text if text.isprintable() else _CONTROL.sub(" ", text)
