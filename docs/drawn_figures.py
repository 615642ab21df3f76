"""The Sphinx directive `drawn-figure`: a figure drawn while the documentation is built, so that it is up to date."""

from __future__ import annotations

import html
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from bmreport import RunContext
from bmreport.config import parse_set_options
from bmreport.host import PluginHost


class DrawnFigure(SphinxDirective):
    """`.. drawn-figure:: forest FILE`, with lines of `:set:` as `bmreport plot --set` takes them, and a `:width:`."""

    required_arguments = 2
    option_spec = {"set": directives.unchanged, "width": directives.unchanged}  # noqa: RUF012  # as docutils has it

    def run(self) -> list[nodes.Node]:
        """The picture, with the words that stand for it inside."""
        kind, name = self.arguments
        path = Path(self.env.doc2path(self.env.docname)).parent / name
        self.env.note_dependency(str(path))
        host = PluginHost()
        maker = host.figure(kind)
        settings = [line.strip() for line in self.options.get("set", "").splitlines() if line.strip()]
        options = host.options(maker, parse_set_options(settings))
        figure = maker.provider.draw([str(path)], RunContext(offline=True), options).figure
        width = self.options.get("width", "100%")
        shown = figure.svg.replace("<svg ", f'<svg style="width: {html.escape(width)}; height: auto" ', 1)
        return [nodes.raw("", f"<div>{shown}</div>", format="html")]


def setup(app: object) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("drawn-figure", DrawnFigure)  # type: ignore[attr-defined]  # sphinx is not needed to check types
    return {"parallel_read_safe": True, "parallel_write_safe": True}
