"""One fixture of the CSL test suite through the public functions of bmreport_csl, and nothing else."""

from __future__ import annotations

from typing import Any

from bmreport_csl import Style, process

from .suite import Fixture


def run_fixture(fixture: Fixture) -> str:
    """What bmreport_csl prints for the fixture, in the form of its RESULT section."""
    style = Style.load(fixture.style)
    if fixture.citations is not None:
        return _document(style, fixture)
    if fixture.mode == "citation":
        # Bare lists of cites are previews: no positions, and the records keep the order of INPUT.
        clusters = fixture.citation_items or [_all_items(style, fixture)]
        return "\n".join(_process(style, fixture, fixture.items, clusters).citations)
    return _bibliography(style, fixture)


def same(ours: str, expected: str) -> bool:
    """Whether two results are equal; blanks at the ends of the whole do not count.

    Where our text of a cluster did not change (`..`), the expected mark may be `>>` all the same: citeproc-js marks
    what it rendered again, be the text the same or not.
    """
    our_lines, lines = ours.strip().split("\n"), expected.strip().split("\n")
    return len(our_lines) == len(lines) and all(
        our == line or (our.startswith("..[") and line == f">>{our[2:]}")
        for our, line in zip(our_lines, lines, strict=True)
    )


def _process(style: Style, fixture: Fixture, items: list[Any], clusters: list[Any], **options: Any) -> Any:
    if fixture.abbreviations is not None:
        options["abbreviations"] = fixture.abbreviations
    return process(style, items, clusters, format="html", **options)


def _all_items(style: Style, fixture: Fixture) -> list[dict[str, Any]]:
    """Cites of all items in the order of the list of references; that of INPUT where the style sorts nothing."""
    listed = [key for key, _ in _process(style, fixture, fixture.items, []).bibliography or ()]
    given = [str(item.get("id", place)) for place, item in enumerate(fixture.items, 1)]
    return [{"id": key} for key in dict.fromkeys([*listed, *given])]


def _bibliography(style: Style, fixture: Fixture) -> str:
    items = fixture.items
    if fixture.bib_entries:
        wanted = fixture.bib_entries[-1] if isinstance(fixture.bib_entries[-1], list) else fixture.bib_entries
        by_id = {str(item["id"]): item for item in items}
        items = [by_id[str(key)] for key in wanted]
    options = {"sort": False} if fixture.mode == "bibliography-nosort" else {}
    result = _process(style, fixture, items, fixture.citation_items or [], **options)
    if fixture.mode == "bibliography-header":
        return _header(result.bibliography_options)
    entries = result.bibliography or []
    if fixture.bib_section is not None:
        kept = {str(item["id"]) for item in _section(items, fixture.bib_section)}
        entries = [entry for entry in entries if entry[0] in kept]
    return _listing(entries)


def _listing(entries: Any) -> str:
    lines = "".join(f"  {text}\n" for _, text in entries or ())
    return f'<div class="csl-bib-body">\n{lines}</div>'


def _header(options: Any) -> str:
    """The bibliography options under the names of citeproc-js, sorted."""
    named = {
        "entryspacing": options.entry_spacing,
        "linespacing": options.line_spacing,
        "maxoffset": options.max_offset,
        "hangingindent": 2 if options.hanging_indent else None,
        "second-field-align": options.second_field_align or None,
    }
    return "\n".join(f"{key}: {value}" for key, value in sorted(named.items()) if value is not None)


def _section(items: list[Any], section: Any) -> list[Any]:
    """The items that a BIBSECTION keeps: all of `select`, any of `include`, none of `exclude`; `quash` empties."""

    def holds(item: Any, rule: Any) -> bool:
        value = item.get(rule["field"])
        return rule["value"] in value if isinstance(value, list) else (value or "") == rule["value"]

    kept = items
    if rules := section.get("select"):
        kept = [item for item in kept if all(holds(item, rule) for rule in rules)]
    if rules := section.get("include"):
        kept = [item for item in kept if any(holds(item, rule) for rule in rules)]
    if rules := section.get("exclude"):
        kept = [item for item in kept if not any(holds(item, rule) for rule in rules)]
    if rules := section.get("quash"):
        kept = [item for item in kept if not all(holds(item, rule) for rule in rules)]
    return kept


def _document(style: Style, fixture: Fixture) -> str:
    """The document after the last call: one cluster a line, `>>` where that call changed the text."""
    before: dict[str, str] = {}
    known: dict[str, Any] = {}
    calls = fixture.citations or []
    for number, (cluster, earlier, later) in enumerate(calls):
        known[cluster["citationID"]] = cluster
        if number < len(calls) - 2:
            continue
        order = [*earlier, [cluster["citationID"], cluster.get("properties", {}).get("noteIndex", 0)], *later]
        clusters = [_placed(known[key], note) for key, note in order]
        cited = {str(cite["id"]) for cluster in clusters for cite in cluster["citationItems"]}
        items = [item for item in fixture.items if str(item["id"]) in cited]
        result = _process(style, fixture, items, clusters)
        if fixture.mode == "bibliography":
            before = {"": _listing(result.bibliography)}
            continue
        texts = {key: text for (key, _), text in zip(order, result.citations, strict=True)}
        if number == len(calls) - 1:
            return _changes(order, texts, before, cluster["citationID"])
        before = texts
    return before.get("", "")


def _placed(cluster: Any, note: int) -> dict[str, Any]:
    return {**cluster, "properties": {**cluster.get("properties", {}), "noteIndex": note}}


def _changes(order: list[Any], texts: dict[str, str], before: dict[str, str], newest: str) -> str:
    lines = []
    for place, (key, _) in enumerate(order):
        mark = ">>" if key == newest or before.get(key) != texts[key] else ".."
        lines.append(f"{mark}[{place}] {texts[key]}")
    return "\n".join(lines)
