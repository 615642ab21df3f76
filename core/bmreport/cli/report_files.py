"""A finished report written to files: settings, formats, places, and what to say about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bmreport.atomic import write_whole
from bmreport.cli.errors import show_error
from bmreport.cli.findings import counted, show_findings
from bmreport.cli.ledger_files import ledger_exporters, with_ledger_options
from bmreport.cli.output import write_document, write_path
from bmreport.cli.outputs import OutputPlan, Target, make_folder, plan_outputs, wrong_ending
from bmreport.errors import BmreportError, ChecksFailedError
from bmreport.events import Listener, StepStarted
from bmreport.rendering import DEFAULT_STYLE, RenderedReport, render
from bmreport.style_lookup import find_style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bmreport.cli.messages import Messages
    from bmreport.cli.settings import Settings
    from bmreport.host import PluginHost, Registered
    from bmreport.models import Report

__all__ = ["FileJob", "MadeFiles", "checked_job", "make_files", "plan_files", "write_files"]

SAVED = ("json",)
"""The format of a report that is worked on further."""


@dataclass(frozen=True)
class FileJob:
    """Settings and outputs that fit each other; names in them are known to be right."""

    host: PluginHost
    settings: Settings
    outputs: OutputPlan


@dataclass(frozen=True)
class MadeFiles:
    """A report in its formats, not written yet."""

    rendered: RenderedReport
    files: list[tuple[Target, bytes | BmreportError]]


def plan_files(host: PluginHost, settings: Settings, style: str | None, saved: Sequence[str]) -> FileJob:
    """Settle formats and places, and raise for a misspelt name or a wrong option before the work begins.

    Without a format a report is saved as JSON. `style` is the one that was asked for, `saved` are those of the reports
    at hand: the first of them counts where none was asked for.
    """
    chosen = style or next(filter(None, saved), DEFAULT_STYLE)
    named = bool(settings.exports) or settings.output is None
    outputs = plan_outputs(host, settings.exports or SAVED, settings.output, named=named)
    return checked_job(host, replace(settings, style=chosen), outputs)


def checked_job(
    host: PluginHost, settings: Settings, outputs: OutputPlan, writers: Sequence[Registered[Any]] = ()
) -> FileJob:
    """Settings and outputs, after a look at every name and option in them; `writers` are providers at work before."""
    settings = replace(settings, options=with_ledger_options(host, outputs, settings))
    host.check_option_names(settings.options)
    for registered in (*writers, host.csl_engine(settings.csl_engine), *outputs.exporters):
        host.options(registered, settings.options)
    for export in filter(None, settings.templates):
        host.exporter(export)
    find_style(host, settings.style)
    return FileJob(host, settings, outputs)


def make_files(report: Report, job: FileJob, inputs: Sequence[Path], line: Listener) -> MadeFiles:
    """Render the report and run each exporter; the failure of one must not keep the others from their files.

    Raises OutputError when a file would overwrite one of `inputs`.
    """
    settings, host = job.settings, job.host
    line(StepStarted("render", 1, 1))
    rendered = render(
        report,
        host=host,
        style=settings.style,
        locale=settings.locale or None,
        engine=settings.csl_engine,
        options=settings.options,
        further_reading=settings.further_reading,
    )
    outputs = job.outputs.beside(ledger_exporters(host, report, settings.ledger))
    targets = outputs.targets(report.title or report.user_question, [*inputs, *settings.files])
    return MadeFiles(rendered, [(target, _made(rendered, target, settings, line)) for target in targets])


def write_files(
    made: MadeFiles,
    report: Report,
    settings: Settings,
    messages: Messages,
    *,
    between: Callable[[], None] | None = None,
) -> int:
    """Write what was made, say what there is to say, and return the exit code.

    `between` speaks after the remarks on the style and before the findings.
    Raises ChecksFailedError under --strict when there is an error among the findings; the files are written by then.
    """
    failures = [failure for target, data in made.files if (failure := _written(target, data, messages))]
    for note in (*made.rendered.style_notes, *made.rendered.warnings):
        messages.note(note)
    if between is not None:
        between()
    show_findings(report.findings, messages)
    if failures:
        for failure in failures:
            show_error(failure)
        return failures[0].exit_code
    if settings.strict and report.errors:
        raise ChecksFailedError(
            f"{counted(len(report.errors), 'error')} found by the checks; first: {report.errors[0].message}",
            where=report.errors[0].where,
            remedy="the report was written; mend the input, or read the findings in --export json",
        )
    return 0


def _made(rendered: RenderedReport, target: Target, settings: Settings, line: Listener) -> bytes | BmreportError:
    name = target.exporter.name
    line(StepStarted(f"export {name}", 1, 1))
    try:
        return rendered.to_bytes(name, template=settings.template_for(name), options=settings.options)
    except BmreportError as failure:
        return failure


def _written(target: Target, data: bytes | BmreportError, messages: Messages) -> BmreportError | None:
    """Write one file and print its path."""
    if isinstance(data, BmreportError):
        return data
    if target.path is None:
        write_document(data, target.exporter.provider.media_type)
        return None
    try:
        make_folder(target.path.parent)
        write_whole(target.path, data)
    except BmreportError as failure:
        return failure
    write_path(str(target.path))
    if remark := wrong_ending(target):
        messages.warning(remark)
    return None
