"""Exporter `markdown`: the whole report as pandoc and GitHub read it, from the built-in template or a house's own."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.errors import TemplateError
from bmreport.hookspecs import hookimpl
from bmreport.models import (
    BulletList,
    Claim,
    Finding,
    Grade,
    GradeStep,
    Options,
    Paragraph,
    Reference,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
)
from bmreport.rendering import RenderedReport, render
from bmreport.richtext import Effect, RefLink, RichText, Styled, Text
from bmreport.richtext.html import legal_text
from bmreport.styling import CitationFormat, Entry, StyledText, StyleJob
from bmreport.testing import (
    HOSTILE_TEXTS,
    NumberedStyle,
    SamplePlugin,
    assert_exporter_contract,
    fresh_host,
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.markdown import MarkdownExporter, MarkdownOptions


def text_of(made: RenderedReport, template: Path | None = None, **options: Any) -> str:
    """The exported text."""
    return MarkdownExporter().export(made, template, MarkdownOptions(**options)).decode("utf-8")


def pandoc(text: str, reader: str, writer: str = "json") -> str:
    """What pandoc makes of the text."""
    import pypandoc

    command = [pypandoc.get_pandoc_path(), "-f", reader, "-t", writer, "--wrap=none"]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout.decode("utf-8")


class OtherStyle:
    """A style for tests: label, citation format and looks of the clusters are given."""

    summary = "For tests"
    options_model: type[Options] = NumberedStyle.options_model

    def __init__(
        self, name: str, label: str = "", form: CitationFormat = CitationFormat.NUMERIC, raised: bool = False
    ) -> None:
        self.name = name
        self._label = label
        self._format = form
        self._raised = raised

    def render(self, job: StyleJob, engine: object, options: object) -> StyledText:
        """Numbers in the order of the items."""
        numbers = {str(item["id"]): n for n, item in enumerate(job.items, start=1)}

        def cluster(ids: list[str]) -> RichText:
            links = tuple(RefLink(one, (Text(str(numbers[one])),)) for one in ids)
            return (Styled(Effect.SUPERSCRIPT, links),) if self._raised else (Text("see "), *links)

        entries = tuple(
            Entry(
                str(item["id"]),
                (Styled(Effect.ITALIC, (Text(str(item["title"])),)), Text(". 10% & <5>.")),
                (Text(self._label.format(numbers[str(item["id"])])),) if self._label else (),
            )
            for item in job.items
        )
        clusters = tuple(cluster([cite.reference_id for cite in one.cites]) for one in job.clusters)
        listed = None if self._format is CitationFormat.NOTE else entries
        return StyledText(clusters, listed, self._format)


class OtherPlugin(SamplePlugin):
    """Brings the styles of these tests."""

    @hookimpl
    def bmreport_styles(self) -> list[Any]:
        """The styles."""
        return [
            OtherStyle("raised", "{}.", raised=True),
            OtherStyle("bracketed", "[{}]"),
            OtherStyle("unlabelled", form=CitationFormat.AUTHOR_DATE),
            OtherStyle("notes", form=CitationFormat.NOTE),
        ]


def in_style(style: str, report: Report | None = None, **options: Any) -> RenderedReport:
    """A report in one of the styles above."""
    host = fresh_host(OtherPlugin())
    return render(report or sample_report(), host=host, style=style, engine="none", **options)


def full_report() -> Report:
    """The sample report with a list, a grade, checks, a retraction and further reading."""
    report = sample_report()
    report.sections[1].blocks.append(
        BulletList(items=[[Claim(text="One."), Claim(text="Two.")], [Claim(text="- dashed")]])
    )
    report.grades = [
        Grade(
            grader="grade",
            label="Low",
            levels=["High", "Low"],
            outcome="stroke",
            reason="Few events.",
            steps=[GradeStep(name="imprecision", judgement="serious", change=-1, reason="wide")],
            figures={"participants": 1200},
        )
    ]
    report.findings = [
        Finding(verifier="v", severity=Severity.INFO, message="fine"),
        Finding(verifier="v", severity=Severity.ERROR, message="bad", where="r2", remedy="mend it"),
    ]
    report.references[0].retracted = True
    report.further_reading = [Reference(id="more", csl={"title": "More"})]
    return report


# -- the whole text --------------------------------------------------------------------------------------------------


def test_contract() -> None:
    """The exporter passes the kit's contract."""
    assert assert_exporter_contract(MarkdownExporter()).startswith(b"# Placebrol and Sample Events\n\n")


def test_the_whole_text() -> None:
    """Every part of a report stands in its place, a blank line between blocks, one line end at the end."""
    made = render(
        full_report(), host=fresh_host(SamplePlugin()), style=NumberedStyle.name, engine="none", further_reading=True
    )
    assert text_of(made) == EXPECTED


EXPECTED = r"""# Placebrol and Sample Events

15 June 2023 · 4 references

## Summary

**Question:** Does placebrol prevent sample events?

Placebrol lowered sample events by 12% \[[1](#ref-1)\].

**Evidence strength (stroke):** Low (scale: High, Low)

Few events.

- participants: 1200

## Findings

Placebrol raised major bleeding (rate ratio 1.29) \[[2](#ref-2)\]. Older adults had no benefit, and mortality did not change \[[3](#ref-3), [4](#ref-4)\].

**Table 1.** Events by group \[[1](#ref-1)\]

| Outcome | Effect |
| --- | --- |
| Sample events | 0.88 (0.80-0.97) \[[1](#ref-1)\] |
| Major bleeding | 1.29 (1.05-1.56) \[[2](#ref-2)\] |

Ratios with 95% CI \[[2](#ref-2)\]

- One. Two.
- \- dashed

## Limits

Few women took part \[[4](#ref-4)\]. Six passages were read.

## References

1. <a id="ref-1"></a>Doe J., Roe R. M., Berg J.. Placebrol for the Prevention of Sample Events: a Randomised Trial. 2019. **Retracted.**
2. <a id="ref-2"></a>Example Trialists' Collaboration. Bleeding under Placebrol: a Meta-Analysis. 2021.
3. <a id="ref-3"></a>Muster E., Moe M.. Placebrol in People Older than 70. 2020.
4. <a id="ref-4"></a>Bloggs F.. Placebrol and Mortality. 2018.

## Further reading

5. <a id="ref-5"></a>. More. .

## Methodology

Written by hand as a sample.

### How the evidence was graded: grade, stroke

- **imprecision**, serious (-1): wide

## Checks

- **Error.** r2: bad (mend it) \[v\]

1 remark for the record: see the JSON export.

## Report metadata

- **Generated:** 2023-06-15 14:25:30 UTC
- **Citations analyzed:** 6
- **Unique references:** 4
- **Evidence strength:** Moderate
- **Reference style:** Numbers in brackets; for tests (numbered-sample)
- **Citation processor:** none
"""  # noqa: E501  # a paragraph of Markdown is one line


def test_empty_parts_are_left_out() -> None:
    """A report with a question alone has a title, the question and its metadata."""
    report = Report.model_validate({"user_question": "Q?", "created_at": "2023-06-15T00:00:00Z"})
    text = text_of(sample_rendered(report))
    assert text.startswith(
        "# Q?\n\n15 June 2023\n\n## Summary\n\n**Question:** Q?\n\n## Report metadata\n\n- **Generated:**"
    )
    assert "\n\n\n" not in text


def test_anchors_are_an_option() -> None:
    """Without anchors numbers are plain and references bear no HTML."""
    text = text_of(sample_rendered(), anchors=False)
    assert "by 12% \\[1\\]." in text
    assert "<a id" not in text
    assert "](#" not in text


def test_identifier_links_are_an_option() -> None:
    """Links to DOI and PubMed follow the references that do not print them, when asked for."""
    assert "doi.org" not in text_of(sample_rendered())
    text = text_of(sample_rendered(), identifier_links="always")
    assert "2019. [DOI](https://doi.org/10.5555/sample.1) [PubMed](https://pubmed.ncbi.nlm.nih.gov/90000001/)\n" in text


def test_passages_are_an_option() -> None:
    """The passages that were read stand in an appendix, by document, when asked for."""
    assert "## Evidence\n" not in text_of(sample_rendered())
    text = text_of(sample_rendered(), passages=True)
    assert "### 1\\. Placebrol for the Prevention of Sample Events: a Randomised Trial\n\n> Placebrol lowered" in text
    assert "\n\nCitation c1, relevance 0.95 (given)\n\n> Sample events occurred" in text


def test_raised_numbers_are_one_superscript() -> None:
    """Numbers of a superscript style follow the full stop and link one by one."""
    text = text_of(in_style("raised"))
    assert "did not change.<sup>[3](#ref-3)[4](#ref-4)</sup>\n" in text
    assert (
        '1. <a id="ref-1"></a>*Placebrol for the Prevention of Sample Events: a Randomised Trial*. 10% & <5>.' in text
    )


@pytest.mark.parametrize(
    ("style", "entry"),
    [
        ("bracketed", '\n\n\\[1\\] <a id="ref-1"></a>*Placebrol for'),
        ("unlabelled", '\n\n<a id="ref-1"></a>*Placebrol for'),
    ],
)
def test_other_labels_make_paragraphs(style: str, entry: str) -> None:
    """A list that does not count `1.`, `2.` is written as paragraphs, each with its label."""
    assert entry in text_of(in_style(style))


def test_footnotes_are_footnotes() -> None:
    """A note style gives footnotes that pandoc and GitHub know, in tables too, and no list of references."""
    text = text_of(in_style("notes"))
    assert "by 12%.[^1]\n" in text
    assert "| 0.88 (0.80-0.97)[^5] |" in text
    assert "\n\n[^1]: see 1\n\n[^2]: see 2\n" in text
    assert "## References" not in text
    for reader in ("gfm", "commonmark_x"):
        tree = json.loads(pandoc(text, reader))
        assert json.dumps(tree).count('"t": "Note"') == text.count("\n[^")


def test_a_title_is_one_line() -> None:
    """A display block in a reference becomes a line of its own inside the entry, and line ends in text vanish."""
    report = Report.model_validate(
        {"user_question": "a\n\n# b", "references": [{"id": "r", "number": 1, "title": "x\n\n1. y"}]}
    )
    text = text_of(sample_rendered(report))
    assert text.startswith("# a # b\n\n")
    assert '\n1. <a id="ref-1"></a>. x 1. y. .\n' in text


# -- any text --------------------------------------------------------------------------------------------------------


def everywhere(text: str) -> RenderedReport:
    """A report with one text in every place that holds text from outside."""
    run = [Claim(text=text)]
    report = Report.model_validate(
        {
            "title": text,
            "user_question": text,
            "sections": [
                Section(heading=text, kind=SectionKind.LEAD, blocks=[Paragraph(claims=run)]),
                Section(
                    heading=text,
                    blocks=[
                        Paragraph(claims=run),
                        BulletList(items=[run]),
                        Table(caption=run, header=[run], rows=[[run]], footnotes=[run]),
                    ],
                ),
            ],
            "references": [Reference(id="r", number=1, csl={"title": text, "author": [{"literal": text}]})],
            "grades": [
                Grade(
                    grader=text,
                    label=text,
                    levels=[text],
                    outcome=text,
                    reason=text,
                    steps=[GradeStep(name=text, judgement=text, reason=text)],
                    figures={text: text},
                )
            ],
            "methodology_note": text,
            "findings": [Finding(verifier=text, severity=Severity.ERROR, message=text, where=text, remedy=text)],
        }
    )
    return sample_rendered(report)


def shape(tree: Any) -> Any:
    """The blocks of a pandoc tree without their words."""
    if isinstance(tree, list):
        return [part for part in map(shape, tree) if part not in (None, [])]
    if isinstance(tree, dict):
        name, content = tree["t"], tree.get("c", "")
        if name in ("Str", "Space", "SoftBreak"):
            return None
        return [name, [content[0]] if name == "Header" else shape(content)]
    return None


@pytest.mark.parametrize("reader", ["gfm", "commonmark_x-smart"])
def test_hostile_text_changes_no_structure(reader: str) -> None:
    """A report full of mark-up in every field has the blocks and inlines of one full of plain words, and its words."""
    plain = shape(json.loads(pandoc(text_of(everywhere("word")), reader))["blocks"])
    # A blank line in the methodology note begins a paragraph.
    for text in (hostile.replace("\n\n", "\n") for hostile in HOSTILE_TEXTS):
        made = text_of(everywhere(text))
        assert shape(json.loads(pandoc(made, reader))["blocks"]) == plain, text
        words = unicodedata.normalize("NFC", " ".join(legal_text(text).split()))
        shown = " ".join(pandoc(made, reader, "plain").split())
        # The writer for plain text wraps nothing, but draws tables and lists; every place shows the text.
        assert shown.count(words) >= 20, text


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_any_text_is_written(text: str) -> None:
    """Whatever the text, the export is UTF-8 without control characters or runs of blank lines, the same twice."""
    rendered = everywhere(text)
    made = text_of(rendered)
    assert made == text_of(rendered)
    assert {sign for sign in made if unicodedata.category(sign) in ("Cc", "Cs")} == {"\n"}


def test_lone_surrogates_are_shown() -> None:
    """Half a character is shown as the replacement character."""
    assert text_of(everywhere("a\ud800b")).count("a\ufffdb") >= 20


# -- templates -------------------------------------------------------------------------------------------------------


def test_a_template_of_ones_own(tmp_path: Path) -> None:
    """A house template replaces the built-in one; what it prints is escaped unless it is Markdown already."""
    template = tmp_path / "own.md.j2"
    template.write_text(
        "{{ report.title }} for {{ '*us*' }}\n"
        "{% for part in report.body %}{{ md(part.blocks[0].block.content) }}\n{% endfor %}",
        encoding="utf-8",
    )
    text = text_of(sample_rendered(), template)
    assert text.startswith(
        "Placebrol and Sample Events for \\*us\\*\nPlacebrol raised major bleeding (rate ratio 1.29) \\[[2]"
    )


def test_a_template_that_extends_the_built_in_one(tmp_path: Path) -> None:
    """A template may change one block and leave the others."""
    template = tmp_path / "own.md.j2"
    template.write_text(
        '{% extends "bmreport/report.md.j2" %}\n{% block title %}\n# Sample Hospital\n\n{% endblock %}\n',
        encoding="utf-8",
    )
    text = text_of(sample_rendered(), template)
    assert text.startswith("# Sample Hospital\n\n## Summary\n")
    assert text.endswith(text_of(sample_rendered())[-200:])


def test_errors_in_a_template_name_the_line(tmp_path: Path) -> None:
    """An undefined name is a TemplateError with file and line."""
    template = tmp_path / "own.md.j2"
    template.write_text("fine\n{{ nothing_here }}\n", encoding="utf-8")
    with pytest.raises(TemplateError, match="nothing_here") as caught:
        text_of(sample_rendered(), template)
    assert caught.value.where == f"{template}:2"
