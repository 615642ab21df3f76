"""Conditions of citeproc-py, mended (CSL 1.0.2, "Choose")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citeproc import model

from bmreport_plugins.csl_engines.citeproc_parts.base import Mended
from bmreport_plugins.csl_engines.citeproc_parts.texts import is_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem


class Choose(Mended, model.Choose):  # type: ignore[misc]  # citeproc-py publishes no types; so below
    """The first branch whose condition holds."""

    def render(self, item: CiteItem, delimiter: str = "") -> str | None:
        """What that branch prints."""
        for branch in self.iterchildren():
            try:
                return branch.render(item, delimiter)  # type: ignore[no-any-return]  # an element
            except model.ConditionFailed:
                continue
        return None


class If(Mended, model.If):  # type: ignore[misc]
    """A branch with its condition."""

    def render(self, item: CiteItem, delimiter: str = "") -> str | None:
        """The children if the condition holds; otherwise citeproc-py's ConditionFailed is raised."""
        results = [bool(result) for attribute, test in _TESTS for result in self._test(attribute, test, item)]
        match = self.get("match", "all")
        holds = any(results) if match == "any" else not any(results) if match == "none" else all(results)
        if not holds:
            raise model.ConditionFailed
        return self.render_children(item, delimiter)

    def _test(self, attribute: str, test: Callable[[CiteItem, str], bool], item: CiteItem) -> list[bool]:
        value = self.get(attribute)
        results = [] if value is None else [test(item, word) for word in value.split()]
        # An item has one type, so of several types one is enough, as in citeproc-js; styles rely on it.
        return [any(results)] if results and attribute == "type" else results


class Else_If(If, model.Else_If):  # type: ignore[misc]  # noqa: N801  # citeproc-py names it so
    """A further branch."""


class Else(Mended, model.Else):  # type: ignore[misc]
    """The branch for all the rest."""

    def render(self, item: CiteItem, delimiter: str = "") -> str | None:
        """The children."""
        return self.render_children(item, delimiter)


def _has_variable(item: CiteItem, name: str) -> bool:
    if name == "locator":
        return item.locator is not None
    if name == "citation-number":
        return True
    if name == "year-suffix":
        return bool(item.year_suffix)
    return name in item.reference


def _is_numeric(item: CiteItem, name: str) -> bool:
    value = item.locator.identifier if name == "locator" and item.locator else item.reference.get(name)
    return isinstance(value, str) and is_number(value)


def _is_uncertain(item: CiteItem, name: str) -> bool:
    return bool(getattr(item.reference.get(name), "circa", False))


def _is_at_locator(item: CiteItem, name: str) -> bool:
    return item.locator is not None and item.locator.label.replace(" ", "-") == name.replace(" ", "-")


_TESTS: tuple[tuple[str, Callable[[CiteItem, str], bool]], ...] = (
    ("type", lambda item, name: item.reference.type == name),
    ("variable", _has_variable),
    ("is-numeric", _is_numeric),
    ("is-uncertain-date", _is_uncertain),
    ("locator", _is_at_locator),
    ("position", lambda item, name: name in item.positions),
    # Nothing here is told apart by this means, so the condition never holds.
    ("disambiguate", lambda _item, value: value != "true"),
)
