"""The overview of studies by year and design, and the map of the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport import ConfigError, Grade, InputError, Reference, Report, RunContext
from bmreport.testing import assert_figure_contract
from bmreport_plugins.exporters.safe_svg import safe_svg
from bmreport_plugins.figures import evidence_map_figure, overview_figure
from bmreport_plugins.figures.evidence_map.maker import EvidenceMapMaker, EvidenceMapOptions, evidence_map_picture
from bmreport_plugins.figures.evidence_map.plot import Cell, EvidenceMap, map_of_studies
from bmreport_plugins.figures.overview.maker import OverviewMaker, OverviewOptions, overview_picture
from bmreport_plugins.figures.overview.plot import Item, OverviewPlot, items_of_studies

from .figure_checks import assert_well_set, words_of
from .figure_samples import saved, studies

if TYPE_CHECKING:
    from pathlib import Path

TABLE = """\
study,year,outcome,design,events1,n1,events2,n2,mod.region
Alpha,1991,Death,RCT,5,100,9,100,Asia
Alpha,1991,Stroke,RCT,2,90,3,90,Asia
Beta 2005,,Death,cohort,20,400,30,400,Europe
Gamma,2006,Death,cohort,10,300,12,310,Europe
Delta,,Stroke,,4,50,5,51,Europe
"""


def look(svg: str) -> list[str]:
    """What is written in a picture that was looked over."""
    assert_well_set(svg)
    assert safe_svg(svg)
    return [word.text for word in words_of(svg)]


# -- overview ------------------------------------------------------------------------------------------------------


def test_a_study_counts_once_however_many_rows_it_has() -> None:
    """Its year may stand in its name; its people are those of its largest row."""
    items = {item.label: item for item in items_of_studies(studies(TABLE))}
    assert len(items) == 4
    assert items["Alpha"] == Item("Alpha", 1991, "randomised trial", 200)
    assert items["Beta 2005"].year == 2005
    assert items["Delta"] == Item("Delta", None, "", 101)


def test_every_design_has_a_line_of_its_own() -> None:
    """With its studies and people; those without a year are counted below."""
    picture = overview_picture(OverviewPlot("T", items_of_studies(studies(TABLE))))
    shown = look(picture.svg)
    for text in (
        "All studies",
        "Cohort study",
        "Randomised trial",
        "Design not given",
        "Without a year, and in no bar: 1.",
    ):
        assert text in shown
    assert "4 studies from 1991 to 2006" in picture.alt
    assert "cohort study: 2 with 1,410 participants" in picture.alt


@pytest.mark.parametrize(
    ("first", "last", "step"), [(2000, 2000, 1), (1990, 2020, 1), (1960, 2025, 2), (1747, 2025, 10)]
)
def test_bars_stand_for_as_many_years_as_leave_them_wide(first: int, last: int, step: int) -> None:
    """A long span is cut into decades; every item is in a bar."""
    items = tuple(Item(str(year), year, "x") for year in (*range(first, last, 3), last))
    plot = OverviewPlot("T", items)
    assert plot.step == step
    assert sum(one.count for one in plot.bins(items)) == len(items)
    look(overview_picture(plot).svg)


def test_documents_stand_in_for_studies(tmp_path: Path) -> None:
    """A saved report without study data is shown by its documents, their year and publication type."""
    types = [["Randomized Controlled Trial"], []]
    references = [
        Reference(
            id=f"r{place}",
            csl={"type": "article", "title": "x", "issued": {"date-parts": [[2000 + place]]}},
            publication_types=types[place],
        )
        for place in range(2)
    ]
    path = tmp_path / "r.json"
    Report(user_question="Q", references=references).save(path)
    figure = OverviewMaker().draw([str(path)], RunContext(), OverviewOptions()).figure
    assert "2 documents from 2000 to 2001" in figure.alt
    assert "randomised trial: 1" in figure.alt
    assert overview_figure(references=references).svg
    with pytest.raises(ValueError, match="needs studies"):
        overview_figure()
    Report(user_question="Q").save(path)
    with pytest.raises(InputError, match="no study"):
        OverviewMaker().draw([str(path)], RunContext(), OverviewOptions())


def test_the_overview_keeps_the_contract(tmp_path: Path) -> None:
    """Name, options, words, vectors, pixels, and the same picture from its own data."""
    assert_figure_contract(OverviewMaker(), [saved(tmp_path, TABLE)], OverviewOptions(text_size=11.0, title="When"))


@pytest.mark.parametrize(
    ("old", "new"), [("1991", "91"), ("1991", "soon"), (",200", ",-3"), ("study,year", "study,when")]
)
def test_a_spoilt_overview_says_where(tmp_path: Path, old: str, new: str) -> None:
    """Years and numbers that are none, a column that was renamed."""
    data = OverviewMaker().draw([saved(tmp_path, TABLE)], RunContext(), OverviewOptions()).figure.data
    assert old in data
    with pytest.raises(InputError) as caught:
        OverviewMaker().draw([saved(tmp_path, data.replace(old, new), "f.csv")], RunContext(), OverviewOptions())
    assert "f.csv" in caught.value.where


names = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=60)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.builds(
            Item,
            names,
            st.one_of(st.none(), st.integers(1600, 2100)),
            names,
            st.one_of(st.none(), st.integers(0, 10**7)),
        ),
        min_size=1,
        max_size=20,
    ),
    st.sampled_from([6.0, 9.0, 14.0]),
)
def test_any_overview_is_well_set(items: list[Item], size: float) -> None:
    """Any names, years and numbers."""
    look(overview_picture(OverviewPlot("T", tuple(items), text_size=size)).svg)


# -- map -----------------------------------------------------------------------------------------------------------


def test_the_map_counts_studies_and_people() -> None:
    """Rows of one study in one field count once; columns stand by their size, what is not given last."""
    plot = map_of_studies(studies(TABLE))
    assert plot.lines == ("Death", "Stroke")
    assert plot.columns == ("cohort study", "randomised trial", "Not given")
    assert plot.cell("Death", "cohort study") == Cell("Death", "cohort study", 2, 1410)
    assert plot.cell("Stroke", "cohort study") is None


def test_gaps_are_named() -> None:
    """Empty fields are what a map is for: they stand in the description, and columns may be asked for."""
    plot = map_of_studies(studies(TABLE), columns=["case-control study"])
    picture = evidence_map_picture(plot)
    assert "No evidence: Death by case-control study" in picture.alt
    assert "Case-control study" in look(picture.svg)


def test_the_area_of_a_bubble_is_the_number_of_people() -> None:
    """Or of studies, where the people of some are not known."""
    plot = map_of_studies(studies(TABLE))
    assert plot.by_people
    unknown = replace(plot, cells=(*plot.cells, Cell("Stroke", "cohort study", 1)))
    assert not unknown.by_people
    assert "number of studies" in " ".join(look(evidence_map_picture(unknown).svg))


def test_certainty_stands_beside_the_outcome(tmp_path: Path) -> None:
    """From the grades of a saved report, or as given."""
    grade = Grade(grader="grade", label="Low", symbol="⊕⊕◯◯", outcome="Death", reason="x")
    path = tmp_path / "r.json"
    Report(user_question="Q", studies=studies(TABLE), grades=[grade]).save(path)
    figure = EvidenceMapMaker().draw([str(path)], RunContext(), EvidenceMapOptions()).figure
    assert "certainty low" in figure.alt
    assert "⊕⊕◯◯" in " ".join(look(figure.svg))
    assert "certainty high" in evidence_map_figure(studies(TABLE), certainty={"death": "⊕⊕⊕⊕ High"}).alt
    with pytest.raises(ValueError, match="needs studies"):
        evidence_map_figure([])


def test_lines_and_columns_may_be_any_field(tmp_path: Path) -> None:
    """Moderators too; a field that no study has is an error that lists those there are."""
    path = saved(tmp_path, TABLE)
    options = EvidenceMapOptions(down="region", across="outcome")
    figure = assert_figure_contract(EvidenceMapMaker(), [path], options).figure
    assert figure.alt.startswith("Map of the evidence. Evidence by region and outcome.")
    with pytest.raises(ConfigError, match="'planet'") as caught:
        EvidenceMapMaker().draw([path], RunContext(), EvidenceMapOptions(across="planet"))
    assert "region" in caught.value.remedy


def test_one_outcome_may_be_shown_alone(tmp_path: Path) -> None:
    """In the overview and in the map; one that no study has is an error that lists those there are."""
    path = saved(tmp_path, TABLE)
    figure = OverviewMaker().draw([path], RunContext(), OverviewOptions(outcome="death")).figure
    assert "3 studies" in figure.alt
    alt = EvidenceMapMaker().draw([path], RunContext(), EvidenceMapOptions(outcome="Stroke")).figure.alt
    assert "1 by outcome" in alt
    with pytest.raises(InputError, match="no study has the outcome 'Falls'") as caught:
        OverviewMaker().draw([path], RunContext(), OverviewOptions(outcome="Falls"))
    assert "Death, Stroke" in caught.value.remedy


def test_a_map_that_nobody_could_read_is_refused() -> None:
    """Too many lines are an error with a way out."""
    plot = map_of_studies(studies(TABLE))
    with pytest.raises(InputError, match="too large") as caught:
        evidence_map_picture(replace(plot, lines=tuple(map(str, range(500)))))
    assert "only" in caught.value.remedy


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Death,randomised trial,1,", "Death,randomised trial,0,", "no number of studies"),
        ("Death,randomised trial,1,", "Death,,1,", "is empty"),
        ("Death,randomised trial,1,", "Death,cohort study,1,", "stands twice"),
    ],
)
def test_a_spoilt_map_says_where(tmp_path: Path, old: str, new: str, reason: str) -> None:
    """Line and column."""
    data = EvidenceMapMaker().draw([saved(tmp_path, TABLE)], RunContext(), EvidenceMapOptions()).figure.data
    assert old in data
    with pytest.raises(InputError, match=reason) as caught:
        EvidenceMapMaker().draw([saved(tmp_path, data.replace(old, new), "f.csv")], RunContext(), EvidenceMapOptions())
    assert "f.csv:" in caught.value.where


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(names, names, st.integers(1, 500), st.integers(0, 10**7)), min_size=1, max_size=12),
    st.dictionaries(names, names, max_size=3),
)
def test_any_map_is_well_set(rows: list[tuple[str, str, int, int]], certainty: dict[str, str]) -> None:
    """Any names and numbers."""
    cells = {(down, across): Cell(down, across, number, people) for down, across, number, people in rows}
    lines = tuple(dict.fromkeys(down for down, _across in cells))
    columns = tuple(dict.fromkeys(across for _down, across in cells))
    look(
        evidence_map_picture(
            EvidenceMap("T", tuple(cells.values()), lines, columns, certainty=tuple(certainty.items()))
        ).svg
    )
