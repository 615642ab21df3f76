"""The designs of documents, from MEDLINE's publication types, else from plain words of title, abstract and passages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from bmreport import StudyDesign

if TYPE_CHECKING:
    from bmreport import Citation, EvidenceBody

__all__ = ["DocumentDesign", "Kind", "document_designs"]


class Kind(StrEnum):
    """What a document is, as far as its record tells."""

    REVIEW_OF_TRIALS = "systematic review of randomised trials"
    REVIEW = "systematic review of studies whose design is not stated"
    RANDOMISED = "randomised trial"
    NON_RANDOMISED = "non-randomised controlled study"
    COHORT = "cohort study"
    CASE_CONTROL = "case-control study"
    CROSS_SECTIONAL = "cross-sectional study"
    CASE_SERIES = "case series or case report"
    DIAGNOSTIC = "diagnostic accuracy study"
    OBSERVATIONAL = "observational study of unstated kind"
    OPINION = "editorial, letter, comment or narrative review"
    UNKNOWN = "design not stated"


@dataclass(frozen=True)
class DocumentDesign:
    """One document; `basis` says what told its design."""

    reference_id: str
    title: str
    kind: Kind
    basis: str = ""

    @property
    def study_design(self) -> StudyDesign | None:
        """The design as study data name it, where the publication types alone name one; None otherwise."""
        return _STUDY_DESIGNS.get(self.kind) if self.basis == _BY_TYPE else None


_BY_TYPE: Final = "publication type"
_STUDY_DESIGNS: Final = {
    Kind.RANDOMISED: StudyDesign.RANDOMISED,
    Kind.NON_RANDOMISED: StudyDesign.NON_RANDOMISED,
    Kind.CASE_SERIES: StudyDesign.CASE_SERIES,
}
_OF_STUDIES: Final = {
    StudyDesign.RANDOMISED: Kind.RANDOMISED,
    StudyDesign.NON_RANDOMISED: Kind.NON_RANDOMISED,
    StudyDesign.COHORT: Kind.COHORT,
    StudyDesign.CASE_CONTROL: Kind.CASE_CONTROL,
    StudyDesign.CROSS_SECTIONAL: Kind.CROSS_SECTIONAL,
    StudyDesign.CASE_SERIES: Kind.CASE_SERIES,
    StudyDesign.DIAGNOSTIC: Kind.DIAGNOSTIC,
}
# The first that fits wins: a meta-analysis of trials bears both types.
_TYPES: Final = (
    (Kind.REVIEW, ("meta-analysis", "systematic review", "network meta-analysis")),
    (Kind.RANDOMISED, ("randomized controlled trial", "randomised controlled trial", "pragmatic clinical trial",
                       "equivalence trial", "adaptive clinical trial")),
    (Kind.NON_RANDOMISED, ("controlled clinical trial",)),
    (Kind.OBSERVATIONAL, ("observational study",)),
    (Kind.CASE_SERIES, ("case reports", "case report")),
    (Kind.OPINION, ("editorial", "letter", "comment", "review", "news", "practice guideline", "guideline",
                    "consensus development conference")),
)  # fmt: skip
_PROTOCOL: Final = re.compile(r"\bprotocol\b", re.IGNORECASE)
_TITLES: Final = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Kind.REVIEW, r"\b(?:(?:systematic (?:literature )?|cochrane |umbrella )review|meta-?\s?analys[ei]s)\b"),
        (Kind.NON_RANDOMISED, r"\b(?:non-?\s?randomi[sz]ed|quasi-?\s?(?:randomi[sz]ed|experimental))\b"),
        (Kind.RANDOMISED, r"\brandomi[sz]ed\b|\brct\b"),
        (Kind.CASE_CONTROL, r"\bcase[- ]control(?:led)?\b"),
        (Kind.COHORT, r"\b(?:cohort|follow-up study|registry[- ]based|longitudinal study)\b"),
        (Kind.CROSS_SECTIONAL, r"\bcross[- ]sectional\b"),
        (Kind.CASE_SERIES, r"\bcase (?:series|reports?)\b|\b(?:a|two|three) cases? of\b"),
        (Kind.DIAGNOSTIC, r"\bdiagnostic (?:test )?accuracy\b"),
    )
)
_OF_TRIALS: Final = re.compile(r"\brandomi[sz]ed\b|\bRCTs?\b", re.IGNORECASE)


def document_designs(body: EvidenceBody) -> list[DocumentDesign]:
    """Every document that evidence comes from, in order of the references; retracted papers are left out.

    The design that study data give comes first, then publication types, then the title. Of a systematic review the
    abstract and the passages are read as well, for whether its studies are randomised trials.
    """
    citations: dict[str, list[Citation]] = {}
    for citation in body.citations:
        citations.setdefault(body.reference_of.get(citation.id, ""), []).append(citation)
    given = {study.reference_id: study.design for study in body.studies if study.design and study.reference_id}
    found = []
    for reference in body.references:
        if reference.id not in citations and reference.id not in given:
            continue
        if reference.retracted:
            continue
        own = citations.get(reference.id, [])
        types = {kind.strip().casefold() for kind in reference.publication_types}
        types |= {kind.strip().casefold() for one in own for kind in one.publication_types}
        kind, basis = _kind(types, reference.title)
        if reference.id in given and kind not in (Kind.REVIEW, Kind.REVIEW_OF_TRIALS):
            kind, basis = _OF_STUDIES[given[reference.id]], "study data"
        if kind is Kind.REVIEW and _OF_TRIALS.search(_words(reference.title, own)):
            kind = Kind.REVIEW_OF_TRIALS
        found.append(DocumentDesign(reference.id, reference.title, kind, basis))
    return found


def _kind(types: set[str], title: str) -> tuple[Kind, str]:
    by_type = next((kind for kind, names in _TYPES if types & set(names)), None)
    if by_type not in (None, Kind.OBSERVATIONAL, Kind.OPINION):
        return by_type, _BY_TYPE
    # `Observational Study` and `Review` say less than a title that names the kind.
    by_title = next((kind for kind, pattern in _TITLES if pattern.search(title)), None)
    if by_title is not None and not _PROTOCOL.search(title) and not types & {"editorial", "letter", "comment"}:
        return by_title, "title"
    return (by_type, _BY_TYPE) if by_type else (Kind.UNKNOWN, "")


def _words(title: str, citations: list[Citation]) -> str:
    return " ".join([title, *(f"{one.abstract} {one.passage}" for one in citations)])
