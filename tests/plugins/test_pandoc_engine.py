"""The engine `pandoc`: what pandoc's citeproc prints comes back as rich text, exactly and safely."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport import (
    CitationFormat,
    Cite,
    CiteCluster,
    CiteMode,
    CslStyleSource,
    Locator,
    NoOptions,
    StyledText,
    StyleError,
    StyleJob,
)
from bmreport.richtext import Effect, Link, RefLink, RichText, Styled, Text, is_superscript, to_plain, walk_ref_links
from bmreport.testing import HOSTILE_TEXTS, assert_csl_engine_contract
from bmreport_plugins.csl_engines.pandoc_citeproc import PandocCiteproc
from bmreport_plugins.csl_engines.pandoc_inlines import InlineReader
from bmreport_plugins.styles.csl_repository import CslRepository

REPOSITORY = CslRepository()
ENGINE = PandocCiteproc()


def repository_style(name: str) -> CslStyleSource:
    """A style of the CSL repository."""
    found = REPOSITORY.find(name)
    assert found is not None
    return found


def article(key: str, **fields: Any) -> dict[str, Any]:
    """A journal article."""
    return {
        "id": key,
        "type": "article-journal",
        "title": f"Title of {key}",
        "author": [{"family": f"Doe{key}", "given": "Jane Q."}],
        "container-title": "Journal of Samples",
        "issued": {"date-parts": [[2020, 3, 5]]},
        "volume": "12",
        "page": "101-109",
        **fields,
    }


def cluster(*keys: str, note: int = 1, **options: Any) -> CiteCluster:
    """A cluster of cites that share their options."""
    return CiteCluster(tuple(Cite(reference_id=key, **options) for key in keys), note)


def process(style: str, items: list[dict[str, Any]], *clusters: CiteCluster, **job: Any) -> StyledText:
    """Run the engine; every item is cited once unless clusters are given."""
    wanted = clusters or tuple(cluster(str(item["id"]), note=n) for n, item in enumerate(items, start=1))
    return ENGINE.process(repository_style(style), StyleJob(tuple(items), wanted, **job), NoOptions())


def pointed(rich: RichText) -> list[tuple[str, str]]:
    """Text and reference of every pointer."""
    return [(to_plain(link.children), link.reference_id) for link in walk_ref_links(rich)]


ITEMS = [article(f"r{number}") for number in range(1, 5)]


@pytest.mark.parametrize("name", ["vancouver", "chicago-notes-bibliography"])
def test_the_engine_keeps_the_contract(name: str) -> None:
    """One text per cluster, the same twice."""
    assert_csl_engine_contract(PandocCiteproc(), repository_style(name))


def test_a_numeric_style() -> None:
    """Numbers point to their references, ranges at both ends; labels stand apart."""
    styled = process("nlm-citation-sequence-brackets", ITEMS, cluster("r2"), cluster("r1", "r2", "r3", "r4"))
    assert [to_plain(rich) for rich in styled.clusters] == ["[1]", "[1–4]"]
    assert pointed(styled.clusters[1]) == [("1", "r2"), ("4", "r4")]
    assert [entry.reference_id for entry in styled.entries or ()] == ["r2", "r1", "r3", "r4"]
    assert to_plain((styled.entries or ())[0].label) == "1."
    assert styled.citation_format is CitationFormat.NUMERIC


def test_raised_numbers_stay_raised() -> None:
    """The cluster of AMA is superscript as a whole."""
    assert is_superscript(process("ama", ITEMS[:1]).clusters[0])


def test_an_author_date_style() -> None:
    """Prefix, locator, suffix, suppressed authors and hanging indent come through."""
    full = Cite(reference_id="r1", locator=Locator(value="12-14"), prefix="see", suffix="for details")
    bare = Cite(reference_id="r2", mode=CiteMode.SUPPRESS_AUTHOR)
    chapter = Cite(reference_id="r3", locator=Locator(label="chapter", value="3"))
    styled = process("apa", ITEMS, CiteCluster((full,)), CiteCluster((bare,)), CiteCluster((chapter,)))
    assert [to_plain(rich).replace("\xa0", " ") for rich in styled.clusters] == [
        "(see Doer1, 2020, pp. 12–14 for details)",
        "(2020)",
        "(Doer3, 2020, Chapter 3)",
    ]
    assert styled.hanging_indent


def test_a_note_style() -> None:
    """The text of the note is the cluster, with one pointer and its links beside it."""
    styled = process("chicago-notes-bibliography", [article("r1", DOI="10.1000/abc")])
    assert styled.citation_format is CitationFormat.NOTE
    assert to_plain(styled.clusters[0]).startswith("Jane Q. Doer1, “Title of")
    assert [reference for _text, reference in pointed(styled.clusters[0])] == ["r1"]
    assert all(not isinstance(node, Link) for link in walk_ref_links(styled.clusters[0]) for node in link.children)


def test_rich_text_comes_back() -> None:
    """Italic of the style and of the record; italic within italic is upright; a DOI is a link."""
    styled = process("apa", [article("r1", title="Of <i>E. coli</i> and CO<sub>2</sub>", DOI="10.1000/abc")])
    body = (styled.entries or ())[0].body
    assert Styled(Effect.ITALIC, (Text("E. coli"),)) in body
    assert Styled(Effect.SUBSCRIPT, (Text("2"),)) in body
    assert Styled(Effect.ITALIC, (Text("Journal of Samples"),)) in body
    assert Link("https://doi.org/10.1000/abc", (Text("https://doi.org/10.1000/abc"),)) in body


@pytest.mark.parametrize("number", range(len(HOSTILE_TEXTS)))
def test_hostile_text_is_no_markup(number: int) -> None:
    """Ids, prefixes and fields of any kind are characters to pandoc; no file is read and nothing is lost."""
    text = HOSTILE_TEXTS[number]
    cite = Cite(reference_id=text, prefix=text)
    styled = process("apa", [article(text, volume="7", publisher=text)], CiteCluster((cite,)))
    assert [entry.reference_id for entry in styled.entries or ()] == [text]
    assert [reference for _text, reference in pointed(styled.clusters[0])] == [text]


def test_unknown_items_show_and_are_reported() -> None:
    """It is neither a crash nor a silent gap."""
    styled = process("vancouver", ITEMS[:1], cluster("r1", "nobody"), cluster("nobody"))
    assert [to_plain(rich) for rich in styled.clusters] == ["(1)[?]", "[?]"]
    assert any("'nobody'" in warning for warning in styled.warnings)


def test_the_language_counts() -> None:
    """Terms are in the language asked for."""
    two = article("r1", author=[{"family": "A"}, {"family": "B"}])
    assert to_plain(process("harvard", [two], locale="de-DE").clusters[0]) == "(A und B, 2020)"


def test_a_shortened_list_of_authors_says_so() -> None:
    """Pandoc prints et al. after the authors that are known."""
    item = article("r1", custom={"authors_truncated": True})
    assert "et al." in to_plain((process("vancouver", [item]).entries or ())[0].body)


def test_an_empty_job_is_an_empty_result() -> None:
    """No items, no cites: no entries, no error."""
    styled = process("vancouver", [], CiteCluster(()))
    assert (styled.clusters, styled.entries) == (((),), ())


def test_a_style_that_pandoc_refuses_is_named() -> None:
    """A StyleError with the style's name; no path of the machine is in it."""
    xml = repository_style("apa").xml.replace(b"<layout", b"<no-layout").replace(b"</layout", b"</no-layout")
    with pytest.raises(StyleError) as caught:
        ENGINE.process(CslStyleSource("broken", xml), StyleJob(tuple(ITEMS), (cluster("r1"),)), NoOptions())
    assert caught.value.where == "broken.csl"
    assert "/bmreport-" not in str(caught.value)


def test_inlines_of_every_kind_are_read() -> None:
    """Quotes, line ends, code and mathematics are text; a link to an entry is a pointer."""
    inlines = [
        {"t": "Quoted", "c": [{"t": "DoubleQuote"}, [{"t": "Str", "c": "a"}]]},
        {"t": "SoftBreak"},
        {"t": "Code", "c": [["", [], []], "b"]},
        {"t": "Math", "c": [{"t": "InlineMath"}, "c"]},
        {"t": "Link", "c": [["", [], []], [{"t": "Str", "c": "1"}], ["#ref-i1", ""]]},
        {"t": "Span", "c": [["", ["nodecor"], []], [{"t": "SmallCaps", "c": [{"t": "Str", "c": "d"}]}]]},
    ]
    assert InlineReader({"ref-i1": "r1"}).read(inlines) == (
        Text("“a” bc"),
        RefLink("r1", (Text("1"),)),
        Styled(Effect.NORMAL, (Styled(Effect.SMALL_CAPS, (Text("d"),)),)),
    )
