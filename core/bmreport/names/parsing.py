"""One name, or the authors of one field, in any of the forms they arrive in."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping

from bmreport.names.authors import authors_in
from bmreport.names.person import make_person, read_parts
from bmreport.names.settled import settled_name, settled_text
from bmreport.names.text import clean_text, literal_name, quoted_text
from bmreport.names.types import CslName, NameList, ReadName
from bmreport.names.vocabulary import MORE_ALONE, SURROGATE


def parse_name(value: str | Mapping[str, object]) -> CslName:
    """Read one name from a string or from a mapping of name fields; never raises.

    A mapping may use CSL-JSON keys or those of PubMed, Europe PMC, Crossref, DataCite, Zotero and BibTeX tools. What
    cannot be read as one person becomes `literal`; what holds nothing becomes an empty name. Reading a result again
    changes nothing. Remarks on what was left out are given by `parse_names` only.
    """
    return _read(value)[0]


def parse_names(value: object) -> NameList:
    """Read an author field: a list of strings or mappings, one mapping, or one string with any number of authors.

    None and blank text give an empty list. "et al.", "and others", "等" and their like set `truncated` and never become
    a person. Anything else that is no name is passed over with a note. Never raises.
    """
    if value is None or (isinstance(value, str) and not clean_text(value)):
        return NameList()
    if isinstance(value, list | tuple):
        found = [_read_entry(entry, listed=True) for entry in value]
        labels = [f"author {number}: " for number in range(1, len(found) + 1)]
    else:
        found, labels = [_read_entry(value, listed=False)], ["authors: "]
    return NameList(
        tuple(name for entry in found for name in entry.names),
        any(entry.truncated for entry in found),
        tuple(label + note for label, entry in zip(labels, found, strict=True) for note in entry.notes),
    )


def _read_entry(entry: object, *, listed: bool) -> NameList:
    if isinstance(entry, Mapping):
        if settled := settled_name(entry):
            return NameList((settled,))
        name, remarks = _read_fields(entry)
        spelled = name.get("literal") or f"{name.get('given', '')} {name.get('family', '')}".strip()
        if MORE_ALONE.fullmatch(spelled[:60]):
            return NameList((), truncated=True, notes=tuple(remarks))
        return NameList((name,) if name else (), notes=tuple(remarks))
    if listed and isinstance(entry, str) and (settled := settled_text(entry)):
        return NameList((settled,))
    text = clean_text(entry) if isinstance(entry, str) else ""
    if entry is None or (isinstance(entry, str) and not text):
        return NameList(notes=("empty",))
    if not isinstance(entry, str):
        return NameList(notes=(f"not a name but {type(entry).__name__}; give text or a mapping with family and given",))
    people, truncated, remarks = authors_in(text, listed=listed)
    if listed and len(people) > 1:
        remarks.append(f"one entry with {len(people)} names was split: {quoted_text(text)}")
    if SURROGATE.search(entry):
        remarks.append(f"unreadable characters replaced in {quoted_text(text)}")
    if not people and not truncated:
        remarks.append(f"no name in {quoted_text(text)}")
    read = [read_parts(parts) for parts in people]
    notes = [*remarks, *(remark for _, own in read for remark in own)]
    return NameList(tuple(name for name, _ in read if name), truncated, tuple(notes))


def _read(value: str | Mapping[str, object]) -> ReadName:
    if isinstance(value, Mapping):
        return _read_fields(value)
    if not (text := clean_text(value)):
        return {}, []
    people, _, remarks = authors_in(text, listed=True)
    if len(people) != 1:
        return literal_name(text), remarks
    name, own = read_parts(people[0])
    return name, remarks + own


_PERSON_KEYS = {
    "family": ("family", "last", "lastname", "surname", "familyname"),
    "given": ("given", "first", "firstname", "forename", "forenames", "givenname", "givennames", "initials"),
    "middle": ("middle", "middlename"),
    "suffix": ("suffix", "jr"),
    "particle": ("nondroppingparticle", "prefix"),
    "dropping": ("droppingparticle",),
    "group": ("literal", "collectivename", "collabname", "organization", "organisation"),
    "whole": ("name", "fullname", "displayname"),
}


def _read_fields(fields: Mapping[str, object]) -> ReadName:
    plain = {re.sub("[-_ ]", "", key).casefold(): value for key, value in fields.items() if isinstance(key, str)}
    remarks = [
        f"the field {key} is not text but {type(plain[key]).__name__}"
        for key in itertools.chain.from_iterable(_PERSON_KEYS.values())
        if plain.get(key) is not None and not isinstance(plain[key], str)
    ]
    text = {role: _first_text(plain, keys) for role, keys in _PERSON_KEYS.items()}
    given = " ".join(filter(None, (text["given"], text["middle"])))
    if text["family"]:
        if text["group"]:
            remarks.append(f"left out beside a family name: {quoted_text(text['group'])}")
        name, own = make_person(text["family"], given, text["suffix"], text["particle"], text["dropping"])
        return name, remarks + own
    if text["group"]:
        return literal_name(text["group"]), remarks
    if text["whole"]:
        if _says_group(plain):
            return literal_name(text["whole"]), remarks
        name, own = _read(text["whole"])
        return name, remarks + own
    rest = " ".join(filter(None, (given, text["dropping"], text["particle"], text["suffix"])))
    remarks.append(
        f"no family name, kept as it is: {quoted_text(rest)}" if rest else "a mapping without any name in it"
    )
    return literal_name(rest), remarks


def _first_text(fields: Mapping[str, object], keys: Iterable[str]) -> str:
    values = (fields.get(key) for key in keys)
    return next((text for value in values if isinstance(value, str) and (text := clean_text(value))), "")


def _says_group(fields: Mapping[str, object]) -> bool:
    """Crossref (`sequence`) and Zotero (`creatorType`) use `name` for groups only; others state the type."""
    stated = _first_text(fields, ("nametype", "@type", "type", "authtype")).casefold()
    return "sequence" in fields or "creatortype" in fields or stated.startswith(("organi", "collective", "group"))
