"""The `html` exporter: one page that is well formed, leads where it says and brings nothing in from outside."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport import hookimpl
from bmreport.errors import TemplateError
from bmreport.models import (
    Citation,
    Cite,
    Claim,
    ClaimRole,
    Draft,
    Finding,
    Grade,
    GradeStep,
    Paragraph,
    Quote,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
)
from bmreport.rendering import RenderedReport, render
from bmreport.resources import data_text
from bmreport.richtext import Effect, Link, RefLink, RichText, Styled, Text
from bmreport.richtext.html import legal_text
from bmreport.styling import CitationFormat, Entry, StyledText, StyleJob
from bmreport.testing import (
    HOSTILE_TEXTS,
    NoEngine,
    NumberedStyle,
    SamplePlugin,
    assert_exporter_contract,
    fresh_host,
    sample_citations,
    sample_draft,
    sample_report,
)
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions
from bmreport_plugins.exporters.identifier_links import identifier_links, link_identifiers
from bmreport_plugins.exporters.report_content import figure_name

if TYPE_CHECKING:
    from pathlib import Path


def _rendered(report: Report | None = None) -> RenderedReport:
    host = fresh_host(SamplePlugin(), builtins=False)
    return render(report or sample_report(), host=host, style=NumberedStyle.name, engine=NoEngine.name)


def _html(rendered: RenderedReport | None = None, template: Path | None = None, **options: Any) -> str:
    given_options = HtmlExportOptions(**options)
    return HtmlExporter().export(rendered or _rendered(), template, given_options).decode("utf-8")


def _tree(html: str) -> Any:
    """The page read as XML, which forgives nothing."""
    tree = etree.fromstring(html.encode("utf-8"), etree.XMLParser(resolve_entities=False))
    for element in tree.iter():
        if isinstance(element.tag, str):
            element.tag = etree.QName(element).localname
    return tree


def _text(element: Any) -> str:
    return " ".join("".join(str(piece) for piece in element.itertext()).split())


def _squeezed(text: str) -> str:
    return " ".join(legal_text(text).split())


def _claim(text: str, *citation_ids: str) -> Claim:
    return Claim(text=text, cites=[Cite(citation_id=identifier) for identifier in citation_ids])


def _full_report() -> Report:
    """A report in which every part is there."""
    report = sample_report()
    report.grades = [
        Grade(
            grader="sample",
            label="Moderate",
            levels=["Strong", "Moderate", "Limited"],
            reason="Few documents.",
            figures={"citations": 6, "mean relevance": 0.86},
            steps=[GradeStep(name="documents", judgement="not met", change=-1, reason="4 of 5")],
        )
    ]
    report.findings = [
        Finding(verifier="one", severity=Severity.WARNING, message="look here", where="r1", remedy="do so"),
        Finding(verifier="two", severity=Severity.ERROR, message="this is wrong"),
        Finding(verifier="three", severity=Severity.INFO, message="not shown"),
    ]
    report.claims[0].quotes = [Quote(citation_id="c1", start=0, end=17)]
    return report


class Notes(NumberedStyle):
    """A note style: each cluster stands in a footnote; its list can be left out."""

    name = "notes-sample"

    def __init__(self, *, listed: bool) -> None:
        self._listed = listed

    def render(self, job: StyleJob, *_engine_and_options: object) -> StyledText:
        """Every cluster as `See work.`, every entry as its title."""
        clusters: list[RichText] = [
            (Text("See "), *(RefLink(cite.reference_id, (Text("work"),)) for cite in cluster.cites), Text("."))
            for cluster in job.clusters
        ]
        entries = tuple(Entry(str(item["id"]), (Text(str(item["title"])),)) for item in job.items)
        return StyledText(
            tuple(clusters),
            entries if self._listed else None,
            citation_format=CitationFormat.NOTE,
            hanging_indent=True,
        )


def _in_notes(report: Report, *, listed: bool) -> RenderedReport:
    """The report in a note style."""

    class WithNotes:
        @hookimpl
        def bmreport_styles(self) -> list[Any]:
            return [Notes(listed=listed)]

    host = fresh_host(SamplePlugin(), WithNotes(), builtins=False)
    return render(report, host=host, style=Notes.name, engine=NoEngine.name)


# -- the page as a whole -----------------------------------------------------------------------------------------


def test_contract() -> None:
    """The exporter keeps what every exporter promises."""
    assert_exporter_contract(HtmlExporter(), _rendered())


def test_the_page_brings_nothing_in() -> None:
    """No script, no resource from outside, and a policy whose hash is that of the one style element."""
    html = _html(_rendered(_full_report()), passages=True)
    tree = _tree(html)
    tags = {str(element.tag) for element in tree.iter() if isinstance(element.tag, str)}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not [name for element in tree.iter() for name in element.attrib if str(name).startswith(("on", "style"))]
    styles = tree.findall(".//style")
    assert len(styles) == 1
    digest = base64.b64encode(hashlib.sha256((styles[0].text or "").encode()).digest()).decode()
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'; style-src 'sha256-" + digest + "'")
    assert "unsafe" not in policy
    assert not re.search(r"url\(|@import", styles[0].text or "")


def test_the_page_holds_every_part_in_order() -> None:
    """Title, summary, body, references, methodology, checks, metadata and evidence follow one another."""
    text = _text(_tree(_html(_rendered(_full_report()), passages=True)).find(".//main"))
    order = [
        "Placebrol and Sample Events 15 June 2023 · 4 references",
        "Question Does placebrol prevent sample events?",
        "Short answer Placebrol lowered sample events by 12% [1].",
        "Evidence strength Moderate",
        "Few documents. citations 6 mean relevance 0.86",
        "Findings Placebrol raised major bleeding (rate ratio 1.29) [2].",
        "Table 1. Events by group [1] Outcome Effect Sample events 0.88 (0.80-0.97) [1]",
        "Ratios with 95% CI [2]",
        "Limits Few women took part [4]. Six passages were read.",
        "References 1. Doe",
        "Methodology Written by hand as a sample.",
        "documents, not met (-1): 4 of 5",
        "Checks Error. this is wrong [two] Warning. r1: look here (do so) [one]",
        "1 remark for the record",
        "Report metadata Generated 2023-06-15 14:25:30 UTC",
        "Evidence The passages",
        "Placebrol lowered sample events by 12% (hazard ratio 0.88",
    ]
    places = [text.find(part) for part in order]
    assert -1 not in places, [part for part, place in zip(order, places, strict=True) if place < 0]
    assert places == sorted(places)
    assert "not shown" not in text


def test_the_page_is_made_for_everyone() -> None:
    """Language, direction, landmarks, a skip link, headings in order and table headings are there."""
    tree = _tree(_html(_rendered(_full_report()), passages=True, contents="yes"))
    assert (tree.get("lang"), tree.get("dir")) == ("en", "ltr")
    assert len(tree.findall(".//main")) == 1
    assert len(tree.findall(".//h1")) == 1
    assert tree.xpath("//a[@class='skip-link']/@href") == ["#report"]
    levels = [int(str(heading.tag)[1]) for heading in tree.iter("h1", "h2", "h3")]
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))
    assert tree.xpath("//table/caption")
    assert tree.xpath("//thead//th/@scope") == ["col", "col"]
    assert tree.xpath("//tbody//th/@scope") == ["row", "row"]
    assert tree.xpath("//title/text()") == ["Placebrol and Sample Events"]
    for element in tree.xpath("//*[@aria-labelledby]"):
        assert tree.xpath(f"//*[@id='{element.get('aria-labelledby')}']")


def test_colours_have_contrast() -> None:
    """Every colour of text has a contrast of 4.5 (WCAG 2.2, 1.4.3, AA) on page and box, light, dark and in print."""
    css = data_text("templates", "report.css")
    schemes = [dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", part)) for part in css.split("@media")]
    schemes = [scheme for scheme in schemes if scheme]
    assert len(schemes) == 3
    for scheme in schemes:
        for name in ("ink", "quiet", "accent", "error", "warning"):
            for ground in ("paper", "box"):
                assert _contrast(scheme[name], scheme[ground]) >= 4.5, (name, ground)


def _contrast(one: str, other: str) -> float:
    """WCAG 2.2, "contrast ratio"."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def test_notebooks_show_a_fragment() -> None:
    """In a notebook a rendered report shows as a fragment with its looks, not as a page inside a page."""
    host = fresh_host(SamplePlugin())
    shown = render(sample_report(), host=host, style=NumberedStyle.name, engine=NoEngine.name)._repr_html_()
    assert _tree(shown).get("class") == "bmreport"


def test_ids_are_unique_and_every_link_inside_the_page_arrives() -> None:
    """Numbers lead to references, references back to each place, contents to headings."""
    tree = _tree(_html(_rendered(_full_report()), passages=True, contents="yes"))
    ids = [str(identifier) for identifier in tree.xpath("//@id")]
    assert len(ids) == len(set(ids))
    targets = [str(href)[1:] for href in tree.xpath("//a/@href") if str(href).startswith("#")]
    assert targets
    assert not set(targets) - set(ids)


def test_every_number_links_to_its_reference_and_back() -> None:
    """Each number in text, table, caption and footnote is a link to its entry, and each is linked back to."""
    tree = _tree(_html())
    pointers = tree.xpath("//a[@role='doc-biblioref']")
    assert len(pointers) == 9
    for pointer in pointers:
        (entry,) = tree.xpath(f"//li[@id='{pointer.get('href')[1:]}']")
        assert _text(entry).startswith(f"{_text(pointer)}.")
        assert entry.xpath(f".//a[@role='doc-backlink' and @href='#{pointer.get('id')}']")
    assert len(tree.xpath("//a[@role='doc-backlink']")) == len(pointers)


def test_references_carry_links_to_their_sources() -> None:
    """DOI and PubMed follow an entry whose style does not print them, unless the style is to decide."""
    links = _tree(_html()).xpath("//li[@id='ref-1']//a[@rel]/@href")
    assert links == ["https://doi.org/10.5555/sample.1", "https://pubmed.ncbi.nlm.nih.gov/90000001/"]
    assert not _tree(_html(identifier_links="style")).xpath("//li[@id='ref-1']//a[@rel]")


def test_contents_come_with_length() -> None:
    """A short report has no list of contents, a long one has."""
    assert _tree(_html()).find(".//nav") is None
    draft = sample_draft()
    draft.sections += [Section(heading=f"Part {number}", blocks=draft.sections[1].blocks[:1]) for number in range(3)]
    nav = _tree(_html(_rendered(sample_report(draft)))).find(".//nav")
    assert nav is not None
    assert "Part 2" in _text(nav)


def test_further_reading_follows_the_references() -> None:
    """References that nothing cites are listed apart, without links back."""
    report = sample_report()
    report.further_reading = [report.references[0].model_copy(update={"id": "extra", "number": None})]
    host = fresh_host(SamplePlugin(), builtins=False)
    rendered = render(report, host=host, style=NumberedStyle.name, engine=NoEngine.name, further_reading=True)
    tree = _tree(_html(rendered))
    headings = [_text(heading) for heading in tree.iter("h2")]
    assert headings[headings.index("References") + 1] == "Further reading"
    (entry,) = tree.xpath("//section[h2='Further reading']//li")
    assert _text(entry).startswith("5. Doe")
    assert not entry.xpath(".//a[@role='doc-backlink']")


def test_figures_are_named_in_words() -> None:
    """A figure's name reads as words; underscores that join no words are left alone."""
    assert figure_name("mean_relevance") == "mean relevance"
    assert figure_name("_x_ __") == "_x_ __"


def test_retracted_references_say_so() -> None:
    """A retracted reference is marked in the list."""
    report = sample_report()
    report.references[1].retracted = True
    assert "Retracted." in _text(_tree(_html(_rendered(report))).xpath("//li[@id='ref-2']")[0])


def test_quoted_words_are_marked_in_the_evidence() -> None:
    """The words of a passage that a claim quotes are marked, and the whole passage is there."""
    tree = _tree(_html(_rendered(_full_report()), passages=True))
    assert [_text(mark) for mark in tree.iter("mark")] == ["Placebrol lowered"]
    quotes = [_text(quote) for quote in tree.iter("blockquote")]
    assert sorted(quotes) == sorted(citation.passage for citation in sample_citations())


def test_a_report_with_next_to_nothing_in_it_is_a_page() -> None:
    """No sections, references, grades or title: the question is the title, empty parts are left out."""
    tree = _tree(_html(_rendered(Report(user_question="Why?")), passages=True))
    assert _text(tree.find(".//h1")) == "Why?"
    assert [_text(heading) for heading in tree.iter("h2")] == ["Summary", "Report metadata"]


def test_fragments_fit_on_one_page() -> None:
    """A fragment is one div with ids of its own and rules that reach nothing outside it."""
    one, other = sample_report(), sample_report()
    other.user_question = "Another question?"
    first, second = (_tree(_html(_rendered(report), fragment=True)) for report in (one, other))
    assert first.tag == second.tag == "div"
    assert not set(first.xpath("//@id")) & set(second.xpath("//@id"))
    css = re.sub(r"/\*.*?\*/", "", first.findtext(".//style") or "", flags=re.DOTALL)
    selectors = [part for part in re.findall(r"([^{};]+)\{", css) if not part.strip().startswith("@")]
    assert selectors
    for selector in selectors:
        assert all(".bmreport" in part for part in selector.split(",")), selector


# -- styles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("listed", [True, False])
def test_notes_are_listed_and_linked_both_ways(listed: bool) -> None:
    """A note style gives a numbered list of notes; marks and notes link to each other, cites to a list if any."""
    tree = _tree(_html(_in_notes(sample_report(), listed=listed)))
    marks = tree.xpath("//a[@role='doc-noteref']")
    assert [_text(mark) for mark in marks] == [str(number) for number in range(1, len(marks) + 1)]
    for mark in marks:
        (note,) = tree.xpath(f"//section[@role='doc-endnotes']//li[@id='{mark.get('href')[1:]}']")
        assert note.xpath(f".//a[@role='doc-backlink' and @href='#{mark.get('id')}']")
        assert _text(note).startswith("See work")
    assert bool(tree.xpath("//a[@role='doc-biblioref']")) is listed
    assert bool(tree.xpath("//section[@role='doc-bibliography']")) is listed


def test_effects_links_and_labels_of_a_style_come_through() -> None:
    """Rich entries keep their looks, and a hanging style without labels hangs."""
    rendered = _rendered()
    body = (Styled(Effect.ITALIC, (Text("J Samples"),)), Text(" "), Link("javascript:x", (Text("no link"),)))
    entry = replace(rendered.references[0], label=(), body=body)
    html = _html(replace(rendered, references=(entry,), hanging_indent=True))
    assert "<i>J Samples</i> no link" in html
    assert _tree(html).xpath("//ol[@class='references hanging']")


def test_the_language_of_the_report_is_that_of_the_page() -> None:
    """The locale gives language and direction; one that is no language tag gives English."""
    report = sample_report()
    for locale, expected in (("de-DE", ("de-DE", "ltr")), ("ar", ("ar", "rtl")), ('x" onload="1', ("en", "ltr"))):
        report.locale = locale
        tree = _tree(_html(_rendered(report)))
        assert (tree.get("lang"), tree.get("dir")) == expected


# -- text is text ------------------------------------------------------------------------------------------------


def _report_of(text: str) -> Report:
    """A report that has the text in every place that takes text."""
    citations = sample_citations()
    citations[0] = citations[0].model_copy(update={"document_title": text, "passage": text})
    draft = Draft(
        sections=[
            Section(heading=text, kind=SectionKind.LEAD, blocks=[Paragraph(claims=[_claim(text, "c1")])]),
            Section(
                heading=text,
                blocks=[
                    Table(
                        caption=[Claim(text=text, role=ClaimRole.BACKGROUND)],
                        header=[[Claim(text=text, role=ClaimRole.BACKGROUND)]],
                        rows=[[[_claim(text, "c2")]]],
                        footnotes=[[_claim(text, "c3")]],
                    )
                ],
            ),
        ],
        methodology_note=text,
    )
    report = sample_report(draft, citations)
    report.title = report.user_question = text
    report.methodology_note = text
    report.grades = [
        Grade(
            grader=text or "g",
            label=text or "l",
            levels=[text or "l", "other"],
            reason=text or "r",
            figures={text: text},
            steps=[GradeStep(name=text or "n", judgement=text, reason=text or "r")],
        )
    ]
    report.findings = [
        Finding(verifier=text, severity=Severity.ERROR, message=text or "m", where=text, remedy=text),
    ]
    return report


class _Reader(HTMLParser):
    """What a forgiving reader, such as a browser, makes of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # as the base
        """Remember the tag."""
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """Remember the text."""
        self.text.append(data)


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_hostile_text_is_itself_in_every_place(text: str) -> None:
    """What stands in a title, claim, cell, grade or finding is shown, not obeyed, by strict and lenient readers."""
    html = _html(_rendered(_report_of(text)), passages=True)
    wanted = _squeezed(text)
    tree = _tree(html)
    for path in ("//h1", "//title", "//h2", "//caption", "//thead//th", "//blockquote", "//dd", "//dt"):
        assert any(wanted in _text(element) for element in tree.xpath(path)), path
    reader = _Reader()
    reader.feed(html)
    assert wanted in " ".join("".join(reader.text).split())
    assert reader.tags == {str(element.tag) for element in tree.iter() if isinstance(element.tag, str)}
    assert not reader.tags & {"script", "img"}


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_makes_a_well_formed_page(text: str) -> None:
    """Any characters anywhere give a page that a strict reader can read."""
    tree = _tree(_html(_rendered(_report_of(text)), passages=True))
    assert _squeezed(text) in _text(tree.find(".//h1")) or not _squeezed(text)


@given(st.text(min_size=1, max_size=12))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_reference_id_makes_working_links(identifier: str) -> None:
    """Ids of references come from outside and may hold anything; links still arrive."""
    report = sample_report()
    old = report.references[0].id
    report.references[0].id = identifier
    report.reference_of = {key: identifier if value == old else value for key, value in report.reference_of.items()}
    for claim in report.claims:
        for cite in claim.cites:
            cite.reference_id = identifier if cite.reference_id == old else cite.reference_id
    tree = _tree(_html(_rendered(report)))
    ids = set(tree.xpath("//@id"))
    assert all(str(href)[1:] in ids for href in tree.xpath("//a[@role='doc-biblioref']/@href"))


# -- identifiers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "linked"),
    [
        ("J. 2019. doi:10.5555/sample.1", "10.5555/sample.1"),
        ("J. https://doi.org/10.5555/SAMPLE.1.", "https://doi.org/10.5555/SAMPLE.1"),
        ("J. http://dx.doi.org/10.5555/sample.1", "http://dx.doi.org/10.5555/sample.1"),
    ],
)
def test_printed_identifiers_become_links_once(printed: str, linked: str) -> None:
    """A DOI that the style prints is made live where it stands, however it is written, and not repeated."""
    reference = sample_report().references[0]
    body, others = link_identifiers((Styled(Effect.ITALIC, (Text(printed),)),), identifier_links(reference))
    (styled,) = body
    assert isinstance(styled, Styled)
    assert Link("https://doi.org/10.5555/sample.1", (Text(linked),)) in styled.children
    assert [other.label for other in others] == ["PubMed"]
    assert link_identifiers(body, identifier_links(reference)) == (body, others)


def test_longer_identifiers_are_not_mistaken() -> None:
    """A DOI or PMID that only begins like the reference's own is no link to it."""
    links = identifier_links(sample_report().references[0])
    body, others = link_identifiers((Text("doi:10.5555/sample.12 PMID: 900000012"),), links)
    assert body == (Text("doi:10.5555/sample.12 PMID: 900000012"),)
    assert [other.label for other in others] == ["DOI", "PubMed"]


def test_an_address_that_is_no_web_page_is_no_link() -> None:
    """The URL of a record becomes a link only when it is http or https."""
    citation = Citation(id="c", passage="p", document_title="t", url="javascript:alert(1)")
    report = sample_report(Draft(sections=[Section(blocks=[Paragraph(claims=[_claim("x.", "c")])])]), [citation])
    assert identifier_links(report.references[0]) == ()


# -- templates ---------------------------------------------------------------------------------------------------


def test_a_house_template_extends_the_built_in_one(tmp_path: Path) -> None:
    """A template refills blocks of ours; the policy's hash follows its style, and its values are escaped."""
    house = tmp_path / "house.html.j2"
    house.write_text(
        '{% extends "bmreport/report.html.j2" %}\n'
        "{% block css %}{{ stylesheet }} .bmreport h1 { color: #7a1f3d; }{% endblock %}\n"
        "{% block colophon %}<footer>{{ report.question }} & co</footer>{% endblock %}\n"
        "{% block references %}{{ super() | safe }}<p>after</p>{% endblock %}\n"
    )
    report = sample_report()
    report.user_question = "<b>?</b>"
    html = _html(_rendered(report), house)
    style = html.split("<style>")[1].split("</style>")[0]
    assert "#7a1f3d" in style
    assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in html
    assert "<footer>&lt;b&gt;?&lt;/b&gt; & co</footer>" in html
    assert "<p>after</p>" in html


def test_a_template_of_ones_own_replaces_the_page(tmp_path: Path) -> None:
    """A template that stands alone gets the parts, and rich text marked up."""
    own = tmp_path / "own.j2"
    own.write_text("{% for entry in report.references %}{{ html(entry.body) }};{% endfor %}")
    html = _html(None, own)
    assert html.count(";") >= 4
    assert html.startswith("Doe")


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("one\n{% for %}", 2, "syntax error"),
        ("one\ntwo\n{{ nothing }}", 3, "nothing"),
        ("{{ report.title.nothing }}", 1, "nothing"),
        ("a\n{{ html(1) }}", 2, "fails"),
    ],
)
def test_a_broken_template_is_named_with_its_line(tmp_path: Path, source: str, line: int, words: str) -> None:
    """An error in a template says which file and line, and what."""
    broken = tmp_path / "broken.j2"
    broken.write_text(source)
    with pytest.raises(TemplateError, match=re.escape(words)) as caught:
        _html(None, broken)
    assert caught.value.where == f"{broken}:{line}"


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    """A template that is not there is an error that names it."""
    with pytest.raises(TemplateError) as caught:
        _html(None, tmp_path / "no.j2")
    assert str(tmp_path / "no.j2") in str(caught.value)
