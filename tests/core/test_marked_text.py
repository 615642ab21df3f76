"""Between claims with cites and plain text with numbered markers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import BulletList, Cite, Claim, ClaimRole, Paragraph, Section, Table, walk_claims
from bmreport.models.marked_text import marked_text, sections_from_marked_text, split_terminal
from bmreport.testing import HOSTILE_TEXTS

IDS = {1: "a", 2: "b", 3: "c", 12: "l"}
NUMBERS = {identifier: number for number, identifier in IDS.items()}


def read(text: str) -> list[tuple[str, str]]:
    """Claims as pairs of text and the ids they cite."""
    claims = walk_claims(sections_from_marked_text(text, IDS))
    return [(claim.text, "".join(cite.reference_id for cite in claim.cites)) for claim in claims]


def again(text: str) -> str:
    """The text read and written again."""
    return marked_text(sections_from_marked_text(text, IDS), NUMBERS)


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("It fell.", ("It fell", ".")),
        ("Did it fall?  ", ("Did it fall", "?")),
        ("跌了。", ("跌了", "。")),
        ("As follows:", ("As follows", ":")),
        ("It fell", ("It fell", "")),
        ("Smith et al.", ("Smith et al.", "")),
        ("And so on...", ("And so on...", "")),
        ('He said "yes."', ('He said "yes."', "")),
        ("", ("", "")),
        (".", ("", ".")),
    ],
)
def test_split_terminal(sentence: str, parts: tuple[str, str]) -> None:
    """The last punctuation mark is cut off, save where it belongs to an abbreviation, an ellipsis or a quotation."""
    assert split_terminal(sentence) == parts


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("It fell [1].", [("It fell.", "a")]),
        ("It fell[1].", [("It fell.", "a")]),
        ("It fell. [1] It rose.[2] End.", [("It fell.", "a"), ("It rose.", "b"), ("End.", "")]),
        ("It fell [1,3]. It rose [1-3]!", [("It fell.", "ac"), ("It rose!", "abc")]),
        ("It fell [1; 3] and rose [1 – 3].", [("It fell", "ac"), ("and rose.", "abc")]),
        ("It fell [1], [2], [3].", [("It fell.", "abc")]),
        ("It fell [1][2] [3].", [("It fell.", "abc")]),
        ("It fell [1]–[3].", [("It fell.", "abc")]),
        ("It fell [2,1,2].", [("It fell.", "ba")]),
        ("It fell [1], then [2]; so [3]: yes.", [("It fell,", "a"), ("then;", "b"), ("so:", "c"), ("yes.", "")]),
        ("It fell (RR 1.5 [2]). Then it rose [1].", [("It fell (RR 1.5).", "b"), ("Then it rose.", "a")]),
        ("“It fell [1].” So.", [("“It fell.”", "a"), ("So.", "")]),
        ('"It fell" [1] so', [('"It fell"', "a"), ("so", "")]),
        ("It fell [1]—and rose [2].", [("It fell", "a"), ("—and rose.", "b")]),
        ("有效[1]。出血[2]。", [("有效。", "a"), ("出血。", "b")]),
        ("[1] It fell.", [("", "a"), ("It fell.", "")]),
        ("A\r\nwrapped\n line [1].", [("A wrapped line.", "a")]),
        ("One [1].\n \nTwo [2].", [("One.", "a"), ("Two.", "b")]),
    ],
)
def test_markers_end_claims(text: str, claims: list[tuple[str, str]]) -> None:
    """A marker ends a claim, before or after punctuation, and markers that stand together are one cluster."""
    assert read(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "It fell [9].",
        "It fell [1,9].",
        "It fell [3-1].",
        "It fell [1,3-1].",
        "It fell [1-2-3].",
        "It fell [0].",
        "It fell [1-9999].",
        "It fell [12345].",
        "It fell [1a].",
        "It fell [].",
        "a[1]b",
        "HR 0.88 [0.80-0.97]",
        "See [Smith 2020].",
    ],
)
def test_what_is_no_marker_stays(text: str) -> None:
    """Numbers that no reference bears, backward or endless ranges and other brackets stay in the text, uncited."""
    assert read(text) == [(text, "")]
    assert again(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "It fell [1]. It rose [1,3].\n\nSo it is [2], mostly.",
        "Findings:\n\n- It fell [1].\n- It rose [2,3]. Much.\n- Nothing",
        "No marker at all",
        "It fell (95% CI: 18-26%) [1]. However, it rose [2].",
        "",
    ],
)
def test_text_comes_back(text: str) -> None:
    """Text in our own spelling is read and written without a change."""
    assert again(text) == text


def test_lists_are_read() -> None:
    """Lines with a bullet make a list, with or without a blank line before, and wrapped lines go on."""
    sections = sections_from_marked_text("Findings:\n* It fell\n  a lot [1].\n• It rose [2].", IDS)
    paragraph, bullets = sections[0].blocks
    assert isinstance(paragraph, Paragraph)
    assert isinstance(bullets, BulletList)
    assert [claim.text for item in bullets.items for claim in item] == ["It fell a lot.", "It rose."]


def test_claims_are_named_and_sorted_by_role() -> None:
    """Claims get ids in reading order; what no marker follows is background."""
    claims = list(walk_claims(sections_from_marked_text("It fell [1]. End.\n\n- x [2]", IDS)))
    assert [claim.id for claim in claims] == ["s1", "s2", "s3"]
    assert [claim.role for claim in claims] == [ClaimRole.FINDING, ClaimRole.BACKGROUND, ClaimRole.FINDING]


def test_marked_text_of_a_table() -> None:
    """A table is told row by row, with caption and footnotes; cites of unknown references leave no marker."""

    def cell(text: str, *ids: str) -> list[Claim]:
        return [Claim(text=text, cites=[Cite(reference_id=identifier) for identifier in ids])]

    table = Table(
        caption=cell("Events", "a"),
        header=[cell("Outcome"), cell("Effect")],
        rows=[[cell("Death"), cell("0.9", "c", "b")]],
        footnotes=[cell("Note.", "nowhere")],
    )
    assert marked_text([Section(blocks=[table])], NUMBERS) == "Events [1]\nOutcome | Effect\nDeath | 0.9 [2,3]\nNote."


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*HOSTILE_TEXTS, "It fell", "[1]", "[2, 3]", "[1]-[3]", *" .,", "\n\n", "- ", "]["])))
def test_reading_is_stable(parts: list[str]) -> None:
    """Whatever stands in a text, its words stay, and reading what was written gives the same claims."""
    text = "".join(parts)
    written = again(text)
    for word in ("It fell", "curly"):
        assert written.count(word) == " ".join(text.split()).count(word)
    assert again(written) == again(again(written))
    for claim in walk_claims(sections_from_marked_text(text, IDS)):
        assert all(cite.reference_id in NUMBERS for cite in claim.cites)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(exclude_characters="[]"), max_size=60))
def test_text_without_brackets_keeps_its_words(text: str) -> None:
    """Text without markers keeps every character save white space and list marks."""
    kept = again(text).split()
    assert [word for word in kept if word not in "-*•"] == [word for word in text.split() if word not in "-*•"]


def test_long_texts_cost_no_more_than_their_length() -> None:
    """A hundred thousand markers, or brackets that never become one, are read without trouble."""
    assert len(read("x [1]. " * 20_000)) == 20_000
    assert read("[1" * 50_000) == [("[1" * 50_000, "")]
    assert read("[1," * 50_000) == [("[1," * 50_000, "")]
    assert read("[" + "1," * 50_000) == [("[" + "1," * 50_000, "")]
    assert "".join(text for text, _ in read("[1]," * 50_000 + "z")).endswith("z")
