"""Rich text as Markdown: every text comes out of pandoc and markdown-it as it went in."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bmreport.richtext import Effect, Link, Note, RefLink, RichText, Styled, Text, to_plain
from bmreport.richtext.html import legal_text
from bmreport.richtext.markdown import Markdown, escape_markdown, to_markdown
from bmreport.testing import HOSTILE_TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

READERS = ("commonmark", "gfm", "commonmark_x-smart")
SPACE = re.compile(r"[ \t\n\u2028\u2029]+")

# Small pieces that mark something up in one reader or another, to be thrown together.
SNIPPETS = (
    *"\\`*_[](){}<>#|~^$@&!:-+=.,;'\"%/?",
    *("1.", "12)", "(a)", "a.", "é)", "iv.", "#.", "(@)", "- ", "* ", "+ ", "--", "---", "===", ": x"),
    *(":::", "::", ":smile:", ":+1:", ":100:", ":"),
    *("**", "__", "~~", "^^", "$$", "``", "```", "![", "](", "](x)", "[^1]", "[^1]:", "[x]: y", "[ ] ", "{.c}", "{#i}"),
    *("&amp;", "&lt;", "&#65;", "&#x41;", "&", "<b>", "</b>", "<!--", "-->", "<?", "<x@y.z>", "<http://x.y>"),
    *("http://a.b/c_d_e", "https://x.y?a=1&b=2", "www.a.b", "ftp://x.y", "mailto:a@b.cc", "a@b.cc", "xmpp:a@b.c"),
    *("word", "p", "x2", "a_b", "In", " ", "  ", "\n", "\n\n", "\t", "    ", "\u00a0", "\u2003"),
    *("é", "你好", "مرحبا", "€", "“", "’", "\\(", "\\["),
)
texts = st.one_of(
    st.lists(st.sampled_from(SNIPPETS), max_size=8).map("".join),
    st.text(max_size=20),
    st.text(alphabet=st.characters(categories=("P", "S", "Z", "C")), max_size=8),
)


def pandoc(document: str, reader: str) -> list[dict[str, Any]]:
    """The blocks that pandoc reads."""
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-f", reader, "-t", "json"]
    done = subprocess.run(command, input=document.encode(), capture_output=True, check=True)
    blocks: list[dict[str, Any]] = json.loads(done.stdout)["blocks"]
    return blocks


def stringify(node: object) -> str:
    """The text that a pandoc node shows; tags of raw HTML show nothing."""
    if isinstance(node, list):
        return "".join(map(stringify, node))
    if not isinstance(node, dict):
        return ""
    kind, content = node["t"], node.get("c", "")
    if kind == "Str":
        return str(content)
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind in ("Link", "Image", "Span", "Code", "Math"):
        return stringify(content[1]) if isinstance(content[1], list) else str(content[1])
    return stringify(content) if kind not in ("RawInline", "RawBlock") else ""


def kinds(node: object) -> Iterator[str]:
    """The names of all nodes."""
    if isinstance(node, list):
        for inner in node:
            yield from kinds(inner)
    elif isinstance(node, dict):
        yield node["t"]
        yield from kinds(node.get("c"))


def shown(text: str) -> str:
    """What a text must come out as: white space collapsed, control characters made visible."""
    return unicodedata.normalize("NFC", SPACE.sub(" ", legal_text(text)).strip(" "))  # as pandoc normalises


def drawn(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """Many examples of a strategy, so that one run of pandoc can read them all."""
    examples: list[Any] = []

    @settings(max_examples=count, deadline=None, phases=[Phase.generate], database=None)
    @given(strategy)
    def collect(example: Any) -> None:
        examples.append(example)

    collect()
    return examples


def assert_round_trip(given_texts: Sequence[str], reader: str) -> None:
    """Each text alone in a paragraph, read in one go."""
    kept = [text for text in given_texts if shown(text)]
    blocks = pandoc("\n\n".join(escape_markdown(text) for text in kept), reader)
    found = [(block["t"], stringify(block)) for block in blocks]
    wrong = [(text, got) for text, got in zip(kept, found, strict=False) if got != ("Para", shown(text))]
    assert wrong[:3] == []
    assert len(found) == len(kept)
    assert set(kinds(blocks)) <= {"Para", "Str", "Space"}


@pytest.mark.parametrize("reader", READERS)
def test_hostile_texts_come_out_as_themselves(reader: str) -> None:
    """Texts full of mark-up, and any text whatever, are nothing but words to pandoc."""
    snippets = [*SNIPPETS, *(f"{snippet} x" for snippet in SNIPPETS), *(f"x{snippet}x" for snippet in SNIPPETS)]
    assert_round_trip([*HOSTILE_TEXTS, *snippets, *drawn(texts, 1500)], reader)


PLACES = (
    *("# {}", "### {}", "- {}", "1. {}", "> {}", "**Note:** {}", "*{}*", "[{}](http://x.y)", "see ({})"),
    "| a | {} |\n|---|---|",
)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("place", PLACES)
def test_escaped_text_stays_itself_wherever_a_template_puts_it(place: str, reader: str) -> None:
    """In headings, lists, quotations, emphasis, link texts and table cells a text shows itself and ends nothing."""
    kept = [text for text in (*HOSTILE_TEXTS, *SNIPPETS, *(f"x {snippet}" for snippet in SNIPPETS)) if shown(text)]
    if "|" in place and reader == "commonmark":
        pytest.skip("plain CommonMark has no tables")
    if place == "*{}*":  # stars need letters beside them
        kept = [f"a{text}z" for text in kept]
    # A comment between the blocks keeps lists apart.
    document = "\n\n<!-- -->\n\n".join(place.format(escape_markdown(text).strip(" ")) for text in kept)
    blocks = [block for block in pandoc(document, reader) if block["t"] != "RawBlock"]
    frame = pandoc(place.format("TEXT"), reader)
    prefix, suffix = stringify(frame).split("TEXT")
    wrong = [
        (text, got)
        for text, got in zip(kept, map(stringify, blocks), strict=False)
        if SPACE.sub(" ", got) != f"{prefix}{shown(text)}{suffix}"
    ]
    assert wrong[:3] == []
    assert len(blocks) == len(kept)
    assert set(kinds(blocks)) == set(kinds(frame)) | {"Space"}


# -- effects, links and notes ----------------------------------------------------------------------------------------

ADDRESSES = {
    "https://x.y/a_(b)?c=1&amp=2&lt;d": "https://x.y/a_(b)?c=1&amp=2&lt;d",
    "http://h.i/*a*_b_ `c`<d>|e": "http://h.i/*a*_b_%20%60c%60%3Cd%3E%7Ce",
    "http://h.i/$a": "http://h.i/%24a",
    "mailto:a@b.cc": "mailto:a@b.cc",
    "javascript:alert(1)": "",
    "data:text/html,x": "",
}
ANCHORS = {"r1": "ref-1", "r2": "ref-2"}
MARKS = {
    Effect.ITALIC: "em",
    Effect.BOLD: "strong",
    Effect.SUPERSCRIPT: "sup",
    Effect.SUBSCRIPT: "sub",
    Effect.UNDERLINE: "u",
}
TAG_OF = {"Emph": "em", "Strong": "strong", "Superscript": "sup", "Subscript": "sub", "Underline": "u"}
leaves = st.one_of(
    st.sampled_from([*"ab.,(): -!&<1#\\*é€", "word", "(x)", " a ", "it's", "“q”", "lt;"]).map(Text),
    st.integers(1, 3).map(lambda number: Note(number, ())),
)
riches = st.recursive(
    st.lists(leaves, max_size=4).map(tuple),
    lambda inner: st.lists(
        st.one_of(
            leaves,
            st.builds(Styled, st.sampled_from([e for e in Effect if e not in (Effect.BLOCK, Effect.INDENT)]), inner),
            st.builds(Link, st.sampled_from(list(ADDRESSES)), inner),
            st.builds(RefLink, st.sampled_from(["r1", "r2", "r9"]), inner),
        ),
        max_size=4,
    ).map(tuple),
    max_leaves=12,
)

Signs = list[tuple[str, frozenset[str], str]]


def meant(rich: RichText, marks: frozenset[str] = frozenset(), href: str = "") -> Signs:
    """Every sign but white space, with its effects and the address it leads to."""
    out: Signs = []
    for node in rich:
        if isinstance(node, Text):
            out.extend((sign, marks, href) for sign in node.text if not sign.isspace())
        elif isinstance(node, Note):
            out.append((f"note {node.number}", frozenset(), ""))
        elif isinstance(node, Styled):
            less = {"em", "strong"} if node.effect is Effect.NORMAL else set()
            if node.effect in (Effect.SUPERSCRIPT, Effect.SUBSCRIPT):
                less = {"sup", "sub"}  # the inner one counts
            more = {MARKS[node.effect]} if node.effect in MARKS else set()
            out.extend(meant(node.children, marks - less | more, href))
        elif isinstance(node, Link):
            out.extend(meant(node.children, marks, ADDRESSES[node.href] or href))
        else:
            anchor = ANCHORS.get(node.reference_id)
            out.extend(meant(node.children, marks, f"#{anchor}" if anchor else href))
    return out


def read_back(inlines: list[dict[str, Any]]) -> Signs:
    """The same from what pandoc read; tags of raw HTML are effects too."""
    out: Signs = []
    _read_inlines(inlines, set(), "", out)
    return out


def _read_inlines(inlines: list[dict[str, Any]], marks: set[str], href: str, out: Signs) -> None:
    for node in inlines:
        kind, content = node["t"], node.get("c", "")
        if kind == "Str":
            out.extend((sign, frozenset(marks), href) for sign in content if not sign.isspace())
        elif kind == "RawInline":
            tag = content[1].strip("</>")
            assert tag in MARKS.values()
            if content[1].startswith("</"):
                marks.discard(tag)
            else:
                marks.add(tag)
        elif kind == "Link":
            _read_inlines(content[1], set(marks), content[2][0], out)
        elif kind == "Note":
            out.append((stringify(content), frozenset(), ""))
        elif kind in TAG_OF:
            _read_inlines(content, marks | {TAG_OF[kind]}, href, out)
        else:
            assert kind in ("Space", "SoftBreak"), kind


@pytest.mark.parametrize("reader", ["gfm", "commonmark_x-smart"])
def test_effects_links_and_notes_come_back(reader: str) -> None:
    """Whatever is nested in what, each letter comes back with its effects and its address, unless that is harmful."""
    given_rich: list[RichText] = [rich for rich in drawn(riches, 800) if meant(rich)]
    # The first letter keeps a note at the start of a line from being a note's text.
    lines = [f"{to_markdown((Text('x'), *rich), ANCHORS)}" for rich in given_rich]
    notes = "\n\n".join(f"[^{number}]: note {number}" for number in (1, 2, 3))
    blocks = pandoc("\n\n".join([*lines, notes]), reader)
    assert [block["t"] for block in blocks] == ["Para"] * len(lines)
    for line, block, rich in zip(lines, blocks, given_rich, strict=True):
        assert read_back(block["c"]) == meant((Text("x"), *rich)), line


# -- the form of the output ------------------------------------------------------------------------------------------


def italic(*children: Text | Styled) -> Styled:
    """Children in italic."""
    return Styled(Effect.ITALIC, children)


@pytest.mark.parametrize(
    "text",
    [
        "Aspirin lowered events by 12% (hazard ratio 0.88, 95% CI 0.80-0.97; p < 0.05).",
        'Smith & Jones, 2020: "A trial" -- what\'s new? (1) one, 2) two; a = b + c > d...',
        "snake_case and CONST_2_X at 14:25:30",
        "你好, مرحبا, Ωμέγα; 5/10 - 3 € #1!",
    ],
)
def test_ordinary_prose_stays_readable(text: str) -> None:
    """Prose, with its figures, quotes and comparisons, needs no escape."""
    assert escape_markdown(text) == text


@pytest.mark.parametrize(
    ("rich", "markdown"),
    [
        ((Text("in"), italic(Text("vitro")), Text("ness")), "in*vitro*ness"),
        ((Text("a"), italic(Text("(b)")), Text("c")), "a<em>(b)</em>c"),
        ((italic(Text("a")), Styled(Effect.BOLD, (Text("b"),))), "*a*<strong>b</strong>"),
        ((Styled(Effect.BOLD, (italic(Text("a")),)),), "***a***"),
        ((italic(Text("On "), Styled(Effect.NORMAL, (Text("E. coli"),)), Text(" growth")),), "*On* E. coli *growth*"),
        ((Text("CO"), Styled(Effect.SUBSCRIPT, (Text("2"),))), "CO<sub>2</sub>"),
        ((Styled(Effect.SMALL_CAPS, (Text("Smith"),)), Text("!"), Note(1, ())), "Smith\\![^1]"),
        ((Text("x"), Note(1, (Text("hidden"),)), Text("(y)")), "x[^1]\\(y)"),
        ((Text("a"), Styled(Effect.BLOCK, (Text("- b"),)), Styled(Effect.INDENT, (Text("c"),))), "a\\\n\\- b\\\nc"),
        ((Styled(Effect.BLOCK, (Text("a"),)),), "a"),
        ((Link("https://x.y/a b", (Text("site"),)),), "[site](https://x.y/a%20b)"),
        ((Link("https://x.y/(a)", (Text("site"),)),), "[site](<https://x.y/(a)>)"),
        ((Link("javascript:x", (Text("site"),)),), "site"),
        ((Link("https://x.y", (Text(" "),)), Text("a")), "a"),
        ((Text(" \n a\t"), Text("\r\nb ")), "a b"),
        ((Text("&"), Styled(Effect.SMALL_CAPS, (Text("lt;"),))), "\\&lt;"),
        ((), ""),
    ],
)
def test_form_of_the_output(rich: RichText, markdown: str) -> None:
    """Stars where they count as marks, tags elsewhere; white space collapsed; lines that begin blocks guarded."""
    made = to_markdown(rich)
    assert made == markdown
    assert isinstance(made, Markdown)


def test_superscript_numbers_are_one_superscript() -> None:
    """A cluster of superscript numbers is one superscript with a link for each number."""
    cluster = (Styled(Effect.SUPERSCRIPT, (RefLink("r1", (Text("1"),)), Text(","), RefLink("r2", (Text("2"),)))),)
    assert to_markdown(cluster, ANCHORS) == "<sup>[1](#ref-1),[2](#ref-2)</sup>"
    assert to_markdown(cluster) == "<sup>1,2</sup>"


def test_a_cell_is_one_line() -> None:
    """In a table cell a display block follows a space, and bars are escaped."""
    rich = (Text("a|b"), Styled(Effect.BLOCK, (Text("c"),)))
    assert to_markdown(rich, in_cell=True) == "a\\|b c"


@settings(max_examples=100, deadline=None)
@given(riches)
def test_no_line_ends_and_no_controls(rich: RichText) -> None:
    """Whatever the tree, the output is one line of UTF-8, trimmed, the same each time."""
    made = to_markdown((*rich, Text("\x1b[2J\x00\ud800\u2028z")), ANCHORS, in_cell=True)
    assert made.encode("utf-8")
    assert made.splitlines() == [made.strip(" ")]
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in made)
    assert made == to_markdown((*rich, Text("\x1b[2J\x00\ud800\u2028z")), ANCHORS, in_cell=True)


def test_markdown_it_agrees() -> None:
    """A second CommonMark reader, with GitHub's tables and strikethrough, reads every text as itself too."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    kept = [text for text in [*HOSTILE_TEXTS, *SNIPPETS, *drawn(texts, 800)] if shown(text).strip()]
    for text in kept:
        tokens = reader.parse(escape_markdown(text))
        assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
        children = tokens[1].children or []
        assert {child.type for child in children} <= {"text", "text_special"}
        content = "".join(child.content for child in children)
        assert unicodedata.normalize("NFC", content).strip() == shown(text).strip()


def test_long_text_costs_no_more_than_its_length() -> None:
    """A hundred thousand marks in one text, and as many pieces in one line, are written without trouble."""
    assert len(escape_markdown("*" * 100_000)) == 200_000
    rich = (italic(Text("a")), Text("!")) * 50_000
    assert to_plain(rich).count("a") == to_markdown(rich).count("*a*") == 50_000
    assert len(escape_markdown("IV" * 50_000)) == 100_000
    assert len(escape_markdown("# " * 50_000)) == 100_002
