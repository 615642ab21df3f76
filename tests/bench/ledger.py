"""What a report costs beside the language model: linking, comparing, checking every claim, and rendering.

    python -m tests.bench.ledger

A report of 200 claims over 100 and over 1,000 citations, each claim close to its passage but not its very words. The
aim is a tenth of one model call of 10 s, and growth in line with the citations.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from tests.bench.sample_data import citations

from bmreport import Citation, Cite, Claim, Paragraph, PluginHost, Report, RunContext, Section
from bmreport.contradictions import find_contradictions
from bmreport.evidence import EvidenceBody
from bmreport.linking import link_documents
from bmreport.numbering import number_references
from bmreport.pipeline import check_report, record_findings

if TYPE_CHECKING:
    from collections.abc import Callable

QUESTION = "Does aspirin change the risk of stroke, bleeding and mortality?"
CLAIMS = 200
MODEL_CALL = 10.0
Result = TypeVar("Result")


def compare() -> None:
    """Time each part at both sizes and print the table."""
    host = PluginHost()
    _run(host, 20)  # what loads once does not count
    sizes = {count: _run(host, count) for count in (100, 1000)}
    print(f"\n{CLAIMS} claims over 100 / 1,000 citations, seconds")
    for part in sizes[100]:
        print(f"  {part:<28} {sizes[100][part]:8.3f} {sizes[1000][part]:8.3f}")
    small, large = (sum(sizes[count].values()) for count in (100, 1000))
    print(f"  {'all of it':<28} {small:8.3f} {large:8.3f}")
    print(f"       {large / MODEL_CALL:.0%} of a model call of {MODEL_CALL:.0f} s (aim: under 10%)")


def _run(host: PluginHost, count: int) -> dict[str, float]:
    evidence = [Citation.model_validate(one) for one in citations(count)]
    times: dict[str, float] = {}
    links = _timed(times, "linking", lambda: link_documents(evidence, []))
    found = _timed(times, "finding contradictions", lambda: find_contradictions(evidence, links.reference_of, QUESTION))
    body = EvidenceBody(
        QUESTION, tuple(evidence), tuple(links.references), links.reference_of, contradictions=tuple(found)
    )
    report = _timed(times, "numbering and assembling", lambda: _report(body))
    findings = _timed(times, "checks", lambda: check_report(report, host, RunContext(offline=True), {}))
    _timed(times, "ledger", lambda: record_findings(report, findings))
    rendered = _timed(times, "rendering (vancouver)", lambda: report.attach_host(host).render("vancouver"))
    _timed(times, "HTML with the ledger", lambda: rendered.to_bytes("html"))
    return times


def _report(body: EvidenceBody) -> Report:
    claims = [_claim(body, number) for number in range(CLAIMS)]
    paragraphs = [Paragraph(claims=claims[start : start + 10]) for start in range(0, CLAIMS, 10)]
    numbered = number_references([Section(heading="Findings", blocks=list(paragraphs))], body)
    return Report(
        user_question=QUESTION,
        sections=numbered.sections,
        references=numbered.cited,
        further_reading=numbered.uncited,
        citations=list(body.citations),
        reference_of=body.reference_of,
        contradictions=list(body.contradictions),
    )


def _claim(body: EvidenceBody, number: int) -> Claim:
    """The first sentence of a passage, turned a little, resting on that passage and on another one."""
    count = len(body.citations)
    cited = [body.citations[number * count // CLAIMS % count], body.citations[(number * 7 + 3) % count]]
    words = cited[0].passage.partition(". ")[0].rstrip(".")
    text = f"It was reported that {words[:1].lower()}{words[1:]}."
    return Claim(text=text, cites=[Cite(citation_id=one.id) for one in cited])


def _timed(times: dict[str, float], part: str, work: Callable[[], Result]) -> Result:
    start = time.perf_counter()
    result = work()
    times[part] = time.perf_counter() - start
    return result


if __name__ == "__main__":
    compare()
