"""What differs in the data of studies and in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import Figure
from bmreport.models.json_values import as_json
from bmreport.report_diff.models import FieldChange, ReportDiff, StudyChange, StudyNote
from bmreport.report_diff.pairing import Pairing

if TYPE_CHECKING:
    from bmreport.models import Report, Study

__all__ = ["compare_exhibits"]

# Where a row came from, and under which id its document is listed, says nothing of the study.
_NOT_COMPARED = {"origin", "reference_id", "notes"}


def compare_exhibits(diff: ReportDiff, old: Report, new: Report) -> None:
    """Fill in rows of study data and figures that differ."""
    pairing: Pairing[Study] = Pairing(old.studies, new.studies)
    pairing.by(repr)
    pairing.by(lambda one: (one.study, one.outcome, one.comparison, one.subgroup, one.follow_up))
    pairing.by(lambda one: (one.study, one.outcome, one.comparison, one.subgroup))
    diff.studies_removed = [_note(old.studies[place]) for place in pairing.old_left]
    diff.studies_added = [_note(new.studies[place]) for place in pairing.new_left]
    for before, after in pairing.pairs:
        if fields := _field_changes(before, after):
            diff.studies_changed.append(StudyChange(**_note(after).model_dump(), fields=fields))
    _compare_figures(diff, old, new)


def _compare_figures(diff: ReportDiff, old: Report, new: Report) -> None:
    pairing: Pairing[Figure] = Pairing(_figures(old), _figures(new))
    pairing.by(lambda one: (one.name, one.alt, one.svg, one.png, one.data))
    pairing.by(lambda one: one.name)
    diff.figures_removed = [pairing.old[place].name for place in pairing.old_left]
    diff.figures_added = [pairing.new[place].name for place in pairing.new_left]
    diff.figures_changed = [
        after.name
        for before, after in pairing.pairs
        if (before.alt, before.svg, before.png, before.data) != (after.alt, after.svg, after.png, after.data)
    ]


def _figures(report: Report) -> list[Figure]:
    return [block for section in report.sections for block in section.blocks if isinstance(block, Figure)]


def _field_changes(old: Study, new: Study) -> list[FieldChange]:
    was, now = (one.model_dump(exclude=_NOT_COMPARED) for one in (old, new))
    changed = [name for name in was if was[name] != now[name]]
    return [FieldChange(field=name, old=as_json(was[name]), new=as_json(now[name])) for name in changed]


def _note(study: Study) -> StudyNote:
    return StudyNote(study=study.study, outcome=study.outcome, comparison=study.comparison, subgroup=study.subgroup)
