"""Source `json`: the shapes in which citations come as JSON, and what is said about bad ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import BmreportError, Harvest, InputError, Intake, Match, NoOptions, RunContext, SourceLocator
from bmreport.testing import assert_source_contract
from bmreport_plugins.sources.citation_fields import citation_fields
from bmreport_plugins.sources.json_citations import JsonSource
from bmreport_plugins.sources.json_reader import read_json

GOOD = {
    "passage": "It fell by 12%.",
    "summary": "It fell.",
    "relevance_score": 0.9,
    "document_id": "7",
    "document_title": "A trial of x",
    "authors": ["Roe, R.", "Doe, J."],
    "publication_date": "2019-03-02",
    "pmid": "90000001",
}


def harvest_of(value: object, name: str = "c.json") -> Harvest:
    """What the source reads from this text, these bytes or this value written as JSON."""
    text = value if isinstance(value, str | bytes) else json.dumps(value)
    data = text.encode() if isinstance(text, str) else text
    return JsonSource().read(SourceLocator(name, content=data), RunContext(offline=True), NoOptions())


def error_of(value: object) -> InputError:
    """The error that this input gives."""
    with pytest.raises(InputError) as caught:
        harvest_of(value)
    return caught.value


def rejection_of(**change: object) -> str:
    """The rejection that a citation with this change gives, between two good ones that are kept."""
    bad = {key: value for key, value in {**GOOD, **change}.items() if value is not ...}
    report = harvest_of([GOOD, bad, GOOD]).reports[0]
    assert (report.records, report.kept) == (3, 2)
    assert report.rejected[0].origin.record == 2
    return str(report.rejected[0])


def test_contract() -> None:
    """The source keeps the contract of every source."""
    assert_source_contract(JsonSource(), "c.json", json.dumps([GOOD]).encode())


@pytest.mark.parametrize(
    "value",
    [
        [GOOD],
        GOOD,
        {"citations": [GOOD]},
        {"question": "q", "title": "t", "citations": [GOOD], "references": []},
        {"evidence": [GOOD]},
        {"citations": {"c1": GOOD}},
        {"c1": GOOD},
        json.dumps(GOOD) + "\n",
        [{"citation": GOOD, "rank": 1}],
        [{"passage": GOOD["passage"], "document": {"id": 7, "title": "A trial of x", "pmid": 90000001}}],
    ],
    ids=["list", "one", "object", "full object", "evidence", "map", "bare map", "line", "wrapped", "nested document"],
)
def test_every_shape_gives_the_citation(value: object) -> None:
    """A list, an object, a map, a line, a wrapper and a nested document hold the same citation."""
    harvest = harvest_of(value)
    (citation,) = harvest.citations
    assert (citation.passage, citation.document_title, citation.pmid, citation.document_id) == (
        "It fell by 12%.",
        "A trial of x",
        "90000001",
        "7",
    )


def test_question_and_title_are_read() -> None:
    """An object may ask the question; other keys beside the citations are named."""
    value = {"user_question": " Does x work? ", "report_title": "On x", "citations": [GOOD], "model": "m", "score": 1}
    report = harvest_of(value).reports[0]
    assert (report.question, report.title) == ("Does x work?", "On x")
    assert report.notes == ["2 keys beside the citations not used: model, score"]


def test_the_title_of_a_citation_is_not_the_title_of_the_report() -> None:
    """One citation alone names no report."""
    report = harvest_of({"passage": "It fell.", "title": "A"}).reports[0]
    assert (report.title, report.kept) == ("", 1)


def test_json_lines_with_a_heading() -> None:
    """One object a line; the first may carry the question, and each line is known by its number."""
    text = "\n".join(
        ['{"question": "Does x work?"}', json.dumps(GOOD), "", json.dumps({**GOOD, "passage": "It rose."})]
    )
    harvest = harvest_of(text, "c.jsonl")
    assert harvest.reports[0].question == "Does x work?"
    assert [citation.origin and citation.origin.line for citation in harvest.citations] == [2, 4]


def test_a_broken_line_costs_only_itself() -> None:
    """In JSON Lines a bad or cut line is rejected with its number, and the others are read."""
    good = json.dumps(GOOD)
    report = harvest_of("\n".join([good, '{"passage": nope}', good, "[1, 2]", good[:30]]), "c.jsonl").reports[0]
    assert (report.records, report.kept) == (5, 2)
    reasons = {rejection.origin.line: rejection.reason for rejection in report.rejected}
    assert reasons[2].startswith("is no JSON: a value was expected, but there is 'n' in column 13")
    assert reasons[4] == "a list is no citation"
    assert reasons[5] == "is no JSON: the line breaks off"


@pytest.mark.parametrize(
    "start", ['{"question": "q", "citations": [', '{"question": "q", "citations": [\n', '{"citations": [']
)
@pytest.mark.parametrize("end", ["]}", "\n]}", "\n]\n}\n"])
def test_an_object_whose_list_goes_on_in_the_next_line_is_no_json_lines(start: str, end: str) -> None:
    """One citation a line inside one object, as people write by hand, is JSON, though two lines begin with a brace."""
    harvest = harvest_of(start + ",\n".join([json.dumps(GOOD)] * 3) + end)
    assert (harvest.reports[0].kept, harvest.reports[0].rejected) == (3, [])


def test_a_comma_behind_each_line_leaves_json_lines() -> None:
    """Objects that stand one a line with a comma between them are lines, and the comma costs its own line alone."""
    report = harvest_of(json.dumps(GOOD) + ",\n" + json.dumps(GOOD)).reports[0]
    assert (report.kept, [one.origin.line for one in report.rejected]) == (1, [1])
    assert "there is ','" in report.rejected[0].reason


def test_lines_of_citations_are_known() -> None:
    """Each citation of a pretty-printed file knows the line it starts in."""
    text = json.dumps({"question": "q", "citations": [GOOD, GOOD]}, indent=2)
    lines = [citation.origin.line for citation in harvest_of(text).citations if citation.origin]
    assert [text.split("\n")[(line or 1) - 1].strip() for line in lines] == ["{", "{"]
    assert lines[0] == 4


def test_references_beside_the_citations() -> None:
    """Bare references may be CSL-JSON or loose fields; what is neither is rejected by name."""
    references = [
        {"type": "book", "title": "A book", "issued": {"date-parts": [[2001]]}},
        {"number": 4, "authors": ["Roe, R."], "title": "A paper", "document_id": 9, "extra": 1},
        "Roe 2001",
        {"authors": ["Roe"], "title": ["x"]},
    ]
    harvest = harvest_of({"citations": [GOOD], "references": references})
    assert [(reference.title, reference.number) for reference in harvest.references] == [
        ("A book", None),
        ("A paper", None),
    ]
    assert harvest.references[1].notes == ["fields not known and left out: extra"]
    report = harvest.reports[0]
    assert (report.records, report.kept) == (5, 3)
    assert report.rejected[0].reason == "a string is no reference"


def test_references_alone_are_enough() -> None:
    """An object with references and no citation is a list of bare references."""
    harvest = harvest_of({"question": "q", "references": [{"type": "book", "title": "A"}]})
    assert (len(harvest.citations), len(harvest.references)) == (0, 1)


def test_unknown_fields_of_a_citation_are_kept() -> None:
    """A field that bmreport does not know stays with the citation."""
    (citation,) = harvest_of([{**GOOD, "agent": {"model": "m"}}]).citations
    assert (citation.model_extra or {})["agent"] == {"model": "m"}


def test_without_a_passage_the_abstract_is_the_evidence() -> None:
    """A document that has only an abstract is cited by it."""
    (citation,) = harvest_of([{"title": "A", "abstract": "It fell."}]).citations
    assert citation.passage == "It fell."


def test_a_nested_document_fills_what_is_missing() -> None:
    """The citation's own fields win; what is left of the document stays under its name."""
    fields = citation_fields(
        {"passage": "p", "title": "Own", "document": {"id": 3, "title": "Other", "doi": "10.5555/a", "shelf": "B2"}}
    )
    assert fields["title"] == "Own"
    assert (fields["document_id"], fields["doi"]) == (3, "10.5555/a")
    assert fields["document"] == {"shelf": "B2"}


# -- bad citations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passage": ...}, "field passage: is empty"),
        ({"passage": "  "}, "field passage: is empty"),
        ({"passage": ["a"]}, "field passage: "),
        ({"document_title": ...}, "field document_title: is missing (give the document's title)"),
        ({"relevance_score": 1.7}, "field relevance_score: 1.7 is above 1 (give a number from 0 to 1)"),
        ({"relevance_score": -0.1}, "field relevance_score: -0.1 is below 0"),
        ({"relevance_score": "high"}, "field relevance_score: "),
        ({"relevance_score": True}, "field relevance_score: true is no number (give a number from 0 to 1)"),
        ({"relevance_score": float("nan")}, "field relevance_score: NaN is no number (give a number from 0 to 1)"),
        ({"relevance_score": float("inf")}, "field relevance_score: "),
        ({"relevance_score": ..., "score": True}, "field relevance_score: true is no number"),
        ({"created_at": "yesterday"}, "field created_at: "),
        ({"notes": {"a": 1}}, "field notes: "),
        ({"csl": "text"}, "field csl: "),
    ],
)
def test_a_bad_field_names_record_field_and_remedy(change: dict[str, Any], message: str) -> None:
    """Each bad citation is rejected with its place and field; the good ones beside it are kept."""
    text = rejection_of(**change)
    assert text.startswith("c.json:1, record 2")
    assert message in text


@pytest.mark.parametrize(
    ("value", "kind"), [("text", "a string"), (None, "null"), (7, "a number"), (True, "true or false"), ([], "a list")]
)
def test_a_list_with_something_else_in_it(value: object, kind: str) -> None:
    """What is no object is no citation, and the others are kept."""
    report = harvest_of([GOOD, value, GOOD]).reports[0]
    assert (report.records, report.kept) == (3, 2)
    assert report.rejected[0].reason == f"{kind} is no citation"


def test_a_citation_nested_without_end_is_rejected() -> None:
    """A field that is nested too deeply to be saved costs one record only."""
    deep: object = 1
    for _ in range(200):
        deep = [deep]
    assert "nested" in rejection_of(extra=deep)


def test_an_empty_object_says_nothing() -> None:
    """`{}` is accounted for as no citation."""
    report = harvest_of([{}, GOOD]).reports[0]
    assert "neither a passage nor a title" in report.rejected[0].reason


# -- bad files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[", ":1:2", "breaks off in the middle: the JSON is not complete (a value was expected)"),
        ('[{"passage": "It', ":1:14", "breaks off in the middle: the JSON is not complete (unterminated string)"),
        ('[{"a": 1},\n', ":2:1", "1 complete records stand before it"),
        ('{"citations": [{"a": 1}', ":1:24", "a comma or the closing bracket was expected"),
        (
            '[{"a": 1}\n {"b": 2}]',
            ":2:2",
            "is not valid JSON: a comma or the closing bracket was expected, but there is '{'",
        ),
        ("[{'a': 1}]", ":1:3", 'is not valid JSON: a key in double quotes was expected, but there is "\'"'),
        ('[{"a": 1},]', ":1:11", "a value was expected; the comma before ']' is one too many"),
        ('[{"a": None}]', ":1:8", "is not valid JSON: a value was expected, but there is 'N'"),
        ('{"a" 1}', ":1:6", "a colon was expected, but there is '1'"),
        ("[]x", ":1:3", "the end was expected, but there is 'x'"),
        ("nonsense", ":1:1", "a value was expected, but there is 'n'"),
        ('{"a": 1', ":1:8", "breaks off in the middle"),
        ('{"a', ":1:2", "breaks off in the middle"),
        ('{"a":', ":1:6", "breaks off in the middle"),
        ("{", ":1:2", "breaks off in the middle"),
        ('{"a": 1,', ":1:9", "breaks off in the middle"),
    ],
)
def test_broken_json_names_line_column_and_what_was_due(text: str, place: str, message: str) -> None:
    """A broken or cut file gives the place, what was expected, and whether it was cut."""
    error = error_of(text)
    assert error.where == f"c.json{place}"
    assert message in error.message
    assert error.remedy


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("[]", "holds no citation: the list is empty"),
        ('{"citations": []}', "holds no citation: the list is empty"),
        ('"text"', "holds a string, not citations"),
        ("5", "holds a number, not citations"),
        ("null", "holds null, not citations"),
        ("{}", "holds neither `citations` nor a citation (keys: none)"),
        ('{"name": "x", "version": 1}', "holds neither `citations` nor a citation (keys: name, version)"),
        ('{"citations": "see below"}', "`citations` is a string, not a list"),
        ("[" * 100_000, "is nested too deeply to be read"),
        ('[{"a":' * 50_000, "is nested too deeply to be read"),
        ("[" + "9" * 6000 + "]", "holds a value that cannot be read"),
        ('{"user_question": "q", "sections": []}', "is a saved report, not a file of citations"),
        ('{"user_question": "q", "synthesized_answer": "a [1]", "references": []}', "is a saved report"),
        (b"%PDF-1.4 \xff", "is a PDF, not JSON"),
        (b"\x89PNG\r\n\x1a\n", "is a picture, not JSON"),
    ],
)
def test_a_file_without_citations(text: str | bytes, message: str) -> None:
    """Each file that holds no citation gives one message and what to do."""
    error = error_of(text)
    assert error.message.startswith(message)
    assert error.where.startswith("c.json")
    assert error.remedy


def test_a_saved_report_is_sent_to_check() -> None:
    """The remedy for a report names the command that reads it."""
    assert "bmreport check c.json" in error_of({"user_question": "q", "evidence_strength": "Strong"}).remedy


def test_encodings_and_line_breaks_in_strings() -> None:
    """UTF-16, a byte-order mark, NUL bytes and raw line breaks within strings are read."""
    text = json.dumps([GOOD])
    assert harvest_of(text.encode("utf-16")).reports[0].encoding == "utf-16-le"
    assert len(harvest_of(b"\xef\xbb\xbf" + text.encode()).citations) == 1
    assert harvest_of('[{"passage": "It\nfell.", "title": "A"}]').citations[0].passage == "It\nfell."
    noted = harvest_of(text.replace("It fell by", "It fell\x00 by")).reports[0]
    assert (noted.kept, "NUL" in noted.notes[0]) == (1, True)


def test_a_lone_surrogate_does_not_break_the_report() -> None:
    r"""Half a character (`\ud800`) in a passage is kept out of the way of every encoder."""
    (citation,) = harvest_of('[{"passage": "It \\ud800 fell.", "title": "A\\udfff"}]').citations
    (citation.passage + citation.document_title).encode("utf-8")
    assert citation.passage == "It \ufffd fell."


def test_repeated_keys_are_named() -> None:
    """A key that stands twice in one object is reported, for JSON keeps the last only."""
    harvest = harvest_of('[{"passage": "a", "passage": "b", "title": "A"}]')
    assert harvest.citations[0].passage == "b"
    assert harvest.reports[0].notes == ["keys that stand twice in one object, where the last counts: passage"]


def test_match_looks_at_keys_then_at_the_name() -> None:
    """Keys of evidence decide; other JSON is taken by its name, or as a last resort."""
    match = JsonSource().match
    assert match(SourceLocator("a.txt", content=json.dumps([GOOD]).encode())) is Match.CONTENT
    assert match(SourceLocator("a.json", content=b'{"name": 1}')) is Match.SUFFIX
    assert match(SourceLocator("a.txt", content=b'[{"title": "A"}]')) is Match.WEAK
    assert match(SourceLocator("a.txt", content=b"[2020-01-01] log line")) is Match.NO
    assert match(SourceLocator("a.json", content=b"PK\x03\x04")) is Match.NO


# -- properties -------------------------------------------------------------------------------------------------------


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
                    "passage",
                    "title",
                    "citations",
                    "document",
                    "citation",
                    "authors",
                    "score",
                    "notes",
                    "csl",
                    "year",
                    "references",
                    "question",
                    "id",
                    "abstract",
                    "locator",
                    "created_at",
                    "origin",
                    "publication_types",
                    "document_title",
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
    assert report.kept == len(harvest.citations) + len(harvest.references)
    for record in [*harvest.citations, *harvest.references]:
        record.model_dump_json()


@settings(max_examples=150, deadline=None)
@given(_json, st.integers(0, 400))
def test_a_cut_file_is_never_read_as_whole(value: object, length: int) -> None:
    """Every cut within a list or an object is an error that names the place."""
    text = json.dumps([GOOD, value])
    cut = text[: min(length, len(text) - 1)]
    if cut.strip():
        error = error_of(cut)
        assert error.where.startswith("c.json")


@settings(max_examples=150, deadline=None)
@given(_json)
def test_the_reader_agrees_with_the_standard_one(value: object) -> None:
    """Walking the outermost level gives the same values as `json.loads`."""
    text = json.dumps(value, indent=1)
    document = read_json(text, "x")
    expected = json.loads(text)
    if isinstance(expected, list):
        assert repr([element.value for element in document.elements]) == repr(expected)
        for element in document.elements:
            assert text.split("\n")[element.line - 1].strip()
    elif isinstance(expected, dict):
        assert repr({key: member.value for key, member in document.members.items()}) == repr(expected)
    else:
        assert repr(document.scalar) == repr(expected)
