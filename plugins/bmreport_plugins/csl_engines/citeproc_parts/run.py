"""One job through one compiled style: records → order and numbers → year suffixes → clusters → entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from bmreport import BmreportError, CitationFormat, CiteMode, Entry, StyledText, StyleJob
from bmreport.richtext import RichText, Text, joined
from bmreport_plugins.csl_engines.citeproc_parts.cites import CiteItem, Positions
from bmreport_plugins.csl_engines.citeproc_parts.marks import plain
from bmreport_plugins.csl_engines.citeproc_parts.records import Record
from bmreport_plugins.csl_engines.citeproc_parts.tree import CiteTarget, read_marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bmreport.models import Cite
    from bmreport.styling import CiteCluster
    from bmreport_plugins.csl_engines.citeproc_parts.compiled import CompiledStyle

T = TypeVar("T")
_UNKNOWN = "[?]"


class Run:
    """Holds what one job needs while it is worked on; used once, while the style's lock is held."""

    def __init__(self, style: CompiledStyle, job: StyleJob) -> None:
        """Reads the items and settles their order. Raises StyleError."""
        self._style = style
        self._job = job
        self._warnings: dict[str, None] = dict.fromkeys([style.warning] if style.warning else [])
        self._records = {str(item["id"]): Record(item, self._warn) for item in job.items}
        uncited = set(job.uncited)
        order = self._order(uncited)
        listed = [*self._sorted(key for key in order if key not in uncited)]
        listed += self._sorted((key for key in order if key in uncited), first_number=len(listed) + 1)
        self._numbers = {key: number for number, key in enumerate(listed, start=1)}
        self._suffixes = self._year_suffixes()

    def styled(self) -> StyledText:
        """All clusters and the list. Raises StyleError."""
        bibliography = self._style.bibliography
        clusters = tuple(self._clusters())
        entries = None if bibliography is None else tuple(self._entries())
        options: Mapping[str, str] = {} if bibliography is None else bibliography.attrib
        spacing = options.get("entry-spacing", "1")
        return StyledText(
            clusters=clusters,
            entries=entries,
            citation_format=self._style.info.citation_format,
            hanging_indent=options.get("hanging-indent") == "true",
            entry_spacing=int(spacing) if spacing.isdecimal() and len(spacing) < 3 else 1,
            warnings=tuple(self._warnings),
        )

    def _order(self, uncited: set[str]) -> list[str]:
        """Ids as they are first cited, then those that nothing cites."""
        cited = (cite.reference_id for cluster in self._job.clusters for cite in cluster.cites)
        expected = (key for key in self._records if key not in uncited)
        return [key for key in dict.fromkeys((*cited, *expected, *self._records)) if key in self._records]

    def _sorted(self, keys: Iterator[str], first_number: int = 1) -> list[str]:
        """Ids as the list is sorted."""
        sort = None if self._style.bibliography is None else self._style.bibliography.find("{*}sort")
        if sort is None:
            return list(keys)
        items = [
            CiteItem(key, self._records[key], number, "bibliography")
            for number, key in enumerate(keys, start=first_number)
        ]
        return [item.key for item in self._guarded("sort the list", sort.sort, items)]

    def _year_suffixes(self) -> dict[str, str]:
        """a, b, c … in the order of the list for items whose cites look alike (CSL 1.0.2, "Disambiguation")."""
        if self._style.info.citation_format is CitationFormat.NUMERIC:
            return {}
        alike: dict[str, list[str]] = {}
        for key, number in self._numbers.items():
            item = CiteItem(key, self._records[key], number, "citation")
            item.positions = frozenset({"first"})
            text = self._guarded(f"print a cite of item {key}", self._style.citation_layout.render_cite, item)
            alike.setdefault(plain(text), []).append(key)
        same = {text: keys for text, keys in alike.items() if len(keys) > 1}
        if not self._style.adds_year_suffix:
            for text, keys in same.items():
                self._warn(f"the style prints the same cite, {text!r}, for {' and '.join(keys)}")
            return {}
        return {key: _letters(place) for keys in same.values() for place, key in enumerate(keys)}

    def _clusters(self) -> Iterator[RichText]:
        positions = Positions(self._style.near_note_distance)
        layout = self._style.citation_layout
        for cluster in self._job.clusters:
            items = self._guarded("sort a cluster", layout.sort_cites, self._items(cluster))
            positions.visit(items, cluster.note_number)
            where = ", ".join(item.key for item in items)
            text, shown = self._guarded(f"print the cites of {where}", layout.render_cluster, items)
            targets = [CiteTarget(item.key, item.reference.links) for item in shown]
            rich = read_marked(text, {}, targets)
            unknown = [(Text(_UNKNOWN),) for cite in cluster.cites if cite.reference_id not in self._records]
            yield joined([part for part in (rich, *unknown) if part])

    def _items(self, cluster: CiteCluster) -> list[CiteItem]:
        """The cites of a cluster that can be printed; the same item for the same thing stands only once."""
        items: dict[tuple[str, str, str, str], CiteItem] = {}
        for cite in cluster.cites:
            key = cite.reference_id
            if key not in self._records:
                self._warn(f"a cite points to an unknown item, {key!r}")
                continue
            self._warn_of_mode(cite)
            locator = f"{cite.locator.label} {cite.locator.value}" if cite.locator else ""
            item = CiteItem(key, self._records[key], self._numbers[key], "citation", cite)
            item.year_suffix = self._suffixes.get(key, "")
            items.setdefault((key, locator, cite.prefix, cite.suffix), item)
        return list(items.values())

    def _entries(self) -> Iterator[Entry]:
        layout, bibliography = self._style.bibliography_layout, self._style.bibliography
        labelled = bibliography.get("second-field-align") is not None or layout[0].get("display") == "left-margin"
        for key, number in self._numbers.items():
            record = self._records[key]
            item = CiteItem(key, record, number, "bibliography")
            item.year_suffix = self._suffixes.get(key, "")
            printed = self._guarded(f"print item {key}", layout.render_entry, item, labelled)
            body = read_marked(printed.body, record.links)
            if not body:
                self._warn(f"item {key}: the style prints nothing of it, so its title or id stands in the list")
                body = read_marked(item.fallback, {})
            yield Entry(key, body, read_marked(printed.label, {}))

    def _warn(self, text: str) -> None:
        self._warnings[text] = None

    def _warn_of_mode(self, cite: Cite) -> None:
        if self._style.info.citation_format is CitationFormat.NUMERIC:
            return  # a number shows no author anyway
        if cite.mode in (CiteMode.SUPPRESS_AUTHOR, CiteMode.NARRATIVE):
            self._warn(f"citeproc-py cannot print a cite as {cite.mode.value}; such cites are printed whole")

    def _guarded(self, doing: str, function: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401  # passed through  # passed through
        """Call into citeproc-py's elements; whatever they raise becomes a StyleError with a reason."""
        try:
            return function(*arguments)
        except BmreportError:
            raise
        except Exception as error:  # a style may drive citeproc-py anywhere
            raise self._style.fault(error, doing) from error


def _letters(place: int) -> str:
    """Letters for a place that counts from 0: a to z, then aa, ab and so on."""
    out = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        out = chr(ord("a") + letter) + out
    return out
