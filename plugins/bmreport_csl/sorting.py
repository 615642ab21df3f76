"""`cs:sort`: keys of items, compared key by key, empty values last (CSL 1.0.2, "Sorting")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from bmreport_csl.citation_labels import citation_label
from bmreport_csl.collation import Collator
from bmreport_csl.compiler import compile_sequence
from bmreport_csl.context import Context
from bmreport_csl.date_keys import date_key
from bmreport_csl.evaluate_names import compile_names
from bmreport_csl.fields import FieldReader
from bmreport_csl.items import DATE_VARIABLES, NAME_VARIABLES
from bmreport_csl.output import plain
from bmreport_csl.scope import Render, Scope
from bmreport_csl.style_nodes import PLAIN, Name, Names, SortKey

KeyReader: TypeAlias = Callable[[Context], str]
T = TypeVar("T")


class Sorter:
    """The keys of one `cs:sort`, compiled."""

    def __init__(self, keys: Sequence[SortKey], scope: Scope) -> None:
        self.collator = Collator(scope.locale.lang)
        self.readers = [(_reader(key, scope), key.descending) for key in keys]

    def __bool__(self) -> bool:
        return bool(self.readers)

    def values(self, context: Context) -> list[str]:
        """The text of each key for one item."""
        context.sorting = True
        context.year_suffix = ""  # letters are given in the order of the sorted list
        out = []
        for reader, _ in self.readers:
            context.name_index = 0
            context.used = None
            out.append(reader(context))
        return out

    def sort(self, entries: list[tuple[list[str], T]], seconds: list[str] | None = None) -> list[T]:
        """Things by their key texts; equal ones keep their order. `seconds` are compared after the first key."""
        if seconds is not None:
            firsts = [
                ([values[0], text, *values[1:]], thing) for (values, thing), text in zip(entries, seconds, strict=True)
            ]
            return self._sorted(firsts, [self.readers[0][1], False, *(down for _, down in self.readers[1:])])
        return self._sorted(entries, [down for _, down in self.readers])

    def _sorted(self, entries: list[tuple[list[str], T]], directions: list[bool]) -> list[T]:
        key = self.collator.key
        for index in range(len(directions) - 1, -1, -1):
            descending = directions[index]
            filled = [entry for entry in entries if entry[0][index]]
            empty = [entry for entry in entries if not entry[0][index]]
            filled.sort(key=lambda entry: key(entry[0][index]), reverse=descending)
            entries = filled + empty
        return [thing for _, thing in entries]


def _reader(key: SortKey, scope: Scope) -> KeyReader:
    scope = scope.narrowed(
        sorting=True, sort_options=key.name_options, macros=dict[tuple[object, ...], Render](), delimiter=""
    )
    if key.macro:
        render = compile_sequence(scope.style.macros.get(key.macro, ()), scope)
        return lambda context: plain(render(context))
    name = key.variable
    fields = scope.fields
    if name in NAME_VARIABLES:
        return _names_reader(name, scope)
    if name in DATE_VARIABLES:
        return lambda context: date_key(context.dates[name]) if name in context.dates else ""
    if name == "citation-label":
        return lambda context: citation_label(context.item)
    if name == "citation-number":
        return lambda context: f"{context.number:07}"
    return lambda context: _stripped(context.variables.get(name, ""), fields)


def _names_reader(name: str, scope: Scope) -> KeyReader:
    """Names in full with the family name first, whatever the style prints."""
    full = {key: value for key, value in scope.name_options.items() if key.startswith("et-al")}
    node = Names(
        PLAIN, (name,), name=Name(PLAIN, {"name-form": "long", "name-as-sort-order": "all", "sort-separator": " "})
    )

    def nothing(*_: object) -> Render:
        return lambda context: ""  # noqa: ARG005

    render = compile_names(node, scope.narrowed(name_options=full), nothing)
    return lambda context: plain(render(context))


def _stripped(text: str, fields: FieldReader) -> str:
    """Without tags, which do not sort."""
    return plain(fields.read(text))
