"""Pictures of risk of bias: traffic light and summary."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bmreport import InputError, Report, RunContext, UsageError
from bmreport.testing import assert_figure_contract
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures import bias_summary_figure, traffic_light_figure
from bmreport_plugins.figures.rob.maker import (
    BiasOptions,
    BiasSummaryMaker,
    TrafficLightMaker,
    bias_summary_picture,
    traffic_light_picture,
)
from bmreport_plugins.figures.rob.plot import BiasPlot, DomainHead, JudgedRow, bias_plot
from bmreport_plugins.figures.rob.summary import shares
from bmreport_plugins.risk_of_bias import SIGNS, judge, judge_studies, load_tool, tool_names

from .figure_checks import assert_well_set, words_of
from .figure_samples import TRIALS, saved, studies

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport_plugins.risk_of_bias import Judged

TABLE = """\
Study,D1,D2,D3,D4,D5,Overall,Weight
Alpha 1991,Low,Some concerns,Low,Low,Low,Some concerns,10
Beta 1994,Low,Low,High,Low,Low,High,30
Gamma 1999,Low,,Low,Low,Some concerns,,60
"""


def judged(name: str = "rob2") -> list[Judged]:
    """Two studies judged with a tool, the first of them in full."""
    tool = load_tool(name)
    levels = {domain.id: tool.levels_of(domain.id) for domain in tool.domains}
    full = {domain: options[0].name for domain, options in levels.items()}
    part = {domain: options[-1].name for domain, options in list(levels.items())[1:]}
    return [judge(tool, full, study="Alpha 1991"), judge(tool, part, study="Beta 1994")]


def look(svg: str) -> str:
    """The picture, looked over."""
    assert_well_set(svg)
    assert safe_svg(svg)
    return svg


@pytest.mark.parametrize("name", tool_names())
def test_every_tool_can_be_shown(name: str) -> None:
    """Each domain has a column and a bar, and each level a sign in the key, also where a tool has levels of its own."""
    tool = load_tool(name)
    plot = bias_plot(judged(name))
    light = look(traffic_light_picture(plot).svg)
    texts = [word.text for word in words_of(light)]
    assert [domain.short for domain in plot.domains if domain.short not in texts] == []
    assert {level.name for level in tool.levels} <= set(texts)
    bars = look(bias_summary_picture(plot).svg)
    assert len([word for word in words_of(bars) if word.text.endswith("%")]) > 5


def test_applicability_stands_apart() -> None:
    """QUADAS-2 has a block on bias and one on applicability, with heads of their own."""
    plot = bias_plot(judged("quadas-2"))
    assert [domain.short for domain in plot.domains] == ["D1", "D2", "D3", "D4", "A1", "A2", "A3"]
    assert {"Risk of bias", "Applicability"} <= {word.text for word in words_of(traffic_light_picture(plot).svg)}


def test_what_nobody_judged_is_an_empty_disc() -> None:
    """It is neither low nor unclear: an empty disc, named in the key, and a white part of the bar."""
    plot = bias_plot(judged())
    assert plot.rows[1].levels[0] == ""
    svg = traffic_light_picture(plot).svg
    discs = re.findall(r'<circle [^>]*fill="#FFFFFF"', svg)
    assert len(discs) == 3  # the domain, the overall judgement, the key
    assert "Not judged" in {word.text for word in words_of(svg)}
    assert "1 not judged" in traffic_light_picture(plot).alt


def test_a_level_looks_alike_everywhere() -> None:
    """Colour and symbol are those of the level's sign, whatever stands beside it."""
    plot = bias_plot(judged("robins-i"))
    svg = traffic_light_picture(plot).svg
    for level in ("Low", "Moderate", "Serious", "Critical", "No information"):
        assert SIGNS[plot.signs[level]].colour in svg


def test_shares_add_up_and_go_from_best_to_worst() -> None:
    """By number, or by weight where every study has one."""
    plot = bias_plot(judged(), weights={"Alpha 1991": 1.0, "Beta 1994": 3.0})
    found = shares(plot, ["Low", "High"])
    assert [(one.level, one.part) for one in found] == [("Low", 0.25), ("High", 0.75)]
    assert [one.part for one in shares(bias_plot(judged()), ["Low", ""])] == [0.5, 0.5]
    assert bias_plot(judged(), weights={"Alpha 1991": 1.0}).weights is None


@pytest.mark.parametrize("number", [1, 2, 50, 200])
def test_any_number_of_studies_is_well_set(number: int) -> None:
    """With names short and long, and domains with names longer than any line."""
    domains = tuple(DomainHead(f"D{place}", "Bias of a kind " * (place * 3)) for place in range(1, 8))
    rows = tuple(JudgedRow("A long name " * (1 + place % 9), ("Low",) * 7, "Low") for place in range(number))
    plot = BiasPlot("A title " * 12, "Tool", domains, {"Low": "low", "High": "high"}, rows, heading="A title " * 12)
    look(traffic_light_picture(plot).svg)
    look(bias_summary_picture(plot).svg)


def test_more_studies_than_a_page_can_hold_are_refused() -> None:
    """The summary is named as the way out."""
    plot = BiasPlot("T", "Tool", (DomainHead("D1", "x"),), {"Low": "low"}, (JudgedRow("A", ("Low",)),) * 700)
    with pytest.raises(InputError, match="700 studies") as caught:
        traffic_light_picture(plot)
    assert "rob-summary" in caught.value.remedy
    assert bias_summary_picture(plot).svg


def test_descriptions_name_studies_and_shares() -> None:
    """The traffic light says who is at high risk, the summary how many."""
    plot = bias_plot(judge_studies(studies()))
    light, bars = traffic_light_picture(plot), bias_summary_picture(plot)
    assert "Overall high: 1 (Gamma & Sons 1999)." in light.alt
    assert "Overall: low 50%, some concerns 33%, high 17%." in bars.alt
    assert light.title in light.caption


def test_blocks_of_reports_cite_their_studies() -> None:
    """Both have names of their own, and data from which either can be drawn."""
    light = traffic_light_figure(judged(), reference_ids=["r1", "r2"])
    bars = bias_summary_figure(judged(), weights={"Alpha 1991": 20, "Beta 1994": 80})
    assert (light.name, bars.name) == ("risk-of-bias", "risk-of-bias-summary")
    assert [cite.reference_id for cite in light.caption[0].cites] == ["r1", "r2"]
    assert "by the weight of the studies" in bars.caption[0].text
    with pytest.raises(ValueError, match="judgements of one tool"):
        traffic_light_figure([*judged(), *judged("robins-i")])


# -- the makers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [TrafficLightMaker(), BiasSummaryMaker()])
def test_they_keep_the_contract(maker: TrafficLightMaker | BiasSummaryMaker, tmp_path: Path) -> None:
    """A table of judgements, a table of study data, and the picture's own data."""
    drawing = assert_figure_contract(maker, [saved(tmp_path, TABLE)], BiasOptions(tool="rob2"))
    assert "Some concerns" in drawing.figure.svg
    assert_figure_contract(maker, [saved(tmp_path, TRIALS, "trials.csv")])


def test_either_picture_is_drawn_from_the_data_of_the_other(tmp_path: Path) -> None:
    """The file of a traffic light serves the summary, and the other way round."""
    table, options = saved(tmp_path, TABLE), BiasOptions(tool="rob2")
    light = TrafficLightMaker().draw([table], RunContext(), options).figure
    bars = BiasSummaryMaker().draw([table], RunContext(), options).figure
    context = RunContext()
    again = BiasSummaryMaker().draw([saved(tmp_path, light.data, "l.csv")], context, BiasOptions()).figure
    assert again.svg == bars.svg
    assert (
        TrafficLightMaker().draw([saved(tmp_path, bars.data, "b.csv")], context, BiasOptions()).figure.svg == light.svg
    )


def test_weights_of_a_table_count_in_the_summary(tmp_path: Path) -> None:
    """A column `Weight`, unless the options say otherwise; one that holds words is an error with its line."""
    path = saved(tmp_path, TABLE)
    alt = BiasSummaryMaker().draw([path], RunContext(), BiasOptions(tool="rob2")).figure.alt
    assert "Shares of the weight of 3 studies" in alt
    assert "low 70%, high 30%" in alt
    plain = BiasSummaryMaker().draw([path], RunContext(), BiasOptions(tool="rob2", weighted=False)).figure.alt
    assert "Shares of 3 studies" in plain
    with pytest.raises(InputError, match="'heavy' is no weight") as caught:
        BiasSummaryMaker().draw(
            [saved(tmp_path, TABLE.replace(",30", ",heavy"))], RunContext(), BiasOptions(tool="rob2")
        )
    assert caught.value.where.endswith("studies.csv:3: column Weight")


def test_a_study_judged_alike_for_all_outcomes_stands_once(tmp_path: Path) -> None:
    """Where outcomes differ each has a row, and rows are called results; all are in the figure."""
    head = "study,outcome,rob2.D1,rob2.D2,rob2.D3,rob2.D4,rob2.D5\n"
    alike = "Alpha,Death,low,low,low,low,low\nAlpha,Stroke,low,low,low,low,low\nBeta,Death,low,low,high,low,low\n"
    alt = TrafficLightMaker().draw([saved(tmp_path, head + alike)], RunContext(), BiasOptions()).figure.alt
    assert "2 studies judged" in alt
    apart = alike + "Beta,Stroke,low,low,low,low,low\n"
    figure = assert_figure_contract(TrafficLightMaker(), [saved(tmp_path, head + apart)]).figure
    assert "3 results judged" in figure.alt
    assert "Beta (Stroke)" in figure.alt


def test_the_tool_must_be_known(tmp_path: Path) -> None:
    """`D1` is a domain of many tools: the message says how to name it."""
    with pytest.raises(InputError, match="does not say with which tool") as caught:
        TrafficLightMaker().draw([saved(tmp_path, TABLE)], RunContext(), BiasOptions())
    assert "rob.tool=rob2" in caught.value.remedy


def test_an_unknown_level_is_an_error_with_its_place(tmp_path: Path) -> None:
    """Never a colour of another level."""
    path = saved(tmp_path, TABLE.replace("High,Low,Low,High", "Dreadful,Low,Low,High"))
    with pytest.raises(InputError, match="'Dreadful' is no level") as caught:
        TrafficLightMaker().draw([path], RunContext(), BiasOptions(tool="rob2"))
    assert "studies.csv:3" in caught.value.where
    assert "Beta 1994" in caught.value.where
    assert "Some concerns" in caught.value.remedy


def test_a_tool_of_ones_own(tmp_path: Path) -> None:
    """A YAML file names domains and levels; the data file draws without it."""
    tool = saved(
        tmp_path,
        "id: mine\nname: Mine\nversion: '1'\nsource: us\n"
        "levels:\n  - {name: Fine, sign: low}\n  - {name: Bad, sign: critical}\n"
        "domains:\n  - {id: one, name: The first, short: First}\n  - {id: two, name: The second, short: Second}\n",
        "mine.yaml",
    )
    table = saved(tmp_path, "study,First,Second,Overall\nAlpha,Fine,Bad,Bad\n")
    drawing = assert_figure_contract(TrafficLightMaker(), [table], BiasOptions(tool=tool))
    assert SIGNS["critical"].colour in drawing.figure.svg
    assert "The second: 1 bad" in drawing.figure.alt


def test_a_saved_report_has_judgements_too(tmp_path: Path) -> None:
    """Those of its studies; a report without any says so."""
    path = tmp_path / "r.json"
    Report(user_question="Q", studies=studies()).save(path)
    assert "Gamma" in TrafficLightMaker().draw([str(path)], RunContext(), BiasOptions()).figure.alt
    Report(user_question="Q").save(path)
    with pytest.raises(InputError, match="no judgement"):
        TrafficLightMaker().draw([str(path)], RunContext(), BiasOptions())


def test_a_file_is_needed() -> None:
    """And the message shows how to give one."""
    with pytest.raises(UsageError, match="needs a file"):
        TrafficLightMaker().draw([], RunContext(), BiasOptions())


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ("# level,Low,low", "# level,Low,nice", "setting level Low", "no sign"),
        ("Alpha 1991,Low", "Alpha 1991,Lowish", "column D1", "no level"),
        ("Alpha 1991,", ",", "column study", "is empty"),
        ("# domain", "# domains", "f.csv", "names no domain"),
        (",10\n", ",-10\n", "column weight", "below 0"),
    ],
)
def test_a_data_file_that_was_spoilt_says_where(tmp_path: Path, old: str, new: str, where: str, reason: str) -> None:
    """Line, column or setting."""
    table = saved(tmp_path, TABLE)
    data = TrafficLightMaker().draw([table], RunContext(), BiasOptions(tool="rob2")).figure.data
    assert old in data
    spoilt = data.replace(old, new) if "domain" in old else data.replace(old, new, 1)
    with pytest.raises(InputError, match=reason) as caught:
        TrafficLightMaker().draw([saved(tmp_path, spoilt, "f.csv")], RunContext(), BiasOptions())
    assert where in caught.value.where
