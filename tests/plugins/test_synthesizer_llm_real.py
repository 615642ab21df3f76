"""The synthesizer `llm` with a real, very small model behind a real server: a weak model, and a sound report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bmreport.context import RunContext
from bmreport.events import Event, StepProgress
from bmreport.llm import LlmSettings
from bmreport.models import ClaimRole, Report, Verdict
from bmreport.pipeline import build
from bmreport.testing import fresh_host

from ..core.llm_asking import clean_surroundings
from ..servers.real_model import running_model

ASPIRIN = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin" / "citations.json"

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clean_surroundings(monkeypatch, tmp_path)


def some_citations(count: int) -> tuple[str, list[dict[str, object]]]:
    """The question and the first citations of the worked example."""
    data = json.loads(ASPIRIN.read_text(encoding="utf-8"))
    return data["question"], data["citations"][:count]


def assert_nothing_unsound_stands(report: Report) -> None:
    """Every claim has a verdict, and none that fails stands without one that says so."""
    assert [one.claim_id for one in report.ledger.entries] == [claim.id for claim in report.claims]
    for entry in report.ledger.entries:
        assert not entry.verdict.fails, (entry.text, [(one.check, one.reason) for one in entry.checks])
    for claim in report.claims:
        assert claim.cites or claim.role is ClaimRole.BACKGROUND
        assert not re.search(r"\[\d+\]|https?://|10\.\d{4}/|\bP\d+\b", claim.text)
    cited = {one for claim in report.claims for one in claim.citation_ids}
    assert cited | set(report.left_out) == {one.id for one in report.citations}


def test_a_weak_model_leaves_a_sound_report() -> None:
    """A model of 135 million parameters makes mistakes of all kinds; none of them stands unmarked in the report."""
    question, citations = some_citations(3)
    with running_model(2048) as server:
        context = RunContext(llm=LlmSettings(model=server.url, cache=False, timeout=120))
        report = build(citations, question=question, synthesizer="llm", context=context, host=fresh_host())
    assert_nothing_unsound_stands(report)
    assert report.provenance.model.startswith("openai:")
    assert re.fullmatch(r"[0-9a-f]{64}", report.provenance.prompt_sha256)
    assert any(entry.verdict is Verdict.SUPPORTED or entry.quotes for entry in report.ledger.entries)


def test_killing_the_model_in_mid_run_leaves_a_whole_report() -> None:
    """The server is killed after the first batch: what was written stays, the rest is quoted, and the notes say so."""
    question, citations = some_citations(5)
    with running_model(2048) as server:

        def kill(event: Event) -> None:
            if isinstance(event, StepProgress) and (event.step, event.done) == ("synthesize", 1):
                server.process.kill()

        settings = LlmSettings(model=server.url, cache=False, timeout=120)
        report = build(
            citations,
            question=question,
            synthesizer="llm",
            context=RunContext(llm=settings, emit=kill),
            host=fresh_host(),
        )
    assert_nothing_unsound_stands(report)
    said = " ".join(finding.message for finding in report.findings)
    assert "Cannot connect to the model server" in said or "model server" in said
    assert any(claim.id.startswith("quoted-") for claim in report.claims)
