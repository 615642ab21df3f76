"""Source `ris`: RIS files of every maker (RefMan, EndNote, Zotero, Mendeley, Ovid, Embase, Scopus, Cochrane …)."""

from __future__ import annotations

import re
from typing import Literal

from bmreport import Harvest, Match, Options, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary

_SUFFIXES = frozenset({".ris"})
_START = re.compile(r"^[ \t]*TY[ \t]*-[ \t]*[A-Za-z]", re.MULTILINE)


class RisOptions(Options):
    """Options of the RIS source."""

    dialect: Literal[
        "auto", "plain", "cochrane", "ovid", "eppi", "refworks", "scopus", "ebsco", "proquest", "wos", "pubmed",
        "embase", "endnote",
    ] = "auto"  # fmt: skip
    """Who wrote the file, for tags that each maker uses in another sense; `auto` tells it by the content."""


class RisSource:
    """Reads RIS; the import report accounts for every record and every line that is part of none."""

    name = "ris"
    summary = "RIS files, as reference managers and databases export them"
    options_model = RisOptions

    def match(self, locator: SourceLocator) -> Match:
        """By a `TY` line, else by the file name."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        if _START.search(decode(locator.head).text):
            return Match.CONTENT
        return Match.SUFFIX if locator.suffix in _SUFFIXES else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: RisOptions) -> Harvest:
        """Read everything. Raises InputError when there is no record in the input."""
        # It brings in the rules of the format, which a host that reads something else should not wait for.
        from bmreport_plugins.sources.ris_harvest import harvest_ris

        return harvest_ris(self.name, locator, _SUFFIXES, options.dialect)
