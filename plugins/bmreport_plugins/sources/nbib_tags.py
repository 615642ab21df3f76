"""Reading PubMed's MEDLINE format (nbib): from lines to records, with every line accounted for.

The `nbib` package is not used for this. It raises on an unindented line or a field of another form than it knows, so
that one record costs the whole file; it drops every tag it has no table entry for (BTI, OT in ERIC's files, RIN, CN in
its place among the authors, all but one TI or AB) and a record without a PMID; and it knows no line numbers. A test
holds well-formed records against what it makes of them.

Rules: a tag is two to four capitals and a hyphen in the fifth column (`TI  - `, `PMID- `); tags that are known here
may also be written `TI-` or `ISSN - `, as ERIC and converters do. A line that begins with a blank goes on the field
above. A record begins with `PMID`, or after a blank line with `OWN` (ERIC has no PMID), with the tag its forerunner
began with, or with a second title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bmreport_plugins.sources.tagged_fields import TaggedField
from bmreport_plugins.sources.word_sets import words

_STANDARD = re.compile(r"(?P<tag>[A-Z][A-Z0-9 ]{3})-(?P<value>.*)")
_LOOSE = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{1,3}) {0,2}-(?P<value>(?: .*)?)")
KNOWN_TAGS = words(
    """
    PMID PMC PMCR OWN STAT DA DCOM LR IS ISSN ISBN VI IP DP TI BTI CTI VTI TT PG LID AID AB OAB CI FAU AU AUID
    AD CN FED ED IR FIR IRAD LA GR PT DEP PL TA JT JID RN SB MH MHDA OT OTO EDAT CRDT PHST PST SO RIN ROF CIN
    CON EIN EFR ECI ECF RPI RPF UIN UOF CRI CRF GN GS EN PB NM SI SFM NR OID MID PUBM COIS
    """
)
_TITLES = frozenset({"TI", "BTI"})
_LOOSE_START = re.compile(r"^[ \t]*PMID[ \t]*-[ \t]*\d", re.MULTILINE)


@dataclass(frozen=True)
class NbibRecord:
    """One record: its fields and the line it starts in."""

    fields: tuple[TaggedField, ...]
    line: int


@dataclass(frozen=True)
class NbibFile:
    """What a file holds; `stray` are lines outside any record, `glued` records without a blank line before them."""

    records: tuple[NbibRecord, ...]
    stray: tuple[tuple[int, str], ...] = ()
    glued: tuple[int, ...] = ()
    unindented: tuple[int, ...] = ()
    pmid_lines: int = 0
    """Lines that look like a PMID, counted without regard to the records."""


@dataclass
class _Open:
    line: int
    fields: list[tuple[str, int, list[str]]] = field(default_factory=list)

    def finished(self) -> NbibRecord:
        return NbibRecord(tuple(TaggedField(tag, tuple(lines), line) for tag, line, lines in self.fields), self.line)


def read_nbib(text: str) -> NbibFile:
    """Read a whole file; never raises."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.step(line, number)
    reader.close()
    count = sum(1 for _ in _LOOSE_START.finditer(text))
    return NbibFile(
        tuple(reader.records), tuple(reader.stray), tuple(reader.glued), tuple(reader.unindented), pmid_lines=count
    )


def _tag_of(line: str) -> tuple[str, str]:
    """Tag and value of a line; an empty tag where the line is text."""
    found = _STANDARD.fullmatch(line)
    if not found:
        found = _LOOSE.fullmatch(line)
        if not found or found["tag"] not in KNOWN_TAGS:
            return "", ""
    return found["tag"].rstrip(), found["value"].strip()


class _Reader:
    def __init__(self) -> None:
        self.records: list[NbibRecord] = []
        self.stray: list[tuple[int, str]] = []
        self.glued: list[int] = []
        self.unindented: list[int] = []
        self._record: _Open | None = None
        self._tags: set[str] = set()
        self._after_blank = True

    def step(self, line: str, number: int) -> None:
        """Read one line."""
        if not line.strip():
            self._after_blank = True
            return
        tag, value = _tag_of(line)
        if tag:
            self._add_field(tag, value, number)
        elif self._record is None:
            self.stray.append((number, line.strip()))
        else:
            if not line[0].isspace():
                self.unindented.append(number)
            self._record.fields[-1][2].append(line.strip())
        self._after_blank = False

    def close(self) -> None:
        """Finish the open record."""
        if self._record:
            self.records.append(self._record.finished())
        self._record = None
        self._tags = set()

    def _add_field(self, tag: str, value: str, number: int) -> None:
        if self._record is None or self._begins_record(tag):
            if self._record and not self._after_blank:
                self.glued.append(number)
            self.close()
            self._record = _Open(number)
        self._record.fields.append((tag, number, [value]))
        self._tags.add(tag)

    def _begins_record(self, tag: str) -> bool:
        assert self._record is not None  # noqa: S101  # asked only while a record is open
        if tag == "PMID":
            return tag in self._tags
        if not self._after_blank:
            return False
        first = self._record.fields[0][0]
        return tag == "OWN" or (tag == first and tag in KNOWN_TAGS) or (tag in _TITLES and tag in self._tags)
