"""The contract with plugins: every hook of bmreport.

A hook only returns providers. It is called once, when the host is made; it does no work, opens no file and imports
nothing heavy. A hook that raises, or returns anything but a list of providers of its kind, is reported by name and left
out; the other plugins go on.

    from bmreport import hookimpl

    @hookimpl
    def bmreport_graders():
        return [MyGrader()]
"""

from __future__ import annotations

import pluggy

from bmreport.providers import (
    CslEngine,
    Exporter,
    FigureMaker,
    Grader,
    Source,
    Style,
    StyleCollection,
    Synthesizer,
    Verifier,
    Workflow,
)

PROJECT = "bmreport"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def bmreport_sources() -> list[Source]:  # type: ignore[empty-body]  # pluggy never calls a specification
    """Sources of citations and references; asked for each input which of them takes it."""


@hookspec
def bmreport_graders() -> list[Grader]:  # type: ignore[empty-body]  # as above
    """Graders of a body of evidence, chosen by `--grader`."""


@hookspec
def bmreport_synthesizers() -> list[Synthesizer]:  # type: ignore[empty-body]  # as above
    """Writers of the answer, chosen by `--synthesizer`."""


@hookspec
def bmreport_styles() -> list[Style]:  # type: ignore[empty-body]  # as above
    """Styles by name, chosen by `--style`: `bmreport.CslStyle` for a `.csl` file, or a style written in Python."""


@hookspec
def bmreport_style_collections() -> list[StyleCollection]:  # type: ignore[empty-body]  # as above
    """Collections that look a CSL style up by name; asked in turn when no style of `bmreport_styles` has the name."""


@hookspec
def bmreport_csl_engines() -> list[CslEngine]:  # type: ignore[empty-body]  # as above
    """CSL processors, chosen by `--csl-engine`."""


@hookspec
def bmreport_verifiers() -> list[Verifier]:  # type: ignore[empty-body]  # as above
    """Checks; all of them run on every report, in order of their names."""


@hookspec
def bmreport_exporters() -> list[Exporter]:  # type: ignore[empty-body]  # as above
    """Formats, chosen by `--export`."""


@hookspec
def bmreport_figures() -> list[FigureMaker]:  # type: ignore[empty-body]  # as above
    """Kinds of figures, drawn by `bmreport plot`."""


@hookspec
def bmreport_workflows() -> list[Workflow]:  # type: ignore[empty-body]  # as above
    """Named procedures that end in a report."""
