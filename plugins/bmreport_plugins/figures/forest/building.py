"""From a pooled outcome to what its forest plot shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from bmreport_plugins.figures.blocks import sentence
from bmreport_plugins.figures.forest.bias import bias_columns, bias_of, levels_of
from bmreport_plugins.figures.forest.columns import TextColumn, arm_columns, arm_names, extra_columns
from bmreport_plugins.figures.forest.labels import Better, measure_words, outcome_title, short_measure, sides
from bmreport_plugins.figures.forest.plot import ForestPlot, Range, Row, Stratum, Summary
from bmreport_plugins.figures.forest.statements import (
    left_out_notes,
    method_words,
    of_difference,
    of_heterogeneity,
    of_method,
    of_overall_effect,
    summary_label,
)
from bmreport_plugins.figures.numbers import count, decimals_for, percent
from bmreport_plugins.study_pooling import PoolingSettings, StudyGroup, pool_group
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from bmreport import Study
    from bmreport_meta import Effect, Pooled
    from bmreport_plugins.risk_of_bias import Judged, RobTool
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["MOST_ROWS", "Better", "Order", "forest_plot"]

MOST_ROWS = 400
"""A plot of more studies is too tall to be read, let alone printed."""

Order: TypeAlias = Literal["given", "name", "year", "effect", "weight"]


def forest_plot(
    outcome: PooledOutcome,
    *,
    settings: PoolingSettings | None = None,
    subgroups: bool | Sequence[str] = True,
    judged: Sequence[Judged] | None = None,
    tool: RobTool | None = None,
    bias: bool = True,
    columns: Sequence[str] = (),
    better: Better = "",
    order: Order = "given",
    prediction: bool = True,
    title: str = "",
    most: int = MOST_ROWS,
) -> ForestPlot:
    """What the plot of a pooled outcome shows; nothing is computed anew but subgroups, which are pooled by `settings`.

    `subgroups` shows those that the rows name; a sequence gives the subgroup of each row instead, first of those that
    are pooled, then of those without events. `judged` are settled judgements on risk of bias; without them those in the
    rows count. Studies in which nobody had an event are shown as not estimable, all others that are not pooled stand in
    a note with the reason. Of more than `most` studies the heaviest are shown, and a note says how many are not.
    Raises InputError for a column that no study has.
    """
    shown, hidden = _heaviest(_shown(outcome), most)
    studies = [one.study for one in shown]
    names = arm_names(studies, outcome.group.comparison)
    texts = [*arm_columns(studies, names), *extra_columns(studies, columns)]
    judgements = bias_of(studies, outcome.group.outcome, judged, tool) if bias else {}
    work = _Work(outcome, settings or _settings_of(outcome), shown, texts, judgements, order)
    measure, pooled = outcome.measure, outcome.pooled
    lower, higher = sides(measure, names, better)
    plot = ForestPlot(
        title=title or outcome_title(outcome),
        measure=measure_words(measure),
        short=short_measure(measure),
        strata=tuple(work.strata(subgroups)),
        columns=tuple(one.column for one in texts),
        total=work.total(),
        prediction=work.prediction() if prediction else None,
        statements=tuple(work.statements()),
        notes=(*hidden, *left_out_notes([row for row in outcome.left_out if not row.without_events])),
        lower=lower,
        higher=higher,
        log=measure.is_ratio if measure else False,
        null=(1.0 if measure.is_ratio else measure.null) if measure else None,
        level=work.settings.level,
        method=method_words(pooled) if pooled and pooled.k > 1 else "",
        participants=outcome.participants,
        bias=bias_columns(judgements.values()),
        reference_ids=tuple(study.reference_id for study in studies if study.reference_id),
    )
    return replace(plot, decimals=_decimals(plot))


@dataclass(frozen=True)
class _Shown:
    """A study that gets a row; without an effect nobody in it had the event."""

    study: Study
    effect: Effect | None = None
    percent: float | None = None
    visible: bool = True


def _shown(outcome: PooledOutcome) -> list[_Shown]:
    alone = outcome.pooled is None or outcome.pooled.k < 2  # the weight of one study among one says nothing
    pooled = [_Shown(row.study, row.effect, None if alone else row.percent) for row in outcome.rows]
    return [*pooled, *(_Shown(row.study) for row in outcome.without_events)]


def _heaviest(shown: list[_Shown], most: int) -> tuple[list[_Shown], list[str]]:
    """The rows, of which only as many are visible as a page can hold, and what is to be said of the others."""
    if len(shown) <= most:
        return shown, []
    by_weight = sorted(range(len(shown)), key=lambda place: (-(shown[place].percent or 0.0), place))
    visible = set(by_weight[:most])
    weight = sum(shown[place].percent or 0.0 for place in by_weight[most:])
    said = f"{count(len(shown) - most)} more studies, with {percent(weight)} of the weight, are pooled but not shown."
    return [replace(one, visible=place in visible) for place, one in enumerate(shown)], [said]


def _settings_of(outcome: PooledOutcome) -> PoolingSettings:
    """As the outcome was pooled; what could not be done as asked is tried in subgroups as it was done at last."""
    pooled = outcome.pooled
    return PoolingSettings(pooled.method, pooled.test, pooled.level) if pooled else PoolingSettings()  # type: ignore[arg-type]  # names of methods


@dataclass
class _Work:
    """One outcome while its rows are put together."""

    outcome: PooledOutcome
    settings: PoolingSettings
    shown: Sequence[_Shown]
    texts: Sequence[TextColumn]
    judgements: dict[str, Judged]
    order: Order

    def __post_init__(self) -> None:
        self.differences: list[str] = []
        self._back = _back_of(self.outcome)

    def strata(self, subgroups: bool | Sequence[str]) -> list[Stratum]:
        """The rows, in subgroups where there are at least two."""
        names = [one.study.subgroup for one in self.shown] if isinstance(subgroups, bool) else list(subgroups)
        members: dict[str, list[_Shown]] = {}
        for one, name in zip(self.shown, names, strict=True):
            members.setdefault(name, []).append(one)
        if not subgroups or len(members) < 2:
            return [Stratum(tuple(self._rows(self.shown)))]
        strata: list[Stratum] = []
        pooled: list[Pooled] = []
        for name, found in sorted(members.items(), key=lambda pair: not pair[0]):
            part = self._part(found)
            if part.pooled:
                pooled.append(part.pooled)
            strata.append(self._stratum(sentence(name) or "No subgroup given", found, part))
        if len(pooled) > 1:
            self.differences.append(of_difference(pooled))
        return strata

    def total(self) -> Summary | None:
        """All studies together; one study is no total."""
        if self.outcome.pooled is None or self.outcome.pooled.k < 2:
            return None
        return self._summary(self.outcome, summary_label(self.outcome, "Total"), all_of_it=True)

    def statements(self) -> list[str]:
        """What is said of all studies but does not belong to a pooled estimate."""
        pooled = self.outcome.pooled
        if pooled is None:
            return [sentence(self.outcome.why_not)] if self.outcome.why_not else []
        if pooled.k < 2:
            return list(filter(None, [of_overall_effect(pooled, self.outcome.measure)]))
        return [*self.differences, *map(sentence, self.outcome.notes)]

    def prediction(self) -> Range | None:
        """Where the effect in a new study is expected, by t with k - 2 degrees (Cochrane Handbook 10.10.4.3)."""
        natural = self.outcome.natural
        band = natural.prediction.t_k_minus_2 if natural and natural.prediction else None
        return Range(band.low, band.high) if band else None

    def _part(self, rows: Sequence[_Shown]) -> PooledOutcome:
        group = self.outcome.group
        measure = self.outcome.measure
        settings = replace(self.settings, measures={group.outcome: measure.name} if measure else {})
        return pool_group(
            StudyGroup(group.outcome, group.comparison, tuple(row.study for row in rows), group.design), settings
        )

    def _stratum(self, name: str, rows: Sequence[_Shown], part: PooledOutcome) -> Stratum:
        percent = sum(row.percent or 0.0 for row in rows)
        summary = self._summary(part, "Subtotal", percent=percent) if part.pooled else None
        return Stratum(tuple(self._rows(rows)), name, summary, (part.why_not,) if part.why_not else ())

    def _summary(
        self, outcome: PooledOutcome, label: str, *, percent: float = 100.0, all_of_it: bool = False
    ) -> Summary | None:
        if outcome.pooled is None or outcome.natural is None:
            return None
        found = outcome.natural
        studies = [*(row.study for row in outcome.rows), *(row.study for row in outcome.without_events)]
        pooled = outcome.pooled
        said = [of_heterogeneity(pooled, bounds=all_of_it)]
        said += [of_overall_effect(pooled, outcome.measure), of_method(pooled)] if all_of_it else []
        return Summary(
            label,
            Range(found.interval.low, found.interval.high, found.estimate),
            percent,
            tuple(one.together(studies) for one in self.texts),
            tuple(filter(None, said)),
        )

    def _rows(self, rows: Sequence[_Shown]) -> list[Row]:
        made = [(self._row(row), row.study) for row in rows if row.visible]
        return [row for row, _study in _ordered(made, self.order)]

    def _row(self, row: _Shown) -> Row:
        cells = tuple(one.cell(row.study) for one in self.texts)
        bias = levels_of(self.judgements.get(name_key(row.study.study)))
        if row.effect is None:
            return Row(row.study.study, None, None, cells, bias, "not estimable")
        bounds, back = row.effect.interval(self.settings.level), self._back(row.effect.n)
        estimate = Range(back(bounds.low), back(bounds.high), back(row.effect.yi))
        return Row(row.study.study, estimate, row.percent, cells, bias)


def _back_of(outcome: PooledOutcome) -> Callable[[float | None], Callable[[float], float]]:
    """How a study of so many people is led back to the scale that people read."""
    from bmreport_meta.transforms import back_transform  # numpy comes with it

    kind = outcome.measure.back if outcome.measure else "none"
    return lambda n: back_transform(kind, n)


def _ordered(rows: list[tuple[Row, Study]], order: Order) -> list[tuple[Row, Study]]:
    keys: dict[str, Callable[[tuple[Row, Study]], tuple[object, ...]]] = {
        "name": lambda pair: (pair[0].study.casefold(),),
        "year": lambda pair: (pair[1].year is None, pair[1].year or 0, pair[0].study.casefold()),
        "effect": lambda pair: (pair[0].estimate is None, pair[0].estimate.value if pair[0].estimate else 0.0),
        "weight": lambda pair: (-(pair[0].weight or 0.0),),
    }
    return rows if order == "given" else sorted(rows, key=keys[order])


def _decimals(plot: ForestPlot) -> int | None:
    if plot.log:
        return None
    estimates = [row.estimate for row in plot.rows if row.estimate]
    return decimals_for(value for one in estimates for value in (one.low, one.high))
