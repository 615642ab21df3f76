"""The work of `bmreport build`: settings, report, files, and what to say about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.cli.findings import show_imports, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.imports import Imports
from bmreport.cli.messages import Messages
from bmreport.cli.outputs import plan_outputs
from bmreport.cli.progress import progress_line
from bmreport.cli.report_files import checked_job, make_files, write_files
from bmreport.cli.settings import Given, Settings, resolve
from bmreport.cli.slips import expect_sources
from bmreport.pipeline import Plan, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.events import Listener
    from bmreport.host import PluginHost, Registered


def build_files(sources: Sequence[str], given: Given, *, quiet: bool) -> int:
    """Build a report, write its files, and return the exit code. Raises the errors of `bmreport.errors`."""
    messages = Messages(quiet)
    host = open_host(messages)
    expect_sources(host, sources)
    settings = resolve(sources, given)
    for note in settings.notes:
        messages.note(note)
    outputs = plan_outputs(host, settings.exports, settings.output, named=settings.exports_named)
    writers: list[Registered[Any]] = [
        *(host.grader(name) for name in settings.graders),
        host.synthesizer(settings.synthesizer),
    ]
    job = checked_job(host, settings, outputs, writers)
    imports = Imports()
    try:
        with progress_line(quiet=quiet) as line, plugins_at_work():
            report = run(_plan(host, job.settings, imports.before(line)))
            made = make_files(report, job, imports.paths, line)
    finally:
        show_imports(imports.reports, messages)  # also when the evidence was not enough
    return write_files(made, report, job.settings, messages, between=lambda: show_merges(report.merges, messages))


def _plan(host: PluginHost, settings: Settings, emit: Listener) -> Plan:
    return Plan(
        host=host,
        sources=settings.sources,
        question=settings.question,
        title=settings.title,
        style=settings.style,
        locale=settings.locale,
        graders=settings.graders,
        synthesizer=settings.synthesizer,
        min_citations=settings.min_citations,
        options=settings.options,
        context=settings.context(emit),
    )
