"""Exporter `csljson`: items that pandoc and Zotero read, under keys that stay the same."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import RunContext, SourceLocator
from bmreport.models import Citation, Reference, Report
from bmreport.rendering import RenderedReport
from bmreport.testing import HOSTILE_TEXTS, assert_exporter_contract, sample_rendered
from bmreport_plugins.exporters.citation_keys import citation_keys
from bmreport_plugins.exporters.csljson import CslJsonExporter, CslJsonOptions


def exported(rendered: RenderedReport, **options: Any) -> list[dict[str, Any]]:
    """The items of the export."""
    items: list[dict[str, Any]] = json.loads(CslJsonExporter().export(rendered, None, CslJsonOptions(**options)))
    return items


def report_of(*items: dict[str, Any], **fields: Any) -> RenderedReport:
    """A report that lists these items."""
    references = [Reference(id=f"r{n}", number=n, csl=item) for n, item in enumerate(items, start=1)]
    return sample_rendered(Report.model_validate({"user_question": "q", "references": references, **fields}))


def by(family: str, year: int = 2020, **fields: Any) -> dict[str, Any]:
    """An item by one author."""
    return {"type": "book", "author": [{"family": family}], "issued": {"date-parts": [[year]]}, **fields}


def keys_of(*items: dict[str, Any]) -> list[str]:
    """The keys that items get."""
    return citation_keys([Reference(csl=item) for item in items])


def test_contract() -> None:
    """The exporter passes the kit's contract, and writes one item for each reference."""
    assert len(json.loads(assert_exporter_contract(CslJsonExporter()))) == 4


def test_items_are_whole_and_sorted() -> None:
    """An item keeps every field, `custom` too, with sorted keys; only its id is new."""
    item = {
        "type": "article-journal",
        "title": "On <i>E. coli</i>",
        "author": [{"family": "Doe", "given": "J."}, {"literal": "Group"}],
        "issued": {"date-parts": [[2020, 2]], "circa": True},
        "DOI": "10.5555/x",
        "PMID": "5",
        "PMCID": "PMC7",
        "URL": "https://example.org/?a=1&b=2",
        "custom": {"ris": {"C1": ["x"]}, "authors_truncated": True},
    }
    assert exported(report_of(item)) == [{**item, "id": "doe2020"}]
    text = CslJsonExporter().export(report_of(item), None, CslJsonOptions()).decode()
    keys = [line.split('"')[1] for line in text.splitlines() if line.startswith('    "')]
    assert keys == sorted(keys)


def test_abstracts_come_from_the_citations() -> None:
    """A record without an abstract gets that of a citation that rests on it."""
    citation = Citation.model_validate({"id": "c1", "passage": "p", "title": "t", "abstract": "Short."})
    fields = {"citations": [citation], "reference_of": {"c1": "r1"}}
    assert exported(report_of(by("Doe"), **fields))[0]["abstract"] == "Short."
    assert exported(report_of(by("Doe", abstract="Own."), **fields))[0]["abstract"] == "Own."
    assert "abstract" not in exported(report_of(by("Doe"), by("Roe"), **fields))[1]


def test_uncited_references_on_request() -> None:
    """References that nothing cites are written last, and only when asked for."""
    rendered = report_of(by("Doe"), further_reading=[Reference(id="more", csl=by("Roe"))])
    assert [item["id"] for item in exported(rendered)] == ["doe2020"]
    assert [item["id"] for item in exported(rendered, include_uncited=True)] == ["doe2020", "roe2020"]


def test_no_references_make_an_empty_list() -> None:
    """A report without references gives a list without items."""
    assert CslJsonExporter().export(report_of(), None, CslJsonOptions()) == b"[]\n"


@pytest.mark.parametrize("identifier", ["smith2020", "Smith:2020a", "x", "10.5555/abc", 17, "a_b-c", "http-1"])
def test_a_safe_key_of_its_own_is_kept(identifier: object) -> None:
    """A record that has a key of its own keeps it."""
    assert keys_of(by("Doe", id=identifier), by("Roe")) == [str(identifier), "roe2020"]


@pytest.mark.parametrize(
    "identifier", ["", "a b", "a,b", "é", "{x}", "@x", "x" * 70, "a\nb", ":a", "a.", True, None, ["x"]]
)
def test_an_unsafe_key_is_made_anew(identifier: object) -> None:
    """A key that some reader would break at is replaced."""
    assert keys_of(by("Doe", id=identifier)) == ["doe2020"]


def test_the_citation_key_comes_before_the_id() -> None:
    """Zotero's id is an address; the key that a user pinned is `citation-key`."""
    item = {**by("Doe", id="http://zotero.org/users/1/items/ABC"), "citation-key": "doeMain"}
    assert keys_of(item) == ["doeMain"]


def test_a_key_that_two_records_have_is_neither_ones() -> None:
    """Records that share a key, if only but for case, get new ones."""
    assert keys_of(by("Doe", id="same"), by("Roe", id="SAME")) == ["doe2020", "roe2020"]


def test_namesakes_are_lettered_in_order() -> None:
    """The second and further records of one name and year get letters, past z too."""
    assert keys_of(by("Doe"), by("Doe"), by("Doe", 2021), by("doe")) == ["doe2020", "doe2020a", "doe2021", "doe2020b"]
    many = keys_of(*[by("Doe")] * 60)
    assert many[26:29] == ["doe2020z", "doe2020aa", "doe2020ab"]
    assert len(set(many)) == 60


def test_a_made_key_avoids_a_given_one() -> None:
    """A key that a later record brings along is not given to an earlier one."""
    assert keys_of(by("Doe"), by("Roe", id="doe2020")) == ["doe2020a", "doe2020"]


@pytest.mark.parametrize(
    ("item", "key"),
    [
        (by("Müller-Lüdenscheidt"), "mullerludenscheidt2020"),
        (by("Ørsted"), "orsted2020"),
        (by("O’Neill"), "oneill2020"),
        (
            {"author": [{"literal": "World Health Organization"}], "issued": {"date-parts": [[1999, 5]]}},
            "worldhealthorganization1999",
        ),
        ({"title": "On <i>It</i>"}, "onitnd"),
        ({"author": [{"family": "王"}], "title": "The Trial", "issued": {"date-parts": [[2020]]}}, "thetrial2020"),
        ({"author": [{"family": "王"}], "title": "試験"}, "recordnd"),
        ({}, "recordnd"),
        (by("Caesar", -44), "caesarbc44"),
        (by("X" * 300), "x" * 24 + "2020"),
    ],
)
def test_keys_are_ascii(item: dict[str, Any], key: str) -> None:
    """Keys are made of the first author, else the title, in ASCII, and the year."""
    assert keys_of(item) == [key]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.builds(by, st.text(max_size=5), st.integers(2019, 2020), id=st.text(max_size=3)), max_size=12))
def test_keys_are_always_different(items: list[dict[str, Any]]) -> None:
    """Whatever the records, keys are safe, differ without regard to case, and are the same twice."""
    keys = keys_of(*items)
    assert len({key.lower() for key in keys}) == len(items)
    assert all(key.isascii() and not set(key) & set(" ,{}@#\\\"'%~") for key in keys)
    assert keys == keys_of(*items)


def test_export_and_import_agree() -> None:
    """What is written is read back as it was, and written again with the same bytes."""
    from bmreport_plugins.sources.csljson import CslJsonSource

    items = [
        by("Doe", title="A <b>bold</b> title", publisher="P & Q"),
        {
            "type": "article-journal",
            "title": "Zweitens",
            "issued": {"literal": "in press"},
            "custom": {"x": [1, {"y": 2}]},
        },
    ]
    data = CslJsonExporter().export(report_of(*items), None, CslJsonOptions())
    source = CslJsonSource()
    harvest = source.read(SourceLocator("x.json", content=data), RunContext(offline=True), source.options_model())
    again = report_of(*(reference.csl for reference in harvest.references))
    assert CslJsonExporter().export(again, None, CslJsonOptions()) == data


def pandoc_reads(data: bytes) -> list[dict[str, Any]]:
    """The references that pandoc's own reader of CSL-JSON finds."""
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-f", "csljson", "-t", "csljson"]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    items: list[dict[str, Any]] = json.loads(done.stdout)
    return items


def test_pandoc_reads_every_item() -> None:
    """Pandoc reads the file, and titles full of mark-up characters, names and identifiers come out of it."""
    texts = [text.replace("\x00", "") for text in HOSTILE_TEXTS]
    items = [
        by("Doe", title=text, DOI="10.5555/x", custom={"a": {"b": [text]}}, abstract=text, note=text) for text in texts
    ]
    items.append({"title": "No type", "issued": {"date-parts": [[2020, 2], [2021]], "season": 1, "circa": True}})
    items.append({"type": "webpage", "title": "half \ud800 a sign", "accessed": {"literal": "long ago"}})
    found = pandoc_reads(CslJsonExporter().export(report_of(*items), None, CslJsonOptions()))
    assert [item["id"] for item in found] == keys_of(*items)
    assert found[0]["author"] == [{"family": "Doe"}]
    assert found[0]["DOI"] == "10.5555/x"
    assert found[-1]["title"] == "half \ufffd a sign"


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=30))
def test_any_text_is_written(text: str) -> None:
    """Any text in any field gives JSON in UTF-8 that reads back as it was, the same twice."""
    item = by(text, title=text, note=f"{text}\ud83d", custom={text: text})
    rendered = report_of(item)
    data = CslJsonExporter().export(rendered, None, CslJsonOptions())
    assert data == CslJsonExporter().export(rendered, None, CslJsonOptions())
    assert exported(rendered)[0] | {"id": "", "note": ""} == item | {"id": "", "note": ""}
    assert json.loads(data.decode("utf-8"))[0]["note"] == f"{text}\ufffd"
