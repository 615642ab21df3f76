"""Source `nbib`: PubMed's MEDLINE format (`.nbib`, `.txt`), and ERIC's dialect of it."""

from __future__ import annotations

import re

from bmreport import Harvest, Match, NoOptions, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary
from bmreport_plugins.sources.tagged_fields import has_ris_type

_SUFFIXES = frozenset({".nbib", ".medline"})
_START = re.compile(r"^(?:PMID *- *\d|OWN *- *[A-Z]{2,}|STAT- |FAU *- |PMC *-)", re.MULTILINE)


class NbibSource:
    """Reads MEDLINE records; the import report accounts for every record and every line that is part of none."""

    name = "nbib"
    summary = "PubMed's format (MEDLINE, nbib), as saved from PubMed or ERIC"
    options_model = NoOptions

    def match(self, locator: SourceLocator) -> Match:
        """By MEDLINE tags, else by the file name."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        text = decode(locator.head).text
        if _START.search(text) and not has_ris_type(text):
            return Match.CONTENT
        return Match.SUFFIX if locator.suffix in _SUFFIXES else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: NoOptions) -> Harvest:
        """Read everything. Raises InputError when there is no record in the input."""
        # It brings in the rules of the format, which a host that reads something else should not wait for.
        from bmreport_plugins.sources.nbib_harvest import harvest_nbib

        return harvest_nbib(self.name, locator, _SUFFIXES)
