"""Where a report goes: from --export and --output to the files that are written."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.cli.naming import safe_slug
from bmreport.errors import OutputError, UsageError
from bmreport.paths import exists, resolved
from bmreport.paths import is_folder as is_a_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport.host import PluginHost, Registered
    from bmreport.providers import Exporter

STANDARD_OUTPUT = "-"
DEFAULT_EXPORT = "text"


@dataclass(frozen=True)
class Target:
    """One file to write; without a path it goes to standard output."""

    exporter: Registered[Exporter]
    path: Path | None


@dataclass(frozen=True)
class OutputPlan:
    """Which formats, and whether they go to standard output, to one named file, or into a folder."""

    exporters: tuple[Registered[Exporter], ...]
    to_stdout: bool = False
    file: Path | None = None
    folder: Path = Path()
    companions: tuple[Registered[Exporter], ...] = ()
    """Formats that go beside the others, under the same name."""

    def beside(self, exporters: tuple[Registered[Exporter], ...]) -> OutputPlan:
        """The plan with more formats beside those asked for; nothing is beside standard output."""
        more = tuple(one for one in exporters if one not in self.exporters)
        return self if self.to_stdout else replace(self, companions=more)

    def targets(self, title: str, inputs: Iterable[Path]) -> list[Target]:
        """The files, named after the title. Raises OutputError when one would overwrite an input."""
        if self.to_stdout:
            return [Target(exporter, None) for exporter in self.exporters]
        if self.file is not None:
            targets = [Target(self.exporters[0], self.file)]
            stem = self.file.name.removesuffix(self.file.suffix)
            targets.extend(_targets(self.file.parent, stem, self.companions))
        else:
            targets = _targets(self.folder, safe_slug(title), (*self.exporters, *self.companions))
        read = {resolved(path) for path in inputs}
        for target in targets:
            if target.path is not None and resolved(target.path) in read:
                raise OutputError(
                    "is an input of this report and would be overwritten",
                    where=str(target.path),
                    remedy="choose another name with --output",
                )
        return targets


def plan_outputs(host: PluginHost, exports: Sequence[str], output: str | None, *, named: bool) -> OutputPlan:
    """Settle formats and place before the work begins, so that a slip of the pen costs no waiting.

    `named` says that the formats were given beside `output`; those of a bmreport.toml give way to the ending of a file
    that the command line names. Raises UnknownProviderError, UsageError, OutputError.
    """
    if output == STANDARD_OUTPUT or (not output and not exports):
        return OutputPlan(_one_exporter(host, exports or (DEFAULT_EXPORT,)), to_stdout=True)
    if output and not is_folder(output):
        file = Path(output)
        chosen = exports if named else _exports_by_ending(host, file, exports)
        plan = OutputPlan(_one_exporter(host, chosen), file=file)
        check_folder(file.parent, may_be_made=False)
        return plan
    folder = Path(output or ".")
    check_folder(folder, may_be_made=True)
    return OutputPlan(tuple(host.exporter(name) for name in exports or (DEFAULT_EXPORT,)), folder=folder)


def is_folder(output: str) -> bool:
    """Whether --output names a folder: it ends in a separator, or is one."""
    separators = tuple(filter(None, (os.sep, os.altsep)))
    return output.endswith(separators) or is_a_folder(Path(output))


def check_folder(folder: Path, *, may_be_made: bool) -> None:
    """Raise OutputError when no file can be written there."""
    there = folder
    while may_be_made and not exists(there) and there != there.parent:
        there = there.parent
    if not exists(there):
        raise OutputError("there is no such folder", where=str(folder), remedy="make it first, or end --output in /")
    if not is_a_folder(there):
        raise OutputError("is not a folder", where=str(there), remedy="choose another place with --output")
    if not os.access(there, os.W_OK | os.X_OK):
        raise OutputError(
            "cannot write into this folder", where=str(there), remedy="choose another place with --output"
        )


def make_folder(folder: Path) -> None:
    """Make a folder for output, with its parents. Raises OutputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(
            f"cannot make the folder: {reason}", where=str(folder), remedy="choose another place"
        ) from error


def wrong_ending(target: Target) -> str:
    """A remark when the file's ending says another format than what is in it; else an empty string."""
    if target.path is None or target.path.name.lower().endswith(target.exporter.provider.suffix):
        return ""
    return f"{target.path} holds {target.exporter.name}, whose files usually end in {target.exporter.provider.suffix}"


def _one_exporter(host: PluginHost, exports: Sequence[str]) -> tuple[Registered[Exporter], ...]:
    found = tuple(host.exporter(name) for name in exports)
    if len(found) > 1:
        raise UsageError(
            f"--output names one place for {len(found)} files ({', '.join(exports)})",
            remedy="name a folder, as in --output out/",
        )
    return found


def _exports_by_ending(host: PluginHost, file: Path, configured: Sequence[str]) -> Sequence[str]:
    """The format that the file's ending says; a configured one first, then one named like the ending, then any."""
    endings = {export: host.exporter(export).provider.suffix for export in host.names("exporter")}
    fitting = [export for export, ending in endings.items() if file.name.lower().endswith(ending)]
    for export in configured:
        if export in fitting:
            return (export,)
    if fitting:  # `.csl.json` says more than `.json`, and `json` is what `.json` means first of all
        return (max(fitting, key=lambda export: (len(endings[export]), f".{export}" == endings[export])),)
    if len(configured) == 1:
        return configured
    known = ", ".join(sorted(set(endings.values())))
    raise UsageError(
        f"the ending of {file.name!r} says no format", remedy=f"name one with --export, or use one of {known}"
    )


def _targets(folder: Path, stem: str, exporters: Sequence[Registered[Exporter]]) -> list[Target]:
    names = _file_names(stem, exporters)
    return [Target(one, folder / name) for one, name in zip(exporters, names, strict=True)]


def _file_names(stem: str, exporters: Sequence[Registered[Exporter]]) -> list[str]:
    """`stem` + ending; of formats that share an ending, those not named like it have their name in front of it."""
    endings = [exporter.provider.suffix for exporter in exporters]
    return [
        f"{stem}.{exporter.name}{ending}"
        if endings.count(ending) > 1 and ending != f".{exporter.name}"
        else f"{stem}{ending}"
        for exporter, ending in zip(exporters, endings, strict=True)
    ]
