"""Pandoc's document tree: what goes in comes out of pandoc as it was, whatever it holds."""

from __future__ import annotations

import io
import json
import re
import subprocess
import zipfile
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.errors import ServiceError
from bmreport.richtext import Effect, Link, Node, Note, RefLink, RichText, Styled, Text
from bmreport.richtext.html import legal_text
from bmreport.testing import HOSTILE_TEXTS
from bmreport_plugins.exporters.pandoc import convert, default_data_file, pandoc_path
from bmreport_plugins.exporters.pandoc_ast import (
    API_VERSION,
    AstOptions,
    attr,
    bullet_list,
    div,
    document,
    header,
    inlines,
    para,
    plain,
    table,
    text_inlines,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PANDOC = "bmreport_plugins.exporters.pandoc"
NOW = datetime(2023, 6, 15, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=30)
OPTIONS = AstOptions({"r1": "ref_1"})


def _text(tree: Any) -> str:
    """All characters of a tree, spaces and line breaks as one space."""
    return "".join(_characters(tree))


def _characters(tree: Any) -> Iterator[str]:
    if isinstance(tree, list):
        for item in tree:
            yield from _characters(item)
    elif isinstance(tree, dict):
        if tree["t"] == "Str":
            yield tree["c"]
        elif tree["t"] in ("Space", "LineBreak", "SoftBreak"):
            yield " "
        elif tree["t"] == "Link":
            yield from _characters(tree["c"][1])
        elif "c" in tree:
            yield from _characters(tree["c"])


def _kinds(tree: Any) -> list[str]:
    if isinstance(tree, list):
        return [kind for item in tree for kind in _kinds(item)]
    return [tree["t"], *_kinds(tree.get("c", []))] if isinstance(tree, dict) else []


def _spaced(text: str) -> str:
    return re.sub("[ \t\n]+", " ", text)


def _italic(*children: Node) -> Styled:
    return Styled(Effect.ITALIC, children)


# -- text --------------------------------------------------------------------------------------------------------


@given(TEXTS, st.sampled_from(["ltr", "rtl"]))
@settings(max_examples=200)
def test_text_is_words_and_spaces(text: str, direction: str) -> None:
    """Every text is kept to the letter, white space apart and illegal characters made visible."""
    tree = text_inlines(text, direction)
    assert _text(tree).startswith(_spaced(legal_text(text)))
    assert not re.search("[ \t\n]", "".join(piece for piece in _characters(tree) if piece != " "))
    json.dumps(tree).encode("ascii")


def test_spaces_are_kept_apart_and_no_break_spaces_stay() -> None:
    """Runs of white space are one space, at the ends too; a no-break space belongs to its word."""
    assert words(" a\t\n b\u00a0c ") == [
        {"t": "Space"},
        {"t": "Str", "c": "a"},
        {"t": "Space"},
        {"t": "Str", "c": "b\u00a0c"},
        {"t": "Space"},
    ]


def test_stretches_against_the_direction_say_theirs() -> None:
    """Hebrew in a line from left to right and Latin in one from right to left are spans with a direction."""
    (_, _, hebrew, _, _, _) = text_inlines("a אב גד b 1")[:6]
    assert hebrew["c"][0] == ["", [], [["dir", "rtl"]]]
    assert _text(hebrew) == "אב גד"
    latin = next(item for item in text_inlines("אב 100 mg aspirin, (12)", "rtl") if item["t"] == "Span")
    assert latin["c"][0] == ["", [], [["dir", "ltr"]]]
    assert _text(latin) == "mg aspirin"


def test_unclosed_controls_are_closed() -> None:
    """An override that a title opens ends with it."""
    assert _text(text_inlines("a\u202eb")) == "a\u202eb\u202c"


# -- rich text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "kind"),
    [
        (Effect.ITALIC, "Emph"),
        (Effect.BOLD, "Strong"),
        (Effect.SUPERSCRIPT, "Superscript"),
        (Effect.SUBSCRIPT, "Subscript"),
        (Effect.SMALL_CAPS, "SmallCaps"),
        (Effect.UNDERLINE, "Underline"),
    ],
)
def test_effects(effect: Effect, kind: str) -> None:
    """Each effect has its node."""
    assert inlines((Styled(effect, (Text("x"),)),)) == [{"t": kind, "c": [{"t": "Str", "c": "x"}]}]


def test_upright_text_ends_italic_around_it() -> None:
    """Upright words inside italic and bold stand outside of both, and what follows is italic and bold again."""
    rich = (_italic(Text("a"), Styled(Effect.BOLD, (Text("b"), Styled(Effect.NORMAL, (Text("c"),)), Text("d")))),)
    assert [(node["t"], _text(node)) for node in inlines(rich)] == [("Emph", "ab"), ("Str", "c"), ("Emph", "d")]


def test_blocks_stand_on_lines_of_their_own() -> None:
    """A display block is broken off from what stands before and after it, but not from the edges."""
    block = Styled(Effect.BLOCK, (Text("b"),))
    assert [node["t"] for node in inlines((Text("a"), block, Text("c")))] == [
        "Str",
        "LineBreak",
        "Str",
        "LineBreak",
        "Str",
    ]
    assert [node["t"] for node in inlines((block,))] == ["Str"]


def test_pointers_lead_to_entries_and_can_be_found() -> None:
    """A pointer is a link inside a span with an identifier; one to an unlisted reference is text."""
    (pointer, text) = inlines((RefLink("r1", (Text("1"),), 7), RefLink("r9", (Text("2"),), 8)), OPTIONS)
    assert pointer["c"][0][0] == "cite_7"
    assert pointer["c"][1][0]["c"][2] == ["#ref_1", ""]
    assert text == {"t": "Str", "c": "2"}


def test_no_link_in_a_link_and_no_note_in_a_note() -> None:
    """What pandoc and Word do not allow comes out as text."""
    inner = Link("https://b.org", (RefLink("r1", (Text("x"),), 1),))
    kinds = _kinds(inlines((Link("https://a.org", (inner,)), Note(1, (Text("n"), Note(2, (Text("m"),))))), OPTIONS))
    assert kinds.count("Link") == 1
    assert kinds.count("Note") == 1


def test_dangerous_links_are_text() -> None:
    """An address that is not http, https or mailto is no link."""
    assert inlines((Link("javascript:x", (Text("y"),)),)) == [{"t": "Str", "c": "y"}]


def _trees() -> st.SearchStrategy[RichText]:
    leaves: st.SearchStrategy[Node] = TEXTS.map(Text)

    def branches(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        some = st.lists(inner, max_size=3).map(tuple)
        return st.one_of(
            st.builds(Styled, st.sampled_from(list(Effect)), some),
            st.builds(Link, st.sampled_from(["https://a.org/ b", "x:y"]), some),
            st.builds(RefLink, st.sampled_from(["r1", "r2"]), some, st.integers(0, 9)),
            st.builds(Note, st.integers(1, 9), some),
        )

    return st.lists(st.recursive(leaves, branches, max_leaves=8), max_size=4).map(tuple)


@given(_trees())
@settings(max_examples=150)
def test_any_tree_keeps_its_characters(rich: RichText) -> None:
    """All leaves come out, in order, whatever is around them."""
    shown = _text(inlines(rich, OPTIONS))
    position = 0
    for leaf in _leaves(rich):
        wanted = _spaced(legal_text(leaf))
        position = shown.find(wanted, position)
        assert position >= 0
        position += len(wanted)


def _leaves(rich: RichText) -> list[str]:
    out: list[str] = []
    for node in rich:
        if isinstance(node, Text):
            out.append(node.text)
        elif not isinstance(node, Note):
            out.extend(_leaves(node.children))
    return out


# -- blocks ------------------------------------------------------------------------------------------------------


def test_attributes() -> None:
    """Keys take a hyphen for an underscore; empty values are left out."""
    assert attr("i", ("c",), custom_style="X", dir="") == ["i", ["c"], [["custom-style", "X"]]]


def test_tables_are_as_wide_as_their_widest_row() -> None:
    """No cell is without a column, and no row without its cells."""
    made = table([], [[plain(words("a"))]], [[[plain(words("b"))], [plain(words("c"))]], []])
    assert len(made["c"][2]) == 2
    rows = [*made["c"][3][1], *made["c"][4][0][3]]
    assert [len(row[1]) for row in rows] == [2, 2, 2]


def test_the_version_is_one_that_the_bundled_pandoc_reads() -> None:
    """Major and minor number of the tree are those that pandoc prints itself."""
    printed = json.loads(
        subprocess.run([str(pandoc_path()), "-t", "json"], input=b"", capture_output=True, check=True).stdout
    )
    assert printed["pandoc-api-version"][:2] == list(API_VERSION[:2])


def test_pandoc_reads_every_node_and_prints_it_back() -> None:
    """A tree with every kind of node that we build survives pandoc unchanged."""
    rich: RichText = (
        *(Styled(effect, (Text(f"{effect} x"),)) for effect in Effect),
        Link("https://a.org", (Text("l"),)),
        RefLink("r1", (Text("1"),), 1),
        Note(1, (Text("n"),)),
    )
    blocks = [
        header(1, words("H"), "h"),
        div([para(inlines(rich, OPTIONS))], "d", ("c",), custom_style="S", dir="rtl"),
        bullet_list([[para(words("i"))]]),
        table(words("cap"), [[plain(words("a"))]], [[[plain(words("b"))]]], "t"),
    ]
    tree = document(blocks, {"title": words("T t"), "lang": "en", "empty": ""})
    printed = json.loads(convert(tree, "json", created=NOW))
    assert printed["blocks"] == tree["blocks"]
    assert printed["meta"] == tree["meta"]
    assert set(tree["meta"]) == {"title", "lang"}


@pytest.mark.parametrize("to", ["html", "latex", "odt", "jats", "epub"])
def test_other_formats_can_be_made_of_the_same_tree(to: str) -> None:
    """The tree serves pandoc's other writers, with hostile text in it."""
    blocks = [para(inlines((Text(text), Note(1, (Text(text),))), OPTIONS)) for text in HOSTILE_TEXTS]
    assert convert(document(blocks, {"title": words("T")}), to, created=NOW)


@given(st.lists(TEXTS, min_size=5, max_size=20))
@settings(max_examples=10, deadline=None)
def test_pandoc_prints_any_text_as_it_is(texts: list[str]) -> None:
    """Through pandoc and back, the text of a paragraph is the same."""
    tree = document([para([{"t": "Str", "c": "|"}, *text_inlines(text)]) for text in texts], {})
    printed = json.loads(convert(tree, "json", created=NOW))
    assert [_text(block) for block in printed["blocks"]] == [_text(block) for block in tree["blocks"]]


# -- running pandoc ----------------------------------------------------------------------------------------------


def test_pandoc_is_the_bundled_one() -> None:
    """The pandoc of pypandoc-binary is found without importing pypandoc."""
    assert pandoc_path().parent.parent.name == "pypandoc"


def test_a_missing_pandoc_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pandoc the error names the package to install."""
    monkeypatch.setattr(f"{PANDOC}.find_spec", lambda _name: None)
    monkeypatch.setattr(f"{PANDOC}.shutil.which", lambda _name: None)
    with pytest.raises(ServiceError, match="pypandoc-binary"):
        default_data_file("reference.docx")


def test_a_pandoc_on_the_path_serves_where_none_is_bundled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without pypandoc-binary the PATH is asked."""
    monkeypatch.setattr(f"{PANDOC}.find_spec", lambda _name: None)
    monkeypatch.setattr(f"{PANDOC}.shutil.which", lambda _name: str(tmp_path / "pandoc"))
    assert pandoc_path() == tmp_path / "pandoc"


def test_a_pandoc_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that is no program gives an error with its path."""
    broken = tmp_path / "pandoc"
    broken.write_text("no program")
    monkeypatch.setattr(f"{PANDOC}.pandoc_path", lambda: broken)
    with pytest.raises(ServiceError) as caught:
        default_data_file("reference.docx")
    assert caught.value.where == str(broken)


def test_what_pandoc_complains_about_is_passed_on() -> None:
    """A tree of another version fails with pandoc's own words."""
    tree = {**document([], {}), "pandoc-api-version": [1, 12]}
    with pytest.raises(ServiceError, match="Incompatible API versions"):
        convert(tree, "html", created=NOW)


def test_a_pandoc_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the time limit the run ends with an error."""

    def hang(*arguments: Any, **keywords: Any) -> None:
        raise subprocess.TimeoutExpired("pandoc", keywords["timeout"])

    monkeypatch.setattr(f"{PANDOC}.subprocess.run", hang)
    with pytest.raises(ServiceError, match="longer than 300 s"):
        default_data_file("reference.docx")


def test_pandoc_reads_no_file(tmp_path: Path) -> None:
    """A picture named in the tree is not fetched from the disk."""
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret bytes")
    image = {"t": "Image", "c": [attr(), [], [str(secret), ""]]}
    data = convert(document([para([image])], {}), "docx", created=NOW)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not any(b"secret bytes" in archive.read(name) for name in archive.namelist())
