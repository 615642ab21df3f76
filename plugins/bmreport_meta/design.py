"""From moderators to a design matrix.

Numbers stand as they are; a category has one column a level, but for the first, the reference. A study whose
moderator is missing is left out with that reason.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bmreport_meta.errors import MetaError, TooFewStudiesError
from bmreport_meta.intervals import LeftOut

if TYPE_CHECKING:
    from bmreport_meta.arrays import FloatArray
    from bmreport_meta.effects import EffectSizes

Value: TypeAlias = float | str | None
Moderators: TypeAlias = Mapping[str, Sequence[Value]]
"""A name for each moderator, and one value for each effect: all numbers, or all words."""


@dataclass(frozen=True, slots=True)
class Term:
    """A moderator in the design: `levels` are those of a category, its reference first; empty for a number."""

    name: str
    levels: tuple[str, ...] = ()

    def columns(self, *, full: bool) -> list[str]:
        """The names of its columns; `full` keeps one for the reference too, for a model without intercept."""
        if not self.levels:
            return [self.name]
        return [f"{self.name}: {level}" for level in (self.levels if full else self.levels[1:])]

    def encode(self, value: Value, *, full: bool) -> list[float]:
        """The entries of one study's row; raise `MetaError` for a level that the model has not seen."""
        if not self.levels:
            if isinstance(value, str) or value is None:
                raise MetaError(f"moderator {self.name!r} is a number, not {value!r}")
            return [float(value)]
        if str(value) not in self.levels:
            raise MetaError(f"moderator {self.name!r} has no level {value!r}; its levels: {', '.join(self.levels)}")
        return [float(str(value) == level) for level in (self.levels if full else self.levels[1:])]


@dataclass(frozen=True, slots=True)
class Design:
    """The terms of a model and whether it has an intercept."""

    terms: tuple[Term, ...]
    intercept: bool

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        names = ["intercept"] if self.intercept else []
        for place, term in enumerate(self.terms):
            names += term.columns(full=self._full(place))
        return names

    def row(self, values: Sequence[Value]) -> list[float]:
        """The row of one study."""
        entries = [1.0] if self.intercept else []
        for place, (term, value) in enumerate(zip(self.terms, values, strict=True)):
            entries += term.encode(value, full=self._full(place))
        return entries

    def _full(self, place: int) -> bool:
        """Without intercept the first category keeps all of its levels."""
        first = next((i for i, term in enumerate(self.terms) if term.levels), -1)
        return not self.intercept and place == first


def complete(sizes: EffectSizes, moderators: Moderators) -> tuple[list[int], tuple[LeftOut, ...]]:
    """Return the positions of the effects with all moderators, and the others with what they lack."""
    for name, values in moderators.items():
        if len(values) != len(sizes):
            raise MetaError(f"moderator {name!r} has {len(values)} values for {len(sizes)} effects")
    kept: list[int] = []
    left_out: list[LeftOut] = []
    for position, effect in enumerate(sizes.effects):
        lacking = [name for name, values in moderators.items() if _is_missing(values[position])]
        if lacking:
            left_out.append(LeftOut(effect.study, f"moderator not reported: {', '.join(lacking)}"))
        else:
            kept.append(position)
    return kept, tuple(left_out)


def _is_missing(value: Value) -> bool:
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))


def build(
    moderators: Moderators, kept: Sequence[int], references: Mapping[str, str], *, intercept: bool
) -> tuple[Design, FloatArray]:
    """Build the design of the studies kept; raise `MetaError` when moderators cannot be told apart."""
    terms = tuple(_term(name, [values[i] for i in kept], references.get(name)) for name, values in moderators.items())
    design = Design(terms, intercept)
    matrix = np.array([design.row([values[i] for values in moderators.values()]) for i in kept], dtype=np.float64)
    p = len(design.names)
    if len(kept) < p + 1:
        raise TooFewStudiesError(f"a meta-regression with {p} coefficients", p + 1, len(kept))
    _check_rank(matrix, design.names)
    return design, matrix


def _term(name: str, values: Sequence[Value], reference: str | None) -> Term:
    if all(isinstance(value, Real) for value in values):
        if not all(math.isfinite(float(value)) for value in values if value is not None):
            raise MetaError(f"moderator {name!r} must be finite")
        return Term(name)
    if any(isinstance(value, Real) for value in values):
        raise MetaError(f"moderator {name!r} mixes numbers and words; make all of them one or the other")
    levels = sorted({str(value) for value in values})
    if reference is not None:
        if reference not in levels:
            raise MetaError(f"moderator {name!r} has no level {reference!r}; its levels: {', '.join(levels)}")
        levels.remove(reference)
        levels.insert(0, reference)
    return Term(name, tuple(levels))


def _check_rank(matrix: FloatArray, names: Sequence[str]) -> None:
    """Name the first column that adds nothing to those before it."""
    length = np.sqrt((matrix**2).sum(axis=0))
    for place, name in enumerate(names):
        if length[place] == 0.0:
            raise MetaError(f"moderator column {name!r} is 0 in every study")
    scaled = matrix / length
    for place, name in enumerate(names, start=1):
        if np.linalg.matrix_rank(scaled[:, :place]) < place:
            raise MetaError(f"moderator column {name!r} says nothing that the others do not: leave it out")
