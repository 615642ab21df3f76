"""From a RIS record to CSL-JSON; a pure function of the record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bmreport.names import parse_names
from bmreport_plugins.sources.abstracts import plain_abstract
from bmreport_plugins.sources.field_values import bare_issue, bare_volume, filled, is_placeholder, without_final_stop
from bmreport_plugins.sources.languages import language_tag
from bmreport_plugins.sources.mapped_record import MappedRecord
from bmreport_plugins.sources.pages import full_range, joined_range, page_count
from bmreport_plugins.sources.ris_dates import date_fields
from bmreport_plugins.sources.ris_identifiers import identifier_fields
from bmreport_plugins.sources.ris_types import TYPES, RisType, type_code
from bmreport_plugins.sources.serials import read_serials
from bmreport_plugins.sources.tagged_fields import Picker

if TYPE_CHECKING:
    from bmreport_plugins.sources.ris_dialects import Dialect
    from bmreport_plugins.sources.ris_tags import RisRecord

_JOURNAL_TAGS = ("JF", "JO", "JA", "J2", "J1")
_ARTICLE_TYPES = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_NUMBERED = frozenset({"report", "patent", "bill", "legislation", "standard", "hearing"})
# Where DA is documented as the date of access.
_DA_IS_ACCESS = frozenset({"AGGR"})
_INITIALS_LAST = re.compile(r"\s(?:[A-Z]\.?[ -]?){1,4}$")
_PUBLISHERS_NOTICE = "Copyright of "


def map_ris(record: RisRecord, dialect: Dialect) -> MappedRecord:
    """Map one record. What CSL has no variable for is under `custom.ris`, by tag; nothing is dropped."""
    picker = Picker(record.fields)
    kind, notes = _kind(record, picker)
    csl: dict[str, Any] = {"type": kind.csl}
    types = _publication_types(picker, kind, dialect)
    titles = _titles(picker, kind, dialect)
    names, name_notes, truncated = _names(picker, kind, titles)
    dates, date_notes = date_fields(picker, only_accessed=type_code(record.type) in _DA_IS_ACCESS)
    identifiers, identifier_notes = identifier_fields(picker, dialect)
    abstract, abstract_notes = _abstract(picker)
    for part in (titles, names, dates, identifiers, _numbers(picker, kind, dialect), _publishing(picker, kind)):
        csl.update(part)
    if kind.genre and types:
        csl["genre"] = types[0]
    rest = picker.rest()
    if record.type and not type_code(record.type):
        rest["TY"] = [record.type]
    custom: dict[str, Any] = {"ris": rest} if rest else {}
    if truncated:
        custom["authors_truncated"] = True
    if custom:
        csl["custom"] = custom
    return MappedRecord(
        csl=csl,
        abstract=abstract,
        publication_types=tuple(types[1:] if kind.genre else types),
        notes=(*notes, *name_notes, *date_notes, *identifier_notes, *abstract_notes),
    )


def _kind(record: RisRecord, picker: Picker) -> tuple[RisType, list[str]]:
    """The type; one that says nothing is an article where the fields are an article's."""
    code = type_code(record.type)
    is_article = picker.has(*_JOURNAL_TAGS) or (picker.has("VL", "IS") and picker.has("T2", "SN", "SP"))
    if code not in {"", "GEN"}:
        return TYPES[code], []
    kind = TYPES["JOUR" if is_article else "GEN"]
    if code == "GEN":
        return kind, []
    given = f"unknown type {record.type!r}" if record.type else "no TY line"
    return kind, [f"{given}: taken for {kind.csl}"]


def _titles(picker: Picker, kind: RisType, dialect: Dialect) -> dict[str, str]:
    csl: dict[str, str] = {}
    own = ("TI", "T1", "CT") if kind.csl in {"chapter", "paper-conference"} else ("TI", "T1", "CT", "BT")
    title = without_final_stop(filled(picker.first(*own)))
    short = picker.peek("ST")
    if short and not title:
        title = without_final_stop(picker.first("ST"))
    elif short and title.casefold().startswith(without_final_stop(short[0].text).casefold()):
        picker.take(short[0])
        if without_final_stop(short[0].text).casefold() != title.casefold():
            csl["title-short"] = without_final_stop(short[0].text)
    if title:
        csl["title"] = title
    if kind.csl in _ARTICLE_TYPES:
        csl.update(_journal(picker, dialect))
    else:
        csl.update(_host(picker, kind))
    return csl


def _journal(picker: Picker, dialect: Dialect) -> dict[str, str]:
    """Journal in full (JF, T2, else an abbreviation) and short (JA, J2, J1, or JO beside a full name)."""
    csl: dict[str, str] = {}
    translated = dialect.t2_translated and picker.has("JF")
    if translated and picker.has("T2"):
        csl["original-title"] = picker.first("T2")
    full = picker.first("JF", "T2", "JO")
    short = picker.first("JA", "J2", "J1", "JO")
    if full or short:
        csl["container-title"] = full or short
    if short and short.casefold() != full.casefold():
        csl["container-title-short"] = short
    if picker.has("T3"):
        csl["collection-title"] = picker.first("T3")
    return csl


def _host(picker: Picker, kind: RisType) -> dict[str, str]:
    """T2 and T3 under a type that is no article; a chapter's book may also stand in BT, proceedings in C3."""
    csl: dict[str, str] = {}
    if kind.csl == "paper-conference":
        proceedings = picker.first("C3")
        conference = picker.first("T2", "BT", "JF", "JO")
        if proceedings and conference:
            csl["event-title"] = conference
        csl["container-title"] = proceedings or conference
    elif kind.csl == "chapter":
        csl["container-title"] = picker.first("T2", "BT", "JF")
    elif kind.t2:
        csl[kind.t2] = picker.first("T2", "JF", "JO", "J2") if kind.t2 == "container-title" else picker.first("T2")
    if kind.t3 and not csl.get(kind.t3):
        csl[kind.t3] = picker.first("T3")
    short = picker.first("J2", "JA") if csl.get("container-title") else ""
    if short and short != csl["container-title"]:
        csl["container-title-short"] = short
    return {key: value for key, value in csl.items() if value}


def _names(picker: Picker, kind: RisType, titles: dict[str, str]) -> tuple[dict[str, Any], list[str], bool]:
    csl: dict[str, Any] = {}
    notes: list[str] = []
    truncated = False
    a2 = kind.a2
    if a2 == "collection-editor" and "collection-title" not in titles and not picker.has("A3"):
        a2 = "editor"  # without a series there is no series editor
    # AU and A1 say the same; the order of the file is the byline's (an exporter may mix them).
    roles = [(kind.au, ("AU", "A1")), ("editor", ("ED",)), (a2, ("A2",)), (kind.a3, ("A3",)), (kind.a4, ("A4",))]
    for role, tags in roles:
        if not role or not picker.has(*tags):
            continue
        fields = [field for field in picker.peek(*tags) if not is_placeholder(field.text)]
        for field in fields:
            picker.take(field)
        read = parse_names([_name_given(field.text) for field in fields])
        if read.names:
            csl.setdefault(role, []).extend(dict(name) for name in read.names)
        notes.extend(f"{tags[0]}: {note}" for note in read.notes)
        truncated |= read.truncated and role == "author"
    return csl, notes, truncated


def _name_given(text: str) -> str | dict[str, str]:
    """EndNote marks a group by a comma at its end (`Sample Press,`); after initials a comma there is a slip."""
    bare = text[:-1].rstrip()
    marked = text.endswith(",") and "," not in bare and " " in bare and not _INITIALS_LAST.search(bare)
    return {"literal": bare} if marked else text


def _abstract(picker: Picker) -> tuple[str, list[str]]:
    """The longer of AB and N2; several AB are paragraphs of one abstract, a publisher's notice among them is none."""
    versions = []
    for tag in ("AB", "N2"):
        fields = [
            field
            for field in picker.peek(tag)
            if not is_placeholder(field.text) and not field.text.startswith(_PUBLISHERS_NOTICE)
        ]
        versions.append((" ".join(field.text for field in fields), fields))
    # `sorted` keeps AB before N2 where they are equally long.
    (text, fields), (other, others) = sorted(versions, key=lambda version: -len(version[0]))
    is_same = other in text
    for field in (*fields, *(others if is_same else ())):
        picker.take(field)
    notes = []
    if not is_same:
        notes.append("AB and N2 differ: the longer is the abstract, the other is kept aside")
    return plain_abstract(text), notes


def _publication_types(picker: Picker, kind: RisType, dialect: Dialect) -> list[str]:
    """M3, and M1 where the dialect keeps the type there."""
    fields = [field for field in picker.peek("M3") if "10." not in field.text]
    if dialect.m1 == "type" and kind.csl in _ARTICLE_TYPES:
        fields.extend(picker.peek("M1"))
    for field in fields:
        picker.take(field)
    return list(dict.fromkeys(field.text for field in fields if not is_placeholder(field.text)))


def _numbers(picker: Picker, kind: RisType, dialect: Dialect) -> dict[str, str]:
    csl = {"volume": bare_volume(picker.first("VL", "VO")), "issue": bare_issue(picker.first("IS", "CP"))}
    if dialect.m1 == "issue" and kind.csl in _ARTICLE_TYPES and not csl["issue"]:
        short = next((field for field in picker.peek("M1") if len(field.text) <= 8), None)
        if short:
            picker.take(short)
            csl["issue"] = bare_issue(short.text)
    csl.update(_pages(picker, kind))
    csl.update(_serials(picker, kind))
    csl["number-of-volumes"] = picker.first("NV") if kind.whole else ""
    return {key: value for key, value in csl.items() if value}


def _serials(picker: Picker, kind: RisType) -> dict[str, str]:
    """ISSN, ISBN, or the number of a report. CSL variables hold one number each; further ones stay in the rest."""
    fields = picker.peek("SN")
    serials = read_serials(line for field in fields for line in field.lines)
    if len(serials.issn) + len(serials.isbn) + len(serials.others) == 1:
        picker.all("SN")
    csl = {"ISSN": " ".join(serials.issn[:1]), "ISBN": " ".join(serials.isbn[:1])}
    if kind.csl in _NUMBERED:
        csl["number"] = " ".join(serials.others[:1]) or picker.first("M1")
    return csl


def _pages(picker: Picker, kind: RisType) -> dict[str, str]:
    start, end = picker.first("SP"), picker.first("EP")
    count = page_count(start) if not end else ""
    if kind.whole and count:
        return {"number-of-pages": count}
    if not start and not end:
        # Scopus and EndNote keep the number of an article without pages here.
        return {"page": full_range(picker.first("C7"))} if kind.csl in _ARTICLE_TYPES else {}
    return {"page": joined_range(start, end)}


def _publishing(picker: Picker, kind: RisType) -> dict[str, str]:
    """Publisher, place, edition, keywords, language, database."""
    csl: dict[str, str] = {"publisher": picker.first("PB", "PU")}
    if kind.csl not in _ARTICLE_TYPES:
        csl["publisher-place"] = picker.first("CY", "PP")
        csl["version" if kind.csl == "software" else "edition"] = picker.first("ET")
        csl["section"] = picker.first("SE") if kind.csl in {"bill", "legislation", "regulation"} else ""
    keywords = [part.strip() for field in picker.all("KW") for line in field.lines for part in line.split(";")]
    csl["keyword"] = "; ".join(dict.fromkeys(word for word in keywords if word))
    csl["language"] = language_tag(picker.first("LA"))
    csl["source"] = picker.first("DB")
    csl["call-number"] = picker.first("CN")
    return {key: value for key, value in csl.items() if value}
