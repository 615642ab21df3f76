"""Workflow `meta-analysis`: numbers against hand computation, every row accounted for, what is asked for is shown."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bmreport import Analysis, ConfigError, Figure, InputError, Report, RunContext, Table, UsageError
from bmreport.pipeline import check_report
from bmreport.testing import fresh_host
from bmreport_plugins.workflows.meta_analysis import MetaAnalysisWorkflow
from bmreport_plugins.workflows.meta_options import MetaOptions

HEADER = "study,events1,n1,events2,n2,dose,age"
TRIALS = {  # events and people of both arms
    "Adams 1990": (12, 120, 24, 118),
    "Baker 1995": (30, 250, 41, 248),
    "Clark 1999": (8, 80, 9, 82),
    "Drake 2003": (55, 500, 60, 505),
}
ROWS = [f"{name},{a},{n},{c},{m},{dose},{age}" for (name, (a, n, c, m)), dose, age in zip(
    TRIALS.items(), ("low", "low", "high", "high"), (50, 55, 60, 65), strict=True)]  # fmt: skip


def report_of(folder: Path, lines: list[str], name: str = "deaths.csv", **options: Any) -> Report:
    """The report of one table."""
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return MetaAnalysisWorkflow().run([str(path)], RunContext(), MetaOptions(**{"figures": False, **options}))


def analysis_of(folder: Path, lines: list[str] | None = None, **options: Any) -> Analysis:
    """The one analysis of one table."""
    (found,) = report_of(folder, lines or [HEADER, *ROWS], **options).analyses
    return found


def tables_of(report: Report) -> list[Table]:
    """All tables in reading order."""
    return [block for section in report.sections for block in section.blocks if isinstance(block, Table)]


def texts(table: Table) -> list[list[str]]:
    """The words of the rows."""
    return [[" ".join(claim.text for claim in cell) for cell in row] for row in table.rows]


def notes(table: Table) -> str:
    """The words below a table."""
    return " ".join(claim.text for note in table.footnotes for claim in note)


def table_on(report: Report, words: str) -> Table:
    """The table whose caption has these words."""
    (found,) = [one for one in tables_of(report) if words in one.caption[0].text]
    return found


def by_hand() -> tuple[list[float], list[float]]:
    """Log risk ratios and their variances, from the definition."""
    effects = [math.log((a / n) / (c / m)) for a, n, c, m in TRIALS.values()]
    variances = [1 / a - 1 / n + 1 / c - 1 / m for a, n, c, m in TRIALS.values()]
    return effects, variances


# -- numbers -----------------------------------------------------------------------------------------------------


def test_random_effects_are_those_computed_by_hand(tmp_path: Path) -> None:
    """DerSimonian and Laird's formulas, written out: Q, tau2, weights, effect, interval, prediction interval."""
    y, v = by_hand()
    w = [1 / one for one in v]
    fixed = sum(a * b for a, b in zip(w, y, strict=True)) / sum(w)
    q = sum(a * (b - fixed) ** 2 for a, b in zip(w, y, strict=True))
    tau2 = max(0.0, (q - 3) / (sum(w) - sum(a * a for a in w) / sum(w)))
    w_random = [1 / (one + tau2) for one in v]
    pooled = sum(a * b for a, b in zip(w_random, y, strict=True)) / sum(w_random)
    se = math.sqrt(1 / sum(w_random))
    t_2 = 4.302652729911275  # 97.5% quantile of t with 2 degrees of freedom, from a table

    found = analysis_of(tmp_path, method="DL")
    assert found.pooled is not None
    assert found.pooled.spread is not None
    assert found.pooled.estimate == pytest.approx(pooled, rel=1e-12)
    assert found.pooled.value == pytest.approx(math.exp(pooled), rel=1e-12)
    assert found.pooled.low == pytest.approx(math.exp(pooled - 1.959963984540054 * se), rel=1e-10)
    assert found.pooled.high == pytest.approx(math.exp(pooled + 1.959963984540054 * se), rel=1e-10)
    assert found.pooled.spread.q == pytest.approx(q, rel=1e-12)
    assert found.pooled.spread.tau2 == pytest.approx(tau2, rel=1e-10)
    assert found.pooled.spread.i2_of_q == pytest.approx(max(0.0, 100 * (q - 3) / q), rel=1e-10)
    assert found.pooled.prediction is not None
    assert found.pooled.prediction.high == pytest.approx(math.exp(pooled + t_2 * math.sqrt(se**2 + tau2)), rel=1e-8)
    shares = [100 * one / sum(w_random) for one in w_random]
    assert [one.weight for one in found.effects] == pytest.approx(shares, rel=1e-10)


def test_mantel_haenszel_is_that_computed_by_hand(tmp_path: Path) -> None:
    """The Mantel-Haenszel risk ratio is the ratio of two sums (Cochrane Handbook 10.4.1)."""
    above = sum(a * m / (n + m) for a, n, c, m in TRIALS.values())
    below = sum(c * n / (n + m) for a, n, c, m in TRIALS.values())
    found = analysis_of(tmp_path, method="MH")
    assert found.method == "MH"
    assert found.pooled is not None
    assert found.pooled.value == pytest.approx(above / below, rel=1e-12)
    assert found.pooled.prediction is None
    without_first = found.leave_one_out[0].pooled
    rest = list(TRIALS.values())[1:]
    above = sum(a * m / (n + m) for a, n, c, m in rest)
    below = sum(c * n / (n + m) for a, n, c, m in rest)
    assert without_first is not None
    assert without_first.value == pytest.approx(above / below, rel=1e-12)


def test_subgroups_are_pooled_apart_and_their_difference_is_tested(tmp_path: Path) -> None:
    """By a column of the table: the effect of each group by hand, and the chi-squared of their difference."""
    y, v = by_hand()
    pairs = []
    for places in ((0, 1), (2, 3)):
        weights = [1 / v[place] for place in places]
        effect = sum(w * y[place] for w, place in zip(weights, places, strict=True)) / sum(weights)
        pairs.append((effect, sum(weights)))
    mean = sum(effect * weight for effect, weight in pairs) / sum(weight for _effect, weight in pairs)
    q = sum(weight * (effect - mean) ** 2 for effect, weight in pairs)

    (found,) = analysis_of(tmp_path, method="EE", by=["dose"]).subgroups
    assert [one.name for one in found.groups] == ["low", "high"]
    assert [one.pooled and one.pooled.estimate for one in found.groups] == pytest.approx([one for one, _ in pairs])
    assert found.df == 1
    assert found.q == pytest.approx(q)


def test_leaving_a_study_out_is_pooling_the_others(tmp_path: Path) -> None:
    """Each step equals the analysis of a table without that row."""
    whole = analysis_of(tmp_path, method="DL")
    for place, step in enumerate(whole.leave_one_out):
        rest = analysis_of(tmp_path, [HEADER, *ROWS[:place], *ROWS[place + 1 :]], method="DL")
        assert step.name == ROWS[place].split(",")[0]
        assert step.pooled is not None
        assert rest.pooled is not None
        assert step.pooled.estimate == pytest.approx(rest.pooled.estimate, rel=1e-8)


def test_meta_regression_takes_a_column_of_the_table(tmp_path: Path) -> None:
    """A common-effect regression on age is the weighted regression line; a column needs no prefix."""
    y, v = by_hand()
    ages = [50.0, 55.0, 60.0, 65.0]
    w = [1 / one for one in v]
    centre = sum(a * b for a, b in zip(w, ages, strict=True)) / sum(w)
    middle = sum(a * b for a, b in zip(w, y, strict=True)) / sum(w)
    slope = sum(a * (x - centre) * (b - middle) for a, x, b in zip(w, ages, y, strict=True)) / sum(
        a * (x - centre) ** 2 for a, x in zip(w, ages, strict=True)
    )
    (found,) = analysis_of(tmp_path, method="EE", moderator=["age"]).regressions
    assert [term.name for term in found.terms] == ["intercept", "age"]
    assert found.terms[1].estimate == pytest.approx(slope, rel=1e-8)


def test_asymmetry_is_tested_from_ten_studies_on(tmp_path: Path) -> None:
    """Nine studies are too few; with ten there are Egger's and, for counts, Peters' tests."""
    rows = [f"S{place},{5 + place},{100 + 17 * place},{9 + place},{104 + 15 * place}" for place in range(10)]
    header = "study,events1,n1,events2,n2"
    assert analysis_of(tmp_path, [header, *rows[:9]]).asymmetry == []
    found = analysis_of(tmp_path, [header, *rows])
    assert [one.name for one in found.asymmetry] == ["Egger", "Peters"]
    assert all(one.p is not None for one in found.asymmetry)
    odds = analysis_of(tmp_path, [header, *rows], measure="or")
    assert [one.name for one in odds.asymmetry] == ["Egger", "Peters", "Harbord"]
    assert found.trim_and_fill is not None


def test_differences_and_published_effects_are_pooled(tmp_path: Path) -> None:
    """Means with SD give a mean difference; estimates with intervals are read on their own scale."""
    means = ["study,mean1,sd1,n1,mean2,sd2,n2", "A,10,2,50,12,2,50", "B,11,3,40,12,3,40"]
    found = analysis_of(tmp_path, means, method="EE")
    v = [4 / 50 + 4 / 50, 9 / 40 + 9 / 40]
    assert found.measure == "MD"
    assert found.pooled is not None
    assert found.pooled.value == pytest.approx((-2 / v[0] - 1 / v[1]) / (1 / v[0] + 1 / v[1]))
    hazard = analysis_of(tmp_path, ["study,hr,lower,upper", "A,0.8,0.64,1.0", "B,0.9,0.72,1.125"])
    assert hazard.measure == "HR"
    assert [one.value for one in hazard.effects] == pytest.approx([0.8, 0.9], rel=1e-3)


# -- rows and their account --------------------------------------------------------------------------------------


def test_every_row_is_pooled_left_out_or_refused(tmp_path: Path) -> None:
    """Rows that came in = pooled + left out; what could not be read stands in a table with row, column and remedy."""
    lines = [
        HEADER, *ROWS, "Evans 2007,0,40,0,42,low,61", "Adams 1990,12,120,24,118,low,50", "Ford 2010,12,10,3,10,low,1",
        "Gray 2011,x,10,3,10,low,1",
    ]  # fmt: skip
    report = report_of(tmp_path, lines)
    (found,) = report.analyses
    assert found.rows == len(found.effects) + len(found.left_out)
    assert [(one.study, one.reason) for one in found.left_out if "events" in one.reason] == [
        ("Evans 2007", "no events in either group")
    ]
    assert notes(table_on(report, "not pooled")).startswith(f"Rows that came in: {found.rows} = 4 pooled + ")
    refused = texts(table_on(report, "refused"))
    assert [(row[0].rsplit(":", 1)[1], row[1]) for row in refused] == [("8", "events1"), ("9", "events1")]
    assert all(row[3] != "–" for row in refused)


def test_a_retracted_study_is_never_pooled_in_silence(tmp_path: Path) -> None:
    """It stands among the rows that are not pooled."""
    lines = ["study,events1,n1,events2,n2,retracted", "A,1,10,3,10,no", "B,2,10,4,10,yes", "C,3,10,4,10,no"]
    found = analysis_of(tmp_path, lines)
    assert [one.study for one in found.effects] == ["A", "C"]
    assert "retracted" in found.left_out[0].reason


@pytest.mark.parametrize(
    "rows",
    [["A,0,10,0,10", "B,0,9,0,8"], ["A,10,10,8,8"]],
    ids=["no events in any arm", "everybody had the event"],
)
def test_nothing_to_pool_is_an_error_with_row_and_remedy(tmp_path: Path, rows: list[str]) -> None:
    """The message names each row with its reason."""
    with pytest.raises(InputError) as caught:
        report_of(tmp_path, ["study,events1,n1,events2,n2", *rows])
    assert "deaths.csv:2" in caught.value.message
    assert caught.value.where.endswith("deaths.csv")
    assert caught.value.remedy


def test_one_study_is_shown_without_heterogeneity(tmp_path: Path) -> None:
    """Its effect stands, nothing is said of differences between studies, and no prediction is made."""
    found = analysis_of(tmp_path, [HEADER, ROWS[0]])
    assert found.pooled is not None
    assert (found.pooled.k, found.pooled.spread, found.pooled.prediction) == (1, None, None)
    assert found.leave_one_out == []


def test_identical_studies_have_no_spread(tmp_path: Path) -> None:
    """Two studies with the same figures under different names: tau2 and I2 are 0, and nothing fails."""
    found = analysis_of(tmp_path, [HEADER, "A,10,100,20,100,low,1", "B,10,100,20,100,low,1", "C,10,100,20,100,low,1"])
    assert found.pooled is not None
    assert found.pooled.spread is not None
    assert (found.pooled.spread.tau2, found.pooled.spread.i2) == (0.0, 0.0)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(ROWS))))
def test_the_order_of_rows_changes_nothing(tmp_path: Path, order: list[int]) -> None:
    """The pooled effect is the same to the last bit."""
    assert analysis_of(tmp_path, [HEADER, *(ROWS[place] for place in order)]).pooled == analysis_of(tmp_path).pooled


# -- what is asked for -------------------------------------------------------------------------------------------


def test_a_table_without_outcome_is_named_after_its_file(tmp_path: Path) -> None:
    """Two such tables are about all studies; a name in the options wins."""
    assert analysis_of(tmp_path).outcome == "deaths"
    named = analysis_of(tmp_path, sources={"studies": {"outcome": "Death at a year"}})
    assert named.outcome == "Death at a year"
    (tmp_path / "more.csv").write_text("study,events1,n1,events2,n2\nZ,1,10,2,10\n", encoding="utf-8")
    both = MetaAnalysisWorkflow().run(
        [str(tmp_path / "deaths.csv"), str(tmp_path / "more.csv")], RunContext(), MetaOptions(figures=False)
    )
    assert [(one.outcome, one.rows) for one in both.analyses] == [("all studies", 5)]


def test_outcomes_are_pooled_apart_and_can_be_chosen(tmp_path: Path) -> None:
    """Each outcome has its analysis; names are taken in any case; an unknown one is told with what there is."""
    lines = ["study,outcome,events1,n1,events2,n2", "A,Death,1,10,3,10", "A,Stroke,2,10,3,10", "B,Death,2,11,4,11"]
    assert [one.outcome for one in report_of(tmp_path, lines).analyses] == ["Death", "Stroke"]
    assert [one.outcome for one in report_of(tmp_path, lines, outcome=["DEATH"]).analyses] == ["Death"]
    with pytest.raises(InputError, match="no study has the outcome 'Deth'") as caught:
        report_of(tmp_path, lines, outcome=["Deth"])
    assert "'Death'" in caught.value.remedy


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"measure": "XX"}, ConfigError, "no measure of effect"),
        ({"by": ["colour"]}, InputError, "has no column 'colour'"),
        ({"moderator": ["colour"]}, InputError, "has no column 'colour'"),
        ({"by": ["funding"]}, ConfigError, "which no study gives"),
    ],
)
def test_wrong_options_are_told(tmp_path: Path, options: dict[str, Any], error: type[Exception], message: str) -> None:
    """A measure, column or field that is not there stops the work with what there is."""
    with pytest.raises(error, match=message):
        report_of(tmp_path, [HEADER, *ROWS], **options)


def test_inputs_that_hold_no_study_data_are_told(tmp_path: Path) -> None:
    """No input, and a table of something else."""
    with pytest.raises(UsageError):
        MetaAnalysisWorkflow().run([], RunContext(), MetaOptions())
    with pytest.raises(InputError, match="lacks a column for the study"):
        report_of(tmp_path, ["a,b", "1,2"])


def test_a_study_in_no_group_is_named(tmp_path: Path) -> None:
    """Rows without a value are left out of the comparison, and the table says so."""
    lines = [HEADER, *ROWS, "Ford 2010,3,40,5,42,,61"]
    report = report_of(tmp_path, lines, by=["dose"])
    assert report.analyses[0].subgroups[0].left_out == ["Ford 2010"]
    assert "In no group: Ford 2010." in notes(table_on(report, "subgroups by dose"))


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    """A group that all studies share, and a moderator that does not vary, stand below the results."""
    lines = ["study,events1,n1,events2,n2,dose,age", *(row.replace(",high,", ",low,") for row in ROWS)]
    report = report_of(tmp_path, lines, by=["dose"], moderator=["dose"])
    said = notes(table_on(report, "results"))
    assert "No subgroups by dose: all pooled studies are of one group (low)." in said
    assert "No meta-regression on dose:" in said


# -- the report --------------------------------------------------------------------------------------------------


def test_the_tables_say_what_the_analysis_holds(tmp_path: Path) -> None:
    """Figures of both arms, effect and weight of each study, and the sums."""
    report = report_of(tmp_path, [HEADER, *ROWS], method="DL")
    studies = texts(table_on(report, "studies that are pooled"))
    assert studies[0] == ["Adams 1990", "12/120", "24/118", "0.49 (0.26 to 0.94)", "14.5%"]
    assert studies[-1] == ["All studies", "105/950", "134/953", "0.78 (0.61 to 1.00)", "100%"]
    assert [row[0] for row in texts(table_on(report, "results."))] == [
        "Pooled RR", "Test of no effect", "95% prediction interval", "Q", "I²", "τ²", "I² from Q",
    ]  # fmt: skip
    assert texts(table_on(report, "in short"))[0][1] == "4 (1,903)"


def test_a_report_of_named_studies_passes_the_checks(tmp_path: Path) -> None:
    """Names such as `Rosenthal et al 1960` in a table are no cites that lead nowhere."""
    lines = [HEADER, *(row.replace("Adams 1990", "Adams et al 1990") for row in ROWS)]
    report = report_of(tmp_path, lines, figures=True)
    found = check_report(report, fresh_host(), RunContext(), {})
    assert [str(one) for one in found if one.severity != "info"] == []


def test_studies_cite_the_records_that_are_given(tmp_path: Path) -> None:
    """A row with a DOI leads to the record of its paper, which is listed and cited."""
    (tmp_path / "papers.ris").write_text(
        "TY  - JOUR\nTI  - A trial\nAU  - Adams, A\nPY  - 1990\nDO  - 10.1000/1\nER  - \n", encoding="utf-8"
    )
    table = tmp_path / "t.csv"
    table.write_text("study,doi,events1,n1,events2,n2\nAdams,10.1000/1,1,10,3,10\nBaker,,2,10,4,10\n", encoding="utf-8")
    report = MetaAnalysisWorkflow().run(
        [str(table), str(tmp_path / "papers.ris")], RunContext(), MetaOptions(figures=False)
    )
    assert [one.number for one in report.references] == [1]
    cell = table_on(report, "studies that are pooled").rows[0][0][0]
    assert [cite.reference_id for cite in cell.cites] == [report.references[0].id]


def test_figures_are_drawn_when_asked_for(tmp_path: Path) -> None:
    """A forest plot with the subgroups of the tables; none without the option."""
    drawn = report_of(tmp_path, [HEADER, *ROWS], figures=True, by=["dose"])
    figures = [block for section in drawn.sections for block in section.blocks if isinstance(block, Figure)]
    assert len(figures) == 1
    assert figures[0].name.startswith("forest-deaths")
    assert "Low, 2 studies" in figures[0].alt


def test_a_saved_report_can_be_analysed_again(tmp_path: Path) -> None:
    """The numbers are the same, and survive saving unrounded."""
    first = report_of(tmp_path, [HEADER, *ROWS])
    first.save(tmp_path / "first.json")
    again = MetaAnalysisWorkflow().run([str(tmp_path / "first.json")], RunContext(), MetaOptions(figures=False))
    assert Report.load(tmp_path / "first.json").analyses == first.analyses
    assert again.analyses[0].pooled == first.analyses[0].pooled
