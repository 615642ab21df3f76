"""What all exporters say in the same words."""

from __future__ import annotations

import pytest

from bmreport import Grade
from bmreport.testing import sample_rendered, sample_report
from bmreport_plugins.exporters.report_content import references_text, shown_figures

FORMATS = ("text", "markdown", "html")


def _grade(reason: str, **figures: float | str) -> Grade:
    return Grade(grader="sample", label="High", reason=reason, figures=figures)


@pytest.mark.parametrize(
    ("reason", "figures", "shown"),
    [
        ("20 citations, mean relevance 0.88.", {"citations": 20, "mean_relevance": 0.8824}, ()),
        ("Few documents.", {"documents": 3}, (("documents", "3"),)),
        ("12 documents.", {"documents": 2}, (("documents", "2"),)),
        ("0.88 is the mean.", {"mean_relevance": 0.8824}, (("mean relevance", "0.8824"),)),
        ("One of 3 documents.", {"documents": 3, "classified": 1}, (("classified", "1"),)),
        ("The design is cohort.", {"design": "cohort"}, (("design", "cohort"),)),
        ("At 1.25 documents.", {"documents": 1}, (("documents", "1"),)),
    ],
)
def test_a_figure_is_not_told_twice(
    reason: str, figures: dict[str, float | str], shown: tuple[tuple[str, str], ...]
) -> None:
    """A number that stands in the reason with its name is not listed below it; words always are."""
    assert shown_figures(_grade(reason, **figures)) == shown


@pytest.mark.parametrize("export", FORMATS)
def test_no_format_shows_the_spelling_of_a_program(export: str) -> None:
    """`mean_relevance` is a name for programs; readers see `mean relevance`."""
    report = sample_report().model_copy(update={"grades": [_grade("Few.", mean_relevance=0.5)]})
    written = sample_rendered(report).export_text(export)
    assert "mean relevance" in written
    assert "mean_relevance" not in written
    assert "mean\\_relevance" not in written


def test_documents_that_are_not_listed_are_told_apart() -> None:
    """The number of documents and the length of the list may differ; a reader must not have to guess why."""
    report = sample_report()
    listed = len(report.references)
    assert references_text(report.model_copy(update={"unique_documents": listed})) == str(listed)
    more = report.model_copy(update={"unique_documents": listed + 5})
    assert references_text(more) == f"{listed + 5}, of which {listed} are cited"
    for export in FORMATS:
        assert references_text(more) in sample_rendered(more).export_text(export)
