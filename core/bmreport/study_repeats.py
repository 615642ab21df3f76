"""Papers of one trial count once: rows of one study found, and results that stand twice told.

Rows are of one study when they have the same name or the same registration number. A trial that goes by two names is
called by the one that came first; the other stands in the notes.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bmreport.lexical import fold
from bmreport.models import Finding, Severity
from bmreport.registrations import registrations_in
from bmreport.union_find import Joiner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Study

__all__ = ["count_trials_once", "result_key"]

_FIGURES = ("intervention", "control", "estimate", "participants")
_SHOWN = 12


def result_key(study: Study) -> tuple[str, ...]:
    """What a row is a result of: study, outcome, comparison and subgroup, without case and spacing."""
    fields = (study.study, study.outcome, study.comparison, study.subgroup)
    return tuple(" ".join(fold(text).split()) for text in fields)


def count_trials_once(studies: Sequence[Study]) -> tuple[list[Study], list[Finding]]:
    """The rows under one name for each trial, without those that repeat another exactly, and findings on both.

    Rows that give different figures for one result all stay: which one counts is for a person to say.
    """
    findings: list[Finding] = []
    named = _under_one_name(studies, findings)
    groups: dict[tuple[str, ...], list[Study]] = defaultdict(list)
    for study in named:
        groups[result_key(study)].append(study)
    dropped: set[int] = set()
    identical: list[str] = []
    for group in groups.values():
        distinct = _distinct(group, dropped)
        if len(distinct) < len(group):
            identical.append(f"{group[0].study}, {group[0].outcome}")
        if len(distinct) > 1:
            findings.append(_different(distinct))
    if identical:
        findings.append(_identical(identical, len(dropped)))
    return [study for study in named if id(study) not in dropped], findings


def _distinct(group: Sequence[Study], dropped: set[int]) -> list[Study]:
    """The rows of one result that differ in figures or follow-up; what another says as well is noted with the first."""
    first: dict[str, Study] = {}
    for study in group:
        figures = repr([getattr(study, name) for name in _FIGURES])
        known = first.setdefault(f"{fold(study.follow_up)} {figures}", study)
        if known is study:
            continue
        dropped.add(id(study))
        if not known.reference_id:
            known.reference_id = study.reference_id
        elif study.reference_id and study.reference_id != known.reference_id:
            known.notes.append(f"the same figures stand in {study.reference_id}")
        known.retracted = known.retracted or study.retracted
        known.bias.extend(one for one in study.bias if one not in known.bias)
    return list(first.values())


def _under_one_name(studies: Sequence[Study], findings: list[Finding]) -> list[Study]:
    """Copies of the rows; those of one registration number bear one name."""
    joiner = Joiner(len(studies))
    first: dict[str, int] = {}
    for place, study in enumerate(studies):
        # Names and numbers cannot be mixed up: a number is told by its form.
        for key in (f"name {' '.join(fold(study.study).split())}", *registrations_in(study.registration)):
            joiner.join(first.setdefault(key, place), place, "one trial")
    copies = [study.model_copy(update={"notes": list(study.notes), "bias": list(study.bias)}) for study in studies]
    for group in joiner.groups():
        names = list(dict.fromkeys(studies[place].study for place in group))
        if len({fold(name) for name in names}) < 2:
            continue
        for place in group:
            if copies[place].study != names[0]:
                copies[place].notes.append(f"called {copies[place].study} in its row; it is one trial with {names[0]}")
                copies[place].study = names[0]
        numbers = [number for place in group for number in registrations_in(studies[place].registration)]
        findings.append(
            Finding(
                verifier="studies",
                severity=Severity.INFO,
                message=f"{' and '.join(names[:_SHOWN])} are one trial ({numbers[0]}) and count once, as {names[0]}",
                where=", ".join(str(studies[place].origin) for place in group[:3] if studies[place].origin),
                remedy="give trials that are not the same their own registration numbers",
            )
        )
    return copies


def _different(rows: Sequence[Study]) -> Finding:
    first = rows[0]
    follow_ups = [study.follow_up for study in rows]
    times = (
        f", at {' and '.join(follow_ups)}" if len({fold(text) for text in follow_ups}) > 1 and all(follow_ups) else ""
    )
    parts = ", ".join(filter(None, (first.outcome, first.comparison, first.subgroup)))
    return Finding(
        verifier="studies",
        severity=Severity.WARNING,
        message=f"the study {first.study} gives {len(rows)} different results on {parts}{times}; "
        "its people must not count twice",
        where="; ".join(str(study.origin) for study in rows[:3] if study.origin),
        remedy="keep one row, or tell the rows apart by outcome, comparison or subgroup",
    )


def _identical(names: Sequence[str], rows: int) -> Finding:
    distinct = list(dict.fromkeys(names))
    more = f" and {len(distinct) - _SHOWN:,} more" if len(distinct) > _SHOWN else ""
    one = "1 row of study data repeats another exactly and counts once"
    what = one if rows == 1 else f"{rows:,} rows of study data repeat others exactly and count once"
    return Finding(
        verifier="studies",
        severity=Severity.INFO,
        message=f"{what}: {'; '.join(distinct[:_SHOWN])}{more}",
    )
