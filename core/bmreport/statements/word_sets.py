"""A set of words written as one line of prose, which reads better than a column of quoted words."""

from __future__ import annotations

__all__ = ["word_list", "word_set"]


def word_set(words: str) -> frozenset[str]:
    """The words that blanks part."""
    return frozenset(words.split())


def word_list(words: str) -> list[str]:
    """As `word_set`, in their order."""
    return words.split()
