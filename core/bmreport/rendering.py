"""render: one style applied to a report, every cluster and every reference as rich text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bmreport.atomic import write_whole
from bmreport.errors import OutputError, PluginError, TemplateError
from bmreport.host import PluginHost, Registered
from bmreport.models import (
    Block,
    BulletList,
    Claim,
    Figure,
    Paragraph,
    Reference,
    Report,
    SectionKind,
    Table,
    walk_claims,
)
from bmreport.paths import is_folder
from bmreport.placing import Placing, cite_groups, is_author_only
from bmreport.providers import CslEngine
from bmreport.richtext import Note, RichText, Text, is_rich_text, joined
from bmreport.style_lookup import FoundStyle, find_style
from bmreport.styling import CitationFormat, CiteCluster, StyledText, StyleJob

DEFAULT_STYLE = "vancouver"
DEFAULT_ENGINE = "bmreport"


@dataclass(frozen=True)
class RenderedClaim:
    """A sentence with its cluster in place."""

    claim: Claim
    content: RichText


@dataclass(frozen=True)
class RenderedParagraph:
    """Claims that are read one after another."""

    claims: tuple[RenderedClaim, ...]

    @property
    def content(self) -> RichText:
        """The sentences with a space between them."""
        return sentences(self.claims)

    @property
    def runs(self) -> tuple[tuple[RenderedClaim, ...], ...]:
        """Sentences that are read one after another, run by run in reading order; every block has them."""
        return (self.claims,)


@dataclass(frozen=True)
class RenderedList:
    """Items of a list."""

    items: tuple[tuple[RenderedClaim, ...], ...]

    @property
    def runs(self) -> tuple[tuple[RenderedClaim, ...], ...]:
        """The items."""
        return self.items


@dataclass(frozen=True)
class RenderedTable:
    """A table; every part holds claims."""

    caption: tuple[RenderedClaim, ...]
    header: tuple[tuple[RenderedClaim, ...], ...]
    rows: tuple[tuple[tuple[RenderedClaim, ...], ...], ...]
    footnotes: tuple[tuple[RenderedClaim, ...], ...]

    @property
    def runs(self) -> tuple[tuple[RenderedClaim, ...], ...]:
        """The caption, the cells row by row, the footnotes."""
        return (self.caption, *self.header, *(cell for row in self.rows for cell in row), *self.footnotes)


@dataclass(frozen=True)
class RenderedFigure:
    """A picture; caption and notes hold claims."""

    figure: Figure
    caption: tuple[RenderedClaim, ...]
    notes: tuple[tuple[RenderedClaim, ...], ...]

    @property
    def runs(self) -> tuple[tuple[RenderedClaim, ...], ...]:
        """The caption, then the notes."""
        return (self.caption, *self.notes)


RenderedBlock = RenderedParagraph | RenderedList | RenderedTable | RenderedFigure


@dataclass(frozen=True)
class RenderedSection:
    """A headed part of the report."""

    heading: str
    kind: SectionKind
    blocks: tuple[RenderedBlock, ...]


@dataclass(frozen=True)
class RenderedReference:
    """One entry of the list. `label` is the part that hangs left, when the style has one.

    `occurrences` are the numbers of the pointers to it in the text (RefLink.occurrence), for links back.
    """

    reference: Reference
    body: RichText
    label: RichText = ()
    occurrences: tuple[int, ...] = ()

    @property
    def content(self) -> RichText:
        """Label and body as one line."""
        if not self.label:
            return self.body
        return joined([self.label, (Text(" "),), self.body])


@dataclass(frozen=True)
class RenderedReport:
    """A report with one style applied; exporters turn it into files."""

    report: Report
    style_id: str
    style_title: str
    engine: str
    locale: str
    sections: tuple[RenderedSection, ...]
    references: tuple[RenderedReference, ...]
    further_reading: tuple[RenderedReference, ...] = ()
    notes: tuple[Note, ...] = ()
    citation_format: CitationFormat = CitationFormat.NUMERIC
    hanging_indent: bool = False
    has_bibliography: bool = True
    warnings: tuple[str, ...] = ()
    """What the style or its engine could not print."""
    style_notes: tuple[str, ...] = ()
    """How the style's name was understood, such as an alias or a dependent style."""
    style_sha256: str = ""
    host: PluginHost | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        """What a prompt needs; the whole would fill pages."""
        return f"<RenderedReport in {self.style_id} of {self.report!r}>"

    def to_bytes(
        self, export: str, *, template: str | Path | None = None, options: Mapping[str, Mapping[str, Any]] | None = None
    ) -> bytes:
        """The file that exporter `export` makes.

        Raises UnknownProviderError, TemplateError, ConfigError, PluginError.
        """
        host = self.host or PluginHost()
        exporter = host.exporter(export)
        chosen = host.options(exporter, options or {})
        if template is not None and not exporter.provider.takes_template:
            raise TemplateError(
                f"the format {export} takes no template", where=str(template), remedy=f"leave {export} without one"
            )
        with exporter.guarded("export") as provider:
            data: object = provider.export(self, Path(template) if template is not None else None, chosen)
        if not isinstance(data, bytes):
            raise PluginError(exporter.plugin.name, f"exporter {export}", f"returned {type(data).__name__}, not bytes")
        return data

    def export(
        self,
        export: str,
        path: str | Path,
        *,
        template: str | Path | None = None,
        options: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Path:
        """Write the file; it appears whole or not at all. Raises what `to_bytes` raises, and OutputError."""
        target = Path(path)
        if is_folder(target):
            raise OutputError("is a folder", where=str(target), remedy="name a file")
        data = self.to_bytes(export, template=template, options=options)
        write_whole(target, data)
        return target

    def export_text(self, export: str) -> str:
        """The file of a text format as a string."""
        return self.to_bytes(export).decode("utf-8", "replace")

    def _repr_html_(self) -> str:
        """The HTML view that notebooks show: a fragment, as a whole page inside a cell would lose its looks."""
        return self.to_bytes("html", options={"html": {"fragment": True}}).decode("utf-8")


def sentences(claims: tuple[RenderedClaim, ...]) -> RichText:
    """Claims with a space between them."""
    parts: list[RichText] = []
    for number, claim in enumerate(claims):
        parts.extend([(Text(" "),), claim.content] if number else [claim.content])
    return joined(parts)


def render(
    report: Report,
    *,
    host: PluginHost,
    style: str | None = None,
    locale: str | None = None,
    engine: str | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
    further_reading: bool = False,
) -> RenderedReport:
    """Apply a style to a report.

    `style` is an id, alias, path or CSL text; None takes the one the report was built for. With `further_reading`
    the uncited references are listed too. Raises StyleError, UnknownProviderError, ConfigError, PluginError.
    """
    found = find_style(host, style or report.style or DEFAULT_STYLE)
    processor = host.csl_engine(engine or DEFAULT_ENGINE)
    claims = [claim for claim in walk_claims(report.sections) if claim.cites]
    job = _job(report, claims, locale if locale is not None else report.locale, further_reading)
    styled = apply_style(found, job, processor, host, options or {})
    parts = _assemble(report, styled, further_reading=further_reading)
    return RenderedReport(
        report=report,
        style_id=found.style_id,
        style_title=found.title,
        style_sha256=found.sha256,
        engine=processor.name,
        locale=job.locale,
        sections=parts.sections,
        references=parts.references,
        further_reading=parts.further_reading,
        notes=parts.notes,
        citation_format=styled.citation_format,
        hanging_indent=styled.hanging_indent,
        has_bibliography=styled.entries is not None,
        warnings=styled.warnings,
        style_notes=found.notes,
        host=host,
    )


def apply_style(
    found: FoundStyle,
    job: StyleJob,
    engine: Registered[CslEngine],
    host: PluginHost,
    options: Mapping[str, Mapping[str, Any]],
) -> StyledText:
    """A job in a style. Raises StyleError, ConfigError, PluginError; a style that loses a cite or entry is one."""
    chosen = host.options(found.registered, options)
    with found.registered.guarded("render") as provider:
        styled = provider.render(job, _GuardedEngine(engine, host.options(engine, options)), chosen)
    _check_shape(styled, job, found.registered)
    return styled


@dataclass(frozen=True)
class _Parts:
    """The text and the lists of a report, with every cluster in its place."""

    sections: tuple[RenderedSection, ...]
    references: tuple[RenderedReference, ...]
    further_reading: tuple[RenderedReference, ...]
    notes: tuple[Note, ...]


class _GuardedEngine:
    """A CSL engine whose own faults are named as its plugin's, and whose options are already chosen."""

    def __init__(self, registered: Registered[CslEngine], options: Any) -> None:  # noqa: ANN401  # the engine's own options
        self._registered = registered
        self._options = options
        self.name = registered.provider.name
        self.summary = registered.provider.summary
        self.options_model = registered.provider.options_model

    def process(self, style: Any, job: StyleJob, options: Any = None) -> StyledText:  # noqa: ANN401  # as the Protocol
        with self._registered.guarded("process") as provider:
            return provider.process(style, job, self._options)


def _job(report: Report, claims: list[Claim], locale: str, further_reading: bool) -> StyleJob:
    cited = {cite.reference_id for claim in claims for cite in claim.cites}
    listed = [*report.references, *(report.further_reading if further_reading else ())]
    items = tuple({**reference.csl, "id": reference.id} for reference in listed)
    groups = [group for claim in claims for group in cite_groups(claim)]
    numbers = iter(range(1, len(groups) + 1))
    clusters = tuple(CiteCluster(group, note_number=0 if is_author_only(group) else next(numbers)) for group in groups)
    uncited = tuple(reference.id for reference in listed if reference.id not in cited)
    return StyleJob(items=items, clusters=clusters, locale=locale, uncited=uncited)


def _check_shape(styled: object, job: StyleJob, registered: Registered[Any]) -> None:
    """A style that loses a cluster or an entry must not go unnoticed."""
    where = f"style {registered.name}"
    if not isinstance(styled, StyledText):
        raise PluginError(registered.plugin.name, where, f"returned {type(styled).__name__}, not StyledText")
    if len(styled.clusters) != len(job.clusters):
        raise PluginError(
            registered.plugin.name, where, f"returned {len(styled.clusters)} clusters for {len(job.clusters)}"
        )
    if styled.authors and len(styled.authors) != len(job.clusters):
        raise PluginError(
            registered.plugin.name, where, f"returned {len(styled.authors)} authors for {len(job.clusters)} clusters"
        )
    texts = [*styled.clusters, *(part for entry in styled.entries or () for part in (entry.body, entry.label))]
    for text in texts:
        if not is_rich_text(text):
            raise PluginError(registered.plugin.name, where, f"returned {text!r:.80}, which is not rich text")
    if styled.entries is None:
        return
    listed = Counter(entry.reference_id for entry in styled.entries)
    wanted = {str(item["id"]) for item in job.items}
    for fault, ids in (
        ("left out of the reference list", wanted - listed.keys()),
        ("put into the reference list without being asked", listed.keys() - wanted),
        ("listed more than once", {key for key, times in listed.items() if times > 1}),
    ):
        if ids:
            raise PluginError(registered.plugin.name, where, f"{fault}: {', '.join(sorted(ids)[:10])}")


def _assemble(report: Report, styled: StyledText, *, further_reading: bool) -> _Parts:
    by_id = {reference.id: reference for reference in (*report.references, *report.further_reading)}
    placing = Placing(styled, {key: reference.csl for key, reference in by_id.items()})

    def claim_rich(claim: Claim) -> RenderedClaim:
        return RenderedClaim(claim, placing.sentence(claim))

    # Sections come first, in the order of `walk_claims`: the list of references needs the pointers counted in them.
    sections = tuple(
        RenderedSection(s.heading, s.kind, tuple(_block(block, claim_rich) for block in s.blocks))
        for s in report.sections
    )
    entries = [
        RenderedReference(by_id[e.reference_id], e.body, e.label, placing.occurrences_of(e.reference_id))
        for e in styled.entries or ()
    ]
    extra = {reference.id for reference in report.further_reading} if further_reading else set()
    return _Parts(
        sections=sections,
        references=tuple(entry for entry in entries if entry.reference.id not in extra),
        further_reading=tuple(entry for entry in entries if entry.reference.id in extra),
        notes=tuple(placing.notes),
    )


def _block(block: Block, claim_rich: Callable[[Claim], RenderedClaim]) -> RenderedBlock:
    def run(claims: list[Claim]) -> tuple[RenderedClaim, ...]:
        return tuple(claim_rich(claim) for claim in claims)

    if isinstance(block, Paragraph):
        return RenderedParagraph(run(block.claims))
    if isinstance(block, BulletList):
        return RenderedList(tuple(run(item) for item in block.items))
    if isinstance(block, Figure):
        return RenderedFigure(block, run(block.caption), tuple(run(note) for note in block.notes))
    assert isinstance(block, Table)  # noqa: S101  # the union has no fifth member
    return RenderedTable(
        caption=run(block.caption),
        header=tuple(run(cell) for cell in block.header),
        rows=tuple(tuple(run(cell) for cell in row) for row in block.rows),
        footnotes=tuple(run(footnote) for footnote in block.footnotes),
    )
