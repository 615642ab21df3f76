"""Reading RIS: from lines to records, with every line accounted for.

The `rispy` package is not used for this. It drops a record after a byte-order mark, with a one-space tag or without a
last `ER`; it forgets line numbers, blank lines, the order of AU among A1 and the borders of wrapped lines, which in
EndNote's files divide keywords. None of that can be mended from outside, so the lines are read here; a test holds
well-formed records against what rispy makes of them.

Rules, none of which the format (Research Information Systems, 2001) settles:

- A tag is two characters, two or more blanks or a tab, and a hyphen. One blank (or none) will do where the record's own
  `TY` line is written so, or for well-known tags that prose does not begin with (`T2 - weighted` is prose).
- `TY` always begins a record. `ER` ends one when nothing follows the hyphen, or when the file goes on with a blank line
  or a new record; otherwise it is a wrapped line of text that happens to begin so.
- Text without a tag goes on the field above it; after a blank line only where that field is an abstract or a note.
- Everything else stands outside the records and is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bmreport_plugins.sources.ris_types import is_known_type
from bmreport_plugins.sources.tagged_fields import TaggedField
from bmreport_plugins.sources.word_sets import words

_TAG = re.compile(r"[ \t]*(?P<tag>[A-Z][A-Z0-9]|PMID)(?P<gap>[ \t]*)-(?P<after>[ \t]*)(?P<value>.*)")
_WIDE_GAP = re.compile(r" {2,}|.*\t.*")
KNOWN_TAGS = words(
    """
    TY ER AU A1 A2 A3 A4 AB AD AN AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DO DP ED EP ET ID IS J1 J2
    JA JF JO KW L1 L2 L3 L4 LA LB M1 M2 M3 N1 N2 NV OP PB PP PU PY RI RN RP SE SN SP ST SV T1 T2 T3 TA TI TT U1
    U2 U3 U4 U5 UR VL VO Y1 Y2 PMID
    """
)
# Of the known tags those that no sentence of an abstract is likely to begin a wrapped line with.
_NEVER_PROSE = words(
    """
    TY AU KW TI JO JF VL EP PY DO UR PB PMID
    """
)
PROSE = frozenset({"AB", "N1", "N2", "RN"})
# The loosest reading of a first line, to count records independently of the reader.
_LOOSE_START = re.compile(r"^[^\w\n]*TY[ \t]*[-\u2010-\u2014][ \t]*\S", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class RisRecord:
    """One record: its type as written (empty when it has no `TY`), its fields, and the line it starts in."""

    type: str
    fields: tuple[TaggedField, ...]
    line: int
    ended: bool = True


@dataclass(frozen=True)
class StrayLine:
    """A line that is part of no record."""

    line: int
    text: str


@dataclass(frozen=True)
class RisFile:
    """What a file holds. `missed` are lines that look like the start of a record but were read as something else."""

    records: tuple[RisRecord, ...]
    stray: tuple[StrayLine, ...]
    missed: tuple[int, ...] = ()


def read_ris(text: str) -> RisFile:
    """Read a whole file; never raises."""
    reader = _Reader(text.split("\n"))
    for place in range(len(reader.lines)):
        reader.step(place)
    reader.close(ended=False)
    starts = {record.line for record in reader.records}
    stray = sorted(reader.stray, key=lambda one: one.line)
    return RisFile(tuple(reader.records), tuple(stray), tuple(_missed_starts(text, starts)))


def _missed_starts(text: str, starts: set[int]) -> list[int]:
    missed, line, position = [], 1, 0
    for found in _LOOSE_START.finditer(text):
        at = found.end() - 1
        line += text.count("\n", position, at)
        position = at
        if line not in starts:
            missed.append(line)
    return missed


@dataclass
class _Open:
    """A record, or tagged lines outside any, while it is being read."""

    type: str
    line: int
    gap: str
    fields: list[tuple[str, int, list[str]]] = field(default_factory=list)

    def finished(self, *, ended: bool) -> RisRecord:
        fields = tuple(TaggedField(tag, tuple(lines), line) for tag, line, lines in self.fields)
        return RisRecord(self.type, fields, self.line, ended)


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.records: list[RisRecord] = []
        self.stray: list[StrayLine] = []
        self._record: _Open | None = None
        self._outside: _Open | None = None
        self._after_blank = False

    def step(self, place: int) -> None:
        """Read one line."""
        line = self.lines[place]
        if not line.strip():
            self._after_blank = True
            return
        tag, value, gap = self._tag_of(line)
        if tag == "TY":
            self.close(ended=False)
            self._record = _Open(value, place + 1, gap)
        elif self._is_end(tag, value, line, place):
            self._end(place, value)
        elif tag and not (tag == "ER" and self._is_prose()):
            self._add_field(tag, value, place + 1)
        else:
            self._add_text(line, place + 1)
        self._after_blank = False

    def close(self, *, ended: bool) -> None:
        """Finish the open record; tagged lines outside any record become stray lines."""
        if self._record:
            self.records.append(self._record.finished(ended=ended))
        if self._outside:
            for tag, line, lines in self._outside.fields:
                self.stray.extend(
                    StrayLine(line + offset, f"{tag}  - {text}" if offset == 0 else text)
                    for offset, text in enumerate(lines)
                )
        self._record = self._outside = None

    def _tag_of(self, line: str) -> tuple[str, str, str]:
        """Tag, value and gap of a line; an empty tag where the line is text."""
        found = _TAG.fullmatch(line)
        if not found:
            return "", "", ""
        tag, gap, value = found["tag"], found["gap"], found["value"].strip()
        if len(tag) == 2 and _WIDE_GAP.fullmatch(gap):
            return tag, value, gap
        if value and not found["after"]:
            return "", "", ""  # `T1-weighted`
        if tag == "TY":
            return (tag, value, gap) if is_known_type(value) else ("", "", "")
        own_style = self._record is not None and self._record.gap == gap
        if own_style:
            is_tag = tag in KNOWN_TAGS or not self._is_prose()
        else:
            is_tag = gap == " " and tag in (_NEVER_PROSE if self._is_prose() else KNOWN_TAGS)
        if is_tag or (tag == "ER" and not value) or (tag == "PMID" and value.isdigit()):
            return tag, value, gap
        return "", "", ""

    def _is_prose(self) -> bool:
        opened = self._record or self._outside
        return opened is not None and bool(opened.fields) and opened.fields[-1][0] in PROSE

    def _is_end(self, tag: str, value: str, line: str, place: int) -> bool:
        if tag == "ER":
            return not value or self._goes_on_anew(place)
        return line.strip() == "ER" and self._goes_on_anew(place)

    def _goes_on_anew(self, place: int) -> bool:
        """Whether a blank line, the end of the file or a new record follows."""
        following = self.lines[place + 1] if place + 1 < len(self.lines) else ""
        return not following.strip() or self._tag_of(following)[0] == "TY"

    def _end(self, place: int, value: str) -> None:
        if self._record is None and self._outside and self._outside.fields:
            # Tagged lines that an ER closes are a record that lost its TY line.
            self._record, self._outside = self._outside, None
        elif self._record is None:
            self.stray.append(StrayLine(place + 1, self.lines[place].strip()))
        if value:
            self.stray.append(StrayLine(place + 1, value))
        self.close(ended=True)

    def _add_field(self, tag: str, value: str, number: int) -> None:
        if self._record is None and self._outside is None:
            self._outside = _Open("", number, "  ")
        opened = self._record or self._outside
        assert opened is not None  # noqa: S101  # one of them was just made
        opened.fields.append((tag, number, [value]))

    def _add_text(self, line: str, number: int) -> None:
        opened = self._record or self._outside
        if opened is None or not opened.fields or (self._after_blank and not self._is_prose()):
            self.stray.append(StrayLine(number, line.strip()))
        else:
            opened.fields[-1][2].append(line.strip())
