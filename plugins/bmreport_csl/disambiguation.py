"""Cites that would look alike are told apart (CSL 1.0.2, "Disambiguation").

Items whose cites print the same form a set. A set is taken apart by showing more names and more of given names, then by
the condition `disambiguate`, then by year suffixes. A step is kept only when it leaves fewer cites alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.context import Cite, Hints
from bmreport_csl.given_names import NameCensus
from bmreport_csl.name_options import FULL, base_level
from bmreport_csl.name_sets import NameSet
from bmreport_csl.output import plain
from bmreport_csl.registry import Registry

RenderKey = Callable[[str, Hints], str]


@dataclass(frozen=True, slots=True)
class Means:
    """Which ways of disambiguation the style allows."""

    add_names: bool
    add_given: bool
    by_cite: bool
    primary_only: bool
    initials_only: bool
    year_suffix: bool


def read_means(style: CompiledStyle) -> Means:
    """The attributes of `cs:citation`; the rule `by-cite` is the default."""
    options = style.citation.options
    rule = options.get("givenname-disambiguation-rule", "by-cite")
    return Means(
        add_names=options.get("disambiguate-add-names") == "true",
        add_given=options.get("disambiguate-add-givenname") == "true",
        by_cite=rule == "by-cite",
        primary_only=rule.startswith("primary-name"),
        initials_only=rule.endswith("with-initials"),
        year_suffix=options.get("disambiguate-add-year-suffix") == "true",
    )


def disambiguate(style: CompiledStyle, registry: Registry) -> None:
    """Fill the registry's hints for all items."""
    means = read_means(style)
    conditions = style.citation.disambiguate_tests
    if not (means.add_names or means.add_given or means.year_suffix or conditions):
        return
    keys: dict[str, list[str]] = {}
    logs: dict[str, list[NameSet]] = {}
    texts: dict[str, str] = {}
    for item_id in registry.registered:
        texts[item_id], logs[item_id] = _evaluate(style, registry, item_id)
    if means.add_given and not means.by_cite:
        with_particle = style.parsed.options.get("demote-non-dropping-particle") == "never"
        for item_id in _spread_given_names(means, registry, logs, with_particle=with_particle):
            texts[item_id], _ = _evaluate(style, registry, item_id)
        registry.sort()  # given names that the whole document needs count in the order too; those of one cite do not
    for item_id, text in texts.items():
        keys.setdefault(text, []).append(item_id)
    for ids in keys.values():
        if len(ids) > 1:
            _Resolver(style, registry, means, conditions, logs).resolve(ids)


def _evaluate(style: CompiledStyle, registry: Registry, item_id: str) -> tuple[str, list[NameSet]]:
    """The cite as later cites would print it, without locator and affixes, and the names in it."""
    context = registry.context(item_id, Cite(item_id, position="subsequent"))
    context.comparing = True
    log: list[NameSet] = []
    context.name_log = log
    text = plain(style.citation.body(context))
    return text, log


def _spread_given_names(
    means: Means, registry: Registry, logs: dict[str, list[NameSet]], *, with_particle: bool
) -> list[str]:
    """Give every item the levels that the whole document needs; the items that changed."""
    listed = (
        name
        for log in logs.values()
        for names in log
        for name in (names.persons[:1] if means.primary_only else names.persons)
    )
    census = NameCensus(listed, with_particle=with_particle)
    changed = []
    for item_id, log in logs.items():
        levels = []
        for names in log:
            base = base_level(names.options)
            levels.append(tuple(
                base if means.primary_only and index else census.level(name, base, initials_only=means.initials_only)
                for index, name in enumerate(names.persons)
            ))  # fmt: skip
        bases = [(base_level(names.options),) * len(names.persons) for names in log]
        if levels != bases:
            registry.hints[item_id] = Hints(levels=tuple(levels))
            changed.append(item_id)
    return changed


class _Resolver:
    """Takes one set of items apart."""

    def __init__(
        self, style: CompiledStyle, registry: Registry, means: Means, conditions: int, logs: dict[str, list[NameSet]]
    ) -> None:
        self.style = style
        self.registry = registry
        self.means = means
        self.conditions = conditions
        self.logs = logs

    def resolve(self, ids: list[str]) -> None:
        """All steps in turn; each one gets what the one before could not tell apart."""
        left: list[tuple[Hints, list[str]]] = [(self._base(ids[0]), ids)]
        if self.means.add_names or (self.means.add_given and self.means.by_cite):
            left = self._by_names(left)
        if self.conditions:
            left = [rest for hints, group in left for rest in self._by_condition(hints, group)]
        if self.means.year_suffix:
            for hints, group in left:
                self._by_year_suffix(hints, group)

    def _base(self, item_id: str) -> Hints:
        """The style's own names and given names, written out as numbers."""
        known = self.registry.hints.get(item_id, Hints())
        log = self.logs[item_id]
        levels = known.levels or tuple((base_level(names.options),) * len(names.persons) for names in log)
        return Hints(counts=tuple(names.shown for names in log), levels=levels)

    def _text(self, item_id: str, hints: Hints) -> str:
        context = self.registry.context(item_id, Cite(item_id, position="subsequent"))
        context.hints = hints
        context.comparing = True
        return plain(self.style.citation.body(context))

    def _split(self, ids: list[str], hints: Hints) -> tuple[list[str], list[str]]:
        """Those that look like the first one under these hints, and the others."""
        text = self._text(ids[0], hints)
        partners, others = [ids[0]], list[str]()
        for item_id in ids[1:]:
            (partners if self._text(item_id, hints) == text else others).append(item_id)
        return partners, others

    def _keep(self, item_id: str, hints: Hints) -> None:
        self.registry.hints[item_id] = hints

    def _by_names(self, groups: list[tuple[Hints, list[str]]]) -> list[tuple[Hints, list[str]]]:
        """Names and given names, one step after another, in the order of the names."""
        left: list[tuple[Hints, list[str]]] = []
        queue = list(groups)
        while queue:
            best, ids = queue.pop(0)
            if len(ids) == 1:
                self._keep(ids[0], best)
                continue
            better, parts = self._first_useful_step(best, ids)
            if len(parts) > 1:
                queue[:0] = [(better, part) for part in parts]
                continue
            for item_id in ids:
                self._keep(item_id, best)
            left.append((best, ids))
        return left

    def _first_useful_step(self, best: Hints, ids: list[str]) -> tuple[Hints, list[list[str]]]:
        """Try steps until one tells the first item from the second; only that step is kept.

        A step that only parts others from the two is kept when no step parts the two. Without success nobody is told
        apart.
        """
        best = self._fitted(best, ids[0])
        parts = self._parts(ids, best)
        if len(parts) > 1:
            return best, parts
        trial = best
        second_best = (best, [ids])
        for place, index, change in self._steps(ids[0], best):
            trial = change(trial)
            partners, others = self._split(ids, trial)
            if not others:
                continue
            kept = _kept(best, trial, place, index)
            if others[0] == ids[1]:
                return kept, [part for part in self._split(ids, kept) if part]
            if len(second_best[1]) == 1:
                second_best = (kept, [partners, others])
        return second_best

    def _parts(self, ids: list[str], hints: Hints) -> list[list[str]]:
        """Those that look alike under these hints, all at once: one at a time would take time by the square.

        From the first one on whose names the hints have no place for, the rest stays together to be looked at again.
        """
        sets: dict[str, list[str]] = {}
        for item_id in ids:
            sets.setdefault(self._text(item_id, hints), []).append(item_id)
        parts: list[list[str]] = []
        for alike in sets.values():
            if parts and self._fitted(hints, alike[0]) != hints:
                done = {item_id for part in parts for item_id in part}
                return [*parts, [item_id for item_id in ids if item_id not in done]]
            parts.append(alike)
        return parts

    def _fitted(self, hints: Hints, item_id: str) -> Hints:
        """The hints with a place for every name of that item, whose lists may be longer than those of others."""
        counts, levels = list(hints.counts), list(hints.levels)
        for place, names in enumerate(self.logs[item_id]):
            base = base_level(names.options)
            if place >= len(counts):
                counts.append(names.shown)
            if place >= len(levels):
                levels.append(())
            missing = len(names.persons) - len(levels[place])
            if missing > 0:
                levels[place] = (*levels[place], *(base,) * missing)
        return replace(hints, counts=tuple(counts), levels=tuple(levels))

    def _steps(self, item_id: str, start: Hints) -> list[tuple[int, int, Callable[[Hints], Hints]]]:
        """All single steps for the names of that item: given names of one name, then the next name, and so on."""
        steps: list[tuple[int, int, Callable[[Hints], Hints]]] = []
        given = self.means.add_given and self.means.by_cite
        for place, names in enumerate(self.logs[item_id]):
            shown = start.counts[place] if place < len(start.counts) else names.shown
            total = len(names.persons) if self.means.add_names else shown
            for index in range(total):
                if index >= shown:
                    steps.append((place, index, _show(place, index + 1)))
                if given and index < len(start.levels[place]):
                    steps.extend(
                        (place, index, _spell_out(place, index, level))
                        for level in range(start.levels[place][index] + 1, FULL + 1)
                    )
        return steps

    def _by_condition(self, hints: Hints, ids: list[str]) -> list[tuple[Hints, list[str]]]:
        """The conditions `disambiguate`, the first of them, then two, and so on.

        What stays alike goes on without them when year suffixes can still help, and keeps them otherwise.
        """
        left: list[tuple[Hints, list[str]]] = []
        alike = [ids]
        for count in range(1, self.conditions + 1):
            trial = replace(hints, conditions=count)
            sets: dict[str, list[str]] = {}
            for group in alike:
                for item_id in group:
                    sets.setdefault(self._text(item_id, trial), []).append(item_id)
            for group in sets.values():
                if len(group) == 1:
                    self._keep(group[0], trial)
            alike = [group for group in sets.values() if len(group) > 1]
        for group in alike:
            left.append((hints, group))
            if not self.means.year_suffix:
                for item_id in group:
                    self._keep(item_id, replace(hints, conditions=self.conditions))
        return left

    def _by_year_suffix(self, hints: Hints, ids: list[str]) -> None:
        """Letters in the order of the bibliography."""
        if len(ids) < 2:
            return
        for number, item_id in enumerate(sorted(ids, key=self.registry.numbers.__getitem__)):
            self._keep(item_id, replace(hints, year_suffix=year_suffix(number)))


def _kept(best: Hints, trial: Hints, place: int, index: int) -> Hints:
    """The best hints so far with the one step that helped: the names shown there and the level of one name."""
    counts = list(best.counts)
    counts[place] = trial.counts[place]
    levels = [list(row) for row in best.levels]
    levels[place][index] = trial.levels[place][index]
    return replace(best, counts=tuple(counts), levels=tuple(tuple(row) for row in levels))


def _show(place: int, count: int) -> Callable[[Hints], Hints]:
    def step(hints: Hints) -> Hints:
        counts = hints.counts
        return replace(hints, counts=(*counts[:place], max(count, counts[place]), *counts[place + 1 :]))

    return step


def _spell_out(place: int, index: int, level: int) -> Callable[[Hints], Hints]:
    def step(hints: Hints) -> Hints:
        levels = [list(row) for row in hints.levels]
        levels[place][index] = level
        return replace(hints, levels=tuple(tuple(row) for row in levels))

    return step


def year_suffix(number: int) -> str:
    """The letters of a place, from 0: a to z, then aa, ab and so on."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
