"""The engine `bmreport`: pointers, links, labels, order, names in a sentence, languages, warnings and style cache."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import (
    CitationFormat,
    Cite,
    CiteCluster,
    CiteMode,
    CslStyle,
    CslStyleSource,
    Locator,
    StyledText,
    StyleError,
    StyleJob,
)
from bmreport.rendering import DEFAULT_ENGINE
from bmreport.richtext import (
    Effect,
    Link,
    RefLink,
    RichText,
    Styled,
    Text,
    is_superscript,
    to_plain,
    walk_ref_links,
)
from bmreport.style_lookup import find_style
from bmreport.testing import assert_csl_engine_contract, assert_style_contract, fresh_host
from bmreport_csl.plugin import BmreportCsl, EngineOptions
from bmreport_plugins.styles.csl_repository import CslRepository

NS = 'xmlns="http://purl.org/net/xbiblio/csl"'
REPOSITORY = CslRepository()
ENGINE = BmreportCsl()


def repository_style(name: str) -> CslStyleSource:
    """A style of the CSL repository."""
    found = REPOSITORY.find(name)
    assert found is not None
    return found


def small_style(citation: str, bibliography: str = "", attributes: str = 'class="in-text"') -> CslStyleSource:
    """A style with only what a test needs."""
    info = "<info><title>T</title><id>t</id><updated>2026-01-01T00:00:00+00:00</updated></info>"
    listed = f"<bibliography>{bibliography}</bibliography>" if bibliography else ""
    xml = f'<style {NS} version="1.0" {attributes}>{info}<citation>{citation}</citation>{listed}</style>'
    return CslStyleSource("t", xml.encode())


def article(key: str, **fields: Any) -> dict[str, Any]:
    """A journal article."""
    return {
        "id": key,
        "type": "article-journal",
        "title": f"Title of {key.upper()}",
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


def process(
    style: str | CslStyleSource,
    items: list[dict[str, Any]],
    *clusters: CiteCluster,
    entry_locale: bool = False,
    **job: Any,
) -> StyledText:
    """Run the engine; every item is cited once first unless clusters are given."""
    source = repository_style(style) if isinstance(style, str) else style
    wanted = clusters or tuple(cluster(str(item["id"]), note=n) for n, item in enumerate(items, start=1))
    return ENGINE.process(source, StyleJob(tuple(items), wanted, **job), EngineOptions(entry_locale=entry_locale))


def plain(styled: StyledText) -> list[str]:
    """The clusters as text."""
    return [to_plain(rich) for rich in styled.clusters]


def bodies(styled: StyledText) -> list[str]:
    """The entries as text."""
    return [to_plain(entry.body) for entry in styled.entries or ()]


def order(styled: StyledText) -> list[str]:
    """The ids of the entries."""
    return [entry.reference_id for entry in styled.entries or ()]


def links(rich: RichText) -> list[tuple[str, str]]:
    """Text and address of every link, in order."""
    found = []
    for node in rich:
        if isinstance(node, Link):
            found.append((to_plain(node.children), node.href))
        elif isinstance(node, Styled | RefLink):
            found.extend(links(node.children))
    return found


def pointed(rich: RichText) -> list[tuple[str, str]]:
    """Text and reference of every pointer."""
    return [(to_plain(link.children), link.reference_id) for link in walk_ref_links(rich)]


ITEMS = [article(f"r{number}") for number in range(1, 9)]


@pytest.mark.parametrize("name", ["vancouver", "apa", "chicago-notes-bibliography", "nature"])
def test_the_engine_keeps_the_contract(name: str) -> None:
    """One text per cluster, the same twice, and as a style of a file one entry per item."""
    source = repository_style(name)
    assert_csl_engine_contract(BmreportCsl(), source)
    assert len(assert_style_contract(CslStyle.from_source(source, name="from-file"), BmreportCsl()).clusters) > 1


def test_it_is_the_default() -> None:
    """Who names no engine gets this one."""
    assert fresh_host().csl_engine(DEFAULT_ENGINE).provider.name == BmreportCsl.name


@pytest.mark.parametrize("alias", sorted(name for name, title in REPOSITORY.names() if title.startswith("alias of")))
def test_every_alias_prints_every_cite_and_entry(alias: str) -> None:
    """Whatever short name people type, nothing is lost and nothing is an error."""
    found = find_style(fresh_host(), alias)
    job = StyleJob(tuple(ITEMS), tuple(cluster(item["id"], note=n) for n, item in enumerate(ITEMS, start=1)))
    styled = found.registered.provider.render(job, ENGINE, EngineOptions())
    assert all(to_plain(rich).strip() for rich in styled.clusters)
    assert styled.entries is None or sorted(order(styled)) == [item["id"] for item in ITEMS]


# -- clusters ----------------------------------------------------------------------------------------------------


def test_each_number_points_to_its_reference() -> None:
    """In a numeric style the number alone is the pointer; punctuation is not."""
    styled = process("vancouver", ITEMS[:2], cluster("r1"), cluster("r2", "r1"))
    assert styled.clusters[1] == (
        Text("("),
        RefLink("r1", (Text("1"),)),
        Text(","),
        RefLink("r2", (Text("2"),)),
        Text(")"),
    )
    assert styled.citation_format is CitationFormat.NUMERIC


def test_ranges_link_at_both_ends() -> None:
    """`1–4` points to the first and the last work; in superscript the whole cluster stands raised."""
    singles = [cluster(item["id"]) for item in ITEMS[:4]]
    styled = process("ama", ITEMS[:4], *singles, cluster("r3", "r1", "r4", "r2"))
    assert plain(styled)[-1] == "1–4"
    assert pointed(styled.clusters[-1]) == [("1", "r1"), ("4", "r4")]
    assert is_superscript(styled.clusters[-1])


def test_an_author_date_cite_is_one_pointer() -> None:
    """The cite with its locator is the pointer; prefix and suffix are the writer's."""
    cite = Cite(reference_id="r1", locator=Locator(value="12-14"), prefix="see", suffix="for details")
    styled = process("apa", ITEMS[:2], CiteCluster((cite, Cite(reference_id="r2"))))
    assert plain(styled) == ["(see Doer1, 2020, pp. 12–14 for details; Doer2, 2020)"]
    assert pointed(styled.clusters[0]) == [("Doer1, 2020, pp. 12–14", "r1"), ("Doer2, 2020", "r2")]


@pytest.mark.parametrize(
    ("label", "expected"),
    [("chapter", "(Doer1, 2020, Chapter 3)"), ("Table", "Table 3"), ("sub_verbo", "3"), ("", "p. 3")],
)
def test_labels_of_locators_reach_the_style(label: str, expected: str) -> None:
    """Any spelling of a CSL label; without one a page is meant."""
    styled = process("apa", ITEMS[:1], cluster("r1", locator=Locator(label=label, value="3")))
    assert expected.casefold() in plain(styled)[0].casefold()


def test_years_collapsed_to_letters_point_each_to_its_work() -> None:
    """Of `Doe, 2020a, 2020b` every part leads somewhere."""
    same = {"author": [{"family": "Doe", "given": "Jane"}]}
    items = [article("a", title="Alpha", **same), article("b", title="Beta", **same)]
    styled = process("apa", items, cluster("a", "b"))
    assert plain(styled) == ["(Doe, 2020a, 2020b)"]
    assert [key for _text, key in pointed(styled.clusters[0])] == ["a", "b"]


def test_a_note_style_gives_full_notes_with_one_pointer_each() -> None:
    """The first note is whole, the next in the same place is "Ibid.", a later one is short."""
    style = "chicago-notes-bibliography-subsequent-ibid"
    clusters = [cluster("r1", note=1), cluster("r1", note=2), cluster("r2", note=3), cluster("r1", note=4)]
    styled = process(style, ITEMS[:2], *clusters)
    assert styled.citation_format is CitationFormat.NOTE
    texts = plain(styled)
    assert texts[0].startswith("Jane Q. Doer1, “Title of R1,”")
    assert texts[1].startswith("Ibid")
    assert texts[3].startswith("Doer1, “Title of R1")
    for rich, key in zip(styled.clusters, ("r1", "r1", "r2", "r1"), strict=True):
        assert [reference for _text, reference in pointed(rich)] == [key]


def test_a_pointer_ends_where_a_link_begins() -> None:
    """No format has links within links: the DOI of a full note is a link beside the pointer."""
    rich = process("chicago-notes-bibliography", [article("r1", DOI="10.1000/abc")]).clusters[0]
    assert links(rich) == [("https://doi.org/10.1000/abc", "https://doi.org/10.1000/abc")]
    assert all(not links(link.children) for link in walk_ref_links(rich))
    assert [reference for _text, reference in pointed(rich)] == ["r1"]


def test_the_same_cite_twice_in_one_place_stands_once() -> None:
    """Two passages of one paper in one sentence make one number."""
    assert plain(process("vancouver", ITEMS[:2], cluster("r1", "r2", "r1"))) == ["(1,2)"]


def test_a_cite_of_an_unknown_item_shows_and_is_reported() -> None:
    """It is neither a crash nor a silent gap."""
    styled = process("vancouver", ITEMS[:1], cluster("r1", "nobody"), cluster("nobody"))
    assert plain(styled) == ["(1)[?]", "[?]"]
    assert any("'nobody'" in warning for warning in styled.warnings)


# -- names in a sentence -----------------------------------------------------------------------------------------

TWO = article("two", author=[{"family": "Roe", "given": "R."}, {"family": "Poe", "given": "P."}])
MANY = article("many", author=[{"family": f"N{letter}", "given": "X."} for letter in "ABCD"])


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", [("Roe and Poe", "(2020)"), ("NA et al.", "(2020)")]),
        ("nlm-citation-sequence-brackets", [("Roe and Poe", "[1]"), ("NA et al.", "[2]")]),
        ("chicago-notes-bibliography", [("Roe and Poe", "“Title of TWO,”"), ("NA et al.", "“Title of MANY,”")]),
    ],
)
def test_narrative_cites_give_names_and_what_follows_them(style: str, expected: list[tuple[str, str]]) -> None:
    """The names stand apart, with "and" for the sign; the cluster is the cite without its author."""
    clusters = [cluster(key, note=n, mode=CiteMode.NARRATIVE) for n, key in enumerate(("two", "many"), start=1)]
    styled = process(style, [TWO, MANY], *clusters)
    for (names, rest), author, printed in zip(expected, styled.authors, styled.clusters, strict=True):
        assert to_plain(author) == names
        assert to_plain(printed).startswith(rest)


def test_names_are_in_the_language_of_the_document() -> None:
    """`Roe und Poe` in a German report."""
    styled = process("apa", [TWO], cluster("two", mode=CiteMode.NARRATIVE), locale="de-DE")
    assert to_plain(styled.authors[0]) == "Roe und Poe"


def test_a_work_without_authors_is_named_by_what_the_style_prints_for_them() -> None:
    """The title stands in."""
    item = article("r1", author=[])
    assert "Title of R1" in to_plain(process("apa", [item], cluster("r1", mode=CiteMode.NARRATIVE)).authors[0])
    assert to_plain(process("vancouver", [item], cluster("r1", mode=CiteMode.NARRATIVE)).authors[0]) == "Title of R1"


def test_a_style_that_prints_nothing_but_names_leaves_nothing_after_them() -> None:
    """No error mark of the processor follows the names of a narrative cite; a suppressed author leaves the title."""
    style = small_style('<layout><names variable="author"><name form="short"/></names></layout>')
    narrative, suppressed = process(
        style, ITEMS[:1], cluster("r1", mode=CiteMode.NARRATIVE), cluster("r1", mode=CiteMode.SUPPRESS_AUTHOR)
    ).clusters
    assert narrative == ()
    assert to_plain(suppressed) == "Title of R1"


def test_jobs_without_such_cites_carry_no_names() -> None:
    """Nothing is worked out that nobody asked for."""
    assert process("apa", ITEMS[:2]).authors == ()


# -- entries -----------------------------------------------------------------------------------------------------


def test_the_label_stands_apart() -> None:
    """The number is the label where the style aligns the second field, with the style's own punctuation."""
    assert [to_plain(entry.label) for entry in process("vancouver", ITEMS[:2]).entries or ()] == ["1.", "2."]
    assert to_plain((process("ieee", ITEMS[:1]).entries or ())[0].label) == "[1]"
    assert (process("apa", ITEMS[:1]).entries or ())[0].label == ()


def test_hanging_indent_and_spacing_come_from_the_style() -> None:
    """APA hangs its entries without a line between them; the Vancouver style does neither."""
    apa, vancouver = process("apa", ITEMS[:1]), process("vancouver", ITEMS[:1])
    assert (apa.hanging_indent, apa.entry_spacing) == (True, 0)
    assert (vancouver.hanging_indent, vancouver.entry_spacing) == (False, 1)


def test_the_list_is_in_the_order_of_the_style() -> None:
    """Numeric styles list by first cite, others by author; numbers are those of the list."""
    clusters = [cluster("r3"), cluster("r1"), cluster("r2")]
    assert order(process("vancouver", ITEMS[:3], *clusters)) == ["r3", "r1", "r2"]
    assert order(process("apa", ITEMS[:3], *clusters)) == ["r1", "r2", "r3"]
    alphabetical = process("nlm-citation-name", ITEMS[:3], *clusters)
    assert order(alphabetical) == ["r1", "r2", "r3"]
    assert plain(alphabetical) == ["(3)", "(1)", "(2)"]


@pytest.mark.parametrize("style", ["vancouver", "apa", "nlm-citation-name"])
def test_uncited_items_come_last_and_take_no_number_first(style: str) -> None:
    """Further reading follows the cited works, however the style sorts."""
    items = [article("a"), article("z"), article("m")]
    styled = process(style, items, cluster("z"), uncited=("a",))
    assert order(styled)[-1] == "a"
    assert sorted(order(styled)) == ["a", "m", "z"]


def test_identifiers_are_links_where_the_style_prints_them() -> None:
    """DOI, PMID and URL lead to their pages, with the label in front; nothing is added."""
    item = article("r1", DOI="10.1000/ABC(1)", PMID="12345678", PMCID="PMC123", URL="https://example.org/a?b=1&c=2")
    vancouver = (process("vancouver", [item]).entries or ())[0].body
    assert ("doi:10.1000/ABC(1)", "https://doi.org/10.1000/abc(1)") in links(vancouver)
    assert ("PMID: 12345678", "https://pubmed.ncbi.nlm.nih.gov/12345678/") in links(vancouver)
    apa = (process("apa", [item]).entries or ())[0].body
    assert links(apa) == [("https://doi.org/10.1000/ABC(1)", "https://doi.org/10.1000/abc(1)")]
    assert links((process("nature", [item]).entries or ())[0].body) == []


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "not an address", "https://a b", "file:///etc/passwd"]
)
def test_only_web_addresses_are_links(url: str) -> None:
    """Anything else in a URL field is text."""
    body = (process("apa", [{"id": "w", "type": "webpage", "title": "Page", "URL": url}]).entries or ())[0].body
    assert links(body) == []
    assert url in to_plain(body)


def test_a_style_without_a_list_has_no_entries() -> None:
    """None is returned, not an empty list; cites still come."""
    styled = process("bluebook-law-review", ITEMS[:1])
    assert styled.entries is None
    assert plain(styled)[0]


def test_an_item_of_which_nothing_is_printed_is_not_lost() -> None:
    """Its title or id stands in its place, and a warning says so."""
    style = small_style('<layout><text variable="note"/></layout>', '<layout><text variable="note"/></layout>')
    styled = process(style, [article("r1"), {"id": "bare", "type": "book"}])
    assert bodies(styled) == ["Title of R1", "bare"]
    assert plain(styled) == ["Title of R1", "bare"]
    assert any("r1" in warning for warning in styled.warnings)


def test_shortened_author_lists_say_so() -> None:
    """A record that broke off with "et al." prints it even where the style shows more names."""
    item = article("r1", custom={"authors_truncated": True})
    assert bodies(process("vancouver", [item]))[0].startswith("Doer1 JQ et al. Title")


def test_effects_of_style_and_record_are_nodes() -> None:
    """Italic, bold, small capitals, sub- and superscript, underline; italic inside italic is upright."""
    layout = (
        '<layout><text value="a" font-style="italic"/><text value="b" font-weight="bold"/>'
        '<text value="c" font-variant="small-caps"/><text value="d" vertical-align="sub"/>'
        '<text value="e" text-decoration="underline"/><text value="f" vertical-align="sup"/>'
        '<text variable="title" font-style="italic"/></layout>'
    )
    styled = process(small_style(layout, layout), [article("r1", title="An <i>in vitro</i> study")])
    body = (styled.entries or ())[0].body
    effects = [node.effect for node in body if isinstance(node, Styled)]
    assert effects == [
        Effect.ITALIC,
        Effect.BOLD,
        Effect.SMALL_CAPS,
        Effect.SUBSCRIPT,
        Effect.UNDERLINE,
        Effect.SUPERSCRIPT,
        Effect.ITALIC,
    ]
    assert body[-1] == Styled(Effect.ITALIC, (Text("An "), Styled(Effect.NORMAL, (Text("in vitro"),)), Text(" study")))


# -- languages ---------------------------------------------------------------------------------------------------

MIXED = [
    article("en", author=[{"family": f"A{n}", "given": "B."} for n in range(9)], language="en"),
    article("de", author=[{"family": f"C{n}", "given": "D."} for n in range(9)], language="ger"),
    article("zh", author=[{"family": name, "given": "明"} for name in "王李张赵钱孙周吴郑"], title="临床研究"),
]


def test_entries_speak_the_language_of_their_records_when_asked_to() -> None:
    """One list holds "et al.", "u. a." and "等"; cites stay in the language of the document."""
    styled = process("vancouver", MIXED, entry_locale=True)
    english, german, chinese = (text.replace("\xa0", " ") for text in bodies(styled))
    assert "et al." in english
    assert "u. a." in german
    assert "等" in chinese
    assert "et al." not in german + chinese
    cites = plain(process("apa", MIXED, entry_locale=True))
    assert all("et al." in text for text in cites)


def test_by_default_the_list_has_one_language() -> None:
    """The option is off unless it is set."""
    assert not EngineOptions().entry_locale
    assert all("et al." in text for text in bodies(process("vancouver", MIXED)))


def test_a_latin_record_in_a_chinese_list_is_english() -> None:
    """Where nothing says its language, Latin letters in a list of another script stand for English."""
    item = article("x", author=[{"family": f"A{n}", "given": "B."} for n in range(9)])
    assert "et al." in bodies(process("vancouver", [item], locale="zh-CN", entry_locale=True))[0]


@pytest.mark.parametrize(("locale", "expected"), [("de-DE", "und"), ("de", "und"), ("de_AT", "und"), ("fr-FR", "et")])
def test_locales(locale: str, expected: str) -> None:
    """Terms are in the language asked for, in any spelling of its tag."""
    two = article("r1", author=[{"family": "A"}, {"family": "B"}])
    assert plain(process("harvard", [two], locale=locale)) == [f"(A {expected} B, 2020)"]


def test_an_unknown_locale_falls_back_with_a_warning() -> None:
    """English stands in for a language without a locale file; what is no tag is an error."""
    styled = process("vancouver", ITEMS[:1], locale="xx-YY")
    assert any("'xx-YY'" in warning for warning in styled.warnings)
    with pytest.raises(StyleError, match="no language tag"):
        process("vancouver", ITEMS[:1], locale='en"] | //*[x="')


def test_the_locale_of_a_dependent_style_holds() -> None:
    """`default_locale` of the source counts unless the job names another."""
    child = CslStyleSource("child", repository_style("harvard").xml, default_locale="de-DE")
    two = article("r1", author=[{"family": "A"}, {"family": "B"}])
    assert plain(process(child, [two])) == ["(A und B, 2020)"]
    assert plain(process(child, [two], locale="en-US")) == ["(A and B, 2020)"]


# -- input of every kind -----------------------------------------------------------------------------------------


def test_marks_in_texts_are_text() -> None:
    """Prefixes, values and fields may hold the characters by which the processor's output is read."""
    style = small_style('<layout prefix="{"><text variable="title"/></layout>')
    cite = Cite(reference_id="r1", prefix="\x02cite\x03r9\x03", suffix="\x04\x10b")
    printed = process(style, [article("r1", title="x</span><b")], CiteCluster((cite,)))
    assert [reference for _text, reference in pointed(printed.clusters[0])] == ["r1"]
    assert "cite" in plain(printed)[0]
    assert not {"\x02", "\x03", "\x04"} & set(plain(printed)[0]) or "\x02cite\x03r9\x03" in plain(printed)[0]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["type", "title", "author", "editor", "issued", "accessed", "page", "volume", "DOI", "URL", "custom", "language"]
)


@given(st.dictionaries(FIELDS, JSON, max_size=8), st.sampled_from(["vancouver", "apa", "chicago-notes-bibliography"]))
@settings(max_examples=80, deadline=None)
def test_no_record_crashes_the_engine(fields: dict[str, Any], name: str) -> None:
    """Fields of any type and shape are printed or reported; the record is always there, and named if need be."""
    styled = process(
        name,
        [{**fields, "id": "x"}, article("r1")],
        cluster("x", "r1"),
        cluster("x", mode=CiteMode.NARRATIVE),
        entry_locale=True,
    )
    assert sorted(order(styled)) == ["r1", "x"]
    assert all(to_plain(entry.body).strip() or entry.label for entry in styled.entries or ())


def test_an_empty_job_is_an_empty_result() -> None:
    """No items, no cites: no entries, no error; an empty cluster is an empty text."""
    styled = process("vancouver", [], CiteCluster(()))
    assert (styled.clusters, styled.entries) == (((),), ())


# -- styles that cannot be processed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        (small_style('<layout><text macro="nowhere"/></layout>'), "macro 'nowhere'"),
        (small_style(""), "no <layout>"),
        (CslStyleSource("t", b"<style"), "not well-formed"),
        (CslStyleSource("t", b""), "not well-formed"),
    ],
)
def test_a_style_that_cannot_be_processed_says_why(style: CslStyleSource, reason: str) -> None:
    """A StyleError with the file and the reason, whatever is wrong with the style."""
    with pytest.raises(StyleError, match=reason) as caught:
        process(style, ITEMS[:1])
    assert caught.value.where.startswith("t.csl")


def test_a_dependent_style_without_its_parent_is_refused() -> None:
    """The engine cannot look for parents; it names the one that is missing."""
    link = '<link rel="independent-parent" href="http://www.zotero.org/styles/nature"/>'
    xml = f'<style {NS} version="1.0"><info><title>T</title><id>t</id>{link}</info></style>'.encode()
    with pytest.raises(StyleError, match="'nature'"):
        process(CslStyleSource("t", xml), ITEMS[:1])


# -- reuse and threads -------------------------------------------------------------------------------------------


def test_a_style_is_parsed_once_and_leaves_no_trace() -> None:
    """The second job is served from the cache and is not marked by the first; the cache is bounded."""
    engine = BmreportCsl()
    source = repository_style("apa")

    def run(items: list[dict[str, Any]]) -> StyledText:
        clusters = tuple(cluster(str(item["id"])) for item in items)
        return engine.process(source, StyleJob(tuple(items), clusters), EngineOptions())

    first = run(ITEMS)
    run([article("other", author=[], title="<i>x</i>")])
    assert run(ITEMS) == first
    assert len(engine._styles) == 1
    for number in range(40):
        engine.process(small_style(f'<layout><text value="{number}"/></layout>'), StyleJob((), ()), EngineOptions())
    assert len(engine._styles) <= 16


def test_threads_share_an_engine() -> None:
    """Jobs that run at the same time get what they would get alone."""
    jobs = [
        (name, [article(f"t{thread}-{n}") for n in range(6)])
        for thread in range(4)
        for name in ("vancouver", "apa", "chicago-notes-bibliography")
    ]
    alone = [process(name, items) for name, items in jobs]
    together: list[StyledText | None] = [None] * len(jobs)

    def run(place: int) -> None:
        name, items = jobs[place]
        together[place] = process(name, items)

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone
