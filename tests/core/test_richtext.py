"""Rich text: the nodes, the mark-up of CSL-JSON fields, and plain text."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.richtext import (
    Effect,
    Link,
    Note,
    RefLink,
    RichText,
    Styled,
    Text,
    is_superscript,
    joined,
    parse_csl_markup,
    strip_csl_markup,
    to_plain,
    walk_ref_links,
)
from bmreport.testing import HOSTILE_TEXTS

TAGS = (
    *("<i>", "</i>", "<b>", "</b>", "<sup>", "</sup>", "<sc>", "</sc>", "<SUB>", "</sub>"),
    *('<span class="nocase">', "</span>"),
)


def italic(*children: Text | Styled) -> Styled:
    """Children in italic."""
    return Styled(Effect.ITALIC, children)


# -- nodes -----------------------------------------------------------------------------------------------------------


def test_nodes_are_values() -> None:
    """Nodes compare and hash by content and cannot be changed."""
    assert italic(Text("a")) == italic(Text("a"))
    assert len({Text("a"), Text("a"), RefLink("r", (Text("a"),))}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        Text("a").text = "b"  # type: ignore[misc]


def test_joined_makes_one_text_of_neighbours() -> None:
    """Neighbouring texts become one, empty ones vanish, other nodes stay apart."""
    parts: list[RichText] = [(Text("a"), Text("")), (), (Text("b"), italic(Text("c"))), (italic(Text("d")), Text("e"))]
    assert joined(parts) == (Text("ab"), italic(Text("c")), italic(Text("d")), Text("e"))
    assert joined([]) == ()
    assert joined([(Text(""),)]) == ()


def test_pointers_are_found_at_any_depth() -> None:
    """Pointers are walked in reading order, those inside effects, links and notes too."""
    rich = (
        Styled(Effect.SUPERSCRIPT, (RefLink("a", (Text("1"),)), Text(","), RefLink("b", (Text("2"),)))),
        Link("https://example.org", (RefLink("c", ()),)),
        Note(1, (RefLink("d", (RefLink("e", ()),)),)),
    )
    assert [link.reference_id for link in walk_ref_links(rich)] == list("abcde")


@pytest.mark.parametrize(
    ("rich", "expected"),
    [
        ((), False),
        ((Text("1"),), False),
        ((Text(" "), Styled(Effect.SUPERSCRIPT, (Text("1"),))), True),
        ((RefLink("a", (Styled(Effect.SUPERSCRIPT, (Text("1"),)),)),), True),
        ((Styled(Effect.BOLD, (Styled(Effect.SUPERSCRIPT, (Text("1"),)),)),), True),
        ((Styled(Effect.SUPERSCRIPT, (Text("1"),)), Text("x")), False),
        ((Styled(Effect.SUPERSCRIPT, (Text("1"),)), Note(1, ())), False),
        ((Styled(Effect.SUBSCRIPT, (Text("1"),)),), False),
    ],
)
def test_is_superscript(rich: RichText, expected: bool) -> None:
    """A cluster is superscript when all its visible text is, whatever it is wrapped in."""
    assert is_superscript(rich) is expected


# -- mark-up of CSL-JSON -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "rich"),
    [
        ("", ()),
        ("plain", (Text("plain"),)),
        ("an <i>in vitro</i> study", (Text("an "), italic(Text("in vitro")), Text(" study"))),
        ("<em>a</em><strong>b</strong>", (italic(Text("a")), Styled(Effect.BOLD, (Text("b"),)))),
        ("<I>a</i>", (italic(Text("a")),)),
        ("CO<sub>2</sub>", (Text("CO"), Styled(Effect.SUBSCRIPT, (Text("2"),)))),
        ("<i>a<sup>2</sup></i>", (italic(Text("a"), Styled(Effect.SUPERSCRIPT, (Text("2"),))),)),
        ("<sc>Smith</sc>", (Styled(Effect.SMALL_CAPS, (Text("Smith"),)),)),
        ('<span style="font-variant: small-caps;">a</span>', (Styled(Effect.SMALL_CAPS, (Text("a"),)),)),
        ('the <span class="nocase">mRNA</span> dose', (Text("the mRNA dose"),)),
        ("<i></i>x", (Text("x"),)),
    ],
)
def test_csl_markup_is_read(source: str, rich: RichText) -> None:
    """The tags that CSL-JSON allows become effects; `nocase` leaves no trace."""
    assert parse_csl_markup(source) == rich


@pytest.mark.parametrize(
    "source",
    [
        "p < 0.05 and > 1",
        "<script>alert(1)</script>",
        "<i>never closed",
        "closed only</i>",
        "<span>x</span>",
        '<span class="evil">x</span>',
        '<i onclick="x">y</i >',
        "< i>x",
        "a <b",
        *HOSTILE_TEXTS[1:11],
    ],
)
def test_other_tags_are_text(source: str) -> None:
    """What CSL-JSON does not allow, or is not balanced, is text and comes out to the letter."""
    assert parse_csl_markup(source) == (Text(source),)
    assert strip_csl_markup(source) == source


def test_overlapping_tags_lose_no_text() -> None:
    """Of two overlapping pairs the outer one counts and the inner tag stays visible."""
    assert parse_csl_markup("<i>a<b>b</i>c</b>") == (italic(Text("a<b>b")), Text("c</b>"))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(TAGS) | st.text(alphabet="xyz<>/ \n\ud800", max_size=4), max_size=30))
def test_no_letter_is_lost_in_markup(parts: list[str]) -> None:
    """Whatever tags a field holds, its letters come out in order, and neighbouring texts are one."""
    source = "".join(parts)
    rich = parse_csl_markup(source)
    assert [sign for sign in to_plain(rich) if sign in "xyz\ud800"] == [sign for sign in source if sign in "xyz\ud800"]
    assert joined([rich]) == rich


@pytest.mark.parametrize("source", ["<i>" * 100_000, "</i>" * 100_000, "<i><b>x</i>" * 50_000, "<span " * 100_000])
def test_hostile_markup_is_bounded(source: str) -> None:
    """A hundred thousand tags are read in one pass, nest sixteen deep at most, and no other text is lost."""
    rich = parse_csl_markup(source)
    assert to_plain(rich).count("x") == source.count("x")
    assert _depth(rich) <= 16


def _depth(rich: RichText) -> int:
    return max((1 + _depth(node.children) for node in rich if not isinstance(node, Text)), default=0)


def test_nesting_stops_at_sixteen() -> None:
    """Tags nested deeper than any title needs stay text."""
    rich = parse_csl_markup("<i>" * 40 + "x" + "</i>" * 40)
    assert _depth(rich) == 16
    assert to_plain(rich) == "<i>" * 24 + "x" + "</i>" * 24


# -- plain text --------------------------------------------------------------------------------------------------------


def test_plain_text() -> None:
    """Effects and links vanish, a display block starts a line, a footnote shows its number."""
    rich = (
        Text("a "),
        italic(Text("b")),
        Link("https://example.org", (Text(" c"),)),
        Note(3, (Text("hidden"),)),
        Styled(Effect.BLOCK, (Text("d"),)),
        Styled(Effect.INDENT, (RefLink("r", (Text("e"),)),)),
    )
    assert to_plain(rich) == "a b c[3]\nd\ne"
