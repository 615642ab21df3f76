"""Grades by comparison: each has its own tables, critical outcomes first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bmreport_plugins.graders.grade.plain_language import inside, split_comparison
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport import Grade, OutcomeSummary

__all__ = ["Comparison", "comparisons_of"]

_ORDER: Final = ("critical", "important", "", "limited")


@dataclass(frozen=True)
class Comparison:
    """One comparison with the grades of its outcomes."""

    title: str
    intervention: str
    control: str
    rows: tuple[tuple[Grade, OutcomeSummary], ...]


def comparisons_of(grades: Iterable[Grade]) -> list[Comparison]:
    """The comparisons in the order in which they first appear; grades without a summary belong to none."""
    found: dict[str, list[tuple[Grade, OutcomeSummary]]] = {}
    for grade in grades:
        if grade.summary is not None:
            found.setdefault(name_key(grade.summary.comparison), []).append((grade, grade.summary))
    return [_comparison(rows) for rows in found.values()]


def _comparison(rows: list[tuple[Grade, OutcomeSummary]]) -> Comparison:
    title = rows[0][1].comparison
    sides = split_comparison(title)
    intervention, control = map(inside, sides or ("the intervention", "comparator"))
    ordered = sorted(
        rows, key=lambda row: _ORDER.index(row[1].importance) if row[1].importance in _ORDER else len(_ORDER)
    )
    named = f"{intervention} compared with {control}" if sides else title
    return Comparison(named or "all studies", intervention, control, tuple(ordered))
