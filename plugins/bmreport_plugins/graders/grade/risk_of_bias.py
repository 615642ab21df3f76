"""Risk of bias of the body: how much of the pooled weight the studies at risk carry.

GRADE guidelines 4; handbook 5.2.1. The Cochrane Handbook (14.2.2) asks whether most information is from studies at low
risk, and whether that from studies at high risk suffices to change the result; a crucial limitation in one domain is
serious, in several very serious. With ROBINS-I the levels follow GRADE guidelines 18: moderate one level, serious two,
critical three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.steps import lowered, not_assessed
from bmreport_plugins.graders.grade.study_bias import Severity
from bmreport_plugins.graders.grade.study_design import starts_by_robins
from bmreport_plugins.graders.grade.wording import at_least, listed, per_cent

if TYPE_CHECKING:
    from bmreport import GradeStep
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence, Weighted

__all__ = ["NAME", "judge"]

NAME = "risk of bias"


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step. Studies that nobody judged are told, and leave the domain undecided where they could change it."""
    judged = [one for one in evidence.weighted if _severity(one) is not None]
    if not judged:
        return not_assessed(NAME, _why_none(evidence))
    robins = starts_by_robins(evidence)
    change = _change(evidence, robins=robins, unknown=None)
    worst = _change(evidence, robins=robins, unknown=Severity.HIGH)
    reason = " ".join(
        filter(None, (_told(evidence), _unjudged(evidence), _disputed(evidence), _rule(evidence, robins=robins)))
    )
    return lowered(NAME, change, reason, undecided=worst < change)


def _change(evidence: OutcomeEvidence, *, robins: bool, unknown: Severity | None) -> int:
    """Levels down when studies that nobody judged count as `unknown`."""
    options = evidence.options
    some, high, critical = (
        _share(evidence, least, unknown) for least in (Severity.SOME, Severity.HIGH, Severity.CRITICAL)
    )
    if robins:
        if at_least(critical, options.bias_high_share):
            return -3
        if at_least(high, options.bias_high_share):
            return -2
        return -1 if at_least(some, options.bias_some_share) else 0
    if at_least(_several(evidence), options.bias_several_share) or at_least(critical, options.bias_several_share):
        return -2
    return -1 if at_least(high, options.bias_high_share) or at_least(some, options.bias_some_share) else 0


def _share(evidence: OutcomeEvidence, least: Severity, unknown: Severity | None = None) -> float:
    def holds(one: Weighted) -> bool:
        severity = _severity(one)
        found = unknown if severity is None else severity
        return found is not None and found >= least

    return evidence.share(holds)


def _several(evidence: OutcomeEvidence) -> float:
    """Weight of the studies at high risk in two or more domains."""
    return evidence.share(
        lambda one: one.bias is not None and (_severity(one) or 0) >= Severity.HIGH and one.bias.high_domains >= 2
    )


def _severity(one: Weighted) -> Severity | None:
    return one.bias.severity if one.bias else None


def _told(evidence: OutcomeEvidence) -> str:
    options = evidence.options
    lines = (options.bias_high_share, options.bias_some_share, options.bias_several_share)
    tools = listed(dict.fromkeys(one.bias.tool_name for one in evidence.weighted if one.bias))
    high, some = _share(evidence, Severity.HIGH), _share(evidence, Severity.SOME)
    parts = [f"{per_cent(high, *lines)} of the pooled weight comes from studies at high or serious risk"]
    if several := _several(evidence):
        parts.append(f"{per_cent(several, *lines)} from studies at high risk in two or more domains")
    if critical := _share(evidence, Severity.CRITICAL):
        parts.append(f"{per_cent(critical, *lines)} from studies at critical risk")
    parts.append(f"{per_cent(some, *lines)} from studies with some concerns (moderate risk) or worse")
    return f"{listed(parts)} ({tools})."


def _unjudged(evidence: OutcomeEvidence) -> str:
    unjudged = [one.study.study for one in evidence.weighted if _severity(one) is None]
    if not unjudged:
        return ""
    share = evidence.share(lambda one: _severity(one) is None)
    names = listed(dict.fromkeys(unjudged[:5])) + (f" and {len(unjudged) - 5} more" if len(unjudged) > 5 else "")
    return f"Nobody judged the whole of {names}, which carry {per_cent(share)} of the weight."


def _disputed(evidence: OutcomeEvidence) -> str:
    names = [one.study.study for one in evidence.weighted if one.bias and one.bias.disputed]
    if not names:
        return ""
    return f"Assessors differ on {listed(dict.fromkeys(names))} and no consensus is given; the worse judgement counts."


def _why_none(evidence: OutcomeEvidence) -> str:
    if any(one.bias for one in evidence.weighted):
        return "domains of the studies were judged, but no study as a whole."
    return "the study data hold no judgements on risk of bias."


def _rule(evidence: OutcomeEvidence, *, robins: bool) -> str:
    options = evidence.options
    high, some = per_cent(options.bias_high_share), per_cent(options.bias_some_share)
    if robins:
        return (
            f"Rule: with ROBINS-I, one level down when moderate risk or worse carries at least {some} of the weight, "
            f"two when serious or critical risk carries at least {high}, three when critical risk does."
        )
    several = per_cent(options.bias_several_share)
    return (
        f"Rule: one level down when studies at high risk carry at least {high} of the weight, or studies with some "
        f"concerns or worse at least {some}; two when studies at high risk in two or more domains, or at critical "
        f"risk, carry at least {several}."
    )
