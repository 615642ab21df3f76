"""The data models: what they take, what they refuse, and that nothing is lost between Python and JSON."""

from __future__ import annotations

import json
import math
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bmreport.errors import InputError
from bmreport.models import (
    BulletList,
    Citation,
    Cite,
    CiteMode,
    Claim,
    ClaimRole,
    Draft,
    Finding,
    Grade,
    GradeStep,
    ImportReport,
    Locator,
    Merge,
    Origin,
    Paragraph,
    Provenance,
    Quote,
    Reference,
    Rejection,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
    csl_from_fields,
    walk_claims,
)
from bmreport.models.json_values import as_json
from bmreport.testing import HOSTILE_TEXTS, sample_report

MINIMAL = {"passage": "It fell by 12%.", "document_title": "A trial"}

any_text = st.one_of(st.text(max_size=30), st.sampled_from(HOSTILE_TEXTS), st.just("a\ud800b"))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=8,
)


def citation(**fields: Any) -> Citation:
    """A citation from loose fields, as a source makes it."""
    return Citation.model_validate({**MINIMAL, **fields})


# -- citation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alias", "value", "field", "expected"),
    [
        ("relevance", 0.5, "relevance_score", 0.5),
        ("score", "0.5", "relevance_score", 0.5),
        ("doc_id", 7, "document_id", "7"),
        ("author", ["Smith, J."], "authors", [{"family": "Smith", "given": "J."}]),
        ("issued", {"date-parts": [[2020, 2]]}, "publication_date", {"date-parts": [[2020, 2]]}),
        ("date", "2020 Feb 21", "publication_date", {"date-parts": [[2020, 2, 21]]}),
        ("year", 2020, "publication_date", {"date-parts": [[2020]]}),
        ("PMID", 37123456, "pmid", "37123456"),
        ("PMCID", "PMC123", "pmcid", "PMC123"),
        ("DOI", "https://doi.org/10.5555/ABC", "doi", "10.5555/abc"),
        ("journal", "J Samples", "publication", "J Samples"),
        ("container-title", "J Samples", "publication", "J Samples"),
        ("page", "1-9", "pages", "1-9"),
        ("URL", "https://example.org", "url", "https://example.org"),
    ],
)
def test_citation_takes_aliases(alias: str, value: object, field: str, expected: object) -> None:
    """A field is read from its other names, and from its own name alike."""
    assert getattr(citation(**{alias: value}), field) == expected
    assert getattr(citation(**{field: value}), field) == expected
    assert not citation(**{alias: value}).model_extra


@pytest.mark.parametrize("blank", ["", "  ", None, [], math.nan])
def test_a_blank_field_gives_way_to_its_alias(blank: object) -> None:
    """An alias that is filled wins over a field of the right name that is blank."""
    made = Citation.model_validate(
        {"passage": "p", "document_title": blank, "title": "Real", "authors": blank, "author": ["Roe, R."]}
    )
    assert made.document_title == "Real"
    assert made.authors == [{"family": "Roe", "given": "R."}]


def test_a_second_name_for_a_field_is_kept() -> None:
    """Two filled names for one field: its own name wins, the other is kept among the unknown fields."""
    made = citation(title="Another title", colour="red")
    assert made.document_title == "A trial"
    assert made.model_extra == {"title": "Another title", "colour": "red"}


@pytest.mark.parametrize("field", ["passage", "document_title"])
@pytest.mark.parametrize("value", [None, "", " \n\t", math.nan])
def test_citation_needs_passage_and_title(field: str, value: object) -> None:
    """A blank passage or title is refused and the message names the field."""
    with pytest.raises(ValidationError) as caught:
        citation(**{field: value})
    assert caught.value.errors()[0]["loc"] == (field,)
    missing = {key: entry for key, entry in MINIMAL.items() if key != field}
    with pytest.raises(ValidationError, match=field):
        Citation.model_validate(missing)


@pytest.mark.parametrize("value", [1.7, -0.1, math.inf, "high", [0.5]])
def test_relevance_outside_0_to_1_is_refused(value: object) -> None:
    """A relevance that is no number from 0 to 1 is refused and the message names the field."""
    with pytest.raises(ValidationError) as caught:
        citation(relevance_score=value)
    assert caught.value.errors()[0]["loc"] == ("relevance_score",)


@pytest.mark.parametrize(("value", "expected"), [(0, 0.0), (1, 1.0), ("", None), (None, None), (math.nan, None)])
def test_relevance_bounds_and_blanks(value: object, expected: float | None) -> None:
    """0 and 1 are in range; a blank relevance is an unknown one, which counts as 0."""
    made = citation(relevance_score=value)
    assert made.relevance_score == expected
    assert made.relevance == (expected or 0.0)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2023-06-15T14:25:30", datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC)),
        ("2023-06-15 14:25:30", datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC)),
        ("2023-06-15 14:25:30 UTC", datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC)),
        ("2023-06-15T14:25:30+02:00", datetime(2023, 6, 15, 12, 25, 30, tzinfo=UTC)),
        ("2023-06-15", datetime(2023, 6, 15, tzinfo=UTC)),
        (datetime(2023, 6, 15, 1), datetime(2023, 6, 15, 1, tzinfo=UTC)),
        (date(2023, 6, 15), datetime(2023, 6, 15, tzinfo=UTC)),
        ("", None),
        (None, None),
    ],
)
def test_created_at_always_has_a_zone(value: object, expected: datetime | None) -> None:
    """A moment without a zone is UTC, as BMLibrarian writes it; both models read it alike."""
    assert citation(created_at=value).created_at == expected
    if expected is not None:
        assert Report.model_validate({"user_question": "q", "created_at": value}).created_at == expected


@pytest.mark.parametrize("status", ["rejected", "Reject", "EXCLUDED", "declined"])
def test_rejected_by_reviewer(status: str) -> None:
    """A human's no is heard however it is spelled."""
    assert citation(human_review_status=status).rejected_by_reviewer
    assert not citation(human_review_status="accepted").rejected_by_reviewer


@pytest.mark.parametrize(("value", "expected"), [(37123456.0, "37123456"), (37123456, "37123456"), ("PMID: 007", "7")])
def test_identifiers_may_be_numbers(value: object, expected: str) -> None:
    """A data frame column with gaps makes floats of PubMed IDs; they are read as written."""
    assert citation(pmid=value).pmid == expected


def test_notes_and_types_given_as_one_text() -> None:
    """A text where a list is due is a list of one, not a list of letters."""
    made = citation(notes="checked by hand", publication_types="Meta-Analysis")
    assert made.notes == ["checked by hand"]
    assert made.publication_types == ["Meta-Analysis"]
    assert Reference.model_validate({"title": "t", "notes": "n"}).notes == ["n"]


@pytest.mark.parametrize("field", ["notes", "publication_types", "csl", "locator", "origin", "pmid", "passage"])
def test_a_field_of_the_wrong_kind_is_named(field: str) -> None:
    """A value that no reading fits is refused by pydantic with the field's name, never by another exception."""
    with pytest.raises(ValidationError) as caught:
        citation(**{field: 5j})
    assert caught.value.errors()[0]["loc"][0] == field


def test_altered_input_is_noted_once() -> None:
    """What was guessed or altered while reading names and dates stands in the notes, once, and after a reload too."""
    made = citation(authors=["Smith, J., MD PhD"], publication_date="03/04/2020", notes=["by hand"])
    assert made.notes[0] == "by hand"
    assert len(made.notes) == len(set(made.notes)) == 3
    assert Citation.model_validate(made.model_dump(mode="json")) == made


def test_truncated_author_lists_are_remembered() -> None:
    """A closing "et al." in the input is no author but is not forgotten."""
    made = citation(authors=["Smith, J.", "et al."])
    assert made.authors == [{"family": "Smith", "given": "J."}]
    assert made.authors_truncated
    csl = csl_from_fields(made.model_dump())
    assert Reference(csl=csl).authors_truncated
    assert Reference(csl=csl).format_vancouver_style() == "Smith, J., et al.. A trial."


def test_unknown_values_become_json() -> None:
    """Whatever an unknown field holds, the citation can be saved; NaN, which JSON lacks, becomes null."""
    made = citation(
        extra={"when": date(2020, 1, 2), 5: math.nan, "path": Path("a/b"), "set": {2, 1}, "deep": (1, [math.inf])}
    )
    assert made.model_extra == {
        "extra": {"when": "2020-01-02", "5": None, "path": str(Path("a/b")), "set": [1, 2], "deep": [1, [None]]}
    }


def test_endless_nesting_is_refused() -> None:
    """A value that holds itself is refused with a message, not followed for ever."""
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(ValidationError, match="nested more than 64 levels"):
        citation(extra=loop)
    with pytest.raises(ValueError, match="nested"):
        as_json(loop)


def test_the_given_mapping_is_not_changed() -> None:
    """Reading a record leaves the caller's mapping and lists as they were."""
    given = {**MINIMAL, "author": ["Smith, J."], "csl": {"title": "x"}, "notes": ["n"]}
    before = json.dumps(given)
    made = Citation.model_validate(given)
    made.notes.append("more")
    assert made.csl is not None
    made.csl["title"] = "y"
    assert json.dumps(given) == before


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*Citation.model_fields, "title", "author", "year", "DOI", "x"]), json_values))
@example({"notes": [["nested"]], "publication_date": False})
def test_any_record_is_read_or_refused(fields: dict[str, Any]) -> None:
    """Any JSON object is either a citation that survives a round trip or a ValidationError."""
    try:
        made = Citation.model_validate({**MINIMAL, **fields})
    except ValidationError:
        return
    data = json.loads(json.dumps(made.model_dump(), allow_nan=False, default=as_json))
    assert Citation.model_validate(data) == made


# -- reference -------------------------------------------------------------------------------------------------------


def test_reference_from_loose_fields() -> None:
    """BMLibrarian's loose fields become CSL-JSON, and read back as they were."""
    made = Reference.model_validate(
        {
            "number": 1,
            "authors": ["Smith, J.", "Example Trialists' Collaboration"],
            "title": "A trial",
            "publication_date": "2023-01-15",
            "document_id": 7,
            "pmid": "37123456",
            "doi": "doi:10.5555/X",
            "journal": "J Samples",
            "volume": 12,
            "pages": "1-9",
        }
    )
    assert made.csl == {
        "type": "article-journal",
        "title": "A trial",
        "author": [{"family": "Smith", "given": "J."}, {"literal": "Example Trialists' Collaboration"}],
        "issued": {"date-parts": [[2023, 1, 15]]},
        "container-title": "J Samples",
        "volume": "12",
        "page": "1-9",
        "DOI": "10.5555/x",
        "PMID": "37123456",
    }
    assert (made.document_id, made.year, made.publication_date) == ("7", 2023, "2023-01-15")
    assert made.authors == ["Smith, J.", "Example Trialists' Collaboration"]
    assert (made.pmid, made.doi) == ("37123456", "10.5555/x")


def test_vancouver_line_of_bmlibrarian() -> None:
    """The worked reference line of BMLibrarian is printed to the letter, doubled full stop included."""
    made = Reference.model_validate(
        {
            "authors": ["Smith, J.", "Johnson, A.", "Brown, K."],
            "title": "COVID-19 Vaccine Effectiveness Study",
            "publication_date": "2023-01-15",
            "pmid": "37123456",
        }
    )
    line = "Smith, J., Johnson, A., Brown, K.. COVID-19 Vaccine Effectiveness Study. 2023; PMID: 37123456"
    assert made.format_vancouver_style() == line


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, ""),
        ({"title": "Alone"}, "Alone."),
        ({"title": "Does it <i>work</i>?", "pmid": "1"}, "Does it work? PMID: 1"),
        ({"title": "T", "publication_date": "in press"}, "T. in press"),
        ({"authors": [f"A{n}, B." for n in range(7)], "title": "T", "publication_date": 2020}, None),
    ],
)
def test_vancouver_line_with_gaps(fields: dict[str, Any], line: str | None) -> None:
    """Absent parts leave no stray punctuation; from the seventh author on stands "et al."."""
    made = Reference.model_validate(fields)
    if line is None:
        line = "A0, B., A1, B., A2, B., A3, B., A4, B., A5, B., et al.. T. 2020"
    assert made.format_vancouver_style() == line


def test_loose_fields_fill_what_the_record_lacks() -> None:
    """A record given with loose fields beside it takes from them what it lacks, and keeps what it has."""
    csl = {"title": "In the record", "editor": [{"family": "Doe", "given": "J."}]}
    made = Reference.model_validate({"csl": csl, "title": "Loose", "pmid": "77", "authors": ["Roe, R."]})
    assert made.csl == {**csl, "PMID": "77"}
    assert made.authors == ["Doe, J."]
    assert "type" not in made.csl


def test_reference_field_of_the_wrong_kind_is_named() -> None:
    """A title that is a list is refused by name instead of vanishing."""
    with pytest.raises(ValidationError, match="title: is not text but list"):
        Reference.model_validate({"title": ["a", "b"]})
    with pytest.raises(ValidationError, match="number"):
        Reference.model_validate({"title": "a", "number": 0})


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["title", "author", "editor", "issued", "DOI", "PMID", "x"]), json_values))
def test_any_csl_record_makes_a_reference(csl: dict[str, Any]) -> None:
    """Any CSL-JSON object is held, can be read through every property, and survives a round trip."""
    made = Reference(csl=csl)
    assert isinstance(made.format_vancouver_style(), str)
    assert (made.year is None) == (made.issued is None or "date-parts" not in made.issued)
    assert isinstance(made.authors_truncated, bool)
    data = json.loads(json.dumps(made.model_dump(), allow_nan=False, default=as_json))
    assert Reference.model_validate(data) == made


# -- draft, grade, intake ----------------------------------------------------------------------------------------------


def test_claims_are_walked_in_reading_order() -> None:
    """Caption, header, rows and footnotes of a table come in the order in which they are read."""
    names = iter("abcdefgh")

    def one() -> list[Claim]:
        return [Claim(text=next(names))]

    sections = [
        Section(
            blocks=[
                Paragraph(claims=one()),
                BulletList(items=[one(), one()]),
                Table(caption=one(), header=[one()], rows=[[one()]], footnotes=[one()]),
            ]
        ),
        Section(blocks=[Paragraph(claims=one())]),
    ]
    assert "".join(claim.text for claim in walk_claims(sections)) == "abcdefgh"


def test_citation_ids_come_once() -> None:
    """A claim that cites a citation twice names it once; cites by reference alone name none."""
    claim = Claim(text="t", cites=[Cite(citation_id=i) for i in ("b", "a", "b", "")])
    assert claim.citation_ids == ["b", "a"]


def test_ragged_tables_are_refused() -> None:
    """A row with too few cells is refused with its number, and so is a table without columns."""
    cell = [Claim(text="x")]
    with pytest.raises(ValidationError, match="row 2 has 1 cells, the header 2"):
        Table(header=[cell, cell], rows=[[cell, cell], [cell]])
    with pytest.raises(ValidationError, match="header"):
        Table(header=[])


def test_quotes_run_forwards() -> None:
    """A quote that ends before it starts is refused."""
    assert Quote(citation_id="c", start=3, end=3).end == 3
    with pytest.raises(ValidationError, match="before its start"):
        Quote(citation_id="c", start=3, end=2)


def test_a_label_lies_on_its_scale() -> None:
    """A grade whose label is not one of its levels is refused; a grade without a reason too."""
    with pytest.raises(ValidationError, match="'Superb' is not one of High, Low"):
        Grade(grader="g", label="Superb", levels=["High", "Low"], reason="r")
    with pytest.raises(ValidationError, match="reason"):
        Grade(grader="g", label="High", reason="")
    with pytest.raises(ValidationError, match="reason"):
        GradeStep(name="imprecision", reason="")


def test_messages_for_people() -> None:
    """Findings, origins and rejections print what, where and what to do."""
    origin = Origin(locator="trials.ris", record=3, line=41)
    assert str(origin) == "trials.ris:41, record 3"
    assert str(Rejection(origin=origin, field="title", reason="is empty", remedy="fill it")) == (
        "trials.ris:41, record 3, field title: is empty (fill it)"
    )
    finding = Finding(verifier="gaps", severity=Severity.ERROR, message="no number 3", where="r4", remedy="renumber")
    assert str(finding) == "error: r4: no number 3 (renumber) [gaps]"


def test_import_books_balance() -> None:
    """An import report balances when every record is kept or rejected."""
    report = ImportReport(source="ris", locator="x", records=2, kept=1)
    assert not report.balanced
    report.rejected.append(Rejection(origin=Origin(), reason="no title"))
    assert report.balanced


@pytest.mark.parametrize("model", [Claim, Cite, Section, Draft, Grade, Finding, Reference, Report, ImportReport, Merge])
def test_misspelled_fields_are_refused(model: type[Any]) -> None:
    """Models other than Citation refuse a field that they do not know, by name."""
    with pytest.raises(ValidationError, match="colour"):
        model.model_validate({"colour": "red"})


# -- report ----------------------------------------------------------------------------------------------------------

texts = st.one_of(st.text(max_size=20), st.sampled_from(HOSTILE_TEXTS))
filled = texts.filter(bool)
cites = st.builds(
    Cite,
    citation_id=st.sampled_from(["", "c1", "c2"]),
    reference_id=st.sampled_from(["r1", "r2"]),
    locator=st.none() | st.builds(Locator, label=st.sampled_from(["page", "table"]), value=texts),
    prefix=texts,
    suffix=texts,
    mode=st.sampled_from(CiteMode),
)
claims = st.builds(
    Claim,
    text=texts,
    cites=st.lists(cites, max_size=2),
    role=st.sampled_from(ClaimRole),
    quotes=st.lists(st.builds(Quote, citation_id=st.just("c1"), start=st.just(0), end=st.integers(0, 9)), max_size=1),
)
runs = st.lists(claims, max_size=2)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of one or two columns."""
    width = draw(st.integers(1, 2))
    row = st.lists(runs, min_size=width, max_size=width)
    return Table(
        caption=draw(runs),
        header=draw(row),
        rows=draw(st.lists(row, max_size=2)),
        footnotes=draw(st.lists(runs, max_size=1)),
    )


blocks = st.one_of(st.builds(Paragraph, claims=runs), st.builds(BulletList, items=st.lists(runs, max_size=2)), tables())
sections_of_text = st.builds(
    Section, heading=texts, kind=st.sampled_from(SectionKind), blocks=st.lists(blocks, min_size=1, max_size=2)
)
grades = st.builds(
    Grade,
    grader=texts,
    label=filled,
    reason=filled,
    steps=st.lists(st.builds(GradeStep, name=filled, reason=filled, change=st.integers(-2, 2)), max_size=2),
    figures=st.dictionaries(
        texts, st.integers(-5, 5) | st.floats(allow_nan=False, allow_infinity=False) | texts, max_size=2
    ),
)
reports = st.builds(
    Report,
    title=texts,
    user_question=texts,
    sections=st.lists(sections_of_text, min_size=1, max_size=2),
    references=st.just([])
    | st.just([Reference(id="r1", number=1, csl={"title": "<i>T</i>"}), Reference(csl={"PMID": "5"})]),
    further_reading=st.just([]) | st.just([Reference(csl={"title": "U"})]),
    citations=st.lists(
        st.builds(citation, passage=texts.filter(str.strip), authors=st.lists(texts, max_size=2)), max_size=2
    ),
    reference_of=st.dictionaries(texts, texts, max_size=2),
    grades=st.lists(grades, max_size=2),
    methodology_note=texts,
    created_at=st.datetimes(
        min_value=datetime(1, 1, 2),
        max_value=datetime(9999, 12, 30),
        timezones=st.sampled_from([UTC, timezone(timedelta(hours=-5))]),
    ),
    findings=st.lists(
        st.builds(Finding, verifier=texts, severity=st.sampled_from(Severity), message=filled, where=texts), max_size=2
    ),
    merges=st.lists(st.builds(Merge, reference_id=texts, joined=st.lists(texts, max_size=2), reason=texts), max_size=1),
    provenance=st.builds(Provenance, options=st.dictionaries(texts, json_values, max_size=2)),
)


@settings(max_examples=80, deadline=None)
@given(reports)
def test_report_json_round_trips(report: Report) -> None:
    """A report read from its own JSON is the same report, and writes the same bytes."""
    data = report.to_json_bytes()
    again = Report.model_validate(json.loads(data))
    assert again == report
    assert again.to_json_bytes() == data


def test_sample_report_saves_and_loads(tmp_path: Path) -> None:
    """The sample report survives saving and loading; computed fields are in the file for other programs."""
    report = sample_report()
    path = report.save(tmp_path / "report.json")
    assert Report.load(path) == report
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["synthesized_answer"] == report.synthesized_answer
    assert data["references"][0]["authors"][0] == "Doe, J."


@pytest.mark.parametrize("text", ["a\ud800b", "\udfff", "back\\\ud800"])
def test_lone_surrogates_are_saved(tmp_path: Path, text: str) -> None:
    """Half a character from a broken file can be saved, the file is UTF-8, and it is read back as it was."""
    step = GradeStep(name=text, reason=text)
    report = Report(
        user_question=text,
        citations=[citation(id=text, passage=text, other=text)],
        reference_of={text: text},
        grades=[Grade(grader=text, label=text, reason=text, steps=[step], figures={text: text})],
        findings=[Finding(verifier=text, severity=Severity.INFO, message=text)],
        imports=[ImportReport(source=text, locator=text, rejected=[Rejection(origin=Origin(), reason=text)])],
    )
    path = report.save(tmp_path / "report.json")
    path.read_bytes().decode("utf-8")
    assert Report.load(path) == report


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a report"),
        (b"{", "not a report"),
        (b"[]", "not a report"),
        (b"\xff\xfe\x00", "not a report"),
        (b"[" * 100_000, "not a report"),
        (b"{}", "field user_question: Field required"),
        (b'{"user_question": "q", "referenzes": []}', "field referenzes"),
        (b'{"user_question": "q", "schema_version": 99}', "field schema_version: .*reads reports of schema 1 to 1"),
        (b'{"user_question": "q", "references": [{"csl": {}, "number": -1}]}', "field references.0.number"),
        (b'{"user_question": "q", "references": [{"id": "a", "csl": {}}, {"id": "a", "csl": {}}]}', "have the id 'a'"),
    ],
)
def test_what_is_no_report_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """A file that is no report gives one message with the file, the field and the remedy."""
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        Report.load(path)
    assert caught.value.where == str(path)
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


def test_a_missing_report_is_named(tmp_path: Path) -> None:
    """A path that does not exist, or a folder, is an InputError with the path."""
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputError) as caught:
            Report.load(path)
        assert caught.value.where == str(path)


def test_finished_text_becomes_claims() -> None:
    """A finished answer with markers and the references it counts on becomes a report with cites."""
    references = [Reference.model_validate({"number": n, "title": f"T{n}"}) for n in (1, 2)]
    report = Report.model_validate(
        {"user_question": "q", "synthesized_answer": "It fell [1]. It rose [1,2].", "references": references}
    )
    assert report.synthesized_answer == "It fell [1]. It rose [1,2]."
    assert [[cite.reference_id for cite in claim.cites] for claim in report.claims] == [["r1"], ["r1", "r2"]]
    assert [reference.id for reference in references] == ["", ""], "the caller's references are not changed"


def test_finished_text_with_unnumbered_references() -> None:
    """References without any number are counted as they are listed."""
    report = Report.model_validate(
        {"user_question": "q", "synthesized_answer": "It fell [2].", "references": [{"title": "a"}, {"title": "b"}]}
    )
    assert [reference.number for reference in report.references] == [1, 2]
    assert report.claims[0].cites[0].reference_id == report.references[1].id


def test_references_get_ids_of_their_own() -> None:
    """References without an id get one that no other has, the same at each run."""
    given = [{"id": "r2", "csl": {}}, {"csl": {}, "number": 2}, {"csl": {}}, {"csl": {}}]
    report = Report.model_validate({"user_question": "q", "references": given, "further_reading": [{"csl": {}}]})
    ids = [reference.id for reference in (*report.references, *report.further_reading)]
    assert ids == ["r2", "r2x", "r3", "r4", "r5"]


def test_counts_come_from_what_is_there() -> None:
    """Counts that are not given are those of the citations and references that the report holds."""
    report = Report.model_validate({"user_question": "q", "references": [{"csl": {}}], "citations": [MINIMAL, MINIMAL]})
    assert (report.citation_count, report.unique_documents) == (2, 1)
    report = Report.model_validate({"user_question": "q", "citation_count": 5, "unique_documents": 4})
    assert (report.citation_count, report.unique_documents) == (5, 4)


def test_sections_win_over_finished_text() -> None:
    """A report that has sections keeps them; the answer is always told from them."""
    section = Section(blocks=[Paragraph(claims=[Claim(text="From sections.")])])
    report = Report.model_validate({"user_question": "q", "sections": [section], "synthesized_answer": "other"})
    assert report.synthesized_answer == "From sections."


def test_lead_and_errors() -> None:
    """The lead section and the findings of severity error are found by property."""
    report = sample_report()
    assert report.lead is report.sections[0]
    report.findings = [Finding(verifier="v", severity=severity, message="m") for severity in Severity]
    assert [finding.severity for finding in report.errors] == [Severity.ERROR]


@pytest.mark.parametrize("model", [Citation, Reference, Draft, Grade, Report])
@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_json_schema_is_exported(model: type[Any], mode: Any) -> None:
    """Every model has a JSON schema for other programs, for what it reads and for what it writes."""
    schema = model.model_json_schema(mode=mode)
    assert schema["type"] == "object"
    assert schema["properties"]
