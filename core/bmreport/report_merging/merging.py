"""merge_reports: one report out of several, with one list of references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.context import RunContext
from bmreport.errors import UsageError
from bmreport.evidence import EvidenceBody
from bmreport.host import PluginHost
from bmreport.models import Finding, Report, Revision, Severity, walk_claims
from bmreport.numbering import number_references
from bmreport.pipeline import check_report, record_findings
from bmreport.report_merging.disagreeing import compared
from bmreport.report_merging.each_once import each_once
from bmreport.report_merging.layout import laid_out, unique_documents
from bmreport.report_merging.method_note import merged_note
from bmreport.report_merging.overlaps import overlap_findings, overlaps
from bmreport.report_merging.parts import (
    MERGE,
    Part,
    evidence_strength,
    graded,
    is_frame,
    parts_of,
    question_of,
    tagged,
)
from bmreport.report_merging.provenance import joined_provenance
from bmreport.report_merging.steps import Steps
from bmreport.report_merging.unifying import one_part_a_question
from bmreport.report_merging.uniting import United, unite

if TYPE_CHECKING:
    from bmreport.models import Claim, ImportReport, Merge

__all__ = ["merge_reports"]

FEWEST = 2
STEPS = ("link", "compare", "assemble", "verify")


@dataclass(frozen=True)
class _Merged:
    """What the steps have made: the common names, a part for each question, and the sentences said twice."""

    given: Sequence[Report]
    united: United
    parts: list[Part]
    repeated: list[Claim]
    body: EvidenceBody


def merge_reports(
    reports: Sequence[Report],
    *,
    title: str = "",
    question: str = "",
    note: str = "",
    options: Mapping[str, Mapping[str, Any]] | None = None,
    context: RunContext | None = None,
    host: PluginHost | None = None,
) -> Report:
    """One report that holds the answers of several, each under its question, with one list of references.

    Documents and passages that several reports have are there once. Reports on the same question become one answer.
    Grades are kept, each with its question as outcome; nothing is graded or written anew. Contradictions are looked for
    across all passages, and every check runs again. `options` are those of the verifiers; the given reports are not
    changed. Raises UsageError for fewer than two reports, and PluginError.
    """
    if len(reports) < FEWEST:
        raise UsageError("there is nothing to merge a report with", remedy="give two reports or more")
    used, ground = host or PluginHost(), context or RunContext()
    steps = Steps(ground.emit, STEPS)
    with steps.at("link"):
        united = unite(reports)
        parts, repeated = one_part_a_question(
            (part for report in united.reports for part in parts_of(report)), united.reference_of
        )
    with steps.at("compare"):
        body = EvidenceBody(
            question=" ".join(question.split()) or _common_question(parts),
            citations=tuple(tagged(united.citations, parts)),
            references=tuple(united.references),
            reference_of=united.reference_of,
            studies=tuple(each_once(study for report in united.reports for study in report.studies)),
        )
        body = compared(body, [one for report in united.reports for one in report.contradictions])
    with steps.at("assemble"):
        report = _assembled(_Merged(reports, united, parts, repeated, body), title, note, ground)
    with steps.at("verify"):
        report.findings = _findings(united, parts, body, used)
        record_findings(report, check_report(report, used, ground, options or {}))
    return report.attach_host(used)


def _assembled(merged: _Merged, title: str, note: str, context: RunContext) -> Report:
    given, parts, body = merged.given, merged.parts, merged.body
    numbered = number_references(laid_out(parts, body), body)
    cited = {identifier for claim in walk_claims(numbered.sections) for identifier in claim.citation_ids}
    left_out = (identifier for report in merged.united.reports for identifier in report.left_out)
    shared = len(overlaps(parts, body))
    return Report(
        title=" ".join(title.split()) or _common_title(given),
        user_question=body.question,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(body.citations),
        reference_of=dict(body.reference_of),
        grades=graded(parts),
        evidence_strength=evidence_strength(parts),
        methodology_note=merged_note(given, len(parts), len(body.references), shared),
        created_at=context.clock(),
        citation_count=_analysed(merged),
        unique_documents=unique_documents(parts, body),
        contradictions=list(body.contradictions),
        studies=list(body.studies),
        analyses=each_once(one for report in merged.united.reports for one in report.analyses),
        left_out=[one for one in dict.fromkeys(left_out) if one in body.citation_by_id and one not in cited],
        history=_history(merged, note, context),
        merges=_merges(merged.united),
        imports=_imports(given),
        style=next((report.style for report in given if report.style), ""),
        locale=next((report.locale for report in given if report.locale), ""),
        provenance=joined_provenance([report.provenance for report in given]),
    )


def _common_question(parts: Sequence[Part]) -> str:
    if len(parts) == 1:
        return parts[0].question
    return " ".join(f"({number}) {part.question}" for number, part in enumerate(parts, start=1))


def _common_title(given: Sequence[Report]) -> str:
    """The titles of the reports; the question of one that has none stands for it. Empty when none has one."""
    if not any(report.title.strip() for report in given):
        return ""
    return "; ".join(dict.fromkeys(" ".join(report.title.split()) or question_of(report) for report in given))


def _analysed(merged: _Merged) -> int:
    """Citations that were analysed: those held here, and those that a report only counts."""
    uncounted = max(report.citation_count - len(report.citations) for report in merged.given)
    return len(merged.body.citations) + max(uncounted, 0)


def _history(merged: _Merged, note: str, context: RunContext) -> list[Revision]:
    """What was done to the reports before, oldest first and each once, and this merge."""
    earlier = each_once(revision for report in merged.united.reports for revision in report.history)
    claims = [claim for part in merged.parts for claim in walk_claims(part.sections) if not is_frame(claim)]
    return [
        *sorted(earlier, key=lambda revision: revision.made_at),
        Revision(
            made_at=context.clock(),
            action=MERGE,
            note=note,
            kept_claims=len(claims),
            dropped_claims=[claim.text for claim in merged.repeated if not is_frame(claim)],
            sources=[part.question for part in merged.parts],
        ),
    ]


def _merges(united: United) -> list[Merge]:
    """The logs of the reports, each entry once, then what was joined across them."""
    return each_once([*(one for report in united.reports for one in report.merges), *united.merges])


def _imports(given: Sequence[Report]) -> list[ImportReport]:
    """The books of every input; one that several reports were made from is listed once."""
    return each_once(one for report in given for one in report.imports)


def _findings(united: United, parts: Sequence[Part], body: EvidenceBody, host: PluginHost) -> list[Finding]:
    """What was found when the reports were made and cannot be found again, then what merging has to say."""
    again = set(host.names("verifier"))
    kept = [
        finding.model_copy(update={"where": finding.where or (question_of(report) if len(parts) > 1 else "")})
        for report in united.reports
        for finding in report.findings
        if finding.verifier not in again
    ]
    return [*each_once(kept), *united.findings, *overlap_findings(overlaps(parts, body)), *_remarks(united, parts)]


def _remarks(united: United, parts: Sequence[Part]) -> list[Finding]:
    remarks = []
    if united.shared_passages:
        one = united.shared_passages == 1
        remarks.append(
            f"{united.shared_passages:,} passage{'' if one else 's'} stood in several reports and "
            f"{'is' if one else 'are'} one citation each"
        )
    if len(parts) < len(united.reports):
        remarks.append("reports on the same question became one answer; its evidence as a whole was not graded anew")
    return [Finding(verifier=MERGE, severity=Severity.INFO, message=text) for text in remarks]
