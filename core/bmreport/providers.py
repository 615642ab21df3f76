"""What a plugin can contribute: one Protocol per kind, each with few methods.

A provider is any object with these attributes; nothing needs to be inherited. `name` is what a user types, `summary`
one line of help, `options_model` a subclass of `bmreport.Options` (or `bmreport.NoOptions`) whose instance reaches each
call.
`bmreport.testing` holds an `assert_…_contract` for every kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from bmreport.context import RunContext
from bmreport.evidence import Change, EvidenceBody
from bmreport.intake import Harvest
from bmreport.locator import SourceLocator
from bmreport.models import Draft, Figure, Finding, Grade, Options, Report, Section
from bmreport.styling import CslStyleSource, StyledText, StyleJob

if TYPE_CHECKING:
    from bmreport.rendering import RenderedReport


@runtime_checkable
class Provider(Protocol):
    """What all providers have."""

    @property
    def name(self) -> str:
        """What users type: lower case letters, digits and hyphens."""

    @property
    def summary(self) -> str:
        """One line for lists and help."""

    @property
    def options_model(self) -> type[Options]:
        """The pydantic model of the options; `--set name.option=value` and bmreport.toml fill it."""


@dataclass(frozen=True)
class Drawing:
    """A finished figure as files: `figure` holds SVG, PNG, data and words; `pdf` the same as vectors on a page."""

    figure: Figure
    pdf: bytes = b""


class Match(IntEnum):
    """How sure a source is that an input is its own; the surest wins."""

    NO = 0
    WEAK = 1
    """It could be read, but the format says little (any JSON, say)."""
    SUFFIX = 2
    """The file name says so."""
    CONTENT = 3
    """The content says so."""


@runtime_checkable
class Source(Provider, Protocol):
    """Where citations and references come from."""

    def match(self, locator: SourceLocator) -> Match:
        """How sure it is to read this input. Looks at the name and `locator.head`, never at the network."""

    def read(self, locator: SourceLocator, context: RunContext, options: Any) -> Harvest:  # noqa: ANN401  # each provider narrows its own options
        """Read everything. Use `bmreport.Intake`, so that no record is lost in silence.

        Raises InputError when the input as a whole cannot be read, ServiceError when a service is out of reach.
        """


@runtime_checkable
class Grader(Provider, Protocol):
    """Judges a body of evidence."""

    def grade(self, body: EvidenceBody, context: RunContext, options: Any) -> list[Grade]:  # noqa: ANN401  # as above
        """At least one grade; the first one gives the report's `evidence_strength`. Every step carries its reason."""


@runtime_checkable
class Exhibitor(Grader, Protocol):
    """A grader that also brings tables and figures. Optional."""

    def exhibits(
        self,
        body: EvidenceBody,
        grades: list[Grade],
        context: RunContext,
        options: Any,  # noqa: ANN401  # as above
    ) -> list[Section]:
        """Sections of kind EXHIBITS: `grades` are the ones it gave. Their cites name reference ids or citation ids."""


@runtime_checkable
class Synthesizer(Provider, Protocol):
    """Writes the answer."""

    def write(self, body: EvidenceBody, grades: list[Grade], context: RunContext, options: Any) -> Draft:  # noqa: ANN401  # as above
        """A draft whose claims name citation ids of `body`; it never writes reference numbers or lists.

        Raises NotEnoughEvidenceError when nothing answers the question.
        """


@runtime_checkable
class Reviser(Synthesizer, Protocol):
    """A synthesizer that can also change a finished answer without writing all of it again. Optional."""

    def revise(
        self,
        sections: list[Section],
        body: EvidenceBody,
        change: Change,
        grades: list[Grade],
        context: RunContext,
        options: Any,  # noqa: ANN401  # as above
    ) -> Draft:
        """The whole draft anew, with every claim that the change does not touch as it stands in `sections`.

        `body` is the evidence after the change; a claim is touched when it rests on a citation that was taken out.
        """


@runtime_checkable
class CslEngine(Provider, Protocol):
    """Processes CSL styles."""

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:  # noqa: ANN401  # as above
        """Render all clusters and the list. Raises StyleError naming the style, and the line where it can."""


@runtime_checkable
class Style(Provider, Protocol):
    """Decides how cites and references look."""

    def render(self, job: StyleJob, engine: CslEngine, options: Any) -> StyledText:  # noqa: ANN401  # as above
        """Render all clusters and the list; a style written in Python may ignore `engine`. Raises StyleError."""


@runtime_checkable
class StyleCollection(Provider, Protocol):
    """Many CSL styles behind one door, looked up by name when one is asked for."""

    def find(self, name: str) -> CslStyleSource | None:
        """The style of that id, alias or title, dependents resolved to their parent; None when it is not here.

        Raises StyleError when the style is here but cannot be read.
        """

    def names(self) -> Iterable[tuple[str, str]]:
        """Pairs of id and title (a title may be empty where reading it would cost too much)."""


@runtime_checkable
class Verifier(Provider, Protocol):
    """Checks a report and says what it found; never changes it."""

    def check(self, report: Report, context: RunContext, options: Any) -> list[Finding]:  # noqa: ANN401  # as above
        """Findings with ids in `where`; an empty list when all is well."""


@runtime_checkable
class Exporter(Provider, Protocol):
    """Turns a rendered report into the bytes of one format."""

    @property
    def suffix(self) -> str:
        """The file name's ending, such as `.pdf`."""

    @property
    def media_type(self) -> str:
        """The MIME type, such as `application/pdf`."""

    @property
    def takes_template(self) -> bool:
        """Whether `--template` means anything to this format."""

    def export(self, rendered: RenderedReport, template: Path | None, options: Any) -> bytes:  # noqa: ANN401  # as above
        """The whole file; the same report gives the same bytes.

        `template` replaces the built-in one; it is None unless `takes_template`. Raises TemplateError naming file and
        line.
        """


@runtime_checkable
class FigureMaker(Provider, Protocol):
    """Draws one kind of figure from a file of data; `bmreport plot NAME FILE`."""

    def draw(self, inputs: list[str], context: RunContext, options: Any) -> Drawing:  # noqa: ANN401  # as above
        """The figure of these inputs (paths as the user typed them). Raises InputError naming file, row and column."""


@runtime_checkable
class Workflow(Provider, Protocol):
    """A named procedure of several steps that ends in a report."""

    def run(self, inputs: list[str], context: RunContext, options: Any) -> Report:  # noqa: ANN401  # as above
        """Run it on inputs as the user typed them."""
