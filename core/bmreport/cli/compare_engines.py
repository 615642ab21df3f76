"""The work of `bmreport styles compare`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bmreport.cli.compare_lines import ComparedLine, compared_lines, sample_job
from bmreport.cli.findings import counted, show_imports
from bmreport.cli.hosting import open_host
from bmreport.cli.messages import Messages, printable, show
from bmreport.cli.output import is_terminal, write_line, write_text
from bmreport.cli.settings import Given, resolve
from bmreport.cli.tables import write_table
from bmreport.collecting import collect_sources
from bmreport.context import RunContext
from bmreport.errors import BmreportError, InputError, UsageError
from bmreport.linking import link_documents
from bmreport.rendering import apply_style
from bmreport.style_lookup import FoundStyle, find_style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.cli.settings import Settings
    from bmreport.host import PluginHost
    from bmreport.styling import StyledText, StyleJob

_FEWEST_ENGINES = 2


@dataclass(frozen=True)
class Comparison:
    """What the processors made of one style; those that failed have no text."""

    style: FoundStyle
    texts: Mapping[str, StyledText]
    failures: Mapping[str, BmreportError]
    lines: list[ComparedLine]


def compare_engines(
    sources: Sequence[str],
    given: Given,
    *,
    engines: tuple[str, ...] | None,
    show_all: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Print the differences. Raises the errors of `bmreport.errors`, and that of the first processor if all fail."""
    messages = Messages(quiet)
    settings = resolve(sources, given)
    host = open_host(messages)
    host.check_option_names(settings.options)
    wanted = engines or host.names("CSL engine")
    if len(wanted) < _FEWEST_ENGINES:
        raise UsageError("there is nothing to compare with", remedy="name two processors, as in --engines a,b")
    for name in wanted:
        host.csl_engine(name)  # a misspelt name should not wait for a large file
    style = find_style(host, settings.style)
    comparison = _compare(host, style, wanted, _job(host, settings, messages), settings.options)
    shown = [line for line in comparison.lines if show_all or line.differs]
    if as_json:
        write_text(json.dumps(_as_json(comparison, shown), ensure_ascii=False, indent=2) + "\n")
    elif is_terminal():
        _write_side_by_side(comparison, shown)
    else:
        _write_blocks(comparison, shown)
    different = sum(line.differs for line in comparison.lines)
    messages.note(f"{different:,} of {counted(len(comparison.lines), 'line')} differ in {style.style_id}")


def _job(host: PluginHost, settings: Settings, messages: Messages) -> StyleJob:
    context = RunContext(offline=settings.offline, locale=settings.locale)
    harvest = collect_sources(host, settings.sources, context, settings.options)
    show_imports(harvest.reports, messages)
    references = link_documents(harvest.citations, harvest.references).references
    if not references:
        raise InputError(
            "no usable record was found in the input",
            where=", ".join(report.locator for report in harvest.reports),
            remedy="read the rejections above",
        )
    return sample_job(references, settings.locale)


def _compare(
    host: PluginHost, style: FoundStyle, names: Sequence[str], job: StyleJob, options: Mapping[str, Mapping[str, Any]]
) -> Comparison:
    texts: dict[str, StyledText] = {}
    failures: dict[str, BmreportError] = {}
    for name in names:
        try:
            texts[name] = apply_style(style, job, host.csl_engine(name), host, options)
        except BmreportError as error:
            failures[name] = error
            show("error", f"{name}: {error.message}", where=error.where, remedy=error.remedy)
    if not texts:
        raise next(iter(failures.values()))
    return Comparison(style, texts, failures, compared_lines(job, texts))


def _write_side_by_side(comparison: Comparison, lines: Sequence[ComparedLine]) -> None:
    if lines:
        names = list(comparison.texts)
        rows = [(f"{line.kind} {line.where}", *(line.texts[name] for name in names)) for line in lines]
        write_table(("OF", *(name.upper() for name in names)), rows)


def _write_blocks(comparison: Comparison, lines: Sequence[ComparedLine]) -> None:
    """One text a line, under what it is of: nothing is folded, so that other programs can read it."""
    width = max(len(name) for name in comparison.texts)
    for line in lines:
        write_line(printable(f"{line.kind} {line.where}{'' if line.differs else ' (same)'}"))
        for name, text in line.texts.items():
            write_line(printable(f"  {name:<{width}}  {text}".rstrip()))


def _as_json(comparison: Comparison, lines: Sequence[ComparedLine]) -> dict[str, Any]:
    return {
        "style": comparison.style.style_id,
        "title": comparison.style.title,
        "engines": [*comparison.texts],
        "failed": {name: error.message for name, error in comparison.failures.items()},
        "warnings": {name: list(text.warnings) for name, text in comparison.texts.items()},
        "compared": len(comparison.lines),
        "different": sum(line.differs for line in comparison.lines),
        "lines": [
            {"kind": line.kind, "of": line.where, "differs": line.differs, "texts": dict(line.texts)} for line in lines
        ],
    }
