"""quantities: what a figure is, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.statements.checks.numbers import check
from bmreport.statements.numbers import Kind, Measure, Quantity, quantities
from bmreport.statements.numbers.numerals import Writing, numerals
from bmreport.statements.numbers.typography import plain

from .statement_views import faults, view


def only(text: str) -> Quantity:
    """The one quantity of a text."""
    found = quantities(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1234", 1234),
        ("1,234", 1234),
        ("1 234", 1234),
        ("1\u2009234", 1234),
        ("1\u202f234", 1234),
        ("12,34,567", 1234567),
        ("1,234,567.8", 1234567.8),
        ("0.76", 0.76),
        ("0·76", 0.76),
        (".76", 0.76),
        ("0,76", 0.76),
        ("٧٦", 76),
        ("10⁶", 1e6),
        ("10^6", 1e6),
        ("1.5 × 10⁹", 1.5e9),
        ("1.5×10^9", 1.5e9),
        ("2e-5", 2e-5),
        ("3 million", 3e6),
        ("twenty-five", 25),
        ("one hundred and four", 104),
        ("forty", 40),
    ],
)
def test_a_figure_has_one_value_however_it_is_written(written: str, value: float) -> None:
    """Groups of thousands, the Lancet's raised point, bare points, powers, scales and words."""
    found = list(numerals(plain(f"about {written} there")))
    assert [one.value for one in found] == [pytest.approx(value)]


@pytest.mark.parametrize(
    ("written", "value"),
    [("a third of them", 33.33), ("one in five", 20), ("3 in 4", 75), ("two thirds", 66.67), ("half of all", 50)],
)
def test_a_share_in_words_is_a_percentage(written: str, value: float) -> None:
    """`one in five` is 20 %, and never exact."""
    one = only(written)
    assert one.kind is Kind.PERCENT
    assert one.writing is Writing.SHARE
    assert one.value == pytest.approx(value, abs=0.01)


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ("22%", Kind.PERCENT, 22),
        ("22 %", Kind.PERCENT, 22),
        ("22 per cent", Kind.PERCENT, 22),
        ("22 percent", Kind.PERCENT, 22),
        ("2.1 percentage points", Kind.POINTS, 2.1),
        ("2.1%-points", Kind.POINTS, 2.1),
        ("three-fold", Kind.TIMES, 3),
        ("2.5-fold", Kind.TIMES, 2.5),
        ("p < .001", Kind.P_VALUE, 0.001),
        ("P = 0·03", Kind.P_VALUE, 0.03),
        ("HR 0.76", Kind.RATIO, 0.76),
        ("hazard ratio of 0.76", Kind.RATIO, 0.76),
        ("n = 1,234", Kind.COUNT, 1234),
        ("617 women", Kind.COUNT, 617),
        ("in 2019", Kind.YEAR, 2019),
        ("randomised 2:1", Kind.ODDS, 2),
        ("12 mmHg", Kind.MEASURE, 12),
        ("5 mg/kg", Kind.MEASURE, 5),
    ],
)
def test_the_kind_of_a_figure_is_told_by_what_stands_beside_it(written: str, kind: Kind, value: float) -> None:
    """A percentage, a p value, a ratio, a dose and a count of people are five things."""
    one = only(written)
    assert one.kind is kind
    assert one.value == pytest.approx(value)


@pytest.mark.parametrize(
    "name",
    [
        "type 2 diabetes", "CYP2C19", "IL-6", "COVID-19", "a phase 3 trial", "vitamin B12", "H1N1", "SF-36", "PHQ-9",
        "stage III disease", "grade 3 or 4 events", "HER2", "omega-3 fatty acids", "a two-sided test",
        "n-3 fatty acids", "PM2.5", "rs4149056",
    ],
)  # fmt: skip
def test_a_figure_in_a_name_is_no_data(name: str) -> None:
    """Names need no evidence as figures; whether the passage has them is asked elsewhere."""
    assert {one.kind for one in quantities(name)} <= {Kind.NAME}
    assert faults(check, f"They studied {name}.", "They studied something else.") == []


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("95% CI 0.74–0.82", 0.74, 0.82),
        ("95% CI 0.74 to 0.82", 0.74, 0.82),
        ("95% CI: 0.74, 0.82", 0.74, 0.82),
        ("95 % confidence interval [CI], 0·74-0·82", 0.74, 0.82),
        ("95% CI −3.2 to −1.1", -3.2, -1.1),
        ("(95% CrI 1.2; 1.9)", 1.2, 1.9),
    ],
)
def test_an_interval_has_two_ends_in_every_style(written: str, low: float, high: float) -> None:
    """En dash, `to`, comma and semicolon part its ends; a minus belongs to the figure."""
    found = [one for one in quantities(written) if one.kind is Kind.INTERVAL]
    assert [(one.value, one.high) for one in found] == [(low, high)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 months", "1 year"),
        ("12 weeks", "3 months"),
        ("14 days", "two weeks"),
        ("48 hours", "2 days"),
        ("1500 mg", "1.5 g"),
        ("0.25 mg", "250 µg"),
        ("0.11 L", "110 mL"),
        ("147 g/L", "14.7 g/dL"),
        ("2,000 g", "2 kg"),
        ("5 mg daily", "5 mg/day"),
        ("80 mm Hg", "80 mmHg"),
    ],
)
def test_one_amount_in_two_units_is_one_amount(one: str, other: str) -> None:
    """Masses, volumes, times and concentrations are compared in one unit."""
    assert faults(check, f"The value was {one}.", f"The value was {other}.") == []
    assert faults(check, f"The value was {other}.", f"The value was {one}.") == []


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("12%", "12.43%"), ("12.4%", "12.43%"), ("0.22", "22%"), ("22%", "0.22"), ("a third", "33.1%"),
        ("one in five", "19.8%"), ("about half", "48.7%"), ("more than half", "55%"), ("p < 0.05", "p = 0.03"),
        ("p < 0.05", "p < 0.001"), ("p = 0.03", "P=.03"), ("about 1,200", "1,187"),
    ],
)  # fmt: skip
def test_a_claim_may_round_and_weaken(claimed: str, held: str) -> None:
    """A rounder figure and a weaker p value follow from what the passage has."""
    assert faults(check, f"The result was {claimed}.", f"The result was {held}.") == []


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("12.4%", "12%"), ("12%", "12.6%"), ("p < 0.01", "p = 0.04"), ("p < 0.001", "p < 0.05"),
        ("p = 0.03", "p < 0.05"), ("p < 4.01", "p < 0.01"), ("HR 0.76", "OR 0.76"), ("5 mg", "5 g"),
        ("12 weeks", "12 months"), ("1:1", "2:1"),
        ("one in five", "one in four"), ("more than half", "45%"),
    ],
)  # fmt: skip
def test_a_claim_may_not_sharpen_or_change_its_kind(claimed: str, held: str) -> None:
    """More digits than the passage has, a firmer p value, another measure and another unit are faults."""
    assert faults(check, f"The result was {claimed}.", f"The result was {held}.")


STYLES = [
    str,
    lambda n: f"{n:,}",
    lambda n: f"{n:,}".replace(",", " "),
    lambda n: f"{n:,}".replace(",", "\u2009"),
    lambda n: f"{n:,}".replace(",", "\u202f"),
    lambda n: f"{n}.0"[:-2],
]
DECIMALS = [
    lambda x: f"{x:.2f}",
    lambda x: f"{x:.2f}".replace(".", "·"),
    lambda x: f"{x:.2f}".removeprefix("0"),
    lambda x: f"{x:.2f}".replace(".", "\u2219"),
]


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9_999_999), st.sampled_from(STYLES), st.sampled_from(STYLES))
def test_a_whole_number_equals_itself_in_every_style(number: int, one: object, other: object) -> None:
    """How thousands are grouped changes nothing."""
    claim, passage = (f"In all, {style(number)} people took part." for style in (one, other))  # type: ignore[operator]
    assert faults(check, claim, passage) == []


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 99), st.sampled_from(DECIMALS), st.sampled_from(DECIMALS))
def test_a_decimal_equals_itself_in_every_style(hundredths: int, one: object, other: object) -> None:
    """A raised or a missing point changes nothing."""
    value = hundredths / 100
    claim, passage = (f"The hazard ratio was {style(value)}." for style in (one, other))  # type: ignore[operator]
    assert faults(check, claim, passage) == []


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_changed_digit_is_always_found(data: st.DataObject) -> None:
    """Of a passage with one sentence, no digit of a claim can be another one."""
    sentence = data.draw(
        st.sampled_from(
            [
                "Mortality was 12.4% with nelorin and 17.8% with placebo.",
                "The hazard ratio for stroke was 0.76 (95% CI 0.65 to 0.89).",
                "Nelorin 250 mg was given to 1,437 adults for 26 weeks.",
                "Systolic pressure fell by 8.4 mmHg with nelorin.",
            ]
        )
    )
    places = [at for at, sign in enumerate(sentence) if sign.isdigit()]
    at = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([one for one in "123456789" if one != sentence[at]]))
    changed = f"{sentence[:at]}{digit}{sentence[at + 1 :]}"
    assert faults(check, f"In that study, {changed[0].lower()}{changed[1:]}", sentence), changed


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="0123456789.,·%<>=±–−-+ ()[]/:;×^eE⁶²p CInvsofand\u2009µmgkL", max_size=60))
def test_figures_without_sense_are_read_in_order(text: str) -> None:
    """Any heap of figures and signs is read; the quantities stand in order inside the text."""
    found = quantities(text)
    assert all(0 <= one.start < one.end <= one.tail <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert check(view(text, "12% of 40 patients", text)) == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(max_size=120))
def test_any_text_is_checked(claim: str, passage: str) -> None:
    """Whatever the claim and its passage hold, the check answers with faults of its kind."""
    assert {one.kind for one in check(view(claim, passage))} <= {"numbers"}


@pytest.mark.parametrize(
    "part", ["1 ", "12%, ", "1/", "1,", "10^", "95% CI 0.1–0.2 ", "one ", "(", "12 of ", "1 000 ", "12% vs 15% and "]
)
def test_the_work_grows_with_the_text_and_not_faster(part: str) -> None:
    """A claim and a passage of very many figures are read in parts; the first that is missing is told."""
    many = part * (30_000 // len(part))
    assert len(quantities(many)) <= len(many)
    assert check(view(f"{many} 987654321", many))[-1:] or not quantities(many)
    assert check(view("Deaths were 13.7%.", many))


def test_labels_go_with_their_figures() -> None:
    """A label counts for the figures after it, in brackets before them, and for a whole list."""
    found = quantities("hazard ratio (95% CI) 0.76 (0.65–0.89); AUC 0.81; NNT 24; I² = 45%; κ 0.74; SMD −0.45")
    told = {one.measure: one.value for one in found if one.measure not in (Measure.NONE, Measure.CI)}
    assert told == {
        Measure.HR: 0.76,
        Measure.AUC: 0.81,
        Measure.NNT: 24,
        Measure.I2: 45,
        Measure.KAPPA: 0.74,
        Measure.SMD: -0.45,
    }
