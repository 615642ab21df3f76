"""What was meant by a source that is no file: a command, a question, a format or a style in the wrong place."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.cli.group import COMMANDS
from bmreport.collecting import best_match
from bmreport.errors import InputError, UsageError
from bmreport.locator import SourceLocator
from bmreport.paths import exists
from bmreport.style_lookup import find_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.host import PluginHost

_FEWEST_WORDS = 3


def expect_sources(host: PluginHost, sources: Sequence[str]) -> None:
    """Raise InputError for a word that is no source but would make sense elsewhere on the command line.

    Whatever exists, or is taken by a source, is left alone; so is a misspelt path, which is told when it is read.
    """
    for place, source in enumerate(sources):
        if exists(Path(source)):
            continue
        meant = _meant(host, source, first=place == 0)
        if meant and not _is_taken(host, source):
            raise InputError("there is no such file or folder", where=source, remedy=meant)


def _meant(host: PluginHost, source: str, *, first: bool) -> str:
    if source in COMMANDS:
        return f"a command comes first, as in `bmreport {source} …`"
    if source.rstrip().endswith("?") or (len(source.split()) >= _FEWEST_WORDS and "." not in source):
        return f'give a question with --question, as in `bmreport FILE --question "{source}"`'
    if source in host.names("exporter"):
        return f"give a format with --export, as in `--export {source}`"
    if _is_style(host, source):
        return f"give a style with --style, as in `--style {source}`"
    near = difflib.get_close_matches(source.casefold(), COMMANDS, n=1, cutoff=0.75) if first else []
    return f"check the path; or did you mean the command `bmreport {near[0]}`?" if near else ""


def _is_style(host: PluginHost, word: str) -> bool:
    if not word.replace("-", "").isalnum():
        return False
    try:
        find_style(host, word)
    except UsageError:
        return False
    return True


def _is_taken(host: PluginHost, source: str) -> bool:
    sources = host.sources()
    locator = SourceLocator.parse(source, frozenset(one.name for one in sources))
    return bool(locator.scheme) or best_match(sources, locator) is not None
