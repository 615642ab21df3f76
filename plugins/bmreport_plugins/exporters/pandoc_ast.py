"""Pandoc's document tree, built directly: texts are leaves of JSON, so nothing in them can be read as mark-up.

Every function is pure. The shapes are those of pandoc-types 1.23 (pandoc 3), as `pandoc -t json` prints them. Cites and
reference lists carry the classes that pandoc's own citeproc uses (`csl-entry`, `csl-left-margin` …), which its writers
for Word, LaTeX, HTML and EPUB know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bmreport.richtext import Effect, Link, Node, Note, RefLink, RichText, Styled, Text
from bmreport.richtext.direction import LTR_STRETCH, RTL_STRETCH, closing_controls
from bmreport.richtext.html import legal_text, safe_href

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

API_VERSION = (1, 23, 1)

Inline = dict[str, Any]
Block = dict[str, Any]
Attr = list[Any]

_WRAPPERS = {
    Effect.ITALIC: "Emph",
    Effect.BOLD: "Strong",
    Effect.SUPERSCRIPT: "Superscript",
    Effect.SUBSCRIPT: "Subscript",
    Effect.SMALL_CAPS: "SmallCaps",
    Effect.UNDERLINE: "Underline",
}
_SPACES = re.compile(r"[ \t\n]+")


@dataclass(frozen=True)
class AstOptions:
    """How rich text becomes inlines.

    `reference_ids` maps a reference id to the identifier of its entry; a pointer to any other stays text. Identifiers
    are letters, digits and `_`, at most 40, so that Word takes them as names of bookmarks. `direction` is that of the
    whole document, `ltr` or `rtl`.
    """

    reference_ids: Mapping[str, str] = field(default_factory=dict)
    direction: str = "ltr"


_PLAIN = AstOptions()


# -- inlines -----------------------------------------------------------------------------------------------------


def words(text: str) -> list[Inline]:
    """The text as words and spaces; a space is a space, a tab or a line end."""
    out: list[Inline] = []
    position = 0
    for match in _SPACES.finditer(text):
        if match.start() > position:
            out.append(_str(text[position : match.start()]))
        out.append({"t": "Space"})
        position = match.end()
    if position < len(text):
        out.append(_str(text[position:]))
    return out


def text_inlines(text: str, direction: str = "ltr") -> list[Inline]:
    """Literal characters, illegal ones made visible; stretches against the `direction` around them say their own.

    Bidirectional controls that the text opens are closed at its end: no format has another way to hold them in.
    """
    legal = legal_text(text)
    legal += closing_controls(legal)
    stretch, its_direction = (RTL_STRETCH, "rtl") if direction == "ltr" else (LTR_STRETCH, "ltr")
    if direction == "ltr" and legal.isascii():
        return words(legal)
    out: list[Inline] = []
    position = 0
    for match in stretch.finditer(legal):
        out.extend(words(legal[position : match.start()]))
        out.append(span(words(match[0]), dir=its_direction))
        position = match.end()
    return [*out, *words(legal[position:])]


def inlines(rich: RichText, options: AstOptions = _PLAIN, direction: str = "") -> list[Inline]:
    """Rich text in a paragraph of this `direction` (that of the document, when not given)."""
    return _inlines(rich, _Place(options, direction or options.direction))


def span(content: list[Inline], identifier: str = "", classes: Sequence[str] = (), **attributes: str) -> Inline:
    """Inlines with attributes; `custom_style="X"` gives them Word's character style X."""
    return {"t": "Span", "c": [attr(identifier, classes, **attributes), content]}


def strong(content: list[Inline]) -> Inline:
    """Bold."""
    return {"t": "Strong", "c": content}


def link(content: list[Inline], target: str) -> Inline:
    """A link to an address, or to `#identifier`."""
    return {"t": "Link", "c": [attr(), content, [target, ""]]}


def attr(identifier: str = "", classes: Sequence[str] = (), **attributes: str) -> Attr:
    """Pandoc's attributes; `_` in a key stands for `-`."""
    return [identifier, list(classes), [[key.replace("_", "-"), value] for key, value in attributes.items() if value]]


# -- blocks ------------------------------------------------------------------------------------------------------


def para(content: list[Inline]) -> Block:
    """A paragraph."""
    return {"t": "Para", "c": content}


def plain(content: list[Inline]) -> Block:
    """Inlines where a block must stand but no paragraph is meant, as in a table cell."""
    return {"t": "Plain", "c": content}


def div(content: list[Block], identifier: str = "", classes: Sequence[str] = (), **attributes: str) -> Block:
    """Blocks with attributes; `custom_style="X"` gives their paragraphs Word's style X."""
    return {"t": "Div", "c": [attr(identifier, classes, **attributes), content]}


def header(level: int, content: list[Inline], identifier: str = "") -> Block:
    """A heading."""
    return {"t": "Header", "c": [level, attr(identifier), content]}


def bullet_list(items: list[list[Block]]) -> Block:
    """A list; each item is a run of blocks."""
    return {"t": "BulletList", "c": items}


def block_quote(content: list[Block]) -> Block:
    """A quotation."""
    return {"t": "BlockQuote", "c": content}


def table(
    caption: list[Inline],
    head: list[list[Block]],
    rows: list[list[list[Block]]],
    identifier: str = "",
    widths: Sequence[float] = (),
) -> Block:
    """A table with one header row; the first column holds the rows' headings when there are more.

    Rows of a wrong length are filled up, or widen the table: pandoc drops cells that have no column. `widths` are the
    columns' shares of the line, for a table whose columns the program that shows it should not weigh itself.
    """
    width = max([len(head), *(len(row) for row in rows), 1])
    shares: list[Any] = [{"t": "ColWidth", "c": share} for share in widths]
    shares += [{"t": "ColWidthDefault"}] * (width - len(shares))
    columns = [[{"t": "AlignDefault"}, share] for share in shares]
    heading_columns = 1 if width > 1 else 0
    return {
        "t": "Table",
        "c": [
            attr(identifier),
            [None, [plain(caption)] if caption else []],
            columns,
            [attr(), [_row(head, width)] if head else []],
            [[attr(), heading_columns, [], [_row(row, width) for row in rows]]],
            [attr(), []],
        ],
    }


def raw_word(xml: str) -> Block:
    """XML of ours for a Word file; other formats leave it out."""
    return {"t": "RawBlock", "c": ["openxml", xml]}


def document(blocks: list[Block], meta: Mapping[str, list[Inline] | str]) -> dict[str, Any]:
    """The whole, ready for `pandoc -f json`; empty metadata are left out."""
    return {
        "pandoc-api-version": list(API_VERSION),
        "meta": {
            key: {"t": "MetaInlines", "c": value} if isinstance(value, list) else {"t": "MetaString", "c": value}
            for key, value in meta.items()
            if value
        },
        "blocks": blocks,
    }


# -- rich text ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """What is around a node: no link within a link, no note within a note."""

    options: AstOptions
    direction: str
    linked: bool = False
    in_note: bool = False

    def inside_link(self) -> _Place:
        return _Place(self.options, self.direction, linked=True, in_note=self.in_note)


def _inlines(rich: RichText, place: _Place) -> list[Inline]:
    nodes = tuple(_upright_lifted(rich))
    out: list[Inline] = []
    for number, node in enumerate(nodes):
        if isinstance(node, Styled) and node.effect in (Effect.BLOCK, Effect.INDENT):
            # CSL 1.0.2, "Display": a block stands on lines of its own.
            out.extend([*([{"t": "LineBreak"}] if out else []), *_inlines(node.children, place)])
            out.extend([{"t": "LineBreak"}] if number + 1 < len(nodes) else [])
        else:
            out.extend(_node(node, place))
    return out


def _node(node: Node, place: _Place) -> list[Inline]:
    if isinstance(node, Text):
        return text_inlines(node.text, place.direction)
    if isinstance(node, Styled):
        inner = _inlines(node.children, place)
        return [{"t": _WRAPPERS[node.effect], "c": inner}] if node.effect in _WRAPPERS else inner
    if isinstance(node, Note):
        return _note(node, place)
    if isinstance(node, Link):
        href = None if place.linked else safe_href(node.href)
        if href is None:
            return _inlines(node.children, place)
        return [link(_inlines(node.children, place.inside_link()), href)]
    return _pointer(node, place)


def _note(node: Note, place: _Place) -> list[Inline]:
    if place.in_note or place.linked:
        return [{"t": "Superscript", "c": [_str(str(node.number))]}]
    inside = _Place(place.options, place.options.direction, in_note=True)
    return [{"t": "Note", "c": [para(_inlines(node.children, inside))]}]


def _pointer(node: RefLink, place: _Place) -> list[Inline]:
    target = place.options.reference_ids.get(node.reference_id)
    if target is None or place.linked:
        return _inlines(node.children, place)
    pointer = link(_inlines(node.children, place.inside_link()), f"#{target}")
    return [span([pointer], cite_id(node.occurrence))] if node.occurrence else [pointer]


def cite_id(occurrence: int) -> str:
    """The identifier of a pointer in the text, for links back."""
    return f"cite_{occurrence}"


def _upright_lifted(rich: RichText) -> Iterator[Node]:
    """Pandoc knows no upright text inside italics: italic and bold end before it and begin again after it."""
    for node, _upright in _pieces(rich):
        yield node


def _pieces(rich: Iterable[Node]) -> Iterator[tuple[Node, bool]]:
    """Nodes in order, each with whether it must stand outside of any italic or bold around it."""
    for node in rich:
        if not isinstance(node, Styled):
            yield node, False
        elif node.effect is Effect.NORMAL:
            for inner, _upright in _pieces(node.children):
                yield inner, True
        else:
            escapes = node.effect in (Effect.ITALIC, Effect.BOLD)
            for upright, group in _grouped(_pieces(node.children)):
                if upright and escapes:
                    yield from ((inner, True) for inner in group)
                else:
                    yield Styled(node.effect, group), upright


def _grouped(pieces: Iterator[tuple[Node, bool]]) -> Iterator[tuple[bool, RichText]]:
    group: list[Node] = []
    kind = False
    for node, upright in pieces:
        if group and upright != kind:
            yield kind, tuple(group)
            group = []
        kind = upright
        group.append(node)
    if group:
        yield kind, tuple(group)


def _str(text: str) -> Inline:
    return {"t": "Str", "c": text}


def _row(cells: list[list[Block]], width: int) -> list[Any]:
    filled = [*cells, *([] for _ in range(width - len(cells)))]
    return [attr(), [[attr(), {"t": "AlignDefault"}, 1, 1, cell] for cell in filled]]
