"""Risk of bias: the tools as data, judgements checked against them, how levels look, tables of judgements."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import Arm, BiasJudgement, InputError, SourceLocator, Study, StudyDesign
from bmreport.resources import data_folder
from bmreport_plugins.risk_of_bias import (
    SIGNS,
    Block,
    Judged,
    RobTool,
    judge,
    judge_studies,
    load_tool,
    overall,
    read_judgements,
    tool_names,
)

TOOLS = [load_tool(name) for name in tool_names()]
ROB2 = load_tool("rob2")
OWN = """
id: mine
name: My tool
version: "1"
source: me
levels:
  - {name: "Yes", sign: low}
  - {name: "No", sign: high}
overall: worst
domains:
  - {id: one, name: The first, short: First}
  - {id: two, name: The second, short: Second, aliases: [zwei]}
"""


def error_of(call: Any, *arguments: Any, **named: Any) -> str:
    """The InputError that a call gives."""
    with pytest.raises(InputError) as caught:
        call(*arguments, **named)
    return str(caught.value)


def own_tool(folder: Path, text: str = OWN) -> str:
    """The path of a file that defines a tool."""
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_tools_that_come_along() -> None:
    """Those that reviews use most are there, each with version and source."""
    assert set(tool_names()) >= {
        "rob2",
        "robins-i",
        "robins-i-v2",
        "quadas-2",
        "nos-cohort",
        "nos-case-control",
        "jbi-rct",
    }
    for tool in TOOLS:
        assert tool.version
        assert tool.source
        assert all(StudyDesign(design) for design in tool.designs)


@pytest.mark.parametrize(
    ("name", "domains"),
    [
        ("rob2", "randomisation deviations missing-data measurement reporting"),
        ("robins-i", "confounding selection classification deviations missing-data measurement reporting"),
        ("robins-i-v2", "confounding classification selection missing-data measurement reporting"),
        ("quadas-2", "patient-selection index-test reference-standard flow-and-timing"),
        ("nos-cohort", "selection comparability outcome"),
        ("nos-case-control", "selection comparability exposure"),
    ],
)
def test_domains_in_their_order(name: str, domains: str) -> None:
    """Domains are those of the tool's authors, in their order; the 2025 revision of ROBINS-I has six."""
    assert " ".join(domain.id for domain in load_tool(name).bias_domains) == domains


def test_the_numbers_of_domains_follow_the_version() -> None:
    """`D2` is selection in ROBINS-I of 2016 and classification in its revision."""
    assert [load_tool(name).domain("D2").id for name in ("robins-i", "robins-i-v2")] == ["selection", "classification"]  # type: ignore[union-attr]


def test_applicability_is_a_block_of_its_own() -> None:
    """QUADAS-2 judges bias in four domains and applicability in three."""
    tool = load_tool("QUADAS 2")
    assert (len(tool.bias_domains), len(tool.applicability_domains)) == (4, 3)
    assert {domain.block for domain in tool.applicability_domains} == {Block.APPLICABILITY}
    assert tool.domain("Index test").id == "index-test"  # type: ignore[union-attr]
    assert tool.domain("A2").id == "applicability-index-test"  # type: ignore[union-attr]
    assert [len(one.applicability_domains) for one in TOOLS if one.id != "quadas-2"] == [0] * (len(TOOLS) - 1)


def test_the_checklists_of_jbi_have_all_their_items() -> None:
    """13 items for trials (2023), 11 for cohorts, 10 for case-control, 8 for cross-sectional studies."""
    sizes = {
        name: len(load_tool(f"jbi-{name}").domains) for name in ("rct", "cohort", "case-control", "cross-sectional")
    }
    assert sizes == {"rct": 13, "cohort": 11, "case-control": 10, "cross-sectional": 8}


def test_files_hold_no_question() -> None:
    """Domain names and levels only: the questions belong to the tools' authors."""
    for entry in (data_folder("templates") / "risk_of_bias").iterdir():
        text = entry.read_text(encoding="utf-8")
        names = [line for line in text.splitlines() if "name:" in line]
        assert "?" not in re.sub(r"#.*", "", text), entry.name
        assert max(map(len, names)) < 120, entry.name


def test_files_are_plain_yaml() -> None:
    """Any YAML reader reads the files of the tools; texts that look like other kinds of values are in quotes."""
    for entry in (data_folder("templates") / "risk_of_bias").iterdir():
        content = yaml.safe_load(entry.read_text(encoding="utf-8"))
        assert isinstance(content["version"], str), entry.name
        names = [level["name"] for level in content["levels"]]
        assert all(isinstance(name, str) for name in names), entry.name


@pytest.mark.parametrize("name", ["rob2", "RoB 2", "ROB-2", "robins_i", "ROBINS-I V2"])
def test_names_in_any_spelling(name: str) -> None:
    """Case, blanks and hyphens do not matter in a tool's name."""
    assert load_tool(name).id in tool_names()


def test_an_unknown_tool() -> None:
    """The message names near misses and all that are known."""
    message = error_of(load_tool, "rob3")
    assert "there is no risk-of-bias tool named 'rob3'" in message
    assert "did you mean rob2" in message
    assert "quadas-2" in message


def test_a_tool_of_ones_own(tmp_path: Path) -> None:
    """A YAML file defines a tool; `Yes` and `No` stay words."""
    tool = load_tool(own_tool(tmp_path))
    judged = judge(tool, {"First": "yes", "zwei": "NO"}, study="A")
    assert {name: level.name for name, level in judged.domains.items()} == {"one": "Yes", "two": "No"}
    assert judged.overall == tool.level("overall", "No")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("id: mine\n", "", "id: is missing"),
        ("sign: low", "sign: green", "'green' is no sign; there are none, low, qualified, some"),
        ("sign: low", "sign: low, colour: red", "levels.0.colour: Extra inputs are not permitted"),
        ("id: two", "id: one", "the domains one and one share the name 'one'"),
        ("aliases: [zwei]", "aliases: [First]", "the domains one and two share the name 'first'"),
        ("id: two", "id: overall", "a domain is called 'overall'"),
        ('name: "No"', 'name: "yes"', "'yes' names both 'Yes' and 'yes'"),
        ("overall: worst", "overall: mean", "overall: Input should be 'worst' or 'given'"),
        ("name: The first", 'name: " "', "domains.0.name: is empty"),
        ("domains:", "domains: *a", "is not valid YAML"),
        (OWN, "- a\n- b\n", "defines no risk-of-bias tool"),
        (OWN, "", "defines no risk-of-bias tool"),
        ("levels:\n  - {name: \"Yes\", sign: low}\n", "levels:\n", "at least 2 items"),
    ],
)  # fmt: skip
def test_files_that_define_no_tool(tmp_path: Path, old: str, new: str, said: str) -> None:
    """A mistake in a file is told with the file and the field."""
    assert old in OWN
    path = own_tool(tmp_path, OWN.replace(old, new, 1))
    message = error_of(load_tool, path)
    assert path in message
    assert said in message


def test_a_file_that_is_not_there() -> None:
    """A path that leads nowhere is an error that names it."""
    assert "no-such.yaml: cannot be read" in error_of(load_tool, "no-such.yaml")


def levels(**said: str) -> Judged:
    """RoB 2 with all domains low but those that are said."""
    domains = {domain.id: "Low" for domain in ROB2.domains}
    return judge(ROB2, {**domains, **{name.replace("_", "-"): text for name, text in said.items()}}, study="A")


@pytest.mark.parametrize("text", ["Some concerns", "some_concerns", " SOME  CONCERNS ", "some", "Some-concerns"])
def test_levels_in_any_spelling(text: str) -> None:
    """Case, blanks and the usual short forms do not matter in a level."""
    assert levels(measurement=text).domains["measurement"].name == "Some concerns"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_an_unknown_level_is_an_error(tool: RobTool) -> None:
    """The message names tool, domain, study, row and the levels that are allowed; no level is guessed."""
    for domain in tool.domains:
        message = error_of(judge, tool, {domain.id: "serious-ish"}, study="Roe 2001", row="t.csv:7, record 6")
        allowed = ", ".join(level.name for level in tool.levels_of(domain.id))
        assert message == (
            f"t.csv:7, record 6: study Roe 2001: {tool.name}, domain {domain.id}: 'serious-ish' is no level "
            f"(allowed: {allowed})"
        )
    assert "is no level" in error_of(judge, tool, {}, study="A", overall_level="serious-ish")


def test_signs_of_other_tools_are_no_levels() -> None:
    """`+`, `-` and `?` mean different things in different tools and stand for no level."""
    assert "is no level" in error_of(levels, measurement="+")
    assert "is no level" in error_of(levels, measurement="No information")


def test_an_unknown_or_doubled_domain_is_an_error() -> None:
    """A domain that the tool does not have, or that is judged twice, is refused."""
    assert "domain luck: is no domain of the tool (its domains: randomisation" in error_of(
        judge, ROB2, {"luck": "Low"}, study="A"
    )
    assert "the domain randomisation is judged twice" in error_of(
        judge, ROB2, {"D1": "Low", "Randomisation": "Low"}, study="A"
    )


@pytest.mark.parametrize("text", ["NA", "n/a", "-", "not reported", ""])
def test_what_nobody_judged_is_missing(text: str) -> None:
    """A blank is no judgement: it is not assessed, and nothing overall follows from the rest."""
    judged = levels(measurement=text)
    assert judged.missing == ("measurement",)
    assert judged.overall is None


def test_not_applicable_is_a_level_where_the_tool_has_it() -> None:
    """In JBI's checklists `NA` is an answer."""
    judged = judge(load_tool("jbi-rct"), {"q1": "NA", "q2": "Yes"}, study="A")
    assert judged.domains["q1"].name == "Not applicable"


@pytest.mark.parametrize(
    ("tool", "said", "expected"),
    [
        ("rob2", {}, "Low"),
        ("rob2", {"measurement": "Some concerns"}, "Some concerns"),
        ("rob2", {"measurement": "Some concerns", "randomisation": "High"}, "High"),
        ("robins-i", {"confounding": "Moderate", "selection": "No information"}, "No information"),
        ("robins-i", {"confounding": "Serious", "selection": "No information"}, "Serious"),
        ("robins-i", {"confounding": "Critical"}, "Critical"),
        ("robins-i-v2", {}, "Low (except for concerns about uncontrolled confounding)"),
        ("robins-i-v2", {"selection": "Moderate"}, "Moderate"),
        ("quadas-2", {"index-test": "Unclear"}, "Unclear"),
        ("quadas-2", {"applicability-index-test": "High"}, "Low"),
        ("nos-cohort", {"selection": "3", "comparability": "1", "outcome": "2"}, "Good"),
        ("nos-cohort", {"selection": "2 stars", "comparability": "1 star", "outcome": "***"}, "Fair"),
        ("nos-cohort", {"selection": "4", "comparability": "0", "outcome": "3"}, "Poor"),
        ("jbi-rct", {}, None),
    ],
)  # fmt: skip
def test_the_judgement_on_the_whole(tool: str, said: dict[str, str], expected: str | None) -> None:
    """It is the worst domain of bias where the tool has that rule; applicability does not count."""
    found = load_tool(tool)
    best = {domain.id: found.levels_of(domain.id)[0].name for domain in found.domains}
    judged = judge(found, {**best, **said}, study="A")
    assert (judged.overall.name if judged.overall else None) == expected
    assert not judged.overall_given


def test_stars_add_up() -> None:
    """The stars of the Newcastle-Ottawa Scale and the points of JBI are counted when all was judged."""
    tool = load_tool("nos-cohort")
    assert judge(tool, {"selection": "3", "comparability": "**", "outcome": "2 stars"}, study="A").points == 7
    assert judge(tool, {"selection": "3"}, study="A").points is None
    assert levels().points is None


def test_a_given_overall_wins_and_is_looked_at() -> None:
    """What an assessor says of the whole counts; that it is better than its worst domain is remarked."""
    domains = {domain.id: "Low" for domain in ROB2.domains}
    judged = judge(ROB2, {**domains, "measurement": "High"}, study="A", overall_level="low")
    assert (judged.overall.name if judged.overall else "", judged.overall_given) == ("Low", True)
    assert "better than what follows from the domains, High" in judged.notes[0]
    worse = judge(ROB2, {**domains, "measurement": "Some concerns"}, study="A", overall_level="High")
    assert worse.notes == ()


@settings(max_examples=60)
@given(st.sampled_from([tool for tool in TOOLS if tool.overall == "worst"]), st.data())
def test_a_worse_domain_never_makes_a_better_whole(tool: RobTool, data: st.DataObject) -> None:
    """Raising one domain's level cannot improve the judgement on the whole."""
    chosen = {domain.id: data.draw(st.sampled_from(tool.levels_of(domain.id))) for domain in tool.bias_domains}
    name = data.draw(st.sampled_from(list(chosen)))
    worse = data.draw(
        st.sampled_from([one for one in tool.levels_of(name) if one.sign.severity >= chosen[name].sign.severity])
    )
    before, after = overall(tool, chosen), overall(tool, {**chosen, name: worse})
    assert before is not None
    assert after is not None
    assert after.sign.severity >= before.sign.severity


def channel(value: int) -> float:
    """A channel of sRGB as linear light (IEC 61966-2-1)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def light(colour: str) -> tuple[float, float, float]:
    """A colour as linear light."""
    red, green, blue = (channel(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    red, green, blue = light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Machado, Oliveira and Fernandes 2009, severity 1.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_colours_are_told_apart(blindness: str) -> None:
    """Any two colours differ for people with each kind of colour blindness."""
    seen = {}
    for sign in SIGNS.values():
        plain = light(sign.colour)
        seen[sign.id] = [sum(a * b for a, b in zip(row, plain, strict=True)) for row in BLINDNESS[blindness]]
    for one, other in itertools.combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance > 0.1, (one, other)


def test_signs_need_no_colour() -> None:
    """Symbols are distinct, stand out from their ground, and severities rise."""
    signs = list(SIGNS.values())
    assert len({sign.symbol for sign in signs}) == len({sign.colour for sign in signs}) == len(signs)
    assert signs == sorted(signs)
    for sign in signs:
        bright, dark = sorted((luminance(sign.colour), luminance(sign.ink)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 3, sign.id


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.id)
def test_levels_of_a_tool_go_from_best_to_worst(tool: RobTool) -> None:
    """Levels are in order of severity, and no information never looks like a serious risk."""
    for where in ("overall", *(domain.id for domain in tool.domains)):
        severities = [level.sign.severity for level in tool.levels_of(where) if level.sign.severity]
        assert severities == sorted(severities), (tool.id, where)
    unclear = {level.sign.id for level in tool.levels if level.name.casefold() in ("unclear", "no information")}
    assert unclear <= {"unclear"}


def study(name: str, outcome: str = "death", *bias: BiasJudgement) -> Study:
    """A row of study data with judgements."""
    return Study(study=name, outcome=outcome, intervention=Arm(events=1, total=9), bias=list(bias))


def test_judgements_of_rows_each_once() -> None:
    """A study that is judged alike for all outcomes appears once; else once for each outcome."""
    low, high = (BiasJudgement(tool="rob2", domains={"D1": level}) for level in ("Low", "High"))
    other = BiasJudgement(tool="quadas-2", domains={"D1": "Low"})
    rows = [
        study("A", "death", low),
        study("A", "stroke", low, other),
        study("B", "death", low),
        study("B", "stroke", high),
    ]
    judged = judge_studies(rows, ROB2)
    assert [(one.study, one.outcome) for one in judged] == [("A", ""), ("B", "death"), ("B", "stroke")]
    assert [one.tool.id for one in judge_studies(rows)] == ["rob2", "quadas-2", "rob2", "rob2"]


def table(text: str, tool: str = "rob2") -> list[Judged]:
    """The judgements of a table."""
    return read_judgements(SourceLocator("rob.csv", content=text.encode()), load_tool(tool)).judged


def test_tables_of_judgements() -> None:
    """Columns are found by name, whatever their order; overall and weight are no domains."""
    text = "Study,Weight,Overall,D5,D1,D2,D3,D4\nA,3,High,Low,Low,Low,Low,High\n\nB,2,,Low,Some concerns,Low,Low,Low\n"
    first, second = table(text)
    assert list(first.domains) == [domain.id for domain in ROB2.domains]
    assert (first.domains["measurement"].name, first.domains["reporting"].name) == ("High", "Low")
    assert (first.overall_given, second.overall_given) == (True, False)
    assert second.overall == ROB2.level("overall", "Some concerns")
    read = read_judgements(SourceLocator("rob.csv", content=text.encode()), ROB2)
    assert read.notes == ("columns not used: Weight",)


def test_tables_with_authors_tools_and_assessors() -> None:
    """Author and year name a study, a prefix the tool; NOS has a domain that is called as the outcome elsewhere."""
    (judged,) = table("author,year,rob2.D1,assessor\nRoe,2001,low,AB\n")
    assert (judged.study, judged.assessor, judged.domains["randomisation"].name) == ("Roe 2001", "AB", "Low")
    (stars,) = table("study;selection;comparability;outcome\nA;4;2;3\n", "nos-cohort")
    assert (stars.points, stars.outcome) == (9, "")
    (named,) = table("study;selection;outcome\nA;4;death\n", "nos-cohort")
    assert (named.outcome, list(named.domains)) == ("death", ["selection"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("study,a\nA,b\n", "no column is called after a domain of RoB 2; there are: study, a (call them study, "),
        ("D1,D2\nLow,Low\n", "no column names the study"),
        ("study,D1\n,Low\n", "rob.csv:2: the study is not named"),
        ("study,D1\nA,odd\n", "rob.csv:2: study A: RoB 2, domain randomisation: 'odd' is no level"),
        ("study,D1,Randomisation\nA,Low,Low\n", "the domain randomisation stands in two columns"),
    ],
)  # fmt: skip
def test_bad_tables_of_judgements(text: str, said: str) -> None:
    """Tables that cannot be used are told with file, row and remedy."""
    assert said in error_of(table, text)


words = st.text(max_size=6)


@settings(max_examples=60)
@given(st.sampled_from(TOOLS), st.dictionaries(words | st.just("D1"), words, max_size=3), words)
def test_any_judgement_is_a_level_or_an_error(tool: RobTool, domains: dict[str, str], whole: str) -> None:
    """Whatever somebody types, the result holds levels of the tool alone."""
    try:
        judged = judge(tool, domains, study="A", overall_level=whole)
    except InputError:
        return
    assert all(level in tool.levels_of(name) for name, level in judged.domains.items())
    assert judged.overall is None or judged.overall in tool.levels_of("overall")
