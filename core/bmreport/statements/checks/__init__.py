"""The checks of a claim, by name; each takes a `ClaimInView` and returns the faults that it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.statements.checks import direction, hedging, markers, numbers, population, quotes, terms, uncited

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.fault import Fault

CHECKS: Mapping[str, Callable[[ClaimInView], list[Fault]]] = {
    "direction": direction.check,
    "hedging": hedging.check,
    "markers": markers.check,
    "numbers": numbers.check,
    "population": population.check,
    "quotes": quotes.check,
    "terms": terms.check,
    "uncited": uncited.check,
}
