"""Inputs of a workflow: tables of study data, the records of their papers, folders, saved reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport import InputError, PluginHost, Report, SourceLocator, UsageError
from bmreport.collecting import best_match
from bmreport.config import merge_options
from bmreport.folders import STUDIES
from bmreport.intake import Harvest
from bmreport.pipeline import Plan, Work, collect, link, validate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, RunContext, Study
    from bmreport_plugins.workflows.options import WorkflowOptions

__all__ = ["Gathered", "gather"]

_TABLES = frozenset({".csv", ".tsv", ".xlsx", ".xlsm"})
_PLAIN_NAME = "all studies"


@dataclass(frozen=True)
class Gathered:
    """The evidence with the books that were kept while it was read; `work` is that of the pipeline up to `link`."""

    work: Work

    @property
    def body(self) -> EvidenceBody:
        """The studies, joined to their references."""
        return self.work.body

    def with_studies(self, studies: Sequence[Study]) -> Gathered:
        """The same with other rows."""
        return Gathered(replace(self.work, body=replace(self.body, studies=tuple(studies))))


def gather(inputs: Sequence[str], context: RunContext, options: WorkflowOptions) -> Gathered:
    """Read, check and link the inputs by the sources that are installed; what cannot be used becomes a finding.

    A table without a column for the outcome is about one: that which the options name, else the name of the file.
    Raises InputError when nothing is usable, UsageError without inputs, ConfigError for an option of a source.
    """
    if not inputs:
        raise UsageError("there is nothing to work on", remedy="name a table of study data, such as studies.csv")
    # A workflow is run by name with nothing but its inputs; the sources that read them are those installed.
    host = PluginHost(on_failure=lambda _failure: None)
    reports = [Report.load(text) for text in inputs if _is_report(text)]
    others = [_as_table(host, text) for text in inputs if not _is_report(text)]
    plan = Plan(
        host=host,
        sources=tuple(others),
        question=options.question.strip() or _question_of(reports),
        min_citations=0,
        options=merge_options({"studies": {"outcome": _name_of(others)}} if _name_of(others) else {}, options.sources),
        context=context,
    )
    work = collect(Work(plan)) if others else Work(plan)
    work = replace(work, harvest=_with_reports(work.harvest, reports))
    asked = work.plan.question
    # Passages are ranked by the question; without one all of them rank alike.
    work = validate(work if asked else replace(work, plan=replace(work.plan, question=_PLAIN_NAME)))
    work = link(work)
    return Gathered(replace(work, body=replace(work.body, question=asked)))


def _as_table(host: PluginHost, text: str) -> str:
    """The input as it is; a table that no source takes is read as study data, which tells what it lacks."""
    names = frozenset(host.names("source"))
    locator = SourceLocator.parse(text, names)
    if locator.scheme or locator.is_stdin or locator.is_folder or locator.suffix not in _TABLES:
        return text
    return text if not locator.head or best_match(host.sources(), locator) else f"{STUDIES}{text}"


def _name_of(inputs: Sequence[str]) -> str:
    """What the one outcome of tables without a column for it is called; empty where a folder may say that itself."""
    files = [text.removeprefix(STUDIES) for text in inputs]
    if any(SourceLocator(text).is_folder for text in files):
        return ""
    stems = {Path(text).stem.replace("_", " ").strip() for text in files if text != "-"}
    return stems.pop() if len(stems) == 1 and len(files) == 1 else _PLAIN_NAME


def _is_report(text: str) -> bool:
    if text == "-":
        return False  # standard input can be read only once
    head = SourceLocator(text).head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") and b'"user_question"' in head


def _question_of(reports: Sequence[Report]) -> str:
    asked = {report.user_question.strip(): None for report in reports}
    return next(iter(asked)) if len(asked) == 1 else ""


def _with_reports(harvest: Harvest, reports: Sequence[Report]) -> Harvest:
    """The records of saved reports beside those of other inputs. Raises InputError for reports that hold none."""
    for report in reports:
        harvest.studies.extend(report.studies)
        harvest.citations.extend(report.citations)
        harvest.references.extend([*report.references, *report.further_reading])
    if not (harvest.studies or harvest.citations or harvest.references):
        raise InputError("the report holds no study data and no citations", remedy="name a table of study data")
    return harvest
