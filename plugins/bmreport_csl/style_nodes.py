"""A parsed CSL style: immutable nodes that know nothing of rendering (CSL 1.0.2, "Rendering Elements")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Formatting:
    """Font attributes; an empty string means that the attribute is absent."""

    font_style: str = ""
    font_variant: str = ""
    font_weight: str = ""
    text_decoration: str = ""
    vertical_align: str = ""

    def __bool__(self) -> bool:
        return bool(
            self.font_style or self.font_variant or self.font_weight or self.text_decoration or self.vertical_align
        )


@dataclass(frozen=True, slots=True)
class Look:
    """What every rendering element may carry around its content."""

    formatting: Formatting = Formatting()
    prefix: str = ""
    suffix: str = ""
    display: str = ""
    text_case: str = ""
    quotes: bool = False
    unquoted: bool = False
    """`quotes="false"` was written: quotes inside become outer ones, as in citeproc-js."""
    strip_periods: bool = False


PLAIN = Look()


@dataclass(frozen=True, slots=True)
class Text:
    """`cs:text`; exactly one of variable, macro, term and value is set (`value` may be empty)."""

    look: Look
    variable: str = ""
    macro: str = ""
    term: str = ""
    value: str = ""
    form: str = "long"
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """`cs:number`."""

    look: Look
    variable: str
    form: str = "numeric"


@dataclass(frozen=True, slots=True)
class DatePart:
    """`cs:date-part`; `name` is year, month or day."""

    look: Look
    name: str
    form: str = ""
    range_delimiter: str = ""


@dataclass(frozen=True, slots=True)
class Date:
    """`cs:date`; with a `form` it takes the locale's layout, whose parts `parts` override."""

    look: Look
    variable: str
    form: str = ""
    date_parts: str = "year-month-day"
    delimiter: str = ""
    parts: tuple[DatePart, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """`cs:label`; inside `cs:names` the variable is that of the names."""

    look: Look
    variable: str = ""
    form: str = "long"
    plural: str = "contextual"


@dataclass(frozen=True, slots=True)
class NamePart:
    """`cs:name-part`; `name` is given or family."""

    look: Look
    name: str


@dataclass(frozen=True, slots=True)
class Name:
    """`cs:name`; `options` holds only the inheritable attributes that stand on this element."""

    look: Look
    options: Mapping[str, str]
    parts: tuple[NamePart, ...] = ()


@dataclass(frozen=True, slots=True)
class EtAl:
    """`cs:et-al`."""

    look: Look
    term: str = "et-al"


@dataclass(frozen=True, slots=True)
class Names:
    """`cs:names`. Absent children are None or empty; a names element in `substitute` inherits them at compile time."""

    look: Look
    variables: tuple[str, ...]
    delimiter: str | None = None
    name: Name | None = None
    et_al: EtAl | None = None
    label: Label | None = None
    label_first: bool = False
    substitute: tuple[Node, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """`cs:group`."""

    look: Look
    delimiter: str
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """One test of a branch: `kind` is the attribute (type, variable, is-numeric …), `values` what it lists."""

    kind: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """`cs:if`, `cs:else-if`, or with `match="else"` `cs:else`."""

    match: str
    conditions: tuple[Condition, ...]
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """`cs:choose`."""

    branches: tuple[Branch, ...]


Node: TypeAlias = Text | Number | Date | Label | Names | Group | Choose


@dataclass(frozen=True, slots=True)
class SortKey:
    """`cs:key`; `macro` or `variable` is set."""

    variable: str = ""
    macro: str = ""
    descending: bool = False
    name_options: Mapping[str, str] = field(default_factory=dict)
    """`names-min`, `names-use-first`, `names-use-last` under the names of the options they override."""


@dataclass(frozen=True, slots=True)
class Layout:
    """`cs:layout`."""

    look: Look
    delimiter: str
    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """`cs:citation` or `cs:bibliography`; `options` holds all its attributes."""

    layout: Layout
    sort: tuple[SortKey, ...]
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StyleInfo:
    """What `cs:info` says."""

    id: str = ""
    title: str = ""
    parent: str = ""
    categories: tuple[str, ...] = ()


@dataclass(frozen=True)
class ParsedStyle:
    """An independent style. `options` are the attributes of `cs:style`; `locales` the raw `cs:locale` elements."""

    info: StyleInfo
    is_note: bool
    default_locale: str
    options: Mapping[str, str]
    macros: Mapping[str, tuple[Node, ...]]
    citation: Area
    bibliography: Area | None
    locales: tuple[tuple[str, object], ...]
    """Pairs of language ("" for all) and the `cs:locale` element, which `locale.py` reads."""
    warnings: tuple[str, ...] = ()
