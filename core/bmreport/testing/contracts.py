"""What any provider must keep to, one function a kind."""

from __future__ import annotations

import base64
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bmreport.context import RunContext
from bmreport.evidence import EvidenceBody
from bmreport.intake import Harvest
from bmreport.locator import SourceLocator
from bmreport.models import (
    ClaimRole,
    Draft,
    Finding,
    Grade,
    Options,
    Report,
    walk_claims,
)
from bmreport.option_help import option_help
from bmreport.providers import (
    CslEngine,
    Drawing,
    Exporter,
    FigureMaker,
    Grader,
    Match,
    Provider,
    Source,
    Style,
    StyleCollection,
    Synthesizer,
    Verifier,
)
from bmreport.rendering import RenderedReport
from bmreport.richtext import to_plain
from bmreport.styling import CslStyleSource, StyledText
from bmreport.testing.samples import NoEngine, sample_body, sample_job, sample_rendered, sample_report


def assert_provider_contract(provider: object) -> None:
    """Name, summary and options are as the host needs them, and every option explains itself."""
    assert isinstance(provider, Provider)
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", provider.name), f"bad name {provider.name!r}"
    assert provider.summary.strip(), "a summary of one line is needed"
    assert "\n" not in provider.summary
    assert issubclass(provider.options_model, Options)
    provider.options_model()  # every option needs a default
    for name, text in option_help(provider.options_model).items():
        assert text, f"option {name} needs a docstring"


def assert_source_contract(source: object, locator: str | Path, data: bytes | None = None) -> Harvest:
    """The source takes this input, reads it, and its books balance; it refuses a folder and noise."""
    assert_provider_contract(source)
    assert isinstance(source, Source)
    given = SourceLocator(str(locator), content=data)
    assert source.match(given) > Match.NO, f"{source.name} does not take {locator}"
    harvest = source.read(given, RunContext(offline=True), source.options_model())
    assert harvest.reports, "a source returns an import report"
    for report in harvest.reports:
        assert report.balanced, f"{report.records} records, {report.kept} kept, {len(report.rejected)} rejected"
    taken = len(harvest.citations) + len(harvest.references) + len(harvest.studies)
    assert sum(report.kept for report in harvest.reports) == taken
    noise = SourceLocator("noise.bin", content=bytes(range(256)) * 4)
    assert source.match(noise) <= Match.WEAK, f"{source.name} takes random bytes"
    return harvest


def assert_grader_contract(grader: object, body: EvidenceBody | None = None) -> list[Grade]:
    """The grader returns at least one grade with a label of its scale and a reason, and repeats itself exactly."""
    assert_provider_contract(grader)
    assert isinstance(grader, Grader)
    evidence = body or sample_body()
    options = grader.options_model()
    grades = grader.grade(evidence, RunContext(offline=True), options)
    assert grades, "a grader returns at least one grade"
    for grade in grades:
        assert grade.grader == grader.name
        assert not grade.levels or grade.label in grade.levels
    assert grader.grade(evidence, RunContext(offline=True), options) == grades, "not deterministic"
    return grades


def assert_synthesizer_contract(synthesizer: object, body: EvidenceBody | None = None) -> Draft:
    """Every finding is cited, every cite is known, and no reference number or list is written by the synthesizer."""
    assert_provider_contract(synthesizer)
    assert isinstance(synthesizer, Synthesizer)
    evidence = body or sample_body()
    draft = synthesizer.write(evidence, [], RunContext(offline=True), synthesizer.options_model())
    assert isinstance(draft, Draft)
    claims = list(walk_claims(draft.sections))
    assert claims, "a draft holds at least one claim"
    assert draft.methodology_note.strip(), "the methodology note says how the answer was made"
    for claim in claims:
        assert claim.text.strip()
        assert not re.search(r"\[\d+(?:[,–-]\d+)*\]\s*[.!?]?$", claim.text), f"a marker in the text: {claim.text!r}"
        assert claim.cites or claim.role is ClaimRole.BACKGROUND, f"no cite: {claim.text!r}"
        for identifier in claim.citation_ids:
            assert identifier in evidence.citation_by_id, f"unknown citation {identifier!r}"
        for quote in claim.quotes:
            passage = evidence.citation_by_id[quote.citation_id].passage
            assert 0 <= quote.start < quote.end <= len(passage)
    return draft


def assert_style_contract(style: object, engine: CslEngine | None = None) -> StyledText:
    """The style returns one text per cluster and one entry per item, with pointers to the cited items."""
    assert_provider_contract(style)
    assert isinstance(style, Style)
    report = sample_report()
    job = sample_job(report)
    styled = style.render(job, engine or NoEngine(), style.options_model())
    assert len(styled.clusters) == len(job.clusters)
    for cluster in styled.clusters:
        assert to_plain(cluster).strip()
    if styled.entries is not None:
        assert sorted(e.reference_id for e in styled.entries) == sorted(str(item["id"]) for item in job.items)
        assert all(to_plain(entry.body).strip() for entry in styled.entries)
    return styled


def assert_style_collection_contract(collection: object, known: str) -> CslStyleSource:
    """The collection finds a style that it lists, and returns None for nonsense."""
    assert_provider_contract(collection)
    assert isinstance(collection, StyleCollection)
    found = collection.find(known)
    assert found is not None
    assert found.xml.lstrip().startswith((b"<", b"\xef\xbb\xbf<"))
    assert collection.find("no-such-style-\x00-anywhere") is None
    assert any(identifier == found.style_id for identifier, _title in collection.names())
    return found


def assert_csl_engine_contract(engine: object, style: CslStyleSource) -> StyledText:
    """The engine renders a style for the sample report."""
    assert_provider_contract(engine)
    assert isinstance(engine, CslEngine)
    job = sample_job(sample_report())
    styled = engine.process(style, job, engine.options_model())
    assert len(styled.clusters) == len(job.clusters)
    assert engine.process(style, job, engine.options_model()) == styled, "not deterministic"
    return styled


def assert_verifier_contract(verifier: object, report: Report | None = None) -> list[Finding]:
    """The verifier returns findings under its own name and leaves the report as it was."""
    assert_provider_contract(verifier)
    assert isinstance(verifier, Verifier)
    given = report or sample_report()
    before = given.to_json()
    findings = verifier.check(given, RunContext(offline=True), verifier.options_model())
    assert given.to_json() == before, "a verifier may not change the report"
    assert all(finding.verifier == verifier.name for finding in findings)
    return findings


def assert_exporter_contract(exporter: object, rendered: RenderedReport | None = None) -> bytes:
    """The exporter gives bytes, the same ones twice, and a suffix and media type to go with them."""
    assert_provider_contract(exporter)
    assert isinstance(exporter, Exporter)
    assert re.fullmatch(r"(\.[a-z0-9]+)+", exporter.suffix)
    assert re.fullmatch(r"[a-z]+/[\w.+-]+", exporter.media_type)
    given = rendered or sample_rendered()
    data = exporter.export(given, None, exporter.options_model())
    assert isinstance(data, bytes)
    assert data
    assert exporter.export(given, None, exporter.options_model()) == data, "not deterministic"
    return data


def assert_figure_contract(maker: object, inputs: Sequence[str], options: Options | None = None) -> Drawing:
    """The maker draws these inputs the same way twice, with words and data, and draws the same from its own data."""
    assert_provider_contract(maker)
    assert isinstance(maker, FigureMaker)
    context, given = RunContext(offline=True), options or maker.options_model()
    drawing = maker.draw(list(inputs), context, given)
    assert maker.draw(list(inputs), context, given) == drawing, "not deterministic"
    figure = drawing.figure
    assert figure.svg.lstrip().startswith("<svg"), "a figure has vectors"
    assert base64.b64decode(figure.png, validate=True).startswith(b"\x89PNG"), "a figure has pixels"
    assert not drawing.pdf or drawing.pdf.startswith(b"%PDF-")
    assert figure.alt.strip(), "words stand in for a picture that is not seen"
    assert figure.caption, "a figure has a caption"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / f"{figure.name}.csv"
        data.write_text(figure.data, encoding="utf-8")
        again = maker.draw([str(data)], context, maker.options_model())
    assert again.figure.svg == figure.svg, "the data of a figure do not give the same picture"
    return drawing
