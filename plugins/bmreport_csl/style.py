"""A style that can be used: found, parsed once, and compiled once for each locale."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from bmreport_csl.areas import CompiledStyle, compile_style
from bmreport_csl.errors import StyleError
from bmreport_csl.library import LocaleLibrary, StyleLibrary, read_bounded
from bmreport_csl.locale import load_locale
from bmreport_csl.style_nodes import ParsedStyle
from bmreport_csl.style_parser import parse_style

_DEFAULT_LANGUAGE = "en-US"
_KEPT_LANGUAGES = 64
"""More than there are locale files; whatever else is asked for does not pile up."""


class Style:
    """An independent CSL style. Threads may share it."""

    def __init__(self, parsed: ParsedStyle, locales: LocaleLibrary | None = None, default_locale: str = "") -> None:
        self.parsed = parsed
        self.locales = locales or LocaleLibrary()
        self.default_locale = default_locale or parsed.default_locale
        self._compiled: dict[str, CompiledStyle] = {}
        self._lock = Lock()

    @classmethod
    def load(
        cls,
        source: str | bytes | Path,
        *,
        styles: str | Path | None = None,
        locales: str | Path | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> Style:
        """A style by id, alias, path or XML text; a dependent style gives its parent.

        `styles` and `locales` are folders that take the place of the installed packages. Raises StyleError.
        """
        library = StyleLibrary(styles, aliases)
        known_locales = LocaleLibrary(locales)
        data, name = _own_xml(source)
        if data is None:
            found = library.read(str(source))
            return cls(parse_style(found.data, found.id), known_locales, found.default_locale)
        try:
            parsed = parse_style(data, name)
        except StyleError as error:
            parent = error.parent
            if not parent:
                raise
            found = library.read(parent)
            return cls(parse_style(found.data, found.id), known_locales)
        return cls(parsed, known_locales)

    @property
    def info(self) -> object:
        """What `cs:info` says."""
        return self.parsed.info

    @property
    def has_bibliography(self) -> bool:
        """Whether the style prints a list of references."""
        return self.parsed.bibliography is not None

    def compiled(self, locale: str | None = None) -> CompiledStyle:
        """The style for a language: the one asked for, the style's own, or US English. Compiled at the first call."""
        language = locale or self.default_locale or _DEFAULT_LANGUAGE
        compiled = self._compiled.get(language)
        if compiled is None:
            with self._lock:
                compiled = self._compiled.get(language)
                if compiled is None:
                    loaded = load_locale(language, self.parsed.locales, self.locales)
                    if len(self._compiled) >= _KEPT_LANGUAGES:
                        self._compiled.pop(next(iter(self._compiled)))
                    compiled = self._compiled[language] = compile_style(self.parsed, loaded)
        return compiled


def _own_xml(source: str | bytes | Path) -> tuple[bytes | None, str]:
    """The XML, when the source is XML or the path of a file; None for an id."""
    if isinstance(source, bytes):
        return source, ""
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<"):
        return source.lstrip("\ufeff \t\r\n").encode("utf-8", "surrogatepass"), ""
    path = Path(source)
    if isinstance(source, Path) or path.suffix == ".csl" or "/" in source or "\\" in source:
        try:
            if path.is_file():
                return read_bounded(path), path.name
        except OSError as error:
            raise StyleError(f"cannot be read: {error}", name=str(source)) from error
        if isinstance(source, Path):
            raise StyleError("there is no such file", name=str(source))
    return None, ""
