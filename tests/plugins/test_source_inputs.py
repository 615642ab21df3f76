"""Every built-in source on input of any kind: hostile bytes, size limits, and real files of other projects."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bmreport_plugins.sources
from bmreport import BmreportError, Citation, Harvest, InputError, PluginHost, Reference, RunContext, SourceLocator
from bmreport.collecting import collect_sources
from bmreport.decoding import decode

SOURCES = {source.name: source for source in bmreport_plugins.sources.bmreport_sources()}
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
RIS_START = re.compile(r"^[ \t]*TY[ \t]*-", re.MULTILINE)
PMID_LINE = re.compile(r"^PMID[ \t]*-", re.MULTILINE)


def harvest_of(name: str, data: bytes) -> Harvest:
    """What a source reads from these bytes."""
    source = SOURCES[name]
    return source.read(SourceLocator("input", content=data), RunContext(offline=True), source.options_model())


def corpus(folder: str, pattern: str, without: tuple[str, ...] = (".expected.",)) -> list[Any]:
    """Files of the shared corpus as parameters; one skipped parameter where it is absent."""
    found = sorted((CORPUS / folder).glob(pattern))
    files = [path for path in found if not any(part in path.name for part in without)]
    if not files:
        reason = f"the shared corpus is not at {CORPUS / folder}"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason))]
    return [pytest.param(path, id=path.stem) for path in files]


_pieces = st.sampled_from(
    [
        b"TY  - JOUR\n",
        b"ER  - \n",
        b"TI  - A\n",
        b"AB  - x\n",
        b"PMID- 1\n",
        b"\n",
        b"\r",
        b"\x00",
        b"\xff",
        b"\xc3\xa4",
        b"[",
        b"{",
        b'"passage": "x"',
        b'"type": "book"',
        b",",
        b"}",
        b"]",
        b'"',
        b"\\u0000",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"OWN - ERIC\n",
    ]
)


@pytest.mark.parametrize("name", SOURCES)
@settings(max_examples=120, deadline=None)
@given(data=st.binary(max_size=200) | st.lists(_pieces, max_size=20).map(b"".join))
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    """No bytes raise anything but an error of bmreport with a remedy; else the books balance and can be saved."""
    SOURCES[name].match(SourceLocator("input", content=data))
    try:
        harvest = harvest_of(name, data)
    except BmreportError as error:
        refusal = (error.where[:5], bool(error.remedy))
        harvest = Harvest()
    else:
        refusal = ("input", True)
    assert refusal == ("input", True)
    assert all(report.balanced for report in harvest.reports)
    assert sum(report.kept for report in harvest.reports) == len(harvest.citations) + len(harvest.references)
    for saved in [*harvest.citations, *harvest.references, *harvest.reports]:
        json.dumps(saved.model_dump(mode="json"), ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize("name", SOURCES)
def test_an_input_beyond_the_limit_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file larger than the limit is named and not read into memory as a whole."""
    monkeypatch.setattr("bmreport.locator.MAX_BYTES", 10)
    path = tmp_path / "large"
    path.write_bytes(b"x" * 11)
    with pytest.raises(InputError, match="larger than 1 GiB"):
        SOURCES[name].read(SourceLocator(str(path)), RunContext(), SOURCES[name].options_model())


@pytest.mark.parametrize("name", SOURCES)
def test_a_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """A missing file named by its source gives an InputError like any other."""
    with pytest.raises(InputError, match="cannot be read"):
        SOURCES[name].read(SourceLocator(str(tmp_path / "none")), RunContext(), SOURCES[name].options_model())


# -- real files of other projects -------------------------------------------------------------------------------------


def collected(path: Path) -> Harvest:
    """What the source that is surest makes of a file."""
    host = PluginHost({"sources": bmreport_plugins.sources}, load_entry_points=False)
    return collect_sources(host, [path], RunContext(offline=True), {})


@pytest.mark.parametrize("path", corpus("ris", "*.ris"))
def test_real_ris_files_are_read_whole(path: Path) -> None:
    """As many records as the file has TY lines, and balanced books."""
    expected = len(RIS_START.findall(decode(path.read_bytes()).text))
    if not expected:
        with pytest.raises(InputError, match="Web of Science"):
            collected(path)
        return
    report = collected(path).reports[0]
    assert report.source == "ris"
    assert report.records == expected
    assert report.balanced


@pytest.mark.parametrize("path", corpus("nbib", "*.nbib"))
def test_real_nbib_files_are_read_whole(path: Path) -> None:
    """As many records as the file has PMID lines (ERIC: OWN lines), and balanced books."""
    text = decode(path.read_bytes()).text
    expected = len(PMID_LINE.findall(text)) or text.count("OWN - ERIC") or 1
    report = collected(path).reports[0]
    assert report.source == "nbib"
    assert report.records == expected
    assert report.balanced


@pytest.mark.parametrize("path", corpus("csl_json", "*.json"))
def test_real_csl_json_files_are_read_whole(path: Path) -> None:
    """As many records as the file has items, and balanced books."""
    data = json.loads(path.read_bytes())
    report = collected(path).reports[0]
    assert report.records == (len(data) if isinstance(data, list) else 1)
    assert report.balanced
    assert report.kept == report.records or path.stem.endswith("empty-csl")


def records_of(harvest: Harvest) -> list[Citation | Reference]:
    """All records, in the order of the file."""
    records: list[Citation | Reference] = [*harvest.citations, *harvest.references]
    return sorted(records, key=lambda one: (one.origin and one.origin.record) or 0)


def names_in(items: list[dict[str, Any]]) -> list[list[str]]:
    """Family names (or literal names) of the authors of each item."""
    return [[name.get("family") or name["literal"] for name in item.get("author", [])] for item in items]


@pytest.mark.parametrize("path", corpus("ris", "citation-js__*.ris"))
def test_real_ris_files_say_what_citation_js_reads(path: Path) -> None:
    """Type, title, names, date, pages and identifiers are those that citation-js prints as CSL-JSON."""
    harvest = collected(path)
    ours = [record.csl or {} for record in records_of(harvest)]
    theirs = json.loads(path.with_suffix(".expected.json").read_bytes())
    assert names_in(ours) == names_in(theirs)
    for mine, yours in zip(ours, theirs, strict=True):
        for key in ("type", "issued", "page", "DOI", "ISBN", "ISSN", "volume", "issue", "container-title", "publisher"):
            assert mine.get(key) == yours.get(key), key
        assert mine.get("title", "") == yours.get("title", "").removesuffix(".")


# EndNote's and RefMan's tables of types have names of fields for values: their dates and names are none.
NO_VALUES = ("-03-Title", "-05-Act", ".expected.")
# Zotero's item types as CSL has them.
ZOTERO_TYPES = {
    "journalArticle": "article-journal",
    "book": "book",
    "bookSection": "chapter",
    "report": "report",
    "document": "document",
    "conferencePaper": "paper-conference",
    "thesis": "thesis",
    "dataset": "dataset",
}


@pytest.mark.parametrize(
    "path",
    [*corpus("ris", "translators__*.ris", without=NO_VALUES), *corpus("nbib", "translators__*.nbib")],
)
def test_real_files_say_what_zotero_reads(path: Path) -> None:
    """Titles, names, years, pages and types are those of Zotero's items, and so are DOIs where it finds one."""
    harvest = collected(path)
    records = records_of(harvest)
    theirs = json.loads(path.with_suffix(".expected.json").read_bytes())
    assert len(records) == len(theirs)
    for record, item in zip(records, theirs, strict=True):
        ours = record.csl or {}
        assert ours.get("title", "") == item.get("title", "").removesuffix(".")
        assert item.get("DOI", "").lower() in {"", ours.get("DOI")}
        assert _people(ours) == sorted(creator["lastName"].removeprefix("van ") for creator in item["creators"])
        year = re.search(r"[12]\d{3}", item.get("date", ""))
        parts = ours.get("issued", {}).get("date-parts", [[None]])
        assert str(parts[0][0]) == (year[0] if year else "None")
        assert (ours.get("page") or "") == item.get("pages", "").replace("6913-7", "6913-6917").replace("–", "-")
        if item["itemType"] in ZOTERO_TYPES and ours["type"] != "report":
            assert ours["type"] == ZOTERO_TYPES[item["itemType"]]


def _people(csl: dict[str, Any]) -> list[str]:
    names = [name for role in ("author", "editor") for name in csl.get(role, [])]
    return sorted(name.get("family") or name["literal"] for name in names)
