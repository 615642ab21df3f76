"""The work of `bmreport build`: settings, report, files, and what to say about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.atomic import write_whole
from bmreport.cli.errors import show_error
from bmreport.cli.findings import counted, show_findings, show_imports, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_document, write_path
from bmreport.cli.outputs import OutputPlan, Target, make_folder, plan_outputs, wrong_ending
from bmreport.cli.progress import progress_line
from bmreport.cli.settings import Given, Settings, resolve
from bmreport.cli.slips import expect_sources
from bmreport.context import RunContext
from bmreport.errors import BmreportError, ChecksFailedError
from bmreport.events import Event, Listener, SourceRead, StepStarted
from bmreport.paths import is_file
from bmreport.pipeline import Plan, run
from bmreport.rendering import RenderedReport, render
from bmreport.style_lookup import find_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.host import PluginHost, Registered
    from bmreport.models import ImportReport, Report


def build_files(sources: Sequence[str], given: Given, *, quiet: bool) -> int:
    """Build a report, write its files, and return the exit code. Raises the errors of `bmreport.errors`."""
    messages = Messages(quiet)
    host = open_host(messages)
    expect_sources(host, sources)
    settings = resolve(sources, given)
    for note in settings.notes:
        messages.note(note)
    outputs = plan_outputs(host, settings.exports, settings.output, named=settings.exports_named)
    _check_names(host, settings, outputs)
    imports = Imports()
    try:
        with progress_line(quiet=quiet) as line, plugins_at_work():
            report = run(_plan(host, settings, imports.before(line)))
            line(StepStarted("render", 1, 1))
            rendered = _rendered(report, host, settings)
            targets = outputs.targets(report.title or report.user_question, [*imports.paths, *settings.files])
            made = [_made(rendered, target, settings, line) for target in targets]
    finally:
        show_imports(imports.reports, messages)  # also when the evidence was not enough
    failures = [one.failure or _written(one, messages) for one in made]
    for note in (*rendered.style_notes, *rendered.warnings):
        messages.note(note)
    show_merges(report.merges, messages)
    show_findings(report.findings, messages)
    return _outcome(report, [failure for failure in failures if failure], settings)


@dataclass(frozen=True)
class Imports:
    """The import reports of a run as they come in."""

    reports: list[ImportReport] = field(default_factory=list)

    def before(self, listener: Listener) -> Listener:
        """A listener that keeps import reports and hands everything on."""

        def hear(event: Event) -> None:
            if isinstance(event, SourceRead):
                self.reports.append(event.report)
            listener(event)

        return hear

    @property
    def paths(self) -> list[Path]:
        """The inputs that are files."""
        return [path for report in self.reports if is_file(path := Path(report.locator))]


@dataclass(frozen=True)
class Made:
    """The bytes of one file, or what went wrong."""

    target: Target
    data: bytes = b""
    failure: BmreportError | None = None


def _check_names(host: PluginHost, settings: Settings, outputs: OutputPlan) -> None:
    """Raise for a misspelt name or a wrong option before the work begins."""
    host.check_option_names(settings.options)
    chosen: list[Registered[Any]] = [
        *(host.grader(name) for name in settings.graders),
        host.synthesizer(settings.synthesizer),
        host.csl_engine(settings.csl_engine),
        *outputs.exporters,
    ]
    for registered in chosen:
        host.options(registered, settings.options)
    for export in filter(None, settings.templates):
        host.exporter(export)
    find_style(host, settings.style)


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
        context=RunContext(offline=settings.offline, strict=settings.strict, locale=settings.locale, emit=emit),
    )


def _rendered(report: Report, host: PluginHost, settings: Settings) -> RenderedReport:
    return render(
        report,
        host=host,
        style=settings.style,
        engine=settings.csl_engine,
        options=settings.options,
        further_reading=settings.further_reading,
    )


def _made(rendered: RenderedReport, target: Target, settings: Settings, line: Listener) -> Made:
    """Run one exporter; its failure must not keep the others from their files."""
    line(StepStarted(f"export {target.exporter.name}", 1, 1))
    try:
        data = rendered.to_bytes(
            target.exporter.name, template=settings.template_for(target.exporter.name), options=settings.options
        )
    except BmreportError as failure:
        return Made(target, failure=failure)
    return Made(target, data)


def _written(made: Made, messages: Messages) -> BmreportError | None:
    """Write one file and print its path."""
    target = made.target
    if target.path is None:
        write_document(made.data, target.exporter.provider.media_type)
        return None
    try:
        make_folder(target.path.parent)
        write_whole(target.path, made.data)
    except BmreportError as failure:
        return failure
    write_path(str(target.path))
    if remark := wrong_ending(target):
        messages.warning(remark)
    return None


def _outcome(report: Report, failures: list[BmreportError], settings: Settings) -> int:
    """The exit code: of the first exporter that failed, else of the checks. The files are written by now."""
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
