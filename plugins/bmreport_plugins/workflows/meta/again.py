"""Parts of an outcome pooled again, by the method by which the whole was pooled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Study
    from bmreport_meta import Effect, EffectSizes, Measure, Pooled, Table
    from bmreport_meta.tau2 import Method
    from bmreport_plugins.study_pooling import PooledOutcome

__all__ = ["PooledAgain"]

_OF_TABLES: Final = ("MH", "PETO")
_Test: TypeAlias = Literal["z", "t", "knha", "adhoc"]


@dataclass(frozen=True)
class PooledAgain:
    """An outcome that is pooled, with what is needed to pool a part of it."""

    outcome: PooledOutcome
    pooled: Pooled
    sizes: EffectSizes
    measure: Measure

    @classmethod
    def of(cls, outcome: PooledOutcome) -> PooledAgain | None:
        """None where nothing is pooled."""
        if outcome.pooled is None or outcome.sizes is None or outcome.measure is None:
            return None
        return cls(outcome, outcome.pooled, outcome.sizes, outcome.measure)

    @property
    def of_tables(self) -> bool:
        """Whether the method pools tables (Mantel-Haenszel, Peto) and not effects."""
        return self.pooled.method in _OF_TABLES

    @property
    def method(self) -> Method:
        """The method for statistics that need effects: that of the pool, or the common effect beside MH and Peto."""
        return "EE" if self.of_tables else self.pooled.method  # type: ignore[return-value]  # the others are those

    @property
    def test(self) -> _Test:
        """The test of the pool."""
        return self.pooled.test

    @property
    def level(self) -> float:
        """The level of all intervals."""
        return self.pooled.level

    def of_part(self, effects: Sequence[Effect]) -> Pooled:
        """Pool these effects. Raises MetaError where they do not allow it."""
        from bmreport_meta import EffectSizes, pool

        if self.of_tables:
            return self.of_these([effect.table for effect in effects if effect.table is not None])
        part = EffectSizes(self.sizes.measure, tuple(effects))
        return pool(part, method=self.method, test=self.test, level=self.level)

    def of_these(self, tables: Sequence[Table]) -> Pooled:
        """Pool tables by Mantel-Haenszel or Peto. Raises MetaError where they do not allow it."""
        from bmreport_meta import pool_mantel_haenszel, pool_peto

        if self.pooled.method == "PETO":
            return pool_peto(tables, level=self.level)  # type: ignore[arg-type]  # the whole was pooled from such tables
        return pool_mantel_haenszel(tables, self.sizes.measure, level=self.level).pooled  # type: ignore[arg-type]  # as above

    def study_of(self, effect: Effect) -> Study:
        """The row that an effect came from; effects are called after their places in the group."""
        return self.outcome.group.studies[int(effect.study)]

    @cached_property
    def names(self) -> dict[str, str]:
        """Name of an effect -> name of its study, with the subgroup where a study has several rows."""
        rows = {row.effect.study: row.study for row in self.outcome.rows}
        often = Counter(study.study for study in rows.values())
        return {
            key: f"{study.study} ({study.subgroup or study.origin})" if often[study.study] > 1 else study.study
            for key, study in rows.items()
        }
