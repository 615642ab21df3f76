"""The pipeline, a visible list of steps: collect, validate, link, compare, grade, synthesize, assemble, verify.

Rendering and export follow on the finished report (`rendering.py`), so that one report can be printed in many styles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bmreport._version import __version__
from bmreport.citation_studies import studies_of_citations
from bmreport.collecting import collect_sources, question_in, title_in
from bmreport.comparing_graders import compare_graders
from bmreport.confronting import confront
from bmreport.context import RunContext
from bmreport.contradictions import find_contradictions
from bmreport.errors import InputError, NotEnoughEvidenceError, PluginError, UsageError
from bmreport.events import StepFinished, StepStarted
from bmreport.evidence import EvidenceBody
from bmreport.host import PluginHost, Registered
from bmreport.intake import Harvest
from bmreport.ledger import make_ledger, worth_telling
from bmreport.linking import link_documents
from bmreport.models import (
    Citation,
    Draft,
    Finding,
    Grade,
    Merge,
    Provenance,
    Report,
    Section,
    SectionKind,
    Severity,
)
from bmreport.numbering import number_references
from bmreport.providers import Exhibitor
from bmreport.study_linking import link_studies
from bmreport.style_lookup import find_style
from bmreport.validating import screen_citations

DEFAULT_GRADER = "bmlibrarian"
DEFAULT_SYNTHESIZER = "extractive"
MIN_CITATIONS = 2

SourceInput = str | Path | Citation | Mapping[str, Any] | object


@dataclass(frozen=True)
class Plan:
    """What is asked for; nothing here changes while the pipeline runs."""

    host: PluginHost
    sources: tuple[SourceInput, ...]
    question: str = ""
    title: str = ""
    style: str = ""
    locale: str = ""
    graders: tuple[str, ...] = (DEFAULT_GRADER,)
    synthesizer: str = DEFAULT_SYNTHESIZER
    min_citations: int = MIN_CITATIONS
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    context: RunContext = field(default_factory=RunContext)


@dataclass(frozen=True)
class Work:
    """What the steps so far have made."""

    plan: Plan
    harvest: Harvest = field(default_factory=Harvest)
    body: EvidenceBody = field(default_factory=lambda: EvidenceBody("", (), ()))
    findings: tuple[Finding, ...] = ()
    merges: tuple[Merge, ...] = ()
    grades: tuple[Grade, ...] = ()
    exhibits: tuple[Section, ...] = ()
    draft: Draft = field(default_factory=lambda: Draft(sections=[]))
    report: Report | None = None
    done: str = ""
    """What the last step achieved, in one line."""


def collect(work: Work) -> Work:
    """Read every source; the import reports account for each record.

    A question or a title that an input gives counts where the plan has none.
    """
    harvest = collect_sources(work.plan.host, work.plan.sources, work.plan.context, work.plan.options)
    rejections = [rejection for report in harvest.reports for rejection in report.rejected]
    findings = [
        Finding(
            verifier="import",
            severity=Severity.ERROR,
            message=f"record rejected: {f'{rejection.field}: ' if rejection.field else ''}{rejection.reason}",
            where=str(rejection.origin),
            remedy=rejection.remedy,
        )
        for rejection in rejections
    ]
    if not harvest.citations and not harvest.references and not harvest.studies:
        first = f"; first: {rejections[0]}" if rejections else ""
        raise InputError(
            f"no usable record was found in the input{first}",
            where=", ".join(report.locator for report in harvest.reports),
            remedy="see the import report",
        )
    done = f"{len(harvest.citations)} citations, {len(harvest.references)} bare references, {len(rejections)} rejected"
    plan = replace(
        work.plan,
        question=work.plan.question.strip() or question_in(harvest.reports),
        title=work.plan.title.strip() or title_in(harvest.reports),
    )
    return replace(work, plan=plan, harvest=harvest, findings=tuple(findings), done=done)


def validate(work: Work) -> Work:
    """Give every citation a unique id and a relevance; leave out what a reviewer rejected."""
    question = work.plan.question.strip()
    citations, findings = screen_citations(work.harvest.citations, question)
    if len(citations) < work.plan.min_citations:
        raise _too_few(len(citations), work)
    if not question:
        raise UsageError("there is no question", remedy="give one with --question, in bmreport.toml or in the JSON")
    harvest = replace(work.harvest, citations=citations)
    return replace(
        work, harvest=harvest, findings=(*work.findings, *findings), done=f"{len(citations)} citations are usable"
    )


def _too_few(found: int, work: Work) -> NotEnoughEvidenceError:
    """An answer is written from passages; study data alone can be graded and pooled, but not written from."""
    if found or not work.harvest.studies:
        return NotEnoughEvidenceError(found, work.plan.min_citations)
    rows = f"{len(work.harvest.studies):,} {'row' if len(work.harvest.studies) == 1 else 'rows'}"
    return NotEnoughEvidenceError(
        0,
        work.plan.min_citations,
        message=f"there is study data ({rows}) but no passage to write an answer from",
        remedy="grade the study data alone with `bmreport grade FILE`, pool it with `bmreport meta FILE`, or add "
        "passages or records of the papers",
    )


def link(work: Work) -> Work:
    """One reference per document; each row of study data to its reference."""
    links = link_documents(work.harvest.citations, work.harvest.references)
    carried, refused = studies_of_citations(work.harvest.citations)
    rows = [*work.harvest.studies, *carried]
    studies, unlinked = link_studies(rows, links.references, work.harvest.citations, links.reference_of)
    body = EvidenceBody(
        question=work.plan.question.strip(),
        citations=tuple(work.harvest.citations),
        references=tuple(links.references),
        reference_of=links.reference_of,
        studies=tuple(studies),
    )
    return replace(
        work,
        body=body,
        findings=(*work.findings, *links.findings, *refused, *unlinked),
        merges=tuple(links.merges),
        done=f"{len(links.references)} documents, {len(links.merges)} merges",
    )


def compare(work: Work) -> Work:
    """Find the passages that disagree."""
    body = work.body
    found = find_contradictions(body.citations, body.reference_of, body.question)
    return replace(work, body=replace(body, contradictions=tuple(found)), done=f"{len(found)} contradictions")


def grade(work: Work) -> Work:
    """One or several verdicts on the body of evidence, and the tables and figures of those graders that bring some."""
    grades: list[Grade] = []
    exhibits: list[Section] = []
    for name in work.plan.graders:
        grader = work.plan.host.grader(name)
        options = work.plan.host.options(grader, work.plan.options)
        with grader.guarded("grade") as provider:
            given = _listed(grader, provider.grade(work.body, work.plan.context, options), Grade)
        if not given:
            raise PluginError(grader.plugin.name, f"grader {name}", "returned no grade")
        grades.extend(given)
        if isinstance(grader.provider, Exhibitor):
            with grader.guarded("exhibits"):
                shown = grader.provider.exhibits(work.body, given, work.plan.context, options)
            exhibits.extend(_listed(grader, shown, Section))
    return replace(
        work,
        grades=tuple(grades),
        exhibits=(*exhibits, *compare_graders(grades)),
        done=", ".join(f"{one.grader}: {one.label}" for one in grades),
    )


def synthesize(work: Work) -> Work:
    """Write the answer as a draft of claims with cites."""
    synthesizer = work.plan.host.synthesizer(work.plan.synthesizer)
    options = work.plan.host.options(synthesizer, work.plan.options)
    with synthesizer.guarded("write") as provider:
        draft: object = provider.write(work.body, list(work.grades), work.plan.context, options)
    if not isinstance(draft, Draft):
        raise PluginError(synthesizer.plugin.name, f"synthesizer {synthesizer.name}", "returned no Draft")
    said = (*((Severity.WARNING, note) for note in draft.notes), *((Severity.INFO, one) for one in draft.remarks))
    notes = tuple(Finding(verifier=synthesizer.name, severity=severity, message=text) for severity, text in said)
    return replace(work, draft=draft, findings=(*work.findings, *notes), done=f"{len(draft.sections)} sections")


def assemble(work: Work) -> Work:
    """Show what the passages disagree on, number the references by first appearance, put the report together."""
    draft = confront(with_exhibits(work.draft, work.exhibits), work.body)
    numbered = number_references(draft.sections, work.body)
    plan = work.plan
    report = Report(
        title=plan.title,
        user_question=work.body.question,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(work.body.citations),
        reference_of=dict(work.body.reference_of),
        grades=list(work.grades),
        evidence_strength=work.grades[0].label,
        methodology_note=draft.methodology_note,
        created_at=plan.context.clock(),
        citation_count=len(work.body.citations),
        unique_documents=work.body.unique_documents,
        findings=list(work.findings),
        contradictions=list(work.body.contradictions),
        studies=list(work.body.studies),
        left_out=list(draft.left_out),
        merges=list(work.merges),
        imports=work.harvest.reports,
        style=plan.style,
        locale=plan.locale,
        provenance=_provenance(plan, draft),
    )
    report.attach_host(plan.host)
    return replace(work, report=report, done=f"{len(numbered.cited)} references cited")


def with_exhibits(draft: Draft, exhibits: Sequence[Section]) -> Draft:
    """The draft with the graders' tables and figures after its findings, before what limits them."""
    if not exhibits:
        return draft
    sections = list(draft.sections)
    limits = [place for place, section in enumerate(sections) if section.kind is SectionKind.LIMITS]
    place = limits[0] if limits else len(sections)
    return draft.model_copy(update={"sections": [*sections[:place], *exhibits, *sections[place:]]})


def verify(work: Work) -> Work:
    """Run every verifier; what they find becomes part of the report."""
    assert work.report is not None  # noqa: S101  # assemble comes before
    found = check_report(work.report, work.plan.host, work.plan.context, work.plan.options)
    record_findings(work.report, found)
    return replace(work, done=f"{len(work.report.findings)} findings, {len(work.report.errors)} errors")


Step = Callable[[Work], Work]
STEPS: tuple[Step, ...] = (collect, validate, link, compare, grade, synthesize, assemble, verify)


def run(plan: Plan) -> Report:
    """Run all steps. Raises the errors of `errors.py`; events tell the progress."""
    plan.host.check_option_names(plan.options)
    work = Work(plan)
    emit = plan.context.emit
    for number, step in enumerate(STEPS, start=1):
        name = step.__name__
        emit(StepStarted(name, number, len(STEPS)))
        work = step(work)
        emit(StepFinished(name, work.done))
    assert work.report is not None  # noqa: S101  # assemble is one of the steps
    return work.report


def build(
    sources: SourceInput | Sequence[SourceInput],
    *,
    question: str = "",
    style: str = "",
    grader: str | Sequence[str] = DEFAULT_GRADER,
    synthesizer: str = DEFAULT_SYNTHESIZER,
    min_citations: int = MIN_CITATIONS,
    title: str = "",
    locale: str = "",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    context: RunContext | None = None,
    host: PluginHost | None = None,
) -> Report:
    """Make a report from evidence.

    `sources` is one or several of: a path or locator, a Citation, a mapping or object with BMLibrarian's fields.
    `question` may be left out when an input asks one. `options` maps a provider's name to its options.
    Names are looked up before the work begins, so that a slip of the pen costs no waiting.
    Raises InputError, NotEnoughEvidenceError, UsageError, PluginError.
    """
    single = isinstance(sources, str | Path | Mapping | Citation) or not isinstance(sources, Iterable)
    plan = Plan(
        host=host or PluginHost(),
        sources=(sources,) if single else tuple(sources),  # type: ignore[arg-type]  # mypy cannot follow `single`
        question=question,
        title=title,
        style=style,
        locale=locale,
        graders=(grader,) if isinstance(grader, str) else tuple(grader),
        synthesizer=synthesizer,
        min_citations=min_citations,
        options=options or {},
        context=context or RunContext(),
    )
    _expect_known_names(plan)
    return run(plan)


def _expect_known_names(plan: Plan) -> None:
    for name in plan.graders:
        plan.host.grader(name)
    plan.host.synthesizer(plan.synthesizer)
    if plan.style:
        find_style(plan.host, plan.style)


def check_report(
    report: Report, host: PluginHost, context: RunContext, options: Mapping[str, Mapping[str, Any]]
) -> list[Finding]:
    """What all verifiers say about a report, in order of their names.

    They look at a copy: a plugin that changes what it should check must not change what is printed.
    """
    report = report.detached_copy()
    findings: list[Finding] = []
    for verifier in host.verifiers():
        chosen = host.options(verifier, options)
        with verifier.guarded("check") as provider:
            findings.extend(_listed(verifier, provider.check(report, context, chosen), Finding))
    return findings


def record_findings(report: Report, found: Sequence[Finding]) -> None:
    """Add what the verifiers found to a report: its findings, and the verdicts of its claim ledger."""
    report.findings = [*report.findings, *worth_telling(found)]
    report.ledger = make_ledger(report, found)


def _listed(registered: Registered[Any], value: object, kind: type[Any]) -> list[Any]:
    """A plugin's answer as a list of the right kind, or a PluginError that names the plugin."""
    if isinstance(value, list) and all(isinstance(item, kind) for item in value):
        return value
    raise PluginError(
        registered.plugin.name, f"{registered.kind} {registered.name}", f"did not return a list of {kind.__name__}"
    )


def _provenance(plan: Plan, draft: Draft) -> Provenance:
    used: list[Registered[Any]] = [
        *(plan.host.grader(name) for name in plan.graders),
        plan.host.synthesizer(plan.synthesizer),
    ]
    return Provenance(
        bmreport=__version__,
        grader=", ".join(plan.graders),
        synthesizer=plan.synthesizer,
        model=draft.model,
        prompt_sha256=draft.prompt_sha256,
        plugins={f"{one.kind} {one.name}": f"{one.plugin.package} {one.plugin.version}".strip() for one in used},
        options={name: without_secrets(values) for name, values in sorted(plan.options.items())},
    )


def without_secrets(values: Mapping[str, Any]) -> dict[str, Any]:
    """Option values for the record; what is named like a key or password never reaches a report."""
    secret = ("key", "token", "secret", "password")
    return {
        name: "(withheld)" if any(word in name.lower() for word in secret) else value for name, value in values.items()
    }
