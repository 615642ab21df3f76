"""From CSL-JSON to the fields of a RIS record, by the same table of types that the `ris` source reads with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bmreport.identifiers import is_pmid, normal_doi
from bmreport.names import parse_names
from bmreport.richtext import strip_csl_markup
from bmreport.richtext.html import legal_text
from bmreport_plugins.exporters.ris_codes import CODES, DEFAULT
from bmreport_plugins.exporters.ris_dates import issued_fields, other_date
from bmreport_plugins.exporters.ris_names import ris_name
from bmreport_plugins.sources.pages import full_range
from bmreport_plugins.sources.ris_types import TYPES, RisType
from bmreport_plugins.sources.serials import read_serials

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bmreport_plugins.exporters.export_records import ExportRecord

Field = tuple[str, str]

_ARTICLES = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_SPACE = re.compile(r"\s+")
_RANGE = re.compile(r"([^\s,;-]+)-([^\s,;-]+)")
_TAG = re.compile(r"[A-Z][A-Z0-9]")
_LABELLED_PMID = re.compile(r"\bpmid\b\s*[:#]?\s*(\d+)", re.IGNORECASE)
_ORDER = (
    *("TY", "AU", "ED", "A2", "A3", "A4", "TI", "ST", "T2", "J2", "T3", "C3", "PY", "DA", "Y1", "Y2", "VL", "IS", "SP"),
    *("EP", "SN", "M1", "NV", "PB", "CY", "ET", "SE", "M3", "DO", "UR", "AN", "DB", "C2", "LA", "CN", "KW", "AB", "N1"),
)
_PLACES = {tag: place for place, tag in enumerate(_ORDER)}
_NAME_VARIABLES = (
    *("author", "editor", "translator", "collection-editor", "editorial-director", "director", "producer", "recipient"),
    *("contributor", "compiler", "composer", "container-author", "illustrator", "interviewer", "original-author"),
    *("reviewed-author", "chair", "curator", "executive-producer", "guest", "host", "narrator", "organizer"),
    *("performer", "script-writer", "series-creator"),
)
# Said by the record type, or of use to programs only.
_UNSAID = frozenset({"id", "type", "citation-key", "custom", "journalAbbreviation", "shortTitle", "categories"})


def ris_fields(record: ExportRecord) -> list[Field]:
    """The fields of one record without `ER`; each value is one line and not empty."""
    writer = _Writer(record)
    own = _lines(writer.fields())
    # A tag that came in may say what is written anyway; two authors of one name are two all the same.
    said = set(own)
    kept = [field for field in _lines(writer.raw) if field not in said]
    # Fields of one tag stand together, so that a record that was read and written again has the same bytes.
    return sorted([*own, *kept, *_lines(writer.rest())], key=_place)


def flat(text: str) -> str:
    """Text on one line, without mark-up, control characters made visible."""
    return _SPACE.sub(" ", legal_text(strip_csl_markup(text))).strip()


def _lines(fields: Iterable[Field]) -> list[Field]:
    return [(tag, line) for tag, value in fields if (line := flat(value))]


def _place(field: Field) -> tuple[int, str]:
    return _PLACES.get(field[0], len(_PLACES)), field[0]


class _Writer:
    """One record while it is being written; `used` are the CSL variables that found a tag."""

    def __init__(self, record: ExportRecord) -> None:
        self._record = record
        self._item: Mapping[str, Any] = record.item
        self._code = CODES.get(str(self._item.get("type")), DEFAULT)
        self._kind: RisType = TYPES[self._code]
        self._is_article = self._kind.csl in _ARTICLES
        self.raw = _raw_fields(self._item)
        self._used = set(_UNSAID)

    def fields(self) -> Iterator[Field]:
        yield "TY", self._code
        yield from self._names()
        yield from self._titles()
        yield from self._dates()
        yield from self._numbers()
        yield from self._publishing()
        yield from self._identifiers()
        yield from self._content()

    def _text(self, name: str) -> str:
        self._used.add(name)
        value = self._item.get(name)
        return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""

    def _texts(self, *pairs: tuple[str, str]) -> Iterator[Field]:
        for tag, name in pairs:
            yield tag, self._text(name)

    # -- parts -----------------------------------------------------------------------------------------------

    def _names(self) -> Iterator[Field]:
        kind = self._kind
        tags = {kind.a4: "A4", kind.a3: "A3", kind.a2: "A2", kind.au: "AU"}
        tags.setdefault("editor", "ED")
        for role in _NAME_VARIABLES:
            if role in tags:
                self._used.add(role)
                for name in parse_names(self._item.get(role)).names:
                    yield tags[role], ris_name(name)

    def _titles(self) -> Iterator[Field]:
        yield from self._texts(("TI", "title"), ("ST", "title-short"))
        kind = self._kind
        if self._is_article:
            yield from self._texts(("T2", "container-title"), ("T3", "collection-title"))
            yield "J2", self._short_title()
        elif kind.csl == "paper-conference" and self._item.get("event-title") and self._item.get("container-title"):
            yield from self._texts(("T2", "event-title"), ("C3", "container-title"), ("T3", "collection-title"))
        else:
            event = kind.csl == "paper-conference" and not self._item.get("container-title")
            second = "event-title" if event else kind.t2
            for tag, name in (("T2", second), ("T3", kind.t3)):
                if name:
                    yield tag, self._text(name)
            if second == "container-title":
                yield "J2", self._short_title()

    def _short_title(self) -> str:
        """The journal's abbreviation, where it says anything beside the full title."""
        short = self._text("container-title-short")
        return "" if short.casefold() == self._text("container-title").casefold() else short

    def _dates(self) -> Iterator[Field]:
        self._used.update(("issued", "accessed"))
        issued = issued_fields(self._item.get("issued"))
        yield from issued
        if issued and "available-date" in self._item:
            self._used.add("available-date")
            yield "Y1", other_date(self._item["available-date"])
        yield "Y2", other_date(self._item.get("accessed"))

    def _numbers(self) -> Iterator[Field]:
        yield from self._texts(("VL", "volume"), ("IS", "issue"))
        yield from self._pages()
        yield from self._texts(("SN", "ISSN"), ("SN", "ISBN"))
        if self._kind.csl in ("report", "patent", "bill", "legislation", "standard", "hearing"):
            number = self._text("number")
            # Eight digits would be read as an ISSN.
            yield ("SN" if read_serials([number]).others else "M1"), number
        if self._kind.whole:
            yield "NV", self._text("number-of-volumes")

    def _pages(self) -> Iterator[Field]:
        """Start and end apart; text that is no simple range (`454-81; discussion 482`) stands whole in SP."""
        if self._kind.whole and self._item.get("number-of-pages"):
            yield "SP", self._text("number-of-pages")
            return
        page = full_range(self._text("page"))
        parts = _RANGE.fullmatch(page)
        if parts is None or parts[1] == parts[2]:
            yield "SP", parts[1] if parts else page
        else:
            yield from (("SP", parts[1]), ("EP", parts[2]))

    def _publishing(self) -> Iterator[Field]:
        yield from self._texts(("PB", "publisher"), ("CY", "publisher-place"))
        if not self._is_article:
            yield "ET", self._text("version" if self._kind.csl == "software" else "edition")
        if self._kind.csl in ("bill", "legislation", "regulation"):
            yield "SE", self._text("section")
        yield "M3", self._text("genre")
        for kind in self._record.reference.publication_types:
            yield "M3", kind

    def _identifiers(self) -> Iterator[Field]:
        doi = self._text("DOI")
        yield "DO", doi
        raw = [value for tag, value in self.raw if tag == "UR"]
        url = self._text("URL")
        yield from (("UR", value) for value in ([] if url in raw else [url]))
        self.raw = [field for field in self.raw if not (field[0] == "DO" and normal_doi(field[1]) == normal_doi(doi))]
        yield from self._pubmed()

    def _pubmed(self) -> Iterator[Field]:
        """PMID as accession number of the database PubMed, as EndNote has it, and PMCID in C2.

        Where another database has its own accession number, the PMID stands in a note.
        """
        pmid, pmcid, source = self._text("PMID"), self._text("PMCID"), self._text("source")
        accession = [value for tag, value in self.raw if tag == "AN"]
        if is_pmid(pmid) and not accession and source in ("", "PubMed"):
            yield from (("AN", pmid), ("DB", "PubMed"))
        else:
            yield "DB", source
            if pmid and pmid not in accession and not self._is_said(pmid):
                yield "N1", f"PMID: {pmid}"
        yield "C2", pmcid

    def _is_said(self, pmid: str) -> bool:
        notes = (value for tag, value in self.raw if tag in ("AN", "U1", "C3", "N1", "ID", "PMID"))
        return any(pmid in _LABELLED_PMID.findall(note) or note == pmid for note in notes)

    def _content(self) -> Iterator[Field]:
        yield from self._texts(("LA", "language"), ("CN", "call-number"))
        yield from (("KW", word.strip()) for word in self._text("keyword").split(";"))
        yield "AB", self._text("abstract")
        yield "N1", self._text("note")
        if self._record.reference.authors_truncated:
            yield "N1", "The list of authors is not complete."
        if self._record.reference.retracted:
            yield "N1", "Retracted."

    def rest(self) -> Iterator[Field]:
        """What RIS has no tag for under this type, in notes, so that it is not lost."""
        for name in sorted(self._item.keys() - self._used):
            value = self._item[name]
            if name in _NAME_VARIABLES:
                text = "; ".join(ris_name(one) for one in parse_names(value).names)
            elif isinstance(value, dict):
                text = other_date(value)
            else:
                text = self._text(name)
            if text:
                yield "N1", f"{name}: {text}"


def _raw_fields(item: Mapping[str, Any]) -> list[Field]:
    """Tags that a RIS file had and CSL has no variable for, as the source kept them."""
    custom = item.get("custom")
    kept = custom.get("ris") if isinstance(custom, dict) else None
    if not isinstance(kept, dict):
        return []
    return [
        (tag, value)
        for tag, values in sorted(kept.items())
        if _TAG.fullmatch(str(tag)) and tag not in ("TY", "ER") and isinstance(values, list)
        for value in _strings(values)
    ]


def _strings(values: Iterable[object]) -> Iterator[str]:
    return (value for value in values if isinstance(value, str))
