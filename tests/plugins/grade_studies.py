"""Made-up study rows for the tests of the graders, and the grades they get."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bmreport import Arm, BiasJudgement, EvidenceBody, Grade, GradeStep, RunContext, Study, StudyDesign, StudyEstimate
from bmreport_plugins.graders.grade import GradeGrader, GradeOptions

ALL_DIRECT = {"population": "none"}
ROB2_DOMAINS = ("D1", "D2", "D3", "D4", "D5")
ROBINS_DOMAINS = ("D1", "D2", "D3", "D4", "D5", "D6", "D7")


def trial(name: str, events: tuple[int, int], totals: tuple[int, int] = (1000, 1000), **fields: Any) -> Study:
    """A randomised trial with events of both arms; low risk of bias and direct unless told otherwise."""
    given: dict[str, Any] = {
        "outcome": "Death",
        "comparison": "Placebrol versus placebo",
        "design": StudyDesign.RANDOMISED,
        "bias": [rob2("low")],
        "indirectness": ALL_DIRECT,
        "funding": "public",
        **fields,
    }
    return Study(
        study=name,
        intervention=Arm(events=events[0], total=totals[0]),
        control=Arm(events=events[1], total=totals[1]),
        **given,
    )


def ratio(name: str, value: float, low: float, high: float, **fields: Any) -> Study:
    """A study that gives a ratio with its interval alone."""
    measure = fields.pop("measure", "RR")
    given: dict[str, Any] = {
        "outcome": "Death",
        "comparison": "Placebrol versus placebo",
        "design": StudyDesign.RANDOMISED,
        "bias": [rob2("low")],
        "indirectness": ALL_DIRECT,
        "funding": "public",
        **fields,
    }
    return Study(study=name, estimate=StudyEstimate(measure=measure, value=value, low=low, high=high), **given)


def means(name: str, difference: float, n: int = 300, sd: float = 10.0, **fields: Any) -> Study:
    """A randomised trial with means, 50 in the control group."""
    given: dict[str, Any] = {
        "outcome": "Pain",
        "comparison": "Placebrol versus placebo",
        "design": StudyDesign.RANDOMISED,
        "bias": [rob2("low")],
        "indirectness": ALL_DIRECT,
        "funding": "public",
        **fields,
    }
    return Study(
        study=name,
        intervention=Arm(mean=50 + difference, sd=sd, total=n),
        control=Arm(mean=50, sd=sd, total=n),
        **given,
    )


def rob2(level: str, high_domains: int = 0, assessor: str = "") -> BiasJudgement:
    """A judgement with RoB 2: so many domains high, the whole as told."""
    domains = {name: "high" if place < high_domains else "low" for place, name in enumerate(ROB2_DOMAINS)}
    return BiasJudgement(tool="rob2", domains=domains, overall=level, assessor=assessor)


def robins(level: str) -> BiasJudgement:
    """A judgement with ROBINS-I, the same in every domain."""
    return BiasJudgement(tool="robins-i", domains=dict.fromkeys(ROBINS_DOMAINS, level), overall=level)


def body_of(studies: Sequence[Study], **fields: Any) -> EvidenceBody:
    """A body of evidence with these studies and nothing else."""
    return EvidenceBody("Does placebrol save lives?", (), (), studies=tuple(studies), **fields)


def grades_of(studies: Sequence[Study], **options: Any) -> list[Grade]:
    """All grades of these studies."""
    return GradeGrader().grade(body_of(studies), RunContext(offline=True), GradeOptions(**options))


def grade_of(studies: Sequence[Study], **options: Any) -> Grade:
    """The grade of studies of one outcome."""
    grades = grades_of(studies, **options)
    assert len(grades) == 1
    return grades[0]


def step(grade: Grade, name: str) -> GradeStep:
    """The step of a domain."""
    return next(one for one in grade.steps if one.name == name)


def change(studies: Sequence[Study], name: str, **options: Any) -> int:
    """Levels that a domain moves."""
    return step(grade_of(studies, **options), name).change


def good_trials(k: int = 3, **fields: Any) -> list[Study]:
    """Trials that agree, are large, and have nothing wrong with them."""
    return [trial(f"Trial {number}", (120, 200), (2000, 2000), **fields) for number in range(k)]
