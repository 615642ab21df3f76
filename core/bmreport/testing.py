"""The kit for plugin authors.

A fresh host, sample evidence, and one `assert_…_contract(provider)` per kind that any provider must pass; the built-in
providers are tested with the same functions. Everything here is made up: no sample names a real paper.

    from bmreport.testing import assert_grader_contract

    def test_contract():
        assert_grader_contract(MyGrader())
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bmreport.context import RunContext
from bmreport.evidence import EvidenceBody
from bmreport.hookspecs import hookimpl
from bmreport.host import PluginHost
from bmreport.intake import Harvest
from bmreport.linking import link_documents
from bmreport.locator import SourceLocator
from bmreport.models import (
    Citation,
    Cite,
    Claim,
    ClaimRole,
    Draft,
    Finding,
    Grade,
    NoOptions,
    Options,
    Paragraph,
    Report,
    Section,
    SectionKind,
    Table,
    walk_claims,
)
from bmreport.numbering import number_references
from bmreport.option_help import option_help
from bmreport.providers import (
    CslEngine,
    Exporter,
    Grader,
    Match,
    Provider,
    Source,
    Style,
    StyleCollection,
    Synthesizer,
    Verifier,
)
from bmreport.rendering import RenderedReport, render
from bmreport.richtext import RefLink, RichText, Text, joined, to_plain
from bmreport.styling import CiteCluster, CslStyleSource, Entry, StyledText, StyleJob

HOSTILE_TEXTS = (
    "<script>alert('x')</script> & <b>bold</b>",
    "*stars* _unders_ **two** `tick` ~sub~ ^sup^ ~~gone~~ ==mark==",
    "[@smith2020] [link](http://x) ![i](y) {.cls} [^1] :::",
    "# heading\n\n- item\n1. one\n> quote\n| a | b |\n---",
    "$x^2$ \\textbf{x} \\input{/etc/passwd} %comment \\",
    '#strong[x] #read("/etc/passwd") @label <label> // c /* d */ ~ -- --- ...',
    "\"double\" 'single' “curly” ‘c’ «g»",
    "{{ 7 * 7 }} {% raw %} {# c #} ${x} $(id)",
    "a\u00a0b\u200bc\u202ed\u2066e\ufefff\ue000g\ue001h",
    "مرحبا שלום 你好 こんにちは Ωμέγα",
    "=cmd|' /C calc'!A0 +1 -1 @x",
    "&lt;i&gt; &amp;amp; &#x41; <i>open <sup>2</sup>",
    "tab\there\r\nline\x0bfeed\x00nul\x1besc",
)
"""Text that some format would read as mark-up; each must come out as itself everywhere."""

FIXED_TIME = datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC)


def sample_citations() -> list[Citation]:
    """Six made-up citations from four made-up papers on a made-up drug."""
    papers = [
        (
            "Placebrol for the Prevention of Sample Events: a Randomised Trial",
            ["Doe, J.", "Roe, R. M.", "van der Berg, J."],
            "2019-03-02",
            "10.5555/sample.1",
            "90000001",
        ),
        (
            "Bleeding under Placebrol: a Meta-Analysis",
            ["Example Trialists' Collaboration"],
            "2021",
            "10.5555/sample.2",
            "90000002",
        ),
        ("Placebrol in People Older than 70", ["Muster, E.", "Moe, M."], "2020 Nov", "10.5555/sample.3", ""),
        ("Placebrol and Mortality", ["Bloggs, F."], "2018-07-01", "", "90000004"),
    ]
    passages = [
        (0, "Placebrol lowered sample events by 12% (hazard ratio 0.88, 95% CI 0.80-0.97).", 0.95),
        (0, "Sample events occurred in 8.5% of adults given placebrol and in 9.6% given placebo.", 0.91),
        (1, "Placebrol raised major bleeding (rate ratio 1.29, 95% CI 1.05-1.56).", 0.9),
        (2, "In adults older than 70 years placebrol did not prevent sample events (p = 0.79).", 0.85),
        (3, "Placebrol had no effect on mortality over 5 years.", 0.8),
        (3, "Few women took part, which limits what can be said of placebrol in women.", 0.75),
    ]
    return [
        Citation(
            id=f"c{number}",
            passage=passage,
            relevance_score=score,
            document_id=f"doc{paper + 1}",
            document_title=papers[paper][0],
            authors=papers[paper][1],  # type: ignore[arg-type]  # the model reads strings as names
            publication_date=papers[paper][2],  # type: ignore[arg-type]  # the model reads strings as dates
            doi=papers[paper][3],
            pmid=papers[paper][4],
            publication="Journal of Samples",
            volume="12",
            issue="3",
            pages="101-9",
        )
        for number, (paper, passage, score) in enumerate(passages, start=1)
    ]


def sample_body(citations: list[Citation] | None = None) -> EvidenceBody:
    """The sample citations, linked to their references."""
    given = sample_citations() if citations is None else citations
    links = link_documents(given, [])
    return EvidenceBody(
        "Does placebrol prevent sample events?", tuple(given), tuple(links.references), links.reference_of
    )


def sample_draft() -> Draft:
    """A draft with a lead, a paragraph, a table with cites in its cells and caption, and a limit."""
    return Draft(
        sections=[
            Section(
                heading="Summary",
                kind=SectionKind.LEAD,
                blocks=[Paragraph(claims=[_claim("Placebrol lowered sample events by 12%.", "c1")])],
            ),
            Section(
                heading="Findings",
                kind=SectionKind.FINDINGS,
                blocks=[
                    Paragraph(
                        claims=[
                            _claim("Placebrol raised major bleeding (rate ratio 1.29).", "c3"),
                            _claim("Older adults had no benefit, and mortality did not change.", "c4", "c5"),
                        ]
                    ),
                    Table(
                        caption=[_claim("Events by group", "c2")],
                        header=[[_plain("Outcome")], [_plain("Effect")]],
                        rows=[
                            [[_plain("Sample events")], [_claim("0.88 (0.80-0.97)", "c1")]],
                            [[_plain("Major bleeding")], [_claim("1.29 (1.05-1.56)", "c3")]],
                        ],
                        footnotes=[[_claim("Ratios with 95% CI", "c3")]],
                    ),
                ],
            ),
            Section(
                heading="Limits",
                kind=SectionKind.LIMITS,
                blocks=[Paragraph(claims=[_claim("Few women took part.", "c6"), _plain("Six passages were read.")])],
            ),
        ],
        methodology_note="Written by hand as a sample.",
    )


def sample_report(draft: Draft | None = None, citations: list[Citation] | None = None) -> Report:
    """A whole report made without any plugin, at a fixed time."""
    body = sample_body(citations)
    numbered = number_references((draft or sample_draft()).sections, body)
    return Report(
        title="Placebrol and Sample Events",
        user_question=body.question,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(body.citations),
        reference_of=body.reference_of,
        grades=[
            Grade(grader="sample", label="Moderate", levels=["Strong", "Moderate", "Limited"], reason="It is a sample.")
        ],
        evidence_strength="Moderate",
        methodology_note="Written by hand as a sample.",
        created_at=FIXED_TIME,
        citation_count=len(body.citations),
        unique_documents=body.unique_documents,
        style=NumberedStyle.name,
    )


def sample_rendered(report: Report | None = None) -> RenderedReport:
    """The sample report (or another) rendered with `NumberedStyle`; needs no CSL."""
    given = report or sample_report()
    return render(given, host=fresh_host(SamplePlugin()), style=NumberedStyle.name, engine=NoEngine.name)


class NumberedStyle:
    """A style in Python that needs no CSL: `[1, 2]` in the text, `1. Doe J. Title. 2019.` in the list."""

    name = "numbered-sample"
    summary = "Numbers in brackets; for tests"
    options_model: type[Options] = NoOptions

    def render(self, job: StyleJob, engine: CslEngine, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Number items in the order given."""
        numbers = {str(item["id"]): number for number, item in enumerate(job.items, start=1)}
        clusters = tuple(
            _bracketed([str(cite.reference_id) for cite in cluster.cites], numbers) for cluster in job.clusters
        )
        entries = tuple(
            Entry(str(item["id"]), (Text(_sample_line(item)),), (Text(f"{numbers[str(item['id'])]}."),))
            for item in job.items
        )
        return StyledText(clusters, entries)


class NoEngine:
    """A CSL engine for hosts whose styles need none."""

    name = "none"
    summary = "Processes nothing; for tests"
    options_model: type[Options] = NoOptions

    def process(self, style: CslStyleSource, job: StyleJob, options: Any) -> StyledText:  # noqa: ANN401  # as the Protocol
        """Refuse: a test that gets here wanted a real engine."""
        raise AssertionError("this host has no CSL engine")


class SamplePlugin:
    """A plugin that brings `NumberedStyle` and `NoEngine`."""

    @hookimpl
    def bmreport_styles(self) -> list[Style]:
        """The style of the sample."""
        return [NumberedStyle()]

    @hookimpl
    def bmreport_csl_engines(self) -> list[CslEngine]:
        """The engine that does nothing."""
        return [NoEngine()]


def fresh_host(*plugins: object, builtins: bool = True) -> PluginHost:
    """A host of its own with these plugins; `builtins=False` leaves every installed plugin out.

    A plugin that fails makes the test fail.
    """

    def fail(failure: Exception) -> None:
        raise AssertionError(f"a plugin failed: {failure}")

    named = {f"test-plugin-{number}": plugin for number, plugin in enumerate(plugins)}
    return PluginHost(named, load_entry_points=builtins, on_failure=fail)


# -- contracts ---------------------------------------------------------------------------------------------------


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
    assert sum(report.kept for report in harvest.reports) == len(harvest.citations) + len(harvest.references)
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


def sample_job(report: Report) -> StyleJob:
    """What `render` would hand to a style for this report."""
    claims = [claim for claim in report.claims if claim.cites]
    return StyleJob(
        items=tuple({**reference.csl, "id": reference.id} for reference in report.references),
        clusters=tuple(CiteCluster(tuple(claim.cites), number) for number, claim in enumerate(claims, start=1)),
    )


def _claim(text: str, *citation_ids: str) -> Claim:
    return Claim(text=text, cites=[Cite(citation_id=identifier) for identifier in citation_ids])


def _plain(text: str) -> Claim:
    return Claim(text=text, role=ClaimRole.BACKGROUND)


def _bracketed(ids: list[str], numbers: dict[str, int]) -> RichText:
    parts: list[RichText] = [(Text("["),)]
    for place, identifier in enumerate(dict.fromkeys(ids)):
        if place:
            parts.append((Text(", "),))
        parts.append((RefLink(identifier, (Text(str(numbers.get(identifier, "?"))),)),))
    return joined([*parts, (Text("]"),)])


def _sample_line(item: dict[str, Any]) -> str:
    names = ", ".join(
        str(name.get("literal") or f"{name.get('family', '')} {name.get('given', '')}".strip())
        for name in item.get("author") or []
    )
    parts = item.get("issued") or {}
    year = (parts.get("date-parts") or [[""]])[0][0]
    return f"{names}. {item.get('title', '')}. {year}."
