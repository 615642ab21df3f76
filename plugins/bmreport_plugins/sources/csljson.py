"""Source `csljson`: CSL-JSON as Zotero, pandoc, manubot and citeproc write it."""

from __future__ import annotations

from bmreport import Harvest, Match, NoOptions, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary
from bmreport_plugins.sources.json_shapes import is_json, speaks_of_csl, speaks_of_evidence

_SUFFIXES = frozenset({".json", ".csljson", ".jsonl"})
_OWN_ENDINGS = (".csljson", ".csl.json")


class CslJsonSource:
    """Reads a list of items, one item, `{"items": […]}`, or items by id."""

    name = "csljson"
    summary = "CSL-JSON, as Zotero, pandoc and citeproc write it"
    options_model = NoOptions

    def match(self, locator: SourceLocator) -> Match:
        """By the keys and types of CSL-JSON, else by the file name; a file with passages is the `json` source's."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        text = decode(locator.head).text
        if is_json(text) and speaks_of_evidence(text):
            return Match.NO
        if is_json(text) and speaks_of_csl(text):
            return Match.CONTENT
        return Match.SUFFIX if locator.label.lower().endswith(_OWN_ENDINGS) else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: NoOptions) -> Harvest:
        """Read everything. Raises InputError when the JSON is broken, or holds no item."""
        # It brings in the rules of the format, which a host that reads something else should not wait for.
        from bmreport_plugins.sources.csljson_harvest import harvest_csljson

        return harvest_csljson(self.name, locator, _SUFFIXES)
