"""The package of figures: what the host sees, what loads when, and how a saved report serves as input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bmreport_plugins.figures as package
from bmreport import InputError, Report, RunContext, UsageError
from bmreport.providers import FigureMaker
from bmreport.testing import assert_provider_contract
from bmreport_plugins.figures import bmreport_figures, forest_figure
from bmreport_plugins.figures.forest.maker import ForestMaker, ForestOptions
from bmreport_plugins.figures.prisma.maker import FlowMaker, FlowOptions

from .figure_samples import COUNTS, TRIALS, outcome, saved, studies

HEAVY = ("typst", "numpy", "scipy", "lxml", "matplotlib", "bmreport_meta", "bmreport_plugins.study_pooling")


def loaded(code: str) -> set[str]:
    """Which of the heavy modules are there after this code ran in a process of its own."""
    check = f"{code}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True, timeout=120)
    return set(done.stdout.split())


@pytest.mark.parametrize("maker", bmreport_figures(), ids=lambda maker: maker.name)
def test_every_maker_explains_itself(maker: FigureMaker) -> None:
    """Name, summary, and a docstring for each option."""
    assert_provider_contract(maker)
    assert isinstance(maker, FigureMaker)


def test_the_hook_loads_nothing_heavy() -> None:
    """Listing the makers costs neither numbers, nor XML, nor a typesetter; neither does bmreport itself."""
    assert loaded("import bmreport, bmreport.host") == set()
    assert loaded("from bmreport_plugins.figures import bmreport_figures\nbmreport_figures()") == set()


def test_a_report_without_figures_needs_no_drawing() -> None:
    """Building and exporting a report as text loads neither the typesetter nor any part that draws."""
    code = (
        "import bmreport, sys\n"
        "from bmreport.testing import sample_rendered\n"
        "sample_rendered().to_bytes('text')\n"
        "assert not [name for name in sys.modules if name.startswith('bmreport_plugins.figures.') and 'draw' in name]"
    )
    assert not loaded(code) & {"typst", "matplotlib", "bmreport_meta"}


def test_a_block_as_vectors_needs_no_typesetter() -> None:
    """Only pixels and PDF do: a grader that puts a hundred figures into a report waits for none of it."""
    folder = Path(__file__).resolve().parents[2]
    code = (
        f"import sys\nsys.path.insert(0, {str(folder)!r})\n"
        "from tests.plugins.figure_samples import outcome\n"
        "from bmreport_plugins.figures import forest_figure\n"
        "assert forest_figure(outcome()).svg\n"
    )
    assert "typst" not in loaded(code)


def test_the_public_names_are_complete() -> None:
    """Every name that the package offers can be had, and no other."""
    for name in package.__all__:
        assert callable(getattr(package, name)), name
    with pytest.raises(AttributeError, match="no attribute 'pie_chart'"):
        _ = package.pie_chart


def test_pixels_are_made_when_they_are_asked_for() -> None:
    """The same figure with PNG has the same vectors."""
    plain, full = forest_figure(outcome()), forest_figure(outcome(), png=True)
    assert plain.png == ""
    assert full.png.startswith("iVBOR")
    assert full.svg == plain.svg


def test_a_saved_report_gives_its_studies(tmp_path: Path) -> None:
    """Figures are drawn from the studies that graders worked with."""
    path = tmp_path / "r.json"
    Report(user_question="Does it help?", studies=studies()).save(path)
    assert "5 studies" in ForestMaker().draw([str(path)], RunContext(), ForestOptions()).figure.alt
    Report(user_question="Does it help?").save(path)
    with pytest.raises(InputError, match="no study"):
        ForestMaker().draw([str(path)], RunContext(), ForestOptions())


def test_several_tables_are_read_together(tmp_path: Path) -> None:
    """Studies of both are in the plot."""
    more = "study,outcome,comparison,design,events1,n1,events2,n2\nOmega,Death,Placebrol versus placebo,RCT,5,60,9,61\n"
    paths = [saved(tmp_path, TRIALS), saved(tmp_path, more, "more.csv")]
    assert "6 studies" in ForestMaker().draw(paths, RunContext(), ForestOptions()).figure.alt


def test_the_data_of_another_figure_are_not_mistaken(tmp_path: Path) -> None:
    """The message names the kind that the file belongs to; a data file cannot stand beside others."""
    flow = FlowMaker().draw([saved(tmp_path, COUNTS)], RunContext(), FlowOptions()).figure.data
    path = saved(tmp_path, flow, "flow.csv")
    with pytest.raises(InputError, match="another kind of figure, prisma"):
        ForestMaker().draw([path], RunContext(), ForestOptions())
    with pytest.raises(UsageError, match="one file, not from 2"):
        FlowMaker().draw([path, path], RunContext(), FlowOptions())
    with pytest.raises(UsageError, match="needs a file"):
        ForestMaker().draw([], RunContext(), ForestOptions())


def test_the_environment_does_not_change_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither time nor language of the machine is in a figure."""
    path = saved(tmp_path, TRIALS)
    first = ForestMaker().draw([path], RunContext(), ForestOptions())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert ForestMaker().draw([path], RunContext(), ForestOptions()) == first
