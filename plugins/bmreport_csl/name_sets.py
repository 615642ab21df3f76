"""What evaluation notes about the names that it printed, for disambiguation to work with."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.given_names import FAMILY, FULL, INITIALS
from bmreport_csl.item_names import Name
from bmreport_csl.name_options import NameOptions


@dataclass(frozen=True, slots=True)
class NameSet:
    """The names of one variable in one cite: all persons, how many were shown, and how they are written."""

    persons: tuple[Name, ...]
    shown: int
    options: NameOptions


def base_level(names: NameSet) -> int:
    """The given-name level that the style uses by itself."""
    if names.options.form == "short":
        return FAMILY
    return INITIALS if names.options.initialize_with is not None and names.options.initialize else FULL
