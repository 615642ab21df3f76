"""What can be read of an answer that broke off: the sentences that were finished before it did."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

if TYPE_CHECKING:
    from bmreport_plugins.synthesizers.llm.answers import Answer

__all__ = ["finished_sentences"]

_LIST = re.compile(r'"sentences"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_MOST = 200
_LONGEST = 500_000


def finished_sentences(text: str, schema: type[Answer]) -> Answer | None:
    """The sentences of a broken answer that stand there whole; None when there is not one.

    An object that does not end, and whatever follows it, is left: half a sentence may say the contrary of the whole.
    """
    text = text[:_LONGEST]
    start = _LIST.search(text)
    if start is None:
        return None
    decoder = json.JSONDecoder()
    position = start.end()
    found: list[Any] = []
    while len(found) < _MOST:
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
        try:
            sentence, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        found.append(sentence)
    try:
        return schema.model_validate({"sentences": found}) if found else None
    except ValidationError:
        return None
