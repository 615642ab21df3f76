"""Pooling one group of rows: retracted and doubled rows out, one measure, weights, and every row accounted for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport_plugins.study_pooling.grouping import name_key
from bmreport_plugins.study_pooling.measures_of_rows import choose_measure
from bmreport_plugins.study_pooling.one_row_a_study import figure_key, one_row_a_study
from bmreport_plugins.study_pooling.outcome import LeftOutRow, PooledOutcome, PooledRow
from bmreport_plugins.study_pooling.row_tables import row_table
from bmreport_plugins.study_pooling.settings import PoolingSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Study
    from bmreport_meta import EffectSizes, ImplausibleInputError, Pooled, Table
    from bmreport_plugins.study_pooling.grouping import StudyGroup

__all__ = ["pool_group"]

RETRACTED = "retracted; a retracted study is never pooled"
_WITHOUT_EVENTS = ("no events in either group", "everybody in both groups had the event")
_MANTEL_HAENSZEL = frozenset(("RR", "OR", "RD", "IRR", "IRD"))


def pool_group(group: StudyGroup, settings: PoolingSettings | None = None) -> PooledOutcome:
    """Pool the rows of a group; every row comes out as pooled or left out.

    Never raises for what stands in a row: such a row is left out with the reason. Raises bmreport_meta's
    UnknownNameError for a measure that does not exist.
    """
    from bmreport_meta import find_measure

    chosen = settings or PoolingSettings()
    ledger = _Ledger(group.studies)
    usable = [place for place, study in enumerate(group.studies) if not study.retracted]
    ledger.leave_out({place: RETRACTED for place, study in enumerate(group.studies) if study.retracted})
    wanted = {name_key(outcome): measure for outcome, measure in chosen.measures.items()}
    name = wanted.get(name_key(group.outcome)) or choose_measure([group.studies[place] for place in usable])
    if not name:
        ledger.leave_out({place: _no_figures(group.studies[place]) for place in usable})
        return ledger.outcome(group, chosen, None)
    measure = find_measure(name)
    kept, reasons = one_row_a_study([group.studies[place] for place in usable], name)
    ledger.leave_out({usable[place]: reason for place, reason in reasons.items()})
    ledger.tabulate([usable[place] for place in kept], name)
    ledger.compute(name, drop_double_zero=measure.is_ratio)
    return ledger.outcome(group, chosen, name)


@dataclass
class _Ledger:
    """The books of one group while it is pooled."""

    studies: Sequence[Study]
    reasons: dict[int, str] = field(default_factory=dict)
    tables: dict[int, Table] = field(default_factory=dict)
    sizes: EffectSizes | None = None
    notes: list[str] = field(default_factory=list)

    def leave_out(self, reasons: dict[int, str]) -> None:
        self.reasons.update(reasons)

    def tabulate(self, places: Sequence[int], measure: str) -> None:
        """Tables of the rows, each named by its place; in an order that their figures alone decide."""
        from bmreport_meta import ImplausibleInputError

        for place in sorted(places, key=lambda one: figure_key(self.studies[one])):
            try:
                made = row_table(self.studies[place], measure, str(place))
            except ImplausibleInputError as fault:
                made = _implausible(fault)
            if isinstance(made, str):
                self.reasons[place] = made
            else:
                self.tables[place] = made

    def compute(self, measure: str, *, drop_double_zero: bool) -> None:
        """Effects of the tables; those that cannot be true or give none are left out with the reason."""
        from bmreport_meta import ImplausibleInputError, ImplausibleInputsError, ZeroCells, effect_sizes

        zero_cells = ZeroCells(drop_double_zero=drop_double_zero)
        while self.sizes is None:
            try:
                self.sizes = effect_sizes(self.tables.values(), measure, zero_cells=zero_cells)
            except (ImplausibleInputError, ImplausibleInputsError) as error:
                for fault in error.faults if isinstance(error, ImplausibleInputsError) else (error,):
                    del self.tables[int(fault.study)]
                    self.reasons[int(fault.study)] = _implausible(fault)
        self.reasons.update({int(one.study): one.reason for one in self.sizes.left_out})
        self.notes += [f"{self.studies[int(one.study)].study}: {one.message}" for one in self.sizes.cautions]

    def outcome(self, group: StudyGroup, settings: PoolingSettings, name: str | None) -> PooledOutcome:
        """Everything together."""
        from bmreport_meta import find_measure, on_natural_scale

        pooled = _pooled(self, settings, name) if name and self.sizes and len(self.sizes) else None
        percents = {int(weight.study): weight.percent for weight in pooled.weights} if pooled else {}
        effects = {int(effect.study): effect for effect in self.sizes or ()}
        rows = tuple(PooledRow(self.studies[place], effects[place], percents[place]) for place in sorted(percents))
        strata = Counter(row.study.subgroup for row in rows if row.study.subgroup)
        return PooledOutcome(
            group=group,
            measure=find_measure(name) if name else None,
            rows=rows,
            left_out=tuple(
                LeftOutRow(self.studies[place], self.reasons[place], self.reasons[place] in _WITHOUT_EVENTS)
                for place in sorted(self.reasons)
            ),
            pooled=pooled,
            natural=on_natural_scale(pooled, self.sizes) if pooled else None,
            sizes=self.sizes if pooled else None,
            why_not="" if pooled else _nothing_left(self.reasons),
            notes=(*self.notes, *(pooled.notes if pooled else ())),
            strata=dict(strata),
        )


def _pooled(ledger: _Ledger, settings: PoolingSettings, name: str) -> Pooled:
    """The pool by the method asked for; where the data do not allow it, by one that they do, and that is noted."""
    from bmreport_meta import NotConvergedError, NotEstimableError, pool, pool_mantel_haenszel, pool_peto

    sizes, method = ledger.sizes, settings.method
    assert sizes is not None  # noqa: S101  # the caller has effects
    tables = [ledger.tables[int(effect.study)] for effect in sizes]
    if method == "MH" or method == "PETO":  # mypy narrows by this form alone
        try:
            if method == "PETO" and name in ("OR", "PETO") and _are_counts(tables):
                return pool_peto(tables, level=settings.level)  # type: ignore[arg-type]  # all are 2x2 tables
            if method == "MH" and name in _MANTEL_HAENSZEL and _are_counts(tables):
                return pool_mantel_haenszel(tables, name, level=settings.level).pooled  # type: ignore[arg-type]  # as above
            ledger.notes.append(f"{method} needs counts of every study; inverse variance (common effect) is used")
        except NotEstimableError as error:
            ledger.notes.append(f"{error}; inverse variance (common effect) is used")
        return pool(sizes, method="EE", test="z", level=settings.level)
    try:
        return pool(sizes, method=method, test=settings.test, level=settings.level)
    except NotConvergedError as error:
        ledger.notes.append(f"{error}; DerSimonian and Laird's estimator is used")
        return pool(sizes, method="DL", test=settings.test, level=settings.level)


def _implausible(fault: ImplausibleInputError) -> str:
    return f"implausible: {fault.field} = {fault.value}, {fault.problem}"


def _are_counts(tables: Sequence[Table]) -> bool:
    from bmreport_meta import Rate, TwoByTwo

    return all(isinstance(table, TwoByTwo) for table in tables) or all(isinstance(table, Rate) for table in tables)


def _no_figures(study: Study) -> str:
    made = row_table(study, "", study.study)
    return made if isinstance(made, str) else "gives no figures"


def _nothing_left(reasons: dict[int, str]) -> str:
    counted = Counter(reasons.values())
    said = "; ".join(f"{number} x {reason}" if number > 1 else reason for reason, number in counted.most_common(3))
    return f"no study is left to pool: {said}"
