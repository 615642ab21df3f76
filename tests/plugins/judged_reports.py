"""Reports whose sentences were judged, to print in every format."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import cycle
from typing import TYPE_CHECKING, Any

from bmreport.ledger import SEVERITY_OF
from bmreport.models import (
    Contradiction,
    ContradictionKind,
    ContradictionSide,
    Finding,
    Ledger,
    LedgerCheck,
    LedgerEntry,
    Quote,
    Report,
    Revision,
    Verdict,
)
from bmreport.rendering import RenderedReport, render
from bmreport.testing import NoEngine, NumberedStyle, SamplePlugin, fresh_host, sample_report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.models import Claim

EVERY_JUDGEMENT = (Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.PARTLY, Verdict.NOT_FOUND)
FAILING_MARK, PARTLY_MARK = "‡", "†"


def judged(report: Report, verdicts: Iterable[Verdict] = EVERY_JUDGEMENT, words: str = "") -> Report:
    """The report with a verdict for each claim that cites, taken in turn; the others are background.

    `words` stand in every place of the ledger that takes text.
    """
    turn = cycle(verdicts)
    entries = [
        _entry(claim, next(turn) if claim.cites else Verdict.BACKGROUND, report, words) for claim in report.claims
    ]
    worth = {Verdict.SUPPORTED: 1.0, Verdict.PARTLY: 0.5}
    of_judged = [worth.get(entry.verdict, 0.0) for entry in entries if entry.verdict.is_judgement]
    grounding = round(sum(of_judged) / len(of_judged), 4) if of_judged else None
    report.ledger = Ledger(entries=entries, grounding=grounding)
    report.findings = [
        *report.findings,
        *(
            Finding(
                verifier="numbers",
                severity=SEVERITY_OF[entry.verdict],
                message=entry.checks[0].reason,
                where=entry.claim_id,
                verdict=entry.verdict,
            )
            for entry in entries
            if entry.verdict in SEVERITY_OF
        ),
    ]
    return report


def _entry(claim: Claim, verdict: Verdict, report: Report, words: str) -> LedgerEntry:
    passages = {citation.id: citation.passage for citation in report.citations}
    quotes = [
        Quote(citation_id=identifier, start=0, end=len(passages.get(identifier, "")))
        for identifier in claim.citation_ids
        if verdict is not Verdict.NOT_FOUND
    ]
    check = LedgerCheck(
        check=words or "numbers",
        verdict=verdict,
        reason=words or f"the numbers are {verdict}",
        remedy=words or "look at the passage",
        quotes=quotes,
    )
    return LedgerEntry(
        claim_id=claim.id,
        text=claim.text,
        citation_ids=claim.citation_ids,
        verdict=verdict,
        quotes=quotes,
        checks=[check] if verdict.is_judgement else [],
    )


def with_record(report: Report, words: str = "") -> Report:
    """The report with unused passages, a history, and two passages that disagree; `words` as above."""
    report.left_out = ["c2", "c6"]
    report.history = [
        Revision(
            made_at=datetime(2024, 3, 1, 9, 30, tzinfo=UTC),
            action="refine",
            note=words or "leave out the retracted trial",
            excluded=["c9"],
            added=["n1"],
            kept_claims=3,
            new_claims=1,
            dropped_claims=[words or "It was so."],
            sources=[words or "new.nbib"],
        )
    ]
    report.contradictions = [
        Contradiction(
            outcome=words or "sample events",
            kind=ContradictionKind.DIRECTION,
            reason=words or "one lowers, the other does not",
            sides=[
                ContradictionSide(
                    citation_id=identifier,
                    quote=Quote(citation_id=identifier, start=0, end=9),
                    statement=words or "lowers",
                )
                for identifier in ("c1", "c4")
            ],
        )
    ]
    return report


def rendered(report: Report | None = None) -> RenderedReport:
    """The report (the sample with every verdict, when none is given) in a style that needs no engine."""
    host = fresh_host(SamplePlugin(), builtins=False)
    return render(report or judged(sample_report()), host=host, style=NumberedStyle.name, engine=NoEngine.name)


def exported(exporter: Any, report: Report | None = None, **options: Any) -> bytes:
    """The file that an exporter makes."""
    data: bytes = exporter.export(rendered(report), None, exporter.options_model(**options))
    return data
