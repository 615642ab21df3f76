"""From evidence to a report, step by step."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import bmreport
from bmreport import hookimpl
from bmreport.context import RunContext
from bmreport.errors import InputError, NotEnoughEvidenceError, PluginError, UsageError
from bmreport.events import Event, StepFinished, StepStarted
from bmreport.evidence import EvidenceBody
from bmreport.models import Cite, Claim, ClaimRole, Draft, NoOptions, Options, Paragraph, Report, Section
from bmreport.pipeline import STEPS, build
from bmreport.testing import FIXED_TIME, fresh_host, sample_citations

QUESTION = "Does placebrol prevent sample events?"


def _build(sources: Any = None, **more: Any) -> Report:  # whatever build takes
    context = more.pop("context", None) or RunContext(offline=True, clock=lambda: FIXED_TIME)
    return build(sample_citations() if sources is None else sources, question=QUESTION, context=context, **more)


def test_a_report_holds_the_whole_story() -> None:
    """Question, answer, numbered references, grade, counts, provenance and books are all there."""
    report = _build()
    assert report.user_question == QUESTION
    assert report.citation_count == 6
    assert report.unique_documents == 4
    assert report.evidence_strength == "Strong"
    assert report.created_at == FIXED_TIME
    assert [reference.number for reference in report.references] == list(range(1, len(report.references) + 1))
    assert report.imports[0].balanced
    assert report.provenance.synthesizer == "extractive"
    assert report.provenance.bmreport == bmreport.__version__
    assert report.methodology_note
    assert "[1]" in report.synthesized_answer


def test_every_claim_is_cited_or_background() -> None:
    """Each sentence of the answer points at a known reference, or makes no finding."""
    report = _build()
    known = {reference.id for reference in report.references}
    for claim in report.claims:
        assert claim.role == "background" or claim.cites
        assert {cite.reference_id for cite in claim.cites} <= known


def test_every_document_is_cited_or_listed_as_further_reading() -> None:
    """No document is lost between evidence and report."""
    report = _build()
    listed = [reference.id for reference in (*report.references, *report.further_reading)]
    assert sorted(listed) == sorted(set(report.reference_of.values()))


def test_the_same_evidence_gives_the_same_report() -> None:
    """Two runs at the same time give the same JSON."""
    assert _build().to_json() == _build().to_json()


def test_a_report_survives_saving_and_loading(tmp_path: Path) -> None:
    """JSON round-trips to an equal report, byte for byte."""
    report = _build()
    path = report.save(tmp_path / "report.json")
    again = Report.load(path)
    assert again == report
    assert again.to_json() == report.to_json()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"user_question": 3}', b"\xff\xfe", b'{"user_question": "q", "x": 1}']
)
def test_what_is_no_report_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    """Loading anything else raises InputError with the file's name."""
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match="bad.json"):
        Report.load(path)


def test_mappings_and_plain_objects_are_taken() -> None:
    """BMLibrarian's dataclasses and plain dictionaries serve as evidence."""

    @dataclass
    class Foreign:
        passage: str
        summary: str
        relevance_score: float
        document_id: str
        document_title: str
        authors: list[str]
        publication_date: str
        pmid: str | None = None

    first = Foreign("Placebrol lowered sample events.", "", 0.9, "1", "A trial", ["Doe, J."], "2019", None)
    second = {"passage": "Placebrol raised bleeding.", "relevance_score": 0.8, "title": "B trial", "authors": ["Roe R"]}
    report = _build([first, second])
    assert report.citation_count == 2
    assert {reference.title for reference in (*report.references, *report.further_reading)} == {"A trial", "B trial"}


def test_too_little_evidence_is_an_error_of_its_own() -> None:
    """Fewer usable citations than asked for: no report, exit code 4, both figures."""
    with pytest.raises(NotEnoughEvidenceError, match="1 usable citation, 2 needed") as caught:
        _build(sample_citations()[:1])
    assert caught.value.exit_code == 4
    with pytest.raises(NotEnoughEvidenceError):
        _build(min_citations=7)


def test_rejected_records_are_findings() -> None:
    """A bad record is named in the report's findings as an error; the rest is used."""
    bad = {"passage": "Placebrol.", "relevance_score": 1.7, "title": "Bad"}
    report = _build([*sample_citations(), bad])
    assert report.citation_count == 6
    assert any("1.7 is above 1" in finding.message for finding in report.errors)


def test_nothing_usable_is_an_input_error() -> None:
    """When every record is refused the first reason is in the message."""
    with pytest.raises(InputError, match="1.7 is above 1"):
        _build([{"passage": "x", "relevance_score": 1.7, "title": "t"}])


def test_a_reviewers_no_is_obeyed() -> None:
    """Citations that a human rejected are not used, and a finding says so."""
    citations = sample_citations()
    citations[0] = citations[0].model_copy(update={"human_review_status": "rejected"})
    report = _build(citations)
    assert report.citation_count == 5
    assert "c1" not in report.reference_of
    assert any("rejected by a human reviewer" in finding.message for finding in report.findings)


def test_a_question_is_needed() -> None:
    """Without a question there is no report; the message says where to give one."""
    with pytest.raises(UsageError, match="--question"):
        build(sample_citations(), question="  ")


@pytest.mark.parametrize("option", ["grader", "synthesizer", "style"])
def test_a_misspelt_name_raises_before_the_work_begins(option: str) -> None:
    """Reading and writing may take minutes; nobody should learn of a slip of the pen after them."""
    heard: list[Event] = []
    with pytest.raises(UsageError, match="no-such-thing"):
        _build(**{option: "no-such-thing", "context": RunContext(emit=heard.append)})
    assert heard == []


def test_events_tell_each_step_in_order() -> None:
    """Progress comes as events: start and finish of each step, numbered."""
    heard: list[Event] = []
    context = RunContext(emit=heard.append)
    build(sample_citations(), question=QUESTION, context=context)
    started = [event.step for event in heard if isinstance(event, StepStarted)]
    assert started == [step.__name__ for step in STEPS]
    assert [event.step for event in heard if isinstance(event, StepFinished)] == started


def test_threads_do_not_disturb_each_other() -> None:
    """Reports built at the same time are the ones built alone."""
    alone = _build().to_json()
    together: list[str] = []
    threads = [threading.Thread(target=lambda: together.append(_build().to_json())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == [alone] * 4


class _Synthesizer:
    """A synthesizer that returns what it is told to."""

    name = "told"
    summary = "Returns what it is told to"
    options_model: type[Options] = NoOptions

    def __init__(self, value: Any) -> None:  # anything, that is the point
        self.value = value

    def write(self, body: EvidenceBody, grades: Any, context: RunContext, options: Any) -> Draft:  # as the Protocol
        if isinstance(self.value, Exception):
            raise self.value
        return self.value  # type: ignore[no-any-return]  # the fault under test


def _host_with(value: object) -> bmreport.PluginHost:
    class Plugin:
        @hookimpl
        def bmreport_synthesizers(self) -> list[Any]:
            return [_Synthesizer(value)]

    return fresh_host(Plugin())


@pytest.mark.parametrize("value", [None, "prose", ValueError("boom")])
def test_a_plugin_that_fails_while_working_is_named(value: object) -> None:
    """A synthesizer that raises or returns no draft is a PluginError with its name."""
    with pytest.raises(PluginError, match="told"):
        _build(synthesizer="told", host=_host_with(value))


def test_an_invented_cite_is_an_error_of_the_report() -> None:
    """A claim that cites an unknown citation is found by the checks, and never numbered."""
    claims = [
        Claim(text="Invented.", cites=[Cite(citation_id="c99")]),
        Claim(text="True.", cites=[Cite(citation_id="c1")]),
    ]
    draft = Draft(sections=[Section(blocks=[Paragraph(claims=claims)])])
    report = _build(synthesizer="told", host=_host_with(draft))
    assert [reference.number for reference in report.references] == [1]
    assert any("c99" in f"{finding.where} {finding.message}" for finding in report.errors)


def test_render_and_export_end_in_a_file(tmp_path: Path) -> None:
    """`report.render(style).export(format, path)` writes the file and returns its path."""
    report = _build(style="vancouver")
    path = report.render().export("json", tmp_path / "out.json")
    assert json.loads(path.read_text(encoding="utf-8"))["user_question"] == QUESTION
    assert report._repr_html_().lstrip().startswith('<div class="bmreport"')


def test_a_prompt_shows_a_report_in_a_line() -> None:
    """At a prompt or in a log, a report and its rendering say what they are, not all that is in them."""
    report = _build(style="vancouver")
    for shown in (repr(report), str(report), repr(report.render())):
        assert QUESTION in shown
        assert report.evidence_strength in shown
        assert len(shown) < 300


def test_the_plan_is_not_changed_by_a_run() -> None:
    """Given citations come back as they were."""
    citations = sample_citations()
    before = [citation.model_dump() for citation in citations]
    _build(citations)
    assert [citation.model_dump() for citation in citations] == before
    assert replace(RunContext(), offline=True).offline


def test_keys_never_reach_a_report() -> None:
    """An option named like a key or password is recorded as withheld; others are recorded as given."""

    class KeyOptions(Options):
        api_key: str = ""
        """The key."""
        depth: int = 1
        """How deep."""

    class Keyed(_Synthesizer):
        name = "keyed"
        options_model = KeyOptions

    class Plugin:
        @hookimpl
        def bmreport_synthesizers(self) -> list[Any]:
            return [
                Keyed(
                    Draft(sections=[Section(blocks=[Paragraph(claims=[Claim(text="A.", role=ClaimRole.BACKGROUND)])])])
                )
            ]

    report = _build(
        synthesizer="keyed", host=fresh_host(Plugin()), options={"keyed": {"api_key": "s3cret", "depth": 2}}
    )
    assert report.provenance.options == {"keyed": {"api_key": "(withheld)", "depth": 2}}
    assert "s3cret" not in report.to_json()
