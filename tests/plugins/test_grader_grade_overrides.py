"""Judgements of people: both stay visible, each has a name and a reason, assessors are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmreport import EvidenceBody, Grade, InputError, RunContext, Study, StudyDesign
from bmreport_plugins.graders.grade import GradeGrader, GradeOptions

from .grade_studies import good_trials, grade_of, grades_of, ratio, rob2, step

ENTRY = {
    "outcome": "Death",
    "domain": "imprecision",
    "judgement": "serious",
    "by": "A. Reviewer",
    "reason": "Few events in the old.",
}


def written(folder: Path, *entries: dict[str, str]) -> str:
    """A file of these entries; fields are laid over ENTRY, and an empty one is left out."""
    lines = ["judgements:"]
    for entry in entries:
        fields = {name: value for name, value in {**ENTRY, **entry}.items() if value}
        lines += [
            f"  {'- ' if place == 0 else '  '}{name}: '{value}'" for place, (name, value) in enumerate(fields.items())
        ]
    path = folder / "judgements.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def graded(path: str, studies: list[Study] | None = None) -> Grade:
    """The grade of good trials with these overrides."""
    return grade_of(studies or good_trials(), overrides=path)


def test_both_judgements_stay_visible(tmp_path: Path) -> None:
    """The person's counts; the machine's stands in the step, in its words and in the footnote."""
    found = graded(written(tmp_path, {}))
    assert found.label == "Moderate"
    told = step(found, "imprecision")
    assert (told.judgement, told.change) == ("serious", -1)
    assert told.override is not None
    assert (told.override.by, told.override.reason) == ("A. Reviewer", "Few events in the old.")
    assert (told.override.machine_judgement, told.override.machine_change) == ("not serious", 0)
    assert "By the rules it would be not serious" in told.reason
    assert "A. Reviewer: Few events in the old." in told.footnote
    assert "Reviewers decided on imprecision." in found.reason


def test_a_person_can_judge_what_was_not_assessed(tmp_path: Path) -> None:
    """The domain then counts as assessed, and the machine's silence is on record."""
    path = written(tmp_path, {"domain": "indirectness", "judgement": "none", "reason": "All adults at risk."})
    told = step(graded(path, good_trials(indirectness={})), "indirectness")
    assert told.assessed
    assert told.override is not None
    assert told.override.machine_judgement == "not assessed"


def test_all_outcomes_but_those_with_their_own(tmp_path: Path) -> None:
    """An entry for `all` counts where the outcome has none of its own."""
    path = written(tmp_path, {"outcome": "all", "judgement": "very serious"}, {"judgement": "not serious"})
    studies = [*good_trials(), *good_trials(outcome="Stroke")]
    changes = {grade.outcome: step(grade, "imprecision").change for grade in grades_of(studies, overrides=path)[1:]}
    assert changes == {"Death": 0, "Stroke": -2}


def test_the_start_can_be_decided_by_a_person(tmp_path: Path) -> None:
    """As where a registry trial was randomised after all."""
    path = written(tmp_path, {"domain": "study design", "judgement": "high", "reason": "Randomised by registry."})
    assert graded(path, good_trials(design=None)).label == "High"


def test_dose_response_and_opposing_confounding_are_declared(tmp_path: Path) -> None:
    """One level each, for observational studies; for trials only where an entry names them."""
    path = written(
        tmp_path,
        {"domain": "dose-response", "judgement": "present", "reason": "Risk falls with each dose."},
        {"domain": "opposing confounding", "judgement": "present", "reason": "Sicker people were treated."},
    )
    cohort = [ratio("C", 0.7, 0.6, 0.8167, design=StudyDesign.COHORT)]
    assert graded(path, cohort).label == "High"
    assert step(graded(path), "dose-response").change == 1


def test_an_entry_can_name_the_kind_of_design(tmp_path: Path) -> None:
    """Where an outcome has trials and observational studies."""
    path = written(tmp_path, {"design": "observational"})
    cohorts = [
        one.model_copy(update={"study": f"C{n}"}) for n, one in enumerate(good_trials(design=StudyDesign.COHORT))
    ]
    _whole, trials, observed = grades_of([*good_trials(), *cohorts], overrides=path)
    assert step(trials, "imprecision").override is None
    assert step(observed, "imprecision").override is not None


def test_a_lowered_domain_hinders_a_large_effect(tmp_path: Path) -> None:
    """What people decide counts before anything raises."""
    cohort = [ratio("C", 3, 2.7, 3.3333, design=StudyDesign.COHORT)]
    assert grade_of(cohort).label == "Moderate"
    assert graded(written(tmp_path, {"domain": "risk of bias"}), cohort).label == "Very low"


# Two assessors


def test_assessors_who_agree_need_no_consensus(tmp_path: Path) -> None:
    """Both are named, and both reasons."""
    told = step(graded(written(tmp_path, {}, {"by": "B. Second", "reason": "Wide."})), "imprecision")
    assert told.override is not None
    assert told.override.by == "A. Reviewer and B. Second"
    assert "B. Second: Wide." in told.override.reason


def test_assessors_who_differ_need_a_consensus(tmp_path: Path) -> None:
    """Without one it is an error that tells who said what; with one, that counts and the others are told."""
    second = {"by": "B. Second", "judgement": "not serious"}
    with pytest.raises(InputError, match=r"judgement 2.*the assessors differ: A. Reviewer said serious and B. Second"):
        graded(written(tmp_path, {}, second))
    agreed = {"by": "A. Reviewer and B. Second", "judgement": "very serious", "consensus": "yes"}
    found = graded(written(tmp_path, {}, second, agreed))
    told = step(found, "imprecision")
    assert told.change == -2
    assert "A. Reviewer said serious and B. Second said not serious" in told.reason
    agreement = step(found, "agreement of assessors")
    assert "judged 1 domain both and agreed on 0" in agreement.reason


def test_kappa_is_told(tmp_path: Path) -> None:
    """Over all domains that both judged, before any consensus."""
    entries = []
    for domain, one, other in (
        ("risk of bias", "serious", "serious"),
        ("inconsistency", "none", "none"),
        ("indirectness", "serious", "none"),
        ("imprecision", "none", "none"),
    ):
        entries += [{"domain": domain, "judgement": one}, {"domain": domain, "judgement": other, "by": "B. Second"}]
    entries.append({"domain": "indirectness", "judgement": "serious", "by": "both", "consensus": "yes"})
    told = step(graded(written(tmp_path, *entries)), "agreement of assessors").reason
    assert "agreed on 3 before any consensus (Cohen's kappa 0.50)" in told


def test_agreement_on_risk_of_bias_is_told() -> None:
    """Two assessors with one tool: how many domains both judged, and kappa."""
    studies = good_trials(3, bias=[rob2("low", assessor="A"), rob2("high", 1, assessor="B")])
    assert (
        "RoB 2: A and B judged 15 domains both and agreed on 80%"
        in step(grade_of(studies), "agreement of assessors").reason
    )


# Faults


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"reason": ""}, r"judgement 1 \(Death, imprecision\).*reason is missing.*say why"),
        ({"by": ""}, "by is missing"),
        ({"judgement": ""}, "judgement is missing"),
        ({"domain": ""}, "domain is missing"),
        ({"outcome": ""}, "outcome is missing"),
        ({"domain": "imprecison"}, "is no domain.*did you mean imprecision"),
        ({"judgement": "grave"}, "is no judgement on imprecision.*not serious"),
        ({"domain": "large effect", "judgement": "serious"}, "is no judgement on large effect"),
        ({"outcome": "Deth"}, "no study has the outcome 'Deth'.*did you mean 'Death'"),
        ({"comparison": "a versus b"}, "has no comparison.*Placebrol versus placebo"),
        ({"design": "observational"}, "has no observational studies.*randomised trials"),
        ({"design": "blue"}, "is no kind of design"),
        ({"consensus": "perhaps"}, "neither yes nor no"),
        ({"colour": "red"}, "'colour' is no field of a judgement"),
    ],
)
def test_faults_are_told_with_file_and_place(tmp_path: Path, entry: dict[str, str], message: str) -> None:
    """What is wrong, in which entry of which file, and what to do."""
    with pytest.raises(InputError, match=rf"(?s)judgements\.yaml.*{message}"):
        graded(written(tmp_path, entry))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no list of judgements"),
        ("judgements: 5\n", "holds no list of judgements"),
        ("opinions:\n  - a\n", "'opinions' means nothing here"),
        ("- just words\n", "judgement 1: is no judgement"),
        ("- {outcome: [Death]}\n", "judgement 1: is no judgement"),
        ("- {outcome: &a Death, domain: *a}\n", "alias"),
        ("judgements: [\n", "not valid YAML"),
    ],
)
def test_files_that_are_none_are_told(tmp_path: Path, text: str, message: str) -> None:
    """A file that holds no judgements is an error with the place."""
    path = tmp_path / "judgements.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"judgements\.yaml.*{message}"):
        graded(str(path))


def test_a_missing_file_and_one_person_twice_are_errors(tmp_path: Path) -> None:
    """With the path, and with the second entry."""
    with pytest.raises(InputError, match=r"nowhere\.yaml: cannot be read"):
        graded(str(tmp_path / "nowhere.yaml"))
    with pytest.raises(InputError, match="judgement 2.*judged this twice"):
        graded(written(tmp_path, {}, {"judgement": "very serious"}))


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    """A reason with mark-up is printed as it stands."""
    told = step(graded(written(tmp_path, {"reason": "<b>*x*</b> #read(1) {{ 7 }}"})), "imprecision")
    assert "<b>*x*</b> #read(1) {{ 7 }}" in told.reason


def test_citations_alone_take_judgements_on_all(tmp_path: Path) -> None:
    """Without studies there is one body; what is said of all outcomes counts for it."""
    path = written(tmp_path, {"outcome": "all"})
    (found,) = GradeGrader().grade(EvidenceBody("Why?", (), ()), RunContext(), GradeOptions(overrides=path))
    assert found.label == "Very low (provisional)"
    assert step(found, "imprecision").override is not None
