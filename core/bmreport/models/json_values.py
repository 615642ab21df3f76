"""Values of any kind made into what JSON can hold, so that a report can always be saved."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from datetime import date
from typing import Any

_MAX_DEPTH = 64


def as_json(value: object, depth: int = 0) -> Any:  # noqa: ANN401  # whatever JSON can hold
    """The value as dict, list, text, number, bool or None.

    NaN and infinities, which JSON has no word for, become None; a date becomes ISO 8601 text; any other object becomes
    its text. Raises ValueError when the value is nested more than 64 levels deep, or holds itself.
    """
    if depth > _MAX_DEPTH:
        raise ValueError(f"is nested more than {_MAX_DEPTH} levels deep")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): as_json(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, date):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, Set):
        return sorted((as_json(inner, depth + 1) for inner in value), key=repr)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [as_json(inner, depth + 1) for inner in value]
    return str(value)


def is_blank(value: object) -> bool:
    """Whether a field says nothing: None, blank text, an empty list or mapping, or the NaN of a data frame."""
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or (isinstance(value, Mapping | list | tuple) and not value)


def as_text(value: object) -> object:
    """Text for a text field: numbers as they are written, blanks as empty text; anything else is left for pydantic."""
    if is_blank(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a column with gaps makes floats of PubMed IDs
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.strip() if isinstance(value, str) else value


def as_text_list(value: object) -> object:
    """A list of text for a field that holds several: one text is a list of one, numbers in it become text."""
    if is_blank(value):
        return []
    if isinstance(value, str):
        return [value.strip()]
    if isinstance(value, list | tuple):
        return [as_text(entry) for entry in value]
    return value
