"""From a body of evidence to what is known of each outcome."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport.notices import RecordStatus, record_status
from bmreport_plugins.graders.document_designs import document_designs
from bmreport_plugins.graders.grade.evidence import OutcomeEvidence
from bmreport_plugins.graders.grade.outcome_settings import settings_of
from bmreport_plugins.graders.grade.study_bias import bias_of_studies
from bmreport_plugins.study_pooling import PoolingSettings, group_studies, pool_group
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, Study
    from bmreport_plugins.graders.grade.options import GradeOptions
    from bmreport_plugins.study_pooling import StudyGroup

__all__ = ["collect_outcomes", "usable_studies"]


def collect_outcomes(body: EvidenceBody, options: GradeOptions) -> list[OutcomeEvidence]:
    """Every outcome of every comparison, randomised and observational studies apart, in the order of the studies.

    Raises InputError for judgements that do not fit their tool, ConfigError for options on outcomes that are not there.
    """
    studies = usable_studies(body)
    groups = group_studies(studies)
    settings = settings_of((group.outcome for group in groups), options)
    biases = bias_of_studies(studies, options)
    pooling = PoolingSettings(options.method, options.test, options.level, options.measure)
    names = _names(groups)
    return [
        OutcomeEvidence(name, pool_group(group, pooling), options, settings[name_key(group.outcome)], biases)
        for name, group in zip(names, groups, strict=True)
    ]


def usable_studies(body: EvidenceBody) -> list[Study]:
    """The studies with what their records say of them.

    Those of a retracted paper are retracted, and a design that is not given is that of the paper where its publication
    types name one.
    """
    designs = {one.reference_id: one.study_design for one in document_designs(body)} if _lacks_design(body) else {}
    retracted = {
        reference.id
        for reference in body.references
        if reference.retracted or record_status(reference.publication_types, reference.title) is RecordStatus.RETRACTED
    }
    studies = []
    for study in body.studies:
        update: dict[str, object] = {}
        if study.reference_id in retracted and not study.retracted:
            update["retracted"] = True
        if study.design is None and designs.get(study.reference_id):
            update["design"] = designs[study.reference_id]
        studies.append(study.model_copy(update=update) if update else study)
    return studies


def _lacks_design(body: EvidenceBody) -> bool:
    return any(study.design is None for study in body.studies)


def _names(groups: Sequence[StudyGroup]) -> list[str]:
    """What each outcome is called: with comparison and design where the outcome's name alone is not enough."""
    outcomes = Counter(name_key(group.outcome) for group in groups)
    compared = Counter((name_key(group.outcome), name_key(group.comparison)) for group in groups)
    names = []
    for group in groups:
        outcome, place = name_key(group.outcome), (name_key(group.outcome), name_key(group.comparison))
        several_comparisons = outcomes[outcome] > compared[place]
        told = [
            group.comparison or "comparison not named" if several_comparisons else "",
            str(group.design or "") if compared[place] > 1 else "",
        ]
        more = "; ".join(filter(None, told))
        names.append(f"{group.outcome} ({more})" if more else group.outcome)
    return names
