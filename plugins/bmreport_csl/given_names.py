"""Given names for telling people apart in the whole document: the rules other than `by-cite`.

CSL 1.0.2, "Disambiguation", `givenname-disambiguation-rule`: all-names, primary-name, and both with initials only.
"""

from __future__ import annotations

from collections.abc import Iterable

from bmreport_csl.initials import initialize
from bmreport_csl.item_names import Name
from bmreport_csl.name_options import FAMILY, FULL, INITIALS


class NameCensus:
    """Who shares a family name with whom."""

    def __init__(self, names: Iterable[Name], *, with_particle: bool) -> None:
        self._with_particle = with_particle
        self._families: dict[str, dict[str, set[str]]] = {}
        for name in names:
            if not name.literal and name.given:
                initials = self._families.setdefault(_family(name, with_particle), {})
                initials.setdefault(initialize(name.given, ""), set()).add(_given(name))

    def level(self, name: Name, base: int, *, initials_only: bool) -> int:
        """The least given-name level at which nobody else looks the same; `base` where no level helps."""
        people = self._families.get(_family(name, self._with_particle))
        if people is None or name.literal:
            return base
        needed = FAMILY
        if len(people) > 1:
            needed = INITIALS
        if len(people.get(initialize(name.given, ""), ())) > 1 and not initials_only:
            needed = FULL
        return max(base, needed)


def _given(name: Name) -> str:
    return "".join(character for character in name.given if character.isalnum())


def _family(name: Name, with_particle: bool) -> str:
    """Where particles are never demoted they are part of the name: `dos Santos` is nobody of the name `Santos`."""
    return f"{name.non_dropping_particle} {name.family}".lstrip() if with_particle else name.family
