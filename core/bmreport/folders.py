"""A folder as a source: what its bmreport.toml names, else every file in it that a source takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bmreport.config import CONFIG_NAME, ProjectConfig, find_config, load_config
from bmreport.errors import ConfigError, InputError
from bmreport.paths import expanded, is_folder, resolved

STUDIES = "studies:"
"""What stands before the locator of a table of study data."""


@dataclass(frozen=True)
class FolderPlan:
    """What to read in a folder. `named` are locators that bmreport.toml lists; else `found` are the files there.

    Tables that it lists as `studies` are among `named` in any case. `skipped` says of each file that is not even looked
    at why.
    """

    config: ProjectConfig | None
    named: tuple[str, ...] = ()
    found: tuple[Path, ...] = ()
    skipped: tuple[str, ...] = ()


def plan_folder(folder: Path) -> FolderPlan:
    """Look at a folder, not into its files. Raises ConfigError and InputError.

    Files are taken in order of their names; hidden ones and folders are not looked at. A symbolic link that leads out
    of the folder is left out, because a folder that came from elsewhere must not draw in files that nobody chose;
    bmreport.toml, which somebody wrote, may name any file; a table of study data that it names is read once.
    """
    path = find_config(folder)
    config = load_config(path) if path else None
    tables = tuple(_named(config, _as_studies(table)) for table in config.studies) if config else ()
    if config and config.sources:
        return FolderPlan(config, named=(*(_named(config, source) for source in config.sources), *tables))
    named = {resolved(Path(table.removeprefix(STUDIES))) for table in tables}
    found: list[Path] = []
    skipped: list[str] = []
    for entry in _entries(folder):
        if entry.name.startswith(".") or entry.name == CONFIG_NAME or resolved(entry) in named:
            continue
        if not entry.is_file():
            skipped.append(f"{entry.name} ({'a folder' if entry.is_dir() else 'no file'})")
        elif not resolved(entry).is_relative_to(resolved(folder)):
            skipped.append(f"{entry.name} (a link that leads out of the folder)")
        else:
            found.append(entry)
    return FolderPlan(config, named=tables, found=tuple(found), skipped=tuple(skipped))


def _as_studies(table: str) -> str:
    return table if table.startswith(STUDIES) else f"{STUDIES}{table}"


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(folder), remedy="check the path") from error


def _named(config: ProjectConfig, source: str) -> str:
    """A source of bmreport.toml as a locator; `ris:refs.txt` and `refs.ris` are files beside it, `pubmed:…` is not."""
    scheme, colon, rest = source.partition(":")
    # A Windows drive is one letter, a scheme two or more.
    if colon and len(scheme) > 1 and "/" not in scheme and "\\" not in scheme:
        resolved = f"{scheme}:{config.resolve(rest)}"
    else:
        resolved = str(config.folder / expanded(source)) if source != "-" else source
    if is_folder(Path(resolved)):
        raise ConfigError(
            f"the source {source!r} is a folder",
            where=str(config.path),
            remedy="name the files in it; folders do not nest",
        )
    return resolved
