"""The kit for plugin authors.

A fresh host, sample evidence, and one `assert_…_contract(provider)` per kind that any provider must pass; the built-in
providers are tested with the same functions. Everything here is made up: no sample names a real paper.

    from bmreport.testing import assert_grader_contract

    def test_contract():
        assert_grader_contract(MyGrader())
"""

from __future__ import annotations

from bmreport.testing.contracts import (
    assert_csl_engine_contract,
    assert_exporter_contract,
    assert_figure_contract,
    assert_grader_contract,
    assert_provider_contract,
    assert_source_contract,
    assert_style_collection_contract,
    assert_style_contract,
    assert_synthesizer_contract,
    assert_verifier_contract,
)
from bmreport.testing.samples import (
    FIXED_TIME,
    HOSTILE_TEXTS,
    NoEngine,
    NumberedStyle,
    SamplePlugin,
    fresh_host,
    sample_body,
    sample_citations,
    sample_draft,
    sample_job,
    sample_rendered,
    sample_report,
)

__all__ = [
    "FIXED_TIME",
    "HOSTILE_TEXTS",
    "NoEngine",
    "NumberedStyle",
    "SamplePlugin",
    "assert_csl_engine_contract",
    "assert_exporter_contract",
    "assert_figure_contract",
    "assert_grader_contract",
    "assert_provider_contract",
    "assert_source_contract",
    "assert_style_collection_contract",
    "assert_style_contract",
    "assert_synthesizer_contract",
    "assert_verifier_contract",
    "fresh_host",
    "sample_body",
    "sample_citations",
    "sample_draft",
    "sample_job",
    "sample_rendered",
    "sample_report",
]
