"""The authors of an item as a sentence names them, such as `Smith and Jones`.

CSL 1.0.2 has no layout for this. Where the style's cites print names, those are taken, with the word "and" for its sign
(APA 7, 8.17). A style that cites by numbers or in notes says nothing of them: there the family names stand, up to two.
"""

from __future__ import annotations

from collections.abc import Iterable

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.compiler import compile_node
from bmreport_csl.context import Cite
from bmreport_csl.output import Output, find
from bmreport_csl.registry import Registry
from bmreport_csl.style_nodes import PLAIN, Name, Names, Text

_SHORT = Name(
    PLAIN,
    {
        "name-form": "short",
        "and": "text",
        "name-delimiter": ", ",
        "et-al-min": "3",
        "et-al-use-first": "1",
        "et-al-subsequent-min": "3",
        "et-al-subsequent-use-first": "1",
        "et-al-use-last": "false",
        "delimiter-precedes-last": "contextual",
        "delimiter-precedes-et-al": "never",
        "name-as-sort-order": "",
    },
)
_CREATORS = Names(
    PLAIN,
    ("author",),
    name=_SHORT,
    substitute=(
        Names(PLAIN, ("editor",)),
        Names(PLAIN, ("translator",)),
        Names(PLAIN, ("director",)),
        Text(PLAIN, variable="title", form="short"),
    ),
)


def render_authors(style: CompiledStyle, registry: Registry, ids: Iterable[str]) -> dict[str, Output]:
    """The authors of these items; an item that is not there, or has nothing to be named by, is left out."""
    area = style.in_sentence
    short = compile_node(_CREATORS, area.scope)
    from_cites = not style.parsed.is_note
    authors: dict[str, Output] = {}
    for item_id in dict.fromkeys(ids):
        if item_id not in registry.items:
            continue
        cite = Cite(item_id)
        output: Output = ""
        if from_cites:
            output = next(find(area.body(registry.context(item_id, cite)), "names"), "")
        output = output or short(registry.context(item_id, cite))
        if output:
            authors[item_id] = output
    return authors
