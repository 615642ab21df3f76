"""The earlier answer, as a revision finds it: what stays of it, what a change touches, what is cited no more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import SectionKind
from bmreport.models import walk_claims
from bmreport.report_merging.trimming import without
from bmreport_plugins.synthesizers.llm.assembling import CLOSING, EVIDENCE_REMARK, REST_REMARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bmreport import Claim, Section

__all__ = ["Earlier", "claims_of", "is_closing", "is_conclusion", "read_earlier"]

_REMARK = re.compile(r"This answer (?:quotes|rests on|cites) |The evidence consists of \d")
_CONCLUSION = "conclusion"


@dataclass(frozen=True)
class Earlier:
    """The sections without what a change touches, and without sentences that count the evidence.

    `touched` are the claims that went. `orphans` are citations that they rested on and no finding that stays rests on.
    """

    sections: tuple[Section, ...]
    touched: tuple[Claim, ...]
    orphans: tuple[str, ...]
    lost_lead: int = 0
    lost_conclusion: int = 0

    @property
    def cited(self) -> frozenset[str]:
        """Citations that what stays rests on."""
        return frozenset(one for claim in walk_claims(list(self.sections)) for one in claim.citation_ids)


def read_earlier(sections: Iterable[Section], known: Iterable[str]) -> Earlier:
    """Take out the claims that rest on a citation which is not among the known ones.

    The section of contradictions is left out: it is made anew from the evidence.
    """
    here = frozenset(known)
    given = [section for section in sections if section.kind is not SectionKind.CONTRADICTIONS]

    def is_touched(claim: Claim) -> bool:
        return not here.issuperset(claim.citation_ids)

    kept = without(given, lambda claim: is_touched(claim) or _is_remark(claim))
    touched = [claim for claim in walk_claims(given) if is_touched(claim)]
    # A summary alone is too little to rest on: what it says of a citation is said in full elsewhere.
    full = [section for section in kept if section.kind is not SectionKind.LEAD and not is_conclusion(section)]
    still = {one for claim in walk_claims(full) for one in claim.citation_ids}
    orphans = dict.fromkeys(one for claim in touched for one in claim.citation_ids if one in here and one not in still)
    return Earlier(
        tuple(kept),
        tuple(touched),
        tuple(orphans),
        lost_lead=sum(map(is_touched, claims_of(given, lambda one: one.kind is SectionKind.LEAD))),
        lost_conclusion=sum(map(is_touched, claims_of(given, is_conclusion))),
    )


def claims_of(sections: Sequence[Section], wanted: Callable[[Section], bool]) -> list[Claim]:
    """The claims of some of the sections."""
    return list(walk_claims([section for section in sections if wanted(section)]))


def is_conclusion(section: Section) -> bool:
    """Whether a section is the conclusion."""
    return section.kind is SectionKind.OTHER and section.heading.strip().casefold() == _CONCLUSION


def is_closing(claim: Claim) -> bool:
    """Whether a claim sums up the section in which it stands."""
    return claim.id.startswith(f"{CLOSING}-")


def _is_remark(claim: Claim) -> bool:
    return claim.id in (EVIDENCE_REMARK, REST_REMARK) or (not claim.cites and _REMARK.match(claim.text) is not None)
