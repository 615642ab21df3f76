"""The comparison with what citeproc-js prints for real styles and records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bmreport_csl import Style, process

from .shared_data import GOLDEN


@dataclass(frozen=True)
class Pair:
    """One string of ours beside theirs; `place` is `cite 12` or `entry 4 s3`."""

    style: str
    place: str
    ours: str
    theirs: str

    @property
    def same(self) -> bool:
        """Whether they are equal, blanks at the ends apart."""
        return self.ours.strip() == self.theirs.strip()


@cache
def expected(folder: Path = GOLDEN) -> dict[str, Any]:
    """What citeproc-js prints, by style id; styles that made it fail are left out."""
    every = json.loads((folder / "expected.json").read_bytes())
    return {style: value for style, value in every.items() if "error" not in value}


@cache
def items(folder: Path = GOLDEN) -> list[dict[str, Any]]:
    """The records."""
    found: list[dict[str, Any]] = json.loads((folder / "items.json").read_bytes())
    return found


@cache
def clusters(folder: Path = GOLDEN) -> list[dict[str, Any]]:
    """The clusters, each in a note of its own."""
    lists = json.loads((folder / "clusters.json").read_bytes())
    return [{"citationItems": cites, "properties": {"noteIndex": n}} for n, cites in enumerate(lists, 1)]


def pairs(style_id: str) -> Iterator[Pair]:
    """Every string of one style.

    Entries are compared in order and not by id: where citeproc-js leaves out an entry that is empty, the ids recorded
    beside its texts are one off.
    """
    theirs = expected()[style_id]
    result = process(Style.load(style_id), items(), clusters(), format="html")
    for place, (our, their) in enumerate(zip(result.citations, theirs["citations"], strict=True)):
        yield Pair(style_id, f"cite {place}", our, their)
    entries = zip_longest(result.bibliography or (), theirs["bibliography"] or (), fillvalue=("", ""))
    for place, (our_entry, their_entry) in enumerate(entries):
        yield Pair(style_id, f"entry {place} {our_entry[0]}", our_entry[1], their_entry[1])
