"""One row of study data as the fields of a Study, or the problems that stand in the way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bmreport.identifiers import normal_doi, normal_pmcid, normal_pmid
from bmreport.models.study import StudyDesign
from bmreport.study_rows.arms import read_arm
from bmreport.study_rows.cells import CellError, Numbers
from bmreport.study_rows.columns import ColumnPlan, Role
from bmreport.study_rows.designs import design_of
from bmreport.study_rows.estimates import read_estimate
from bmreport.study_rows.filling import Filling, Place, Problem
from bmreport.study_rows.judgements import read_bias, read_indirectness

__all__ = ["Defaults", "Row", "RowReader"]

_YEAR = re.compile(r"(?P<year>(?:1[5-9]|20|21)[0-9]{2})[a-z]?")
_YES = frozenset(("yes", "y", "true", "1", "x", "retracted"))
_NO = frozenset(("", "no", "n", "false", "0", "none"))
_TOTALS = re.compile(
    r"(?:sub-?)?totals?\b(?:\s*\(.*)?|(?:overall|pooled|summary)(?:\s+(?:effect|estimate|result)s?)?(?:\s*\(.*)?"
    r"|heterogeneity\b.*|test (?:for|of) .*",
    re.IGNORECASE,
)
_NORMAL = {"doi": normal_doi, "pmid": normal_pmid, "pmcid": normal_pmcid}


@dataclass(frozen=True)
class Defaults:
    """What holds for all rows of a table that has no column for it."""

    outcome: str = ""
    comparison: str = ""
    measure: str = ""
    design: StudyDesign | None = None


@dataclass
class Row:
    """The fields of a Study; with `problems` they are not to be used. `notes` are remarks that belong to the study."""

    fields: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)
    unnamed: bool = False
    """Whether something stands in a column without a name."""


class RowReader:
    """Reads rows of one table; what it knows of the columns is settled once."""

    def __init__(self, plan: ColumnPlan, numbers: Numbers | None = None, defaults: Defaults | None = None) -> None:
        self._numbers = numbers or Numbers()
        self._defaults = defaults or Defaults()
        self._places: dict[Role, list[Place]] = defaultdict(list)
        self._arms: dict[str, dict[str, Place]] = defaultdict(dict)
        for place, column in enumerate(plan.columns):
            self._places[column.role].append((place, column))
            if column.role is Role.ARM:
                self._arms[column.group][column.key] = (place, column)
        self._unnamed = [place for place, column in self._places[Role.UNKNOWN] if not column.name.strip()]

    def read(self, cells: Sequence[object]) -> Row:
        """One row. Cells of a text file are text; those of a spreadsheet or JSON may be numbers."""
        row = Filling(cells, self._places)
        fields: dict[str, Any] = {}
        _read_texts(row, fields)
        _read_study(row, fields)
        self._read_design(row, fields)
        self._read_figures(row, fields)
        fields["bias"] = read_bias(row)
        fields["indirectness"] = read_indirectness(row)
        fields["moderators"] = self._moderators(row)
        self._fill_defaults(row, fields)
        notes = [*([fields["notes"]] if fields.get("notes") else []), *row.notes]
        fields["notes"] = notes
        unnamed = any(row.cell(place) not in (None, "") for place in self._unnamed)
        return Row({name: value for name, value in fields.items() if value not in _EMPTY}, row.problems, unnamed)

    def _read_design(self, row: Filling, fields: dict[str, Any]) -> None:
        said = row.text_at(Role.DESIGN)
        fields["design"] = design_of(said) if said else self._defaults.design
        if said and fields["design"] is None:
            known = ", ".join(design.value for design in StudyDesign)
            row.notes.append(f"the design {said!r:.60} is none that is known ({known}) and counts as not given")

    def _read_figures(self, row: Filling, fields: dict[str, Any]) -> None:
        arms = {group: read_arm(row, columns, self._numbers) for group, columns in self._arms.items()}
        people = None
        if found := row.first(Role.PARTICIPANTS):
            people = row.number(*found, self._numbers.count)
        if "single" in arms:
            single = arms.pop("single")
            _take_people(row, single, people)
            arms["intervention"] = single | arms.get("intervention", {})
            people = None
        given = any(set(arm) - {"label"} for arm in arms.values())
        fields.update({group: arm for group, arm in arms.items() if arm})
        fields["estimate"] = read_estimate(row, self._numbers, self._defaults.measure, arms=given)
        if people:
            fields["participants"] = people
            _compare_people(row, arms, people)

    def _moderators(self, row: Filling) -> dict[str, float | str]:
        found: dict[str, float | str] = {}
        for place, column in self._places.get(Role.MODERATOR, ()):
            text = row.text(place, column)
            cell = row.cell(place)
            if text and isinstance(cell, int | float) and not isinstance(cell, bool):
                found[column.key] = float(cell)
            elif text:
                try:
                    found[column.key] = self._numbers.number(text)
                except CellError:
                    found[column.key] = text
        return found

    def _fill_defaults(self, row: Filling, fields: dict[str, Any]) -> None:
        arms = (fields.get("intervention", {}), fields.get("control", {}))
        labels = [arm.get("label", "") for arm in arms]
        compared = " versus ".join(labels) if all(labels) else ""
        fields["comparison"] = fields.get("comparison") or self._defaults.comparison or compared
        fields["outcome"] = fields.get("outcome") or self._defaults.outcome
        if not fields["outcome"]:
            column = next((one.name for _place, one in row.places[Role.TEXT] if one.key == "outcome"), "outcome")
            row.problems.append(Problem(column, "is empty", "name the outcome that the figures belong to"))


_EMPTY: tuple[object, ...] = (None, "", [], {})


def _read_texts(row: Filling, fields: dict[str, Any]) -> None:
    for place, column in row.places.get(Role.TEXT, ()):
        cell = row.cell(place)
        if column.key == "notes" and isinstance(cell, list | tuple):
            fields["notes"] = "; ".join(map(str, cell))
            continue
        text = row.text(place, column)
        if text and column.key == "notes" and fields.get("notes"):
            text = f"{fields['notes']}; {text}"
        if text:
            fields[column.key] = _NORMAL[column.key](text) if column.key in _NORMAL else text
    if found := row.first(Role.FOLLOW_UP):
        text = row.text(*found)
        unit = found[1].key
        fields["follow_up"] = f"{text} {unit}" if text and unit and text[-1].isdigit() else text
    if found := row.first(Role.RETRACTED):
        said = row.text(*found).casefold()
        if said not in _YES | _NO:
            row.refuse(found[1], f"{said!r:.40} is neither yes nor no", "write yes or no")
        fields["retracted"] = said in _YES or None


def _read_study(row: Filling, fields: dict[str, Any]) -> None:
    """The study's name: its own column, else author and year; a mere number gives way to an author."""
    year = row.text_at(Role.YEAR)
    found = _YEAR.fullmatch(year)
    if found:
        fields["year"] = int(found["year"])
    elif year:
        row.notes.append(f"{year!r:.40} is no year and was left out")
    name, author = row.text_at(Role.STUDY), row.text_at(Role.AUTHOR)
    if author and (not name or name.isdecimal()):
        name = author if year and year in author else f"{author} {year}".strip()
    fields["study"] = name
    column = row.first(Role.STUDY) or row.first(Role.AUTHOR)
    if not column:
        return
    if not name:
        row.refuse(column[1], "is empty", "name the study in every row, merged cells included")
    elif _TOTALS.fullmatch(name):
        row.refuse(column[1], f"{name!r:.60} is a line of totals, not a study", "take the line out of the table")


def _take_people(row: Filling, arm: dict[str, Any], people: int | None) -> None:
    """The number of people of the only arm, where it stands in the column for all participants."""
    if people is None:
        return
    arm.setdefault("total", people)
    found = row.first(Role.PARTICIPANTS)
    if found and people == 0:
        row.refuse(found[1], "is 0; an arm without people tells nothing", "correct the number")
    elif found and arm.get("events", 0) > arm["total"]:
        reason = f"{arm['events']} events among {arm['total']} people"
        row.refuse(found[1], reason, "check whether two columns are exchanged")


def _compare_people(row: Filling, arms: dict[str, dict[str, Any]], people: int) -> None:
    totals = [arm["total"] for arm in arms.values() if "total" in arm]
    if len(totals) == 2 and sum(totals) != people:
        row.notes.append(f"{people} participants are said to be in the study, but its arms have {sum(totals)}")
