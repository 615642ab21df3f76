"""Made-up evidence, a style, a plugin and a host to test with; no sample names a real paper."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bmreport.evidence import EvidenceBody
from bmreport.hookspecs import hookimpl
from bmreport.host import PluginHost
from bmreport.linking import link_documents
from bmreport.models import (
    Citation,
    Cite,
    Claim,
    ClaimRole,
    Draft,
    Grade,
    NoOptions,
    Options,
    Paragraph,
    Report,
    Section,
    SectionKind,
    Table,
)
from bmreport.numbering import number_references
from bmreport.providers import (
    CslEngine,
    Style,
)
from bmreport.rendering import RenderedReport, render
from bmreport.richtext import RefLink, RichText, Text, joined
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
