"""A field of a record, a term or a value as output: mark-up parsed, text case applied."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bmreport_csl.output import Output, Span
from bmreport_csl.rich_fields import STRAIGHT, has_markup, parse_markup
from bmreport_csl.text_case import change_case, change_case_parts

_UNCHANGED = '"'
"""Stands before a word, while case is changed, that stays as it is."""
_SPACED = frozenset(":;!?»«")
_SPACE_BESIDE_MARK = re.compile("(?<=«) | (?=[:;!?»])")
_NARROW_SPACE = "\u202f"
"""A space that a writer, most often a French one, put before such a mark must not break the line, as in citeproc-js."""


@dataclass(frozen=True, slots=True)
class FieldReader:
    """Reads text the way a locale writes it: its quotation marks, and its language where an item names none."""

    language: str = "en-US"
    quotes: tuple[str, str, str, str] = ("“", "”", "‘", "’")
    """Outer and inner marks, opening and closing."""

    def read(self, text: str, case: str = "", language: str = "", *, strip_periods: bool = False) -> Output:
        """The text with its tags and quotes resolved, in the given `text-case`; the language decides on title case."""
        if strip_periods and "." in text:
            text = text.replace(".", "")
        if " " in text and not _SPACED.isdisjoint(text):
            text = _SPACE_BESIDE_MARK.sub(_NARROW_SPACE, text)
        output = parse_markup(text, self.quotes) if has_markup(text) else text
        if not case or not output:
            return output
        wanted = language or self.language
        if isinstance(output, str):
            return change_case(output, case, wanted)
        return _with_case(output, case, wanted)


def style_language(case: str, language: str) -> str:
    """The language for words that are no free text of an item (terms, labels, months, numbers, names).

    Title case applies to them in every language, as in citeproc-js: styles ask for it where they mean a capital.
    """
    return "en" if case == "title" else language


def _with_case(output: Span, case: str, language: str) -> Output:
    """Case is a matter of the whole text, so the leaves are changed together and put back in their places."""
    leaves: list[tuple[str, bool]] = []
    _collect(output, leaves, nocase=False)
    changed = iter(change_case_parts(leaves, case, language))
    return _rebuilt(output, changed)


def _collect(output: Output, leaves: list[tuple[str, bool]], nocase: bool) -> None:
    if isinstance(output, str):
        leaves.append((output, nocase))
        return
    nocase = nocase or _keeps_case(output)
    if output.tag is STRAIGHT:
        leaves.append((_UNCHANGED, True))
    for child in output.children:
        _collect(child, leaves, nocase)


def _keeps_case(span: Span) -> bool:
    """Marked so, or in small capitals, raised or lowered, which citeproc-js never changes either."""
    if span.tag is not None and span.tag.kind == "nocase":
        return True
    return any(name in {"vertical-align", "font-variant"} for name, _ in span.marks)


def _rebuilt(output: Output, changed: Iterator[str]) -> Output:
    if isinstance(output, str):
        return next(changed)
    if output.tag is STRAIGHT:
        next(changed)
    return output.copy_with([_rebuilt(child, changed) for child in output.children])
