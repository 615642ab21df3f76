"""Funnel plots: where the points lie, what is added, what tests say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import InputError, RunContext
from bmreport.testing import assert_figure_contract
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures import funnel_figure
from bmreport_plugins.figures.funnel.building import funnel_plot
from bmreport_plugins.figures.funnel.drawing import draw_funnel
from bmreport_plugins.figures.funnel.maker import FunnelMaker, FunnelOptions, funnel_picture
from bmreport_plugins.figures.funnel.plot import FunnelPlot, Point
from bmreport_plugins.figures.funnel.table import funnel_of_sheet, sheet_of_funnel
from bmreport_plugins.figures.sheet import read_sheet

from .figure_checks import assert_well_set, words_of
from .figure_samples import TRIALS, many, outcome, saved

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport_plugins.study_pooling import PooledOutcome


def lopsided() -> PooledOutcome:
    """Twelve studies of which the small ones show large effects."""
    rows = ["study,outcome,events1,n1,events2,n2"]
    for place in range(12):
        total = 40 + 60 * place
        rows.append(f"S{place},Death,{int(total * (0.05 + 0.014 * place))},{total},{int(total * 0.24)},{total}")
    return outcome("\n".join(rows))


def test_every_pooled_study_is_a_point() -> None:
    """Effects stand on their own scale, standard errors on that of the logarithm; studies without events are named."""
    found = outcome()
    plot = funnel_plot(found)
    assert [(one.study, one.se) for one in plot.studies] == [(row.study.study, row.effect.se) for row in found.rows]
    assert plot.studies[0].effect == pytest.approx(math.exp(found.rows[0].effect.yi))
    assert plot.notes == ("Not pooled: Zeta 2014 – no events in either group.",)


def test_trim_and_fill_adds_hollow_points() -> None:
    """Added studies mirror those that are there; the estimate with them is a line of its own, and said in words."""
    plot = funnel_plot(lopsided())
    assert plot.filled
    assert plot.filled[0].study.startswith("mirror image of S")
    assert plot.adjusted is not None
    assert plot.adjusted > plot.centre
    svg, *_ = draw_funnel(plot, "words")
    assert svg.count('fill="#FFFFFF" stroke="#1A1A1A"') == len(plot.filled) + 1  # and one in the key
    assert "Study added by trim and fill" in [word.text for word in words_of(svg)]
    assert "Trim and fill adds" in funnel_picture(plot).alt
    plain = funnel_plot(lopsided(), fill=False)
    assert not plain.filled
    assert plain.adjusted is None


def test_the_test_of_asymmetry_goes_with_the_measure() -> None:
    """Peters for risk ratios, Harbord for odds ratios, Egger for the rest; few studies are said to be few."""
    from bmreport_plugins.study_pooling import PoolingSettings

    said = " ".join(funnel_plot(outcome()).statements)
    assert "Peters' test" in said
    assert "5 studies are few" in said
    odds = outcome(settings=PoolingSettings(measures={"Death": "OR"}))
    assert "Harbord's test" in " ".join(funnel_plot(odds).statements)
    text = "study,outcome,hr,lower,upper\nA,x,0.9,0.8,1.01\nB,x,0.7,0.5,0.98\nC,x,0.8,0.6,1.07\n"
    assert "Egger's test" in " ".join(funnel_plot(outcome(text)).statements)
    assert not funnel_plot(outcome(text), test=False, fill=False).statements


def test_two_studies_make_no_funnel() -> None:
    """The message names the outcome and how many studies it has, and what to show instead."""
    with pytest.raises(InputError, match="Death has 2") as caught:
        funnel_plot(outcome(many(2)))
    assert "forest plot" in caught.value.remedy


def test_contours_show_what_a_test_would_say() -> None:
    """The white part, where nothing is significant, has its tip at no effect; without contours the ground is white."""
    plot = funnel_plot(outcome())
    svg, *_ = draw_funnel(plot, "words")
    assert svg.count("<polygon") == 3
    assert {"P > 0.1", "0.1 ≥ P > 0.05", "0.05 ≥ P > 0.01", "P ≤ 0.01"} <= {word.text for word in words_of(svg)}
    bare, *_ = draw_funnel(funnel_plot(outcome(), contours=()), "words")
    assert bare.count("<polygon") == 0


points = st.lists(
    st.tuples(st.floats(-20, 20), st.floats(1e-4, 50), st.booleans()), min_size=1, max_size=12
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(points, st.booleans(), st.floats(-20, 20), st.sampled_from([(), (0.9, 0.95, 0.99), (0.95,)]))
def test_any_funnel_is_well_set_and_comes_back_from_its_data(
    given_points: list[tuple[float, float, bool]],
    log: bool,  # drawn
    centre: float,
    contours: tuple[float, ...],
) -> None:
    """Large, tiny and equal values: no overlap, nothing off the page, the same picture from the data."""

    def scaled(value: float) -> float:
        return math.exp(value) if log else value

    made = [Point(f"S{place}", scaled(effect), se, filled) for place, (effect, se, filled) in enumerate(given_points)]
    made.append(Point("one that is a study", scaled(centre), 1.0))
    plot = FunnelPlot("T", "Effect", tuple(made), scaled(centre), null=scaled(0.0), log=log, contours=contours)
    svg, *_ = draw_funnel(plot, "words")
    assert_well_set(svg)
    assert safe_svg(svg)
    again = funnel_of_sheet(read_sheet(sheet_of_funnel(plot).to_csv().encode(), "f.csv"))
    assert draw_funnel(again, "words")[0] == svg


def test_the_description_says_where_the_small_studies_lie() -> None:
    """Left and right of the pooled estimate, for all and for the least precise."""
    alt = funnel_picture(funnel_plot(lopsided())).alt
    assert "12 studies by risk ratio and standard error" in alt
    assert "least precise" in alt
    assert "Peters' test" in alt


def test_the_block_of_a_report_names_its_outcome() -> None:
    """The stem of its files, its title, and data to draw it from."""
    figure = funnel_figure(outcome())
    assert figure.name.startswith("funnel-death-placebrol-versus-placebo")
    assert "Death: Placebrol versus placebo" in figure.caption[0].text
    assert figure.data.startswith("# bmreport figure,funnel\n")


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    """Name, options, words, vectors, pixels, and the same picture from its own data."""
    assert_figure_contract(FunnelMaker(), [saved(tmp_path, TRIALS)], FunnelOptions(better="low", title="Small studies"))


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ("# pooled,", "# pool,", "setting pooled", "no pooled estimate"),
        ("# null,1", "# null,-1", "setting null", "not between"),
        ("Beta 1994,", "Beta 1994,-", "column effect", "no ratio"),
        ("# contours,0.9,", "# contours,9,", "setting contours", "not between"),
        ("study,effect,standard error", "study,effect,se", "f.csv", "lacks the column"),
    ],
)
def test_a_data_file_that_was_spoilt_says_where(tmp_path: Path, old: str, new: str, where: str, reason: str) -> None:
    """Line, column or setting."""
    data = funnel_picture(funnel_plot(outcome())).data
    assert old in data
    with pytest.raises(InputError, match=reason) as caught:
        FunnelMaker().draw([saved(tmp_path, data.replace(old, new, 1), "f.csv")], RunContext(), FunnelOptions())
    assert where in caught.value.where
