"""Exporter `json`: the whole report, which loads again and prints the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.models import Citation, Claim, Grade, Paragraph, Reference, Report, Section
from bmreport.rendering import RenderedReport, render
from bmreport.testing import (
    HOSTILE_TEXTS,
    NumberedStyle,
    SamplePlugin,
    assert_exporter_contract,
    fresh_host,
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.json_report import JsonExporter, JsonOptions
from bmreport_plugins.exporters.markdown import MarkdownExporter, MarkdownOptions
from bmreport_plugins.exporters.text import TextExporter, TextOptions


def data_of(made: RenderedReport, **options: Any) -> bytes:
    """The exported file."""
    return JsonExporter().export(made, None, JsonOptions(**options))


def loaded(data: bytes, folder: Path) -> Report:
    """The report read back from a file."""
    path = folder / "report.json"
    path.write_bytes(data)
    return Report.load(path)


def test_contract() -> None:
    """The exporter passes the kit's contract and writes an object."""
    assert (
        json.loads(assert_exporter_contract(JsonExporter()))["user_question"] == "Does placebrol prevent sample events?"
    )


@pytest.mark.parametrize("strings", [False, True])
def test_the_file_loads_again(tmp_path: Path, strings: bool) -> None:
    """The file is a report; only what was rendered is new, and exporting it again gives the same bytes."""
    report = sample_report()
    data = data_of(sample_rendered(report), rendered=strings)
    again = loaded(data, tmp_path)
    assert again.rendering is not None
    assert again.model_copy(update={"rendering": None}) == report
    assert report.rendering is None, "exporting does not change the report"
    assert data_of(sample_rendered(again), rendered=strings) == data


def test_provenance_of_the_rendering() -> None:
    """Style, its hash, the engine and the locale that were used are in the file."""
    rendered = render(
        sample_report(), host=fresh_host(SamplePlugin()), style=NumberedStyle.name, engine="none", locale="de"
    )
    found = json.loads(data_of(rendered))["rendering"]
    assert (found["style_id"], found["engine"], found["locale"]) == ("numbered-sample", "none", "de")
    assert found["style_sha256"] == rendered.style_sha256
    assert found["claims"] == {}
    assert found["references"] == []


def test_a_csl_style_is_named_with_its_hash() -> None:
    """For a style that is a file the hash of the file is kept."""
    found = json.loads(data_of(sample_report().render("bmlibrarian")))["rendering"]
    assert found["style_id"] == "bmlibrarian"
    assert len(found["style_sha256"]) == 64


def test_rendered_strings() -> None:
    """With `rendered`, sentences and references stand in the file as the style prints them."""
    rendered = sample_rendered()
    found = json.loads(data_of(rendered, rendered=True))["rendering"]
    assert found["claims"]["s1"] == "Placebrol lowered sample events by 12% [1]."
    assert set(found["claims"]) == {claim.id for claim in rendered.report.claims}
    assert [entry["label"] for entry in found["references"]] == ["1.", "2.", "3.", "4."]
    assert found["references"][0]["text"].startswith("Doe J., Roe R. M.")


def test_a_loaded_report_prints_the_same(tmp_path: Path) -> None:
    """Text and Markdown of a report are the same before saving and after loading, order of figures included."""
    report = sample_report()
    report.grades = [Grade(grader="g", label="Low", reason="r", figures={"z": 1, "a": 2.5, "m": "x"})]
    before, after = sample_rendered(report), sample_rendered(loaded(data_of(sample_rendered(report)), tmp_path))
    assert TextExporter().export(before, None, TextOptions()) == TextExporter().export(after, None, TextOptions())
    assert MarkdownExporter().export(before, None, MarkdownOptions()) == MarkdownExporter().export(
        after, None, MarkdownOptions()
    )


hostile = st.one_of(st.text(max_size=30), st.sampled_from(HOSTILE_TEXTS), st.just("half \ud800"))


@settings(max_examples=60, deadline=None)
@given(hostile, hostile)
def test_any_text_comes_back(first: str, second: str) -> None:
    """Any text in question, sentences, records and evidence is read back as it was, from a file in UTF-8."""
    report = Report(
        user_question=first,
        sections=[Section(heading=second, blocks=[Paragraph(claims=[Claim(id=second, text=first)])])],
        references=[Reference(id=first or "r", number=1, csl={"title": second, "note": first})],
        citations=[Citation.model_validate({"passage": f"p{first}", "title": f"t{second}", "extra": {first: second}})],
        methodology_note=second,
    )
    data = data_of(sample_rendered(report), rendered=True)
    again = Report.model_validate(json.loads(data.decode("utf-8")))
    assert again.model_copy(update={"rendering": None}) == report
