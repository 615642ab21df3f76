"""From any JSON to clean items: strings, names and dates apart, everything else dropped with a warning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bmreport_csl.item_dates import ItemDate, read_date
from bmreport_csl.item_names import Name
from bmreport_csl.note_fields import read_note_fields
from bmreport_csl.particles import parse_names
from bmreport_csl.printable import printable

_NAME_VARIABLES = (
    "author chair collection-editor compiler composer container-author contributor curator director editor "
    "editor-translator editorial-director executive-producer guest host illustrator interviewer narrator "
    "organizer original-author performer producer recipient reviewed-author script-writer series-creator "
    "translator"
)
NAME_VARIABLES = frozenset(_NAME_VARIABLES.split())
"""CSL 1.0.2, Appendix IV, "Name Variables"."""
DATE_VARIABLES = frozenset(["accessed", "available-date", "event-date", "issued", "original-date", "submitted"])
"""CSL 1.0.2, Appendix IV, "Date Variables"."""
_RENAMED = {
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
}
"""Names that Zotero, Mendeley and CSL 1.0.1 use."""
_IGNORED = frozenset({"custom", "categories", "multi", "system_id", "keyword"})
"""Structured fields of the CSL-JSON schema and of Zotero that no style prints."""


_BLANKS = re.compile("[ \t\r\n]{2,}|[\t\r\n]")
_SIMPLE_GIVEN = re.compile(r"[A-Z][A-Za-z]*\.?(?:[ -][A-Z][A-Za-z]*\.?)*")
_PLAIN_KEYS = frozenset(
    [
        "DOI",
        "ISBN",
        "ISSN",
        "PMID",
        "PMCID",
        "URL",
        "abstract",
        "container-title",
        "container-title-short",
        "edition",
        "genre",
        "issue",
        "language",
        "note-text",
        "number",
        "number-of-pages",
        "page",
        "publisher",
        "publisher-place",
        "title",
        "title-short",
        "volume",
    ]
)
_MAX_DIGITS = 100


class Item:
    """One record, ready to be formatted. Never changed after `clean_item` made it."""

    __slots__ = ("dates", "id", "language", "names", "present", "truncated", "type", "variables")

    def __init__(
        self,
        item_id: str,
        item_type: str = "",
        variables: dict[str, str] | None = None,
        names: dict[str, tuple[Name, ...]] | None = None,
        dates: dict[str, ItemDate] | None = None,
        *,
        truncated: bool = False,
    ) -> None:
        self.id = item_id
        self.type = item_type
        self.variables = variables if variables is not None else {}
        """All that is neither a name nor a date, as text; empty variables are absent."""
        self.names = names if names is not None else {}
        self.dates = dates if dates is not None else {}
        self.truncated = truncated
        """The record names only the first of its authors (`custom.authors_truncated`)."""
        self.language = self.variables.get("language", "")
        self.present = frozenset((*self.variables, *self.names, *self.dates))
        """The variables that hold something."""


def clean_items(raw: object, warnings: list[str]) -> dict[str, Item]:
    """All items by id, in order; of two with one id the last one counts. Never raises."""
    if isinstance(raw, Mapping):
        raw = raw["items"] if isinstance(raw.get("items"), list) else [raw] if "id" in raw else list(raw.values())
    if not isinstance(raw, Iterable) or isinstance(raw, str | bytes):
        warnings.append(f"the items are no list but {_kind(raw)}")
        return {}
    items: dict[str, Item] = {}
    for place, entry in enumerate(raw, 1):
        item = clean_item(entry, place, warnings)
        if item.id in items:
            warnings.append(f"item {item.id!r} is given twice; the last one counts")
        items[item.id] = item
    return items


def clean_item(raw: object, place: int, warnings: list[str]) -> Item:
    """One CSL-JSON record; `place` names it while it has no id. Never raises: at worst the item is empty."""
    if not isinstance(raw, Mapping):
        warnings.append(f"item {place} is no record but {_kind(raw)}")
        return Item(str(place))
    item_id = identifier(raw.get("id"))
    if not item_id:
        warnings.append(f"item {place} has no id; its place is taken as one")
        item_id = str(place)
    reader = _ItemReader(item_id, warnings)
    for key, value in raw.items():
        if value is not None and value != "" and key != "id":
            reader.take(str(key), value)
    return reader.item()


def identifier(value: object) -> str:
    """An id as text: CSL-JSON allows numbers too."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return plain_text(value) or ""
    return ""


_OWN_LABELS = (("issue", "no."), ("number", "no."), ("volume", "vol."))
"""Labels that people write into a number although styles print them; they would stand there twice."""


class _ItemReader:
    """Sorts the fields of one record by what they hold."""

    def __init__(self, item_id: str, warnings: list[str]) -> None:
        self.id = item_id
        self.type = ""
        self.warnings = warnings
        self.variables: dict[str, str] = {}
        self.names: dict[str, tuple[Name, ...]] = {}
        self.dates: dict[str, ItemDate] = {}
        self.truncated = False

    def take(self, key: str, value: object) -> None:
        """One field of the record."""
        if value.__class__ is str and key in _PLAIN_KEYS and value.isprintable():
            self.variables.setdefault(key, value)  # by far the most frequent case
            return
        if key == "custom" and isinstance(value, Mapping):
            self.truncated = bool(value.get("authors_truncated"))
        key = _RENAMED.get(key, key)
        if key == "type":
            self.type = value if isinstance(value, str) else ""
        elif key in NAME_VARIABLES or (isinstance(value, list) and value and isinstance(value[0], Mapping)):
            self._take_names(key, value)
        elif key in DATE_VARIABLES or (isinstance(value, Mapping) and ("date-parts" in value or "raw" in value)):
            self._take_date(key, value)
        elif (text := plain_text(value)) is not None:
            if text:
                self.variables.setdefault(key, text)
        elif key not in _IGNORED:
            self._warn(key, f"holds {_kind(value)} and was left out")

    def item(self) -> Item:
        if "note" in self.variables:
            self._take_note(self.variables["note"])
        for key, label in _OWN_LABELS:
            value = self.variables.get(key)
            if value is not None and value.startswith(label) and value[len(label) :].lstrip()[:1].isdecimal():
                self.variables[key] = value[len(label) :].lstrip()
        return Item(self.id, self.type, self.variables, self.names, self.dates, truncated=self.truncated)

    def _take_names(self, key: str, value: object) -> None:
        entries = [value] if isinstance(value, Mapping | str) else value
        if not isinstance(entries, list | tuple):
            self._warn(key, f"holds {_kind(value)}, not a list of names, and was left out")
            return
        names = []
        for entry in entries:
            if (name := read_name(entry)) is not None:
                names.append(name)
            elif entry:
                self._warn(key, f"holds a name that is {_kind(entry)} or empty, which was left out")
        if names:
            self.names[key] = tuple(names)

    def _take_date(self, key: str, value: object) -> None:
        date = read_date(value)
        if date is not None:
            self.dates[key] = date
        elif value:
            self._warn(key, "holds no date that can be read and was left out")

    def _take_note(self, note: str) -> None:
        """Fields written into `note` fill what the record lacks; types and dates there win over the record's own."""
        fields, rest = read_note_fields(note)
        own_names = frozenset(self.names)
        back = []
        for key, text in fields:
            if not self._take_note_field(_RENAMED.get(key, key), text, own_names):
                back.append(f"{key}: {text}")
        if fields:
            self.variables.pop("note")
            if left := "\n".join([*back, *([rest] if rest else [])]):
                self.variables["note"] = left

    def _take_note_field(self, key: str, text: str, own_names: frozenset[str]) -> bool:
        """Whether the field found a place; one that the record has already stays in the note."""
        if key == "type":
            self.type = text
        elif key in NAME_VARIABLES:
            if key in own_names:
                return False
            family, bars, given = text.partition("||")
            entry = {"family": family.strip(), "given": given.strip()} if bars else {"literal": text}
            if (name := read_name(entry)) is not None:
                self.names[key] = (*self.names.get(key, ()), name)
        elif key in DATE_VARIABLES:
            if (date := read_date(text)) is not None:
                self.dates[key] = date
        elif key in self.variables:
            return False
        elif text:
            self.variables[key] = text
        return True

    def _warn(self, key: str, words: str) -> None:
        self.warnings.append(f"item {self.id!r}: {key} {words}")


def read_name(value: object) -> Name | None:
    """A CSL-JSON name; a string counts as a literal. None when it holds nothing."""
    if value.__class__ is dict and len(value) == 2:
        simple = _simple_person(value.get("family"), value.get("given"))
        if simple is not None:
            return simple
    if isinstance(value, str):
        text = printable(value).strip()
        return Name(literal=text) if text else None
    if not isinstance(value, Mapping):
        return None
    literal = _field(value, "literal") or _field(value, "name")
    family, given = _field(value, "family"), _field(value, "given")
    if literal or (value.get("isInstitution") and family):
        return Name(literal=literal or family)
    if not family:
        return Name(literal=given) if given else None
    return _person(value, family, given)


def _simple_person(family: object, given: object) -> Name | None:
    """Most names have no particle, suffix or odd character; what looks plain is taken as it stands."""
    if family.__class__ is not str or given.__class__ is not str:
        return None
    if not family.isalpha() or not family[0].isupper():
        return None
    if given.isalpha() and given[0].isupper():
        return Name(family, given)
    return Name(family, given) if _SIMPLE_GIVEN.fullmatch(given) else None


def _person(value: Mapping[object, object], family: str, given: str) -> Name:
    dropping, non_dropping = _field(value, "dropping-particle"), _field(value, "non-dropping-particle")
    suffix, comma_suffix = _field(value, "suffix"), bool(value.get("comma-suffix"))
    static = bool(value.get("static-ordering"))
    if given and not (non_dropping or value.get("static-particles")) and value.get("parse-names", True):
        parts = parse_names(family, given)
        family, non_dropping = parts.family, parts.non_dropping
        if not dropping:
            given, dropping = parts.given, parts.dropping
            suffix, comma_suffix = suffix or parts.suffix, comma_suffix or parts.comma_suffix
    return Name(family, given, dropping, non_dropping, suffix, comma_suffix, static)


def _field(value: Mapping[object, object], key: str) -> str:
    return _BLANKS.sub(" ", plain_text(value.get(key)) or "").strip()


def plain_text(value: object) -> str | None:
    """Strings, numbers and lists of them as text; None for what cannot be text."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_MAX_DIGITS else None
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() and abs(value) < 10**15 else repr(value)
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        return ", ".join(printable(part) for part in value if part)
    return None


def _kind(value: object) -> str:
    """What a JSON value is, for people."""
    kinds = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "nothing" if value is None else kinds.get(type(value), f"a {type(value).__name__}")
