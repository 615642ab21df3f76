"""Faults of a style file are errors that say where and why; nothing is fetched, and no other file is read."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from bmreport_csl import Style, StyleError, process

ROOT = '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">'
HEAD = f"{ROOT}<info><title>t</title><id>t</id></info>"
NAMES = '<names variable="author"/>'
CITATION = '<citation><layout><text variable="title"/></layout></citation>'


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any use of a socket is a failure."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        (f"{HEAD}\n{CITATION}", "not well-formed"),
        ("<style", "not well-formed"),
        ("<html><body/></html>", "root element is <html>"),
        ('<style version="1.0"><citation/></style>', "root element"),
        (f"{HEAD}</style>", "no <citation>"),
        (f"{HEAD}<citation/></style>", "no <layout>"),
        (f'{HEAD}\n<citation><layout><text macro="none"/></layout></citation></style>', "macro 'none' is not defined"),
        (f'{HEAD}\n<macro name="a"><text macro="b"/></macro><macro name="b"><text macro="a"/></macro>'
         '<citation><layout><text macro="a"/></layout></citation></style>', "calls itself"),
        (f"{HEAD.replace('1.0', '7.3', 1)}{CITATION}</style>", "version '7.3' is not known"),
        (f"{HEAD}<citation><layout><text/></layout></citation></style>", "neither variable, macro, term nor value"),
        (f"{HEAD}<citation><layout><choose><text/></choose></layout></citation></style>", "cannot stand in <choose>"),
        (f"{HEAD}<macro/>{CITATION}</style>", "macro has no name"),
        (f"{HEAD}<citation><layout>{'<group>' * 220}{'</group>' * 220}</layout></citation></style>", "nested"),
    ],
)  # fmt: skip
def test_a_fault_is_named(xml: str, words: str) -> None:
    """Each fault raises StyleError with its reason and the line."""
    with pytest.raises(StyleError, match=words) as caught:
        Style.load(xml)
    assert caught.value.line is None or caught.value.line >= 1
    assert words in str(caught.value) or caught.match(words)


def test_a_bomb_of_entities_is_refused() -> None:
    """Entities that grow are not expanded."""
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    used = CITATION.replace("title", "&e8;")
    bomb = f'<?xml version="1.0"?><!DOCTYPE style [<!ENTITY e0 "x">{levels}]>{HEAD}{used}</style>'
    with pytest.raises(StyleError):
        Style.load(bomb)


@pytest.mark.parametrize("system", ["file:///etc/passwd", "http://example.org/x.dtd"])
def test_an_external_entity_is_refused(system: str) -> None:
    """Neither a file nor an address is read."""
    used = CITATION.replace('variable="title"', 'value="&x;"')
    xml = f'<?xml version="1.0"?><!DOCTYPE style [<!ENTITY x SYSTEM "{system}">]>{HEAD}{used}</style>'
    with pytest.raises(StyleError):
        Style.load(xml)


def test_a_style_in_a_dtd_of_its_own(tmp_path: Path) -> None:
    """An external DTD is not read; the style works as if it were not named."""
    xml = f'<?xml version="1.0"?><!DOCTYPE style SYSTEM "{tmp_path / "none.dtd"}">{HEAD}{CITATION}</style>'
    assert process(
        Style.load(xml), [{"id": "a", "type": "book", "title": "T"}], [{"citationItems": [{"id": "a"}]}]
    ).citations == ["T"]


def test_bytes_and_paths(tmp_path: Path) -> None:
    """A style may be bytes with a byte order mark, or a file; a missing file is named."""
    xml = f"{HEAD}{CITATION}</style>".encode()
    path = tmp_path / "own.csl"
    path.write_bytes(b"\xef\xbb\xbf" + xml)
    for source in (xml, b"\xef\xbb\xbf" + xml, path, str(path)):
        assert not Style.load(source).has_bibliography
    with pytest.raises(StyleError, match="none"):
        Style.load(tmp_path / "none.csl")


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A file beyond all measure is refused before it is parsed."""
    path = tmp_path / "large.csl"
    path.write_bytes(b"<style>" + b" " * (9 * 1024 * 1024) + b"</style>")
    with pytest.raises(StyleError, match="larger than"):
        Style.load(path)


def test_an_unknown_format_is_an_error() -> None:
    """A format that is not known is named, with those that are."""
    with pytest.raises(ValueError, match="html"):
        process(Style.load(f"{HEAD}{CITATION}</style>"), [], [], format="rtf")


def test_a_style_that_only_cites_lists_nothing() -> None:
    """A style without a bibliography gives None, which is not the same as an empty list."""
    style = Style.load(f"{HEAD}{CITATION}</style>")
    result = process(style, [{"id": "a", "type": "book", "title": "T"}], [{"citationItems": [{"id": "a"}]}])
    assert (result.citations, result.bibliography) == (["T"], None)


def test_what_is_odd_is_a_warning() -> None:
    """An element that is not known is left out with a warning that has the line."""
    style = Style.load(
        f'{HEAD}\n<citation><layout><blink variable="title"/><text variable="title"/></layout></citation></style>'
    )
    result = process(style, [{"id": "a", "type": "book", "title": "T"}], [{"citationItems": [{"id": "a"}]}])
    assert result.citations == ["T"]
    assert any("blink" in warning and "line 2" in warning for warning in result.warnings)


def _chain(length: int, around: str = "{}") -> str:
    """A style whose macros call each other in a row."""
    calls = (around.format(f'<text macro="m{n + 1}"/>') for n in range(length))
    macros = "".join(f'<macro name="m{n}">{call}</macro>' for n, call in enumerate(calls))
    last = f'<macro name="m{length}">{"<group>" * 60}<text variable="title"/>{"</group>" * 60}</macro>'
    return f'{HEAD}{macros}{last}<citation><layout><text macro="m0"/></layout></citation></style>'


@pytest.mark.parametrize(
    "xml",
    [
        _chain(199),
        _chain(60),
        _chain(30, "<group><group>{}</group></group>"),
        _chain(30, '<choose><if variable="title"><group>{}</group></if></choose>'),
        f"{HEAD}<citation><layout>{'<group>' * 120}<text term='and'/>{'</group>' * 120}</layout></citation></style>",
    ],
    ids=range(5),
)
def test_a_style_that_is_too_deep_is_refused(xml: str) -> None:
    """Macros count with what they call, so that no style that loads can be too deep to render."""
    with pytest.raises(StyleError, match="nested deeper"):
        Style.load(xml)


def test_a_deep_style_that_loads_prints() -> None:
    """What is within the limit can be rendered."""
    result = process(Style.load(_chain(38)), [{"id": "a", "title": "T"}], [{"citationItems": [{"id": "a"}]}])
    assert result.citations == ["T"]


def _call(number: int) -> str:
    return f'<text macro="m{number}"/>'


def test_macros_that_multiply_are_refused() -> None:
    """A style of a few lines must not keep the reader waiting."""
    macros = "".join(f'<macro name="m{n}">{_call(n + 1) * 2}</macro>' for n in range(30))
    xml = f'{HEAD}{macros}<macro name="m30"/><citation><layout><text macro="m0"/></layout></citation></style>'
    with pytest.raises(StyleError, match="calls of macros"):
        Style.load(xml)


@pytest.mark.parametrize("value", ["x", "-1", "", "²", "9" * 5000])
def test_a_value_that_is_no_number_counts_as_not_given(value: str) -> None:
    """Numbers in attributes and in the names of ordinal terms may hold anything."""
    numbers = " ".join(
        f'{key}="{value}"'
        for key in ("et-al-min", "et-al-use-first", "et-al-subsequent-min", "et-al-subsequent-use-first")
    )
    xml = (
        f"{HEAD}<macro name='m'>{NAMES}</macro>"
        f"<locale><terms><term name='ordinal-{value}'>q</term><term name='long-ordinal-{value}'>q</term></terms>"
        f'</locale><citation near-note-distance="{value}" {numbers}><layout>{NAMES}</layout></citation>'
        f'<bibliography entry-spacing="{value}" line-spacing="{value}"><sort><key macro="m" names-min="{value}" '
        f'names-use-first="{value}"/></sort><layout>{NAMES}</layout></bibliography></style>'
    )
    item = {"id": "a", "author": [{"family": "Roe"}, {"family": "Doe"}]}
    result = process(Style.load(xml), [item], [{"citationItems": [{"id": "a"}]}])
    assert result.citations == ["Roe, Doe"]
    assert result.bibliography_options.entry_spacing == 1
