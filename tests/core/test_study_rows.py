"""Rows of study data: names of columns, numbers in cells, and what one row says."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Arm, Study, StudyDesign, StudyEstimate
from bmreport.study_rows import (
    CellError,
    Defaults,
    Numbers,
    Role,
    Row,
    RowReader,
    Unreadable,
    decimal_mark,
    design_of,
    doubtful_spreads,
    flat_names,
    is_missing,
    measure_of,
    plan_columns,
)

TOOLS = {"rob2": "rob2"}


def column_of(name: str) -> tuple[str, str, str]:
    """Role, group and key of a column of this name."""
    column = plan_columns([name], tools=TOOLS).columns[0]
    return column.role.value, column.group, column.key


def read(cells: dict[str, Any], defaults: Defaults | None = None) -> Row:
    """What a row says, in a table that has a study and an outcome beside these cells."""
    row = {"study": "A", "outcome": "death", **cells}
    reader = RowReader(plan_columns(list(row), tools=TOOLS), defaults=defaults)
    return reader.read(list(row.values()))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            "Events (Intervention)|ev.trt|event.e|events1|Experimental cases|e_events|tpos",
            ("arm", "intervention", "events"),
        ),
        (
            "No. of events control|ev.ctrl|event.c|Events 2|Control cases|placebo events|cpos",
            ("arm", "control", "events"),
        ),
        ("n_treatment|n.e|Total 1|Experimental N|n1i|Sample size intervention|nTrt", ("arm", "intervention", "total")),
        ("mean.c|Mean 2|control_mean|m2i|meanC", ("arm", "control", "mean")),
        ("Std dev 1|sd.e|sd1i|SD (experimental)|standard deviation treatment", ("arm", "intervention", "sd")),
        ("t1i|person-years 1|person_time intervention", ("arm", "intervention", "person_time")),
        ("tneg|bi|nonevents trt", ("arm", "intervention", "nonevents")),
        ("95% CI lower|CI_low|lower95|ll|CI start", ("lower bound", "", "")),
        ("upper 95% CI|ci.ub|UCL|CI end", ("upper bound", "", "")),
        ("logHR|ln_rr|log or", ("logarithm of the estimate", "", "")),
        ("yi|TE|GIV Mean", ("estimate on the scale that is pooled", "", "")),
        ("selogHR|seTE|sei|Standard error", ("standard error", "", "")),
        ("mod.dose|moderator: dose|mod_dose", ("moderator", "", "dose")),
        ("indirectness.population|indirect: population", ("indirectness", "", "population")),
        ("RoB 2: randomisation|rob2.randomisation|ROB_2.randomisation", ("risk of bias", "", "randomisation")),
        ("rob2.randomisation.reason|rob2.randomisation support", ("reason of a judgement", "", "randomisation")),
        ("Study|Trial name|slab|trial_id|ID", ("study", "", "")),
        ("First author|authors", ("author", "", "")),
        ("NCT ID|registration|Trial registration number", ("text", "", "registration")),
        ("follow-up (months)|FollowUpMonths", ("follow-up", "", "months")),
        ("time|group|t|mean age|interval|1|e|foo|deaths aspirin||%", ("unknown", "", "")),
    ],
)
def test_names_of_columns(names: str, expected: tuple[str, str, str]) -> None:
    """Usual names are understood in any spelling, and a name that could mean anything is not."""
    assert {name: column_of(name) for name in names.split("|")} == dict.fromkeys(names.split("|"), expected)


def test_ci_is_an_interval_except_beside_ai() -> None:
    """`ci` is metafor's count of events among controls where `ai` stands beside it, else a confidence interval."""
    assert plan_columns(["study", "rr", "ci"]).columns[2].role is Role.INTERVAL
    assert plan_columns(["ai", "n1i", "ci", "n2i"]).columns[2].key == "events"


def test_the_level_in_a_name_counts() -> None:
    """`90% CI` is an interval of level 0.9."""
    row = read({"hr": "0.8", "90% CI": "0.6 to 1.1"})
    assert row.fields["estimate"] == {"measure": "HR", "value": 0.8, "low": 0.6, "high": 1.1, "level": 0.9}


def test_two_columns_of_one_meaning_clash() -> None:
    """Two names for one figure are told; weaker names of the study are set aside without a clash."""
    assert plan_columns(["events1", "ev.trt"]).clashes == [("events1", "ev.trt")]
    plan = plan_columns(["id", "trial", "study", "source", "author"])
    assert (plan.clashes, plan.unused) == ([], ["id", "trial", "source"])


def test_figures_of_all_beside_those_of_arms_are_set_aside() -> None:
    """RevMan writes the pooled effect of a row beside its arms; that is not a third arm."""
    names = (
        "Study|Experimental mean|Experimental SD|Experimental N|Control mean|Control SD|Control N|Mean|CI start|CI end"
    )
    plan = plan_columns(names.split("|"))
    assert plan.missing_figures() == []
    assert plan.unused == ["Mean", "CI start", "CI end"]


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        ("events1 n1 events2 n2", []),
        ("tpos tneg cpos cneg", []),
        ("x1i t1i x2i t2i", []),
        ("mean1 se1 n1 mean2 se2 n2", []),
        ("rr lower upper", []),
        ("xi ni", []),
        ("events1 n1 events2", ["number of people of the control group"]),
        ("mean1 n1 mean2 n2", ["SD of the intervention group", "SD of the control group"]),
        ("title doi", ["figures of both arms, or an estimate with its interval"]),
    ],
)
def test_what_a_table_lacks(names: str, missing: list[str]) -> None:
    """A table without a whole set of figures is told what the nearest set lacks."""
    assert plan_columns(names.split()).missing_figures() == missing


def test_slips_are_named() -> None:
    """A name that is nearly one that is known comes with what it may mean."""
    assert plan_columns(["evnts1", "zzz"]).near(["events1"]) == ["evnts1 (did you mean events1?)"]


@pytest.mark.parametrize(
    ("text", "mark", "number"),
    [
        ("1.5", ".", 1.5), ("\u22121.5", ".", -1.5), (" +2e-3 ", ".", 0.002), (".5", ".", 0.5), ("0\u00b77", ".", 0.7),
        ("1,234.5", ".", 1234.5), ("1,234,567", ".", 1234567), ("13\u202f536", ".", 13536), ("13'536.5", ".", 13536.5),
        ("1,5", ",", 1.5), ("1.234,5", ",", 1234.5), ("0,77", ",", 0.77), ("1 234,5", ",", 1234.5), ("7", ",", 7),
    ],
)  # fmt: skip
def test_numbers_as_people_type_them(text: str, mark: Any, number: float) -> None:
    """Minus signs, blanks between thousands, Lancet's raised points and decimal commas are read."""
    assert Numbers(mark).number(text) == pytest.approx(number)


@pytest.mark.parametrize(
    ("text", "mark", "reason"),
    [
        ("twelve", ".", "is no number"), ("1,5", ".", "a decimal comma, but the other numbers have points"),
        ("1.5", ",", "a decimal point, but the other numbers have commas"), ("1,234", ".", "thousands or decimals"),
        ("1.234", ",", "thousands or decimals"), ("12%", ".", "is a percentage"), ("<0.001", ".", "is no number"),
        ("\u221e", ".", "is infinite"), ("-inf", ".", "is infinite"), ("1e999", ".", "is infinite"),
        ("2024-03-12", ".", "is a date"), ("1 2", ".", "is no number"), ("9" * 500, ".", "is no number"),
        ("\u0661\u0662", ".", "is no number"), ("nan", ".", "is no number"),
    ],
)  # fmt: skip
def test_what_is_no_number(text: str, mark: Any, reason: str) -> None:
    """What is no number, or could be two, is refused with the reason; nothing is guessed."""
    with pytest.raises(CellError, match=reason):
        Numbers(mark).number(text)


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("12.5", "no whole number; is it a percentage"),
        ("0.05", "a share, not a count"),
        ("5%", "a percentage, not a count"),
        ("12 (5%)", "more than one number"),
        ("12/240", "more than one number"),
        ("-3", "below 0"),
        (True, "true is no number"),
        (float("inf"), "infinite"),
        (1e12, "more people than there are"),
        (0.3, "a share"),
    ],
)
def test_what_is_no_count(cell: Any, reason: str) -> None:
    """Percentages and shares in a column of counts are refused as what they are."""
    with pytest.raises(CellError, match=reason):
        Numbers().count(cell)


def test_counts_may_have_thousands() -> None:
    """`13,536` people are 13536, and a spreadsheet's 12.0 is 12."""
    assert [Numbers().count(cell) for cell in ("13,536", 12.0, "0", 7)] == [13536, 12, 0, 7]


@pytest.mark.parametrize(
    "text",
    ["0.62 to 0.95", "[0.62, 0.95]", "0.62\u20130.95", "(0.62; 0.95)", "0.62-0.95", "95% CI 0.62 to 0.95", "0.62,0.95",
     "CI: 0.62\u20140.95"],
)  # fmt: skip
def test_intervals_as_papers_print_them(text: str) -> None:
    """An interval in one cell is read in the usual ways of writing it."""
    assert Numbers().interval(text)[:2] == (0.62, 0.95)


def test_intervals_below_zero() -> None:
    """A hyphen between numbers is no minus, one in front of a number is."""
    assert Numbers().interval("-1.2--0.3")[:2] == (-1.2, -0.3)
    assert Numbers().interval("\u22121.2 to 0.3")[:2] == (-1.2, 0.3)
    assert Numbers(",").interval("0,62; 0,95")[:2] == (0.62, 0.95)
    with pytest.raises(CellError, match="is no interval"):
        Numbers().interval("0.62")


@pytest.mark.parametrize(
    ("cells", "mark"),
    [
        (["1.5", "2"], "."),
        (["1,5"], ","),
        (["1,234", "7"], ""),
        (["1.5", "1,5"], ".,"),
        ([1.5, None, "0,77"], ","),
        ([], ""),
    ],
)
def test_the_decimal_mark_shows_in_the_numbers(cells: list[Any], mark: str) -> None:
    """Three digits behind the only mark tell nothing; anything else does."""
    assert decimal_mark(cells) == mark


@pytest.mark.parametrize("cell", [None, "", " ", "NA", "n/a", "NR", "not reported", "-", "\u2013", float("nan")])
def test_missing(cell: Any) -> None:
    """The usual words for a number that is not there count as empty."""
    assert is_missing(cell)
    assert read({"events1": cell, "n1": 5, "events2": 1, "n2": 5}).fields["intervention"] == {"total": 5}


def test_arms_of_counts() -> None:
    """Events and people of both arms; people without the event make the total."""
    row = read({"tpos": "4", "tneg": "119", "cpos": 11.0, "cneg": "128"})
    assert row.fields["intervention"] == {"events": 4, "total": 123}
    assert row.fields["control"] == {"events": 11, "total": 139}


def test_a_standard_error_of_a_mean_becomes_its_sd() -> None:
    """SD = SE x root n, and the row says so."""
    row = read({"mean1": 5, "se1": 0.5, "n1": 100, "mean2": 6, "sd2": 4, "n2": 90})
    assert row.fields["intervention"]["sd"] == pytest.approx(5.0)
    assert row.fields["notes"] == ["SD 5 computed from se1 0.5 and n 100"]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ({"events1": 300, "n1": 240, "events2": 1, "n2": 5}, "events1: 300 events among 240 people (check whether two"),
        ({"events1": 3, "n1": 0, "events2": 1, "n2": 5}, "n1: is 0; an arm without people"),
        ({"events1": "text", "n1": 9, "events2": 1, "n2": 5}, "events1: 'text' is no number"),
        ({"mean1": 1, "sd1": 0, "n1": 9, "mean2": 1, "sd2": 1, "n2": 9}, "sd1: the SD is 0: was it rounded?"),
        ({"mean1": 1, "sd1": -2, "n1": 9, "mean2": 1, "sd2": 1, "n2": 9}, "sd1: the SD is below 0"),
        ({"mean1": 1, "se1": 2, "mean2": 1, "sd2": 1, "n2": 9}, "se1: a standard error without the number of people"),
        ({"ai": 3, "bi": 4, "n1i": 9, "ci": 1, "n2i": 5}, "bi: 3 with and 4 without the event are 7 people, not 9"),
        ({"bi": 14, "n1i": 9, "di": 1, "n2i": 5}, "bi: 14 people without the event among 9"),
        ({"x1i": 3, "t1i": 0, "x2i": 3, "t2i": 5}, "t1i: 0 is not above 0"),
        ({"rr": 0.8, "lower": 1.1, "upper": 0.6}, "lower: the lower bound 1.1 is above the upper bound 0.6"),
        ({"rr": 0.5, "lower": 0.6, "upper": 1.1}, "rr: the estimate 0.5 lies outside its interval 0.6 to 1.1"),
        ({"rr": -0.5, "se": 0.1}, "rr: the estimate of -0.5 is no ratio, which is above 0; is it a logarithm?"),
        ({"rr": 0.5, "lower": -1, "upper": 2}, "rr: the lower bound of -1 is no ratio"),
        ({"rr": 0.5, "se": 0}, "se: 0 is not above 0"),
        ({"rr": 0.5, "upper": "inf"}, "upper: 'inf' is infinite"),
        ({"rr": 0.5, "hr": 0.6}, "hr: more than one estimate: rr and hr"),
        ({"estimate": 0.5}, "estimate: the estimate's measure is not named (add a column `measure` (RR, OR"),
        ({"estimate": 0.5, "measure": "wish"}, "measure: 'wish' is no measure of effect"),
        ({"rr": 0.5, "measure": "HR"}, "rr: the column says RR, but the measure is HR"),
        ({"rr": "", "lower": 0.5}, "lower: an interval or standard error without its estimate"),
        ({"rr": 0.8, "ci": "0.6 to 1.1", "level": 3}, "level: 3 is no level of an interval"),
        ({"log_rr": 900, "se": 1}, "log_rr: 900 is too large for a logarithm"),
        ({"rr": [1, 2]}, "rr: a list is no number"),
        ({"rr": 1, "study": ""}, "study: is empty (name the study in every row"),
        ({"rr": 1, "outcome": " "}, "outcome: is empty"),
        ({"rr": 1, "study": "Total (95% CI)"}, "study: 'Total (95% CI)' is a line of totals"),
        ({"rr": 1, "study": "Heterogeneity: I2 = 45%"}, "study: 'Heterogeneity: I2 = 45%' is a line of totals"),
        ({"rr": 1, "retracted": "perhaps"}, "retracted: 'perhaps' is neither yes nor no"),
        ({"rr": 1, "indirectness.population": "odd"}, "indirectness.population: 'odd' is no level of indirectness"),
        ({"rr": 1, "funding": {"a": 1}}, "funding: a record is no text"),
        ({"rr": Unreadable("holds a formula", "save it")}, "rr: holds a formula (save it)"),
        ({"rr": 1, "study": Unreadable("holds a formula")}, "study: holds a formula"),
    ],
)
def test_what_cannot_be_true_is_refused(cells: dict[str, Any], problem: str) -> None:
    """Each impossible figure is a problem that names its column and says what to do."""
    row = read(cells)
    first = row.problems[0]
    assert f"{first.column}: {first.reason} ({first.remedy})".startswith(problem)


def test_all_problems_of_a_row_are_told_at_once() -> None:
    """Who mends a row should not have to come back for the next fault."""
    row = read({"events1": "x", "n1": "5%", "events2": 9, "n2": 5})
    assert [problem.column for problem in row.problems] == ["events1", "n1", "events2"]


@pytest.mark.parametrize(
    ("cells", "estimate"),
    [
        ({"rr": "0.77 (0.62 to 0.95)"}, {"measure": "RR", "value": 0.77, "low": 0.62, "high": 0.95}),
        (
            {"hr": "0.77 [95% CI 0.62, 0.95]"},
            {"measure": "HR", "value": 0.77, "low": 0.62, "high": 0.95, "level": 0.95},
        ),
        ({"or": 2, "ci": "1\u20134"}, {"measure": "OR", "value": 2.0, "low": 1.0, "high": 4.0}),
        ({"log_hr": 0, "se": 0.2}, {"measure": "HR", "value": 1.0, "se": 0.2}),
        ({"yi": 0.5, "vi": 0.04}, {"measure": "GEN", "value": 0.5, "se": 0.2}),
        ({"estimate": -3, "measure": "Mean difference", "se": 1}, {"measure": "MD", "value": -3.0, "se": 1.0}),
        (
            {"md": 3, "ci": "1;5", "level": "90%"},
            {"measure": "MD", "value": 3.0, "low": 1.0, "high": 5.0, "level": 0.9},
        ),
        ({"md": 3, "ci": "1;5", "level": 99}, {"measure": "MD", "value": 3.0, "low": 1.0, "high": 5.0, "level": 0.99}),
        ({"rr": "", "hr": 0.5, "se": 0.1}, {"measure": "HR", "value": 0.5, "se": 0.1}),
    ],
)
def test_estimates(cells: dict[str, Any], estimate: dict[str, Any]) -> None:
    """An estimate is read with whatever says how precise it is; logarithms of ratios become ratios."""
    assert read(cells).fields["estimate"] == estimate


def test_logs_on_the_pooled_scale_become_ratios() -> None:
    """`yi` of a ratio is its logarithm, and so are its bounds."""
    estimate = read({"yi": 0, "lower": -math.log(2), "upper": math.log(2), "measure": "OR"}).fields["estimate"]
    assert (estimate["value"], estimate["low"], estimate["high"]) == pytest.approx((1.0, 0.5, 2.0))


def test_an_error_that_does_not_fit_its_interval_is_remarked() -> None:
    """A standard error ten times too large for its interval is probably an SD."""
    fitting = read({"md": 1, "lower": 0.02, "upper": 1.98, "se": 0.5})
    strange = read({"md": 1, "lower": 0.02, "upper": 1.98, "se": 5})
    assert "notes" not in fitting.fields
    assert "does not fit the interval, which implies 0.5" in strange.fields["notes"][0]


def test_names_of_studies() -> None:
    """Author and year stand in for a name that is missing or a mere number."""
    assert read({"study": "3", "author": "Aronson", "year": 1948, "rr": 1}).fields["study"] == "Aronson 1948"
    assert read({"study": "", "author": "Bach", "rr": 1}).fields["study"] == "Bach"
    assert read({"study": "3", "rr": 1}).fields["study"] == "3"
    assert read({"study": "", "author": "Bach 1996", "year": "1996", "rr": 1}).fields["study"] == "Bach 1996"


def test_words_of_the_study() -> None:
    """Design, follow-up, comparison, year and identifiers in their usual form."""
    cells = {
        "design": "cluster RCT", "follow-up (months)": 12, "intervention": "aspirin", "control": "placebo",
        "year": "1988a", "doi": "https://doi.org/10.1000/ABC", "pmid": "PMID: 123", "rr": 1, "mod.dose": "75",
        "mod.country": "Italy", "indirectness.population": "serious: older people", "indirectness.outcome": "none",
    }  # fmt: skip
    fields = read(cells).fields
    assert fields["design"] is StudyDesign.RANDOMISED
    assert (fields["follow_up"], fields["comparison"], fields["year"]) == ("12 months", "aspirin versus placebo", 1988)
    assert (fields["doi"], fields["pmid"]) == ("10.1000/abc", "123")
    assert fields["moderators"] == {"dose": 75.0, "country": "Italy"}
    assert fields["indirectness"] == {"population": "serious: older people", "outcome": "none"}


def test_an_unknown_design_is_said_to_be_unknown() -> None:
    """GRADE starts from the design, so a word that names none must not become one."""
    row = read({"rr": 1, "design": "prospective"})
    assert "design" not in row.fields
    assert "'prospective' is none that is known" in row.fields["notes"][0]


@pytest.mark.parametrize(
    ("text", "design"),
    [
        ("Randomized controlled trial", StudyDesign.RANDOMISED), ("RCT", StudyDesign.RANDOMISED),
        ("quasi-randomised trial", StudyDesign.NON_RANDOMISED), ("Non-randomised study", StudyDesign.NON_RANDOMISED),
        ("retrospective cohort", StudyDesign.COHORT), ("nested case control", StudyDesign.CASE_CONTROL),
        ("cross_sectional study", StudyDesign.CROSS_SECTIONAL), ("case series", StudyDesign.CASE_SERIES),
        ("diagnostic accuracy study", StudyDesign.DIAGNOSTIC), ("interrupted time series", StudyDesign.NON_RANDOMISED),
        ("letter", None),
    ],
)  # fmt: skip
def test_designs(text: str, design: StudyDesign | None) -> None:
    """The words of papers lead to the designs that GRADE knows; `non-randomised` is not `randomised`."""
    assert design_of(text) is design


@pytest.mark.parametrize("design", list(StudyDesign))
def test_designs_know_their_own_names(design: StudyDesign) -> None:
    """Each design is read from the name that a saved report gives it."""
    assert design_of(design.value) is design


@pytest.mark.parametrize(("text", "measure"), [("Risk Ratio", "RR"), ("rr", "RR"), ("Hedges' g", "SMD"), ("x", "")])
def test_measures(text: str, measure: str) -> None:
    """Measures have short names."""
    assert measure_of(text) == measure


def test_people_of_the_whole_study() -> None:
    """`n` is the number in the only arm, else that of the whole study; a sum that is off is remarked."""
    assert read({"xi": 3, "ni": 10}).fields["intervention"] == {"events": 3, "total": 10}
    assert read({"rr": 1, "n": 100}).fields["participants"] == 100
    row = read({"events1": 1, "n1": 50, "events2": 1, "n2": 40, "n": 100})
    assert row.fields["notes"] == ["100 participants are said to be in the study, but its arms have 90"]
    assert read({"xi": 30, "ni": 10}).problems[0].reason == "30 events among 10 people"


def test_judgements_by_tool_and_assessor() -> None:
    """Judgements come together by tool and assessor, with their reasons, in the words of the table."""
    cells = {"rr": 1, "rob2.D1": "Low", "rob2.overall@AB": "High", "rob2.D1.reason@AB": "no sequence", "assessor": "CD",
             "rob.mine.x": "odd"}  # fmt: skip
    assert read(cells).fields["bias"] == [
        {"tool": "rob2", "assessor": "CD", "domains": {"D1": "Low"}, "reasons": {}},
        {"tool": "rob2", "assessor": "AB", "domains": {}, "reasons": {"D1": "no sequence"}, "overall": "High"},
        {"tool": "mine", "assessor": "CD", "domains": {"x": "odd"}, "reasons": {}},
    ]


def test_defaults_of_a_table() -> None:
    """What holds for a whole table fills what its rows leave open."""
    defaults = Defaults("stroke", "a versus b", "HR", StudyDesign.COHORT)
    row = read({"outcome": "", "estimate": 0.5}, defaults)
    assert row.problems == []
    assert (row.fields["outcome"], row.fields["comparison"]) == ("stroke", "a versus b")
    assert (row.fields["design"], row.fields["estimate"]["measure"]) == (StudyDesign.COHORT, "HR")


def made(sd1: float, n1: int, sd2: float, n2: int) -> Study:
    """A study with means."""
    one, other = Arm(mean=5, sd=sd1, total=n1), Arm(mean=6, sd=sd2, total=n2)
    return Study(study=f"{sd1} {n1}", outcome="pain", intervention=one, control=other)


def test_standard_errors_typed_as_sds_are_suspected() -> None:
    """An SD far below the others that fits as a standard error is told; a precise study alone is not."""
    others = [made(9, 50, 10, 50), made(11, 60, 10, 60), made(10, 80, 12, 80)]
    assert list(doubtful_spreads([*others, made(10, 100, 11, 100)])) == []
    assert [place for place, _ in doubtful_spreads([*others, made(1, 100, 1.1, 100)])] == [3]
    assert "of the other arm" in next(doubtful_spreads([made(1, 100, 10, 100)]))[1]
    assert list(doubtful_spreads([*others, made(0.01, 100, 0.01, 100)])) == []


words = st.sampled_from(["ISIS-2", "Müller 1999", "A & B", "x<y"])


@st.composite
def studies(draw: st.DrawFn) -> Study:
    """Studies with figures of any of the kinds."""
    arms = {}
    for group in ("intervention", "control"):
        total = draw(st.integers(1, 1000))
        arms[group] = Arm(
            events=draw(st.none() | st.integers(0, total)), total=total, mean=draw(st.none() | st.floats(-1e6, 1e6)),
            sd=draw(st.none() | st.floats(1e-3, 1e3)), person_time=draw(st.none() | st.floats(1e-3, 1e6)),
        )  # fmt: skip
    value = draw(st.floats(0.1, 10))
    measure = draw(st.sampled_from(["RR", "HR", "MD"]))
    estimate = StudyEstimate(measure=measure, value=value, low=value / 2, high=value * 2)
    return Study(
        study=draw(words),
        outcome=draw(words),
        design=draw(st.none() | st.sampled_from(list(StudyDesign))),
        intervention=arms["intervention"],
        control=arms["control"],
        estimate=draw(st.none() | st.just(estimate)),
        year=draw(st.none() | st.integers(1900, 2030)),
        moderators=draw(st.dictionaries(st.sampled_from(["dose", "country"]), st.floats(-9, 9) | words, max_size=2)),
        participants=draw(st.none() | st.integers(1, 9)),
        registration=draw(st.sampled_from(["", "NCT01234567"])),
    )


@settings(max_examples=60)
@given(studies())
def test_a_saved_study_reads_back_as_itself(study: Study) -> None:
    """What a saved report holds of a study is what a row of it gives."""
    flat = flat_names(study.model_dump(mode="json", exclude_none=True))
    row = RowReader(plan_columns(list(flat))).read(list(flat.values()))
    assert row.problems == []
    back = Study.model_validate(row.fields)
    assert back.model_copy(update={"notes": []}) == study


odd_cells = st.text(max_size=8) | st.integers() | st.floats() | st.none() | st.booleans() | st.lists(st.integers())
odd_names = st.sampled_from(
    ["study", "outcome", "events1", "n1", "rr", "ci", "se", "sd2", "rob2.D1", "bias", "level", "year", "design"]
)


@settings(max_examples=80)
@given(st.dictionaries(odd_names, odd_cells))
def test_any_row_is_read_or_refused(cells: dict[str, Any]) -> None:
    """Whatever stands in the cells, a row gives valid fields or problems, and never an exception."""
    row = RowReader(plan_columns(list(cells), tools=TOOLS)).read(list(cells.values()))
    if not row.problems and "study" in row.fields and "bias" not in cells:
        assert Study.model_validate(row.fields).study


@settings(max_examples=80)
@given(st.lists(st.text(max_size=20), max_size=8))
def test_any_names_make_a_plan(given_names: list[str]) -> None:
    """Every name of a column gets a place in the plan."""
    plan = plan_columns(given_names)
    assert [column.name for column in plan.columns] == given_names
    assert isinstance(plan.missing_figures(), list)


@settings(max_examples=60)
@given(st.floats(-1e9, 1e9), st.sampled_from([".", ","]))
def test_numbers_come_back(number: float, mark: Any) -> None:
    """A number that is written with either mark is read as itself."""
    assert Numbers(mark).number(repr(number).replace(".", mark)) == number
