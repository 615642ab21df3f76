"""CSL files are read safely, and what is wrong with one is said with its line."""

from __future__ import annotations

import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bmreport import CitationFormat, CslStyle, CslStyleSource, NoOptions, StyledText, StyleError, StyleJob
from bmreport.csl_style import MAX_STYLE_BYTES, read_csl
from bmreport.testing import assert_provider_contract

NS = 'xmlns="http://purl.org/net/xbiblio/csl"'
CITATION = '<citation><layout><text variable="citation-number"/></layout></citation>'


def style(body: str = CITATION, attributes: str = 'class="in-text" version="1.0"', info: str = "") -> bytes:
    """A style with the parts a test needs."""
    head = f"<info><title>House  Style</title><id>http://example.org/styles/house</id>{info}</info>"
    return f"<style {NS} {attributes}>\n{head}\n{body}\n</style>".encode()


class Recorder:
    """A CSL engine that remembers what it was asked."""

    name = "recorder"
    summary = "Remembers"
    options_model = NoOptions

    def __init__(self) -> None:
        self.sources: list[CslStyleSource] = []

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:
        """Remember the style."""
        self.sources.append(style)
        return StyledText(clusters=(), entries=None)


def test_read_csl_says_what_a_style_is() -> None:
    """Ids, title, class, category, locale and whether there is a list are read."""
    body = CITATION + '<bibliography><layout><text variable="title"/></layout></bibliography>'
    xml = style(
        body, 'class="in-text" version="1.0" default-locale="de-DE"', '<category citation-format="author-date"/>'
    )
    info = read_csl(xml, "house.csl")
    assert info.style_id == "http://example.org/styles/house"
    assert info.short_id == "house"
    assert info.title == "House Style"
    assert info.citation_format is CitationFormat.AUTHOR_DATE
    assert not info.is_note
    assert info.version == "1.0"
    assert info.parent == ""
    assert info.default_locale == "de-DE"
    assert info.has_bibliography


@pytest.mark.parametrize(
    ("body", "attributes", "info", "expected"),
    [
        (CITATION, 'class="note" version="1.0"', '<category citation-format="numeric"/>', CitationFormat.NOTE),
        (CITATION, 'class="in-text" version="1.0"', "", CitationFormat.NUMERIC),
        (CITATION, 'class="in-text" version="1.0"', '<category field="medicine"/>', CitationFormat.NUMERIC),
        (CITATION, 'class="in-text" version="1.0"', '<category citation-format="label"/>', CitationFormat.LABEL),
        (CITATION, 'class="in-text" version="1.0"', '<category citation-format="odd"/>', CitationFormat.NUMERIC),
        (
            '<citation><layout><names variable="author"/></layout></citation>',
            'class="in-text" version="1.0"',
            "",
            CitationFormat.AUTHOR_DATE,
        ),
    ],
)
def test_citation_format_comes_from_class_category_or_layout(
    body: str, attributes: str, info: str, expected: CitationFormat
) -> None:
    """The class decides on notes, else the category, else what the layout prints."""
    assert read_csl(style(body, attributes, info), "x.csl").citation_format is expected


def test_a_dependent_style_names_its_parent() -> None:
    """The link to the independent parent gives the parent's short id, and no citation element is asked for."""
    link = '<link rel="independent-parent" href="http://www.zotero.org/styles/nature"/>'
    assert read_csl(style("", 'version="1.0"', link), "x.csl").parent == "nature"


def test_a_style_without_id_is_named_after_its_file() -> None:
    """The file name stands in for a missing id."""
    xml = f'<style {NS} class="in-text" version="1.0">{CITATION}</style>'.encode()
    assert read_csl(xml, "some/where/my-house.csl").short_id == "my-house"


BOMB = (
    b'<!DOCTYPE style [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
    + b"]>"
)


@pytest.mark.parametrize(
    ("xml", "line", "reason"),
    [
        (b"", 1, "not well-formed"),
        (b"no xml at all", 1, "not well-formed"),
        (f"<style {NS} version='1.0'>\n<info>\n</style>".encode(), 3, "not well-formed"),
        (f"<style {NS} version='1.0'>\n{CITATION}".encode(), 2, "not well-formed"),
        (b"\x00\x01\x02", 1, "not well-formed"),
        (b'<?xml version="1.0" encoding="no-such-code"?><style/>', 1, "encoding"),
        (f"<!-- x -->\n<locale {NS} version='1.0'/>".encode(), 2, "<locale> and not <style>"),
        (b"<style class='in-text' version='1.0'/>", 1, "without the namespace of CSL"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", 1, "<html>"),
        (style(attributes='class="in-text"'), 1, "version unknown"),
        (style(attributes='class="in-text" version="0.8"'), 1, "version 0.8"),
        (style(attributes='class="in-text" version="1.1mlz1"'), 1, "version 1.1mlz1"),
        (style(body="<bibliography/>"), 1, "no citation element"),
        (BOMB + style(), 1, "document type declaration"),
        (b'<!DOCTYPE style SYSTEM "http://example.org/x.dtd">' + style(), 1, "document type declaration"),
        (style("<macro name='m'>" + "<group>" * 400 + "</group>" * 400 + "</macro>" + CITATION), 3, "not well-formed"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(xml: bytes, line: int, reason: str) -> None:
    """Each fault gives a StyleError that names the file, the line and the reason."""
    with pytest.raises(StyleError) as caught:
        read_csl(xml, "house.csl")
    assert caught.value.where == f"house.csl:{line}"
    assert reason in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_file_larger_than_any_style_is_refused_unread() -> None:
    """The size is bounded before anything is parsed."""
    with pytest.raises(StyleError, match="larger than"):
        read_csl(b" " * (MAX_STYLE_BYTES + 1), "big.csl")


def test_no_file_of_the_machine_is_read(tmp_path: Path) -> None:
    """An external entity is an error, and its file's content appears nowhere."""
    secret = tmp_path / "secret.txt"
    secret.write_text("TOP-SECRET")
    xml = f'<!DOCTYPE style [<!ENTITY s SYSTEM "{secret.as_uri()}">]>'.encode() + style().replace(b"House", b"&s;")
    with pytest.raises(StyleError) as caught:
        read_csl(xml, "x.csl")
    assert "TOP-SECRET" not in str(caught.value)


def test_other_encodings_are_read() -> None:
    """The declaration or the byte-order mark says the encoding."""
    text = style().decode().replace("House  Style", "Maß")
    utf16 = f'<?xml version="1.0" encoding="utf-16"?>{text}'.encode("utf-16")
    latin = f'<?xml version="1.0" encoding="iso-8859-1"?>{text}'.encode("latin-1")
    assert read_csl(utf16, "x.csl").title == read_csl(latin, "x.csl").title == "Maß"
    assert read_csl(b"\xef\xbb\xbf" + text.encode(), "x.csl").title == "Maß"


def test_a_style_from_a_file_is_read_when_it_is_first_used(tmp_path: Path) -> None:
    """Making the provider opens nothing; rendering reads the file once and hands its XML to the engine."""
    file = tmp_path / "my-house.csl"
    provider = CslStyle.from_file(file)
    assert_provider_contract(provider)
    assert provider.name == "my-house"
    file.write_bytes(style())
    engine = Recorder()
    job = StyleJob(items=(), clusters=())
    provider.render(job, engine, NoOptions())
    file.unlink()
    provider.render(job, engine, NoOptions())
    assert [source.xml for source in engine.sources] == [style(), style()]
    assert engine.sources[0].style_id == "house"


def test_name_and_summary_may_be_given(tmp_path: Path) -> None:
    """A package can offer its file under another name."""
    provider = CslStyle.from_file(str(tmp_path / "x.csl"), name="other", summary="Another style")
    assert (provider.name, provider.summary) == ("other", "Another style")


def test_a_style_inside_a_zip_is_read(tmp_path: Path) -> None:
    """A package that is not unpacked can ship styles, too."""
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("styles/house.csl", style())
    provider = CslStyle.from_file(zipfile.Path(archive, "styles/house.csl"))
    assert provider.source.xml == style()


def test_a_missing_file_is_named_when_it_is_needed(tmp_path: Path) -> None:
    """The error says which file is missing; so it does for a folder."""
    with pytest.raises(StyleError, match="no such style file"):
        _ = CslStyle.from_file(tmp_path / "gone.csl").source
    with pytest.raises(StyleError, match=r"folder|cannot be read"):
        _ = CslStyle.from_file(tmp_path).source


def test_threads_read_the_file_once() -> None:
    """Eight threads that need the style at the same time make one read."""
    reads = []
    start = threading.Barrier(8)

    def load() -> CslStyleSource:
        reads.append(1)
        return CslStyleSource("x", style())

    provider = CslStyle(load, "x", "X")
    found: list[CslStyleSource] = []

    def use() -> None:
        start.wait()
        found.append(provider.source)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reads) == 1
    assert all(source is found[0] for source in found)
