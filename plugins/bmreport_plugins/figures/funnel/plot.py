"""What a funnel plot shows, as data; effects stand on the scale that people read, standard errors on the one pooled."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FunnelPlot", "Point"]


@dataclass(frozen=True)
class Point:
    """A study; `filled` ones are those that trim and fill adds."""

    study: str
    effect: float
    se: float
    filled: bool = False


@dataclass(frozen=True)
class FunnelPlot:
    """A whole plot.

    `centre` is the pooled estimate, `adjusted` the one with the filled studies. `contours` are levels (0.9, 0.95, 0.99)
    of tests against `null`, between which the ground is shaded; none where nothing is to be tested.
    """

    title: str
    measure: str
    points: tuple[Point, ...]
    centre: float
    adjusted: float | None = None
    null: float | None = 1.0
    log: bool = True
    level: float = 0.95
    contours: tuple[float, ...] = (0.9, 0.95, 0.99)
    statements: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    method: str = ""
    heading: str = ""
    text_size: float = 9.0
    width: float = 300.0
    height: float = 220.0
    name: str = "funnel"
    reference_ids: tuple[str, ...] = ()

    @property
    def studies(self) -> list[Point]:
        """The points that are studies."""
        return [point for point in self.points if not point.filled]

    @property
    def filled(self) -> list[Point]:
        """The points that trim and fill adds."""
        return [point for point in self.points if point.filled]
