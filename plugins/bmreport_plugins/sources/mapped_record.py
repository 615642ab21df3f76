"""What the mapping of any bibliographic format comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class MappedRecord:
    """A record as CSL-JSON, its abstract and publication types beside it, and remarks on what was altered or guessed.

    Fields that CSL has no word for are kept under `csl["custom"]`, by format and tag.
    """

    csl: dict[str, Any]
    abstract: str = ""
    publication_types: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
