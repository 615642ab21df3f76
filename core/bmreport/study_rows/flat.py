"""A record with records inside made flat: `{"intervention": {"events": 3}}` has a field `intervention.events`."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["flat_names"]

_MAX_DEPTH = 6


def flat_names(record: Mapping[str, object], prefix: str = "", depth: int = 0) -> dict[str, object]:
    """The fields of a record on one level, by names with points; lists stay as they are.

    What lies more than six levels deep stays a mapping, which no field takes.
    """
    flat: dict[str, object] = {}
    for key, value in record.items():
        name = f"{prefix}.{key}" if prefix else str(key)
        if isinstance(value, Mapping) and depth < _MAX_DEPTH:
            flat.update(flat_names(value, name, depth + 1))
        else:
            flat[name] = value
    return flat
