"""Joining documents by title, year and first author, where identifiers are missing.

A wrong join puts one paper's findings under another's name, a missed one lists a paper twice: where the fields leave
room, documents stay apart. Two documents are joined when

- their titles are equal (`titles.py`), and neither too short nor too common;
- year and first author are equal. One of the two may be missing on one side, or the years may be neighbours (online
  first), when the title is long or the journal is the same;
- no identifier, and no volume with first page, says otherwise; and they are not a preprint and its article;
- nothing else that looks alike contradicts either of them: a record without identifiers between two different DOIs
  belongs to neither for sure.

A title without its subtitle is the same title when journal, year and first author are all given and equal, and only
one subtitle is in question. A title with a slip of the pen is the same title when volume, first page, year and first
author are all given and equal.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from bmreport.merging import same_container
from bmreport.titles import nearly_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bmreport.linkable import Linkable
    from bmreport.titles import TitleKey
    from bmreport.union_find import Joiner

__all__ = ["SAME_TITLE", "join_by_title"]

SAME_TITLE = "same title, year and first author"
_UNCLEAR = "same title, but nothing says to which of several papers each record belongs"
_LONG_TITLE = 6
_LONG_MAIN_TITLE = 5
# A title that this many documents bear tells none of them apart, and comparing all pairs would not be linear.
_MOST_DOCUMENTS = 50
_ALIKE_YEARS = 2


@dataclass(frozen=True)
class _Document:
    """What the records joined so far say together."""

    place: int
    years: frozenset[int]
    authors: frozenset[str]
    containers: frozenset[str]
    loci: frozenset[tuple[str, str]]
    preprint: bool | None
    identifiers: dict[str, frozenset[str]]
    title: TitleKey
    """The longest of the titles."""


def join_by_title(records: Sequence[Linkable], joiner: Joiner) -> None:
    """Join what is one document by its title; `joiner` already holds the joins by identifier."""
    by_title: dict[str, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        if not record.title.is_generic:
            by_title[record.title.full].append(place)
    for places in by_title.values():
        _join_bare_twins(records, places, joiner)
    documents = _Documents(records, joiner)
    # What joins under one title is compared under the next: in an order of their own, or the input's would count.
    for _title, places in sorted(by_title.items()):
        _join_alike(documents.at(places), joiner, _same_paper)
    _join_missing_subtitles(records, by_title, documents, joiner)
    _join_slips(records, documents, joiner)


def _join_bare_twins(records: Sequence[Linkable], places: list[int], joiner: Joiner) -> None:
    """Records without any identifier that agree in all that tells papers apart; needs no comparing of pairs."""
    twins: dict[tuple[object, ...], int] = {}
    for place in places:
        record = records[place]
        if not record.identifiers:
            key = (record.year, record.author, record.preprint, record.locus)
            first = twins.setdefault(key, place)
            if first != place:
                joiner.join(first, place, SAME_TITLE)


def _join_missing_subtitles(
    records: Sequence[Linkable], by_title: dict[str, list[int]], documents: _Documents, joiner: Joiner
) -> None:
    by_main: dict[str, list[int]] = defaultdict(list)
    for places in by_title.values():
        title = records[places[0]].title
        long_main = len(title.words) - len(title.subtitle) >= _LONG_MAIN_TITLE
        if title.subtitle and long_main and title.subtitle_may_be_missing and title.main in by_title:
            by_main[title.main].extend(places)
    for main, places in sorted(by_main.items()):
        if len({records[place].title.full for place in places}) == 1:
            _join_alike(documents.at([*by_title[main], *places]), joiner, _same_paper_for_sure)


def _join_slips(records: Sequence[Linkable], documents: _Documents, joiner: Joiner) -> None:
    """One place in print is one paper, when the titles are nearly the same as well."""
    by_place: dict[tuple[str, str, int, str], list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        if record.locus[0] and record.year and record.author and not record.title.is_generic:
            by_place[*record.locus, record.year, record.author].append(place)
    for _place, places in sorted(by_place.items()):
        found = documents.at(places)
        pairs = combinations(found, 2) if len(found) <= _MOST_DOCUMENTS else ()
        for one, other in pairs:
            if nearly_equal(one.title, other.title) and not _contradiction(one, other):
                joiner.join(one.place, other.place, SAME_TITLE)


class _Documents:
    """The documents that records belong to so far; one that has not grown since it was asked for is not made again."""

    def __init__(self, records: Sequence[Linkable], joiner: Joiner) -> None:
        self._records = records
        self._joiner = joiner
        self._made: dict[tuple[int, int], _Document] = {}

    def at(self, places: list[int]) -> list[_Document]:
        """The documents of these records, each once."""
        out = []
        for root in dict.fromkeys(map(self._joiner.find, places)):
            members = self._joiner.members(root)
            key = (root, len(members))
            if key not in self._made:
                self._made[key] = _document(root, [self._records[place] for place in members])
            out.append(self._made[key])
        return out


def _document(root: int, members: list[Linkable]) -> _Document:
    identifiers: dict[str, set[str]] = defaultdict(set)
    for member in members:
        for kind, value in member.identifiers:
            identifiers[kind].add(value)
    known = {member.preprint for member in members} - {None}
    return _Document(
        place=root,
        years=frozenset(member.year for member in members if member.year is not None),
        authors=frozenset(member.author for member in members if member.author),
        containers=frozenset(member.container for member in members if member.container),
        loci=frozenset(member.locus for member in members if member.locus[0]),
        preprint=known.pop() if len(known) == 1 else None,
        identifiers={kind: frozenset(values) for kind, values in identifiers.items()},
        title=max((member.title for member in members), key=lambda title: (len(title.words), title.full)),
    )


def _join_alike(documents: list[_Document], joiner: Joiner, same: Callable[[_Document, _Document], bool]) -> None:
    if not 1 < len(documents) <= _MOST_DOCUMENTS:
        return
    pairs = list(combinations(range(len(documents)), 2))
    reasons = {(i, j): _contradiction(documents[i], documents[j]) for i, j in pairs}
    near: dict[int, set[int]] = defaultdict(set)
    for i, j in pairs:
        if not reasons[i, j] and same(documents[i], documents[j]):
            near[i].add(j)
            near[j].add(i)

    def disputed(one: int, other: int) -> bool:
        """Whether something that looks like `other` contradicts `one`."""
        return any(reasons[min(one, third), max(one, third)] for third in near[other] - {one})

    apart: dict[str, set[int]] = defaultdict(set)
    for i, j in pairs:
        if j in near[i]:
            if disputed(i, j) or disputed(j, i):
                apart[_UNCLEAR] |= {i, j}
            else:
                joiner.join(documents[i].place, documents[j].place, SAME_TITLE)
        elif reasons[i, j] and _alike(documents[i], documents[j]):
            apart[f"same title and first author, but {reasons[i, j]}"] |= {i, j}
    for why, numbers in apart.items():
        joiner.keep_apart([documents[number].place for number in numbers], why, grave=why == _UNCLEAR)


def _contradiction(one: _Document, other: _Document) -> str:
    """What says that two documents of one title are two; empty when nothing does."""
    shared = one.identifiers.keys() & other.identifiers.keys()
    if any(one.identifiers[kind] & other.identifiers[kind] for kind in shared):
        return ""
    if one.preprint is not None and other.preprint is not None and one.preprint != other.preprint:
        return "one is a preprint, the other an article"
    if shared:
        return f"the {' and '.join(sorted(shared))} differ"
    if one.loci and other.loci and not one.loci & other.loci:
        return "volume or page differ"
    return ""


def _same_paper(one: _Document, other: _Document) -> bool:
    same_year = bool(one.years & other.years) or (not one.years and not other.years)
    same_author = bool(one.authors & other.authors) or (not one.authors and not other.authors)
    if same_year and same_author:
        return True
    gap_in_years = not one.years or not other.years or _distance(one, other) == 1
    gap_in_authors = not one.authors or not other.authors
    if not (same_year or gap_in_years) or not (same_author or gap_in_authors):
        return False
    missing_only = same_year or not one.years or not other.years
    return (missing_only and len(one.title.words) >= _LONG_TITLE) or _same_container(one, other)


def _same_paper_for_sure(one: _Document, other: _Document) -> bool:
    return bool(one.years & other.years and one.authors & other.authors) and _same_container(one, other)


def _same_container(one: _Document, other: _Document) -> bool:
    return any(same_container(a, b) for a in one.containers for b in other.containers)


def _alike(one: _Document, other: _Document) -> bool:
    """Whether readers would take them for the same, so that the report should say that they are not."""
    return bool(one.authors & other.authors) and _distance(one, other) <= _ALIKE_YEARS


def _distance(one: _Document, other: _Document) -> int:
    """Years between the nearest dates; 0 when one has none."""
    return min((abs(a - b) for a in one.years for b in other.years), default=0)
