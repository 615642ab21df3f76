"""Publication bias: small-study tests from ten studies on, and who paid (GRADE guidelines 5; Cochrane Handbook 13.3.5).

Harbord's test for odds ratios and Peters' for the other measures of counts, whose standard errors follow the effect;
Egger's for all others. Trim and fill shows what missing studies might change; it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.funding import Funding, funding_of
from bmreport_plugins.graders.grade.optimal_size import optimal_size
from bmreport_plugins.graders.grade.steps import lowered, not_assessed
from bmreport_plugins.graders.grade.wording import at_least, counted, effect, interval, p_value, per_cent

if TYPE_CHECKING:
    from bmreport import GradeStep
    from bmreport_meta import EffectSizes, SmallStudyTest
    from bmreport_plugins.graders.grade.evidence import OutcomeEvidence

__all__ = ["NAME", "judge"]

NAME = "publication bias"
_SUSPECTED, _UNDETECTED = "strongly suspected", "undetected"


@dataclass(frozen=True)
class _Finding:
    """What one look at the matter found: `suspected` is None when it could tell nothing."""

    suspected: bool | None
    words: str


def judge(evidence: OutcomeEvidence) -> GradeStep:
    """The step; one level at most, for nobody can see what was not published."""
    if evidence.outcome.pooled is None:
        return not_assessed(NAME, "no study is pooled.")
    asymmetry, paid = _asymmetry(evidence), _funding(evidence)
    reason = f"{asymmetry.words} {paid.words} {_rule(evidence)}"
    if asymmetry.suspected or paid.suspected:
        return lowered(NAME, -1, reason, judgement=_SUSPECTED)
    if asymmetry.suspected is None and paid.suspected is None:
        return not_assessed(NAME, f"{asymmetry.words} {paid.words}")
    return lowered(NAME, 0, reason, judgement=_UNDETECTED)


def _asymmetry(evidence: OutcomeEvidence) -> _Finding:
    outcome, options = evidence.outcome, evidence.options
    assert outcome.pooled is not None  # noqa: S101  # the caller has looked
    k = outcome.pooled.k
    if k < options.small_study_k:
        few = counted(k, "study", "studies")
        return _Finding(None, f"{few}: asymmetry is not tested with fewer than {options.small_study_k}.")
    from bmreport_meta import MetaError

    assert outcome.sizes is not None  # noqa: S101  # what is pooled has sizes
    try:
        test = _test(outcome.sizes)
    except MetaError as error:
        return _Finding(None, f"Asymmetry could not be tested: {error}.")
    found = test.p < options.small_study_p
    own = "'" if test.name.endswith("s") else "'s"
    words = f"{test.name}{own} test of {k} studies: slope {effect(test.slope)}, {p_value(test.p)}."
    return _Finding(found, f"{words} {_trim_and_fill(evidence)}" if found else words)


def _test(sizes: EffectSizes) -> SmallStudyTest:
    from bmreport_meta import TwoByTwo, egger, harbord, peters

    if all(isinstance(effect_.table, TwoByTwo) for effect_ in sizes.effects):
        return harbord(sizes) if sizes.measure in ("OR", "PETO") else peters(sizes)
    return egger(sizes)


def _trim_and_fill(evidence: OutcomeEvidence) -> str:
    from bmreport_meta import MetaError, on_natural_scale, trim_and_fill

    sizes = evidence.outcome.sizes
    assert sizes is not None  # noqa: S101  # as above
    try:
        filled = trim_and_fill(sizes, method="DL", level=evidence.options.level)
        natural = on_natural_scale(filled.pooled, sizes)
    except MetaError as error:
        return f"Trim and fill could not be done: {error}."
    if not filled.missing:
        return "Trim and fill adds no study."
    shown = f"{effect(natural.estimate)} ({interval(natural.interval.low, natural.interval.high)})"
    return f"Trim and fill adds {counted(filled.missing, 'study', 'studies')} and would give {shown}."


def _funding(evidence: OutcomeEvidence) -> _Finding:
    options = evidence.options
    kinds = {id(one): funding_of(one.study.funding) for one in evidence.weighted}
    industry, unknown = (
        evidence.share(lambda one, kind=kind: kinds[id(one)] is kind)  # type: ignore[misc]  # mypy loses the default
        for kind in (Funding.INDUSTRY, Funding.UNKNOWN)
    )
    if at_least(unknown, 1.0):
        return _Finding(None, "Who paid for the studies is not known.")
    words = f"Industry paid for studies with {per_cent(industry, options.industry_share)} of the weight"
    words += f" (not known for {per_cent(unknown)})." if unknown > 0 else "."
    if not at_least(industry, options.industry_share):
        undecided = at_least(industry + unknown, options.industry_share)
        return _Finding(None if undecided else False, words)
    size = optimal_size(evidence)
    small = size is None or not size.met
    told = (
        "are small together (optimal information size not met)"
        if small
        else "together meet the optimal information size"
    )
    return _Finding(small, f"{words} They {told}.")


def _rule(evidence: OutcomeEvidence) -> str:
    options = evidence.options
    k, p, share = options.small_study_k, options.small_study_p, per_cent(options.industry_share)
    return (
        f"Rule: one level down when a test of at least {k} studies has p below {p:g}, or when industry paid for at "
        f"least {share} of the weight and the studies together do not meet the optimal information size."
    )
