"""The work of `bmreport cite`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.atomic import write_whole
from bmreport.cli.findings import counted, show_findings, show_imports, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_document, write_path
from bmreport.cli.outputs import DEFAULT_EXPORT, STANDARD_OUTPUT, OutputPlan, make_folder, plan_outputs
from bmreport.cli.settings import Given, Settings, resolve
from bmreport.collecting import collect_sources
from bmreport.context import RunContext
from bmreport.errors import InputError, StyleError
from bmreport.linking import link_documents
from bmreport.models import Report
from bmreport.paths import is_file
from bmreport.rendering import RenderedReport, render
from bmreport.richtext import to_plain
from bmreport.style_lookup import find_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.host import PluginHost
    from bmreport.intake import Harvest

TITLE = "References"
PLAIN_TEXT = "text/plain"


def cite_sources(sources: Sequence[str], given: Given, *, quiet: bool) -> int:
    """Format all records and write the list. Raises the errors of `bmreport.errors`."""
    messages = Messages(quiet)
    settings = resolve(sources, given)
    host = open_host(messages)
    plan = _output_plan(host, given) if given.exports or given.output else None
    host.check_option_names(settings.options)
    find_style(host, settings.style)  # a misspelt name should not wait for a large file
    context = RunContext(offline=settings.offline, locale=settings.locale)
    with plugins_at_work():
        harvest = collect_sources(host, settings.sources, context, settings.options)
    show_imports(harvest.reports, messages)
    report = _list_of(harvest, settings)
    with plugins_at_work():
        rendered = render(report, host=host, style=settings.style, engine=settings.csl_engine, options=settings.options)
    if not rendered.has_bibliography:
        raise StyleError(
            f"the style {rendered.style_id} prints no list of references", remedy="choose another one with --style"
        )
    _write(rendered, plan, settings)
    for note in (*rendered.style_notes, *rendered.warnings):
        messages.note(note)
    show_merges(report.merges, messages, all_of_them=True)
    show_findings(report.findings, messages)
    messages.note(f"{counted(len(rendered.references), 'reference')} in {rendered.style_title or rendered.style_id}")
    return 0


def _output_plan(host: PluginHost, given: Given) -> OutputPlan:
    """Standard output unless a file is named; formats of a bmreport.toml are for whole reports and do not count."""
    return plan_outputs(host, given.exports or (), given.output or STANDARD_OUTPUT, named=given.exports is not None)


def _list_of(harvest: Harvest, settings: Settings) -> Report:
    """A report that is nothing but its references, numbered in the order of the input."""
    links = link_documents(harvest.citations, harvest.references)
    if not links.references:
        raise InputError(
            "no usable record was found in the input",
            where=", ".join(report.locator for report in harvest.reports),
            remedy="read the rejections above",
        )
    return Report(
        title=settings.title or TITLE,
        user_question="",
        references=[
            reference.model_copy(update={"number": number})
            for number, reference in enumerate(links.references, start=1)
        ],
        findings=list(links.findings),
        merges=list(links.merges),
        imports=harvest.reports,
        style=settings.style,
        locale=settings.locale,
    )


def _write(rendered: RenderedReport, plan: OutputPlan | None, settings: Settings) -> None:
    """Write the list; the plain text of a list is the entries and nothing around them."""
    plain = plain_list(rendered).encode("utf-8", "replace")
    if plan is None:
        write_document(plain, PLAIN_TEXT)
        return
    inputs = [path for report in rendered.report.imports if is_file(path := Path(report.locator))]
    inputs.extend(settings.files)
    for target in plan.targets(rendered.report.title, inputs):
        name = target.exporter.name
        data = (
            plain
            if name == DEFAULT_EXPORT
            else rendered.to_bytes(name, template=settings.template_for(name), options=settings.options)
        )
        if target.path is None:
            write_document(data, target.exporter.provider.media_type)
        else:
            make_folder(target.path.parent)
            write_whole(target.path, data)
            write_path(str(target.path))


def plain_list(rendered: RenderedReport) -> str:
    """One reference a line, its label in front."""
    return "".join(f"{' '.join(to_plain(entry.content).split())}\n" for entry in rendered.references)
