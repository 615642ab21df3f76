"""Tests of both styles, with the kit that bmreport ships."""

import pytest
from bmreport import StyleJob
from bmreport.rendering import RenderedParagraph
from bmreport.richtext import to_plain
from bmreport.testing import NoEngine, assert_provider_contract, assert_style_contract, fresh_host, sample_report

import bmreport_house_style
from bmreport_house_style.label_style import LabelOptions, LabelStyle, labels_of, letters


def test_the_python_style_keeps_the_contract() -> None:
    """Everything bmreport asks of a style."""
    styled = assert_style_contract(LabelStyle())
    assert to_plain(styled.clusters[0]) == "[Doe 2019]"


def test_the_csl_style_keeps_the_contract() -> None:
    """The CSL file is found, and rendered by an engine that is installed."""
    host = fresh_host(bmreport_house_style)
    engine = host.csl_engine("citeproc-py").provider
    style = next(one for one in bmreport_house_style.bmreport_styles() if one.name == "house")
    assert_provider_contract(style)
    styled = assert_style_contract(style, engine)
    assert to_plain(styled.clusters[0]) == "[1]"


@pytest.mark.parametrize(("style", "cite"), [("house", "[1]"), ("house-label", "[Doe 2019]")])
def test_a_report_can_be_rendered(style: str, cite: str) -> None:
    """Both styles work in a whole report."""
    report = sample_report().attach_host(fresh_host(bmreport_house_style))
    rendered = report.render(style)
    first = rendered.sections[0].blocks[0]
    assert isinstance(first, RenderedParagraph)
    assert cite in to_plain(first.content)
    assert len(rendered.references) == len(report.references)


def test_papers_of_one_author_and_year_get_letters() -> None:
    """No two references share a label."""
    item = {"author": [{"family": "Roe"}], "issued": {"date-parts": [[2020]]}}
    items = tuple({**item, "id": identifier} for identifier in ("x", "y"))
    assert labels_of(items) == {"x": "Roe 2020a", "y": "Roe 2020b"}


def test_letters_go_on_after_z() -> None:
    """The 27th paper of a year is aa."""
    assert [letters(place) for place in (0, 25, 26)] == ["a", "z", "aa"]


def test_links_can_be_left_out() -> None:
    """The option `links` takes the DOI away."""
    job = StyleJob(items=({"id": "x", "title": "Why?", "DOI": "10.5555/x"},), clusters=())
    with_link = LabelStyle().render(job, NoEngine(), LabelOptions())
    without = LabelStyle().render(job, NoEngine(), LabelOptions(links=False))
    assert [to_plain(entry.body) for entry in with_link.entries or ()] == ["Why? https://doi.org/10.5555/x"]
    assert [to_plain(entry.body) for entry in without.entries or ()] == ["Why?"]
