"""What CSL processors are compared on: sample cites of every record, and the texts that come of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.models import Cite, CiteMode, Locator
from bmreport.richtext import Effect, RichText, Styled, Text
from bmreport.styling import CiteCluster, Entry, StyledText, StyleJob

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bmreport.models import Reference

_TOGETHER = 4
"""So many records stand in one cluster: enough for a range of numbers, few enough to read."""
_LOCATOR = Locator(label="page", value="12-14")
_MARKS = {
    Effect.ITALIC: ("*", "*"),
    Effect.BOLD: ("**", "**"),
    Effect.SUPERSCRIPT: ("^", "^"),
    Effect.SUBSCRIPT: ("~", "~"),
    Effect.SMALL_CAPS: ("{", "}"),
    Effect.UNDERLINE: ("_", "_"),
    Effect.NORMAL: ("|", "|"),
    Effect.BLOCK: (" / ", ""),
    Effect.INDENT: (" / ", ""),
}


@dataclass(frozen=True)
class ComparedLine:
    """One cluster or entry as each processor prints it. `kind` is cite, entry or order; `where` says of what."""

    kind: str
    where: str
    texts: Mapping[str, str]

    @property
    def differs(self) -> bool:
        """Whether any two of them disagree."""
        return len(set(self.texts.values())) > 1


def sample_job(references: Sequence[Reference], locale: str) -> StyleJob:
    """Each record cited alone, among others, again with a locator, and without its author."""
    ids = [reference.id for reference in references]
    groups = [
        *([Cite(reference_id=key)] for key in ids),
        *(
            [Cite(reference_id=key) for key in ids[start : start + _TOGETHER]]
            for start in range(0, len(ids), _TOGETHER)
            if len(ids) > 1
        ),
        *([Cite(reference_id=key, locator=_LOCATOR)] for key in ids),
        *([Cite(reference_id=key, mode=CiteMode.SUPPRESS_AUTHOR)] for key in ids),
    ]
    return StyleJob(
        items=tuple({**reference.csl, "id": reference.id} for reference in references),
        clusters=tuple(CiteCluster(tuple(group), number) for number, group in enumerate(groups, start=1)),
        locale=locale,
    )


def compared_lines(job: StyleJob, texts: Mapping[str, StyledText]) -> list[ComparedLine]:
    """Clusters in order, entries by record, and the order of the list."""
    return [*_cites(job, texts), *_entries(job, texts), *_order(texts)]


def as_marked(rich: RichText) -> str:
    """Rich text in one line, its effects as marks; links and pointers show nothing."""
    out: list[str] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(node.text)
        elif isinstance(node, Styled):
            before, after = _MARKS[node.effect]
            out.append(f"{before}{as_marked(node.children)}{after}")
        else:
            out.append(as_marked(node.children))
    return " ".join("".join(out).split())


def _cites(job: StyleJob, texts: Mapping[str, StyledText]) -> Iterator[ComparedLine]:
    for place, cluster in enumerate(job.clusters):
        printed = {name: as_marked(text.clusters[place]) for name, text in texts.items()}
        yield ComparedLine("cite", _described(cluster), printed)


def _described(cluster: CiteCluster) -> str:
    first = cluster.cites[0]
    ids = ", ".join(cite.reference_id for cite in cluster.cites)
    if first.locator is not None:
        return f"{ids}, {first.locator.label} {first.locator.value}"
    return f"{ids}, without author" if first.mode is CiteMode.SUPPRESS_AUTHOR else ids


def _entries(job: StyleJob, texts: Mapping[str, StyledText]) -> Iterator[ComparedLine]:
    listed = {name: {entry.reference_id: _line(entry) for entry in text.entries or ()} for name, text in texts.items()}
    for item in job.items:
        key = str(item["id"])
        printed = {name: entries.get(key, "") for name, entries in listed.items()}
        if any(printed.values()):
            yield ComparedLine("entry", key, printed)


def _line(entry: Entry) -> str:
    return " ".join(part for part in (as_marked(entry.label), as_marked(entry.body)) if part)


def _order(texts: Mapping[str, StyledText]) -> Iterator[ComparedLine]:
    orders = {name: [entry.reference_id for entry in text.entries or ()] for name, text in texts.items()}
    if any(orders.values()):
        yield ComparedLine("order", "of the list", {name: ", ".join(order) for name, order in orders.items()})
