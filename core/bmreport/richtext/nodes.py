"""The nodes of rich text: immutable, few, and free of any output format."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Effect(StrEnum):
    """What a style can do to text (CSL 1.0.2, "Formatting" and "Display")."""

    ITALIC = "italic"
    NORMAL = "normal"
    """Upright inside italic; ends italic and bold around it."""
    BOLD = "bold"
    SUPERSCRIPT = "superscript"
    SUBSCRIPT = "subscript"
    SMALL_CAPS = "small-caps"
    UNDERLINE = "underline"
    BLOCK = "block"
    INDENT = "indent"


@dataclass(frozen=True, slots=True)
class Text:
    """Literal characters; exporters escape them, nothing in them is mark-up."""

    text: str


@dataclass(frozen=True, slots=True)
class Styled:
    """Children under one effect."""

    effect: Effect
    children: RichText


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an address outside the report (http, https, mailto or doi resolver)."""

    href: str
    children: RichText


@dataclass(frozen=True, slots=True)
class RefLink:
    """A pointer from the text to an entry of the reference list.

    `occurrence` counts the pointers of one report from 1, so that a reference can link back to each;
    0 means "not yet counted".
    """

    reference_id: str
    children: RichText
    occurrence: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote; `number` counts from 1 in reading order."""

    number: int
    children: RichText


Node: TypeAlias = Text | Styled | Link | RefLink | Note
RichText: TypeAlias = tuple[Node, ...]


def is_rich_text(value: object) -> bool:
    """Whether this is rich text down to its leaves; what a plugin made may be anything."""
    if not isinstance(value, tuple):
        return False
    for node in value:
        if isinstance(node, Text):
            if not isinstance(node.text, str):
                return False
        elif not isinstance(node, Styled | Link | RefLink | Note) or not is_rich_text(node.children):
            return False
    return True


def joined(parts: Sequence[RichText]) -> RichText:
    """Parts one after another, neighbouring plain texts made one, empty ones left out."""
    out: list[Node] = []
    run: list[str] = []
    for node in chain.from_iterable(parts):
        if isinstance(node, Text):
            run.append(node.text)
            continue
        _end_run(run, out)
        out.append(node)
    _end_run(run, out)
    return tuple(out)


def _end_run(run: list[str], out: list[Node]) -> None:
    if text := "".join(run):
        out.append(Text(text))
    run.clear()


def walk_ref_links(rich: RichText) -> Iterator[RefLink]:
    """Every pointer to a reference, in reading order."""
    for node in rich:
        if isinstance(node, RefLink):
            yield node
        if not isinstance(node, Text):
            yield from walk_ref_links(node.children)


def is_superscript(rich: RichText) -> bool:
    """Whether all visible text stands in superscript, as in numeric styles such as AMA."""
    seen = False
    for node in rich:
        if isinstance(node, Text):
            if node.text.strip():
                return False
        elif isinstance(node, Styled) and node.effect is Effect.SUPERSCRIPT:
            seen = True
        elif isinstance(node, Note) or not is_superscript(node.children):
            return False
        else:
            seen = True
    return seen
