"""What Markdown and Typst would take for their own comes back as the text it was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bmreport_csl import Style, process

STYLE = (
    '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><title>t</title></info>'
    '<citation><layout><text variable="title" font-style="italic"/><text variable="volume"/></layout></citation>'
    '<bibliography><layout><text variable="title"/></layout></bibliography></style>'
)
HOSTILE = [
    "*a* _b_ [c](d) `e` <f>", "# h", "1. x", "12) x", "(a) b", "i. x", "A.  x", "- li", "+ x", "= H", "/ t: d", "// c",
    "/* c */", "https://x.y/z", "@ref <lab> #let x", "$x$ ~ a~b", "a\\", "---", "--", "...", "a -- b --- c", "a... b",
    "&amp; &lt; &copy;", "a\n- b", "a\n\n= b", "{x} ^2^", "|a|b|", ":::", "![a](b)", "#(1)", "[^1]", "<!-- c -->",
    "> q", "    code", "-", "*", "]", "[", "\\newpage", "#show: x", ": d", "% t", "x@y.z", "{=html}",
]  # fmt: skip


def _entries(form: str) -> list[str]:
    items = [{"id": str(n), "type": "book", "title": text} for n, text in enumerate(HOSTILE)]
    return [text for _, text in process(Style.load(STYLE), items, [], format=form).bibliography or []]


def _markdown_text(node: Any) -> str:
    """The characters of a pandoc tree; anything but plain text shows as its name."""
    if isinstance(node, list):
        return "".join(_markdown_text(part) for part in node)
    kind = node["t"]
    if kind in {"Space", "SoftBreak"}:
        return " "
    return str(node["c"]) if kind == "Str" else f"<{kind}>"


def _typst_text(node: Any) -> str:
    """The characters of Typst content; anything but plain text shows as its name."""
    kind = node["func"]
    if kind in {"text", "symbol"}:
        return str(node["text"])
    if kind == "space":
        return " "
    if kind == "smartquote":
        return "’"
    return "".join(map(_typst_text, node["children"])) if kind == "sequence" else f"<{kind}>"


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def test_markdown_gives_the_text_back() -> None:
    """Pandoc reads each entry as one paragraph of the same characters."""
    pypandoc = pytest.importorskip("pypandoc")
    source = "\n\nBREAK\n\n".join(_entries("markdown"))
    blocks = json.loads(pypandoc.convert_text(source, "json", format="markdown"))["blocks"]
    read = [_markdown_text(block["c"]) if block["t"] == "Para" else f"<{block['t']}>" for block in blocks]
    assert [_squeezed(text) for text in read[::2]] == [_squeezed(text) for text in _entries("text")]


def test_typst_gives_the_text_back() -> None:
    """Typst reads each entry as the same characters."""
    typst = pytest.importorskip("typst")
    source = "\n\n".join(f"#metadata([{text}])<x>" for text in _entries("typst"))
    read = [_typst_text(found["value"]) for found in json.loads(typst.query(source.encode(), "<x>"))]
    assert [_squeezed(text) for text in read] == [_squeezed(text) for text in _entries("text")]


@pytest.mark.parametrize("after", ["(3)", ".pdf", ".", "; x", "[a]", ": b", "x"])
def test_what_follows_a_call_is_no_part_of_it(after: str) -> None:
    """Emphasis in Typst ends where it ends, whatever stands right behind it (`12(3)`)."""
    typst = pytest.importorskip("typst")
    item = {"id": "a", "type": "book", "title": "T", "volume": after}
    text = process(Style.load(STYLE), [item], [{"citationItems": [{"id": "a"}]}], format="typst").citations[0]
    (found,) = json.loads(typst.query(f"#metadata([{text}])<x>".encode(), "<x>"))
    emphasis, *rest = found["value"]["children"]
    assert emphasis["func"] == "emph"
    assert "".join(map(_typst_text, rest)) == after
