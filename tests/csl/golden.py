"""The comparison with what citeproc-js prints for real styles and records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bmreport_csl import Style, process

from .shared_data import GOLDEN


@dataclass(frozen=True)
class Pair:
    """One string of ours beside theirs; `place` is `cite 12` or `entry s3`."""

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
    """Every string of one style. An entry that one side lacks is compared with an empty string."""
    theirs = expected()[style_id]
    result = process(Style.load(style_id), items(), clusters(), format="html")
    for place, (our, their) in enumerate(zip(result.citations, theirs["citations"], strict=True)):
        yield Pair(style_id, f"cite {place}", our, their)
    ours = dict(result.bibliography or ())
    for item_id, text in theirs["bibliography"] or ():
        yield Pair(style_id, f"entry {item_id}", ours.pop(item_id, ""), text)
    for item_id, text in ours.items():
        yield Pair(style_id, f"entry {item_id}", text, "")
    their_order = [item_id for item_id, _ in theirs["bibliography"] or ()]
    our_order = [item_id for item_id, _ in result.bibliography or ()]
    yield Pair(style_id, "order", " ".join(our_order), " ".join(their_order))
