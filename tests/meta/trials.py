"""Made-up studies for the tests, and strategies for more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from bmreport_meta import Effect, TwoByTwo

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

TRIALS: Final = (
    TwoByTwo("Adams", 12, 120, 20, 118),
    TwoByTwo("Brown", 5, 60, 9, 64),
    TwoByTwo("Clark", 30, 410, 41, 402),
    TwoByTwo("Davis", 2, 45, 1, 44),
    TwoByTwo("Evans", 18, 200, 33, 205),
    TwoByTwo("Fox", 7, 95, 6, 90),
)
"""Six trials without a zero cell."""

EVEN: Final = (Effect("one", 0.0, 1.0), Effect("two", 2.0, 1.0), Effect("three", 4.0, 1.0))
"""Three effects whose statistics can be found by hand: mean 2, Q 8, tau2 3 by most estimators."""


def effects_of(pairs: list[tuple[float, float]]) -> list[Effect]:
    """Effects from pairs of value and variance."""
    return [Effect(f"study {place}", y, v) for place, (y, v) in enumerate(pairs)]


def some_effects(least: int = 2, most: int = 12) -> SearchStrategy[list[Effect]]:
    """Effects of a size as studies have them."""
    pair = st.tuples(st.floats(-3, 3), st.floats(0.01, 4))
    return st.lists(pair, min_size=least, max_size=most).map(effects_of)


@st.composite
def some_tables(draw: st.DrawFn, least: int = 1, most: int = 8, fewest_events: int = 0) -> list[TwoByTwo]:
    """Two-by-two tables; with `fewest_events` of 1 none has a zero cell."""
    tables = []
    for place in range(draw(st.integers(least, most))):
        n1, n2 = draw(st.integers(5, 300)), draw(st.integers(5, 300))
        events1 = draw(st.integers(fewest_events, n1 - fewest_events))
        events2 = draw(st.integers(fewest_events, n2 - fewest_events))
        tables.append(TwoByTwo(f"study {place}", events1, n1, events2, n2))
    return tables
