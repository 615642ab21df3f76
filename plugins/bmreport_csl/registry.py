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
        last = frozenset(uncited).difference(cited)
        first = [item_id for item_id in items if item_id not in last] if last else list(items)
        self.order: list[str] = list(dict.fromkeys([*(i for i in cited if i in items), *first, *items]))
        self.numbers = {item_id: number for number, item_id in enumerate(self.order, 1)}
        self.hints: dict[str, Hints] = {}
        area = style.bibliography
        if area is not None and area.sorter:
            entries = [(area.sorter.values(self.context(i, None, in_bibliography=True)), i) for i in self.order]
            if last:
                self.order = [
                    *area.sorter.sort([entry for entry in entries if entry[1] not in last]),
                    *area.sorter.sort([entry for entry in entries if entry[1] in last]),
                ]
            else:
                self.order = area.sorter.sort(entries)
            self.numbers = {item_id: number for number, item_id in enumerate(self.order, 1)}

    def context(self, item_id: str, cite: Cite | None, *, in_bibliography: bool = False) -> Context:
        """A fresh evaluation state for that item."""
        return Context(
            self.items[item_id],
            cite,
            self.numbers[item_id],
            self.hints.get(item_id, NO_HINTS),
            in_bibliography=in_bibliography,
        )
