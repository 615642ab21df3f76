"""The items of one run: their order and numbers, and the hints of disambiguation."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.context import NO_HINTS, Cite, Context, Hints
from bmreport_csl.items import Item


class Registry:
    """Items in the order in which they are numbered: as cited, or as the bibliography sorts them."""

    def __init__(
        self, items: Mapping[str, Item], cited: list[str], style: CompiledStyle, uncited: Collection[str] = ()
    ) -> None:
        """Items that are `uncited` come after all others, however the bibliography is sorted."""
        self.items = items
        self._last = frozenset(uncited).difference(cited)
        first = [item_id for item_id in items if item_id not in self._last] if self._last else list(items)
        self.order: list[str] = list(dict.fromkeys([*(i for i in cited if i in items), *first, *items]))
        self.registered = tuple(self.order)
        """The items as cited, whatever the bibliography sorts: the first one of a set leads its disambiguation."""
        self.numbers = {item_id: number for number, item_id in enumerate(self.order, 1)}
        self.hints: dict[str, Hints] = {}
        self._sorter = style.bibliography.sorter if style.bibliography is not None else None
        self._keys: dict[str, list[str]] = {}
        self.sort()

    def sort(self) -> None:
        """Put the items in the order of the bibliography, with the names as they are shown by now, and number them."""
        sorter = self._sorter
        if not sorter:
            return
        keys = self._keys
        for item_id in self.order:
            if item_id not in keys or item_id in self.hints:
                keys[item_id] = sorter.values(self.context(item_id, None, in_bibliography=True))
        entries = [(keys[item_id], item_id) for item_id in self.order]
        last = self._last
        self.order = sorter.sort([entry for entry in entries if entry[1] not in last])
        if last:
            self.order += sorter.sort([entry for entry in entries if entry[1] in last])
        self.numbers = {item_id: number for number, item_id in enumerate(self.order, 1)}

    def sort_context(self, cite: Cite) -> Context:
        """For the sort keys of a cite, which know nothing of disambiguation."""
        return Context(self.items[cite.id], cite, self.numbers[cite.id], NO_HINTS)

    def context(self, item_id: str, cite: Cite | None, *, in_bibliography: bool = False) -> Context:
        """A fresh evaluation state for that item."""
        return Context(
            self.items[item_id],
            cite,
            self.numbers[item_id],
            self.hints.get(item_id, NO_HINTS),
            in_bibliography=in_bibliography,
        )
