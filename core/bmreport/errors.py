"""Every error that bmreport raises on purpose, with the exit code it ends a command with.

    BmreportError                    1  something unexpected
    ├── UsageError                   2  the command, a name or an option is wrong
    │   ├── UnknownProviderError        no provider of that kind and name
    │   ├── ConfigError                 a bmreport.toml or --set value is wrong
    │   ├── StyleError                  a CSL style cannot be found or read
    │   ├── TemplateError               a template cannot be rendered
    │   └── OutputError                 a file cannot be written
    ├── InputError                   3  a source cannot be read, or nothing in it is usable
    ├── NotEnoughEvidenceError       4  fewer usable citations than asked for
    ├── ChecksFailedError            5  a verifier found an error and --strict was given
    ├── ServiceError                 6  a program or server that is needed is not there
    └── PluginError                  7  a plugin failed while loading or working
        └── DuplicateProviderError      two plugins offer the same kind and name

A message says what is wrong; `where` says in which file, line, field or id; `remedy` says what to do about it.
"""

from __future__ import annotations

from typing import ClassVar


class BmreportError(Exception):
    """Base of all errors of bmreport; carries what, where and what to do."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        head = f"{self.where}: {self.message}" if self.where else self.message
        return f"{head} ({self.remedy})" if self.remedy else head


class UsageError(BmreportError):
    """The caller named something that does not exist or does not fit."""

    exit_code = 2


class UnknownProviderError(UsageError):
    """No provider of this kind has this name."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...], suggestions: tuple[str, ...] = ()) -> None:
        near = f"did you mean {' or '.join(suggestions)}?" if suggestions else f"known: {', '.join(known) or 'none'}"
        super().__init__(f"there is no {kind} named {name!r}", remedy=near)
        self.kind = kind
        self.name = name
        self.known = known
        self.suggestions = suggestions


class ConfigError(UsageError):
    """A configuration file or an option of a provider is wrong."""


class StyleError(UsageError):
    """A CSL style cannot be found, read or processed."""


class TemplateError(UsageError):
    """A report template cannot be found or rendered; `where` names the file and the line."""


class OutputError(UsageError):
    """A file or folder cannot be written."""


class InputError(BmreportError):
    """A source cannot be read, or what it holds cannot be used."""

    exit_code = 3


class NotEnoughEvidenceError(BmreportError):
    """There are fewer usable citations than a report needs."""

    exit_code = 4

    def __init__(self, found: int, needed: int, *, where: str = "", remedy: str = "", message: str = "") -> None:
        noun = "citation" if found == 1 else "citations"
        super().__init__(
            message or f"insufficient citations for report generation: {found} usable {noun}, {needed} needed",
            where=where,
            remedy=remedy
            or "add evidence, read the import report for rejected records, or lower min_citations (--min-citations)",
        )
        self.found = found
        self.needed = needed


class ChecksFailedError(BmreportError):
    """At least one verifier reported an error and the caller asked for strictness."""

    exit_code = 5


class ServiceError(BmreportError):
    """A program, server or model that is needed cannot be reached."""

    exit_code = 6


class PluginError(BmreportError):
    """A plugin failed; names the plugin and the hook or provider that failed."""

    exit_code = 7

    def __init__(self, plugin: str, hook: str, reason: str, *, remedy: str = "") -> None:
        super().__init__(
            f"plugin {plugin!r} failed in {hook}: {reason}",
            remedy=remedy or "update or remove the plugin, or leave it out with BMREPORT_PLUGINS_DISABLED",
        )
        self.plugin = plugin
        self.hook = hook
        self.reason = reason


class DuplicateProviderError(PluginError):
    """Two plugins offer a provider of the same kind and name."""

    def __init__(self, kind: str, name: str, packages: tuple[str, ...]) -> None:
        remedy = "leave one of them out with BMREPORT_PLUGINS_DISABLED"
        super().__init__(packages[-1], kind, "offered twice", remedy=remedy)
        self.message = f"the {kind} {name!r} is offered by {' and '.join(packages)}"
        self.kind = kind
        self.name = name
        self.packages = packages
