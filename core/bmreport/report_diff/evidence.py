"""What differs in the evidence: passages, contradictions, what was left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.models.json_values import as_json
from bmreport.report_diff.models import CitationChange, CitationNote, ContradictionNote, FieldChange, ReportDiff
from bmreport.report_diff.pairing import Pairing
from bmreport.report_merging.uniting import passage_key, reference_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bmreport.models import Citation, Contradiction, Report
    from bmreport.report_diff.documents import Documents

__all__ = ["compare_evidence"]

_COMPARED = (
    "id",
    "passage",
    "summary",
    "relevance_score",
    "relevance_basis",
    "human_review_status",
    "locator",
)


@dataclass(frozen=True)
class _Passage:
    citation: Citation
    document: str
    """Its key."""


def compare_evidence(diff: ReportDiff, old: Report, new: Report, documents: Documents) -> None:
    """Fill in what differs in citations, contradictions and in what the answers do not use."""
    pairing = _paired(old, new, documents)
    diff.citations_removed = [_note(pairing.old[place], documents) for place in pairing.old_left]
    diff.citations_added = [_note(pairing.new[place], documents) for place in pairing.new_left]
    for before, after in pairing.pairs:
        fields = _field_changes(before.citation, after.citation)
        if fields:
            diff.citations_changed.append(
                CitationChange(
                    old_id=before.citation.id,
                    new_id=after.citation.id,
                    document=documents.named(after.document),
                    fields=fields,
                )
            )
    # The old report's citations under the names of the new one, so that a new id is no difference.
    names = {before.citation.id: f"new:{after.citation.id}" for before, after in reversed(pairing.pairs)}
    old_names = {one.citation.id: names.get(one.citation.id, f"old:{one.citation.id}") for one in pairing.old}
    new_names = {one.citation.id: f"new:{one.citation.id}" for one in pairing.new}
    _compare_contradictions(diff, (old, old_names, documents.old_key), (new, new_names, documents.new_key), documents)
    was = Counter(old_names.get(one, f"old:{one}") for one in dict.fromkeys(old.left_out))
    now = Counter(new_names.get(one, f"new:{one}") for one in dict.fromkeys(new.left_out))
    diff.left_out_removed = [one.partition(":")[2] for one in (was - now)]
    diff.left_out_added = [one.partition(":")[2] for one in (now - was)]


def _paired(old: Report, new: Report, documents: Documents) -> Pairing[_Passage]:
    pairing: Pairing[_Passage] = Pairing(
        [
            _Passage(one, documents.old_key(reference))
            for one, reference in zip(old.citations, reference_ids(old), strict=True)
        ],
        [
            _Passage(one, documents.new_key(reference))
            for one, reference in zip(new.citations, reference_ids(new), strict=True)
        ],
    )
    pairing.by(lambda one: (one.citation.id, one.document, passage_key(one.citation)))
    pairing.by(lambda one: (one.document, passage_key(one.citation)))
    pairing.by(lambda one: (one.citation.id, one.document))
    return pairing


def _field_changes(old: Citation, new: Citation) -> list[FieldChange]:
    pairs = ((name, getattr(old, name), getattr(new, name)) for name in _COMPARED)
    return [FieldChange(field=name, old=_plain(was), new=_plain(now)) for name, was, now in pairs if was != now]


def _plain(value: object) -> Any:  # noqa: ANN401  # whatever JSON can hold
    return as_json(value.model_dump() if hasattr(value, "model_dump") else value)


def _note(one: _Passage, documents: Documents) -> CitationNote:
    return CitationNote(id=one.citation.id, document=documents.named(one.document), passage=one.citation.passage)


_Side = tuple["Report", "Mapping[str, str]", "Callable[[str], str]"]


def _compare_contradictions(diff: ReportDiff, old: _Side, new: _Side, documents: Documents) -> None:
    was, now = (_keyed(report.contradictions, names) for report, names, _key_of in (old, new))
    left, right = Counter(key for key, _one in was), Counter(key for key, _one in now)
    diff.contradictions_removed = _only(was, left - right, old, documents)
    diff.contradictions_added = _only(now, right - left, new, documents)


def _keyed(given: Sequence[Contradiction], names: Mapping[str, str]) -> list[tuple[object, Contradiction]]:
    return [
        (
            (
                one.kind,
                one.outcome.casefold(),
                frozenset(names.get(side.citation_id, side.citation_id) for side in one.sides),
            ),
            one,
        )
        for one in given
    ]


def _only(
    given: Sequence[tuple[object, Contradiction]], wanted: Counter[object], side: _Side, documents: Documents
) -> list[ContradictionNote]:
    report, _names, key_of = side
    left = Counter(wanted)
    out = []
    for key, one in given:
        if left[key] > 0:
            left[key] -= 1
            reference_ids_of = (report.reference_of.get(each.citation_id, "") for each in one.sides)
            out.append(
                ContradictionNote(
                    outcome=one.outcome,
                    kind=one.kind.value,
                    reason=one.reason,
                    documents=[documents.named(key_of(reference)) for reference in reference_ids_of],
                )
            )
    return out
