"""What a forest plot shows, as data on the scale that people read; how it was computed or is drawn is not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

__all__ = ["BiasColumns", "Column", "ForestPlot", "Range", "Row", "Side", "Stratum", "Summary"]

Side: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True)
class Range:
    """An estimate with its interval; bounds may be infinite. A prediction interval has no estimate of its own."""

    low: float
    high: float
    value: float | None = None


@dataclass(frozen=True)
class Column:
    """A column of text left or right of the plot; columns of one `group` stand below its name. Numbers end flush."""

    head: str
    group: str = ""
    side: Side = "left"
    numeric: bool = True


@dataclass(frozen=True)
class Row:
    """One study. `cells` and `bias` are in the order of the plot's columns and domains; a level may be empty.

    Without an estimate `note` says why, such as `not estimable`.
    """

    study: str
    estimate: Range | None
    weight: float | None = None
    cells: tuple[str, ...] = ()
    bias: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Summary:
    """A pooled estimate, with what is said of it below."""

    label: str
    estimate: Range
    weight: float | None = None
    cells: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stratum:
    """Studies of one subgroup; the only one of a plot without subgroups has no name and no summary."""

    rows: tuple[Row, ...]
    name: str = ""
    summary: Summary | None = None
    statements: tuple[str, ...] = ()
    """What is said where there is no summary."""


@dataclass(frozen=True)
class BiasColumns:
    """Risk-of-bias columns: `domains` as (short sign, name), `signs` maps each level to the id of its sign."""

    tool: str
    domains: tuple[tuple[str, str], ...]
    signs: Mapping[str, str]


@dataclass(frozen=True)
class ForestPlot:
    """A whole plot.

    `measure` is in words, `short` stands above the numbers. Without `decimals` ratios choose their own. `lower` and
    `higher` are printed below the axis, on either side of `null`. `axis` fixes the ends of the axis. `method` says how
    the estimates were pooled; without a total nothing was.
    """

    title: str
    measure: str
    short: str
    strata: tuple[Stratum, ...]
    columns: tuple[Column, ...] = ()
    total: Summary | None = None
    prediction: Range | None = None
    statements: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lower: str = ""
    higher: str = ""
    log: bool = True
    null: float | None = 1.0
    level: float = 0.95
    decimals: int | None = None
    bias: BiasColumns | None = None
    axis: tuple[float, float] | None = None
    method: str = ""
    participants: int | None = None
    heading: str = ""
    text_size: float = 9.0
    plot_width: float = 190.0
    name: str = "forest"
    reference_ids: tuple[str, ...] = field(default=())

    @property
    def rows(self) -> list[Row]:
        """All studies."""
        return [row for stratum in self.strata for row in stratum.rows]

    @property
    def summaries(self) -> list[Summary]:
        """The pooled estimates, subgroups first."""
        found = [stratum.summary for stratum in self.strata if stratum.summary]
        return [*found, *([self.total] if self.total else [])]
