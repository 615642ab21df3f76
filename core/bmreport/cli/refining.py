"""The work of `bmreport refine`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.cli.findings import SHOWN, counted, show_imports, show_merges
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.imports import Imports
from bmreport.cli.messages import Messages
from bmreport.cli.progress import progress_line
from bmreport.cli.report_files import SAVED, FileJob, make_files, plan_files, write_files
from bmreport.cli.settings import LLM_SYNTHESIZER, Given, Settings, resolve
from bmreport.cli.slips import expect_sources
from bmreport.config import merge_options
from bmreport.errors import UsageError
from bmreport.models import Report
from bmreport.paths import exists
from bmreport.report_refining import refine_report
from bmreport.report_refining.remembering import remembered_synthesizer

if TYPE_CHECKING:
    from bmreport.events import Listener
    from bmreport.models import Revision

_REFINED = re.compile(r"(?P<stem>.+)\.refined(?:-\d+)?", re.DOTALL)


@dataclass(frozen=True)
class Wish:
    """What is to change, and whether the given file may be replaced."""

    exclude: tuple[str, ...]
    add: tuple[str, ...]
    note: str
    in_place: bool


def refine_file(path: Path, wish: Wish, given: Given, *, quiet: bool) -> int:
    """Refine a saved report, write the files, and return the exit code. Raises the errors of `bmreport.errors`."""
    messages = Messages(quiet)
    before = Report.load(path)
    host = open_host(messages)
    expect_sources(host, wish.add)
    synthesizer = given.synthesizer or (LLM_SYNTHESIZER if given.llm else "")
    settings = _settings(path, wish, given, synthesizer or _writer(before, given))
    job = plan_files(host, settings, given.style, [before.style])
    imports = Imports()
    try:
        with progress_line(quiet=quiet) as line, plugins_at_work():
            after = _refined(before, wish, given, synthesizer, job, imports.before(line))
            inputs = [*imports.paths, *([] if wish.in_place else [path])]
            made = make_files(after, job, inputs, line)
    finally:
        show_imports(imports.reports, messages)  # also when the evidence was not enough
    code = write_files(made, after, job.settings, messages)
    show_merges([merge for merge in after.merges if merge not in before.merges], messages)
    _tell(after.history[-1], messages)
    return code


def _writer(report: Report, given: Given) -> str:
    """The report's own synthesizer, where an option is meant for it."""
    return remembered_synthesizer(report) if given.fallback is not None else ""


def _settings(path: Path, wish: Wish, given: Given, synthesizer: str) -> Settings:
    """The settings of the command line; a report has no bmreport.toml."""
    settings = resolve([str(path)], replace(given, fallback=None))
    if given.fallback is not None:
        fallback = {f"synthesizer:{synthesizer}": {"fallback": given.fallback}}
        settings = replace(settings, options=merge_options(fallback, settings.options))
    if wish.in_place:
        if settings.output or (settings.exports and settings.exports != SAVED):
            raise UsageError("--in-place writes one JSON file", remedy="leave out --output and --export, or --in-place")
        return replace(settings, output=str(path), exports=SAVED)
    if not (settings.exports or settings.output):
        return replace(settings, output=str(beside(path)), exports=SAVED)
    return settings


def beside(path: Path) -> Path:
    """`NAME.refined.json` beside a report, or the first of `NAME.refined-2.json` … that is not there yet."""
    stem = path.name.removesuffix(path.suffix)
    found = _REFINED.fullmatch(stem)
    stem = found["stem"] if found else stem
    number = 1
    while exists(made := path.with_name(f"{stem}.refined{'' if number == 1 else f'-{number}'}.json")):
        number += 1
    return made


def _refined(before: Report, wish: Wish, given: Given, synthesizer: str, job: FileJob, line: Listener) -> Report:
    settings = job.settings
    after = refine_report(
        before,
        exclude=wish.exclude,
        add=wish.add,
        note=wish.note,
        grader=given.graders or (),
        synthesizer=synthesizer,
        min_citations=settings.min_citations,
        options=settings.options,
        context=settings.context(line),
        host=job.host,
    )
    if given.style:
        after.style = given.style
    after.locale = settings.locale or after.locale
    return after


def _tell(revision: Revision, messages: Messages) -> None:
    """What became of the report, and each sentence that went."""
    messages.note(
        f"{len(revision.excluded):,} taken out, {len(revision.added):,} added; "
        f"{counted(revision.kept_claims, 'sentence')} as before, {revision.new_claims:,} new, "
        f"{len(revision.dropped_claims):,} gone"
    )
    for text in revision.dropped_claims[:SHOWN]:
        messages.line(f"  gone: {' '.join(text.split())}")
    if len(revision.dropped_claims) > SHOWN:
        messages.line(f"  … and {len(revision.dropped_claims) - SHOWN:,} more; the report's history holds them all")
