"""Where the cites of a claim stand in its sentence: clusters at its end, authors and theirs where they are named.

"Placebrol lowers events."           + parenthetical  ->  "Placebrol lowers events (Smith, 2020)."
"saw fewer events."                  + narrative      ->  "Smith (2020) saw fewer events."
"Unlike {author}, we saw no effect." + narrative      ->  "Unlike Smith (2020), we saw no effect."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, zip_longest
from typing import Any

from bmreport.models import AUTHOR_MARK, Cite, CiteMode, Claim
from bmreport.models.marked_text import split_terminal
from bmreport.richtext import Node, Note, RefLink, RichText, Text, is_superscript, joined
from bmreport.richtext.direction import closing_controls
from bmreport.styling import CitationFormat, StyledText

_NAMED_ALONE = 2
"""Up to so many authors are all named where the style does not say (Vancouver: `Smith and Jones`, then `et al.`)."""
_UNKNOWN_AUTHOR = "[?]"
_CREATORS = ("author", "editor", "translator", "director")


@dataclass(frozen=True)
class PlacedCites:
    """Cites that stand together, as printed. `author` is what names them in the sentence, empty for other cites."""

    cluster: RichText
    author: RichText = ()


class Placing:
    """Gives the claims of a report their cites, in reading order; counts pointers and notes on the way."""

    def __init__(self, styled: StyledText, items: Mapping[str, Mapping[str, Any]]) -> None:
        """`items` are CSL-JSON records by reference id."""
        self.notes: list[Note] = []
        self._items = items
        self._has_notes = styled.citation_format is CitationFormat.NOTE
        self._printed = iter(zip_longest(styled.clusters, styled.authors, fillvalue=()))
        self._numbers = count(1)
        self._occurrences: dict[str, list[int]] = {}

    def sentence(self, claim: Claim) -> RichText:
        """The next claim with its cites in their places."""
        return place_cites(claim, [self._placed(group, *next(self._printed)) for group in cite_groups(claim)])

    def occurrences_of(self, reference_id: str) -> tuple[int, ...]:
        """The numbers of the pointers to a reference so far."""
        return tuple(self._occurrences.get(reference_id, ()))

    def _placed(self, group: Sequence[Cite], cluster: RichText, author: RichText) -> PlacedCites:
        """These cites with their pointers counted, in a note where the style has notes."""
        identifier = group[0].reference_id
        if not group[0].mode.is_named:
            author = ()
        elif not author:
            known = self._items.get(identifier)
            author = (Text(author_text(known) if known is not None else _UNKNOWN_AUTHOR),)
        if is_author_only(group) or (author and not cluster):
            return PlacedCites((), self._counted((RefLink(identifier, author),)))
        counted = self._counted(cluster)
        if self._has_notes:
            self.notes.append(Note(len(self.notes) + 1, counted))
            counted = (self.notes[-1],)
        return PlacedCites(counted, author)

    def _counted(self, rich: RichText) -> RichText:
        return tuple(self._counted_node(node) for node in rich)

    def _counted_node(self, node: Node) -> Node:
        if isinstance(node, Text):
            return node
        if isinstance(node, RefLink):
            number = next(self._numbers)
            self._occurrences.setdefault(node.reference_id, []).append(number)
            return replace(node, occurrence=number)
        return replace(node, children=self._counted(node.children))


def cite_groups(claim: Claim) -> list[tuple[Cite, ...]]:
    """The cites that stand together, in reading order.

    A cite that is named in the sentence stands by itself; all others form the cluster at the sentence's end. There each
    document stands once, however many of its passages the claim rests on.
    """
    named = [(cite,) for cite in claim.cites if cite.mode.is_named]
    others = _each_document_once([cite for cite in claim.cites if not cite.mode.is_named], [cite for (cite,) in named])
    return [*named, others] if others else [*named]


def _each_document_once(cites: Sequence[Cite], named: Sequence[Cite]) -> tuple[Cite, ...]:
    """Cites of one document as one cite, its pages in a row: `[1,1]` or `Doe 2020, 2020` would read as a slip.

    A cite of a document that the sentence names is left out when it points at nothing more. Cites with words of their
    own (prefix, suffix), or with places of different kinds, stay apart.
    """
    out: list[Cite] = []
    told = {(cite.reference_id, _place(cite)) for cite in named} | {(cite.reference_id, None) for cite in named}
    for cite in cites:
        if not cite.reference_id or cite.prefix or cite.suffix:
            out.append(cite)
            continue
        if (cite.reference_id, _place(cite)) in told:
            continue
        place = next((at for at, one in enumerate(out) if _is_same_document(one, cite)), None)
        if place is None:
            out.append(cite)
        else:
            out[place] = _with_place_of(out[place], cite)
    return tuple(out)


def _place(cite: Cite) -> tuple[str, str] | None:
    return (cite.locator.label, cite.locator.value) if cite.locator else None


def _is_same_document(one: Cite, other: Cite) -> bool:
    same = one.reference_id == other.reference_id and one.mode is other.mode and not (one.prefix or one.suffix)
    kinds = {cite.locator.label for cite in (one, other) if cite.locator}
    return same and len(kinds) < 2


def _with_place_of(one: Cite, other: Cite) -> Cite:
    if other.locator is None:
        return one
    if one.locator is None:
        return one.model_copy(update={"locator": other.locator})
    values = [*one.locator.value.split(", "), *other.locator.value.split(", ")]
    locator = one.locator.model_copy(update={"value": ", ".join(dict.fromkeys(values))})
    return one.model_copy(update={"locator": locator})


def place_cites(claim: Claim, placed: Sequence[PlacedCites]) -> RichText:
    """The sentence with its cites; `placed` answers to `cite_groups`, one for one."""
    named = [one for one, group in zip(placed, cite_groups(claim), strict=True) if group[0].mode.is_named]
    end = placed[-1].cluster if len(placed) > len(named) else ()
    if not named:
        return _with_cluster(claim.text, end)
    return joined([*_named(claim.text, named, end)])


def author_text(item: Mapping[str, Any]) -> str:
    """Who an item is by, for a sentence, where the style cannot say: family names, else the title.

    Two are joined by "and"; of more, the first is named.
    """
    for variable in _CREATORS:
        names = [text for name in item.get(variable) or () if isinstance(name, Mapping) and (text := _family(name))]
        truncated = variable == "author" and _is_truncated(item)
        if len(names) > _NAMED_ALONE or (names and truncated):
            return f"{names[0]} et al."
        if names:
            return " and ".join(names)
    return str(item.get("title-short") or item.get("title") or item.get("id") or "")


def _family(name: Mapping[str, Any]) -> str:
    particle = name.get("non-dropping-particle")
    family = str(name.get("family") or name.get("literal") or name.get("given") or "")
    return f"{particle} {family}" if particle and family else family


def _is_truncated(item: Mapping[str, Any]) -> bool:
    custom = item.get("custom")
    return isinstance(custom, Mapping) and bool(custom.get("authors_truncated"))


def _named(text: str, named: Sequence[PlacedCites], end: RichText) -> list[RichText]:
    """The sentence in pieces. Cites for which no mark is left follow the one before, after a comma."""
    marked = text if AUTHOR_MARK in text else f"{AUTHOR_MARK} {text.lstrip()}".rstrip()
    before, *after = marked.split(AUTHOR_MARK, len(named))
    out: list[RichText] = [(Text(before),)]
    for place, following in enumerate(after):
        is_last = place + 1 == len(after)
        here = named[place:] if is_last else named[place : place + 1]
        punctuation, rest = _split_punctuation(following, here[-1].cluster)
        for number, one in enumerate(here):
            author = _capitalized(one.author) if number == 0 and not joined(out) else one.author
            out.extend([(Text(", "),)] if number else [])
            mark = punctuation if one is here[-1] else ""
            out.append(_after_author(author, mark, one.cluster))
        out.append(_with_cluster(rest, end) if is_last else (Text(rest),))
    return out


def _after_author(author: RichText, punctuation: str, cluster: RichText) -> RichText:
    if not cluster:
        return joined([author, (Text(punctuation),)])
    if _is_raised(cluster):
        return joined([author, (Text(punctuation),), cluster])
    return joined([author, (Text(" "),), cluster, (Text(punctuation),)])


def _split_punctuation(following: str, cluster: RichText) -> tuple[str, str]:
    """The full stop or comma that a raised number has to follow (AMA 11, 3.6), and the rest."""
    if _is_raised(cluster) and following[:1] in {".", ","}:
        return following[0], following[1:]
    return "", following


def _is_raised(cluster: RichText) -> bool:
    return bool(cluster) and (isinstance(cluster[0], Note) or is_superscript(cluster))


def _with_cluster(text: str, cluster: RichText) -> RichText:
    """Put a cluster into its sentence.

    Footnote marks and superscript numbers follow the last punctuation mark (AMA 11, Chicago 17); anything else stands
    before it, after a space.
    """
    if not cluster:
        return (Text(text),)
    # A direction that the sentence leaves open must not turn the cluster around.
    text = f"{text}{closing_controls(text)}"
    if _is_raised(cluster):
        return joined([(Text(text.rstrip()),), cluster])
    body, end = split_terminal(text)
    return joined([(Text(f"{body} " if body else ""),), cluster, (Text(end),)])


def _capitalized(rich: RichText) -> RichText:
    """A particle that opens a sentence gets a capital: `De Gaetano saw …`; `eLife` stays as it is."""
    if not rich:
        return rich
    first: Node = rich[0]
    if not isinstance(first, Text):
        return (replace(first, children=_capitalized(first.children)), *rich[1:])
    word = first.text.split(" ", 1)[0]
    return (Text(first.text[:1].upper() + first.text[1:]), *rich[1:]) if word.islower() else rich


def is_author_only(group: Sequence[Cite]) -> bool:
    """Whether these cites print nothing but names."""
    return all(cite.mode is CiteMode.AUTHOR_ONLY for cite in group)
