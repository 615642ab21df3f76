"""Titles in a comparable form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.titles import nearly_equal, title_key, word_overlap


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aspirin in <i>E. coli</i> &amp; man: a meta-analysis", "ASPIRIN IN E COLI AND MAN—A METAANALYSIS."),
        ("Tumour growth in Zürich", "Tumor growth in Zurich"),
        ("The effect of TNF-α", "Effect of TNF alpha"),
        ("Part II of the trial", "Part 2 of the trial"),
        ("A phase I study", "Phase 1 study"),
        ("Two doses of aspirin", "2 doses of aspirin"),
        ("CO<sub>2</sub> in water", "CO₂ in water"),
        ("RETRACTED: Foo in bar", "Foo in bar"),
        ("Foo in bar [retracted]", "Foo in bar"),
        ("[Aspirin bei Herzinfarkt].", "Aspirin bei Herzinfarkt"),
        ("100 mg aspirin", "100mg aspirin"),
    ],
)
def test_spelling_does_not_make_another_title(one: str, other: str) -> None:
    """Case, accents, mark-up, hyphens, articles, spelling and ways to write numbers do not count."""
    assert title_key(one).full == title_key(other).full


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The trial, part 1", "The trial, part 2"),
        ("The trial, part I", "The trial, part II"),
        ("Type 1 2 diabetes", "Type 12 diabetes"),
        ("Aspirin in men", "Aspirin in women"),
        ("Foo in bar", "Erratum: Foo in bar"),
        ("Foo in bar", "Retraction: Foo in bar"),
        ("Foo in bar", "Comment on: Foo in bar"),
    ],
)
def test_numbers_and_notices_make_another_title(one: str, other: str) -> None:
    """Parts of a series and notices about a paper are documents of their own."""
    assert title_key(one).full != title_key(other).full


@pytest.mark.parametrize(
    "title",
    [
        "",
        "Introduction",
        "Letter to the editor",
        "Authors' reply",
        "In this issue",
        "Colorectal cancer",
        "Editorial",
        "Case report",
    ],
)
def test_short_and_common_titles_are_generic(title: str) -> None:
    """They tell no document from another."""
    assert title_key(title).is_generic


@pytest.mark.parametrize("title", ["Aspirin in healthy older adults", "阿司匹林预防心血管疾病"])
def test_telling_titles_are_not_generic(title: str) -> None:
    """A handful of words is enough, and Chinese needs no spaces for it."""
    assert not title_key(title).is_generic


@pytest.mark.parametrize("mark", [": ", ". ", " - ", " – ", "? ", "：", "—"])
def test_the_subtitle_is_told_from_the_title(mark: str) -> None:
    """Whatever stands between them."""
    key = title_key(f"Aspirin in older adults{mark}a randomised trial")
    assert key.main == title_key("Aspirin in older adults").full
    assert key.subtitle == ("randomized", "trial")


@pytest.mark.parametrize(
    "subtitle", ["study protocol", "part 2", "erratum", "rationale and design", "10-year follow-up"]
)
def test_some_subtitles_mark_another_document(subtitle: str) -> None:
    """A protocol or a follow-up is not the paper itself."""
    assert not title_key(f"Aspirin in older adults: {subtitle}").subtitle_may_be_missing


def test_overlap_is_a_share_of_the_shorter_title() -> None:
    """0 for strangers, 1 for a title within another."""
    one, other = title_key("Aspirin in older adults"), title_key("Aspirin in older adults: a randomised trial")
    assert word_overlap(one, other) == 1.0
    assert word_overlap(one, title_key("Metformin")) == 0.0
    assert word_overlap(one, title_key("")) == 0.0


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("Aspirin in healthy oldr adults, 2 trials", True),
        ("Aspirin in healthy older adults, 2 trials", False),
        ("Aspirin in healthy older adults, 3 trials", False),
        ("Aspirin in unhealthy younger children, 2 trials", False),
    ],
)
def test_a_slip_of_the_pen_is_nearly_equal(other: str, expected: bool) -> None:
    """A letter lost is; the same title, another number and other words are not."""
    assert nearly_equal(title_key("Aspirin in healthy older adults, 2 trials"), title_key(other)) is expected


@given(st.text(max_size=100))
@settings(max_examples=60, deadline=None)
def test_a_key_comes_of_any_text(title: str) -> None:
    """Never raises; surrounding space does not count."""
    assert title_key(title) == title_key(f" {title} ")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Outcome in HER2+ breast cancer", "Outcome in HER2- breast cancer"),
        ("Outcome in HER2(+) breast cancer", "Outcome in HER2(-) breast cancer"),
        ("Survival of ER⁺ tumours in women", "Survival of ER⁻ tumours in women"),
        ("Outcomes in adults aged <65 years", "Outcomes in adults aged >65 years"),
        ("Outcomes in adults aged ≤65 years", "Outcomes in adults aged ≥65 years"),
    ],
)
def test_signs_that_tell_groups_apart_make_another_title(one: str, other: str) -> None:
    """Companion papers on two groups of patients may differ in one sign only."""
    assert title_key(one).full != title_key(other).full


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CD4+ T cells in infection", "CD4(+) T cells in infection"),
        ("CD4+ T cells in infection", "CD4<sup>+</sup> T cells in infection"),
        ("CD4+ T cells in infection", "CD4⁺ T cells in infection"),
        ("Adults aged ≥65 years at risk", "Adults aged &ge; 65 years at risk"),
        ("Adults aged ≥65 years at risk", "Adults aged >=65 years at risk"),
        ("Vitamin D + calcium in falls", "Vitamin D plus calcium in falls"),
        ("5- and 10-year survival of patients", "5 and 10 year survival of patients"),
        ("COVID-19 - a disease of adults", "COVID-19: a disease of adults"),
    ],
)
def test_ways_to_write_a_sign_make_no_other_title(one: str, other: str) -> None:
    """Databases write the same sign in several ways; hyphens and dashes are no minus."""
    assert title_key(one).full == title_key(other).full
