"""The Sphinx directive `provider-options`: a table of the options of all providers of a kind, from their models."""

from __future__ import annotations

import json

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from bmreport.cli.plugin_listing import options_of
from bmreport.host import PluginHost


class ProviderOptions(SphinxDirective):
    """`.. provider-options:: exporter`."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """One row for each option; providers without options are left out."""
        kind = self.arguments[0]
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 30 20 50", ""]
        lines += ["   * - Option", "     - Default", "     - Meaning"]
        rows = [
            (f"``{one.name}.{option['name']}``", f"``{json.dumps(option['default'])}``", self._meaning(option))
            for one in PluginHost().everything()
            if one.kind == kind
            for option in options_of(one)
        ]
        for cells in rows:
            lines += [f"   {mark} - {cell}" for mark, cell in zip("*  ", cells, strict=True)]
        container = nodes.container()
        self.state.nested_parse(StringList(lines if rows else ["None."], source=f"options of {kind}"), 0, container)
        return container.children

    @staticmethod
    def _meaning(option: dict[str, object]) -> str:
        return f"{option['help']} (``{option['type']}``)"


def setup(app: object) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("provider-options", ProviderOptions)  # type: ignore[attr-defined]  # sphinx is not needed to check types
    return {"parallel_read_safe": True, "parallel_write_safe": True}
