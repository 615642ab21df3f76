"""refine_report: a finished report on other evidence, without writing all of it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.config import merge_options
from bmreport.context import RunContext
from bmreport.errors import NotEnoughEvidenceError
from bmreport.evidence import EvidenceBody
from bmreport.host import PluginHost
from bmreport.models import Citation, Draft, Finding, Report, Section, SectionKind, Severity
from bmreport.pipeline import MIN_CITATIONS, Plan, SourceInput, Work, collect, with_exhibits
from bmreport.report_merging.disagreeing import compared
from bmreport.report_merging.grafting import grafted
from bmreport.report_merging.parts import Part, parts_of, question_of
from bmreport.report_merging.renaming import Renaming
from bmreport.report_merging.steps import Steps
from bmreport.report_refining.additions import Evidence, changed_evidence
from bmreport.report_refining.assembling import assembled, checked_again, unchanged
from bmreport.report_refining.exclusions import find_excluded
from bmreport.report_refining.keeping import keep_untouched, keep_whole_blocks
from bmreport.report_refining.question_parts import PartChange, changes_of, part_body, regraded
from bmreport.report_refining.remembering import remembered_graders, remembered_options, remembered_synthesizer
from bmreport.report_refining.work import RefineWork
from bmreport.report_refining.writing import Rewriting, rewritten

if TYPE_CHECKING:
    from bmreport.report_refining.remembering import Remembered

__all__ = ["refine_report"]

# What the pipeline and the graders put into a report; a synthesizer writes none of it.
_OF_OTHERS = (SectionKind.CONTRADICTIONS, SectionKind.EXHIBITS)
STEPS = ("collect", "link", "compare", "grade", "synthesize", "assemble", "verify")


def refine_report(
    report: Report,
    *,
    exclude: Iterable[str] = (),
    add: SourceInput | Sequence[SourceInput] = (),
    note: str = "",
    grader: str | Sequence[str] = (),
    synthesizer: str = "",
    min_citations: int = MIN_CITATIONS,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    context: RunContext | None = None,
    host: PluginHost | None = None,
) -> Report:
    """The report without what is excluded and with what is added; only what the change touches is done again.

    `exclude` names citations, or documents by reference id, document id, DOI or PMID; `add` is what `build` takes as
    sources. A sentence stays as it stands, with its id, unless it rests on what is taken out; new sentences are written
    by the synthesizer from what came in and from what was set free. Grades, contradictions and checks are made again,
    and the history tells of everything, with `note`. Graders, synthesizer and their options are those that the report
    names, where none are given. The given report is not changed.

    Raises UsageError for a name that means nothing in the report, NotEnoughEvidenceError when too little is left,
    InputError, ServiceError, PluginError.
    """
    used, ground = host or PluginHost(), context or RunContext()
    remembered = remembered_options(report, used)
    plan = Plan(
        host=used,
        sources=_listed(add),
        question=question_of(report),
        graders=((grader,) if isinstance(grader, str) else tuple(grader)) or remembered_graders(report),
        synthesizer=synthesizer,
        min_citations=min_citations,
        options=merge_options(remembered.options, options or {}),
        context=ground,
    )
    used.check_option_names(plan.options)
    excluded = find_excluded(report, [exclude] if isinstance(exclude, str) else exclude)
    work = RefineWork(report, plan, excluded, note.strip(), Steps(ground.emit, STEPS))
    if excluded or plan.sources or work.note_is_work:
        work.plan = _with_known_names(work)
        work.findings.extend(_refusals(remembered))
    return _refined(work).attach_host(used)


def _refined(work: RefineWork) -> Report:
    if work.plan.sources:
        with work.steps.at("collect"):
            read = collect(Work(work.plan))
            work.harvest = read.harvest
            work.findings.extend(read.findings)
    with work.steps.at("link"):
        evidence = changed_evidence(work.before, work.excluded, work.harvest)
        work.findings.extend(evidence.findings)
    found, needed = len(evidence.citations), work.plan.min_citations
    if (work.excluded or evidence.added) and found < needed:
        raise NotEnoughEvidenceError(found, needed, remedy="take out less, add evidence, or lower --min-citations")
    came = evidence.added or work.harvest.references or work.harvest.studies
    changed = work.excluded or came or work.note_is_work
    after = _changed(work, evidence) if changed else unchanged(work)
    with work.steps.at("verify"):
        return checked_again(work, after)


def _changed(work: RefineWork, evidence: Evidence) -> Report:
    before = work.before
    with work.steps.at("compare"):
        body = EvidenceBody(
            question=before.user_question,
            citations=tuple(evidence.citations),
            references=tuple(evidence.references),
            reference_of=evidence.reference_of,
            studies=tuple(evidence.studies),
        )
        body = compared(body, before.contradictions)
    renaming = Renaming(references=evidence.reference_renamed)
    named = {"sections": renaming.sections(before.sections), "grades": list(map(renaming.grade, before.grades))}
    parts = parts_of(before.model_copy(update=named))
    new = [body.citation_by_id[identifier] for identifier in evidence.added]
    changes = changes_of(parts, work.excluded, new, work.note)
    if work.harvest.studies:
        changes = [replace(one, evidence_changes=True) for one in changes]
    bodies = [part_body(one.part, body, alone=len(changes) == 1) for one in changes]
    with work.steps.at("grade"):
        changes = [_graded(work, one, own) for one, own in zip(changes, bodies, strict=True)]
    with work.steps.at("synthesize"):
        rewritten_parts = [_rewritten(work, one, own) for one, own in zip(changes, bodies, strict=True)]
    with work.steps.at("assemble"):
        return assembled(work, rewritten_parts, body, evidence)


def _graded(work: RefineWork, one: PartChange, body: EvidenceBody) -> PartChange:
    if not one.evidence_changes:
        return one
    changed, findings = regraded(one, body, work.plan)
    work.findings.extend(findings)
    work.graded = True
    return changed


def _rewritten(work: RefineWork, one: PartChange, body: EvidenceBody) -> Part:
    """The answer to one question. What graders and the pipeline put into it is no part of what a synthesizer writes."""
    if not one.evidence_changes and not work.note_is_work:
        return one.part
    shown, exhibits = (_of_kind(one.part.sections, kind) for kind in _OF_OTHERS)
    answer = [section for section in one.part.sections if section.kind not in _OF_OTHERS]
    written = rewritten(Rewriting(work.plan, answer, body, work.excluded, one.change, tuple(one.part.grades)))
    work.findings.extend(written.findings)
    work.drafts.extend([written.draft] if written.draft else [])
    pictures = one.exhibits or keep_untouched(exhibits, work.excluded).sections
    sections = with_exhibits(Draft(sections=written.sections), pictures).sections
    return replace(one.part, sections=grafted(sections, keep_whole_blocks(shown, work.excluded)))


def _of_kind(sections: Sequence[Section], kind: SectionKind) -> list[Section]:
    return [section for section in sections if section.kind is kind]


def _with_known_names(work: RefineWork) -> Plan:
    """The plan with its synthesizer named; raises for an unknown name before the work begins."""
    plan = replace(work.plan, synthesizer=work.plan.synthesizer or remembered_synthesizer(work.before))
    plan.host.synthesizer(plan.synthesizer)
    for name in plan.graders:
        plan.host.grader(name)
    return plan


def _refusals(remembered: Remembered) -> list[Finding]:
    if not remembered.refused:
        return []
    return [
        Finding(
            verifier="refine",
            severity=Severity.WARNING,
            message=f"options that the report names were not taken over from it: {', '.join(remembered.refused)}",
            remedy="a report may open no file; give them with --set where they matter",
        )
    ]


def _listed(given: SourceInput | Sequence[SourceInput]) -> tuple[SourceInput, ...]:
    single = isinstance(given, str | Path | Mapping | Citation) or not isinstance(given, Iterable)
    return (given,) if single else tuple(given)  # type: ignore[arg-type]  # mypy cannot follow `single`
