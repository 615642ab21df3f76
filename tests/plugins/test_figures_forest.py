"""Forest plots: what is shown, where it stands, what it says in words, and that it can be drawn again."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import ConfigError, InputError, RunContext
from bmreport.testing import assert_figure_contract
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures import forest_figure
from bmreport_plugins.figures.forest.building import forest_plot
from bmreport_plugins.figures.forest.drawing import draw_forest
from bmreport_plugins.figures.forest.maker import ForestMaker, ForestOptions, forest_picture
from bmreport_plugins.figures.forest.plot import BiasColumns, Column, ForestPlot, Range, Row, Stratum, Summary
from bmreport_plugins.figures.forest.scale import axis_of
from bmreport_plugins.figures.forest.table import forest_of_sheet, sheet_of_forest
from bmreport_plugins.figures.sheet import read_sheet
from bmreport_plugins.study_pooling import PoolingSettings

from .figure_checks import assert_well_set, size_of, words_of
from .figure_samples import TRIALS, many, outcome, saved, studies

if TYPE_CHECKING:
    from pathlib import Path


def drawn(plot: ForestPlot) -> str:
    """The picture of a plot, looked over."""
    svg, _width, _height = draw_forest(plot, "words")
    assert_well_set(svg)
    assert safe_svg(svg)
    return svg


def texts(svg: str) -> list[str]:
    """What is written in a picture."""
    return [word.text for word in words_of(svg)]


# -- what is shown -------------------------------------------------------------------------------------------------


def test_every_study_has_a_row_with_its_figures() -> None:
    """Names, events, totals, weights and effects stand in the plot, and sums where every study has the number."""
    shown = texts(drawn(forest_plot(outcome(), subgroups=False)))
    for text in ("Alpha 1991", "12", "240", "21", "236", "Placebrol", "Placebo", "Weight", "RR (95% CI)"):
        assert text in shown
    assert {"123", "1,923", "168", "1,906"} <= set(shown)  # the sums, the trial without events among them
    assert "100.0%" in shown


def test_a_study_without_events_is_not_estimable_and_weighs_nothing() -> None:
    """It has a row, no mark, and no weight; studies in are rows and notes together."""
    plot = forest_plot(outcome(), subgroups=False)
    zeta = next(row for row in plot.rows if row.study == "Zeta 2014")
    assert (zeta.estimate, zeta.weight, zeta.note) == (None, None, "not estimable")
    assert len(plot.rows) == 6
    assert sum(row.weight or 0 for row in plot.rows) == pytest.approx(100)


def test_studies_that_are_not_pooled_are_named_with_the_reason() -> None:
    """A retracted study and a second report of one trial stand in notes, each reason once."""
    rows = TRIALS.splitlines()
    head = f"{rows[0]},retracted"
    text = "\n".join([head, *(f"{row}," for row in rows[1:]), f"{rows[1].replace('Alpha 1991', 'Omega 2001')},yes"])
    plot = forest_plot(outcome(text))
    assert [note for note in plot.notes if "Omega 2001" in note and "retracted" in note]
    assert "Not pooled: Omega 2001" in " ".join(texts(drawn(plot)))
    assert "Not pooled: Omega 2001" in forest_picture(plot).alt
    assert forest_picture(plot).figure().notes


def test_subgroups_have_totals_and_a_test_of_difference() -> None:
    """Rows stand below their subgroup in the order in which these appear; the weights of subgroups add up."""
    plot = forest_plot(outcome())
    assert [stratum.name for stratum in plot.strata] == ["Adults", "Children"]
    summaries = [stratum.summary for stratum in plot.strata]
    assert sum(one.weight or 0 for one in summaries if one) == pytest.approx(100)
    assert plot.statements[0].startswith("Test for subgroup differences: χ²")
    svg = drawn(plot)
    assert svg.count("<polygon") >= 3  # two subgroups and the total


def test_the_subgroups_may_be_others_than_the_rows_say() -> None:
    """A sequence names the subgroup of each row; one subgroup is none."""
    found = outcome()
    number = len(found.rows) + len(found.without_events)
    named = forest_plot(found, subgroups=[("Old", "New")[place % 2] for place in range(number)])
    assert [stratum.name for stratum in named.strata] == ["Old", "New"]
    assert [stratum.name for stratum in forest_plot(found, subgroups=["x"] * number).strata] == [""]


def test_the_prediction_interval_is_a_bar_with_numbers() -> None:
    """From three studies on there is one, with t of k - 2 degrees as the Handbook has it; below, or if asked, none."""
    found = outcome()
    plot = forest_plot(found)
    assert found.natural is not None
    assert found.natural.prediction is not None
    band = found.natural.prediction.t_k_minus_2
    assert band is not None
    assert plot.prediction == Range(band.low, band.high)
    assert "95% prediction interval" in texts(drawn(plot))
    assert forest_plot(found, prediction=False).prediction is None
    assert forest_plot(outcome(many(2))).prediction is None


def test_one_study_is_no_total() -> None:
    """A single study has its row and the test of its effect; there is no diamond and no weight."""
    plot = forest_plot(outcome(many(1)))
    assert plot.total is None
    assert plot.rows[0].weight is None
    shown = texts(drawn(plot))
    assert "Weight" not in shown
    assert not [text for text in shown if text.startswith("Total (")]
    assert "1 study" in forest_picture(plot).alt


def test_nobody_had_an_event() -> None:
    """An outcome that nobody had is drawn all the same, with the reason in place of a total."""
    rows = "study,outcome,events1,n1,events2,n2\nAlpha,Death,0,20,0,21\nBeta,Death,0,40,0,39\n"
    plot = forest_plot(outcome(rows))
    assert plot.total is None
    assert "not estimable" in texts(drawn(plot))
    assert "No study is left to pool" in " ".join(plot.statements)


def test_risk_of_bias_stands_beside_the_rows() -> None:
    """One disc for each domain and the overall judgement, with a key; a study that nobody judged has none."""
    plot = forest_plot(outcome())
    assert plot.bias is not None
    assert [short for short, _name in plot.bias.domains] == ["D1", "D2", "D3", "D4", "D5", "O"]
    gamma = next(row for row in plot.rows if row.study == "Gamma & Sons 1999")
    assert gamma.bias == ("Some concerns", "Low", "High", "Low", "Low", "High")
    svg = drawn(plot)
    assert svg.count("<circle") == 6 * 6 + 3
    assert "Some concerns" in texts(svg)
    assert forest_plot(outcome(), bias=False).bias is None


def test_further_columns_stand_right_of_the_plot() -> None:
    """Fields and moderators by name; one that no study has is an error that lists those there are."""
    plot = forest_plot(outcome(), columns=["funding", "dose"])
    assert [(one.head, one.side) for one in plot.columns][-2:] == [("Funding", "right"), ("Dose", "right")]
    assert plot.rows[0].cells[-2:] == ("public", "10")
    drawn(plot)
    with pytest.raises(InputError, match="no column 'sponsor'") as caught:
        forest_plot(outcome(), columns=["sponsor"])
    assert "funding" in caught.value.remedy


def test_no_side_is_favoured_unless_it_is_known_what_is_good() -> None:
    """A table does not say whether an event is good; only what is true of any outcome is printed."""
    found = outcome()
    assert (forest_plot(found).lower, forest_plot(found).higher) == ("Lower with placebrol", "Higher with placebrol")
    assert forest_plot(found, better="low").lower == "Favours placebrol"
    assert forest_plot(found, better="high").lower == "Favours placebo"


@pytest.mark.parametrize(
    ("order", "first"),
    [("given", "Alpha 1991"), ("name", "Alpha 1991"), ("weight", "Epsilon 2010"), ("effect", "Gamma & Sons 1999")],
)
def test_studies_stand_in_the_order_asked_for(order: str, first: str) -> None:
    """By name, year, effect or weight; without a word, as they came."""
    assert forest_plot(outcome(), subgroups=False, order=order).rows[0].study == first  # type: ignore[arg-type]  # drawn


def test_means_and_rates_have_columns_of_their_own() -> None:
    """Means come with SD and people, rates with person-time; differences lie on a plain axis around 0."""
    means = "study,outcome,mean1,sd1,n1,mean2,sd2,n2\nA,Pain,5,2,30,6,2.5,31\nB,Pain,4,2,50,6,2,48\n"
    plot = forest_plot(outcome(means))
    assert [one.head for one in plot.columns] == ["Mean", "SD", "Total"] * 2
    assert (plot.log, plot.null) == (False, 0.0)
    drawn(plot)
    rates = "study,outcome,events1,persontime1,events2,persontime2\nA,Falls,5,100,9,99\nB,Falls,8,200,19,210\n"
    assert "Person-time" in [one.head for one in forest_plot(outcome(rates)).columns]


def test_published_estimates_need_no_arms() -> None:
    """Hazard ratios with their intervals, and the people where they are known."""
    text = "study,outcome,hr,lower,upper,n\nA,Stroke,0.9,0.8,1.01,900\nB,Stroke,0.7,0.5,0.98,300\n"
    plot = forest_plot(outcome(text))
    assert [one.head for one in plot.columns] == ["Participants"]
    assert plot.short == "HR"
    assert plot.rows[0].estimate is not None
    assert plot.rows[0].estimate.value == pytest.approx(0.9)
    drawn(plot)


# -- where it stands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 50, 200])
def test_any_number_of_studies_is_well_set(number: int) -> None:
    """No word runs into another, nothing leaves the page, and the page grows with the studies."""
    svg = drawn(forest_plot(outcome(many(number))))
    assert size_of(svg)[1] > 12 * number


def test_long_names_go_on_to_further_lines() -> None:
    """A name is never cut short; its row grows."""
    svg = drawn(forest_plot(outcome(many(3, long_names=True))))
    assert size_of(svg)[0] < 720
    assert "whose name is longer" in " ".join(texts(svg))


def test_of_very_many_studies_the_heaviest_are_shown() -> None:
    """All are pooled; those that are not shown are counted, with their weight, in words and notes."""
    found = outcome(many(450))
    plot = forest_plot(found, most=400)
    assert len(plot.rows) == 400
    assert plot.notes[0].startswith("50 more studies, with ")
    lightest = min(row.percent for row in found.rows)
    assert min(row.weight or 0 for row in plot.rows) > lightest
    assert "50 more studies" in forest_picture(plot).alt


def test_intervals_beyond_the_axis_get_arrows() -> None:
    """A very wide interval does not squeeze the others; its end is an arrow, and the numbers stay."""
    text = "study,outcome,rr,lower,upper\n" + "".join(f"S{place},Death,0.9,0.7,1.15\n" for place in range(6))
    found = outcome(text + "Wide,Death,1.4,0.01,190\n")
    plot = forest_plot(found)
    axis = axis_of(plot, 0, 200)
    assert axis.low > 0.05
    assert axis.high < 20
    plain = forest_plot(outcome(text))
    assert drawn(plot).count("<polygon") == drawn(plain).count("<polygon") + 2
    assert [text for text in texts(drawn(plot)) if text.startswith("(0.01 to 19")]


def test_the_axis_may_be_set_by_hand() -> None:
    """What lies outside gets an arrow, an estimate outside has no mark."""
    plot = replace(forest_plot(outcome(), subgroups=False), axis=(0.8, 1.25))
    svg = drawn(plot)
    squares = re.findall(r'<rect [^>]*fill="#0F5A8F"', svg)
    inside = [row for row in plot.rows if row.estimate and row.estimate.value and 0.8 <= row.estimate.value <= 1.25]
    assert len(squares) == len(inside)


def test_the_area_of_a_square_is_the_weight() -> None:
    """Twice the weight is twice the area."""
    rows = tuple(Row(str(weight), Range(0.8, 1.2, 1.0), weight) for weight in (10.0, 20.0, 40.0))
    svg = drawn(ForestPlot("T", "Risk ratio", "RR", (Stratum(rows),)))
    sides = [float(side) for side in re.findall(r'width="([\d.]+)" height="[\d.]+" fill="#0F5A8F"', svg)]
    assert [side**2 / sides[0] ** 2 for side in sides] == pytest.approx([1, 2, 4], rel=0.02)


ratios = st.floats(0.001, 1000)
names = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(str.strip)


@st.composite
def plots(draw: st.DrawFn) -> ForestPlot:
    """Any plot: long and strange names, few or many columns, wide intervals, with and without everything."""

    def estimate() -> Range:
        value = draw(ratios)
        return Range(value / draw(st.floats(1.01, 500)), value * draw(st.floats(1.01, 500)), value)

    domains = draw(st.integers(0, 7))
    columns = tuple(
        Column(draw(names), draw(st.sampled_from(["", "Arm", draw(names)])), draw(st.sampled_from(["left", "right"])))
        for _ in range(draw(st.integers(0, 4)))
    )
    levels = ("Low", "Some concerns", "High")

    def row() -> Row:
        cells = tuple(draw(names) for _ in columns)
        bias = tuple(draw(st.sampled_from([*levels, ""])) for _ in range(domains)) if draw(st.booleans()) else ()
        if draw(st.booleans()):
            return Row(draw(names), estimate(), draw(st.floats(0, 100)), cells, bias)
        return Row(draw(names), None, None, cells, bias, "not estimable")

    def summary() -> Summary:
        said = tuple(draw(st.lists(names, max_size=2)))
        return Summary(draw(names), estimate(), 50.0, tuple(draw(names) for _ in columns), said)

    strata = []
    for place in range(draw(st.integers(1, 3))):
        rows = tuple(row() for _ in range(draw(st.integers(1, 4))))
        strata.append(Stratum(rows, f"Group {place}", summary() if draw(st.booleans()) else None))
    return ForestPlot(
        title=draw(names),
        measure="Risk ratio",
        short="RR",
        strata=tuple(strata),
        columns=columns,
        total=summary() if draw(st.booleans()) else None,
        prediction=Range(0.2, 3.0) if draw(st.booleans()) else None,
        statements=tuple(draw(st.lists(names, max_size=2))),
        notes=tuple(draw(st.lists(names, max_size=2))),
        lower=draw(names),
        higher=draw(names),
        bias=BiasColumns("Tool", tuple((f"D{place}", draw(names)) for place in range(domains)),
                         {"Low": "low", "Some concerns": "some", "High": "high"}) if domains else None,
        heading=draw(st.sampled_from(["", draw(names)])),
        text_size=draw(st.sampled_from([6.0, 9.0, 14.0])),
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(plots())
def test_any_plot_is_well_set_and_comes_back_from_its_data(plot: ForestPlot) -> None:
    """Whatever stands in it: no overlap, nothing off the page, taken by the exporters, the same from its data."""
    svg = drawn(plot)
    again = forest_of_sheet(read_sheet(sheet_of_forest(plot).to_csv().encode(), "f.csv"))
    assert draw_forest(again, "words")[0] == svg


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(-1e9, 1e9), st.floats(1e-6, 1e6)), min_size=1, max_size=6))
def test_any_differences_find_room_on_the_axis(pairs: list[tuple[float, float]]) -> None:
    """Large, tiny and equal values make an axis that has a length, ends in order, and holds no effect."""
    rows = tuple(
        Row(f"S{place}", Range(value - half, value + half, value)) for place, (value, half) in enumerate(pairs)
    )
    plot = ForestPlot("T", "Mean difference", "MD", (Stratum(rows),), log=False, null=0.0, decimals=2)
    axis = axis_of(plot, 0, 190)
    assert math.isfinite(axis.low)
    assert axis.low < axis.high
    assert axis.holds(0.0)
    assert draw_forest(plot, "words")[0]


# -- in words ------------------------------------------------------------------------------------------------------


def test_the_description_tells_the_result_first() -> None:
    """Studies, people, pooled estimate, on which side it lies, prediction interval, subgroups, heterogeneity."""
    alt = forest_picture(forest_plot(outcome(), better="low")).alt
    for part in (
        "Forest plot. Death: Placebrol versus placebo.",
        "5 studies with 3,768 participants",
        "1 more without an estimate",
        "Pooled estimate (random effects, REML): 0.73 (0.59 to 0.92), all of it below 1 (favours placebrol).",
        "95% prediction interval",
        "Subgroups: Adults",
        "I² = ",
    ):
        assert part in alt
    assert "\u00a0" not in alt


def test_an_interval_that_includes_no_effect_is_said_to() -> None:
    """The description never leaves it to the reader to compare numbers."""
    rows = "study,outcome,events1,n1,events2,n2\nA,Death,10,100,11,100\nB,Death,12,90,10,91\n"
    assert "which includes no effect (1)" in forest_picture(forest_plot(outcome(rows))).alt


def test_the_block_of_a_report_cites_the_studies() -> None:
    """The caption cites each reference once; the figure has no pixels unless they are asked for."""
    from bmreport_plugins.study_pooling import group_studies, pool_group

    rows = studies()
    for place, row in enumerate(rows):
        row.reference_id = f"r{place // 2}"
    figure = forest_figure(pool_group(group_studies(rows)[0]), name="")
    assert [cite.reference_id for cite in figure.caption[0].cites] == ["r0", "r1", "r2"]
    assert figure.name == "forest-death-placebrol-versus-placebo-randomised-trials"
    assert figure.png == ""
    assert figure.data.startswith("# bmreport figure,forest\n")


def test_the_same_outcome_gives_the_same_bytes() -> None:
    """Drawing twice makes no difference, in any of the files."""
    first, second = (forest_picture(forest_plot(outcome())).drawing() for _ in range(2))
    assert first == second


# -- the maker -----------------------------------------------------------------------------------------------------


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    """Name, options, words, vectors, pixels, and the same picture from its own data."""
    options = ForestOptions(show=["funding"], better="low", method="DL", test="knha", text_size=8.0)
    drawing = assert_figure_contract(ForestMaker(), [saved(tmp_path, TRIALS)], options)
    assert drawing.pdf.startswith(b"%PDF-")
    assert "Hartung–Knapp" in drawing.figure.alt


@pytest.mark.parametrize("method", ["EE", "MH", "PETO", "DL", "PM"])
def test_every_method_pools_subgroups_as_it_pools_all(method: str) -> None:
    """The subgroups of a Mantel-Haenszel plot are pooled by Mantel-Haenszel, too."""
    settings_ = PoolingSettings(method=method)  # type: ignore[arg-type]  # one of the names
    plot = forest_plot(outcome(settings=settings_), settings=settings_)
    assert all(stratum.summary for stratum in plot.strata)
    assert "common effect" in plot.method or "random effects" in plot.method


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        ({"measure": "XY"}, "RR, OR"),
        ({"level": 95}, "0.95"),
        ({"by": "continent"}, "subgroup"),
        ({"axis": [2.0, 1.0]}, "the lower one first"),
        ({"axis": [0.0, 1.0]}, "above 0"),
        ({"text_size": 100.0}, "4 to 30"),
        ({"plot_width": 3.0}, "60 to 1200"),
        ({"only": {"continent": "Asia"}}, "subgroup"),
        ({"only": {"subgroup": "pets"}}, "adults"),
    ],
)
def test_options_that_do_not_fit_are_refused(tmp_path: Path, options: dict[str, object], remedy: str) -> None:
    """The message says what may stand there."""
    with pytest.raises(ConfigError) as caught:
        ForestMaker().draw([saved(tmp_path, TRIALS)], RunContext(), ForestOptions.model_validate(options))
    assert remedy in caught.value.remedy


def test_filters_apply_to_all_parts(tmp_path: Path) -> None:
    """Studies that `only` leaves out are in no column, no total and no weight."""
    options = ForestOptions(only={"subgroup": "Adults", "funding": ["public", "industry"]})
    alt = ForestMaker().draw([saved(tmp_path, TRIALS)], RunContext(), options).figure.alt
    assert "3 studies with 3,291 participants" in alt
    assert "Subgroups" not in alt


def test_subgroups_may_be_made_by_any_field(tmp_path: Path) -> None:
    """By funding, by a moderator, or not at all."""
    path = saved(tmp_path, TRIALS)
    assert "Subgroups: Public" in ForestMaker().draw([path], RunContext(), ForestOptions(by="funding")).figure.alt
    assert "Subgroups: 10" in ForestMaker().draw([path], RunContext(), ForestOptions(by="dose")).figure.alt
    assert "Subgroups" not in ForestMaker().draw([path], RunContext(), ForestOptions(by="none")).figure.alt


def test_a_table_of_several_outcomes_asks_for_one(tmp_path: Path) -> None:
    """Outcomes, comparisons and designs that are not pooled together are named, with the option that chooses."""
    two = TRIALS + "Eta 2015,2015,Stroke,Placebrol versus placebo,RCT,adults,3,40,5,41,,,,,,,\n"
    with pytest.raises(InputError, match="2 outcomes: Death; Stroke") as caught:
        ForestMaker().draw([saved(tmp_path, two)], RunContext(), ForestOptions())
    assert "forest.outcome=Death" in caught.value.remedy
    assert (
        "5 studies"
        in ForestMaker().draw([saved(tmp_path, two)], RunContext(), ForestOptions(outcome="death")).figure.alt
    )
    with pytest.raises(InputError, match="no study has the outcome 'Falls'"):
        ForestMaker().draw([saved(tmp_path, two)], RunContext(), ForestOptions(outcome="Falls"))
    mixed = TRIALS + "Eta 2015,2015,Death,Placebrol versus placebo,cohort,adults,3,40,5,41,,,,,,,\n"
    with pytest.raises(InputError, match="not pooled together") as caught:
        ForestMaker().draw([saved(tmp_path, mixed)], RunContext(), ForestOptions())
    assert "mix_designs" in caught.value.remedy
    assert ForestMaker().draw([saved(tmp_path, mixed)], RunContext(), ForestOptions(mix_designs=True)).figure.svg


@pytest.mark.parametrize(
    ("old", "new", "column", "reason"),
    [
        ("12,240", "many,240", "events1", "'many'"),
        ("12,240", "300,240", "events1", "300 events among 240"),
        ("some concerns,low,high", "some concerns,low,horrible", "rob2", "'horrible' is no level"),
    ],
)
def test_a_row_that_cannot_be_used_stops_the_figure(
    tmp_path: Path, old: str, new: str, column: str, reason: str
) -> None:
    """A figure without it would look whole: the message names file, row and column."""
    path = saved(tmp_path, TRIALS.replace(old, new, 1))
    with pytest.raises(InputError, match=reason) as caught:
        ForestMaker().draw([path], RunContext(), ForestOptions())
    assert re.search(rf"studies\.csv:\d: column {column}", caught.value.where)
    assert caught.value.remedy


def test_options_of_the_table_are_named_after_the_figure(tmp_path: Path) -> None:
    """The advice of the reader of tables is given in options that this command has."""
    path = saved(tmp_path, "who,out,a,b,c,d\nA,Death,1,2,3,4\n")
    with pytest.raises(InputError) as caught:
        ForestMaker().draw([path], RunContext(), ForestOptions())
    assert "studies." not in caught.value.remedy
    assert "forest.columns" in caught.value.remedy


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ("# scale,log", "# scale,log\n# axis,2,1", "setting axis", "is no axis"),
        ("# null,1", "# null,0", "setting null", "not between"),
        ("# text size,9", "# text size,900", "setting text size", "not between"),
        ("# bias level,Low,low", "# bias level,Low,splendid", "setting bias level Low", "no sign"),
        ("study,Adults,Alpha 1991", "stud,Adults,Alpha 1991", "column row", "no kind of row"),
        ("study,Adults,Alpha 1991", "study,Adults,", "column label", "is empty"),
        (",Low,Low,Low,Low,Low,Low,", ",Fine,Low,Low,Low,Low,Low,", "column bias D1", "no level"),
        ("row,subgroup,label", "row,subgroup,name", "", "lacks the column label"),
    ],
)
def test_a_data_file_that_was_spoilt_says_where(tmp_path: Path, old: str, new: str, where: str, reason: str) -> None:
    """Line, column or setting, and what may stand there."""
    data = forest_picture(forest_plot(outcome())).data
    assert old in data
    path = saved(tmp_path, data.replace(old, new, 1), "f.csv")
    with pytest.raises(InputError, match=reason) as caught:
        ForestMaker().draw([path], RunContext(), ForestOptions())
    assert where in caught.value.where
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        (("0.5", "0.9", "0.7"), "no interval around"),
        (("-0.5", "-0.9", "-0.1"), "above 0"),
        (("0.5", "0.4", ""), "is empty"),
        (("x", "0.4", "0.7"), "no number"),
    ],
)
def test_estimates_in_a_data_file_are_checked(tmp_path: Path, numbers: tuple[str, str, str], reason: str) -> None:
    """An estimate outside its interval, a logarithm in place of a ratio, half an interval, a word."""
    text = "# bmreport figure,forest\n# scale,log\nrow,subgroup,label,estimate,low,high,weight,text\n"
    path = saved(tmp_path, f"{text}study,,Alpha,{','.join(numbers)},10,\n", "f.csv")
    with pytest.raises(InputError, match=reason) as caught:
        ForestMaker().draw([path], RunContext(), ForestOptions())
    assert "f.csv:4: column" in caught.value.where


def test_looks_may_be_changed_when_it_is_drawn_again(tmp_path: Path) -> None:
    """Title, size of text, axis and width of a plot that comes from a data file."""
    path = saved(tmp_path, forest_picture(forest_plot(outcome())).data, "f.csv")
    options = ForestOptions(title="Another title", heading=True, text_size=12.0, axis=[0.25, 4.0], plot_width=300.0)
    figure = ForestMaker().draw([path], RunContext(), options).figure
    assert "Another title" in texts(figure.svg)
    assert "4" in texts(figure.svg)
    assert 'font-size="12"' in figure.svg
