"""One bibliographic record out of several of the same document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bmreport.dates import iso_date, parse_date
from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.lexical import tokens
from bmreport.names import CslName, display_name, parse_names
from bmreport.titles import title_key

__all__ = ["MergedRecord", "author_key", "merge_records", "richness", "same_container"]

CslRecord = Mapping[str, Any]
_ARTICLES = frozenset(["the", "of", "and", "a", "an", "for", "in", "on", "de", "der", "die", "das", "und", "la", "et"])
_LONGEST_VALUE = 120
_MOST_COMPARED_AUTHORS = 3


@dataclass(frozen=True)
class MergedRecord:
    """The CSL record that stands for all, and where the others said something else."""

    csl: dict[str, Any]
    conflicts: list[str]


def merge_records(records: Sequence[tuple[str, CslRecord]]) -> MergedRecord:
    """Merge CSL records of one document; each comes with the label under which messages name it.

    The richest record wins, missing fields are filled from the others, richest first. The order of `records` does not
    matter. A field on which two records disagree is listed with both values; spelling that means the same (a journal's
    abbreviation, `277-87` for `277-287`, `2019` for `2019-01`) is no disagreement.
    """
    distinct: dict[str, tuple[str, CslRecord]] = {}
    for label, csl in records:
        key = _canonical(csl)
        distinct[key] = min(distinct.get(key, (label, csl)), (label, csl), key=lambda item: item[0])
    ordered = sorted(distinct.items(), key=lambda item: (*(-part for part in richness(item[1][1])), item[0]))
    base = dict(ordered[0][1][1])
    conflicts: dict[str, None] = {}
    for _key, (label, other) in ordered[1:]:
        for field, agree in _AGREEMENT.items():
            kept, given = base.get(field), other.get(field)
            if kept and given and kept != given and not agree(kept, given):
                conflicts[f"{field}: {_shown(field, kept)} kept, {_shown(field, given)} in {label}"] = None
        _fill(base, other)
    return MergedRecord(base, list(conflicts))


def richness(csl: CslRecord) -> tuple[int, int, int]:
    """How much a record tells: fields, then authors, then how far the date is known; more is richer."""
    authors = csl.get("author")
    fields = sum(1 for key, value in csl.items() if value and key not in {"id", "custom"})
    listed = len(authors) if isinstance(authors, list) else 0
    return (fields, listed - (1 if _truncated(csl) else 0), _date_precision(csl))


def author_key(csl: CslRecord) -> str:
    """The first author's family name, or the group's name, as bare letters; empty when there is none.

    Of a name in several words the last one counts, because records disagree on where particles belong.
    """
    names = _names(csl.get("author") or csl.get("editor"), 1)
    if not names:
        return ""
    words = tokens(names[0].get("literal") or "") or tokens(names[0].get("family") or "")[-1:]
    return "".join(word for word in words if word not in _ARTICLES)


def same_container(one: str, other: str) -> bool:
    """Whether two journal names mean the same: word by word, abbreviated (`N Engl J Med`), or by initials (`BMJ`)."""
    first, second = (
        [word for word in tokens(re.sub(r"[(\[].*?[)\]]", " ", name)) if word not in _ARTICLES] for name in (one, other)
    )
    if not first or not second:
        return False
    if len(first) == len(second):
        return all(a.startswith(b) or b.startswith(a) for a, b in zip(first, second, strict=True))
    short, long = sorted((first, second), key=len)
    return len(short) == 1 and short[0] == "".join(word[0] for word in long)


def _fill(base: dict[str, Any], other: CslRecord) -> None:
    for key, value in other.items():
        if value and not base.get(key):
            base[key] = value
    if _truncated(base) and other.get("author") and not _truncated(other):
        base["author"] = other["author"]
        custom = {key: value for key, value in base.pop("custom").items() if key != "authors_truncated"}
        base.update({"custom": custom} if custom else {})
    if _same_date(base.get("issued"), other.get("issued")) and _date_precision(other) > _date_precision(base):
        base["issued"] = other["issued"]


def _canonical(csl: CslRecord) -> str:
    return json.dumps({key: value for key, value in csl.items() if key != "id"}, sort_keys=True, default=str)


def _truncated(csl: CslRecord) -> bool:
    custom = csl.get("custom")
    return isinstance(custom, Mapping) and bool(custom.get("authors_truncated"))


def _date_parts(value: object) -> list[int]:
    parts = (parse_date(value).csl or {}).get("date-parts")
    return [int(part) for part in parts[0]] if parts and parts[0] else []


def _date_precision(csl: CslRecord) -> int:
    return len(_date_parts(csl.get("issued"))) if csl.get("issued") else 0


def _same_date(one: object, other: object) -> bool:
    """Whether one date is the other, or the other with less precision."""
    if not one or not other:
        return False
    first, second = _date_parts(one), _date_parts(other)
    if not first or not second:
        return parse_date(one).csl == parse_date(other).csl
    return all(a == b for a, b in zip(first, second, strict=False))


def _same_title(one: object, other: object) -> bool:
    first, second = title_key(str(one)), title_key(str(other))
    return first.full == second.full or first.main == second.full or first.full == second.main


def _same_authors(one: object, other: object) -> bool:
    """Whether the first authors agree, as far as both lists go."""
    if one == other:
        return True
    first, second = (
        [author_key({"author": [name]}) for name in _names(value, _MOST_COMPARED_AUTHORS)] for value in (one, other)
    )
    return all(a == b for a, b in zip(first, second, strict=False))


def _names(value: object, most: int) -> tuple[CslName, ...]:
    """The first names of an author field; the rest is not read, lists of hundreds are common."""
    return parse_names(value[:most] if isinstance(value, list) else value).names[:most]


def _same_first_page(one: object, other: object) -> bool:
    first, second = (re.split(r"[-–,]", str(value).strip().lower())[0].strip() for value in (one, other))
    return first == second


def _same_number(one: object, other: object) -> bool:
    first, second = (str(value).strip().lower().lstrip("0") for value in (one, other))
    return first == second


def _by(normal: Callable[[str], str]) -> Callable[[object, object], bool]:
    return lambda one, other: normal(str(one)) == normal(str(other))


_AGREEMENT: dict[str, Callable[[object, object], bool]] = {
    "title": _same_title,
    "author": _same_authors,
    "issued": _same_date,
    "container-title": lambda one, other: same_container(str(one), str(other)),
    "volume": _same_number,
    "issue": _same_number,
    "page": _same_first_page,
    "DOI": _by(normal_doi),
    "PMID": _by(normal_pmid),
    "PMCID": _by(normal_pmcid),
}


def _shown(field: str, value: object) -> str:
    if field == "author":
        names = _names(value, _MOST_COMPARED_AUTHORS)
        more = isinstance(value, list) and len(value) > len(names)
        text = ", ".join(display_name(name) for name in names) + (" …" if more else "")
    elif field == "issued":
        date = parse_date(value).csl
        text = iso_date(date) or str((date or {}).get("literal", value))
    else:
        text = str(value)
    return repr(text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "…")
