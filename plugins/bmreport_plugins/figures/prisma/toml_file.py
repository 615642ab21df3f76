"""A flow from a small TOML file.

    title = "Aspirin for primary prevention"
    preset = "prisma-2020"

    [database]
    MEDLINE = 812
    Embase = 1034

    [removed]
    "Duplicate records" = 412

    [counts]
    screened = 1434
    sought = 44
    assessed = 41
    studies = 13
    reports = 17

    ["assessed out"]
    "Wrong population" = 20
    "No outcome of interest" = 4

Tables are boxes with several numbers, `counts` holds the boxes with one; those of other methods are in a table `other`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bmreport import InputError
from bmreport.decoding import decode
from bmreport_plugins.figures.prisma.flow import Count, Flow
from bmreport_plugins.figures.prisma.table import flow_of_counts, known_words

__all__ = ["flow_of_toml"]

_TEXTS = ("title", "preset")


def flow_of_toml(data: bytes, where: str) -> Flow:
    """The flow of a file, not yet balanced. Raises InputError naming the file and the line or key."""
    try:
        content = tomllib.loads(decode(data).text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"is no TOML: {error}", where=where, remedy="correct the file") from error
    texts = {name: content.pop(name) for name in _TEXTS if name in content}
    words = content.pop("words", {})
    for name, text in (*texts.items(), *(words.items() if isinstance(words, dict) else [("words", words)])):
        if not isinstance(text, str):
            raise InputError("is no text", where=f"{where}: key {name}", remedy="put it in quotes")
    other = content.pop("other", {})
    if not isinstance(other, dict):
        raise InputError("is no table", where=f"{where}: key other", remedy="write [other] and its boxes below")
    counts = [("databases", box, count) for box, count in _counts(content, where, "")]
    counts += [("other", box, count) for box, count in _counts(other, where, "other.")]
    flow = flow_of_counts(counts, where, texts.get("preset", "prisma-2020"))
    return replace(flow, title=texts.get("title", flow.title), words=known_words(words, f"{where}: key words"))


def _counts(tables: Mapping[str, object], where: str, prefix: str) -> Iterator[tuple[str, Count]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            for label, number in value.items():
                place = f"{where}: key {prefix}{name}.{label}"
                # The table `counts` holds boxes; any other is a box and holds labels.
                yield (label, _count("", number, place)) if name == "counts" else (name, _count(label, number, place))
        else:
            yield name, _count("", value, f"{where}: key {prefix}{name}")


def _count(label: str, number: object, where: str) -> Count:
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise InputError(f"{number!r:.40} is no count", where=where, remedy="give a whole number of 0 or more")
    return Count(label, number, where)
