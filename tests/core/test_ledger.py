"""The claim ledger: one entry a claim, the worst verdict wins, and the score counts what was judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmreport import Cite, Claim, ClaimRole, Finding, Paragraph, Quote, Report, Section, Severity, Verdict
from bmreport.ledger import SEVERITY_OF, make_ledger, worth_telling


def report_of(*claims: Claim) -> Report:
    """A report with these claims."""
    return Report(user_question="Does it help?", sections=[Section(blocks=[Paragraph(claims=list(claims))])])


def claim(identifier: str, role: ClaimRole = ClaimRole.FINDING, cited: str = "c1") -> Claim:
    """A claim with one cite, or with none."""
    return Claim(id=identifier, text="It helped.", role=role, cites=[Cite(citation_id=cited)] if cited else [])


def said(where: str, verdict: Verdict | None, verifier: str = "numbers", quotes: tuple[Quote, ...] = ()) -> Finding:
    """What a verifier says of a claim."""
    severity = SEVERITY_OF.get(verdict, Severity.INFO) if verdict else Severity.WARNING
    return Finding(
        verifier=verifier, severity=severity, message="because", where=where, verdict=verdict, quotes=list(quotes)
    )


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([Verdict.SUPPORTED], Verdict.SUPPORTED),
        ([Verdict.SUPPORTED, Verdict.PARTLY], Verdict.PARTLY),
        ([Verdict.PARTLY, Verdict.NOT_FOUND, Verdict.SUPPORTED], Verdict.NOT_FOUND),
        ([Verdict.NOT_FOUND, Verdict.CONTRADICTED], Verdict.CONTRADICTED),
        ([], Verdict.UNCHECKED),
    ],
)
def test_the_worst_verdict_wins(verdicts: list[Verdict], expected: Verdict) -> None:
    """A claim is as good as the worst that any check says of it; unjudged, it is not called supported."""
    ledger = make_ledger(report_of(claim("s1")), [said("s1", verdict) for verdict in verdicts])
    assert [entry.verdict for entry in ledger.entries] == [expected]
    assert len(ledger.entries[0].checks) == len(verdicts)


def test_a_lead_in_without_cite_is_background() -> None:
    """A sentence on no study needs no verdict; one that cites, or states a finding, is never taken for background."""
    claims = [
        claim("s1", ClaimRole.BACKGROUND, cited=""),
        claim("s2", ClaimRole.BACKGROUND),
        claim("s3", cited=""),
    ]
    verdicts = [entry.verdict for entry in make_ledger(report_of(*claims), []).entries]
    assert verdicts == [Verdict.BACKGROUND, Verdict.UNCHECKED, Verdict.UNCHECKED]


def test_background_that_states_a_finding_is_judged() -> None:
    """The role that a writer gives a sentence does not protect it from what a check says."""
    ledger = make_ledger(report_of(claim("s1", ClaimRole.BACKGROUND, cited="")), [said("s1", Verdict.NOT_FOUND)])
    assert ledger.entries[0].verdict is Verdict.NOT_FOUND
    assert ledger.grounding == 0.0


def test_the_grounding_score_counts_judged_claims() -> None:
    """Supported counts whole, partly half, the rest nothing; background and unchecked claims do not count."""
    verdicts = [Verdict.SUPPORTED, Verdict.PARTLY, Verdict.CONTRADICTED, Verdict.NOT_FOUND]
    claims = [claim(f"s{place}") for place in range(4)]
    findings = [said(one.id, verdict) for one, verdict in zip(claims, verdicts, strict=True)]
    ledger = make_ledger(report_of(*claims, claim("s9"), claim("b", ClaimRole.BACKGROUND, cited="")), findings)
    assert ledger.grounding == 0.375
    assert ledger.counts()[Verdict.UNCHECKED] == 1
    assert make_ledger(report_of(claim("s1")), []).grounding is None


def test_the_quotes_are_the_claims_own_and_then_those_that_decided() -> None:
    """A reader sees first what the sentence was taken from, then the words that weigh against it; none twice."""
    own, proof, other = (Quote(citation_id="c1", start=start, end=start + 5) for start in (0, 10, 20))
    one = claim("s1").model_copy(update={"quotes": [own]})
    findings = [said("s1", Verdict.SUPPORTED, "terms", (other, own)), said("s1", Verdict.PARTLY, "hedging", (proof,))]
    assert make_ledger(report_of(one), findings).entries[0].quotes == [own, proof, other]


def test_what_confirms_stays_out_of_the_findings() -> None:
    """Two hundred sound sentences must not bury the one that is not."""
    findings = [said("s1", Verdict.SUPPORTED), said("s2", Verdict.CONTRADICTED), said("s3", None)]
    assert [finding.where for finding in worth_telling(findings)] == ["s2", "s3"]


def test_findings_on_no_claim_do_not_count() -> None:
    """A verifier that judges a claim which is not there changes no entry."""
    ledger = make_ledger(report_of(claim("s1")), [said("s99", Verdict.CONTRADICTED)])
    assert [(entry.claim_id, entry.verdict) for entry in ledger.entries] == [("s1", Verdict.UNCHECKED)]


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(Verdict)), max_size=30))
def test_a_failing_check_is_never_outvoted(judgements: list[tuple[int, Verdict]]) -> None:
    """Whatever else is said, a claim that one check finds contradicted or not found ends as one of these."""
    claims = [claim(f"s{place}") for place in range(6)]
    ledger = make_ledger(report_of(*claims), [said(f"s{place}", verdict) for place, verdict in judgements])
    failing = {f"s{place}" for place, verdict in judgements if verdict.fails}
    assert {entry.claim_id for entry in ledger.entries if entry.verdict.fails} == failing
    assert (
        Report.model_validate_json(report_of(*claims).model_copy(update={"ledger": ledger}).to_json()).ledger == ledger
    )
