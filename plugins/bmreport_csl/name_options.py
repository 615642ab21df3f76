"""The options of `cs:name` and its ancestors as typed values, read once at compile time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bmreport_csl.scope import Scope
from bmreport_csl.style_nodes import PLAIN, EtAl, Look, Name, NamePart
from bmreport_csl.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class Truncation:
    """When a list of names is cut (`et-al-min`) and how many stay (`et-al-use-first`); 0 for never."""

    minimum: int = 0
    first: int = 1

    def shown(self, count: int) -> int:
        """How many of so many names are shown."""
        return min(count, self.first) if self.minimum and count >= self.minimum else count


@dataclass(frozen=True, slots=True)
class NameOptions:
    """How the persons of one names element are written and joined."""

    form: str
    and_word: str
    delimiter: str
    sort_separator: str
    precedes_last: str
    precedes_et_al: str
    truncation: Truncation
    subsequent: Truncation
    use_last: bool
    sort_order: str
    initialize: bool
    initialize_with: str | None
    initialize_hyphen: bool
    demote: str
    et_al: EtAl | None
    look: Look
    parts: tuple[NamePart, ...]


def read_options(name: Name | None, et_al: EtAl | None, scope: Scope) -> NameOptions:
    """Merge what stands on `cs:name` with what it inherits."""
    own: Mapping[str, str] = name.options if name is not None else {}
    merged = {**scope.name_options, **own}
    get = merged.get
    root = scope.style.options
    form = get("name-form", "long")
    if scope.sorting:
        # Names in sort keys are inverted, and cut as the area or the key says (CSL 1.0.2, "Sort Keys").
        merged.update({key: value for key, value in scope.name_options.items() if key.startswith("et-al")})
        merged.update(scope.sort_options)
        merged["name-as-sort-order"] = "all"
        merged.pop("and", None)
    # Both attributes are needed: one alone cuts nothing.
    minimum = whole_number(get("et-al-min"), 0) if "et-al-use-first" in merged else 0
    truncation = Truncation(minimum, whole_number(get("et-al-use-first"), 1))
    subsequent = Truncation(
        whole_number(get("et-al-subsequent-min"), truncation.minimum),
        whole_number(get("et-al-subsequent-use-first"), truncation.first),
    )
    return NameOptions(
        form=form,
        and_word="text" if scope.in_sentence and get("and") == "symbol" else get("and", ""),
        delimiter=get("name-delimiter", ", "),
        sort_separator=get("sort-separator", ", "),
        precedes_last=get("delimiter-precedes-last", "contextual"),
        precedes_et_al=get("delimiter-precedes-et-al", "contextual"),
        truncation=truncation,
        subsequent=subsequent,
        use_last=get("et-al-use-last") == "true",
        sort_order=get("name-as-sort-order", ""),
        initialize=get("initialize") != "false",
        initialize_with=get("initialize-with"),
        initialize_hyphen=root.get("initialize-with-hyphen") != "false",
        demote=root.get("demote-non-dropping-particle", "display-and-sort"),
        et_al=et_al,
        look=name.look if name is not None else PLAIN,
        parts=name.parts if name is not None else (),
    )


FAMILY, INITIALS, FULL = 0, 1, 2
"""How much of given names is shown."""


def base_level(options: NameOptions) -> int:
    """What the style shows by itself."""
    if options.form == "short":
        return FAMILY
    return INITIALS if options.initialize_with is not None and options.initialize else FULL
