"""The agent as BMLibrarian's documentation uses it: plain dataclasses in, a report and its text out."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest

from bmreport import InputError, Reference, ReportingAgent, Verdict

from ..servers.ollama_server import OllamaServer
from ..servers.playing import Request

QUESTION = "Does aspirin prevent a first heart attack?"


@dataclass
class Found:
    """A citation as BMLibrarian's CitationFinderAgent hands it over; its fields, no more."""

    passage: str
    summary: str
    relevance_score: float
    document_id: str
    document_title: str
    authors: list[str]
    publication_date: str
    pmid: str | None = None
    doi: str | None = None
    publication: str | None = None
    abstract: str | None = None
    human_review_status: str | None = None
    created_at: datetime = field(default_factory=lambda: datetime(2023, 6, 15, 12, 30, 45, tzinfo=UTC))


EFFECT = Found(
    passage="Aspirin reduced first heart attacks by 22% (95% CI 18-26).",
    summary="Fewer heart attacks.",
    relevance_score=0.92,
    document_id="101",
    document_title="Aspirin and the first heart attack: a made-up trial",
    authors=["Smith, J.", "Johnson, A."],
    publication_date="2023-01-15",
    pmid="30000001",
)
BLEEDING = Found(
    passage="Major bleeding rose by half with aspirin, whether or not a heart attack was prevented.",
    summary="More bleeding.",
    relevance_score=0.88,
    document_id="102",
    document_title="Bleeding on aspirin: another made-up trial",
    authors=["Taylor, K.", "Brown, P.", "Wilson, J.", "Garcia, M.", "Anderson, S.", "White, T.", "Young, B."],
    publication_date="2022",
    pmid="30000002",
)
SAME_DOCUMENT = replace(EFFECT, passage="In women aspirin did not prevent a first heart attack.", relevance_score=0.8)
CITATIONS = [EFFECT, BLEEDING, SAME_DOCUMENT]


@pytest.fixture(scope="module")
def agent() -> ReportingAgent:
    """An agent made with the arguments of the documentation, and no server where it looks for one."""
    return ReportingAgent(orchestrator=None, ollama_url="http://localhost:9", model="gpt-oss:20b")


def test_valid_citations_come_back_and_the_others_are_explained(agent: ReportingAgent) -> None:
    """Each wrong citation makes one message that names the place, the field and the value."""
    wrong = [replace(EFFECT, passage=" "), replace(EFFECT, relevance_score=1.7), replace(EFFECT, document_title="")]
    valid, errors = agent.validate_citations([EFFECT, *wrong])
    assert [citation.document_id for citation in valid] == ["101"]
    fields = ("passage", "relevance_score", "document_title")
    assert [error.partition(":")[0] for error in errors] == [
        f"given citations, record {number}, field {field}" for number, field in enumerate(fields, start=2)
    ]
    assert "1.7 is above 1" in errors[1]


@pytest.mark.parametrize("blank", ["", " ", None])
def test_an_empty_document_id_is_refused_in_its_place(agent: ReportingAgent, blank: str | None) -> None:
    """BMLibrarian wants an id of its database; a mapping that has no such field may do without."""
    nameless = replace(EFFECT, document_id=blank)  # type: ignore[arg-type]  # as a database may hand it over
    valid, errors = agent.validate_citations([EFFECT, nameless, replace(EFFECT, passage="")])
    assert [citation.document_id for citation in valid] == ["101"]
    assert [error.partition(":")[0] for error in errors] == [
        "given citations, record 2, field document_id",
        "given citations, record 3, field passage",
    ]
    assert agent.validate_citations([{"passage": "It helps.", "title": "A trial"}])[1] == []


def test_what_is_no_citation_at_all_is_explained(agent: ReportingAgent) -> None:
    """A number among the citations is refused with its type."""
    valid, errors = agent.validate_citations([7])
    assert valid == []
    assert "int is no citation" in errors[0]


def test_one_numbered_reference_per_document(agent: ReportingAgent) -> None:
    """Two citations of one document share a reference; numbers run from 1 in order of appearance."""
    references = agent.create_references(CITATIONS)
    assert [(reference.number, reference.document_id) for reference in references] == [(1, "101"), (2, "102")]
    assert references[1].authors[:2] == ["Taylor, K.", "Brown, P."]


def test_documents_are_mapped_to_numbers(agent: ReportingAgent) -> None:
    """Every document id leads to the number its reference has."""
    references = agent.create_references(CITATIONS)
    assert agent.map_citations_to_references(CITATIONS, references) == {"101": 1, "102": 2}


def test_a_document_without_a_reference_is_an_error(agent: ReportingAgent) -> None:
    """A list of references that lacks a document is refused with the document's id."""
    with pytest.raises(InputError, match="102"):
        agent.map_citations_to_references(CITATIONS, agent.create_references([EFFECT]))


@pytest.mark.parametrize(
    ("citations", "strength"),
    [
        ([replace(EFFECT, document_id=str(n), document_title=f"Trial {n}", pmid=None) for n in range(5)], "Strong"),
        (CITATIONS, "Moderate"),
        ([EFFECT, SAME_DOCUMENT], "Limited"),
        ([EFFECT], "Insufficient"),
        ([], "Insufficient"),
    ],
)
def test_strength_follows_the_documented_thresholds(
    agent: ReportingAgent, citations: list[Found], strength: str
) -> None:
    """Number of citations, number of documents and mean relevance decide."""
    assert agent.assess_evidence_strength(citations) == strength


def test_a_report_has_the_documented_fields(agent: ReportingAgent) -> None:
    """Question, answer with numbered cites, references, strength, note, counts and time are there."""
    report = agent.synthesize_report(user_question=QUESTION, citations=CITATIONS, min_citations=3)
    assert report is not None
    assert report.user_question == QUESTION
    assert "22% (95% CI 18-26)" in report.synthesized_answer
    assert "[1]" in report.synthesized_answer
    assert [reference.number for reference in report.references] == [1, 2]
    assert report.evidence_strength == "Moderate"
    assert (report.citation_count, report.unique_documents) == (3, 2)
    assert report.created_at.tzinfo is not None


def test_the_note_says_that_the_model_could_not_write(agent: ReportingAgent, caplog: pytest.LogCaptureFixture) -> None:
    """Who chose `model` must learn that the answer was not written by it, and why; the log says so too."""
    with caplog.at_level(logging.WARNING, logger="bmreport"):
        report = agent.synthesize_report(QUESTION, CITATIONS)
    assert report is not None
    assert "Cannot connect to Ollama" in report.methodology_note
    assert "Cannot connect to Ollama" in caplog.text
    assert report.provenance.model == ""


def test_the_model_writes_the_answer() -> None:
    """The server at `ollama_url` is asked for `model`, and each of its sentences is held against its passages."""
    with OllamaServer({"medgemma4B_it_q8:latest": 8192}, _write_from_passages) as server:
        agent = ReportingAgent(None, server.url, "medgemma4B_it_q8:latest")
        report = agent.synthesize_report(QUESTION, CITATIONS)
    assert report is not None
    assert report.provenance.model == "ollama:medgemma4B_it_q8:latest"
    assert {entry.verdict for entry in report.ledger.entries if entry.citation_ids} == {Verdict.SUPPORTED}
    asked = [request.json for request in server.requests if request.path == "/api/chat"]
    assert {one["model"] for one in asked} == {"medgemma4B_it_q8:latest"}
    assert {one["options"]["temperature"] for one in asked} == {0.3}
    assert not any("Smith" in json.dumps(one) or "30000001" in json.dumps(one) for one in asked)


def test_an_agent_may_ask_no_model() -> None:
    """`synthesizer="extractive"` takes the passages' own sentences and connects to nothing."""
    report = ReportingAgent(synthesizer="extractive").synthesize_report(QUESTION, CITATIONS)
    assert report is not None
    assert report.provenance.synthesizer == "extractive"
    assert "Ollama" not in report.methodology_note


def _write_from_passages(request: Request) -> object:
    """A model that says each passage again, word for word."""
    found = re.findall(r"^(=====[A-Z]+) (P\d+)\n(.*?)\n\1 end$", request.user, re.MULTILINE | re.DOTALL)
    return {
        "sentences": [{"text": text.split("\n")[-1], "ids": [name], "role": "finding"} for _fence, name, text in found]
    }


def test_too_little_evidence_gives_none_and_a_line_in_the_log(
    agent: ReportingAgent, caplog: pytest.LogCaptureFixture
) -> None:
    """BMLibrarian's callers test for None; the reason goes to the log in its words."""
    with caplog.at_level(logging.WARNING, logger="bmreport"):
        assert agent.synthesize_report(QUESTION, [EFFECT]) is None
    assert "insufficient citations for report generation" in caplog.text.casefold()


@pytest.mark.parametrize("citations", [[], [replace(EFFECT, passage="")]])
def test_no_usable_citation_gives_none(agent: ReportingAgent, citations: list[Found]) -> None:
    """Nothing, and nothing usable, are too little evidence as well."""
    assert agent.generate_citation_based_report(QUESTION, citations) is None


def test_the_formatted_report_has_all_parts_in_order(agent: ReportingAgent) -> None:
    """Question, strength, answer, references, methodology and metadata follow each other under their headings."""
    text = agent.generate_citation_based_report(user_question=QUESTION, citations=CITATIONS, format_output=True)
    assert text is not None
    parts = [
        f"Research Question: {QUESTION}\n{'=' * 80}\n", "Evidence Strength: Moderate\n", "[1]",
        f"REFERENCES\n{'-' * 20}\n", f"METHODOLOGY\n{'-' * 20}\n", f"REPORT METADATA\n{'-' * 20}\nGenerated: ",
        "Citations analyzed: 3\nUnique references: 2\nEvidence strength: Moderate",
    ]  # fmt: skip
    places = [text.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


def test_references_are_listed_in_the_documented_form(agent: ReportingAgent) -> None:
    """The lines of the text are those that the references format themselves; a seventh author becomes et al."""
    report = agent.synthesize_report(QUESTION, CITATIONS)
    assert report is not None
    text = agent.format_report_output(report)
    for reference in report.references:
        assert f"{reference.number}. {reference.format_vancouver_style()}" in text
    assert "White, T., et al.. Bleeding on aspirin: another made-up trial. 2022; PMID: 30000002" in text


def test_a_report_loaded_elsewhere_can_be_formatted(agent: ReportingAgent) -> None:
    """A report that went through JSON prints as it did before."""
    report = agent.synthesize_report(QUESTION, CITATIONS)
    assert report is not None
    again = type(report).model_validate_json(report.model_dump_json())
    assert agent.format_report_output(again) == agent.format_report_output(report)


def test_without_formatting_the_answer_alone_comes_back(agent: ReportingAgent) -> None:
    """`format_output=False` gives the text of the answer and none of the parts around it."""
    answer = agent.generate_citation_based_report(QUESTION, CITATIONS, format_output=False)
    assert answer is not None
    assert "22%" in answer
    assert "REFERENCES" not in answer
    assert "Research Question" not in answer


def test_the_documented_reference_prints_the_documented_line() -> None:
    """The example of the documentation, with its two full stops after the authors."""
    reference = Reference(  # type: ignore[call-arg]  # the model takes loose fields that its signature does not show
        number=1,
        authors=["Smith, J.", "Johnson, A.", "Brown, K."],
        title="COVID-19 Vaccine Effectiveness Study",
        publication_date="2023-01-15",
        pmid="37123456",
    )
    assert reference.format_vancouver_style() == (
        "Smith, J., Johnson, A., Brown, K.. COVID-19 Vaccine Effectiveness Study. 2023; PMID: 37123456"
    )


def test_settings_are_kept_for_the_caller() -> None:
    """Attributes that programs set or read are there, with the documented defaults."""
    marker = object()
    agent = ReportingAgent(orchestrator=marker)
    assert agent.orchestrator is marker
    assert (agent.ollama_url, agent.model, agent.temperature) == ("http://localhost:11434", "gpt-oss:20b", 0.3)
