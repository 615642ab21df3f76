"""Which references of two reports are one document, and how messages name it."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from bmreport.report_diff.models import FieldChange, ReferenceChange, ReferenceNote, ReportDiff
from bmreport.report_diff.pairing import Pairing
from bmreport.report_merging.overlaps import short_name
from bmreport.titles import title_key

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from bmreport.models import Reference, Report

__all__ = ["Documents", "compare_references"]

_NOT_COMPARED = frozenset({"id"})


class Documents:
    """The documents of two reports, each under one key and one name.

    Two references are one document when they are the same record, or share a DOI, a PMID, a PMCID or a title;
    a document id counts together with the title, an id of the report's own together with the record.
    """

    def __init__(self, old: Report, new: Report) -> None:
        self.pairing: Pairing[Reference] = Pairing(_listed(old), _listed(new))
        for key in _KEYS:
            self.pairing.by(key)
        self._old = {one.id: f"old:{one.id}" for one in self.pairing.old}
        self._new = {one.id: f"new:{one.id}" for one in self.pairing.new}
        for before, after in self.pairing.pairs:
            self._old[before.id] = self._new[after.id]
        self.name: dict[str, str] = self._names()
        """Key -> first author and year, with an identifier where two documents would bear the same name."""

    def old_key(self, reference_id: str) -> str:
        """The key of a reference of the old report; an id that is not listed is its own document."""
        return self._old.get(reference_id, f"unknown:{reference_id}")

    def new_key(self, reference_id: str) -> str:
        """As `old_key`, for the new report."""
        return self._new.get(reference_id, f"unknown:{reference_id}")

    def named(self, key: str) -> str:
        """The name of a document."""
        return self.name.get(key) or f"unknown reference {key.removeprefix('unknown:')!r}"

    def _names(self) -> dict[str, str]:
        by_key = {self._old[one.id]: one for one in self.pairing.old} | {
            self._new[one.id]: one for one in self.pairing.new
        }
        names = {key: short_name(reference) for key, reference in by_key.items()}
        times = Counter(names.values())
        return {
            key: name if times[name] == 1 else f"{name} ({_identifier(by_key[key])})" for key, name in names.items()
        }


def compare_references(diff: ReportDiff, documents: Documents) -> None:
    """Fill in what differs in the lists of references."""
    pairing = documents.pairing
    old, new = pairing.old, pairing.new
    diff.references_removed = [_note(old[place], documents.named(f"old:{old[place].id}")) for place in pairing.old_left]
    diff.references_added = [_note(new[place], documents.named(f"new:{new[place].id}")) for place in pairing.new_left]
    diff.retracted = [one.document for one in diff.references_added if one.retracted]
    diff.no_longer_retracted = [one.document for one in diff.references_removed if one.retracted]
    for before, after in pairing.pairs:
        name = documents.named(f"new:{after.id}")
        if after.retracted and not before.retracted:
            diff.retracted.append(name)
        if before.retracted and not after.retracted:
            diff.no_longer_retracted.append(name)
        fields = _field_changes(before, after)
        if fields or before.number != after.number:
            diff.references_changed.append(
                ReferenceChange(
                    old_id=before.id,
                    new_id=after.id,
                    document=name,
                    old_number=before.number,
                    new_number=after.number,
                    fields=fields,
                )
            )


def _field_changes(old: Reference, new: Reference) -> list[FieldChange]:
    names = [name for name in dict.fromkeys([*old.csl, *new.csl]) if name not in _NOT_COMPARED]
    changes = [FieldChange(field=name, old=old.csl.get(name), new=new.csl.get(name)) for name in sorted(names)]
    changes.extend(
        FieldChange(field=name, old=getattr(old, name), new=getattr(new, name))
        for name in ("document_id", "publication_types", "retracted")
    )
    return [change for change in changes if change.old != change.new]


def _note(reference: Reference, name: str) -> ReferenceNote:
    return ReferenceNote(
        id=reference.id,
        number=reference.number,
        document=name,
        title=reference.title,
        retracted=reference.retracted,
    )


def _listed(report: Report) -> Sequence[Reference]:
    return [*report.references, *report.further_reading]


def _identifier(reference: Reference) -> str:
    pmid = f"PMID {reference.pmid}" if reference.pmid else ""
    return reference.doi or pmid or reference.pmcid or reference.id


def _record(reference: Reference) -> str:
    return json.dumps(
        {name: value for name, value in reference.csl.items() if name != "id"}, sort_keys=True, default=str
    )


def _by_title(reference: Reference) -> Hashable | None:
    key = title_key(reference.title)
    return None if key.is_generic else key.full


def _by_title_and_year(reference: Reference) -> Hashable | None:
    title = _by_title(reference)
    return None if title is None else (title, reference.year)


def _by_document_id(reference: Reference) -> Hashable | None:
    if not reference.document_id:
        return None
    return (reference.document_id, title_key(reference.title).full)


_KEYS: tuple[Callable[[Reference], Hashable | None], ...] = (
    lambda one: (one.id, _record(one)),
    _record,
    lambda one: one.doi,
    lambda one: one.pmid,
    lambda one: one.pmcid,
    _by_document_id,
    _by_title_and_year,
    _by_title,
    lambda one: (one.id, title_key(one.title).full),
)
