"""Elements of citeproc-py for text, numbers, labels and groups, mended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from citeproc import NUMBERS, model

from bmreport_plugins.csl_engines.citeproc_parts.base import Mended
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, marked, plain
from bmreport_plugins.csl_engines.citeproc_parts.pages import last_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem

_LINKS = {"DOI": Mark.DOI, "URL": Mark.URL, "PMID": Mark.PMID, "PMCID": Mark.PMCID}
_NUMBERS = frozenset(name.replace("_", "-") for name in NUMBERS)
_PUNCTUATION = ".,;:!?"
# Made by the processor, not called from the record: when empty they do not suppress the group around them, so that
# "n.d." stands without a year suffix.
_SILENT = frozenset({"year-suffix"})
# CSL 1.0.2, "Choose": digits with affixes, separated by hyphen, comma or ampersand.
_NUMERIC = re.compile(r"[A-Za-z]*\d+[A-Za-z]*(?:\s*[,&–-]\s*[A-Za-z]*\d+[A-Za-z]*)*")
_NUMBER_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_MULTIPLE = re.compile(r"\d\w*\s*[-–,&]+\s*\w*\d")
# Longer numbers have no Roman or ordinal form that anyone could read.
_MOST_DIGITS = 4
_MOST_LONG_ORDINALS = 10
# Longer text is no number and no range of pages; it is printed as it is.
_LONGEST_NUMBER = 200


class Macro(Mended, model.Macro):  # type: ignore[misc]  # citeproc-py publishes no types; so below
    """Prints its children wherever it is called; suppressed as a group would be."""

    def render(self, item: CiteItem) -> str | None:
        """The children, unless they call variables and all are empty."""
        return unless_empty(item, lambda: self.render_children(item))


class Term(Mended, model.Term):  # type: ignore[misc]
    """A word of a locale."""


class Text(Mended, model.Text):  # type: ignore[misc]
    """A variable, macro, term or value."""

    def render(self, item: CiteItem) -> str | None:
        """The text in the order of CSL: periods, case, effects, quotation marks, affixes."""
        text = self._content(item)
        if not text:
            return None
        # A term is a word of the style's language: there is no title in it whose case could be foreign.
        language = "en" if "term" in self.attrib else item.reference.language
        text = self.case(self.strip_periods(text), language)
        return self.wrap(self.quote(self.format(text)))

    def _content(self, item: CiteItem) -> str | None:
        if "variable" in self.attrib:
            return self._variable(item)
        if "macro" in self.attrib:
            return self.get_macro(self.get("macro")).render(item)  # type: ignore[no-any-return]
        if "term" in self.attrib:
            plural = self.get("plural", "false").lower() == "true"
            return self.shared.term(self.get("term"), self.get("form", "long"), plural=plural)
        return literal(self.get("value", ""))

    def _variable(self, item: CiteItem) -> str | None:
        variable = self.get("variable")
        generated = _generated(variable, item)
        if generated is not None:
            if generated or variable not in _SILENT:
                item.note(variable, bool(generated))
            if variable == "locator" and item.locator and item.locator.label == "page":
                return self._pages(generated, "page")
            return _NUMBER_RANGE.sub("–", generated)
        if self.get("form") == "short" and f"{variable}-short" in item.reference:
            variable = f"{variable}-short"
        if variable in ("page", "page-first"):
            pages = item.value("page")
            return self._pages(pages, variable) if isinstance(pages, str) else None
        text = item.value(variable)
        if not isinstance(text, str):
            return None
        if variable in _NUMBERS and item.sorting is None:
            text = _NUMBER_RANGE.sub("–", text)
        return marked(_LINKS[variable], text) if variable in _LINKS else literal(text)

    def _pages(self, pages: str, variable: str) -> str:
        return pages if len(pages) > _LONGEST_NUMBER else str(self._process(pages, variable))

    def _format_last_page(self, first: str, last: str) -> str:
        return last_page(first, last, self.get_root().get("page-range-format", ""))


class Number(Mended, model.Number):  # type: ignore[misc]
    """A number in one of its forms."""

    def process(self, item: CiteItem) -> str | None:
        """The number, or the text as it is when it is none."""
        variable = self.get("variable")
        generated = _generated(variable, item)
        if generated is not None:
            item.note(variable, bool(generated))
            return generated
        value = item.value("page" if variable == "page-first" else variable)
        if not isinstance(value, str):
            return None
        if item.sorting is not None and value.isdecimal():
            return value.zfill(10)
        return str(self._process(value, variable)) if is_number(value) else value

    def format_number(self, number: str) -> str:
        """One number; only ASCII digits have other forms."""
        if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
            return number
        form, value = self.get("form", "numeric"), int(number)
        if form == "long-ordinal" and value <= _MOST_LONG_ORDINALS:
            return self.get_single_term(f"long-ordinal-{value:02}") or self.shared.ordinal(value)
        return self.shared.ordinal(value) if form.endswith("ordinal") else str(super().format_number(number))

    def _format_last_page(self, first: str, last: str) -> str:
        return last_page(first, last, self.get_root().get("page-range-format", ""))


class Label(Mended, model.Label):  # type: ignore[misc]
    """A term such as `p.` for a variable; nothing when the variable is absent."""

    def case(self, text: str, language: str | None = None) -> str:
        """The term in the element's case, as if English: it is no foreign title."""
        return super().case(text, language or "en")

    def process(
        self,
        item: CiteItem,
        variable: str | None = None,
        plural: bool | None = None,
    ) -> str | None:
        """The term in singular or plural."""
        name = variable or self.get("variable")
        if variable is None:
            value = _labelled(name, item)
            if not value:
                return None
            many = name.startswith("number-of") and value != "1"
            # "4.4-0" is one version, "12-15" are several pages.
            plural = many or (name != "version" and _MULTIPLE.search(plain(value[:_LONGEST_NUMBER])) is not None)
            if name == "locator" and item.locator:
                name = item.locator.label
        wanted = self.get("plural", "contextual")
        is_plural = wanted == "always" or (wanted == "contextual" and bool(plural))
        form = self.get("form", "long")
        for spelling in dict.fromkeys((name, name.replace("-", " "))):  # locales have `sub verbo`
            if term := self.shared.term(spelling, form, plural=is_plural):
                return term
        return None


class Group(Mended, model.Group):  # type: ignore[misc]
    """Children with a delimiter; nothing at all when it calls variables and every one of them is empty."""

    def process(self, item: CiteItem) -> str | None:
        """The children, if the group is not suppressed."""
        delimiter = self._attribute("delimiter")
        return unless_empty(item, lambda: self.join(self.rendered_children(item, delimiter)))


class Substitute(Mended, model.Substitute):  # type: ignore[misc]
    """What stands in for missing names; it is not printed a second time."""

    def render(self, item: CiteItem) -> str | None:
        """The first child that prints anything."""
        for child in self.iterchildren():
            outer, item.trace = item.trace, []
            around, item.names_around = item.names_around, self.getparent()
            text = child.render(item)
            printed, item.trace = item.trace, outer
            item.names_around = around
            if text:
                item.suppressed.update(printed)
                if outer is not None:
                    outer.extend(printed)
                return str(text)
        return None


def unless_empty(item: CiteItem, render: Callable[[], str | None]) -> str | None:
    """What `render` prints, or nothing when it calls variables and none of them has a value (CSL 1.0.2, "Group").

    A group that prints something counts as a variable for the group around it.
    """
    called, found = item.called, item.found
    text = render()
    if item.called > called and item.found == found:
        return None
    if text:
        item.called += 1
        item.found += 1
    return text


def literal(text: str) -> str:
    """Text of its own; a mark keeps punctuation at its start from merging with what stands before."""
    return f"{Mark.LITERAL}{text}" if text[:1] in _PUNCTUATION and text else text


def _generated(variable: str, item: CiteItem) -> str | None:
    """Variables that the processor makes itself; None when it is none of these."""
    if variable == "citation-number":
        return str(item.number).zfill(6) if item.sorting is not None else marked(Mark.NUMBER, str(item.number))
    if variable == "locator":
        return item.locator.identifier if item.locator else ""
    if variable == "first-reference-note-number":
        return str(item.first_note) if item.first_note and "first" not in item.positions else ""
    if variable == "year-suffix":
        item.has_year_suffix = True
        return item.year_suffix
    return None


def _labelled(variable: str, item: CiteItem) -> str:
    if variable == "locator":
        return item.locator.identifier if item.locator else ""
    value = item.reference.get("page" if variable == "page-first" else variable)
    return value if isinstance(value, str) else ""


def is_number(text: str) -> bool:
    """Whether text counts as numeric (CSL 1.0.2, "Choose", `is-numeric`)."""
    return len(text) <= _LONGEST_NUMBER and _NUMERIC.fullmatch(plain(text)) is not None
