"""Report templates: Jinja2, sandboxed, every value escaped for the format unless it says that it is marked up already.

A user's template may `{% include %}` and `{% extends %}` files beside it by name, and the built-in ones as
`bmreport/<name>`. Everything that can go wrong in one becomes a TemplateError naming file and line.
"""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.errors import TemplateError
from bmreport.paths import resolved
from bmreport.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2.loaders import BaseLoader

_BUILT_IN_PREFIX = "bmreport/"
_BUILT_IN_FILE = "built-in template "
_MAX_TEMPLATE_BYTES = 1024 * 1024
_ADDRESS = re.compile(r" at 0x[0-9a-f]+(?=>)")
_MAX_OUTPUT_CHARACTERS = 64 * 1024 * 1024


def render_template(
    default: str,
    template: Path | None,
    context: Mapping[str, Any],
    escape: Callable[[str], str],
    safe_type: type[str],
) -> str:
    """Fill the user's `template`, or the built-in one named `default`, with `context`.

    `template` is a file, or the name of a built-in template. Each `{{ value }}` goes through `escape`, save instances
    of `safe_type`, which are marked up already; None prints nothing. Raises TemplateError naming file and line when the
    template cannot be read, has a syntax error, uses an undefined name, fails while running, reaches for what the
    sandbox forbids, or writes more than 64 Mi characters.
    """
    # jinja2 takes longer to import than most reports to lay out; formats without a template never need it.
    from bmreport_plugins.exporters.template_sandbox import TemplateSandbox

    name = _template_name(default, template)
    sources = _Sources(template)
    sandbox = TemplateSandbox(sources.loader(), escape, safe_type, context)
    try:
        return _bounded(sandbox.get_template(name).generate(context), sources.file_of(name))
    except TemplateError:
        raise
    except Exception as error:  # a template can make any code that it reaches raise anything
        raise _template_error(error, sources, name) from error


def built_in_templates() -> tuple[str, ...]:
    """Names of the templates that come with bmreport, sorted."""
    return tuple(
        sorted(
            entry.name
            for entry in data_folder("templates").iterdir()
            if entry.is_file() and not entry.name.startswith(".")
        )
    )


class _Sources:
    """Where template text comes from, and under which file name each template is known in errors."""

    def __init__(self, template: Path | None) -> None:
        self._own = template.name if template is not None else ""
        self._folder = template.parent if template is not None else None
        self.files: set[str] = set()

    def loader(self) -> BaseLoader:
        from jinja2 import FunctionLoader

        return FunctionLoader(self._load)

    def file_of(self, name: str) -> str:
        if name.startswith(_BUILT_IN_PREFIX) or self._folder is None:
            return _BUILT_IN_FILE + name.removeprefix(_BUILT_IN_PREFIX)
        return str(self._folder / name)

    def _load(self, name: str) -> tuple[str, str, None] | None:
        file = self.file_of(name)
        # Names may not climb out of the two folders, nor name a drive or an absolute path.
        plain = name.removeprefix(_BUILT_IN_PREFIX)
        climbs = any(part in ("", ".", "..") or set(part) & set("\\:\x00") for part in plain.split("/"))
        if climbs and name != self._own:
            return None
        if file.startswith(_BUILT_IN_FILE):
            entry = data_folder("templates").joinpath(plain)
            data = entry.read_bytes() if entry.is_file() else None
        else:
            # The template itself may be a link; what it includes must lie beside it.
            data = _read(Path(file)) if name == self._own or _lies_beside(Path(file)) else None
        if data is None:
            return None
        self.files.add(file)
        try:
            return data.decode("utf-8-sig"), file, None
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise TemplateError("is not UTF-8 text", where=f"{file}:{line}", remedy="save it as UTF-8") from error


def _template_name(default: str, template: Path | None) -> str:
    if template is None:
        return _BUILT_IN_PREFIX + default
    if template.is_file():
        return template.name
    known = built_in_templates()
    if str(template) in known:
        return _BUILT_IN_PREFIX + str(template)
    reason = "is a folder" if template.is_dir() else "there is no such template"
    raise TemplateError(reason, where=str(template), remedy=f"give a file, or one of {', '.join(known)}")


def _lies_beside(path: Path) -> bool:
    """A folder that came from elsewhere must not draw in other files by links."""
    return resolved(path).is_relative_to(resolved(path.parent))


def _read(path: Path) -> bytes | None:
    if not path.is_file():
        return None
    try:
        if path.stat().st_size > _MAX_TEMPLATE_BYTES:
            raise TemplateError("is larger than 1 MiB", where=str(path), remedy="a template holds layout, not data")
        return path.read_bytes()
    except OSError as error:
        raise TemplateError(f"cannot be read: {error.strerror or error}", where=str(path)) from error


def _bounded(pieces: Iterable[str], file: str) -> str:
    out: list[str] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > _MAX_OUTPUT_CHARACTERS:
            raise TemplateError("writes too much text", where=file, remedy="look for a loop that runs too often")
        out.append(piece)
    return "".join(out)


def _template_error(error: Exception, sources: _Sources, name: str) -> TemplateError:
    from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError, UndefinedError

    where = _place(error, sources, name)
    text = str(error) or type(error).__name__
    if isinstance(error, TemplateSyntaxError):
        file = error.filename or sources.file_of(error.name or name)
        return TemplateError(f"syntax error: {error.message}", where=f"{file}:{error.lineno}")
    if isinstance(error, TemplateNotFound):
        beside = "give a file beside the template, or bmreport/<built-in name>"
        return TemplateError(f"includes a template that does not exist: {error.name}", where=where, remedy=beside)
    if isinstance(error, UndefinedError):
        return TemplateError(text, where=where, remedy="the docs list the names that a template can use")
    if isinstance(error, SecurityError):
        return TemplateError(f"not allowed in a template: {_ADDRESS.sub('', text)}", where=where)
    if isinstance(error, RecursionError):
        return TemplateError("includes or calls itself without end", where=where)
    return TemplateError(f"fails: {type(error).__name__}: {text}", where=where)


def _place(error: Exception, sources: _Sources, name: str) -> str:
    """File and line of the innermost template line in the traceback, which jinja2 rewrites to template lines."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources.files]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else sources.file_of(name)
