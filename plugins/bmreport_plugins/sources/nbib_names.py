"""Authors and editors of a MEDLINE record, in the order of the byline."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport.names import NameList, parse_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bmreport_plugins.sources.tagged_fields import TaggedField


def read_byline(fields: Iterable[TaggedField], full_tag: str, short_tag: str, group_tag: str = "") -> NameList:
    """Names from the full form (FAU), the short form where no full one says the same (AU), and groups (CN).

    `fields` hold these tags only, in the order of the file; groups stay literal and keep their place among the people.
    """
    given = list(fields)
    entries: list[str | Mapping[str, object]] = []
    # Families of full names whose short form is still to come, whether it follows at once or after all full names.
    waiting = Counter(_family(field.text) for field in given if field.tag == full_tag)
    for field in given:
        text = field.text
        if field.tag == group_tag:
            entries.append({"literal": text})
        elif field.tag == full_tag:
            # A full name without a comma is a person with one name (`Selvamani`), which a plain string would not say.
            entries.append({"family": text} if " " not in text and "," not in text else text)
        elif field.tag == short_tag and not _is_paired(text, waiting):
            entries.append(text)
    return parse_names(entries)


def _family(full: str) -> str:
    return full.split(",", 1)[0].strip().casefold()


def _is_paired(short: str, waiting: Counter[str]) -> bool:
    """Whether a short name belongs to a full one; the last words of the short one are initials and suffix."""
    words = short.casefold().split()
    for length in range(len(words), max(len(words) - 3, 0), -1):
        family = " ".join(words[:length]).rstrip(",")
        if waiting[family] > 0:
            waiting[family] -= 1
            return True
    return False
