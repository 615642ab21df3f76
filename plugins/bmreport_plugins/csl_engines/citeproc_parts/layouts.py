"""Elements of citeproc-py that put cites and entries together and sort them, mended."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeproc import model

from bmreport_plugins.csl_engines.citeproc_parts import seams
from bmreport_plugins.csl_engines.citeproc_parts.base import Mended
from bmreport_plugins.csl_engines.citeproc_parts.cases import apply_case
from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem, SortOptions
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, marked, plain
from bmreport_plugins.csl_engines.citeproc_parts.records import DATE_VARIABLES, NAME_VARIABLES, DateValue, PersonName

if TYPE_CHECKING:
    from collections.abc import Sequence

# Two numbers stay apart ("1,2"); from three on a range is shorter and clearer.
_SHORTEST_RANGE = 3
_PUNCTUATION = re.compile(r"[^\w\s-]")
_SORT_NAMES = (("names-min", "et-al-min"), ("names-use-first", "et-al-use-first"), ("names-use-last", "et-al-use-last"))


@dataclass(frozen=True)
class EntryText:
    """One entry as marked text; `label` is what hangs left."""

    label: str
    body: str


class Style(Mended, model.Style):  # type: ignore[misc]  # citeproc-py publishes no types; so below
    """The root."""


class Locale(model.Locale):  # type: ignore[misc]
    """A locale, of a file or of the style."""


class Citation(Mended, model.Citation):  # type: ignore[misc]
    """How cites look."""


class Bibliography(Mended, model.Bibliography):  # type: ignore[misc]
    """How the list looks."""


class Layout(Mended, model.Layout):  # type: ignore[misc]
    """Puts rendered items together."""

    def sort_cites(self, items: Sequence[CiteItem]) -> list[CiteItem]:
        """Cites in the order in which the style prints them; as they were given when it does not sort."""
        sort = self.getparent().find("cs:sort", self.nsmap)
        return list(items) if sort is None else sort.sort(items)

    def render_cluster(self, items: Sequence[CiteItem]) -> tuple[str, list[CiteItem]]:
        """The cluster as marked text, and its cites in the order in which their marks stand there."""
        cites = [(self.render_cite(item), item) for item in items]
        if self.getparent().get("collapse") == "citation-number":
            text, shown = self._collapsed(cites)
        else:
            text, shown = self.join(cite for cite, _item in cites) or "", list(items)
        ibid = self.shared.term("ibid", "long", plural=False).rstrip(".")
        if ibid and self.get_root().get("class") == "note" and plain(text).startswith(ibid):
            text = apply_case(text, "capitalize-first", english=True)
        return self.format(self.wrap(text)) or "", shown

    def render_cite(self, item: CiteItem) -> str:
        """One cite with its affixes."""
        item.reset()
        text = self.render_children(item) or item.fallback
        prefix = f"{item.prefix} " if item.prefix[-1:].isalnum() else item.prefix
        suffix = f" {item.suffix}" if item.suffix[:1].isalnum() else item.suffix
        return seams.wrap(prefix, marked(Mark.CITE, text), suffix)

    def render_entry(self, item: CiteItem, labelled: bool) -> EntryText:
        """An entry; with `labelled` its first field is the label (CSL 1.0.2, "Whitespace", second-field-align)."""
        item.reset()
        prefix, suffix = self._attribute("prefix"), self._attribute("suffix")
        first, *others = [child.render(item) or "" for child in self.iterchildren()]
        label, body = (first, seams.join(others)) if labelled else ("", seams.join((first, *others)))
        if not label or not body:
            return EntryText("", self.format(seams.wrap(prefix, label or body, suffix)) or "")
        return EntryText(self.format(seams.meet(prefix, label)) or "", self.format(seams.meet(body, suffix)) or "")

    def _collapsed(self, cites: list[tuple[str, CiteItem]]) -> tuple[str, list[CiteItem]]:
        """Runs of numbers as ranges (CSL 1.0.2, "Cite Collapsing"); cites with a locator or affixes stay apart."""
        delimiter = self._attribute("delimiter")
        after = self.getparent().get("after-collapse-delimiter", delimiter)
        text, between = "", ""
        shown: list[CiteItem] = []
        for run in _runs(cites):
            is_range = len(run) >= _SHORTEST_RANGE
            pieces = [f"{run[0][0]}–{run[-1][0]}"] if is_range else [cite for cite, _item in run]
            text = seams.meet(seams.meet(text, between if text else ""), seams.join(pieces, delimiter))
            shown.extend(item for _cite, item in ([run[0], run[-1]] if is_range else run))
            between = after if is_range else delimiter
        return text, shown


class Sort(Mended, model.Sort):  # type: ignore[misc]
    """Sorts cites or entries."""

    def sort(self, items: Sequence[CiteItem]) -> list[CiteItem]:
        """Items in order, equal ones as they came; items without a key come last whichever way is sorted."""
        ordered = list(items)
        for key in reversed(self.findall("cs:key", self.nsmap)):
            falling = key.get("sort") == "descending"
            keyed = [(key.key_of(item), item) for item in ordered]
            with_key = sorted((pair for pair in keyed if pair[0]), key=lambda pair: pair[0], reverse=falling)
            ordered = [item for _key, item in with_key] + [item for value, item in keyed if not value]
        return ordered


class Key(Mended, model.Key):  # type: ignore[misc]
    """One sort key."""

    def key_of(self, item: CiteItem) -> str:
        """What an item is sorted by; empty when it has nothing."""
        wanted = {name: self.get(attribute) for attribute, name in _SORT_NAMES if self.get(attribute)}
        item.reset(SortOptions({"name-as-sort-order": "all", **wanted}))
        text = self._text(item)
        item.reset()
        return _sortable(text)

    def _text(self, item: CiteItem) -> str:
        if "macro" in self.attrib:
            return self.get_macro(self.get("macro")).render(item) or ""
        variable = self.get("variable", "")
        if variable == "citation-number":
            return f"{item.number:06}"
        value = item.reference.get(variable)
        if isinstance(value, DateValue):
            return value.sort_key
        if variable in NAME_VARIABLES and isinstance(value, list):
            return "; ".join(_name_key(name) for name in value)
        if not isinstance(value, str) or variable in DATE_VARIABLES:
            return ""
        return value.zfill(10) if value.isdecimal() else value


def _runs(cites: list[tuple[str, CiteItem]]) -> list[list[tuple[str, CiteItem]]]:
    """Cites grouped so that within a group each number follows the one before."""
    runs: list[list[tuple[str, CiteItem]]] = []
    for cite, item in cites:
        last = runs[-1][-1][1] if runs else None
        follows = last is not None and last.is_bare and item.is_bare and item.number == last.number + 1
        if follows and Mark.NUMBER in cite and Mark.NUMBER in runs[-1][-1][0]:
            runs[-1].append((cite, item))
        else:
            runs.append([(cite, item)])
    return runs


def _name_key(name: PersonName) -> str:
    return " ".join(filter(None, (name.family or name.literal, name.given, name.non_dropping, name.suffix)))


def _sortable(text: str) -> str:
    """Text without marks, case, accents and punctuation, as readers look things up."""
    bare = unicodedata.normalize("NFKD", plain(text).casefold())
    letters = "".join(c for c in bare if not unicodedata.combining(c))
    return " ".join(_PUNCTUATION.sub("", letters).split())
