"""A row of study data as a table of `bmreport_meta`, for one measure of effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.models import StudyDesign
from bmreport_plugins.study_pooling.measures_of_rows import figures_of, measures_of

if TYPE_CHECKING:
    from bmreport.models import Arm, Study
    from bmreport_meta import Table

__all__ = ["people_in", "row_table"]


def row_table(study: Study, measure: str, name: str) -> Table | str:
    """The table, with `name` for its study; or the reason for which the row gives none.

    Where a row has both counts and a published estimate, the counts of a randomised trial are taken, and the estimate
    of any other study, which is adjusted for confounders. Raises bmreport_meta's ImplausibleInputError.
    """
    given = measures_of(study)
    estimated = study.estimate is not None and study.estimate.measure == measure
    if measure not in given:
        return _why_not(study, measure, given)
    from_arms = any(one == measure for one in measures_of(study.model_copy(update={"estimate": None})))
    if estimated and not (from_arms and study.design is StudyDesign.RANDOMISED):
        return _estimate_table(study, name)
    return _arms_table(study, name)


def people_in(study: Study) -> int | None:
    """People of the row: both arms, else the one arm of a study without controls, else what is said of the study."""
    totals = [arm.total for arm in (study.intervention, study.control) if arm.total is not None]
    if len(totals) == 2 or (totals and figures_of(study).startswith("one ")):
        return sum(totals)
    return study.participants


def _estimate_table(study: Study, name: str) -> Table | str:
    from bmreport_meta import Estimate

    given = study.estimate
    if given is None or (given.se is None and (given.low is None or given.high is None)):
        return "the estimate has neither a standard error nor both bounds of an interval"
    n = people_in(study) or None
    return Estimate(name, given.value, se=given.se, low=given.low, high=given.high, level=given.level, n=n)


def _arms_table(study: Study, name: str) -> Table | str:
    from bmreport_meta import Continuous, Proportion, Rate, SingleMean, SingleRate, TwoByTwo

    one, other = study.intervention, study.control
    kind = figures_of(study)
    if kind == "events":
        return TwoByTwo(name, one.events, one.total, other.events, other.total)
    if kind == "means":
        return Continuous(name, one.mean, one.sd, one.total, other.mean, other.sd, other.total)
    if kind == "rates":
        return Rate(name, one.events, one.person_time, other.events, other.person_time)
    if kind == "one proportion":
        return Proportion(name, one.events, one.total)
    if kind == "one mean":
        return SingleMean(name, one.mean, one.sd, one.total)
    return SingleRate(name, one.events, one.person_time)


def _why_not(study: Study, measure: str, given: tuple[str, ...]) -> str:
    if given:
        return f"gives {' or '.join(given)}, not {measure}, in which the other studies are pooled"
    lacking = [
        *_lacking("intervention", study.intervention),
        *_lacking("control", study.control),
    ]
    return f"not reported: {', '.join(lacking)}" if lacking else "no figures of both arms, and no estimate"


def _lacking(group: str, arm: Arm) -> list[str]:
    """What an arm lacks of the figures that it began to give."""
    if arm.events is not None and arm.total is None and arm.person_time is None:
        return [f"number of people of the {group} group"]
    if arm.mean is not None:
        missing = [word for word, value in (("SD", arm.sd), ("number of people", arm.total)) if value is None]
        return [f"{word} of the {group} group" for word in missing]
    if arm.events is None and (arm.total is not None or arm.person_time is not None):
        return [f"events of the {group} group"]
    return []
