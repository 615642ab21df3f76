"""Rich text as HTML: what stands in a text comes out as text, and only harmless addresses become links."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport.richtext import Effect, Link, Node, Note, RefLink, RichText, Styled, Text, to_plain
from bmreport.richtext.direction import closing_controls, first_strong
from bmreport.richtext.html import HtmlOptions, escape_html, legal_text, safe_href, to_html
from bmreport.testing import HOSTILE_TEXTS

DOCUMENT = HtmlOptions({"r1": "ref-1"}, document=True)

TEXTS = st.text(st.characters(exclude_categories=()), max_size=40)
HREFS = st.one_of(
    TEXTS, TEXTS.map(lambda rest: f"https://{rest}"), st.sampled_from(["javascript:alert(1)", "http://x"])
)


def _trees() -> st.SearchStrategy[RichText]:
    leaves: st.SearchStrategy[Node] = TEXTS.map(Text)

    def branches(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        some = st.lists(inner, max_size=3).map(tuple)
        return st.one_of(
            st.builds(Styled, st.sampled_from(list(Effect)), some),
            st.builds(Link, HREFS, some),
            st.builds(RefLink, st.sampled_from(["r1", "r2", ""]), some, st.integers(0, 9)),
            st.builds(Note, st.integers(1, 9), some),
        )

    return st.lists(st.recursive(leaves, branches, max_leaves=8), max_size=4).map(tuple)


RICH = _trees()


def _parsed(fragment: str) -> Any:
    return etree.fromstring(f"<div>{fragment}</div>", etree.XMLParser(resolve_entities=False))


def _text(fragment: str) -> str:
    return "".join(str(piece) for piece in _parsed(fragment).itertext())


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_hostile_text_comes_out_as_itself(text: str) -> None:
    """Nothing in a text is read as mark-up."""
    assert _text(to_html((Text(text),))) == legal_text(text)


@given(TEXTS)
@settings(max_examples=200)
def test_any_text_comes_out_as_itself(text: str) -> None:
    """Every string gives well-formed HTML with the same characters, illegal ones made visible."""
    html = to_html((Text(text),))
    assert _text(html) == legal_text(text)
    html.encode("utf-8")


@given(RICH, st.sampled_from([HtmlOptions(), DOCUMENT]))
@settings(max_examples=200)
def test_any_tree_is_well_formed(rich: RichText, options: HtmlOptions) -> None:
    """Every tree gives well-formed HTML in which no link stands inside another and no address is a script."""
    root = _parsed(to_html(rich, options))
    assert not root.xpath("//a//a")
    for href in root.xpath("//a/@href"):
        assert str(href).startswith(("http://", "https://", "mailto:", "#ref-1", "#fn-"))


@given(RICH)
@settings(max_examples=100)
def test_plain_characters_are_kept(rich: RichText) -> None:
    """The characters of a tree are those of its plain form, but for footnote marks and blocks."""
    shown = _text(to_html(rich, DOCUMENT))
    for leaf in _leaves(rich):
        assert legal_text(leaf) in shown


def _leaves(rich: RichText) -> list[str]:
    out: list[str] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(node.text)
        elif not isinstance(node, Note):
            out.extend(_leaves(node.children))
    return out


@pytest.mark.parametrize(
    ("effect", "html"),
    [
        (Effect.ITALIC, "<i>x</i>"),
        (Effect.BOLD, "<b>x</b>"),
        (Effect.SUPERSCRIPT, "<sup>x</sup>"),
        (Effect.SUBSCRIPT, "<sub>x</sub>"),
        (Effect.UNDERLINE, "<u>x</u>"),
        (Effect.SMALL_CAPS, '<span class="csl-small-caps">x</span>'),
        (Effect.NORMAL, '<span class="csl-normal">x</span>'),
        (Effect.BLOCK, '<span class="csl-block">x</span>'),
        (Effect.INDENT, '<span class="csl-indent">x</span>'),
    ],
)
def test_effects_of_a_document(effect: Effect, html: str) -> None:
    """Each effect has an element, or a class for the stylesheet."""
    assert to_html((Styled(effect, (Text("x"),)),), DOCUMENT) == html


def test_a_fragment_alone_carries_its_looks() -> None:
    """Without a stylesheet, as in a notebook, effects are style attributes, and pointers and notes are no links."""
    rich = (Styled(Effect.SMALL_CAPS, (Text("x"),)), RefLink("r1", (Text("1"),), 1), Note(2, (Text("n"),)))
    assert to_html(rich) == '<span style="font-variant:small-caps">x</span>1<sup>2</sup>'


def test_a_pointer_leads_to_its_reference_and_can_be_found_again() -> None:
    """A pointer is a link with an id of its own; one to an unlisted reference is text."""
    html = to_html((RefLink("r1", (Text("1"),), 4), RefLink("gone", (Text("?"),), 5)), DOCUMENT)
    assert html == '<a class="cite" id="cite-4" href="#ref-1" role="doc-biblioref">1</a>?'


def test_note_marks_lead_to_their_notes() -> None:
    """A footnote shows as a mark that links to the note and can be linked back to."""
    html = to_html((Note(3, (Text("inside"),)),), HtmlOptions(prefix="p-", document=True))
    assert 'id="p-fnref-3"' in html
    assert 'href="#p-fn-3"' in html
    assert "inside" not in html


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JAVASCRIPT:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,<script>1</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "//example.org/x",
        "ftp://example.org",
        "http:/example.org",
        "http://",
        "http://[::1",
        "http://exa mple.org/",
        "http://a\x00b/",
        "http://a\ud800/",
        "mailto:",
        "",
        "#top",
    ],
)
def test_other_addresses_stay_text(href: str) -> None:
    """What is not plainly http, https or mailto never becomes a link; its text stays."""
    assert safe_href(href) is None
    assert to_html((Link(href, (Text("here"),)),), DOCUMENT) == "here"


@pytest.mark.parametrize(
    ("href", "uri"),
    [
        ("https://doi.org/10.1/a", "https://doi.org/10.1/a"),
        ("HTTP://Example.org/a b", "http://Example.org/a%20b"),
        ("https://x.org/a%20b%zz", "https://x.org/a%20b%25zz"),
        ("https://x.org/<1661::AID>[2]", "https://x.org/%3C1661::AID%3E%5B2%5D"),
        ("https://x.org/?q=é#a#b", "https://x.org/?q=%C3%A9#a%23b"),
        ("http://[::1]/x", "http://[::1]/x"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("https://x.org/\\a|b^c`d{e}", "https://x.org/%5Ca%7Cb%5Ec%60d%7Be%7D"),
    ],
)
def test_addresses_become_uris(href: str, uri: str) -> None:
    """Characters that an URI may not hold are percent-encoded, once."""
    assert safe_href(href) == uri
    assert safe_href(uri) == uri


@given(HREFS)
@settings(max_examples=200)
def test_safe_addresses_are_ascii_and_stable(href: str) -> None:
    """A safe address is ASCII without spaces or quotes, and making it safe again changes nothing."""
    uri = safe_href(href)
    if uri is not None:
        assert uri.isascii()
        assert not set(uri) & set(' "<>\\^`{|}\n\t')
        assert safe_href(uri) == uri


def test_illegal_characters_become_visible() -> None:
    """Control characters show as their symbols, surrogates and noncharacters as U+FFFD; line ends are line feeds."""
    assert legal_text("a\x00\x0b\x1b\x7fb\ud800\ufffe\U0001ffff\x91c\r\nd\re\x85f\tg") == "a␀␋␛␡b����c\nd\ne\nf\tg"


def test_quotes_are_escaped_for_attributes() -> None:
    """An escaped value cannot end the attribute it stands in."""
    assert escape_html("\"'<>&") == "&quot;&#x27;&lt;&gt;&amp;"


def test_unclosed_direction_controls_are_held_in() -> None:
    """A right-to-left override in a title cannot turn the rest of the page round."""
    assert to_html((Text("a\u202eb"), Text("c"))) == "<bdi>a\u202eb</bdi>c"


def test_words_against_the_direction_are_set_apart() -> None:
    """In a line from left to right, Arabic words are isolated; in a line from right to left nothing needs to be."""
    assert to_html((Text("Doe. مرحبا بك. 2020"),)) == "Doe. <bdi>مرحبا بك</bdi>. 2020"
    assert to_html((Text("مرحبا Doe"),)) == "مرحبا Doe"


@pytest.mark.parametrize(
    ("text", "direction"), [("1. abc שלום", "ltr"), ("(12) שלום abc", "rtl"), ("123 – ?", ""), ("", "")]
)
def test_first_strong(text: str, direction: str) -> None:
    """The first letter with a direction decides."""
    assert first_strong(text) == direction


@given(st.text("ab\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", max_size=20))
@settings(max_examples=200)
def test_closing_controls_close_everything(text: str) -> None:
    """A text with its closing controls leaves nothing open."""
    assert closing_controls(text + closing_controls(text)) == ""


def test_plain_and_html_agree_on_simple_text() -> None:
    """The text of the HTML is the plain text."""
    rich = (Text("a "), Styled(Effect.ITALIC, (Text("b & c"),)), Text("."))
    assert _text(to_html(rich)) == to_plain(rich)
