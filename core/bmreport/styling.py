"""What passes between the pipeline, styles and CSL engines."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bmreport.models import Cite
from bmreport.richtext import RichText


class CitationFormat(StrEnum):
    """How a style points from the text to a reference (CSL: the `citation-format` category and `class`)."""

    NUMERIC = "numeric"
    AUTHOR_DATE = "author-date"
    AUTHOR = "author"
    LABEL = "label"
    NOTE = "note"


@dataclass(frozen=True)
class CiteCluster:
    """The cites that stand in one place. `cites[i].reference_id` is the id of an item; `note_number` from 1, else 0.

    A narrative or author-only cite stands by itself; an author-only one is in no note.
    """

    cites: tuple[Cite, ...]
    note_number: int = 0


@dataclass(frozen=True)
class StyleJob:
    """All that a style needs at once: items (CSL-JSON, each with a unique `id`) and clusters in reading order.

    `uncited` names the items that are listed although nothing cites them; they come last and take no number first.
    """

    items: tuple[dict[str, Any], ...]
    clusters: tuple[CiteCluster, ...]
    locale: str = ""
    uncited: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """One line of the reference list. `label` is the part that hangs left (`1.`), when the style has one."""

    reference_id: str
    body: RichText
    label: RichText = ()


@dataclass(frozen=True)
class StyledText:
    """What a style returns.

    `clusters` match the job's, one for one. Pointers inside them are RefLink nodes, one per cited number or cite.
    `entries` are in the order of the list; None when the style prints no bibliography.
    `authors` match the clusters too, or are empty: the names of a narrative or author-only cite as a sentence has them
    (`Smith et al.`). What stands in `clusters` for a narrative cite follows them (`(2020)`, `[1]`). Where there are no
    names in `authors`, the names of the item are taken.
    """

    clusters: tuple[RichText, ...]
    entries: tuple[Entry, ...] | None
    citation_format: CitationFormat = CitationFormat.NUMERIC
    hanging_indent: bool = False
    entry_spacing: int = 1
    warnings: tuple[str, ...] = ()
    authors: tuple[RichText, ...] = ()


@dataclass(frozen=True)
class CslStyleSource:
    """A CSL style as XML text, dependents already resolved to their parent.

    `style_id` is the short id (`apa`), `requested` the name it was asked for. Of a dependent style, `style_id`, `title`
    and `default_locale` are its own, while `xml` is its parent's.
    """

    style_id: str
    xml: bytes
    requested: str = ""
    default_locale: str = ""
    notes: tuple[str, ...] = field(default=())
    title: str = ""
