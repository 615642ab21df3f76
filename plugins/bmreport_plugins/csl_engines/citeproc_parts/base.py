"""What all mended elements share: terms, macros and options looked up once, and text put together by its seams."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from bmreport_plugins.csl_engines.citeproc_parts import seams
from bmreport_plugins.csl_engines.citeproc_parts.cases import apply_case
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, marked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem

# citeproc-py publishes no types: to mypy its elements can be anything.
Element: TypeAlias = Any

# A form that a locale lacks is looked up in the next one (CSL 1.0.2, "Terms").
_NEXT_FORM = {"verb-short": "verb", "symbol": "short", "verb": "long", "short": "long"}
_EFFECTS = (
    ("font-style", {"italic": Mark.ITALIC, "oblique": Mark.ITALIC, "normal": Mark.NORMAL}),
    ("font-variant", {"small-caps": Mark.SMALL_CAPS}),
    ("font-weight", {"bold": Mark.BOLD, "normal": Mark.NORMAL}),
    ("text-decoration", {"underline": Mark.UNDERLINE}),
    ("vertical-align", {"sup": Mark.SUPERSCRIPT, "sub": Mark.SUBSCRIPT}),
)
_DISPLAYS = {"block": Mark.BLOCK, "indent": Mark.INDENT}


@dataclass
class Shared:
    """Facts of one compiled style that its elements look up; built once and then only read."""

    language: str = "en"
    """Language of the style, for items that name none."""
    macros: dict[str, Element] = field(default_factory=dict)
    terms: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """(name, form) -> singular and plural, from the locales in their order of precedence."""
    ordinals: dict[tuple[str, str], str] = field(default_factory=dict)
    """(name, match) -> suffix, all from the first locale that has any: languages do not mix here."""
    dates: dict[str, Element] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    """Options of the locale."""
    areas: dict[str, dict[str, str]] = field(default_factory=dict)
    """`citation` and `bibliography` -> attributes that names inherit there."""
    prints_year_suffix: bool = False
    """Whether the style says itself where a year suffix goes."""

    def ordinal(self, number: int) -> str:
        """A number with its suffix (CSL 1.0.2, "Ordinal Suffixes"), the closest match first."""
        tries = (
            (f"ordinal-{number:02}", "whole-number"),
            (f"ordinal-{number % 100:02}", "last-two-digits"),
            (f"ordinal-{number % 10:02}", "last-digit"),
            ("ordinal", ""),
        )
        return f"{number}{next((self.ordinals[found] for found in tries if found in self.ordinals), '')}"

    def term(self, name: str, form: str, *, plural: bool) -> str:
        """A term in that form or the nearest one; empty when no locale has it."""
        wanted: str | None = form or "long"
        while wanted:
            found = self.terms.get((name, wanted))
            if found is not None:
                return found[plural]
            wanted = _NEXT_FORM.get(wanted)
        return ""


class Mended:
    """Comes before citeproc-py's class in each element's bases."""

    shared: Shared

    def get_single_term(self, name: str, form: str | None = None) -> str:
        """The singular of a term."""
        return self.shared.term(name, form or "long", plural=False)

    def get_plural_term(self, name: str, form: str | None = None) -> str:
        """The plural of a term."""
        return self.shared.term(name, form or "long", plural=True)

    def get_macro(self, name: str) -> Element:
        """The macro of that name; the compiler has made sure that there is one."""
        return self.shared.macros[name]

    def get_date(self, form: str) -> Element:
        """The localized date of that form, or None."""
        return self.shared.dates.get(form)

    def get_locale_option(self, name: str) -> str:
        """An option of the locale; `false` where none sets it."""
        return self.shared.options.get(name, "false")

    def wrap(self, text: str | None) -> str | None:
        """Text with its affixes and its place on the line; no text stays no text."""
        if not text:
            return None
        out = seams.wrap(self._attribute("prefix"), text, self._attribute("suffix"))
        display = self._attribute("display")
        if display == "left-margin":
            return seams.meet(out, " ")
        return marked(_DISPLAYS[display], out) if display in _DISPLAYS else out

    def join(self, pieces: Iterable[str | None], default_delimiter: str = "") -> str | None:
        """Texts with the element's delimiter between them."""
        return seams.join(pieces, self._attribute("delimiter", default_delimiter)) or None

    def format(self, text: str | None) -> str | None:
        """Text under the element's effects."""
        if not text:
            return None
        for mark in self._marks():
            text = marked(mark, text)
        return text

    def quote(self, text: str | None) -> str | None:
        """Text in the locale's quotation marks, when the element asks for them."""
        if not text or self._attribute("quotes") != "true":
            return text
        opening, closing = self.get_single_term("open-quote"), self.get_single_term("close-quote")
        text = self._with_inner_quotes(text, opening, closing)
        if self.get_locale_option("punctuation-in-quote") == "true":
            return f"{opening}{text}{Mark.INNER}{closing}{Mark.OUTER}"
        return f"{opening}{text}{closing}"

    def _with_inner_quotes(self, text: str, opening: str, closing: str) -> str:
        """Quotations within a quotation take the other marks; an apostrophe is none."""
        if not opening or not closing or opening not in text:
            return text
        inner = self.get_single_term("open-inner-quote"), self.get_single_term("close-inner-quote")
        pattern = f"{re.escape(opening)}([^{re.escape(opening + closing)}]*){re.escape(closing)}(?!\\w)"
        return re.sub(pattern, lambda match: f"{inner[0]}{match[1]}{inner[1]}", text)

    def strip_periods(self, text: str) -> str:
        """Text without full stops, when the element asks for it."""
        return text.replace(".", "") if text and self._attribute("strip-periods") == "true" else text

    def case(self, text: str, language: str | None = None) -> str:
        """Text in the element's case."""
        case = self._attribute("text-case")
        if not text or not case:
            return text
        return apply_case(text, case, english=(language or self.shared.language)[:2].lower() == "en")

    def render_children(self, item: CiteItem, delimiter: str = "") -> str | None:
        """The children one after another; those that print nothing leave no delimiter."""
        return seams.join(self.rendered_children(item, delimiter), delimiter) or None

    def rendered_children(self, item: CiteItem, delimiter: str) -> list[str | None]:
        """What each child prints."""
        # `choose` is transparent: the delimiter of the group around it also stands between its children.
        return [
            child.render(item, delimiter) if child.tag.endswith("}choose") else child.render(item)
            for child in self.iterchildren()  # type: ignore[attr-defined]  # an lxml element
        ]

    def _attribute(self, name: str, default: str = "") -> str:
        value = self.get(name)  # type: ignore[attr-defined]  # an lxml element
        return default if value is None else str(value)

    def _marks(self) -> tuple[Mark, ...]:
        """The element's effects, innermost first; found out once."""
        known: tuple[Mark, ...] | None = self.__dict__.get("_known_marks")
        if known is None:
            values = ((marks, self._attribute(name)) for name, marks in _EFFECTS)
            known = tuple(marks[value] for marks, value in values if value in marks)
            self.__dict__["_known_marks"] = known
        return known
