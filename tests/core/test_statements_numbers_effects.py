"""effects_of: the effect estimates of a text with their intervals, for whoever sets two texts side by side."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.statements.numbers import Effect, Measure, effects_of


def told(text: str) -> list[tuple[Measure, float, float | None, float | None]]:
    """Measure, value and interval of each effect."""
    return [(one.measure, one.value, one.low, one.high) for one in effects_of(text)]


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("hazard ratio 0.76 (95% CI 0.65–0.89; p=0.002)", (Measure.HR, 0.76, 0.65, 0.89)),
        ("hazard ratio, 0·76; 95% CI, 0·65 to 0·89", (Measure.HR, 0.76, 0.65, 0.89)),
        ("HR=0.76 [0.65, 0.89]", (Measure.HR, 0.76, 0.65, 0.89)),
        ("aOR 1.5 (95 % CI 1.2-1.9)", (Measure.OR, 1.5, 1.2, 1.9)),
        ("the odds ratio was 1.5 (1.2–1.9)", (Measure.OR, 1.5, 1.2, 1.9)),
        ("relative risk 0.9, 95% confidence interval [CI] 0.8 to 1.1", (Measure.RR, 0.9, 0.8, 1.1)),
        ("incidence rate ratio 0.56; 95% CI 0.41 to 0.77", (Measure.RR, 0.56, 0.41, 0.77)),
        ("MD −2.1 mmHg (95% CI −3.2 to −1.1)", (Measure.MD, -2.1, -3.2, -1.1)),
        ("SMD -0.45, 95%CI: -0.60; -0.30", (Measure.SMD, -0.45, -0.60, -0.30)),
        ("risk difference −0.3% (95% CI −1.9 to 1.2)", (Measure.RD, -0.3, -1.9, 1.2)),
        ("hazard ratio (95% CI) 0.76 (0.65–0.89)", (Measure.HR, 0.76, 0.65, 0.89)),
        ("The hazard ratio was 0.76.", (Measure.HR, 0.76, None, None)),
    ],
)
def test_an_effect_is_read_with_its_interval(
    text: str, effect: tuple[Measure, float, float | None, float | None]
) -> None:
    """Every usual way to set down an estimate and its limits."""
    assert told(text) == [effect]


def test_an_interval_belongs_to_the_estimate_before_it() -> None:
    """Of several estimates each has its own interval, and a list goes on with the label of its first."""
    text = (
        "The HR for stroke was 0.76 (95% CI 0.65–0.89), for death 1.02 (0.94–1.11), and for bleeding, HR 1.31 "
        "(95% CI 1.10–1.56)."
    )
    assert told(text)[0] == (Measure.HR, 0.76, 0.65, 0.89)
    assert told(text)[-1] == (Measure.HR, 1.31, 1.10, 1.56)


def test_an_effect_says_where_it_stands_and_in_which_unit() -> None:
    """The span covers estimate and interval; a difference has the dimension and the size of its unit."""
    text = "Weight fell (mean difference −1.4 kg, 95% CI −2.0 to −0.8)."
    (effect,) = effects_of(text)
    assert text[effect.start : effect.end].endswith("−0.8")
    assert (effect.unit, effect.no_effect) == ("mass", 0.0)
    assert effects_of("HR 0.76")[0].no_effect == 1.0


@pytest.mark.parametrize("text", ["", "12% of 40 patients", "p = 0.03", "hr 5 or 12", "4 hr later", "phase 3"])
def test_what_is_no_effect_is_not_taken_for_one(text: str) -> None:
    """Percentages, p values, hours and the word `or` are none."""
    assert effects_of(text) == []


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(["HR ", "0.76", "(", ")", "95% CI ", "–", "; ", "0.5", " to ", "MD ", "−", "kg "]), max_size=25
    )
)
def test_effects_of_any_text_stand_inside_it_in_order(parts: list[str]) -> None:
    """Labels, figures and brackets in any order are read without an error."""
    text = "".join(parts)
    found = effects_of(text)
    assert all(isinstance(one, Effect) and 0 <= one.start < one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
