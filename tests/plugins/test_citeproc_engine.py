"""The engine `citeproc-py`: pointers, links, labels, order, notes, warnings, and input of every kind."""

from __future__ import annotations

import gc
import threading
import warnings
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
    Entry,
    Locator,
    NoOptions,
    StyledText,
    StyleError,
    StyleJob,
)
from bmreport.richtext import (
    Effect,
    Link,
    RefLink,
    RichText,
    Styled,
    Text,
    is_superscript,
    parse_csl_markup,
    to_plain,
    walk_ref_links,
)
from bmreport.testing import HOSTILE_TEXTS, assert_csl_engine_contract, assert_style_contract
from bmreport_plugins.csl_engines.citeproc_py import CiteprocPy
from bmreport_plugins.styles.csl_repository import CslRepository
from bmreport_plugins.styles.own_styles import OwnStyles

NS = 'xmlns="http://purl.org/net/xbiblio/csl"'
REPOSITORY = CslRepository()
ENGINE = CiteprocPy()


def repository_style(name: str) -> CslStyleSource:
    """A style of the CSL repository."""
    found = REPOSITORY.find(name)
    assert found is not None
    return found


def small_style(citation: str, bibliography: str = "", macros: str = "", attributes: str = "") -> CslStyleSource:
    """A style with only what a test needs."""
    info = "<info><title>T</title><id>t</id><updated>2026-01-01T00:00:00+00:00</updated></info>"
    extra = (
        f"<bibliography>{bibliography}</bibliography>"
        if bibliography and not bibliography.startswith("<bib")
        else bibliography
    )
    body = citation if citation.startswith("<citation") else f"<citation>{citation}</citation>"
    given_class = "" if "class=" in attributes else 'class="in-text" '
    return CslStyleSource(
        "t", f'<style {NS} {given_class}version="1.0" {attributes}>{info}{macros}{body}{extra}</style>'.encode()
    )


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


def process(style: str | CslStyleSource, items: list[dict[str, Any]], *clusters: CiteCluster, **job: Any) -> StyledText:
    """Run the engine; every item is cited once first unless clusters are given."""
    source = repository_style(style) if isinstance(style, str) else style
    wanted = clusters or tuple(cluster(str(item["id"]), note=n) for n, item in enumerate(items, start=1))
    return ENGINE.process(source, StyleJob(tuple(items), wanted, **job), NoOptions())


def plain(styled: StyledText) -> list[str]:
    """The clusters as text."""
    return [to_plain(rich) for rich in styled.clusters]


def bodies(styled: StyledText) -> list[str]:
    """The entries as text."""
    return [to_plain(entry.body) for entry in styled.entries or ()]


def links(rich: RichText) -> list[tuple[str, str]]:
    """Text and address of every link, in order."""
    found = []
    for node in rich:
        if isinstance(node, Link):
            found.append((to_plain(node.children), node.href))
        elif isinstance(node, Styled | RefLink):
            found.extend(links(node.children))
    return found


ITEMS = [article(f"r{number}") for number in range(1, 9)]


@pytest.mark.parametrize("name", ["vancouver", "apa", "chicago-notes-bibliography", "nature"])
def test_the_engine_keeps_the_contract(name: str) -> None:
    """One text per cluster, the same twice."""
    assert_csl_engine_contract(CiteprocPy(), repository_style(name))


def test_a_style_of_a_file_keeps_the_contract() -> None:
    """CslStyle and this engine together are a style like any other."""
    style = CslStyle.from_source(repository_style("vancouver"), name="vancouver-file")
    assert len(assert_style_contract(style, CiteprocPy()).clusters) > 1


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


def test_numbers_in_superscript_are_pointers_too() -> None:
    """The whole cluster stands in superscript, with one pointer per number."""
    styled = process("ama", ITEMS[:2], cluster("r1", "r2"))
    assert is_superscript(styled.clusters[0])
    assert [link.reference_id for link in walk_ref_links(styled.clusters[0])] == ["r1", "r2"]


def test_three_numbers_in_a_row_become_a_range_with_both_ends_linked() -> None:
    """Ranges begin at three numbers; two stay apart; what has a locator is not swallowed."""
    single = [cluster(item["id"]) for item in ITEMS]
    styled = process(
        "nlm-citation-sequence-brackets",
        ITEMS,
        *single,
        cluster("r1", "r3", "r4", "r5"),
        cluster("r1", "r2"),
        cluster("r5", "r4", "r3", "r2", "r1", "r8", "r7"),
        CiteCluster(
            (
                Cite(reference_id="r1"),
                Cite(reference_id="r2", locator=Locator(value="7")),
                Cite(reference_id="r3"),
                Cite(reference_id="r4", prefix="but see "),
                Cite(reference_id="r5"),
            )
        ),
    )
    assert plain(styled)[8:11] == ["[1,3–5]", "[1,2]", "[1–5,7,8]"]
    assert [link.reference_id for link in walk_ref_links(styled.clusters[8])] == ["r1", "r3", "r5"]
    assert "–" not in plain(styled)[11]
    assert len(list(walk_ref_links(styled.clusters[11]))) == 5


def test_a_style_that_does_not_collapse_is_left_as_it_is() -> None:
    """Without `collapse` every number stands."""
    styled = process(OwnStyles().find("bmlibrarian") or small_style("<layout/>"), ITEMS[:3], cluster("r1", "r2", "r3"))
    assert plain(styled) == ["[1,2,3]"]


def test_after_a_range_its_own_delimiter_stands() -> None:
    """`after-collapse-delimiter` follows a range (CSL 1.0.2, "Cite Collapsing")."""
    style = small_style(
        '<citation collapse="citation-number" after-collapse-delimiter="; "><layout delimiter=",">'
        '<text variable="citation-number"/></layout></citation>'
    )
    styled = process(style, ITEMS[:5], cluster(*(f"r{n}" for n in range(1, 6))), cluster("r1", "r2", "r3", "r5"))
    assert plain(styled)[1] == "1–3; 5"


def test_the_same_reference_twice_in_one_place_stands_once() -> None:
    """Two passages of one paper in one sentence make one number."""
    styled = process("vancouver", ITEMS[:2], cluster("r1", "r2", "r1"))
    assert plain(styled) == ["(1,2)"]


def test_an_author_date_cite_is_one_pointer() -> None:
    """The cite with its locator is the pointer; prefix and suffix are the writer's."""
    cite = Cite(reference_id="r1", locator=Locator(value="12-14"), prefix="see", suffix="for details")
    styled = process("apa", ITEMS[:2], CiteCluster((cite, Cite(reference_id="r2"))))
    assert plain(styled) == ["(see Doer1, 2020, pp. 12–14 for details; Doer2, 2020)"]
    assert [to_plain(link.children) for link in walk_ref_links(styled.clusters[0])] == [
        "Doer1, 2020, pp. 12–14",
        "Doer2, 2020",
    ]


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
    assert len(texts[3]) < len(texts[0])
    for rich, key in zip(styled.clusters, ("r1", "r1", "r2", "r1"), strict=True):
        assert [link.reference_id for link in walk_ref_links(rich)] == [key]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (None, None, "ibid"),
        (None, "5", "ibid-with-locator"),
        ("5", "5", "ibid"),
        ("5", "6", "ibid-with-locator"),
        ("5", None, "subsequent"),
    ],
)
def test_positions_follow_the_specification(before: str | None, now: str | None, expected: str) -> None:
    """CSL 1.0.2, "Choose": which position a repeated cite has depends on the locators."""
    branches = "".join(
        f'<{tag} position="{name}"><text value="{name}"/></{tag}>'
        for tag, name in (("if", "ibid-with-locator"), ("else-if", "ibid"), ("else-if", "subsequent"))
    )
    style = small_style(f'<layout><choose>{branches}<else><text value="first"/></else></choose></layout>')
    cites = [Cite(reference_id="r1", locator=Locator(value=value) if value else None) for value in (before, now)]
    styled = process(style, ITEMS[:1], *(CiteCluster((cite,), number) for number, cite in enumerate(cites, start=1)))
    assert plain(styled) == ["first", expected]


def test_a_cite_of_several_is_no_ibid() -> None:
    """After a note that cites two works, "ibid." would be ambiguous."""
    style = small_style(
        '<layout><choose><if position="ibid"><text value="ibid"/></if>'
        '<else-if position="near-note"><text value="near"/></else-if>'
        '<else><text value="far"/></else></choose></layout>',
        attributes='class="note"',
    )
    clusters = [cluster("r1", "r2", note=1), cluster("r2", note=2), cluster("r3", note=3), cluster("r1", note=9)]
    assert plain(process(style, ITEMS[:3], *clusters))[1:] == ["near", "far", "far"]


def test_a_cite_of_an_unknown_item_shows_and_is_reported() -> None:
    """It is neither a crash nor a silent gap."""
    styled = process("vancouver", ITEMS[:1], cluster("r1", "nobody"), cluster("nobody"))
    assert plain(styled) == ["(1)[?]", "[?]"]
    assert any("'nobody'" in warning for warning in styled.warnings)


def test_modes_it_cannot_print_are_reported_once() -> None:
    """Suppressed authors and narrative cites are printed whole, and a warning says so, once per mode."""
    clusters = [cluster("r1", mode=CiteMode.SUPPRESS_AUTHOR)] * 3 + [cluster("r2", mode=CiteMode.NARRATIVE)]
    styled = process("apa", ITEMS[:2], *clusters)
    assert len([warning for warning in styled.warnings if "suppress-author" in warning]) == 1
    assert len([warning for warning in styled.warnings if "narrative" in warning]) == 1
    assert process("vancouver", ITEMS[:2], clusters[0]).warnings == ()


def test_cites_that_look_alike_get_letters_in_the_order_of_the_list() -> None:
    """Author and year alone would not tell the works apart (CSL 1.0.2, "Disambiguation")."""
    same = {"author": [{"family": "Doe", "given": "Jane"}]}
    items = [article("b", title="Beta", **same), article("a", title="Alpha", **same), dict(ITEMS[0])]
    items[2]["id"] = "c"
    styled = process("apa", items)
    assert plain(styled) == ["(Doe, 2020b)", "(Doe, 2020a)", "(Doer1, 2020)"]
    assert "(2020a)" in bodies(styled)[0]
    assert "Alpha" in bodies(styled)[0]


def test_cites_that_stay_alike_are_reported() -> None:
    """Where the style gives no letters, a warning names the items."""
    style = small_style('<layout><names variable="author"/></layout>')
    same = {"author": [{"family": "Doe", "given": "Jane"}]}
    styled = process(style, [article("a", **same), article("b", **same)])
    assert any("a and b" in warning for warning in styled.warnings)


# -- entries -----------------------------------------------------------------------------------------------------


def test_the_label_stands_apart() -> None:
    """The number is the label where the style aligns the second field, with the style's own punctuation."""
    assert [to_plain(entry.label) for entry in process("vancouver", ITEMS[:2]).entries or ()] == ["1.", "2."]
    assert to_plain((process("ieee", ITEMS[:1]).entries or ())[0].label) == "[1]"
    assert (process("apa", ITEMS[:1]).entries or ())[0].label == ()


def test_hanging_indent_and_spacing_come_from_the_style() -> None:
    """APA hangs its entries; the Vancouver style does not."""
    assert process("apa", ITEMS[:1]).hanging_indent
    assert not process("vancouver", ITEMS[:1]).hanging_indent


def test_the_list_is_in_the_order_of_the_style() -> None:
    """Numeric styles list by first cite, others by author; numbers are those of the list."""
    clusters = [cluster("r3"), cluster("r1"), cluster("r2")]
    assert [entry.reference_id for entry in process("vancouver", ITEMS[:3], *clusters).entries or ()] == [
        "r3",
        "r1",
        "r2",
    ]
    assert [entry.reference_id for entry in process("apa", ITEMS[:3], *clusters).entries or ()] == ["r1", "r2", "r3"]
    alphabetical = process("nlm-citation-name", ITEMS[:3], *clusters)
    assert [to_plain(entry.label) for entry in alphabetical.entries or ()] == ["1.", "2.", "3."]
    assert [entry.reference_id for entry in alphabetical.entries or ()] == ["r1", "r2", "r3"]
    assert plain(alphabetical) == ["(3)", "(1)", "(2)"]


def test_uncited_items_come_last_and_take_no_number_first() -> None:
    """Further reading follows the cited works, however the style sorts."""
    items = [article("a"), article("z"), article("m")]
    for style in ("vancouver", "apa"):
        styled = process(style, items, cluster("z"), uncited=("a",))
        assert [entry.reference_id for entry in styled.entries or ()][-1] == "a"
    assert [
        entry.reference_id for entry in process("vancouver", items, cluster("z"), uncited=("a",)).entries or ()
    ] == [
        "z",
        "m",
        "a",
    ]


def test_sorting_ignores_case_accents_and_punctuation() -> None:
    """Readers look up Ångström under A and find numbers in their order."""
    names = ["Zimmer", "Ångström", "d'Arcy", "abel", "O’Neil", "Oliver"]
    items = [article(f"k{n}", author=[{"family": name, "given": "A."}]) for n, name in enumerate(names)]
    styled = process("apa", items)
    assert [text.split(",")[0] for text in bodies(styled)] == [
        "abel",
        "Ångström",
        "d'Arcy",
        "Oliver",
        "O’Neil",
        "Zimmer",
    ]


def test_identifiers_are_links_where_the_style_prints_them() -> None:
    """DOI, PMID and URL lead to their pages, with the label in front; nothing is added."""
    item = article("r1", DOI="10.1000/ABC(1)", PMID="12345678", PMCID="PMC123", URL="https://example.org/a?b=1&c=2")
    vancouver = (process("vancouver", [item]).entries or ())[0].body
    assert ("doi:10.1000/ABC(1)", "https://doi.org/10.1000/abc(1)") in links(vancouver)
    assert ("PMID: 12345678", "https://pubmed.ncbi.nlm.nih.gov/12345678/") in links(vancouver)
    apa = (process("apa", [item]).entries or ())[0].body
    assert links(apa) == [("https://doi.org/10.1000/ABC(1)", "https://doi.org/10.1000/abc(1)")]
    assert links((process("nature", [item]).entries or ())[0].body) == []
    page = {"id": "w", "type": "webpage", "title": "Page", "URL": "https://example.org/a?b=1&c=2"}
    assert ("https://example.org/a?b=1&c=2", "https://example.org/a?b=1&c=2") in links(
        (process("apa", [page]).entries or ())[0].body
    )


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", "not an address", "https://a b", "file:///etc/passwd"]
)
def test_only_web_addresses_are_links(url: str) -> None:
    """Anything else in a URL field is text."""
    styled = process("apa", [{"id": "w", "type": "webpage", "title": "Page", "URL": url, "PMID": "x1"}])
    body = (styled.entries or ())[0].body
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
    given = article("r2", author=[{"family": "Doe", "given": "J."}, "et al."])
    assert "et al." in bodies(process("vancouver", [given]))[0]


# -- seams and names ---------------------------------------------------------------------------------------------


def test_no_stop_is_printed_twice_and_no_space_is_lost() -> None:
    """Faults of print that citeproc-py is known for: `et al..`, `2020Mar`, names run into "and"."""
    many = [{"family": f"Name{letter}", "given": "A. B."} for letter in "ABCDEFGHIJ"]
    item = article("r1", author=many, title="Is it?")
    for name in ("vancouver", "ama", "lancet", "bmj", "nejm", "nature", "apa", "ieee", "harvard", "chicago"):
        styled = process(name, [item])
        text = bodies(styled)[0] + " ".join(plain(styled))
        assert ".." not in text, name
        assert "?." not in text, name
        assert ",," not in text, name
        assert "  " not in text, name
        assert "2020Mar" not in text, name
    two = article("r2", author=many[:2])
    assert "(NameA & NameB, 2020)" in plain(process("apa", [two]))
    assert "NameA A. B. and NameB A. B." not in bodies(process("nature", [two]))[0]


@pytest.mark.parametrize(
    ("name", "vancouver", "apa"),
    [
        ({"family": "Smith", "given": "John Allan"}, "Smith JA.", "Smith, J. A."),
        ({"family": "Martin", "given": "Jean-Paul"}, "Martin JP.", "Martin, J.-P."),
        ({"family": "Berg", "given": "Jan", "non-dropping-particle": "van den"}, "van den Berg J.", "van den Berg, J."),
        ({"family": "King", "given": "Martin L.", "suffix": "Jr."}, "King ML Jr.", "King, M. L., Jr."),
        ({"literal": "World Health Organization"}, "World Health Organization.", "World Health Organization."),
        ({"family": "陈", "given": "平雁"}, "陈平雁.", "陈平雁."),
        ({"family": "Иванов", "given": "Сергей Петрович"}, "Иванов СП.", "Иванов, С. П."),
        ({"family": "Madonna"}, "Madonna.", "Madonna."),
    ],
)
def test_names(name: dict[str, str], vancouver: str, apa: str) -> None:
    """Particles, hyphens, suffixes, groups and other scripts come out as the styles want them."""
    item = article("r1", author=[name])
    assert bodies(process("vancouver", [item]))[0].startswith(vancouver + " Title")
    assert bodies(process("apa", [item]))[0].startswith(apa + " (2020)")


@pytest.mark.parametrize(
    ("issued", "expected"),
    [
        ({"date-parts": [[2020, 3, 5]]}, "2020 Mar 5"),
        ({"date-parts": [["2020", "3"]]}, "2020 Mar"),
        ({"date-parts": [[2020]]}, "2020"),
        ({"raw": "2020 Feb 21"}, "2020 Feb 21"),
        ({"literal": "in press"}, "in press"),
        ({"date-parts": [[2020]], "season": 4}, "2020"),
        ({"date-parts": [[2019], [2020]]}, "2019–2020"),
        ({"date-parts": [[2020, 3, 5], [2020, 3, 9]]}, "2020 Mar 5–9"),
        ({"date-parts": [[2020, 3], [2020, 5]]}, "2020 Mar–May"),
        ({"date-parts": [[2020]], "circa": True}, "2020"),
        ("2021-04-01", "2021 Apr 1"),
        (2021, "2021"),
    ],
)
def test_dates(issued: object, expected: str) -> None:
    """Every form of date is printed; none is lost."""
    assert f". {expected}" in bodies(process("vancouver", [article("r1", issued=issued)]))[0]


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("de-DE", "und"), ("de", "und"), ("de_AT", "und"), ("fr-FR", "et"), ("en-GB", "and"), ("", "and")],
)
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
    parent = repository_style("harvard")
    child = CslStyleSource("child", parent.xml, default_locale="de-DE")
    two = article("r1", author=[{"family": "A"}, {"family": "B"}])
    assert plain(process(child, [two])) == ["(A und B, 2020)"]
    assert plain(process(child, [two], locale="en-US")) == ["(A and B, 2020)"]


# -- input of every kind -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["vancouver", "apa", "chicago-notes-bibliography", "ieee"])
def test_hostile_text_comes_out_as_itself(name: str) -> None:
    """Mark-up of any language in any field is characters; no field is dropped."""
    same_quotes = str.maketrans('‘’“”«»"', "'" * 7)
    for number, text in enumerate(HOSTILE_TEXTS):
        item = article(f"h{number}", title=f"T {text} T", volume=text, issue=text, page=text, publisher=text)
        shown = to_plain((process(name, [item]).entries or ())[0].body)
        expected = to_plain(parse_csl_markup(f"T {text} T"))
        # Title case and nested quotation marks are the style's business; nothing else may change.
        assert expected.casefold().translate(same_quotes) in shown.casefold().translate(same_quotes)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    [
        "type",
        "title",
        "author",
        "editor",
        "translator",
        "issued",
        "accessed",
        "page",
        "volume",
        "issue",
        "edition",
        "number",
        "DOI",
        "URL",
        "PMID",
        "custom",
        "language",
        "container-title",
        "title-short",
        "journalAbbreviation",
        "event-date",
        "publisher",
        "note",
        "genre",
        "number-of-pages",
    ]
)


@given(
    st.dictionaries(FIELDS, JSON, max_size=8),
    st.sampled_from(["vancouver", "apa", "oscola", "chicago-notes-bibliography"]),
)
@settings(max_examples=120, deadline=None)
def test_no_record_crashes_the_engine(fields: dict[str, Any], name: str) -> None:
    """Fields of any type and shape are printed or reported; the record is always there."""
    styled = process(name, [{**fields, "id": "x"}, article("r1")], cluster("x", "r1"))
    assert styled.entries is not None
    assert {entry.reference_id for entry in styled.entries} == {"x", "r1"}
    assert all(to_plain(entry.body).strip() or entry.label for entry in styled.entries)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("volume", True),
        ("title", {"en": "x"}),
        ("page", [{"first": 1}]),
        ("author", [{"given": "Only"}, 5, None]),
        ("issued", {"date-parts": [[2020, 13, 45]]}),
        pytest.param("volume", 10**5000, id="huge"),
    ],
)
def test_what_cannot_be_printed_is_reported(field: str, value: object) -> None:
    """A warning names the item and the field."""
    styled = process("vancouver", [article("r1", **{field: value})])
    assert any("item r1" in warning and field in warning for warning in styled.warnings)


def test_numbers_and_lists_are_printed_as_text() -> None:
    """Crossref's lists and JSON numbers need no remark."""
    item = article("r1", volume=12, issue=3.0, **{"container-title": ["Heart"], "number-of-pages": 2})
    styled = process("vancouver", [item])
    assert "Heart. 2020 Mar 5;12(3):101–9" in bodies(styled)[0]
    assert styled.warnings == ()


def test_long_fields_take_linear_work() -> None:
    """A megabyte in a field is printed, not worked on for minutes."""
    long = "9" * 300_000
    many = ",".join("1-2" for _ in range(50_000))
    item = article("r1", title="a b " * 50_000, volume=long, page=many, edition=long, issue=many)
    styled = process("chicago", [item])
    assert len(bodies(styled)[0]) > 200_000


def test_nothing_is_warned_about_through_python() -> None:
    """citeproc-py's own warnings never reach the user's screen."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        process("vancouver", [article("r1", **{"unknown-field": "x", "medium": "y"})])
    assert [str(warning.message) for warning in caught if "citeproc" in str(warning.filename)] == []


# -- styles that cannot be processed -----------------------------------------------------------------------------

LAYOUT = '<layout><text variable="title"/></layout>'


def chained(length: int, times: int) -> str:
    """Macros of which each calls the next one so many times."""
    links = [f'<macro name="m{n}">' + f'<text macro="m{n + 1}"/>' * times + "</macro>" for n in range(length)]
    return "".join(links) + f'<macro name="m{length}"><text variable="title"/></macro>'


@pytest.mark.parametrize(
    ("style", "reason"),
    [
        (small_style('<layout><text macro="nowhere"/></layout>'), "macro 'nowhere', which does not exist"),
        (
            small_style(
                '<layout><text macro="a"/></layout>',
                macros='<macro name="a"><text macro="b"/></macro><macro name="b"><text macro="a"/></macro>',
            ),
            "calls itself",
        ),
        (
            small_style(
                LAYOUT,
                macros=chained(12, times=9),
            ),
            "too often",
        ),
        (
            small_style(
                LAYOUT,
                macros=chained(5000, times=1),
            ),
            "nested deeper",
        ),
        (small_style("<layout/>"), "no layout, or an empty one"),
        (small_style("<citation/>"), "no layout, or an empty one"),
        (small_style(LAYOUT, "<bibliography><sort/></bibliography>"), "no layout, or an empty one"),
        (small_style('<layout><institution variable="author"/></layout>'), "not valid CSL 1.0.2"),
        (small_style('<layout><choose><text value="x"/></choose></layout>'), "not valid CSL 1.0.2"),
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


def test_elements_of_other_namespaces_are_passed_over() -> None:
    """A style may carry notes of its editor."""
    style = small_style('<layout><x xmlns="urn:editor">hm</x><text variable="title"/></layout>')
    assert plain(process(style, ITEMS[:1])) == ["Title of R1"]


def test_text_of_the_style_is_literal_too() -> None:
    """Affixes and values may hold what looks like mark-up or like the engine's own marks."""
    value = "&lt;b&gt;*x*&#x10F801;&amp;{y}"
    style = small_style(f'<layout prefix="{value}"><text value="{value}"/></layout>')
    assert plain(process(style, ITEMS[:1])) == ["<b>*x*\U0010f801&{y}" * 2]


def test_effects_of_the_style_are_nodes() -> None:
    """Italic, bold, small capitals, sub- and superscript, underline and lines become effects."""
    layout = (
        '<layout><text value="a" font-style="italic"/><text value="b" font-weight="bold"/>'
        '<text value="c" font-variant="small-caps"/><text value="d" vertical-align="sub"/>'
        '<text value="e" text-decoration="underline"/><text value="f" vertical-align="sup"/></layout>'
    )
    styled = process(small_style(LAYOUT, layout), ITEMS[:1])
    effects = [node.effect for node in (styled.entries or ())[0].body if isinstance(node, Styled)]
    assert effects == [
        Effect.ITALIC,
        Effect.BOLD,
        Effect.SMALL_CAPS,
        Effect.SUBSCRIPT,
        Effect.UNDERLINE,
        Effect.SUPERSCRIPT,
    ]


# -- reuse and threads -------------------------------------------------------------------------------------------


def test_a_style_is_compiled_once_and_leaves_no_trace() -> None:
    """The second job is served from the cache and is not marked by the first, even after a collection of garbage."""
    engine = CiteprocPy()
    source = repository_style("apa")

    def run(items: list[dict[str, Any]]) -> StyledText:
        clusters = tuple(cluster(str(item["id"])) for item in items)
        return engine.process(source, StyleJob(tuple(items), clusters), NoOptions())

    first = run(ITEMS)
    run([article("other", author=[], title="<i>x</i>")])
    gc.collect()
    assert run(ITEMS) == first
    assert engine._styles is not None
    assert len(engine._styles._styles) == 1


def test_the_cache_is_bounded() -> None:
    """A process that goes through all styles does not keep them all."""
    engine = CiteprocPy()
    for number in range(40):
        style = small_style(f'<layout><text value="{number}"/></layout>')
        engine.process(style, StyleJob((), ()), NoOptions())
    assert engine._styles is not None
    assert len(engine._styles._styles) <= 16


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


def test_an_empty_job_is_an_empty_result() -> None:
    """No items, no cites: no entries, no error; an empty cluster is an empty text."""
    assert process("vancouver", [], CiteCluster(())).clusters == ((),)
    assert process("vancouver", [], CiteCluster(())).entries == ()


def test_entries_are_entries() -> None:
    """Each entry names its item."""
    styled = process("vancouver", ITEMS[:1])
    assert isinstance((styled.entries or ())[0], Entry)
    assert (styled.entries or ())[0].reference_id == "r1"


def test_an_undated_work_says_so() -> None:
    """The term for "no date" stands although the year suffix beside it is empty."""
    item = article("r1")
    del item["issued"]
    assert "(n.d.)" in bodies(process("apa", [item]))[0]
    assert plain(process("apa", [item])) == ["(Doer1, n.d.)"]
    assert "(no date)" in bodies(process("harvard", [item]))[0]


def test_a_group_without_values_is_not_printed() -> None:
    """Terms and values do not stand alone where all variables around them are empty; groups within count as one."""
    groups = (
        '<group delimiter=" "><text term="in"/><text variable="volume-title"/></group>'
        '<group delimiter=" "><text value="A"/><group><text value="B"/><text variable="title"/></group></group>'
        '<group delimiter=" "><text value="C"/><group><text value="D"/><text variable="genre"/></group></group>'
        '<group delimiter=" "><text value="E"/></group>'
    )
    styled = process(small_style(f'<layout><group delimiter="|">{groups}</group></layout>'), [article("r1")])
    assert plain(styled) == ["A BTitle of R1|E"]


def test_versions_and_pages_have_their_own_plural() -> None:
    """A version with a hyphen is one; pages with a hyphen are several."""
    style = small_style(
        '<layout delimiter=" "><label variable="version"/><text variable="version"/><label variable="page"/></layout>'
    )
    assert plain(process(style, [article("r1", version="4.4-0")])) == ["version4.4-0pages"]


def test_what_stands_for_missing_names_is_not_printed_again() -> None:
    """A title that took the place of the author does not come a second time (CSL 1.0.2, "Substitute")."""
    style = small_style(
        '<layout><names variable="author"><name/><substitute><names variable="editor"/><text variable="title"/>'
        '</substitute></names><names variable="editor" prefix="; "/><text variable="title" prefix="; "/></layout>'
    )
    editor = {"family": "Roe", "given": "R."}
    both = process(style, [article("a", author=[], editor=[editor]), article("b", author=[])])
    assert plain(both) == ["R. Roe; Title of A", "Title of B"]


def test_number_forms() -> None:
    """Ordinals follow the language, Roman numbers stop where nobody could read them."""
    forms = "".join(
        f'<number variable="edition" form="{form}" suffix=" "/>' for form in ("ordinal", "long-ordinal", "roman")
    )
    style = small_style(f"<layout>{forms}</layout>")
    numbers = ["1", "2", "3", "11", "112", "23", "99999999999"]
    items = [article(f"e{number}", edition=number) for number in numbers]
    assert plain(process(style, items, locale="en-US")) == [
        "1st first i",
        "2nd second ii",
        "3rd third iii",
        "11th 11th xi",
        "112th 112th cxii",
        "23rd 23rd xxiii",
        "99999999999 99999999999 99999999999",
    ]
    assert plain(process(style, items[:2], locale="de-DE")) == ["1. erster i", "2. zweiter ii"]
