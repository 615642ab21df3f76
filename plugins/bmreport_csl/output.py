"""What evaluation produces: plain strings, and spans where formatting, quotes or tags are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bmreport_csl.punctuation import PUNCTUATION, concat, glue, glue_all
from bmreport_csl.style_nodes import Formatting, Look

Marks: TypeAlias = tuple[tuple[str, str], ...]
"""Font attributes as (name, value) pairs, in the order in which they are opened."""

TagKind: TypeAlias = Literal[
    "names",
    "person",
    "year",
    "year-suffix",
    "citation-number",
    "locator",
    "label",
    "cite",
    "cite-id",
    "link",
    "nocase",
    "straight",
    "term",
    "name-list",
    "affix",
]


@dataclass(frozen=True, slots=True)
class Tag:
    """Which construct of the style made a span, so that later passes find it without reading strings."""

    kind: TagKind
    value: object = None


class Span:
    """A run of outputs. Empty outputs are never stored: a span always prints something."""

    __slots__ = ("children", "delimiter", "display", "marks", "prefix", "quotes", "rich", "suffix", "tag")

    def __init__(
        self,
        children: list[Output],
        *,
        delimiter: str = "",
        prefix: str = "",
        suffix: str = "",
        marks: Marks = (),
        quotes: str = "",
        display: str = "",
        rich: bool = False,
        tag: Tag | None = None,
    ) -> None:
        self.children = children
        self.delimiter = delimiter
        self.prefix = prefix
        self.suffix = suffix
        self.marks = marks
        self.quotes = quotes
        """outer, inner, or empty: the marks that stand around it when nothing else is quoted."""
        self.display = display
        self.rich = rich
        """Made by mark-up inside a field: its formatting toggles, and nothing is put right between its children."""
        self.tag = tag

    def copy_with(self, children: list[Output]) -> Span:
        """The same span around other children."""
        return Span(
            children,
            delimiter=self.delimiter,
            prefix=self.prefix,
            suffix=self.suffix,
            marks=self.marks,
            quotes=self.quotes,
            rich=self.rich,
            display=self.display,
            tag=self.tag,
        )

    def __repr__(self) -> str:
        extra = "".join(f" {key}={value!r}" for key in self.__slots__[1:] if (value := getattr(self, key)))
        return f"<Span {self.children!r}{extra}>"


Output: TypeAlias = "str | Span"
Wrap: TypeAlias = Callable[[Output], Output]


def join(parts: list[Output], delimiter: str = "") -> Output:
    """Non-empty parts, joined; plain strings stay one plain string."""
    if not parts:
        return ""
    if len(parts) == 1:
        return parts[0]
    for part in parts:
        if part.__class__ is not str:
            return Span(parts, delimiter=delimiter)
    if not delimiter:
        return concat(parts)  # type: ignore[arg-type]
    return glue_all(parts, delimiter)  # type: ignore[arg-type]  # all are strings, as just seen


def marks_of(formatting: Formatting) -> Marks:
    """The attributes that are set. The order is that in which citeproc-js nests them, from the outside."""
    pairs = (
        ("text-decoration", formatting.text_decoration),
        ("vertical-align", formatting.vertical_align),
        ("font-weight", formatting.font_weight),
        ("font-variant", formatting.font_variant),
        ("font-style", formatting.font_style),
    )
    return tuple(pair for pair in pairs if pair[1])


def wrapper(look: Look, *, tag: Tag | None = None) -> Wrap | None:
    """What puts a look around a non-empty output; None when there is nothing to do."""
    wrap = _wrapper(look, tag)
    if not look.unquoted:
        return wrap

    def unquoted(content: Output) -> Output:
        inner = content if isinstance(content, str) else Span([content], quotes="off")
        return wrap(inner) if wrap is not None else inner

    return unquoted


def _wrapper(look: Look, tag: Tag | None) -> Wrap | None:
    """Formatting, quotes, display, affixes and a tag."""
    marks = marks_of(look.formatting)
    prefix, suffix, display = look.prefix, look.suffix, look.display
    quotes = "outer" if look.quotes else ""
    if display:
        # A displayed block holds its own affixes, which would otherwise stand between two blocks.
        return lambda content: Span(
            [Span([content], prefix=prefix, suffix=suffix, marks=marks, quotes=quotes)], display=display, tag=tag
        )
    if marks or quotes or tag is not None:
        return lambda content: Span([content], prefix=prefix, suffix=suffix, marks=marks, quotes=quotes, tag=tag)
    return affixed(prefix, suffix)


def affixed(prefix: str, suffix: str) -> Wrap | None:
    """Affixes around an output. A plain string stays one, unless the ends must be known as affixes at the next seam."""
    if not prefix and not suffix:
        return None
    if (prefix and prefix[0] in PUNCTUATION) or (suffix and suffix[-1] in PUNCTUATION):
        return lambda content: Span([content], prefix=prefix, suffix=suffix)

    def affixes(content: Output) -> Output:
        if content.__class__ is str:
            return glue(glue(prefix, content), suffix)
        return Span([content], prefix=prefix, suffix=suffix)

    return affixes


def find(output: Output, kind: TagKind) -> Iterator[Span]:
    """All spans of that kind, in reading order, outermost only."""
    if isinstance(output, str):
        return
    if output.tag is not None and output.tag.kind == kind:
        yield output
        return
    for child in output.children:
        if not isinstance(child, str):
            yield from find(child, kind)


def replace(output: Output, target: Span, new: Output) -> Output:
    """The tree with one span exchanged; an empty replacement takes away what only it had filled."""
    if output is target:
        return new
    if isinstance(output, str):
        return output
    children: list[Output] = []
    changed = False
    for child in output.children:
        other = replace(child, target, new) if not changed else child
        changed = changed or other is not child
        if other:
            children.append(other)
    if not changed:
        return output
    return output.copy_with(children) if children else ""


def first_text(output: Output) -> str:
    """The first characters that print, without formatting; enough to look at the first one."""
    while not isinstance(output, str):
        if output.prefix:
            return output.prefix
        output = output.children[0] if output.children else ""
    return output


def plain(output: Output) -> str:
    """Only the characters: for comparing, never for printing."""
    if isinstance(output, str):
        return output
    inner = output.delimiter.join(plain(child) for child in output.children)
    return f"{output.prefix}{inner}{output.suffix}"
