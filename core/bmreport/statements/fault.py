"""Fault: what a check of one claim found wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bmreport.models import Verdict


class Words(NamedTuple):
    """Words of a passage: `passage[start:end]` of the citation, offsets in characters."""

    citation_id: str
    start: int
    end: int


@dataclass(frozen=True)
class Fault:
    """One thing that a claim says and its passages do not: what, and what to do about it.

    `kind` is one of `numbers`, `direction`, `negation`, `markers`, `quotes`, `hedging`, `population`, `uncited`,
    `terms`. `quotes` are the words of the passages that show it, where there are any.
    """

    kind: str
    verdict: Verdict
    message: str
    remedy: str = ""
    quotes: tuple[Words, ...] = ()
