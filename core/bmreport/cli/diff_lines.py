"""The difference between two reports as lines for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bmreport.models.json_values import as_json
from bmreport.report_diff.models import WordKind
from bmreport.report_diff.words import word_changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bmreport.models import Revision
    from bmreport.report_diff import ReportDiff
    from bmreport.report_diff.models import (
        CitationNote,
        ClaimChange,
        ClaimNote,
        ContradictionNote,
        FieldChange,
        GradeChange,
        ReferenceChange,
        ReferenceNote,
        ReportName,
        StudyNote,
        WordChange,
    )

__all__ = ["diff_lines"]

_MARKS = {WordKind.SAME: ("", ""), WordKind.REMOVED: ("[-", "-]"), WordKind.ADDED: ("{+", "+}")}
_LONG = 60


def diff_lines(diff: ReportDiff, old: str, new: str) -> Iterator[str]:
    """One part after the other, those without differences left out; nothing at all where the reports say the same."""
    if diff.is_empty:
        return
    yield f"--- {_flat(old)}: {_size(diff.old)}"
    yield f"+++ {_flat(new)}: {_size(diff.new)}"
    yield from _part("Settings", _fields(diff.settings))
    yield from _part("Retractions", _retractions(diff))
    yield from _part("Grades", _grades(diff))
    yield from _part("Sentences", _claims(diff))
    yield from _part("References", _references(diff))
    yield from _part("Evidence", _evidence(diff))
    yield from _part("Study data", _studies(diff))
    yield from _part("Figures", _figures(diff))
    yield from _part("Contradictions", _contradictions(diff))
    yield from _part("Not used in the answer", _signed(diff.left_out_removed, diff.left_out_added))
    yield from _part("Findings", _findings(diff))
    yield from _part("Inputs", _signed(diff.inputs_removed, diff.inputs_added))
    yield from _part("History", _history(diff))


def _part(heading: str, lines: Iterable[str]) -> Iterator[str]:
    given = list(lines)
    if given:
        yield ""
        yield heading
        yield from given


def _size(name: ReportName) -> str:
    title = f"“{_flat(name.title or name.question)}”, " if name.title or name.question else ""
    counts = f"{name.claims:,} sentences, {name.citations:,} citations, {name.references:,} references"
    return f"{title}made {name.created_at}, {counts}"


def _claims(diff: ReportDiff) -> Iterator[str]:
    for change in diff.claims_changed:
        yield from _claim_change(change)
    for claim in diff.claims_removed:
        yield from _claim(claim, "-")
    for claim in diff.claims_added:
        yield from _claim(claim, "+")


def _claim_change(change: ClaimChange) -> Iterator[str]:
    names = change.new_id if change.old_id == change.new_id else f"{change.old_id} → {change.new_id}"
    text = _marked(change.words) if change.words else change.text
    yield f"  ~ {_flat(names)} [{_flat(change.section)}] {_flat(text)}"
    if change.verdict_changed:
        yield f"      verdict: {change.old_verdict or 'none'} → {change.new_verdict or 'none'}"
    for sign, cites in (("-", change.cites_removed), ("+", change.cites_added)):
        for cite in cites:
            yield f"      {sign} cites {_flat(cite)}"
    yield from _fields(change.fields, indent="      ")


def _claim(claim: ClaimNote, sign: str) -> Iterator[str]:
    verdict = f" ({claim.verdict})" if claim.verdict else ""
    yield f"  {sign} {_flat(claim.id)} [{_flat(claim.section)}] {_flat(claim.text)}{verdict}"
    if claim.cites:
        yield f"      cites {'; '.join(map(_flat, claim.cites))}"


def _marked(words: Sequence[WordChange]) -> str:
    return "".join(f"{_MARKS[one.kind][0]}{one.text}{_MARKS[one.kind][1]}" for one in words)


def _grades(diff: ReportDiff) -> Iterator[str]:
    for change in diff.grades_changed:
        yield from _grade_change(change)
    for sign, grades in (("-", diff.grades_removed), ("+", diff.grades_added)):
        for grade in grades:
            yield f"  {sign} {_grade_name(grade.grader, grade.outcome)}: {_flat(grade.label)} ({_flat(grade.reason)})"


def _grade_change(change: GradeChange) -> Iterator[str]:
    label = change.new_label if change.old_label == change.new_label else f"{change.old_label} → {change.new_label}"
    yield f"  ~ {_grade_name(change.grader, change.outcome)}: {_flat(label)}"
    yield from _fields(change.steps, indent="      step ")
    yield from _fields(change.fields, indent="      ")


def _grade_name(grader: str, outcome: str) -> str:
    return f"{_flat(grader)}, {_flat(outcome)}" if outcome else _flat(grader)


def _retractions(diff: ReportDiff) -> Iterator[str]:
    for name in diff.retracted:
        yield f"  ! retracted: {_flat(name)}"
    for name in diff.no_longer_retracted:
        yield f"  ! no longer marked as retracted: {_flat(name)}"


def _references(diff: ReportDiff) -> Iterator[str]:
    for change in diff.references_changed:
        yield from _reference_change(change)
    for sign, references in (("-", diff.references_removed), ("+", diff.references_added)):
        for one in references:
            yield f"  {sign} {_reference(one)}"


def _reference_change(change: ReferenceChange) -> Iterator[str]:
    was, now = _number(change.old_number), _number(change.new_number)
    number = f": {was} → {now}" if was != now else f" ({now})"
    yield f"  ~ {_flat(change.document)}{number}"
    yield from _fields(change.fields, indent="      ")


def _reference(one: ReferenceNote) -> str:
    title = f": {_flat(one.title)}" if one.title else ""
    return f"{_number(one.number)} {_flat(one.document)}{title}"


def _number(number: int | None) -> str:
    return f"[{number}]" if number is not None else "[further reading]"


def _evidence(diff: ReportDiff) -> Iterator[str]:
    for change in diff.citations_changed:
        names = change.new_id if change.old_id == change.new_id else f"{change.old_id} → {change.new_id}"
        yield f"  ~ {_flat(names)} {_flat(change.document)}"
        yield from _fields((one for one in change.fields if one.field != "id"), indent="      ")
    for sign, citations in (("-", diff.citations_removed), ("+", diff.citations_added)):
        for one in citations:
            yield f"  {sign} {_citation(one)}"


def _citation(one: CitationNote) -> str:
    return f"{_flat(one.id)} {_flat(one.document)}: {_flat(one.passage)}"


def _studies(diff: ReportDiff) -> Iterator[str]:
    for change in diff.studies_changed:
        yield f"  ~ {_study(change)}"
        yield from _fields(change.fields, indent="      ")
    for sign, studies in (("-", diff.studies_removed), ("+", diff.studies_added)):
        for one in studies:
            yield f"  {sign} {_study(one)}"


def _study(one: StudyNote) -> str:
    return ", ".join(_flat(part) for part in (one.study, one.outcome, one.comparison, one.subgroup) if part)


def _figures(diff: ReportDiff) -> Iterator[str]:
    for sign, names in (("~", diff.figures_changed), ("-", diff.figures_removed), ("+", diff.figures_added)):
        for name in names:
            yield f"  {sign} {_flat(name)}"


def _contradictions(diff: ReportDiff) -> Iterator[str]:
    for sign, given in (("-", diff.contradictions_removed), ("+", diff.contradictions_added)):
        for one in given:
            yield f"  {sign} {_contradiction(one)}"


def _contradiction(one: ContradictionNote) -> str:
    reason = f" ({_flat(one.reason)})" if one.reason else ""
    return f"{_flat(one.outcome)}, {one.kind}: {'; '.join(map(_flat, one.documents))}{reason}"


def _findings(diff: ReportDiff) -> Iterator[str]:
    for sign, findings in (("-", diff.findings_removed), ("+", diff.findings_added)):
        for one in findings:
            where = f"{_flat(one.where)}: " if one.where else ""
            yield f"  {sign} {one.severity}: {where}{_flat(one.message)} [{_flat(one.verifier)}]"


def _history(diff: ReportDiff) -> Iterator[str]:
    for sign, revisions in (("-", diff.history_removed), ("+", diff.history_added)):
        for one in revisions:
            yield f"  {sign} {_revision(one)}"


def _revision(one: Revision) -> str:
    parts = [
        f"excluded {', '.join(map(_flat, one.excluded))}" if one.excluded else "",
        f"added {', '.join(map(_flat, one.added))}" if one.added else "",
        f"from {', '.join(map(_flat, one.sources))}" if one.sources else "",
        f"note: {_flat(one.note)}" if one.note else "",
    ]
    return "; ".join([f"{one.made_at:%Y-%m-%d %H:%M} {_flat(one.action)}", *filter(None, parts)])


def _signed(removed: Sequence[str], added: Sequence[str]) -> Iterator[str]:
    yield from (f"  - {_flat(one)}" for one in removed)
    yield from (f"  + {_flat(one)}" for one in added)


def _fields(changes: Iterable[FieldChange], *, indent: str = "  ") -> Iterator[str]:
    for one in changes:
        yield f"{indent}{_flat(one.field)}: {_values(one.old, one.new)}"


def _values(old: object, new: object) -> str:
    """Both values; of long texts what changed in them."""
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > _LONG and old and new:
        return _flat(_marked(word_changes(old, new)))
    return f"{_value(old)} → {_value(new)}"


def _value(value: Any) -> str:  # noqa: ANN401  # whatever JSON can hold
    if value is None or value in ("", [], {}):
        return "(none)"
    return _flat(value if isinstance(value, str) else json.dumps(as_json(value), ensure_ascii=False))


def _flat(text: str) -> str:
    """On one line: a text from a file must not look like a line of ours."""
    return " ".join(text.split())
