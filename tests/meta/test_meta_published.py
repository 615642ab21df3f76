"""The library against published meta-analyses; skipped where their data is absent."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.meta import report
from tests.meta.published import ABSENT, Figure, computed_differences, data_sets, figures

published = pytest.mark.skipif(not data_sets(), reason=ABSENT)


@published
@pytest.mark.parametrize("path", data_sets(), ids=lambda path: path.name.partition(".")[0])
def test_every_published_figure_is_met(path: Path) -> None:
    """Each figure is equal at the printed digits, but for what an early stop of the published iteration explains."""
    found = list(figures(path))
    assert found
    assert [figure for figure in found if report.verdict(figure) == "DIFFERS"] == []


@published
@pytest.mark.parametrize("path", data_sets(), ids=lambda path: path.name.partition(".")[0])
def test_an_independent_recomputation_gives_the_same(path: Path) -> None:
    """All statistics that were recomputed with full precision are equal at eight decimals."""
    assert list(computed_differences(path)) == []


@published
@pytest.mark.parametrize("path", data_sets(), ids=lambda path: path.name.partition(".")[0])
def test_the_page_of_agreement_is_up_to_date(path: Path) -> None:
    """The documentation shows the figures of the present code, for every data set that it names."""
    page = report.PAGE.read_text(encoding="utf-8")
    found = list(figures(path))
    if f"| {found[0].data_set} |" not in page:
        pytest.skip("this data set came after the page was written")
    rows = report.table_of(found).partition("|---|\n")[2]
    assert rows
    assert rows in page


@pytest.mark.parametrize(
    ("ours", "early", "computed", "verdict"),
    [
        (1.2344, 0.0, None, "equal"),
        (1.2346, 1.2341, None, "early stop"),
        (1.2346, 1.2346, 1.2346, "last digit"),
        (1.2346, 1.2346, 1.2341, "DIFFERS"),
        (1.3, 1.3, 1.3, "DIFFERS"),
    ],
)
def test_a_wrong_figure_is_called_different(ours: float, early: float, computed: float | None, verdict: str) -> None:
    """The comparison can fail: only rounding, or what the published iteration left, is no difference."""
    assert report.verdict(Figure("set", "analysis", "estimate", 1.234, 3, ours, early, computed)) == verdict


def test_without_data_the_report_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the published data is absent nothing is compared, and that is said."""
    monkeypatch.setattr(report, "data_sets", list)
    assert report.main(["--check"]) == 0
    assert "skipped" in capsys.readouterr().out
