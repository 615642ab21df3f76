"""Rows of study data by outcome, comparison and kind of design."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bmreport.models import Study, StudyDesign

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DesignClass", "StudyGroup", "group_studies", "name_key"]


class DesignClass(StrEnum):
    """Kinds of designs whose certainty starts at different levels."""

    RANDOMISED = "randomised trials"
    OBSERVATIONAL = "observational studies"
    DIAGNOSTIC = "diagnostic accuracy studies"
    UNKNOWN = "studies of unstated design"

    @classmethod
    def of(cls, design: StudyDesign | None) -> DesignClass:
        """The class of a design; one that is not given is unknown, never guessed."""
        if design is None:
            return cls.UNKNOWN
        if design is StudyDesign.RANDOMISED:
            return cls.RANDOMISED
        return cls.DIAGNOSTIC if design is StudyDesign.DIAGNOSTIC else cls.OBSERVATIONAL


@dataclass(frozen=True)
class StudyGroup:
    """The rows of one outcome in one comparison; `design` is None when designs are not kept apart."""

    outcome: str
    comparison: str
    studies: tuple[Study, ...]
    design: DesignClass | None = None


def group_studies(studies: Iterable[Study], *, by_design: bool = True) -> list[StudyGroup]:
    """Groups in the order in which they first appear; names are compared without case and spacing."""
    rows: dict[tuple[str, str, DesignClass | None], list[Study]] = {}
    for study in studies:
        design = DesignClass.of(study.design) if by_design else None
        rows.setdefault((name_key(study.outcome), name_key(study.comparison), design), []).append(study)
    return [
        StudyGroup(
            outcome=" ".join(found[0].outcome.split()),
            comparison=" ".join(found[0].comparison.split()),
            studies=tuple(found),
            design=design,
        )
        for (_outcome, _comparison, design), found in rows.items()
    ]


def name_key(text: str) -> str:
    """A name made comparable."""
    return " ".join(text.casefold().split())
