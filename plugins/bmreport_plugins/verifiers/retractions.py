"""Retracted papers are not evidence; notices about papers are not studies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Finding, NoOptions, Options, Severity
from bmreport.notices import RecordStatus, notice_subject, record_status
from bmreport.titles import title_key

if TYPE_CHECKING:
    from bmreport import Reference, Report, RunContext

__all__ = ["Retractions"]

_NOTICE_SEVERITY = {
    RecordStatus.RETRACTION_NOTICE: Severity.WARNING,
    RecordStatus.CONCERN_NOTICE: Severity.WARNING,
    RecordStatus.ERRATUM: Severity.INFO,
}


class Retractions:
    """Finds retracted and withdrawn papers, and retraction notices, errata and expressions of concern."""

    name = "retractions"
    summary = "No retracted paper serves as evidence; notices are told from articles"
    options_model: type[Options] = NoOptions

    def check(self, report: Report, context: RunContext, options: Options) -> list[Finding]:  # as the Protocol
        """An error for a retracted paper that is cited or whose passages are evidence, a warning for one that is not.

        Told by publication type or the title's first words; nothing is looked up. A withdrawn paper, a retraction
        notice and an expression of concern give a warning, an erratum a remark. A notice whose title names another
        record warns of that one.
        """
        cited = {reference.id for reference in report.references}
        evidence = set(report.reference_of.values())
        findings: list[Finding] = []
        subjects: dict[str, Reference] = {}
        everything = [*report.references, *report.further_reading]
        for reference in everything:
            status = record_status(reference.publication_types, reference.title)
            if reference.retracted or status is RecordStatus.RETRACTED:
                findings.append(self._retracted(reference, cited, evidence))
            elif status is RecordStatus.WITHDRAWN:
                message = f"{_name(reference)} was withdrawn"
                findings.append(self._finding(Severity.WARNING, message, reference, "look for what replaced it"))
            elif status is not RecordStatus.ARTICLE:
                findings.append(self._notice(reference, status))
                if status in (RecordStatus.RETRACTION_NOTICE, RecordStatus.CONCERN_NOTICE):
                    subjects[title_key(notice_subject(reference.title)).full] = reference
        return [*findings, *self._subjects(everything, subjects)]

    def _retracted(self, reference: Reference, cited: set[str], evidence: set[str]) -> Finding:
        if reference.id in cited:
            severity, what = Severity.ERROR, "is retracted and yet cited"
        elif reference.id in evidence:
            severity, what = Severity.ERROR, "is retracted; it is not cited, but its passages count in the grade"
        else:
            severity, what = Severity.WARNING, "is retracted"
        remedy = "take it out of the input; where it must be named, say in the text that it is retracted"
        return self._finding(severity, f"{_name(reference)} {what}", reference, remedy)

    def _notice(self, reference: Reference, status: RecordStatus) -> Finding:
        article = "an" if status.value[0] in "aeio" else "a"
        message = f"{_name(reference)} is {article} {status}, not a study"
        remedy = "cite the article it speaks of, if that still stands"
        return self._finding(_NOTICE_SEVERITY[status], message, reference, remedy)

    def _subjects(self, references: list[Reference], notices: dict[str, Reference]) -> list[Finding]:
        findings = []
        for reference in references:
            notice = notices.get(title_key(reference.title).full)
            if notice is not None and notice.id != reference.id and not reference.retracted:
                status = record_status(notice.publication_types, notice.title)
                message = f"the title of {_name(reference)} is that of {status} {notice.id}"
                findings.append(
                    self._finding(Severity.WARNING, message, reference, "check whether the paper still stands")
                )
        return findings

    def _finding(self, severity: Severity, message: str, reference: Reference, remedy: str) -> Finding:
        return Finding(verifier=self.name, severity=severity, message=message, where=reference.id, remedy=remedy)


def _name(reference: Reference) -> str:
    return f"reference {reference.number}" if reference.number else "an uncited record"
