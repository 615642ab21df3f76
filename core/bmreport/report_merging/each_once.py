"""Records of any kind, each once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.models.base import Model

__all__ = ["each_once"]

M = TypeVar("M", bound="Model")


def each_once(records: Iterable[M]) -> list[M]:
    """The records without those that are equal to an earlier one."""
    # Not as JSON, which cannot hold a lone surrogate of hostile input.
    return list({repr(record.model_dump()): record for record in reversed(list(records))}.values())[::-1]
