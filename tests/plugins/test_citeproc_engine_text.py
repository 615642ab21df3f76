"""The small parts of the engine: marks, seams, cases, page ranges, and marked text read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.richtext import Effect, Link, RefLink, Styled, Text, parse_csl_markup, to_plain
from bmreport_plugins.csl_engines.citeproc_parts import seams
from bmreport_plugins.csl_engines.citeproc_parts.cases import apply_case
from bmreport_plugins.csl_engines.citeproc_parts.marks import Mark, escape, from_field, marked, plain, unescape
from bmreport_plugins.csl_engines.citeproc_parts.pages import last_page
from bmreport_plugins.csl_engines.citeproc_parts.tree import CiteTarget, read_marked

RESERVED = "".join(map(chr, range(0x10F700, 0x10F900)))
HOSTILE = st.text(st.one_of(st.characters(), st.sampled_from(RESERVED), st.sampled_from("<>/ib&*[]{}$.,:;?!'\" ")))


@given(HOSTILE)
@settings(max_examples=150)
def test_any_text_survives_as_itself(text: str) -> None:
    """Escaped and read back, every text is what it was, the marks' own characters included."""
    assert unescape(escape(text)) == text
    assert to_plain(read_marked(f"a{escape(text)}b", {})) == f"a{text}b"


@given(HOSTILE)
@settings(max_examples=150)
def test_a_field_reads_as_its_markup_says(text: str) -> None:
    """A field prints the same characters through the engine as through the reader of CSL mark-up."""
    assert to_plain(read_marked(f"|{from_field(text)}|", {})) == f"|{to_plain(parse_csl_markup(text))}|"


@given(st.text(st.sampled_from([*Mark, "\U0010f8ff", "\U0010f700", "a", " ", "."])))
@settings(max_examples=150)
def test_broken_marks_are_forgiven(text: str) -> None:
    """Whatever marks stand in whatever order, reading them never fails and shows no mark but an escaped character."""
    shown = to_plain(read_marked(text, {Mark.URL: "https://example.org"}, [CiteTarget("r1", {})]))
    assert "\U0010f8ff" in text or not set(shown) & set(RESERVED)


def test_fields_become_effects_and_everything_else_stays_text() -> None:
    """CSL mark-up is read; entities, Markdown and other tags are characters."""
    rich = read_marked(from_field("<i>In vivo</i> CO<sub>2</sub> &amp; *x* <script>{y}</script>"), {})
    assert rich == (
        Styled(Effect.ITALIC, (Text("In vivo"),)),
        Text(" CO"),
        Styled(Effect.SUBSCRIPT, (Text("2"),)),
        Text(" &amp; *x* <script>{y}</script>"),
    )


def test_italic_within_italic_is_upright() -> None:
    """A record's italic is turned round where the style has italic already, and only there."""
    inner = from_field("a <i>b</i>")
    assert read_marked(marked(Mark.ITALIC, inner), {}) == (
        Styled(Effect.ITALIC, (Text("a "), Styled(Effect.NORMAL, (Text("b"),)))),
    )
    nested = marked(Mark.ITALIC, marked(Mark.NORMAL, inner))
    assert read_marked(nested, {})[0] == Styled(
        Effect.ITALIC, (Styled(Effect.NORMAL, (Text("a "), Styled(Effect.ITALIC, (Text("b"),)))),)
    )
    assert read_marked(marked(Mark.NORMAL, "x"), {}) == (Text("x"),)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("et al.", ". Title", "et al. Title"),
        ("Title?", ". Next", "Title? Next"),
        ("Title!", ", next", "Title!, next"),
        ("Title:", ": x", "Title: x"),
        ("a ", " b", "a b"),
        ("a;", "; b", "a; b"),
        ("a.", ": b", "a.: b"),
        ("a:", "? b", "a? b"),
        ("a,", ". b", "a,. b"),
        ("", ".", "."),
        ("a", "", "a"),
        (f"a.{Mark.CLOSE}", f"{Mark.BOLD}. b", f"a.{Mark.CLOSE}{Mark.BOLD} b"),
        ("K.", f"{Mark.LITERAL}.", f"K.{Mark.LITERAL}."),
        (f"“Title{Mark.INNER}”{Mark.OUTER}", ", x", f"“Title,{Mark.INNER}”{Mark.OUTER} x"),
        (f"“Why?{Mark.INNER}”{Mark.OUTER}", ". x", f"“Why?{Mark.INNER}”{Mark.OUTER} x"),
        (f"“Title{Mark.INNER}”{Mark.OUTER}", "; x", f"“Title{Mark.INNER}”{Mark.OUTER}; x"),
    ],
)
def test_punctuation_meets_once(left: str, right: str, expected: str) -> None:
    """At a seam the same mark or space stands once, and literal text keeps its own."""
    assert seams.meet(left, right) == expected


def test_join_passes_over_what_is_empty() -> None:
    """No delimiter stands beside nothing."""
    assert seams.join([None, "a", "", "b", None], ", ") == "a, b"
    assert seams.wrap("(", "", ")") == ""


@pytest.mark.parametrize(
    ("case", "text", "expected"),
    [
        ("lowercase", "Big WORDS", "big words"),
        ("uppercase", "Straße", "STRASSE"),
        ("capitalize-first", "the end", "The end"),
        ("capitalize-first", "“the end”", "“The end”"),
        ("capitalize-all", "risk of bias", "Risk Of Bias"),
        ("sentence", "ASPIRIN IN ADULTS", "Aspirin in adults"),
        ("sentence", "the DNA of men", "The DNA of men"),
        ("title", "the risk of bias in trials: a review", "The Risk of Bias in Trials: A Review"),
        ("title", "why p < 0.05 is not enough", "Why p < 0.05 Is Not Enough"),
        ("title", "JAMA", "JAMA"),
        ("title", "low-dose aspirin and iPhone use", "Low-Dose Aspirin and iPhone Use"),
        ("title", "what to look for", "What to Look For"),
        ("title", "", ""),
        ("none-such", "As It is", "As It is"),
        (None, "As It is", "As It is"),
    ],
)
def test_text_case(case: str | None, text: str, expected: str) -> None:
    """Each text case of CSL does what the specification says; acronyms stay."""
    assert apply_case(text, case, english=True) == expected


def test_title_case_is_for_english() -> None:
    """In other languages title case changes nothing."""
    assert apply_case("die wirkung von aspirin", "title", english=False) == "die wirkung von aspirin"


def test_protected_words_keep_their_case() -> None:
    """What a record marks as nocase is left alone, and marks are no letters."""
    text = from_field('the <span class="nocase">mRNA</span> of <i>e. coli</i>')
    assert plain(apply_case(text, "uppercase", english=True)) == "THE mRNA OF E. COLI"


@given(HOSTILE, st.sampled_from(["lowercase", "uppercase", "capitalize-first", "capitalize-all", "sentence", "title"]))
@settings(max_examples=150)
def test_changing_case_changes_nothing_else(text: str, case: str) -> None:
    """Whatever the text, only its case changes."""
    changed = plain(apply_case(from_field(text), case, english=True))
    assert changed.casefold().upper() == plain(from_field(text)).casefold().upper()


@pytest.mark.parametrize(
    ("first", "last", "style", "expected"),
    [
        ("277", "287", "", "287"),
        ("277", "287", "expanded", "287"),
        ("321", "8", "expanded", "328"),
        ("277", "287", "minimal", "87"),
        ("321", "328", "minimal", "8"),
        ("321", "328", "minimal-two", "28"),
        ("100", "1005", "minimal", "1005"),
        ("99", "105", "minimal", "105"),
        ("e12", "e18", "minimal", "8"),
        ("e12", "e18", "expanded", "e18"),
        ("S12", "T13", "minimal", "T13"),
        ("xi", "xv", "minimal", "xv"),
        ("", "5", "minimal", "5"),
        ("71", "72", "chicago", "72"),
        ("100", "104", "chicago", "104"),
        ("101", "108", "chicago", "8"),
        ("321", "328", "chicago", "28"),
        ("1496", "1504", "chicago-15", "1504"),
        ("9" * 5000, "9" * 5001, "minimal", "9" * 5001),
    ],
)
def test_page_ranges(first: str, last: str, style: str, expected: str) -> None:
    """The last page is shortened as each format wants it; what is no number stays."""
    assert last_page(first, last, style) == expected


def test_a_cite_with_a_number_points_by_its_number() -> None:
    """Brackets are outside of the pointer, the number inside; a cite without one points as a whole."""
    numbered = f"[{marked(Mark.CITE, marked(Mark.NUMBER, '1'))}]"
    assert read_marked(numbered, {}, [CiteTarget("r1", {})]) == (Text("["), RefLink("r1", (Text("1"),)), Text("]"))
    named = f"({marked(Mark.CITE, 'Doe 2020')})"
    assert read_marked(named, {}, [CiteTarget("r1", {})]) == (Text("("), RefLink("r1", (Text("Doe 2020"),)), Text(")"))


def test_a_pointer_ends_where_a_link_begins() -> None:
    """No link stands within a pointer: the address of a full note comes after it, or becomes text."""
    links = {Mark.DOI: "https://doi.org/10.1/x"}
    note = marked(Mark.CITE, f"Doe, Title, https://doi.org/{marked(Mark.DOI, '10.1/x')}")
    assert read_marked(note, {}, [CiteTarget("r1", links)]) == (
        RefLink("r1", (Text("Doe, Title, "),)),
        Link("https://doi.org/10.1/x", (Text("https://doi.org/10.1/x"),)),
    )
    only = marked(Mark.CITE, marked(Mark.ITALIC, marked(Mark.DOI, "10.1/x")))
    assert read_marked(only, {}, [CiteTarget("r1", links)]) == (
        RefLink("r1", (Styled(Effect.ITALIC, (Text("10.1/x"),)),)),
    )


@pytest.mark.parametrize(
    ("mark", "before", "value", "linked", "left"),
    [
        (Mark.DOI, "See doi:", "10.1/x", "doi:10.1/x", "See "),
        (Mark.DOI, "http://dx.doi.org/", "10.1/x", "http://dx.doi.org/10.1/x", ""),
        (Mark.PMID, "2020; PMID: ", "12", "PMID: 12", "2020; "),
        (Mark.PMCID, "PMCID: ", "PMC1", "PMCID: PMC1", ""),
        (Mark.URL, "Available from: ", "https://a.b", "https://a.b", "Available from: "),
    ],
)
def test_a_link_takes_in_its_label(mark: Mark, before: str, value: str, linked: str, left: str) -> None:
    """`doi:`, a resolver or `PMID:` in front belongs to the link; nothing is added that the style does not print."""
    rich = read_marked(before + marked(mark, value), {mark: "https://example.org/"})
    assert rich[-1] == Link("https://example.org/", (Text(linked),))
    assert to_plain(rich[:-1]) == left


def test_what_follows_a_block_gets_a_line_of_its_own() -> None:
    """Lines that a style breaks are blocks, but for the first one."""
    rich = read_marked(f"{marked(Mark.BLOCK, 'Doe')}2020 Title{marked(Mark.BLOCK, 'Note')}", {})
    assert rich == (Text("Doe"), Styled(Effect.BLOCK, (Text("2020 Title"),)), Styled(Effect.BLOCK, (Text("Note"),)))
