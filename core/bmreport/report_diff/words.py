"""Two wordings of a sentence, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from bmreport.report_diff.models import WordChange, WordKind

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["word_changes"]

_PIECE = re.compile(r"\s+|\w+(?:[.,·]\d+)*|[^\w\s]")
# Comparing is quadratic at worst; more pieces than this between the common start and end are shown as one change.
_MOST_COMPARED = 400


def word_changes(old: str, new: str) -> list[WordChange]:
    """Runs of words that stayed, went or came; put together, those that did not come give `old`, the others `new`."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    left, right = before[start : len(before) - end], after[start : len(after) - end]
    changes: list[WordChange] = []
    _add(changes, WordKind.SAME, before[:start])
    if max(len(left), len(right)) > _MOST_COMPARED:
        _add(changes, WordKind.REMOVED, left)
        _add(changes, WordKind.ADDED, right)
    else:
        for tag, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
            if tag == "equal":
                _add(changes, WordKind.SAME, left[i:j])
            else:
                _add(changes, WordKind.REMOVED, left[i:j])
                _add(changes, WordKind.ADDED, right[k:m])
    _add(changes, WordKind.SAME, before[len(before) - end :])
    return changes


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces both start with."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _add(changes: list[WordChange], kind: WordKind, pieces: Sequence[str]) -> None:
    text = "".join(pieces)
    if not text:
        return
    if changes and changes[-1].kind is kind:
        changes[-1].text += text
    else:
        changes.append(WordChange(kind=kind, text=text))
