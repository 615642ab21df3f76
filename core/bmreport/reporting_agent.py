"""ReportingAgent: the interface of BMLibrarian's agent, on top of the pipeline."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence

from bmreport.collecting import take_objects
from bmreport.context import RunContext
from bmreport.errors import InputError, NotEnoughEvidenceError
from bmreport.evidence import EvidenceBody
from bmreport.host import PluginHost
from bmreport.linking import link_documents
from bmreport.llm.settings import LlmSettings
from bmreport.models import Citation, Reference, Report, Severity
from bmreport.pipeline import DEFAULT_GRADER, MIN_CITATIONS, build
from bmreport.validating import screen_citations

STYLE = "bmlibrarian"
MODEL_SYNTHESIZER = "llm"
_log = logging.getLogger(__name__)


class ReportingAgent:
    """Turns citations of a CitationFinderAgent into a report.

    Citations may be `bmreport.Citation`, mappings, or any objects with BMLibrarian's attributes. `orchestrator` is kept
    for the caller. The model `model` of the Ollama server at `ollama_url` writes the answer, and every sentence is
    checked against its passages. Where the server cannot be reached, or an answer cannot be used, the passages' own
    sentences stand in; the log, the findings and the methodology note say so. `temperature` may be set after the agent
    is made. `synthesizer="extractive"` asks no model.
    """

    def __init__(
        self,
        orchestrator: object = None,
        ollama_url: str = "http://localhost:11434",
        model: str = "gpt-oss:20b",
        *,
        synthesizer: str = MODEL_SYNTHESIZER,
        allow_identifiers: bool = False,
        host: PluginHost | None = None,
    ) -> None:
        self.orchestrator = orchestrator
        self.ollama_url = ollama_url
        self.model = model
        self.temperature = 0.3
        self._synthesizer = synthesizer
        self._allow_identifiers = allow_identifiers
        self._host = host or PluginHost()

    def validate_citations(self, citations: Iterable[object]) -> tuple[list[Citation], list[str]]:
        """The citations that can be used, and a message for each that cannot, naming citation and field.

        An object with an empty `document_id` is refused, as BMLibrarian does; one without that field is not.
        """
        harvest = take_objects(citations, refuse_blank_ids=True)
        return harvest.citations, [str(rejection) for report in harvest.reports for rejection in report.rejected]

    def create_references(self, citations: Iterable[object]) -> list[Reference]:
        """One numbered reference per document, in order of first appearance."""
        body = self._body("", citations)
        return [
            reference.model_copy(update={"number": number}) for number, reference in enumerate(body.references, start=1)
        ]

    def map_citations_to_references(
        self, citations: Iterable[object], references: Sequence[Reference]
    ) -> dict[str, int]:
        """Document id -> number of the reference it is listed under.

        Raises InputError when a document has no entry in `references`.
        """
        body = self._body("", citations)
        numbers = {reference.id: reference.number for reference in references}
        out: dict[str, int] = {}
        for citation in body.citations:
            number = numbers.get(body.reference_of[citation.id])
            if number is None:
                raise InputError(
                    "no reference was given for this document",
                    where=citation.document_id or citation.id,
                    remedy="pass the list that create_references made from the same citations",
                )
            out[citation.document_id or citation.id] = number
        return out

    def assess_evidence_strength(self, citations: Iterable[object]) -> str:
        """`Strong`, `Moderate`, `Limited` or `Insufficient`, by BMLibrarian's thresholds."""
        grader = self._host.grader(DEFAULT_GRADER)
        body = self._body("", citations)
        with grader.guarded("grade") as provider:
            return provider.grade(body, RunContext(), self._host.options(grader, {}))[0].label

    def synthesize_report(
        self, user_question: str, citations: Iterable[object], min_citations: int = MIN_CITATIONS
    ) -> Report | None:
        """The whole report; None, with a warning in the log, when there is too little usable evidence.

        Raises UsageError when `ollama_url` is no address, or when passages that seem to name a patient would go to
        another machine.
        """
        try:
            report = build(
                list(citations),
                question=user_question,
                style=STYLE,
                synthesizer=self._synthesizer,
                min_citations=min_citations,
                context=RunContext(llm=self._llm()),
                host=self._host,
            )
        except (NotEnoughEvidenceError, InputError) as error:
            _log.warning("%s", error)
            return None
        for finding in report.findings:
            if finding.verifier == self._synthesizer and finding.severity is not Severity.INFO:
                _log.warning("%s", finding.message)
        return report

    def _llm(self) -> LlmSettings:
        url = self.ollama_url if "://" in self.ollama_url else f"http://{self.ollama_url}"
        return LlmSettings(
            model=f"ollama+{url}#{self.model}",
            temperature=self.temperature,
            allow_identifiers=self._allow_identifiers,
        )

    def format_report_output(self, report: Report) -> str:
        """The report as text for display, with references and metadata."""
        report.attach_host(self._host)
        return report.render(STYLE).export_text("text")

    def generate_citation_based_report(
        self, user_question: str, citations: Iterable[object], format_output: bool = True
    ) -> str | None:
        """The formatted report, or the answer alone with `format_output=False`; None as `synthesize_report`."""
        report = self.synthesize_report(user_question, citations)
        if report is None:
            return None
        return self.format_report_output(report) if format_output else report.synthesized_answer

    def _body(self, question: str, citations: Iterable[object]) -> EvidenceBody:
        screened, _findings = screen_citations(take_objects(citations).citations, question)
        links = link_documents(screened, [])
        return EvidenceBody(question, tuple(screened), tuple(links.references), links.reference_of)
