"""Examples of claims on results: a passage, claims that it holds, and claims that go the other way or deny it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Example", "cases"]


@dataclass(frozen=True)
class Example:
    """Claims about one passage; `opposite` point the other way, `denied` gain or lose a `not` or a `significant`."""

    passage: str
    holds: tuple[str, ...] = ()
    opposite: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


def cases(examples: Iterable[Example]) -> list[object]:
    """(claim, passage, whether the passage contradicts it) of each claim."""
    return [
        pytest.param(claim, one.passage, wrong, id=claim[:60])
        for one in examples
        for claims, wrong in ((one.holds, False), (one.opposite, True), (one.denied, True))
        for claim in claims
    ]
