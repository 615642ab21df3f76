"""A key that cannot be printed by accident."""

from __future__ import annotations

from typing import NoReturn

WITHHELD = "(withheld)"
_SHORTEST = 4  # what is shorter stands in any text by chance


class Secret:
    """A key. Printed, formatted or logged it is `(withheld)`; only `reveal` gives the text, to the header it is for."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return WITHHELD

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not written anywhere")

    def reveal(self) -> str:
        """The key itself."""
        return self._text

    def scrub(self, text: str) -> str:
        """The text without the key: a server may send back what it was sent."""
        return text.replace(self._text, WITHHELD) if len(self._text) >= _SHORTEST else text
