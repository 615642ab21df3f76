"""Source `csljson`: CSL-JSON as Zotero, pandoc, manubot and citeproc write it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import BmreportError, Harvest, InputError, Intake, Match, NoOptions, RunContext, SourceLocator
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.csljson import CslJsonSource
from bmreport_plugins.sources.csljson_items import map_item

ITEM = {
    "id": "roe2019",
    "type": "article-journal",
    "title": "A trial of x",
    "author": [{"family": "Roe", "given": "Rita M."}],
    "issued": {"date-parts": [[2019, 3, 2]]},
    "container-title": "Journal of Samples",
    "volume": "12",
}


def harvest_of(value: object, name: str = "refs.json") -> Harvest:
    """What the source reads from this text or this value written as JSON."""
    text = value if isinstance(value, str | bytes) else json.dumps(value)
    data = text.encode() if isinstance(text, str) else text
    return CslJsonSource().read(SourceLocator(name, content=data), RunContext(offline=True), NoOptions())


def mended(**change: Any) -> dict[str, Any]:
    """The item with this change, as the source makes it."""
    return map_item({**ITEM, **change}).csl


def test_contract() -> None:
    """The source keeps the contract of every source."""
    assert_source_contract(CslJsonSource(), "refs.json", json.dumps([ITEM]).encode())


@pytest.mark.parametrize(
    "value",
    [
        [ITEM],
        ITEM,
        {"items": [ITEM]},
        {"references": [ITEM]},
        {"roe2019": {**ITEM, "id": None}},
        json.dumps(ITEM) + "\n",
    ],
    ids=["list", "one", "items", "references", "map", "line"],
)
def test_every_shape_gives_the_item(value: object) -> None:
    """A list, an item, wrapped lists, a map by id and a line hold the same reference, unchanged."""
    (reference,) = harvest_of(value).references
    assert {key: value for key, value in reference.csl.items() if key != "id"} == {
        key: value for key, value in ITEM.items() if key != "id"
    }


def test_an_abstract_makes_it_evidence() -> None:
    """An item with an abstract is a citation; JATS and HTML elements in it go, comparisons stay."""
    text = "<jats:p>It <jats:italic>fell</jats:italic> (p < 0.05).</jats:p><p>It is <script>.</p>"
    (citation,) = harvest_of([{**ITEM, "abstract": text}]).citations
    assert citation.passage == "It fell (p < 0.05). It is <script>."
    assert "abstract" not in (citation.csl or {})
    assert not harvest_of([{**ITEM, "abstract": "No abstract available"}]).citations


def test_identifiers_and_citation_key_in_the_note() -> None:
    """What Zotero keeps in Extra is read; the rest of the note stays, and own fields win."""
    note = "PMID: 31234567\nPMCID: PMC123456\nCitation Key: roeTrial2019\nRead twice\n{:DOI: 10.5555/A}"
    read = mended(note=note)
    assert (read["PMID"], read["PMCID"], read["DOI"]) == ("31234567", "PMC123456", "10.5555/a")
    assert (read["citation-key"], read["note"]) == ("roeTrial2019", "Read twice")
    assert mended(note="PMID: 1", PMID="2")["note"] == "PMID: 1"
    assert "note" not in mended(note="PMID: 31234567")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"date-parts": [["2017", "07", "07"]]}, {"date-parts": [[2017, 7, 7]]}),
        ({"date-parts": [[2018, 10, 21, 13]]}, {"date-parts": [[2018, 10, 21]]}),
        ({"raw": "2004-04-01"}, {"date-parts": [[2004, 4, 1]]}),
        ([{"literal": "in press"}], {"literal": "in press"}),
        ("2019", {"date-parts": [[2019]]}),
        (2019, {"date-parts": [[2019]]}),
        ({"date-parts": [[]]}, None),
        ({"date-parts": [[None]]}, None),
        ({"date-parts": None}, None),
        ({}, None),
        (None, None),
    ],
)
def test_dates_in_every_form(given: object, expected: object) -> None:
    """Texts, raw dates and lists are brought into CSL's form; an empty date is none."""
    assert mended(issued=given).get("issued") == expected


def test_names_in_every_form() -> None:
    """Strings become names, unknown keys of a name stay, "others" is a mark and no person."""
    read = mended(author=["Roe, Rita", {"family": "Doe", "given": "J", "ORCID": "0000"}, {"literal": "et al."}])
    assert read["author"] == [{"family": "Roe", "given": "Rita"}, {"ORCID": "0000", "family": "Doe", "given": "J."}]
    assert read["custom"] == {"authors_truncated": True}
    assert mended(editor={"literal": "Sample Group"})["editor"] == [{"literal": "Sample Group"}]


@pytest.mark.parametrize(
    ("change", "key", "value"),
    [
        ({"id": 7}, "id", "7"),
        ({"volume": 12}, "volume", "12"),
        ({"title": ["A", "B"]}, "title", "A"),
        ({"title": "A trial."}, "title", "A trial"),
        ({"keyword": ["a", "b, c"]}, "keyword", "a; b, c"),
        ({"language": "eng"}, "language", "en"),
        ({"DOI": "https://doi.org/10.5555/ABC"}, "DOI", "10.5555/abc"),
        ({"PMID": 31234567}, "PMID", "31234567"),
        ({"categories": ["x"]}, "categories", ["x"]),
        ({"type": ""}, "type", "document"),
        ({"type": None, "page": "1"}, "type", "article-journal"),
    ],
)
def test_small_fields(change: dict[str, Any], key: str, value: object) -> None:
    """Numbers are text, lists of titles one title, a missing type is guessed; unknown keys stay."""
    item = {"container-title": "J"} if change.get("page") else {}
    assert map_item({"id": "a", **item, **change}).csl[key] == value


def test_an_identifier_that_is_none_is_kept_aside() -> None:
    """A DOI or PubMed number that cannot be one would break links; it is kept under another name and noted."""
    mapped = map_item({**ITEM, "DOI": "forthcoming", "PMID": {"a": 1}})
    assert not {"DOI", "PMID"} & mapped.csl.keys()
    assert mapped.csl["custom"]["csljson"] == {"DOI": "forthcoming", "PMID": {"a": 1}}
    assert "DOI is none and is kept aside: forthcoming" in mapped.notes


def test_things_that_are_no_items() -> None:
    """Strings, and items that say nothing, are rejected with their line."""
    report = harvest_of(json.dumps([ITEM, "Roe 2019", {}, {"id": "a", "type": "book", "title": ""}], indent=1)).reports[
        0
    ]
    assert (report.records, report.kept) == (4, 1)
    assert [rejection.reason for rejection in report.rejected] == [
        "a string is no CSL-JSON item",
        "the item says nothing beside its id and type",
        "the item says nothing beside its id and type",
    ]
    assert all(rejection.origin.line for rejection in report.rejected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "holds no item: the list is empty"),
        ("5", "holds a number, not CSL-JSON"),
        ('{"a": 1}', "holds no CSL-JSON item (keys: a)"),
        ('[{"type": "book"', "breaks off in the middle"),
        ('{"user_question": "q", "sections": [], "type": "x"}', "is a saved report"),
        (b"PK\x03\x04", "is a zip archive or an Office file, not CSL-JSON"),
    ],
)
def test_a_file_without_items(text: str | bytes, message: str) -> None:
    """Each file that holds no item gives one message and what to do."""
    with pytest.raises(InputError) as caught:
        harvest_of(text)
    assert caught.value.message.startswith(message)
    assert caught.value.remedy


def test_match_looks_at_keys_and_types() -> None:
    """CSL's keys and types decide; a file with passages belongs to the `json` source."""
    match = CslJsonSource().match
    assert match(SourceLocator("a.txt", content=json.dumps([ITEM]).encode())) is Match.CONTENT
    assert match(SourceLocator("a.json", content=b'[{"type": "book", "title": "A"}]')) is Match.CONTENT
    assert match(SourceLocator("a.csl.json", content=b'[{"title": "A"}]')) is Match.SUFFIX
    assert match(SourceLocator("a.json", content=b'[{"title": "A"}]')) is Match.NO
    assert match(SourceLocator("a.json", content=json.dumps([{**ITEM, "passage": "p"}]).encode())) is Match.NO


def read_or_refused(value: object) -> Harvest:
    """What the source reads; where it refuses with a remedy, an empty harvest whose books balance."""
    try:
        return harvest_of(value)
    except BmreportError as error:
        return Intake("refused", error.remedy or "no remedy").harvest()


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "id",
                    "type",
                    "title",
                    "author",
                    "editor",
                    "issued",
                    "accessed",
                    "date-parts",
                    "family",
                    "given",
                    "literal",
                    "note",
                    "abstract",
                    "DOI",
                    "PMID",
                    "PMCID",
                    "custom",
                    "keyword",
                    "page",
                    "container-title",
                    "language",
                    "items",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


@settings(max_examples=250, deadline=None)
@given(_json)
def test_any_json_is_read_or_refused_and_the_books_balance(value: object) -> None:
    """No value raises anything but an error of bmreport; what is read can be saved."""
    harvest = read_or_refused(value)
    report = harvest.reports[0]
    assert report.balanced
    assert report.locator != "no remedy"
    for record in [*harvest.citations, *harvest.references]:
        record.model_dump_json()


@settings(max_examples=100, deadline=None)
@given(_json)
def test_mending_twice_changes_nothing(value: object) -> None:
    """What has been mended keeps to the schema, so that it is left as it is."""
    if isinstance(value, dict):
        once = map_item(value).csl
        assert map_item(once).csl == once
