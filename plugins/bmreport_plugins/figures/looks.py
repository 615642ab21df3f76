"""What options may change of a finished plot's looks, whatever it was made from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from bmreport import ConfigError, Options

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LARGEST", "SMALLEST", "TEXT_SIZES", "Looks", "adjusted", "within"]

SMALLEST, LARGEST = 1e-30, 1e30
"""Ratios and other effects beyond these are slips of the pen, and no axis could hold them."""
TEXT_SIZES = (4.0, 30.0)
"""Points."""


_LENGTHS = ("plot_width", "width", "height")  # which go with the text


class Looks(Protocol):
    """What all plots have; they are frozen dataclasses."""

    @property
    def title(self) -> str:
        """The name of the picture."""

    @property
    def heading(self) -> str:
        """What is printed above it."""

    @property
    def text_size(self) -> float:
        """Points."""


P = TypeVar("P", bound=Looks)


def adjusted(plot: P, options: Options, maker: str) -> P:
    """The plot with the title, heading and size of text that the options name. Raises ConfigError for a wrong size."""
    given: Mapping[str, object] = options.model_dump(include=options.model_fields_set)
    changes: dict[str, object] = {}
    title = str(given.get("title") or plot.title)
    if "title" in given:
        changes |= {"title": title, "heading": plot.heading and title}
    if "heading" in given:
        changes["heading"] = title if given["heading"] else ""
    if "text_size" in given:
        size = within(maker, "text_size", float(str(given["text_size"])), *TEXT_SIZES)
        lengths = {name: getattr(plot, name) for name in _LENGTHS if hasattr(plot, name)}
        changes |= {"text_size": size, **{name: one * size / plot.text_size for name, one in lengths.items()}}
    return replace(plot, **changes) if changes else plot  # type: ignore[type-var]  # every plot is a dataclass


def within(maker: str, option: str, value: float, least: float, most: float) -> float:
    """The value of an option. Raises ConfigError when it lies outside."""
    if not least <= value <= most:
        raise ConfigError(
            f"option {option!r} is {value:g}", where=f"figure {maker}", remedy=f"give {least:g} to {most:g} points"
        )
    return value
