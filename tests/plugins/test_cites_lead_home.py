"""Every sentence of a finished file leads to the reference whose passage holds that sentence.

Nothing of the report's own data is looked at: the files are read as a reader would, from sentence to number or link,
and from there to the title of the paper.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree, html
from markdown_it import MarkdownIt
from pypdf import PdfReader

from bmreport import PluginHost, build

if TYPE_CHECKING:
    from bmreport.rendering import RenderedReport

PAPERS = 24
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# A word that only the passage of one paper has, and one that only its title has.
_FINDING = re.compile(r"\bdose(\d{3})mg\b")
_TITLE = re.compile(r"\bcohort(\d{3})\b")
_MARKS = re.compile(r"\[([\d,\s–-]+)\]|\(([\d,\s–-]+)\)")


def papers(seed: int) -> list[dict[str, Any]]:
    """Passages of several papers in a shuffled order, some papers with two records that name them differently."""
    records = []
    for number in range(100, 100 + PAPERS):
        fields = {
            "document_title": f"Aspirin and cardiovascular events in cohort{number}",
            "authors": [f"Author{chr(65 + number % 26)}, B."],
            "publication_date": str(1990 + number % 30),
            "publication": "Journal of Samples",
            "doi": f"10.5555/x{number}",
            "pmid": str(30_000_000 + number),
        }
        passage = f"Aspirin at dose{number}mg reduced cardiovascular events by {number % 40 + 1}% in adults."
        second = f"Major bleeding rose by {number % 17 + 1}% in adults given aspirin at dose{number}mg."
        records.append({**fields, "passage": passage, "relevance_score": 0.7 + (number % 29) / 100})
        other = {key: value for key, value in fields.items() if key != ("doi" if number % 2 else "pmid")}
        records.append({**other, "passage": second, "relevance_score": 0.7 + (number % 23) / 100})
    random.Random(seed).shuffle(records)  # noqa: S311  # an order, no secret
    return records


def rendered(seed: int, style: str) -> RenderedReport:
    """A report that quotes most papers."""
    report = build(
        papers(seed),
        question="Does aspirin reduce cardiovascular events or raise bleeding in adults?",
        host=PluginHost(),
        options={"extractive": {"max_sentences": 60}},
    )
    assert report.unique_documents == PAPERS
    return report.render(style, engine="citeproc-py")


def numbers_in(mark: str) -> list[int]:
    """`1, 3–5` as numbers."""
    out: list[int] = []
    for part in re.split(r"[,\s]+", mark.strip()):
        first, _dash, last = part.replace("-", "–").partition("–")
        out.extend(range(int(first), int(last or first) + 1))
    return out


def assert_numbers_lead_home(text: str, *, fewest: int = 10) -> None:
    """In plain text with `[1]` and a list that begins with the numbers."""
    flat = " ".join(text.split())
    titles = {
        int(number): title
        for number, title in re.findall(r"(?:^|\s)\[?(\d{1,2})[.\]]\s[^\[\]]{0,80}?cohort(\d{3})", flat)
    }
    checked = 0
    findings = list(_FINDING.finditer(flat))
    for found, following in pairwise([*findings, None]):
        assert found is not None
        rest = flat[found.end() : following.start() if following else found.end() + 200]
        mark = _MARKS.search(rest)
        if mark is None:
            continue
        cited = [titles[number] for number in numbers_in(mark[1] or mark[2])]
        assert found[1] in cited, (found[0], mark[0], cited)
        checked += 1
    assert checked >= fewest


@pytest.mark.parametrize("seed", range(3))
def test_numbers_in_text_lead_home(seed: int) -> None:
    """In the plain text, the number after a sentence is that of its paper in the list."""
    assert_numbers_lead_home(rendered(seed, "vancouver").to_bytes("text").decode())


@pytest.mark.parametrize(("export", "style"), [("html", "vancouver"), ("html", "apa"), ("markdown", "vancouver")])
def test_links_lead_home(export: str, style: str) -> None:
    """The link after a sentence arrives at the entry of its paper, also where the style prints names."""
    source = rendered(2, style).to_bytes(export).decode()
    page: Any = html.fromstring(source if export == "html" else MarkdownIt("commonmark").render(source))
    entries = {one.get("id"): one if one.text_content() else one.getparent() for one in page.iter() if one.get("id")}
    checked = _sentences(_in_reading_order(page))
    assert len(checked) >= 10
    for found, targets in checked:
        arrived = [entries[target] for target in targets if target in entries]
        assert found in [title[1] for one in arrived if (title := _TITLE.search(one.text_content()))], (found, targets)


def _in_reading_order(element: Any) -> list[tuple[str, str]]:
    """Findings and local links of a page, one after another; cards that are not open are not read."""
    out: list[tuple[str, str]] = []
    hidden = element.tag in ("style", "title", "script") or element.get("popover") is not None
    if isinstance(element.tag, str) and not hidden:
        if element.tag == "a" and str(element.get("href", "")).startswith("#"):
            out.append(("link", str(element.get("href")).removeprefix("#")))
        out.extend(("find", number) for number in _FINDING.findall(element.text or ""))
        for child in element:
            out.extend(_in_reading_order(child))
            out.extend(("find", number) for number in _FINDING.findall(child.tail or ""))
    return out


def _sentences(stream: list[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Each finding with the links between it and the next one."""
    out: list[tuple[str, list[str]]] = []
    for kind, value in stream:
        if kind == "find":
            out.append((value, []))
        elif out:
            out[-1][1].append(value)
    return [one for one in out if one[1]]


def test_links_in_docx_lead_home() -> None:
    """In Word, the anchor after a sentence is the bookmark in its paper's entry."""
    with zipfile.ZipFile(io.BytesIO(rendered(0, "vancouver").to_bytes("docx"))) as package:
        document = etree.fromstring(package.read("word/document.xml"))
    titles: dict[str, str] = {}
    marks: list[str] = []
    for element in document.iter(f"{W}bookmarkStart", f"{W}p"):
        if element.tag == f"{W}bookmarkStart":
            marks.append(str(element.get(f"{W}name")))
        elif title := _TITLE.search("".join(one.text or "" for one in element.iter(f"{W}t"))):
            titles[marks[-1]] = title[1]
    stream: list[tuple[str, str]] = []
    run = ""
    for element in document.iter():
        if element.tag == f"{W}t":
            run += element.text or ""
        elif element.tag in (f"{W}hyperlink", f"{W}p"):
            stream.extend(("find", number) for number in _FINDING.findall(run))
            run = ""
            if element.tag == f"{W}hyperlink" and element.get(f"{W}anchor"):
                stream.append(("link", str(element.get(f"{W}anchor"))))
    checked = _sentences(stream)
    assert len(checked) >= 10
    for found, anchors in checked:
        assert found in [titles.get(anchor) for anchor in anchors], (found, anchors)


def test_numbers_in_pdf_lead_home() -> None:
    """In the PDF as its text is extracted."""
    reader = PdfReader(io.BytesIO(rendered(1, "vancouver").to_bytes("pdf")))
    assert_numbers_lead_home("\n".join(page.extract_text() for page in reader.pages))
