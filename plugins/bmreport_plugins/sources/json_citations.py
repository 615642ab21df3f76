"""Source `json`: citations as JSON or JSON Lines, with or without the question they answer."""

from __future__ import annotations

from bmreport import Harvest, Match, NoOptions, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import is_binary
from bmreport_plugins.sources.json_shapes import is_json, speaks_of_evidence

_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson"})


class JsonSource:
    """Reads a list of citations, an object with `citations` and `question`, JSON Lines, or one citation."""

    name = "json"
    summary = "citations as JSON: a list, an object with question and citations, or JSON Lines"
    options_model = NoOptions

    def match(self, locator: SourceLocator) -> Match:
        """By the keys of a citation, else by the file name; any other JSON could be meant as well."""
        if locator.is_folder or is_binary(locator.head):
            return Match.NO
        text = decode(locator.head).text
        if is_json(text) and speaks_of_evidence(text):
            return Match.CONTENT
        if locator.suffix in _SUFFIXES:
            return Match.SUFFIX
        return Match.WEAK if is_json(text) else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: NoOptions) -> Harvest:
        """Read everything. Raises InputError when the JSON is broken, or holds no citation."""
        # It brings in the rules of the format, which a host that reads something else should not wait for.
        from bmreport_plugins.sources.json_harvest import harvest_json

        return harvest_json(self.name, locator, _SUFFIXES)
