"""The work of `bmreport meta`, `grade` and `sof`: a workflow run on its inputs, its report checked and written."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from bmreport.cli.findings import show_imports, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.imports import Imports
from bmreport.cli.messages import Messages
from bmreport.cli.outputs import DEFAULT_EXPORT, plan_outputs
from bmreport.cli.progress import progress_line
from bmreport.cli.report_files import FileJob, checked_job, make_files, write_files
from bmreport.cli.settings import Given, Settings, resolve
from bmreport.cli.slips import expect_sources
from bmreport.config import merge_options
from bmreport.errors import PluginError
from bmreport.events import StepStarted
from bmreport.models import Report
from bmreport.pipeline import check_report, record_findings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.events import Listener
    from bmreport.host import PluginHost, Registered
    from bmreport.providers import Workflow

__all__ = ["run_workflow", "split_given"]

_STEPS = 2


def split_given(given: Mapping[str, Any]) -> tuple[Given, dict[str, Any]]:
    """What the shared options say, and what the command's own options say for the workflow.

    A repeatable option that was not given says nothing.
    """
    shared = {field.name for field in fields(Given)}
    own = {
        name: list(value) if isinstance(value, tuple) else value for name, value in given.items() if name not in shared
    }
    return (
        Given(**{name: value for name, value in given.items() if name in shared}),
        {name: None if value == [] else value for name, value in own.items()},
    )


def run_workflow(
    name: str,
    inputs: Sequence[str],
    given: Given,
    options: Mapping[str, Any],
    *,
    borrowed: Sequence[str] = (),
    quiet: bool,
) -> int:
    """Run a workflow, write its report in every format asked for, and return the exit code.

    `options` are those that the command line gives by flags of their own; None says nothing. The options of the
    providers in `borrowed` count for the workflow as well. Without a format the report is printed as text; those of a
    bmreport.toml are for `bmreport build`. Text shows no picture, so that none is drawn for it unasked. Raises the
    errors of `bmreport.errors`.
    """
    messages = Messages(quiet)
    host = open_host(messages)
    workflow = host.workflow(name)
    expect_sources(host, inputs)
    settings = resolve(inputs, given)
    for note in settings.notes:
        messages.note(note)
    outputs = plan_outputs(host, given.exports or (), given.output, named=bool(given.exports) or not given.output)
    drawn = {} if any(one.name != DEFAULT_EXPORT for one in outputs.exporters) else {"figures": False}
    told = {**drawn, **_said(given), **{key: value for key, value in options.items() if value is not None}}
    settings = replace(
        settings,
        exports=given.exports or (),
        output=given.output,
        options=_with_workflow(host, workflow, settings, told, borrowed),
    )
    job = checked_job(host, settings, outputs, [workflow])
    imports = Imports()
    try:
        with progress_line(quiet=quiet) as line, plugins_at_work():
            report = _run(workflow, job, imports.before(line))
            made = make_files(report, job, imports.paths, line)
    finally:
        show_imports(imports.reports, messages)  # also when nothing could be made of them
    return write_files(made, report, job.settings, messages, between=lambda: show_merges(report.merges, messages))


def _run(workflow: Registered[Workflow], job: FileJob, emit: Listener) -> Report:
    """The report of the workflow with what the checks find in it."""
    settings, host = job.settings, job.host
    context = settings.context(emit)
    options = host.options(workflow, settings.options)
    emit(StepStarted(workflow.name, 1, _STEPS))
    with workflow.guarded("run") as provider:
        report: object = provider.run(list(settings.sources), context, options)
    if not isinstance(report, Report):
        raise PluginError(workflow.plugin.name, f"workflow {workflow.name}", "returned no Report")
    emit(StepStarted("verify", _STEPS, _STEPS))
    record_findings(report, check_report(report, host, context, settings.options))
    report.style = settings.style
    return report.attach_host(host)


def _said(given: Given) -> dict[str, Any]:
    """What the shared options say that a workflow takes as its own."""
    return {key: value for key, value in (("title", given.title), ("question", given.question)) if value is not None}


def _with_workflow(
    host: PluginHost,
    workflow: Registered[Workflow],
    settings: Settings,
    told: Mapping[str, Any],
    borrowed: Sequence[str],
) -> dict[str, dict[str, Any]]:
    """All options, those of the workflow completed: borrowed ones, those of sources, and the flags over all."""
    given = settings.options
    known = host.option_names(workflow)
    lent = [given.get(key, {}) for name in borrowed for key in (name, f"grader:{name}")]
    sources = set(host.names("source"))
    reading = {key: dict(values) for key, values in given.items() if key.removeprefix("source:") in sources}
    key = f"workflow:{workflow.name}"
    own = merge_options(
        *({key: dict(values)} for values in lent),
        {key: {"sources": reading} if reading and "sources" in known else {}},
        {key: dict(given.get(workflow.name, {})) if workflow.name not in borrowed else {}},
        {key: dict(given.get(key, {}))},
        {key: {name: value for name, value in told.items() if name in known}},
    )
    return {**merge_options(given), **own}
