"""A person or a body as the processor sees it, after cleaning and particle parsing."""

from __future__ import annotations

from typing import NamedTuple


class Name(NamedTuple):
    """One name of a name variable. `literal` is set for bodies and for names that must not be taken apart."""

    family: str = ""
    given: str = ""
    dropping_particle: str = ""
    non_dropping_particle: str = ""
    suffix: str = ""
    comma_suffix: bool = False
    static_ordering: bool = False
    literal: str = ""
