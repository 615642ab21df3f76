"""collect: find the source that takes each input, and read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.config import merge_options
from bmreport.decoding import decode
from bmreport.errors import InputError, PluginError, UsageError
from bmreport.events import SourceRead, StepProgress
from bmreport.file_kinds import kind_of
from bmreport.folders import plan_folder
from bmreport.intake import Harvest, Intake
from bmreport.locator import SourceLocator
from bmreport.models import Citation, ImportReport, Reference, Study
from bmreport.models.json_values import is_blank
from bmreport.providers import Match, Source

if TYPE_CHECKING:
    from bmreport.context import RunContext
    from bmreport.host import PluginHost, Registered

Options = Mapping[str, Mapping[str, Any]]
_SHOWN = 50


def collect_sources(host: PluginHost, sources: Sequence[object], context: RunContext, options: Options) -> Harvest:
    """Read every input in turn.

    Paths and locators go to the source that is surest of them; citations, mappings and objects with BMLibrarian's
    fields are taken as they are. Raises InputError when a file is missing, empty, or of no known format.
    """
    total = Harvest()
    in_memory = [given for given in sources if not isinstance(given, str | Path)]
    for number, given in enumerate(sources, start=1):
        if isinstance(given, str | Path):
            _extend(total, read_locator(host, str(given), context, options))
        context.emit(StepProgress("collect", number, len(sources)))
    if in_memory:
        _extend(total, take_objects(in_memory))
    for report in total.reports:
        context.emit(SourceRead(report))
    return total


def read_locator(host: PluginHost, text: str, context: RunContext, options: Options) -> Harvest:
    """Read one locator as the user typed it: a file, a folder, standard input, or `source:query`."""
    sources = host.sources()
    locator = SourceLocator.parse(text, frozenset(source.name for source in sources))
    if locator.scheme:
        chosen = host.source(locator.scheme)
    elif locator.is_folder and best_match(sources, locator) is None:
        return read_folder(host, locator, context, options)
    else:
        chosen = choose_source(sources, locator)
    return _read(host, chosen, locator, context, options)


def read_folder(host: PluginHost, locator: SourceLocator, context: RunContext, options: Options) -> Harvest:
    """Read a folder: the sources of its bmreport.toml, else every file in it that a source takes.

    The folder's own import report carries the question of bmreport.toml and names the files that were left out; a
    file that looked like evidence and could not be read is a rejected record of it. Raises InputError when nothing is
    usable.
    """
    plan = plan_folder(locator.path)
    intake = Intake("folder", locator.label)
    if plan.config:
        intake.report.question = (plan.config.question or "").strip()
        intake.report.title = (plan.config.title or "").strip()
        options = merge_options(plan.config.provider_options, options)
    total = intake.harvest()
    for named in plan.named:
        _extend(total, read_locator(host, named, context, options))
    left_out = list(plan.skipped)
    for path in plan.found:
        file = SourceLocator(str(path))
        best = best_match(host.sources(), file) if file.head else None
        if best is None:
            left_out.append(path.name if file.head else f"{path.name} (empty)")
            continue
        _extend(total, _read_found(host, best, file, intake, left_out, context, options))
    if left_out:
        more = f" and {len(left_out) - _SHOWN:,} more" if len(left_out) > _SHOWN else ""
        intake.note(f"left out, because no source takes them: {', '.join(left_out[:_SHOWN])}{more}")
    if len(total.reports) == 1:
        raise _nothing_usable(locator, intake)
    return total


def choose_source(sources: list[Registered[Source]], locator: SourceLocator) -> Registered[Source]:
    """The source that is surest to read this input; among equals the first by name.

    Raises InputError when the file does not exist, is empty, or no source knows the format.
    """
    if not locator.is_folder and not locator.is_file:
        if locator.exists:
            locator.data  # noqa: B018  # raises InputError: it is a pipe or a device
        raise InputError("there is no such file or folder", where=locator.label, remedy="check the path")
    if locator.is_file and not locator.head:
        locator.data  # noqa: B018  # raises InputError when the file cannot be read
        raise InputError("is empty", where=locator.label, remedy="export it again")
    best = best_match(sources, locator)
    if best is None:
        raise _unknown_format(sources, locator)
    return best[1]


def best_match(sources: list[Registered[Source]], locator: SourceLocator) -> tuple[Match, Registered[Source]] | None:
    """The surest source and how sure it is; None when none takes the input."""
    best: tuple[Match, Registered[Source]] | None = None
    for source in sources:
        with source.guarded("match") as provider:
            match: object = provider.match(locator)
        if not isinstance(match, int):
            raise PluginError(source.plugin.name, f"source {source.name} (match)", f"returned {match!r:.40}, no Match")
        if match > Match.NO and (best is None or match > best[0]):
            best = (Match(min(match, Match.CONTENT)), source)
    return best


def take_objects(objects: Iterable[object], *, refuse_blank_ids: bool = False) -> Harvest:
    """Citations, mappings, or objects with BMLibrarian's attributes, checked like any file's records.

    With `refuse_blank_ids`, a `document_id` that is there and empty is a fault.
    """
    intake = Intake("memory", "given citations")
    kept: list[Citation] = []
    for given in objects:
        if isinstance(given, Citation):
            intake.report.records += 1
            intake.report.kept += 1
            kept.append(given)
        elif (fields := fields_of(given)) is None:
            intake.reject(
                f"a {type(given).__name__} is no citation", remedy="give a Citation or a mapping of its fields"
            )
        elif refuse_blank_ids and "document_id" in fields and is_blank(fields["document_id"]):
            intake.reject("is empty", field="document_id", remedy="give the document's id, or leave the field out")
        else:
            taken = intake.add_citation(fields)
            kept.extend([taken] if taken else [])
    return replace(intake.harvest(), citations=kept)


def fields_of(given: object) -> dict[str, Any] | None:
    """The fields of a mapping, a dataclass or any plain object; None when it has none."""
    if isinstance(given, Mapping):
        return {str(key): value for key, value in given.items()}
    attributes = getattr(given, "__dict__", None)
    if isinstance(attributes, dict) and not isinstance(given, type):
        return {key: value for key, value in attributes.items() if not key.startswith("_")}
    names = getattr(given, "__slots__", ())
    found = {name: getattr(given, name) for name in names if hasattr(given, name)}
    return found or None


def question_in(reports: Sequence[ImportReport]) -> str:
    """The question that the inputs themselves give; empty when none does. Raises UsageError when they differ."""
    asked = {" ".join(report.question.split()).casefold(): report for report in reports if report.question.strip()}
    if len(asked) > 1:
        both = "; ".join(f"{report.locator}: {report.question!r}" for report in asked.values())
        raise UsageError("the inputs ask different questions", where=both, remedy="say which one with --question")
    return next((report.question.strip() for report in asked.values()), "")


def title_in(reports: Sequence[ImportReport]) -> str:
    """The title that the inputs themselves give; empty when none does, or when they differ."""
    titles = {report.title.strip() for report in reports if report.title.strip()}
    return titles.pop() if len(titles) == 1 else ""


def _read(
    host: PluginHost, chosen: Registered[Source], locator: SourceLocator, context: RunContext, options: Options
) -> Harvest:
    """Let a source read, and check its books."""
    provider_options = host.options(chosen, options)
    with chosen.guarded("read") as provider:
        harvest: object = provider.read(locator, context, provider_options)
    if not isinstance(harvest, Harvest) or not _holds_what_it_says(harvest):
        raise PluginError(chosen.plugin.name, f"source {chosen.name}", "did not return a Harvest")
    kept = sum(report.kept for report in harvest.reports)
    taken = len(harvest.citations) + len(harvest.references) + len(harvest.studies)
    if kept != taken:
        raise PluginError(
            chosen.plugin.name, f"source {chosen.name}", f"returned {taken} records, but its reports tell of {kept}"
        )
    for report in harvest.reports:
        if not report.balanced:
            raise PluginError(
                chosen.plugin.name,
                f"source {chosen.name}",
                f"{report.locator}: {report.records} records found, but {report.kept} kept and "
                f"{len(report.rejected)} rejected",
            )
    return harvest


def _holds_what_it_says(harvest: Harvest) -> bool:
    kinds = (
        (harvest.citations, Citation),
        (harvest.references, Reference),
        (harvest.studies, Study),
        (harvest.reports, ImportReport),
    )
    return all(isinstance(items, list) and all(isinstance(one, kind) for one in items) for items, kind in kinds)


def _read_found(
    host: PluginHost,
    best: tuple[Match, Registered[Source]],
    file: SourceLocator,
    intake: Intake,
    left_out: list[str],
    context: RunContext,
    options: Options,
) -> Harvest:
    """Read a file that nobody named; when that fails the others go on. A guess is left out, else it is rejected."""
    match, source = best
    try:
        return _read(host, source, file, context, options)
    except InputError as error:
        if match is Match.CONTENT:
            intake.reject(f"{error.where}: {error.message}", remedy=error.remedy)
        else:
            left_out.append(f"{file.path.name} ({error.message})")
        return Harvest()


def _nothing_usable(locator: SourceLocator, intake: Intake) -> InputError:
    seen = "; ".join([*(str(rejection) for rejection in intake.report.rejected), *intake.report.notes])
    there = seen or "no file is in it"
    return InputError(
        f"the folder holds nothing usable: {there}",
        where=locator.label,
        remedy="put RIS, nbib, CSL-JSON or JSON files into it, or name the sources in its bmreport.toml",
    )


def _unknown_format(sources: list[Registered[Source]], locator: SourceLocator) -> InputError:
    known = ", ".join(source.name for source in sources)
    kind = kind_of(locator.head)
    if kind:
        return InputError(f"is {kind.name}, which no source reads", where=locator.label, remedy=kind.remedy)
    start = decode(locator.head[:200]).text.strip().split("\n", 1)[0][:40]
    looks = f"it starts with {start!r}" if start else "it holds only blanks"
    return InputError(
        f"is in no format that is known ({looks})",
        where=locator.label,
        remedy=f"known formats: {known}; name one as FORMAT:{locator.label}",
    )


def _extend(total: Harvest, more: Harvest) -> None:
    total.citations.extend(more.citations)
    total.references.extend(more.references)
    total.reports.extend(more.reports)
    total.studies.extend(more.studies)
