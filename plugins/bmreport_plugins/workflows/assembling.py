"""A report of what a workflow made: sections numbered, and everything that they rest on beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Provenance, Report, __version__
from bmreport.numbering import number_references
from bmreport.pipeline import without_secrets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Analysis, Grade, RunContext, Section
    from bmreport_plugins.workflows.options import WorkflowOptions
    from bmreport_plugins.workflows.reading import Gathered

__all__ = ["assemble"]


def assemble(
    gathered: Gathered,
    sections: Sequence[Section],
    *,
    name: str,
    title: str,
    question: str,
    note: str,
    context: RunContext,
    options: WorkflowOptions,
    grades: Sequence[Grade] = (),
    analyses: Sequence[Analysis] = (),
) -> Report:
    """The report, not checked yet: whoever runs a workflow has the verifiers."""
    body, work = gathered.body, gathered.work
    numbered = number_references(list(sections), body)
    chosen = options.model_dump(exclude_defaults=True, exclude={"sources", "title", "question"}, mode="json")
    return Report(
        title=title,
        user_question=question,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(body.citations),
        reference_of=dict(body.reference_of),
        grades=list(grades),
        evidence_strength=grades[0].label if grades else "",
        methodology_note=note,
        created_at=context.clock(),
        citation_count=len(body.citations),
        unique_documents=max(body.unique_documents, len(numbered.cited)),
        findings=list(work.findings),
        studies=list(body.studies),
        analyses=list(analyses),
        merges=list(work.merges),
        imports=list(work.harvest.reports),
        locale=context.locale,
        provenance=Provenance(
            bmreport=__version__,
            grader=", ".join(dict.fromkeys(grade.grader for grade in grades)),
            options={name: without_secrets(chosen)} if chosen else {},
        ),
    )
