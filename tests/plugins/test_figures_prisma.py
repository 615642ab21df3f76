"""Flow diagrams: every number adds up, or the box that does not is named."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import ImportReport, InputError, Merge, Origin, Reference, Rejection, Report, RunContext
from bmreport.testing import assert_figure_contract
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures import flow_figure, report_flow_figure
from bmreport_plugins.figures.prisma.balance import balanced
from bmreport_plugins.figures.prisma.flow import Count, Flow, Stage, Stream
from bmreport_plugins.figures.prisma.maker import FlowMaker, FlowOptions, flow_picture
from bmreport_plugins.figures.prisma.presets import PRESETS

from .figure_checks import assert_well_set, words_of
from .figure_samples import COUNTS, saved

OTHERS = """\
other,source,Websites,5
other,source,Citation searching,16
other,sought,,21
other,sought out,,1
other,assessed,,20
other,assessed out,Wrong design,15
"""
TOML = """\
title = "Placebrol for everything"
preset = "prisma-scr"

[database]
MEDLINE = 500
Embase = 300

[register]
"ClinicalTrials.gov" = 20

[removed]
"Duplicate records removed" = 100

[counts]
screened = 720
sought = 40
"sought out" = 2
assessed = 38
reports = 13

["assessed out"]
"Wrong design" = 20
"Wrong outcome" = 5

[words]
screened = "Abstracts read"
"""


def drawn(folder: Path, text: str, name: str = "flow.csv", **options: object) -> str:
    """The picture of a file, looked over."""
    drawing = FlowMaker().draw([saved(folder, text, name)], RunContext(), FlowOptions.model_validate(options))
    assert_well_set(drawing.figure.svg)
    assert safe_svg(drawing.figure.svg)
    return drawing.figure.svg


def texts(svg: str) -> str:
    """All that is written."""
    return " ".join(word.text for word in words_of(svg)).replace("\u00a0", " ")


def test_every_number_of_the_file_is_in_its_box(tmp_path: Path) -> None:
    """Databases one by one and together, reasons one by one and together."""
    shown = texts(drawn(tmp_path, COUNTS))
    for text in (
        "Databases (n = 800)",
        "MEDLINE (n = 500)",
        "Registers (n = 20)",
        "Duplicate records removed (n = 100)",
        "Records screened (n = 720)",
        "Records excluded (n = 680)",
        "Reports excluded (n = 25):",
        "Wrong design (n = 20)",
        "Studies included in review (n = 11)",
        "Reports of included studies (n = 13)",
    ):
        assert text in shown


def test_other_methods_and_an_earlier_version_have_columns_of_their_own(tmp_path: Path) -> None:
    """What they find is included with the rest, and totals are worked out."""
    text = COUNTS.replace(",reports,,13", ",reports,,18") + OTHERS + ",previous studies,,9\n,previous reports,,12\n"
    shown = texts(drawn(tmp_path, text))
    assert "New studies included in review (n = 11)" in shown
    assert "Total studies included in review (n = 20)" in shown
    assert "Reports of total included studies (n = 30)" in shown
    assert "via other methods" in shown


def test_numbers_that_follow_are_filled_in(tmp_path: Path) -> None:
    """Who was excluded follows from who went on; what is included follows from what is left."""
    short = "box,label,count\ndatabase,MEDLINE,100\nduplicates,,10\nscreened,,90\nassessed,,30\nassessed out,Old,18\n"
    shown = texts(drawn(tmp_path, short))
    assert "Records excluded (n = 60)" in shown
    assert "Duplicate records removed (n = 10)" in shown
    assert "Reports of included studies (n = 12)" in shown


def test_people_call_columns_and_boxes_in_their_own_way(tmp_path: Path) -> None:
    """Steps and reports instead of boxes and counts; what is not said of the way between follows."""
    shown = texts(drawn(tmp_path, "step,reports,remark\nidentified,2572,potentially relevant papers\nincluded,27,\n"))
    assert "potentially relevant papers (n = 2,572)" in shown
    assert "Records excluded (n = 2,545)" in shown
    assert "Studies included in review (n = 27)" in shown
    assert "Reports of included" not in shown  # nobody said how many reports they are


def test_more_at_the_end_than_came_so_far_names_the_box(tmp_path: Path) -> None:
    """Also where stages between are left out, or only the end is known."""
    with pytest.raises(InputError, match="'Reports assessed for eligibility': it says 99, expected is at most 90"):
        drawn(tmp_path, "box,count\ndatabase,90\nscreened,90\nassessed,99\n")
    with pytest.raises(InputError, match="'Studies included in review': it says 99, expected is at most 90"):
        drawn(tmp_path, "box,count\ndatabase,90\nincluded,99\n")


@pytest.mark.parametrize(
    ("old", "new", "box", "expected"),
    [
        ("screened,,720", "screened,,721", "Records screened", "820 identified less 100 removed"),
        ("sought,,40", "sought,,41", "Reports sought for retrieval", "40"),
        ("assessed,,38", "assessed,,37", "Reports assessed for eligibility", "38"),
        ("reports,,13", "reports,,14", "Reports of included studies", "13"),
        ("studies,,11", "studies,,14", "Studies included in review", "at most 13"),
        ("records removed,100", "records removed,1000", "Records removed before screening", "at most 820"),
        ("Wrong design,20", "Wrong design,60", "Reports excluded", "at most 38"),
        (",studies,,11", ",synthesis,In meta-analysis,12\n,studies,,11", "In meta-analysis", "at most 11"),
        (
            ",studies,,11",
            ",previous studies,,2\n,total studies,,12\n,studies,,11",
            "Total studies",
            "13: 2 previous and 11 new",
        ),
    ],
)
def test_numbers_that_do_not_add_up_name_the_box(tmp_path: Path, old: str, new: str, box: str, expected: str) -> None:
    """The message says box, number and what was expected, and where the number stands."""
    assert old in COUNTS
    with pytest.raises(InputError, match="do not add up") as caught:
        drawn(tmp_path, COUNTS.replace(old, new))
    assert box in caught.value.message
    assert expected in caught.value.message
    assert "flow.csv:" in caught.value.where


def test_other_methods_must_add_up_too(tmp_path: Path) -> None:
    """Each stream by itself, and what both leave together."""
    with pytest.raises(InputError, match=r"Reports sought.*it says 20, expected is 21"):
        drawn(tmp_path, COUNTS + OTHERS.replace("sought,,21", "sought,,20"))
    with pytest.raises(InputError, match=r"Reports of included studies.*it says 13, expected is 18"):
        drawn(tmp_path, COUNTS + OTHERS)


@pytest.mark.parametrize(
    ("text", "reason", "remedy"),
    [
        ("box,count\nscreened,5\n", "has no number", "each database"),
        ("box,count\ndatabase,5\nscrened,5\n", "'screned' is no box", "did you mean screened"),
        ("box,count\ndatabase,5\nscreened,5\nscreened,6\n", "two numbers, 5 and 6", "keep one"),
        ("box,count\ndatabase,five\n", "'five' is no number", "give the number"),
        ("box,count\ndatabase,-5\n", "'-5' is no count", "0 or more"),
        ("box,count\ndatabase,\n", "is empty", "0 if there was none"),
        ("box,numbers\ndatabase,5\n", "lacks the column count", ""),
        ("box,count\ndatabase,5\n", "nothing follows", "screened"),
        ("# preset,prisma-1990\nbox,count\ndatabase,5\n", "no preset", "prisma-2020"),
    ],
)
def test_a_wrong_file_says_where_and_what_to_do(tmp_path: Path, text: str, reason: str, remedy: str) -> None:
    """Boxes that do not exist or stand twice, numbers that are none."""
    with pytest.raises(InputError, match=reason) as caught:
        drawn(tmp_path, text)
    assert "flow.csv" in caught.value.where
    assert remedy in caught.value.remedy


def test_the_flows_of_the_guide_add_up(tmp_path: Path) -> None:
    """The table and the TOML file that the guide shows can be drawn as they stand there."""
    guide = Path(__file__).resolve().parents[2] / "docs" / "guide" / "figures.md"
    table, toml = re.findall(r"^```text\n(.*?)^```$", guide.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    shown = texts(drawn(tmp_path, table))
    assert "Records excluded (n = 1,393)" in shown
    assert "Reports assessed for eligibility (n = 81)" in shown
    assert "Reports of included studies (n = 17)" in shown
    assert "Sources of evidence excluded (n = 28):" in texts(drawn(tmp_path, toml, "flow.toml"))


def test_a_small_toml_file_does(tmp_path: Path) -> None:
    """With title, preset, and words of one's own for a box."""
    figure = FlowMaker().draw([saved(tmp_path, TOML, "f.toml")], RunContext(), FlowOptions(heading=True)).figure
    shown = texts(figure.svg)
    assert "Placebrol for everything" in shown
    assert "Abstracts read (n = 720)" in shown
    assert "Sources of evidence excluded (n = 25):" in shown
    assert figure.caption[0].text == "PRISMA-ScR flow diagram. Placebrol for everything."


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ("MEDLINE = 500", "MEDLINE = '500'", "key database.MEDLINE", "no count"),
        ("MEDLINE = 500", "MEDLINE = true", "key database.MEDLINE", "no count"),
        ("screened = 720", "screened = 719", "key counts.screened", "do not add up"),
        ("[removed]", "[removed", "f.toml", "no TOML"),
        ('title = "Placebrol for everything"', "title = 5", "key title", "no text"),
        ('screened = "Abstracts read"', 'screend = "x"', "f.toml", "no box that has words"),
    ],
)
def test_a_wrong_toml_file_names_the_key(tmp_path: Path, old: str, new: str, where: str, reason: str) -> None:
    """The key, or the place of the fault."""
    assert old in TOML
    with pytest.raises(InputError, match=reason) as caught:
        FlowMaker().draw([saved(tmp_path, TOML.replace(old, new), "f.toml")], RunContext(), FlowOptions())
    assert where in caught.value.where


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_words_for_every_box(preset: str, tmp_path: Path) -> None:
    """All presets name the same boxes."""
    assert set(PRESETS[preset]) == set(PRESETS["prisma-2020"])
    assert drawn(tmp_path, COUNTS, preset=preset, text_size=7.0)


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    """Name, options, words, vectors, pixels, and the same picture from its own data."""
    drawing = assert_figure_contract(FlowMaker(), [saved(tmp_path, COUNTS)])
    assert "Records screened (n = 720). Records excluded (n = 680)." in drawing.figure.alt
    assert_figure_contract(FlowMaker(), [saved(tmp_path, TOML, "f.toml")], FlowOptions(title="A title", heading=True))


# -- the books of a report -----------------------------------------------------------------------------------------


def report() -> Report:
    """Seven records in two files: one unreadable, two joined with others, four documents, three of them cited."""
    origin = Origin(source="ris", locator="b.ris", line=3)
    return Report(
        user_question="Does it help?",
        imports=[
            ImportReport(source="nbib", locator="in/a.nbib", records=4, kept=4),
            ImportReport(
                source="ris", locator="b.ris", records=3, kept=2, rejected=[Rejection(origin=origin, reason="x")]
            ),
            ImportReport(source="studies", locator="studies.csv", records=9, kept=9),
        ],
        merges=[Merge(reference_id="r1", joined=["c1", "c2", "c3"], reason="same DOI")],
        references=[Reference(id=f"r{place}", csl={"type": "article", "title": "x"}) for place in range(3)],
        further_reading=[Reference(id="r9", csl={"type": "article", "title": "y"})],
    )


def test_a_report_tells_where_its_records_went(tmp_path: Path) -> None:
    """By input, joined, unreadable, read, cited; tables of study data are no records."""
    path = tmp_path / "r.json"
    report().save(path)
    shown = texts(FlowMaker().draw([str(path)], RunContext(), FlowOptions()).figure.svg)
    for text in (
        "a.nbib (n = 4)",
        "b.ris (n = 3)",
        "Duplicate records joined (n = 2)",
        "Records that could not be read (n = 1)",
        "Documents read (n = 4)",
        "Documents not used in the answer (n = 1)",
        "Documents cited in the answer (n = 3)",
    ):
        assert text in shown
    assert "studies.csv" not in shown
    assert report_flow_figure(report()).data.count("\n") > 5


def test_a_report_whose_books_do_not_balance_is_refused() -> None:
    """More documents than records, or no import reports at all."""
    more = report()
    more.imports = more.imports[:1]
    with pytest.raises(InputError, match="4 documents, but 2 records"):
        report_flow_figure(more)
    more.imports = []
    with pytest.raises(InputError, match="no import reports"):
        report_flow_figure(more)


# -- any flow ------------------------------------------------------------------------------------------------------


labels = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=70)


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    """Any flow whose numbers add up."""

    def stream(*, databases: bool) -> tuple[Stream, int]:
        found = tuple(Count(draw(labels), draw(st.integers(10, 5000))) for _ in range(draw(st.integers(1, 6))))
        total = sum(one.count for one in found)
        removed = draw(st.integers(0, total))
        left, stages = total - removed, []
        for name in draw(st.sampled_from([("screened", "sought", "assessed"), ("titles", "screened"), ("assessed",)])):
            out = draw(st.integers(0, left))
            reasons = (Count(draw(labels), out),) if draw(st.booleans()) else (Count("", out),)
            stages.append(Stage(name, Count("", left), reasons))
            left -= out
        gone = (Count(draw(labels), removed),)
        parts = {"databases": found} if databases else {"others": found}
        return Stream(**parts, removed=gone, stages=tuple(stages)), left

    main, left = stream(databases=True)
    other, more = stream(databases=False) if draw(st.booleans()) else (None, 0)
    studies = Count("", draw(st.integers(0, left + more)))
    flow = Flow(draw(labels), main, other, studies=studies, reports=Count("", left + more))
    if draw(st.booleans()):
        flow = replace(flow, previous_studies=Count("", draw(st.integers(0, 99))))
    return replace(
        flow, heading=draw(st.sampled_from(["", draw(labels)])), text_size=draw(st.sampled_from([6.0, 9.0, 13.0]))
    )


@settings(max_examples=50, deadline=None)
@given(flows())
def test_any_flow_that_adds_up_is_well_set(flow: Flow) -> None:
    """No overlap, nothing off the page; one number changed by one is found."""
    figure = flow_figure(flow)
    assert_well_set(figure.svg)
    assert safe_svg(figure.svg)
    assert flow_picture(balanced(balanced(flow, ""), "")).svg == figure.svg
    assert flow.reports is not None
    with pytest.raises(InputError, match="do not add up"):
        balanced(replace(flow, reports=Count("", flow.reports.count + 1)), "")
