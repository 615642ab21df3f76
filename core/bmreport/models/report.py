"""Report: the whole, as data; it saves to and loads from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    computed_field,
    field_validator,
    model_validator,
)

from bmreport.atomic import write_whole
from bmreport.clock import now
from bmreport.errors import InputError
from bmreport.models.analysis import Analysis
from bmreport.models.base import Model
from bmreport.models.citation import Citation
from bmreport.models.contradiction import Contradiction
from bmreport.models.draft import Claim, Section, SectionKind, walk_claims
from bmreport.models.finding import Finding, Severity
from bmreport.models.grade import Grade
from bmreport.models.history import Revision
from bmreport.models.intake import ImportReport, Merge
from bmreport.models.json_values import as_json
from bmreport.models.ledger import Ledger
from bmreport.models.marked_text import marked_text, sections_from_marked_text
from bmreport.models.moment import Moment
from bmreport.models.reference import Reference
from bmreport.models.rendering import Rendering
from bmreport.models.study import Study
from bmreport.regular_files import read_regular

if TYPE_CHECKING:
    from bmreport.host import PluginHost
    from bmreport.rendering import RenderedReport

SCHEMA_VERSION = 1
_MAX_REPORT_BYTES = 512 * 1024 * 1024


class Provenance(Model):
    """What made a report: versions and settings, no paths of a machine and no keys."""

    bmreport: str = ""
    grader: str = ""
    synthesizer: str = ""
    model: str = ""
    prompt_sha256: str = ""
    plugins: dict[str, str] = Field(default_factory=dict)
    """Provider -> package and version."""
    options: Annotated[dict[str, Any], AfterValidator(as_json)] = Field(default_factory=dict)


class Report(Model):
    """Question, answer, references, grades, checks and where all of it came from.

    Field names of BMLibrarian's Report mean the same here. A report may also be made from a finished
    `synthesized_answer` with markers such as `[1]` or `[2,3]`; it is then cut into claims.
    """

    schema_version: int = SCHEMA_VERSION
    title: str = ""
    user_question: str
    sections: list[Section] = Field(default_factory=list)
    references: list[Reference] = Field(default_factory=list)
    """Cited references in order of first appearance, numbered from 1."""
    further_reading: list[Reference] = Field(default_factory=list)
    """References that came in but are not cited; never numbered."""
    citations: list[Citation] = Field(default_factory=list)
    reference_of: dict[str, str] = Field(default_factory=dict)
    """Citation id -> reference id."""
    grades: list[Grade] = Field(default_factory=list)
    evidence_strength: str = ""
    methodology_note: str = ""
    created_at: Moment = Field(default_factory=now)
    citation_count: int = Field(default=0, ge=0)
    """Citations analysed; as many as are given here unless told otherwise."""
    unique_documents: int = Field(default=0, ge=0)
    """Documents they come from; as many as are listed unless told otherwise."""
    findings: list[Finding] = Field(default_factory=list)
    ledger: Ledger = Field(default_factory=Ledger)
    """Every claim with its verdict; empty until the report is checked."""
    contradictions: list[Contradiction] = Field(default_factory=list)
    studies: list[Study] = Field(default_factory=list)
    """The figures of studies that graders worked with."""
    analyses: list[Analysis] = Field(default_factory=list)
    """Meta-analyses with all their numbers."""
    left_out: list[str] = Field(default_factory=list)
    """Ids of citations that were read but are not used in the answer."""
    history: list[Revision] = Field(default_factory=list)
    """What was changed after the report was first made, oldest first."""
    merges: list[Merge] = Field(default_factory=list)
    imports: list[ImportReport] = Field(default_factory=list)
    style: str = ""
    """The style asked for when the report was built; the default of `render`."""
    locale: str = ""
    provenance: Provenance = Field(default_factory=Provenance)
    rendering: Rendering | None = None
    """What the report was last printed in; written by the export `json`."""

    _host: PluginHost | None = PrivateAttr(default=None)

    @model_validator(mode="wrap")
    @classmethod
    def _accept_finished_text(cls, data: object, handler: ModelWrapValidatorHandler[Report]) -> Report:
        if not isinstance(data, Mapping):
            return handler(data)
        fields = dict(data)
        text = fields.pop("synthesized_answer", None)
        report = handler(fields)
        report.references, report.further_reading = _with_ids(report.references, report.further_reading)
        if "citation_count" not in fields:
            report.citation_count = len(report.citations)
        if "unique_documents" not in fields:
            report.unique_documents = len(report.references)
        if text and not report.sections:
            if all(reference.number is None for reference in report.references):
                report.references = _numbered(report.references)
            ids = {reference.number: reference.id for reference in report.references if reference.number}
            report.sections = sections_from_marked_text(str(text), ids)
        return report

    @field_validator("schema_version")
    @classmethod
    def _known_schema(cls, value: int) -> int:
        if not 1 <= value <= SCHEMA_VERSION:
            raise ValueError(f"this bmreport reads reports of schema 1 to {SCHEMA_VERSION}; update it")
        return value

    @computed_field  # type: ignore[prop-decorator]  # mypy does not know property decorators
    @property
    def synthesized_answer(self) -> str:
        """The answer as plain text with numbered markers, paragraphs separated by blank lines."""
        return marked_text(self.sections, {ref.id: ref.number for ref in self.references if ref.number})

    @property
    def claims(self) -> list[Claim]:
        """Every claim in reading order."""
        return list(walk_claims(self.sections))

    @property
    def lead(self) -> Section | None:
        """The section with the short answer."""
        return next((section for section in self.sections if section.kind is SectionKind.LEAD), None)

    @property
    def errors(self) -> list[Finding]:
        """Findings of severity error."""
        return [finding for finding in self.findings if finding.severity is Severity.ERROR]

    def to_json(self) -> str:
        """The report as JSON text; the same report gives the same text.

        Mappings keep their order, which a grader's figures are shown in.
        """
        # Not mode="json", which fails where a key of a mapping holds a lone surrogate.
        data = self.model_dump()
        return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False, default=as_json) + "\n"

    def to_json_bytes(self) -> bytes:
        """The report as a UTF-8 file."""
        # A lone surrogate from hostile input has no UTF-8 form; written as JSON's own escape it is read back as it was.
        return self.to_json().encode("utf-8", "backslashreplace")

    def save(self, path: str | Path) -> Path:
        """Write the report as JSON; the file appears whole or not at all. Raises OutputError."""
        target = Path(path)
        write_whole(target, self.to_json_bytes())
        return target

    @classmethod
    def load(cls, path: str | Path) -> Report:
        """Read a report that `save` wrote. Raises InputError naming the file and the first field that is wrong."""
        target = Path(path)
        try:
            data = read_regular(target, _MAX_REPORT_BYTES)
            if len(data) > _MAX_REPORT_BYTES:
                raise InputError("the file is too large for a report", where=str(target))
            return cls.model_validate(json.loads(data))
        except FileNotFoundError as error:
            raise InputError("there is no such file", where=str(target), remedy="check the path") from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"cannot be read: {reason}", where=str(target), remedy="check the path") from error
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"not a report: {_first_fault(error)}",
                where=str(target),
                remedy="give a file written by `bmreport … --export json`",
            ) from error

    def __eq__(self, other: object) -> bool:
        """Reports are equal by content; the host that renders them is no part of it."""
        return isinstance(other, Report) and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        """What a prompt needs; the whole report would fill pages."""
        strength = f", {self.evidence_strength}" if self.evidence_strength else ""
        return (
            f"<Report {self.title or self.user_question!r}{strength}: {self.citation_count} citations, "
            f"{len(self.references)} references>"
        )

    __str__ = __repr__

    __hash__ = None  # type: ignore[assignment]  # a report can change, as any model

    def detached_copy(self) -> Report:
        """A copy that shares nothing with this report and knows no host."""
        copied = self.model_copy()
        copied._host = None
        return copied.model_copy(deep=True)

    def attach_host(self, host: PluginHost) -> Report:
        """Let later calls of `render` use the plugins of this host."""
        self._host = host
        return self

    def render(
        self, style: str | None = None, *, locale: str | None = None, engine: str | None = None
    ) -> RenderedReport:
        """Apply a style: every cluster and every reference as rich text. Raises StyleError, UnknownProviderError."""
        # Rendering loads styles and engines; a report as data needs neither.
        from bmreport.host import PluginHost
        from bmreport.rendering import render

        return render(self, host=self._host or PluginHost(), style=style, locale=locale, engine=engine)

    def _repr_html_(self) -> str:
        """The HTML view that notebooks show."""
        return self.render()._repr_html_()


def _with_ids(cited: Sequence[Reference], uncited: Sequence[Reference]) -> tuple[list[Reference], list[Reference]]:
    """References that all have an id of their own, the given ones unchanged. Raises ValueError for a double id."""
    taken: set[str] = set()
    for reference in (*cited, *uncited):
        if reference.id and reference.id in taken:
            raise ValueError(f"two references have the id {reference.id!r}")
        taken.add(reference.id)
    place = 0

    def with_id(reference: Reference) -> Reference:
        nonlocal place
        place += 1
        if reference.id:
            return reference
        free = f"r{reference.number or place}"
        while free in taken:
            free += "x"
        taken.add(free)
        return reference.model_copy(update={"id": free})

    return [with_id(reference) for reference in cited], [with_id(reference) for reference in uncited]


def _numbered(references: Sequence[Reference]) -> list[Reference]:
    """References in the order of a finished text's own list."""
    return [reference.model_copy(update={"number": place}) for place, reference in enumerate(references, start=1)]


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        return f"field {place}: {first['msg']}" if place else str(first["msg"])
    return str(error) or type(error).__name__
