"""What evaluation notes about the names that it printed, for disambiguation to work with."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.item_names import Name
from bmreport_csl.name_options import NameOptions


@dataclass(frozen=True, slots=True)
class NameSet:
    """The names of one variable in one cite: all persons, how many were shown, and how they are written."""

    persons: tuple[Name, ...]
    shown: int
    options: NameOptions
