"""Study data that a citation carries itself: its field `study`, one record or a list of them.

The records have the names that columns of a table may have (`study_rows`), nested or flat. Each row belongs to the
citation it came with, unless it names another document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from bmreport.intake import problem_text
from bmreport.models import Citation, Finding, Severity, Study
from bmreport.study_rows import Problem, RowReader, flat_names, plan_columns

__all__ = ["studies_of_citations"]

_FIELD = "study"
_REMEDY = "give study, outcome and figures, as in a table of study data"


def studies_of_citations(citations: Sequence[Citation]) -> tuple[list[Study], list[Finding]]:
    """The rows in the citations' field `study`, in order, and a finding for each that cannot be used.

    A field `study` that is a mere text names the study and holds no row; it is left alone.
    """
    studies: list[Study] = []
    findings: list[Finding] = []
    readers: dict[tuple[str, ...], tuple[RowReader, list[str]]] = {}
    for citation in citations:
        given = (citation.model_extra or {}).get(_FIELD)
        if given is None or isinstance(given, str | int | float):
            continue
        for number, record in enumerate(given if isinstance(given, list) else [given], start=1):
            where = f"{citation.id}: {_FIELD}" + (f" {number}" if isinstance(given, list) else "")
            made = _study(record, citation, readers)
            if isinstance(made, Study):
                studies.append(made)
            else:
                findings.append(_refused(made, where))
    return studies, findings


def _study(
    record: object, citation: Citation, readers: dict[tuple[str, ...], tuple[RowReader, list[str]]]
) -> Study | list[Problem]:
    """One record as a Study, or what is wrong with it."""
    if not isinstance(record, Mapping):
        return [Problem(_FIELD, f"{type(record).__name__} is no study data", _REMEDY)]
    flat = flat_names(record)
    names = tuple(flat)
    if names not in readers:
        plan = plan_columns(names)
        readers[names] = (RowReader(plan), plan.unknown)
    reader, unknown = readers[names]
    row = reader.read(list(flat.values()))
    if row.problems:
        return row.problems
    fields: dict[str, Any] = {**row.fields, "origin": citation.origin}
    if not any(fields.get(name) for name in ("key", "doi", "pmid", "pmcid")):
        fields["key"] = citation.id
    try:
        study = Study.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return [Problem(".".join(map(str, first["loc"])), problem_text(first), _REMEDY)]
    if unknown:
        study.notes.append(f"fields not known and not used: {', '.join(unknown)}")
    return study


def _refused(problems: Sequence[Problem], where: str) -> Finding:
    said = "; ".join(f"{problem.column}: {problem.reason}" for problem in problems)
    return Finding(
        verifier="import",
        severity=Severity.ERROR,
        message=f"study data rejected: {said}",
        where=where,
        remedy=problems[0].remedy or _REMEDY,
    )
