"""Text that is Typst already; templates print it as it is."""

from __future__ import annotations

__all__ = ["TypstMarkup"]


class TypstMarkup(str):
    """Text that is Typst already."""

    __slots__ = ()
