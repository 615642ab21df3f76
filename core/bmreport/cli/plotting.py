"""The work of `bmreport plot`."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.atomic import write_whole
from bmreport.cli.findings import show_imports
from bmreport.cli.hosting import open_host, plugins_at_work
from bmreport.cli.imports import Imports
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_document, write_line, write_path
from bmreport.cli.outputs import STANDARD_OUTPUT, check_folder, is_folder, make_folder
from bmreport.cli.progress import progress_line
from bmreport.cli.settings import Given, resolve
from bmreport.context import RunContext
from bmreport.errors import OutputError, UsageError
from bmreport.paths import is_file, resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bmreport.models import Claim
    from bmreport.providers import Drawing

__all__ = ["list_kinds", "plot_files"]

_BYTE_ORDER_MARK = "\ufeff"
# Ending -> the bytes of that file. Excel takes CSV for UTF-8 only with a byte order mark.
_FORMATS: dict[str, Callable[[Drawing], bytes]] = {
    ".svg": lambda drawing: drawing.figure.svg.encode("utf-8"),
    ".pdf": lambda drawing: drawing.pdf,
    ".png": lambda drawing: base64.b64decode(drawing.figure.png),
    ".csv": lambda drawing: (_BYTE_ORDER_MARK + drawing.figure.data).encode("utf-8"),
    ".txt": lambda drawing: _words(drawing).encode("utf-8"),
}


@dataclass(frozen=True)
class _Target:
    """A file to write, or a folder for all of them; without a path, standard output."""

    path: Path | None
    is_folder: bool = False

    def files(self, name: str) -> list[Path]:
        """The files; those in a folder are named after the figure."""
        if self.path is None:
            return []
        return [self.path / f"{name}{ending}" for ending in _FORMATS] if self.is_folder else [self.path]


def list_kinds(*, quiet: bool) -> int:
    """Print the kinds of figures with a line on each."""
    host = open_host(Messages(quiet))
    names = host.names("figure")
    wide = max(map(len, names), default=0)
    for name in names:
        with host.figure(name).guarded("summary") as maker:
            write_line(f"{name:<{wide}}  {maker.summary}")
    return 0


def plot_files(kind: str, files: Sequence[str], outputs: Sequence[str], given: Given, *, quiet: bool) -> int:
    """Draw a figure, write it in every format asked for, and return the exit code.

    Raises UsageError for a kind, option or ending that does not exist, InputError for data that cannot be drawn, and
    OutputError; nothing is written unless everything was drawn.
    """
    messages = Messages(quiet)
    host = open_host(messages)
    registered = host.figure(kind)
    if not files:
        raise UsageError("there is no file to draw from", remedy=f"`bmreport plot {kind} FILE -o {kind}.svg`")
    targets = [_target(output) for output in outputs or (STANDARD_OUTPUT,)]
    settings = resolve(files, given)
    host.check_option_names(settings.options)
    options = host.options(registered, settings.options)
    imports = Imports()
    with progress_line(quiet=quiet) as line, plugins_at_work():
        context = RunContext(offline=settings.offline, locale=settings.locale, emit=imports.before(line))
        with registered.guarded("draw") as maker:
            drawing = maker.draw(list(files), context, options)
    _write(drawing, targets, [path for file in files if is_file(path := Path(file))])
    show_imports(imports.reports, messages)
    for note in drawing.figure.notes:
        messages.note(_plain(note))
    messages.note(drawing.figure.alt)
    return 0


def _target(output: str) -> _Target:
    """Where an --output leads; a wrong one should not wait for a large figure."""
    if output == STANDARD_OUTPUT:
        return _Target(None)
    path = Path(output)
    if is_folder(output):
        check_folder(path, may_be_made=True)
        return _Target(path, is_folder=True)
    if path.suffix.lower() not in _FORMATS:
        raise UsageError(
            f"the ending of {path.name!r} says no format of a figure", remedy=f"use one of {', '.join(_FORMATS)}"
        )
    check_folder(path.parent, may_be_made=False)
    return _Target(path)


def _write(drawing: Drawing, targets: Sequence[_Target], inputs: Sequence[Path]) -> None:
    """Write every file. Raises OutputError before the first one when one of them is an input."""
    files = [path for target in targets for path in target.files(drawing.figure.name)]
    read = {resolved(path) for path in inputs}
    for path in files:
        if resolved(path) in read:
            raise OutputError(
                "is what the figure is drawn from and would be overwritten",
                where=str(path),
                remedy="choose another name with --output",
            )
    made = [(path, _FORMATS[path.suffix.lower()](drawing)) for path in dict.fromkeys(files)]
    for path, data in made:
        make_folder(path.parent)
        write_whole(path, data)
        write_path(str(path))
    if any(target.path is None for target in targets):
        write_document(drawing.figure.svg.encode("utf-8"), "image/svg+xml")


def _words(drawing: Drawing) -> str:
    """Caption, description and notes, as they stand below and in place of the picture."""
    figure = drawing.figure
    parts = [_plain(figure.caption), figure.alt, *map(_plain, figure.notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _plain(claims: Sequence[Claim]) -> str:
    return " ".join(claim.text for claim in claims)
