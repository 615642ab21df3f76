"""Patterns for telling sentences apart by their words."""

from __future__ import annotations

import re

__all__ = ["cues", "without_brackets"]

_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]*[)\]]")


def cues(*patterns: str, whole_word_at_start: bool = False) -> re.Pattern[str]:
    """One pattern that finds any of several, in any case; on demand only at the start of the text, and whole."""
    either = "|".join(patterns)
    return re.compile(rf"^\W*(?:{either})\b" if whole_word_at_start else either, re.IGNORECASE)


def without_brackets(text: str) -> str:
    """The text without what stands in brackets: figures and lists there say little about what a sentence speaks of."""
    return _BRACKETS.sub("", text)
