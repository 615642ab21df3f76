"""The columns of text of a forest plot: the figures of the arms, and others that somebody asks for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.figures.blocks import sentence
from bmreport_plugins.figures.forest.plot import Column
from bmreport_plugins.figures.numbers import count, decimals_for, fixed
from bmreport_plugins.study_pooling.row_tables import people_in

if TYPE_CHECKING:
    from bmreport import Arm, Study

__all__ = ["FIELDS", "TextColumn", "arm_columns", "arm_names", "extra_columns"]

_VERSUS = re.compile(r"\s+(?:versus|vs\.?|v|compared (?:with|to))\s+", re.IGNORECASE)
FIELDS = ("year", "follow_up", "funding", "design", "registration", "subgroup", "participants")
"""Fields of a study that a column may show; moderators are shown by their own names."""
_HEADS = {"follow_up": "Follow-up"}


@dataclass(frozen=True)
class TextColumn:
    """A column, how to fill it for a study, and how for several studies together (empty where that means nothing)."""

    column: Column
    cell: Callable[[Study], str]
    together: Callable[[Sequence[Study]], str]


def arm_names(studies: Sequence[Study], comparison: str) -> tuple[str, str]:
    """What the two arms are called: as most rows say, else as the comparison does."""
    parts = _VERSUS.split(comparison.strip(), maxsplit=1)
    compared = (parts[0], parts[1]) if len(parts) == 2 else ("", "")
    said = [
        Counter(getattr(study, arm).label for study in studies if getattr(study, arm).label).most_common(1)
        for arm in ("intervention", "control")
    ]
    names = [found[0][0] if found else other for found, other in zip(said, compared, strict=True)]
    return sentence(names[0]) or "Intervention", sentence(names[1]) or "Control"


def arm_columns(studies: Sequence[Study], names: tuple[str, str]) -> list[TextColumn]:
    """Events or means of both arms, as far as any study gives them; else the number of people."""
    columns = []
    for arm, name in zip(("intervention", "control"), names, strict=True):
        arms: list[Arm] = [getattr(study, arm) for study in studies]
        group = name if any(_is_filled(study.control) for study in studies) else ""
        if any(one.events is not None for one in arms):
            columns.append(_counted(arm, "events", Column("Events", group)))
            if any(one.person_time is not None for one in arms):
                columns.append(_counted(arm, "person_time", Column("Person-time", group)))
        if any(one.mean is not None for one in arms):
            columns += [_measured(arm, "mean", "Mean", group, arms), _measured(arm, "sd", "SD", group, arms)]
        if any(one.total is not None for one in arms):
            columns.append(_counted(arm, "total", Column("Total", group)))
    if not columns and any(people_in(study) for study in studies):
        columns.append(_numbered(Column("Participants"), people_in))
    return columns


def extra_columns(studies: Sequence[Study], names: Sequence[str]) -> list[TextColumn]:
    """Columns right of the plot, by fields of studies or names of moderators. Raises InputError for an unknown one."""
    moderators = dict.fromkeys(key for study in studies for key in study.moderators)
    unknown = [name for name in names if name not in moderators and name not in FIELDS]
    if unknown:
        raise InputError(
            f"there is no column {unknown[0]!r:.60} to show",
            where="option show",
            remedy=f"choose from {', '.join([*FIELDS, *moderators])}",
        )
    return [_extra(name, studies, is_moderator=name in moderators) for name in names]


def _extra(name: str, studies: Sequence[Study], *, is_moderator: bool) -> TextColumn:
    def cell(study: Study) -> str:
        return _value(study.moderators.get(name)) if is_moderator else _field(study, name)

    numeric = all(_is_number(cell(study)) for study in studies) and name != "year"
    head = sentence(_HEADS.get(name, name))
    return TextColumn(Column(head, side="right", numeric=numeric), cell, lambda _studies: "")


def _counted(arm: str, field: str, column: Column) -> TextColumn:
    def number(study: Study) -> float | None:
        value: float | None = getattr(getattr(study, arm), field)
        return value

    return _numbered(column, number)


def _numbered(column: Column, number: Callable[[Study], float | None]) -> TextColumn:
    return TextColumn(column, lambda study: _count(number(study)), lambda some: _sum([number(one) for one in some]))


def _measured(arm: str, field: str, head: str, group: str, arms: Sequence[Arm]) -> TextColumn:
    decimals = decimals_for(value for one in arms if (value := getattr(one, field)) is not None)

    def cell(study: Study) -> str:
        value = getattr(getattr(study, arm), field)
        return "" if value is None else fixed(value, decimals)

    return TextColumn(Column(head, group), cell, lambda _studies: "")


def _field(study: Study, name: str) -> str:
    if name == "participants":
        return _count(people_in(study))
    return str(getattr(study, name) or "")


def _value(value: float | str | None) -> str:
    return value if isinstance(value, str) else "" if value is None else f"{value:g}".replace("-", "−")


def _count(value: float | None) -> str:
    return "" if value is None else count(value)


def _sum(numbers: Sequence[float | None]) -> str:
    """The sum, where every row has the number; a sum of some would look like that of all."""
    known = [number for number in numbers if number is not None]
    return count(sum(known)) if known and len(known) == len(numbers) else ""


def _is_filled(arm: Arm) -> bool:
    return any(value is not None for value in (arm.events, arm.mean, arm.total))


def _is_number(text: str) -> bool:
    return not text or text.replace("−", "").replace(".", "").replace(",", "").isdigit()
