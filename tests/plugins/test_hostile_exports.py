"""Hostile text in every place that takes text from outside, through every exporter that is registered.

Each format has a reader of its own below, which is no part of bmreport; a format without one makes a test fail, so that
a new exporter cannot be forgotten here.
"""

from __future__ import annotations

import base64
import csv
import html
import io
import json
import re
import unicodedata
import zipfile
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml import etree
from markdown_it import MarkdownIt
from pypdf import PdfReader

from bmreport import PluginHost
from bmreport.models import (
    BulletList,
    Cite,
    Claim,
    ClaimRole,
    Draft,
    Figure,
    Finding,
    Grade,
    GradeStep,
    Paragraph,
    Report,
    Section,
    SectionKind,
    Severity,
    Table,
)
from bmreport.models.citation import Locator
from bmreport.rendering import RenderedReport, render
from bmreport.testing import HOSTILE_TEXTS, NumberedStyle, SamplePlugin, sample_citations, sample_report

from .figure_reports import base64_of, png
from .hostile_svgs import HOSTILE_SVGS
from .judged_reports import judged, with_record

if TYPE_CHECKING:
    from collections.abc import Callable

WORSE_TEXTS = (
    "</script></style></title></textarea><svg onload=alert(1)><img src=x onerror=alert(2)>",
    "]]><![CDATA[ --> <!-- <?php ?> &#0; &#xD800; &nbsp; &bogus;",
    'x" onmouseover="alert(1)" y=\'z\' style="background:url(javascript:alert(1))',
    "[a](javascript:alert(1)) ![](data:text/html;base64,x) <javascript:alert(1)> <http://x.example>",
    "http://bare.example/?a=1&b=2 www.bare.example someone@mail.example",
    "```\n~~~\n    code\n\n***\n___\n===\n---\n: def\n1) a\n+ b\n\\\n",
    "\\\\ \\[ \\] \\( \\) \\` \\* | \\| a\\",
    '#import "@preview/x:1.0.0": * #{panic()} #[a] #(1) $a$ ```raw``` /* a */ // b \\u{41} @r1 <r1>',
    "#set page(width: 1pt)\n#pagebreak()\n= A\n== B\n- c\n+ d\n/ e: f",
    "TY  - JOUR\nTI  - x\nER  - \n\nTY  - BOOK",
    "ER  -\r\nTY  - JOUR\u2028AU  - x\u2029\x85DO  - 10.1/x",
    "{AND} {OR} DDEAUTO c:\\windows\\system32\\calc.exe \\* MERGEFORMAT {TOC} _Toc1",
    "@SUM(1+1)*cmd|' /C calc'!A0\t=HYPERLINK(\"http://x\")",
    "%00 %3Cscript%3E \\x3cscript\\x3e \\u003cscript\\u003e +ADw-script+AD4-",
    "[1] [2,3] [1-9] (1) ^1^ [^r1] [@r1] {#r1} ⟦r1⟧ \ue000r1\ue001 {author} {{author}}",
    "e\u0301\u0323 ﬁ ﬂ ½ Å Å ㎎ ｆｕｌｌ \u200d👩\u200d🔬 🇩🇪",
    "\ufffe\uffff\ufdd0\U0001ffff\U0010ffff \ud800 \udfff",
    "\x00\x01\x02\x07\x08\x0b\x0c\x1b[31m\x7f\x80\x9b",
    "A" * 3000,
    " \u00a0 leading and trailing \u3000 ",
)
ALL_TEXTS = (*HOSTILE_TEXTS, *WORSE_TEXTS)
HOSTILE_LINKS = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "\x01javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/x",
    'http://x.example/"><script>alert(1)</script>',
    "http://x.example/')]}>#) \\",
    "https://user:pass@x.example:99999/\u202e%zz",
    "http://[::1",
    "\\\\evil\\share",
    "#ref-1",
    "10.1000/<script>alert(1)</script>",
    '10.1000/x"onclick="alert(1)',
    "10.1000/(a)[b]{c}<d>e;2-f#g?h&i%20j",
    "doi:10.1000/javascript:alert(1)",
)
SAFE_SCHEMES = {"", "http", "https", "mailto"}
hostile = st.one_of(
    st.sampled_from(ALL_TEXTS),
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=30),
    st.lists(st.sampled_from(ALL_TEXTS), min_size=2, max_size=3).map(" ".join),
)
links = st.one_of(st.sampled_from(HOSTILE_LINKS), st.sampled_from(ALL_TEXTS))


# -- the report ----------------------------------------------------------------------------------------------------


def hostile_report(text: str, link: str) -> Report:
    """A report that holds `text` in every place for text, and `link` in every place for an identifier or address."""
    citations = [
        one.model_copy(
            update={
                "document_title": f"{text} {one.document_id}",
                "passage": text,
                "summary": text,
                "abstract": text,
                "publication": text,
                "volume": text,
                "issue": text,
                "pages": text,
                "authors": [{"family": text, "given": text}, {"literal": text}],
                "doi": f"{link}{one.document_id}",
                "pmid": link,
                "pmcid": link,
                "url": link,
            }
        )
        for one in sample_citations()
    ]
    report = sample_report(_draft(text), citations)
    step = GradeStep(name=text, judgement=text, reason=text, footnote=text)
    grade = Grade(
        grader="x",
        label=text,
        outcome=text,
        reason=text,
        suggested_by=text,
        figures={text: text},
        steps=[step],
        symbol=text,
    )
    found = Finding(verifier="x", severity=Severity.ERROR, message=text, where=text, remedy=text)
    with_record(judged(report, words=text), text)
    return report.model_copy(
        update={
            "title": text,
            "user_question": text,
            "methodology_note": text,
            "evidence_strength": text,
            "grades": [grade],
            "findings": [found],
        }
    )


def _draft(text: str) -> Draft:
    def claim(*citation_ids: str) -> Claim:
        cites = [
            Cite(citation_id=one, locator=Locator(label="page", value=text), prefix=text, suffix=text)
            for one in citation_ids
        ]
        return Claim(text=text, cites=cites, role=ClaimRole.FINDING if cites else ClaimRole.BACKGROUND)

    table = Table(
        caption=[claim("c1")],
        header=[[claim()], [claim("c4")]],
        rows=[[[claim("c5")], [claim()]]],
        footnotes=[[claim("c2")]],
    )
    drawn = Figure(name=text, caption=[claim("c1")], alt=text, svg=text, png=text, data=text, notes=[[claim("c2")]])
    shown = drawn.model_copy(update={"png": base64_of(png())})
    wide = Table(header=[[claim()]] * 8, rows=[[[claim()]] * 8], caption=[claim()])
    return Draft(
        sections=[
            Section(heading=text, kind=SectionKind.LEAD, blocks=[Paragraph(claims=[claim("c1"), claim("c3", "c6")])]),
            Section(heading=text, kind=SectionKind.FINDINGS, blocks=[BulletList(items=[[claim("c3")]]), table]),
            Section(heading=text, kind=SectionKind.EXHIBITS, blocks=[drawn, shown, wide]),
            Section(heading=text, kind=SectionKind.LIMITS, blocks=[Paragraph(claims=[claim()])]),
        ]
    )


HOST = PluginHost({"sample": SamplePlugin()})
EXPORTERS = HOST.names("exporter")


def rendered_with(text: str, link: str, style: str = NumberedStyle.name) -> RenderedReport:
    """The hostile report in a style; `NumberedStyle` prints titles as they are."""
    return render(hostile_report(text, link), host=HOST, style=style, engine="citeproc-py")


# -- one reader per format: what a reader sees, and where links lead -----------------------------------------------


class Seen:
    """Text that the file shows, and the targets of its links that leave the file."""

    def __init__(self, text: str, targets: list[str]) -> None:
        self.text = text
        self.targets = targets


class _Page(HTMLParser):
    """A lenient reader, as browsers are."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def assert_still(uri: str) -> None:
    """A picture that holds nothing but a picture: a PNG, or SVG in which nothing runs or leads out."""
    head, data = uri.split(",", 1)
    content = base64.b64decode(data, validate=True)
    if head == "data:image/png;base64":
        assert content.startswith(b"\x89PNG\r\n")
        return
    assert head == "data:image/svg+xml;base64"
    assert b"<!" not in content
    assert b"<?" not in content
    for element in etree.fromstring(content).iter("*"):
        assert etree.QName(element).localname not in ("script", "foreignObject", "a", "animate", "set", "iframe")
        for name, value in element.attrib.items():
            assert not etree.QName(str(name)).localname.lower().startswith("on")
            assert not str(name).endswith("href") or str(value).startswith(("#", "data:image/png;base64,"))
            assert not re.search(r"url\(\s*['\"]?[^#'\"\s]", str(value))


def read_html(data: bytes) -> Seen:
    """No script, no handler, nothing loaded from elsewhere."""
    page = _Page()
    page.feed(data.decode("utf-8"))
    assert not page.tags & {
        "script",
        "iframe",
        "object",
        "embed",
        "svg",
        "form",
        "base",
        "textarea",
        "input",
        "picture",
    }
    for tag, name, value in page.attributes:
        assert not name.startswith("on"), (tag, name, value)
        if tag == "img" and name == "src":
            assert_still(value)
            continue
        assert name not in ("src", "srcset", "action", "formaction", "background"), (tag, name)
        assert name != "style" or "url(" not in value.lower(), (tag, value)
        assert tag != "meta" or name != "http-equiv" or value.lower() == "content-security-policy"
    targets = [value for _tag, name, value in page.attributes if name in ("href", "xlink:href")]
    return Seen("".join(page.text), [one for one in targets if not one.startswith("#")])


def read_markdown(data: bytes) -> Seen:
    """CommonMark with GitHub's tables, raw HTML shown as mark-up: none may appear but empty anchors."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = reader.parse(data.decode("utf-8", "surrogatepass"))
    flat = [inner for token in tokens for inner in ([token, *(token.children or [])])]
    raw = [token.content for token in flat if token.type in ("html_inline", "html_block")]
    allowed = re.compile(r'(?:</?(?:sup|sub|a|br|u|span|small)(?: (?:id|dir|class)="[^"<>]*")*\s*/?>|<!-- -->|\s)*')
    remark = re.compile(r"<!-- The picture of figure \d+ as PNG, [\d,]+ kB in one line\. -->\s*")
    assert all(allowed.fullmatch(one) or remark.fullmatch(one) for one in raw), raw
    targets = [str(token.attrs["href"]) for token in flat if token.type == "link_open"]
    for token in flat:
        if token.type == "image":
            assert str(token.attrs["src"]).startswith("data:image/png;base64,")
            assert_still(str(token.attrs["src"]))
    shown = [
        token.content if token.type in ("text", "code_inline", "code_block", "fence") else " "
        for token in flat
        if token.type in ("text", "code_inline", "code_block", "fence", "softbreak", "hardbreak", "paragraph_close")
    ]
    return Seen("".join(shown), [one for one in targets if not one.startswith("#")])


def read_text(data: bytes) -> Seen:
    """No escape sequence that a terminal would obey, no mark that reorders what it shows (named instead)."""
    text = data.decode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    return Seen(re.sub(r"<U\+[0-9A-F]{4,6}>", "", text), [])


def read_json(data: bytes) -> Seen:
    """Every string of the file."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            for key, inner in value.items():
                found.append(key)
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(json.loads(data))
    return Seen("\n".join(found), [])


def read_ledger_csv(data: bytes) -> Seen:
    """Each row has as many fields as the first, and none would be a formula in a spreadsheet."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    assert {len(row) for row in rows} == {len(rows[0])}
    fields = [field for row in rows for field in row]
    assert not [field for field in fields if re.match("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]", field)]
    return Seen("\n".join(field.removeprefix("'") for field in fields), [])


def read_ris(data: bytes) -> Seen:
    """Every line bears a tag, every record begins and ends once, and there are as many as references."""
    text = data.decode("utf-8-sig")
    lines = [line for line in re.split(r"\r\n|\n", text) if line]
    assert all(re.match(r"[A-Z][A-Z0-9]  - ?", line) for line in lines), lines
    tags = [line[:2] for line in lines]
    assert tags.count("TY") == tags.count("ER")
    return Seen("\n".join(line[6:] for line in lines), [])


def read_docx(data: bytes) -> Seen:
    """A sound package of known parts, without macro, field that runs something, or remote part."""
    text, targets = [], []
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        assert package.testzip() is None
        names = package.namelist()
        assert len(names) == len(set(names))
        assert not [name for name in names if "vba" in name.lower() or "embeddings" in name]
        for name in names:
            if not name.endswith((".xml", ".rels")):
                assert re.fullmatch(r"word/media/\w+\.png", name), name
                assert package.read(name).startswith(b"\x89PNG\r\n")
                continue
            tree = etree.fromstring(package.read(name))
            text.append(_docx_text(tree))
            for field in tree.iter("{*}instrText"):
                words = (field.text or "").split()
                assert words[:1] in (["PAGE"], ["NUMPAGES"], ["HYPERLINK"], ["TOC"]), field.text
            for relation in tree.iter("{*}Relationship"):
                if relation.get("TargetMode") == "External":
                    assert str(relation.get("Type")).endswith("/hyperlink")
                    targets.append(str(relation.get("Target")))
    return Seen("\n".join(text), targets)


def _docx_text(tree: Any) -> str:
    out: list[str] = []
    for element in tree.iter():
        name = etree.QName(element).localname if isinstance(element.tag, str) else ""
        out.append({"t": element.text or "", "tab": "\t", "br": "\n", "p": "\n"}.get(name, ""))
    return "".join(out)


def read_pdf(data: bytes) -> Seen:
    """It opens, and holds no script, no attachment, no action but links."""
    reader: Any = PdfReader(io.BytesIO(data))
    root: Any = reader.trailer["/Root"]
    names = root.get("/Names", {})
    assert "/JavaScript" not in names
    assert "/EmbeddedFiles" not in names
    assert "/AA" not in root
    targets = []
    for page in reader.pages:
        assert "/AA" not in page
        for annotation in page.get("/Annots", []):
            action = annotation.get_object().get("/A", {})
            assert action.get("/S", "/GoTo") in ("/URI", "/GoTo"), action
            targets.extend([str(action["/URI"])] if "/URI" in action else [])
    return Seen("\n".join(page.extract_text() for page in reader.pages), targets)


READERS: dict[str, Callable[[bytes], Seen]] = {
    "csljson": read_json,
    "docx": read_docx,
    "html": read_html,
    "json": read_json,
    "ledger-csv": read_ledger_csv,
    "ledger-json": read_json,
    "markdown": read_markdown,
    "pdf": read_pdf,
    "ris": read_ris,
    "text": read_text,
}
FEW = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
# What these formats show may differ in ways that their own tests fix (glyphs, ligatures, line ends in RIS).
_LOSSY = {"pdf"}


def plain(text: str, name: str = "") -> str:
    """What can be compared across formats: no blanks, nothing invisible or without meaning in text, one form.

    Control characters may be left out or shown by their pictures. RIS knows no mark-up, so that CSL's own is left out.
    """
    shown = unicodedata.normalize("NFKC", text)
    if name == "ris":
        shown = re.sub("</?(?:i|b|sup|sub|sc)>", "", shown)
    pictures = range(0x2400, 0x2427)
    keep = [one for one in shown if unicodedata.category(one)[0] not in "CZ" and ord(one) not in pictures]
    return "".join(keep).replace("\ufffd", "")


def ascii_only(text: str) -> bool:
    """Whether every format can be expected to draw and extract this faithfully."""
    return bool(text.strip()) and all(" " <= one <= "~" for one in text)


def assert_sound(name: str, text: str, link: str, style: str = NumberedStyle.name) -> Seen:
    """Export, read back, and check the links."""
    printed = "ledger" in HOST.exporter(name).provider.options_model.model_fields
    options = {name: {"ledger": True}} if printed else None
    seen = READERS[name](rendered_with(text, link, style).to_bytes(name, options=options))
    for target in seen.targets:
        scheme = urlsplit(html.unescape(target).strip()).scheme.lower()
        assert scheme in SAFE_SCHEMES, (name, target)
        assert not re.match(r"[\x00-\x20]*(?:java|vb)script:|[\x00-\x20]*data:", target, re.IGNORECASE)
        assert not target.startswith(("//", "\\\\", "/")), target
    return seen


def test_every_exporter_has_a_reader_here() -> None:
    """An exporter that is added must be read back under hostile text as well."""
    assert set(EXPORTERS) == set(READERS)


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize("text", ALL_TEXTS, ids=range(len(ALL_TEXTS)))
def test_known_hostile_texts_come_out_as_themselves(name: str, text: str) -> None:
    """Each known text is shown as it is by each format, and nothing in it is obeyed."""
    link = HOSTILE_LINKS[ALL_TEXTS.index(text) % len(HOSTILE_LINKS)]
    seen = assert_sound(name, text, link)
    if name not in _LOSSY:
        assert plain(text, name) in plain(seen.text, name)
    elif ascii_only(text):
        assert plain(text).replace("-", "") in plain(seen.text).replace("-", "")


@pytest.mark.parametrize("name", sorted(READERS))
@FEW
@given(text=hostile, link=links)
@example(text="x", link="javascript:alert(1)")
def test_any_hostile_text_comes_out_as_itself(name: str, text: str, link: str) -> None:
    """Any mixture of mark-up and characters gives a sound file without executable content that holds the text."""
    seen = assert_sound(name, text, link)
    if name not in _LOSSY:
        assert plain(text, name) in plain(seen.text, name)


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize("link", HOSTILE_LINKS, ids=range(len(HOSTILE_LINKS)))
def test_no_hostile_address_becomes_a_link(name: str, link: str) -> None:
    """What stands where a DOI, PMID, PMCID or URL is due leads nowhere but to the web."""
    assert assert_sound(name, "Some words", link).text


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize("style", ["vancouver", "apa"])
@FEW
@given(text=hostile, link=links)
@example(text=f"{HOSTILE_TEXTS[9]} {HOSTILE_TEXTS[6]} {HOSTILE_TEXTS[1]}", link="javascript:alert(1)")
def test_real_styles_add_no_door(name: str, style: str, text: str, link: str) -> None:
    """A CSL style that changes case, abbreviates names and makes links of identifiers lets nothing through either."""
    assert_sound(name, text, link, style)


# -- pictures ------------------------------------------------------------------------------------------------------

PRINTED = sorted({"docx", "html", "markdown", "pdf", "text"})


def report_of_figures(*changes: dict[str, str]) -> RenderedReport:
    """A report with these figures, each described by its number."""
    figures = [
        Figure.model_validate({"name": "f", "alt": f"Words for picture {place}.", "svg": "", "png": ""} | change)
        for place, change in enumerate(changes, start=1)
    ]
    section = Section(kind=SectionKind.EXHIBITS, blocks=[*figures])
    return render(sample_report(Draft(sections=[section])), host=HOST, style=NumberedStyle.name, engine="citeproc-py")


@pytest.mark.parametrize("name", PRINTED)
def test_hostile_pictures_give_way_to_their_words(name: str) -> None:
    """No format shows an SVG that runs or fetches something or never ends: the description stands in its place."""
    pictures = [{"svg": text} for text, _reason in HOSTILE_SVGS.values()]
    seen = READERS[name](report_of_figures(*pictures).to_bytes(name))
    words = " ".join(seen.text.split())
    assert [place for place in range(1, len(pictures) + 1) if f"Words for picture {place}." not in words] == []
    assert "x.example" not in " ".join(seen.targets)


@pytest.mark.parametrize("name", PRINTED)
@FEW
@given(noise=st.binary(max_size=40), text=hostile)
def test_damaged_pixels_never_stop_a_format(name: str, noise: bytes, text: str) -> None:
    """Whatever stands where a PNG is due, the file is written, and holds a whole PNG or none."""
    data = base64_of(png()[:40] + noise + png()[50:])
    seen = READERS[name](report_of_figures({"png": data}, {"png": text}, {"svg": text, "alt": text}).to_bytes(name))
    assert "Words for picture 2." in " ".join(seen.text.split())
