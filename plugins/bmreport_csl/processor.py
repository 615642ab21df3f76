"""The passes, in order. Every step takes data and gives data; this is the place to see which comes when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.bibliography import NO_STYLES, render_bibliography
from bmreport_csl.bibliography_options import BibliographyOptions, read_bibliography_options
from bmreport_csl.citations import render_clusters
from bmreport_csl.clusters import is_preview, read_clusters
from bmreport_csl.disambiguation import disambiguate
from bmreport_csl.formats import Format, find_format
from bmreport_csl.in_text import render_authors
from bmreport_csl.items import clean_items
from bmreport_csl.positions import set_positions
from bmreport_csl.registry import Registry
from bmreport_csl.style import Style
from bmreport_csl.writer import write


@dataclass(frozen=True)
class Result:
    """What a document needs: one text per cluster, the list of references, and what was odd on the way."""

    citations: list[str]
    bibliography: list[tuple[str, str]] | None
    warnings: list[str] = field(default_factory=list)
    bibliography_options: BibliographyOptions = field(default_factory=BibliographyOptions)
    in_text: dict[str, str] = field(default_factory=dict)
    """Item id -> its authors as a sentence names them, for the ids that were asked for."""


def process(
    style: Style,
    items: Iterable[object] | object,
    clusters: Iterable[object] = (),
    locale: str | None = None,
    format: str | Format = "html",  # noqa: A002  # the word that people look for
    *,
    uncited: Collection[str] = (),
    in_text: Collection[str] = (),
    entry_locales: bool = False,
) -> Result:
    """Cite and list the items. All items are listed; those that are cited come first where nothing sorts them.

    `items` are CSL-JSON records; a cluster is `{"citationItems": [...], "properties": {"noteIndex": n}}`. A list of
    bare lists of cites previews clusters outside any document: no positions, no numbering by order of citing.
    Items named in `uncited` are listed after all others; the authors of those in `in_text` are printed for a sentence
    ("Smith and Jones"). With `entry_locales` each entry of the list speaks the language of its item.
    Never raises for what is wrong in the data; a ValueError says that a format is not known.
    """
    form = find_format(format)
    warnings: list[str] = []
    compiled = style.compiled(locale)
    warnings.extend(compiled.warnings)

    records = clean_items(items, warnings)
    cites = read_clusters(clusters, warnings)
    preview = is_preview(clusters)

    registry = Registry(
        records, [] if preview else [cite.id for cluster in cites for cite in cluster], compiled, uncited
    )
    if not preview:
        set_positions(cites, compiled.near_note_distance)
    disambiguate(compiled, registry)

    citations = render_clusters(cites, compiled, registry, tagged=getattr(form, "wants_cites", False))
    speaking: Mapping[str, CompiledStyle] = NO_STYLES
    if entry_locales:
        # Off by default; its tables of scripts load only for those who ask.
        from bmreport_csl.entry_locales import entry_styles

        speaking = entry_styles(style, compiled, records)
    entries = render_bibliography(compiled, registry, speaking)
    authors = render_authors(compiled, registry, in_text) if in_text else {}

    written = [write(output, form, compiled.quotes) for output in citations]
    if compiled.parsed.is_note or not compiled.citation.layout.look.suffix:
        # In running text a space that the layout itself puts at the end is meant; nothing follows a note.
        written = [text.rstrip(" ") for text in written]
    listed = None
    if entries is not None:
        listed = [
            (item_id, form.entry(write(output, form, speaking.get(item_id, compiled).quotes)))
            for item_id, output in entries
        ]
    named = {item_id: write(output, form, compiled.quotes) for item_id, output in authors.items()}
    return Result(written, listed, warnings, read_bibliography_options(compiled, registry), named)
