"""What the compiler knows at each place of a style: the locale, inherited options, and the macros compiled so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from bmreport_csl.context import Context
from bmreport_csl.fields import FieldReader
from bmreport_csl.needed_variables import NeededVariables
from bmreport_csl.output import Output
from bmreport_csl.style_nodes import Names, Node, ParsedStyle
from bmreport_csl.style_parser import NAME_OPTIONS

if TYPE_CHECKING:
    from bmreport_csl.locale import Locale

Render: TypeAlias = Callable[[Context], Output]
CompileNodes: TypeAlias = Callable[[tuple[Node, ...], "Scope"], tuple[Render, ...]]


@dataclass(frozen=True)
class Scope:
    """The surroundings of a node while it is compiled."""

    style: ParsedStyle
    locale: Locale
    area: str
    """citation or bibliography."""
    name_options: Mapping[str, str]
    """Inheritable name options of style and area, the nearer one winning."""
    options: Mapping[str, str]
    """All attributes of the area."""
    strip_periods: bool = False
    sorting: bool = False
    sort_options: Mapping[str, str] = field(default_factory=dict)
    """Name options of the sort key, which win over all others."""
    in_sentence: bool = False
    """The names become part of a sentence, which has no sign for "and"."""
    parent_names: Names | None = None
    """Inside `substitute`: the names element whose children a bare `cs:names` takes over."""
    first_only: bool = False
    """A branch inside `substitute`: its children are alternatives, of which the first that prints is taken."""
    is_top: bool = True
    """A direct child of the layout, or of a branch there: only such a one may be displayed as a block."""
    delimiter: str = ""
    """What the enclosing group puts between its children; the children of a branch count as its children."""
    explicit_suffix: bool = False
    """The area prints `year-suffix` by a text element, so dates do not add it on their own."""
    fields: FieldReader = field(default_factory=FieldReader)
    needs: NeededVariables = field(default_factory=lambda: NeededVariables({}))
    macros: dict[tuple[object, ...], Render] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def narrowed(self, **changes: object) -> Scope:
        """The same scope with some facts changed; macros compiled so far are shared."""
        return replace(self, **changes)  # type: ignore[arg-type]  # replace() itself refuses what is no field

    @property
    def macro_key(self) -> tuple[object, ...]:
        """What a compiled macro depends on beside its name."""
        return (self.strip_periods, self.sorting)


def name_options(*levels: Mapping[str, str]) -> dict[str, str]:
    """Inheritable name options, later levels over earlier ones (CSL 1.0.2, "Inheritable Name Options")."""
    merged: dict[str, str] = {}
    for level in levels:
        merged.update({key: value for key, value in level.items() if key in NAME_OPTIONS})
    return merged
