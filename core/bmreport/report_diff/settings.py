"""What differs beside the text: settings, provenance, grades, findings, history, inputs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

from bmreport.models.json_values import as_json
from bmreport.report_diff.models import FieldChange, FindingNote, GradeChange, GradeNote, ReportDiff
from bmreport.report_diff.pairing import Pairing

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from bmreport.models import Grade, GradeStep, Report

__all__ = ["compare_grades", "compare_records", "compare_settings"]

T = TypeVar("T")
_SETTINGS = (
    "title",
    "user_question",
    "style",
    "locale",
    "evidence_strength",
    "citation_count",
    "unique_documents",
    "methodology_note",
)


def compare_settings(diff: ReportDiff, old: Report, new: Report) -> None:
    """Fill in single values that differ. The time at which a report was made, and its rendering, are not compared."""
    was, now = dict(_values(old)), dict(_values(new))
    names = dict.fromkeys([*was, *now])
    pairs = ((name, was.get(name), now.get(name)) for name in names)
    diff.settings = [FieldChange(field=name, old=before, new=after) for name, before, after in pairs if before != after]


def compare_grades(diff: ReportDiff, old: Report, new: Report) -> None:
    """Fill in grades that differ, step by step."""
    pairing: Pairing[Grade] = Pairing(old.grades, new.grades)
    pairing.by(lambda one: repr(one.model_dump()))
    pairing.by(lambda one: (one.grader, one.outcome))
    diff.grades_removed = [_grade_note(old.grades[place]) for place in pairing.old_left]
    diff.grades_added = [_grade_note(new.grades[place]) for place in pairing.new_left]
    for before, after in pairing.pairs:
        fields = list(_grade_fields(before, after))
        steps = _step_changes(before.steps, after.steps)
        if fields or steps or before.label != after.label:
            diff.grades_changed.append(
                GradeChange(
                    grader=after.grader,
                    outcome=after.outcome,
                    old_label=before.label,
                    new_label=after.label,
                    fields=fields,
                    steps=steps,
                )
            )


def compare_records(diff: ReportDiff, old: Report, new: Report) -> None:
    """Fill in findings, entries of the history and inputs that stand in one report only."""
    diff.findings_removed, diff.findings_added = _only(
        [
            FindingNote(severity=one.severity, verifier=one.verifier, message=one.message, where=one.where)
            for one in old.findings
        ],
        [
            FindingNote(severity=one.severity, verifier=one.verifier, message=one.message, where=one.where)
            for one in new.findings
        ],
        repr,
    )
    diff.history_removed, diff.history_added = _only(old.history, new.history, repr)
    diff.inputs_removed, diff.inputs_added = _only(_inputs(old), _inputs(new), str)


def _values(report: Report) -> Iterator[tuple[str, Any]]:
    for name in _SETTINGS:
        yield name, getattr(report, name)
    yield "grounding", report.ledger.grounding
    yield "checked claims", len(report.ledger.entries) or None
    provenance = report.provenance
    for name in ("bmreport", "grader", "synthesizer", "model", "prompt_sha256"):
        yield f"provenance.{name}", getattr(provenance, name)
    for name, version in provenance.plugins.items():
        yield f"provenance.plugins.{name}", version
    for name, value in provenance.options.items():
        yield f"provenance.options.{name}", as_json(value)


def _grade_note(grade: Grade) -> GradeNote:
    return GradeNote(grader=grade.grader, outcome=grade.outcome, label=grade.label, reason=grade.reason)


def _grade_fields(old: Grade, new: Grade) -> Iterator[FieldChange]:
    for name in ("reason", "levels", "symbol", "suggested_by"):
        if getattr(old, name) != getattr(new, name):
            yield FieldChange(field=name, old=getattr(old, name), new=getattr(new, name))
    yield from _mapping_changes(old.figures, new.figures)
    # Ids of references are those of their own report.
    was, now = (one.summary.model_dump(exclude={"reference_ids"}) if one.summary else {} for one in (old, new))
    yield from _mapping_changes(was, now)


def _mapping_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[FieldChange]:
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            yield FieldChange(field=name, old=as_json(old.get(name)), new=as_json(new.get(name)))


def _step_changes(old: Sequence[GradeStep], new: Sequence[GradeStep]) -> list[FieldChange]:
    """Steps by name; of several with one name the first answers to the first."""
    pairing: Pairing[GradeStep] = Pairing(old, new)
    pairing.by(repr)
    pairing.by(lambda one: one.name)
    gone = [FieldChange(field=old[place].name, old=_step_text(old[place])) for place in pairing.old_left]
    came = [FieldChange(field=new[place].name, new=_step_text(new[place])) for place in pairing.new_left]
    changed = [
        FieldChange(field=after.name, old=_step_text(before), new=_step_text(after))
        for before, after in pairing.pairs
        if before != after
    ]
    return [*changed, *gone, *came]


def _step_text(step: GradeStep) -> str:
    change = f"{step.change:+d}" if step.change else ""
    override = f"decided by {step.override.by}" if step.override else ""
    parts = (step.judgement, change, "" if step.assessed else "not assessed", override)
    judgement = ", ".join(part for part in parts if part)
    footnote = f" ({step.footnote})" if step.footnote else ""
    return f"{judgement}: {step.reason}{footnote}" if judgement else f"{step.reason}{footnote}"


def _inputs(report: Report) -> list[str]:
    return [f"{one.locator} (sha256 {one.sha256[:12]})" if one.sha256 else one.locator for one in report.imports]


def _only(old: Iterable[T], new: Iterable[T], key: Callable[[T], Hashable]) -> tuple[list[T], list[T]]:
    """What stands in one list only, each as often as it is missing in the other."""
    before, after = list(old), list(new)
    left, right = Counter(map(key, before)), Counter(map(key, after))
    return _taken(before, left - right, key), _taken(after, right - left, key)


def _taken(given: Sequence[T], wanted: Counter[Hashable], key: Callable[[T], Hashable]) -> list[T]:
    """The last ones of those that are too many: an entry that came again stands behind the first."""
    left = Counter(wanted)
    out = []
    for one in reversed(given):
        if left[key(one)] > 0:
            left[key(one)] -= 1
            out.append(one)
    return out[::-1]
