"""collect: find the source that takes each input, and read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bmreport.context import RunContext
from bmreport.errors import InputError, PluginError
from bmreport.events import StepProgress
from bmreport.host import PluginHost, Registered
from bmreport.intake import Harvest, Intake
from bmreport.locator import SourceLocator
from bmreport.models import Citation
from bmreport.providers import Match, Source


def collect_sources(
    host: PluginHost,
    sources: Sequence[object],
    context: RunContext,
    options: Mapping[str, Mapping[str, Any]],
) -> Harvest:
    """Read every input in turn.

    Paths and locators go to the source that is surest of them; citations, mappings and objects with BMLibrarian's fields
    are taken as they are. Raises InputError when a file is missing, empty, or of no known format.
    """
    total = Harvest()
    in_memory = [given for given in sources if not isinstance(given, str | Path)]
    for number, given in enumerate(sources, start=1):
        if isinstance(given, str | Path):
            _extend(total, read_locator(host, str(given), context, options))
        context.emit(StepProgress("collect", number, len(sources)))
    if in_memory:
        _extend(total, take_objects(in_memory))
    return total


def read_locator(host: PluginHost, text: str, context: RunContext, options: Mapping[str, Mapping[str, Any]]) -> Harvest:
    """Read one locator as the user typed it."""
    sources = host.sources()
    locator = SourceLocator.parse(text, frozenset(source.name for source in sources))
    chosen = host.source(locator.scheme) if locator.scheme else choose_source(sources, locator)
    provider_options = host.options(chosen, options)
    with chosen.guarded("read") as provider:
        harvest: object = provider.read(locator, context, provider_options)
    if not isinstance(harvest, Harvest):
        raise PluginError(chosen.plugin.name, f"source {chosen.name}", "did not return a Harvest")
    for report in harvest.reports:
        if not report.balanced:
            raise PluginError(
                chosen.plugin.name,
                f"source {chosen.name}",
                f"{report.locator}: {report.records} records found, but {report.kept} kept and "
                f"{len(report.rejected)} rejected",
            )
    return harvest


def choose_source(sources: list[Registered[Source]], locator: SourceLocator) -> Registered[Source]:
    """The source that is surest to read this input; among equals the first by name.

    Raises InputError when the file does not exist, is empty, or no source knows the format.
    """
    if not locator.is_folder and not locator.is_file:
        raise InputError("there is no such file or folder", where=locator.label, remedy="check the path")
    if locator.is_file and not locator.head:
        locator.data  # noqa: B018  # raises InputError when the file cannot be read
        raise InputError("is empty", where=locator.label, remedy="export it again")
    best: tuple[Match, Registered[Source]] | None = None
    for source in sources:
        with source.guarded("match") as provider:
            match = provider.match(locator)
        if match > Match.NO and (best is None or match > best[0]):
            best = (match, source)
    if best is None:
        known = ", ".join(source.name for source in sources)
        raise InputError(
            f"is in no format that is known ({_looks_like(locator)})",
            where=locator.label,
            remedy=f"known formats: {known}; name one as FORMAT:{locator.label}",
        )
    return best[1]


def take_objects(objects: Iterable[object]) -> Harvest:
    """Citations, mappings, or objects with BMLibrarian's attributes, checked like any file's records."""
    intake = Intake("memory", "given citations")
    kept: list[Citation] = []
    for given in objects:
        if isinstance(given, Citation):
            intake.report.records += 1
            intake.report.kept += 1
            kept.append(given)
        elif (fields := fields_of(given)) is not None:
            taken = intake.add_citation(fields)
            kept.extend([taken] if taken else [])
        else:
            intake.reject(
                f"a {type(given).__name__} is no citation", remedy="give a Citation or a mapping of its fields"
            )
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


def _extend(total: Harvest, more: Harvest) -> None:
    total.citations.extend(more.citations)
    total.references.extend(more.references)
    total.reports.extend(more.reports)


def _looks_like(locator: SourceLocator) -> str:
    """A word on what the content seems to be, for the message."""
    head = locator.head
    for magic, name in (
        (b"%PDF", "it is a PDF"),
        (b"PK\x03\x04", "it is a zip or Office file"),
        (b"\x1f\x8b", "it is gzip"),
    ):
        if head.startswith(magic):
            return name
    if locator.is_folder:
        return "a folder"
    start = head[:40].decode("utf-8", "replace").strip().splitlines()
    return f"it starts with {start[0]!r}" if start else "it holds only blanks"
