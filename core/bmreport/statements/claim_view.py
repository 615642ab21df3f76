"""ClaimInView: one claim beside all that it may rest on, as the checks look at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bmreport.models import ClaimRole
from bmreport.models.draft import Figure, Table, block_claims

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bmreport.models import Quote, Report


@dataclass(frozen=True)
class ClaimInView:
    """A claim and the passages that it cites.

    `passages` holds the cited citations that exist, by id; `titles` their documents' titles, and those of all documents
    where the claim cites none. `known_ids` are the ids of all citations of the report. `in_table` marks the parts of a
    table, which are often bare words or figures, and the words below a picture, which say what is seen.
    """

    text: str
    passages: Mapping[str, str] = field(default_factory=dict)
    citation_ids: tuple[str, ...] = ()
    role: ClaimRole = ClaimRole.FINDING
    known_ids: frozenset[str] = frozenset()
    titles: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    quotes: tuple[Quote, ...] = ()
    claim_id: str = ""
    has_cites: bool = False
    """Whether it cites anything at all; a report made from a finished text cites references without passages."""
    in_table: bool = False
    study_names: frozenset[str] = frozenset()
    """What the studies are called whose figures the report holds; tables and figures name them as they stand."""

    @cached_property
    def is_verbatim(self) -> bool:
        """Whether a cited passage holds the claim word for word; such a claim cannot say more than its source."""
        words = " ".join(self.text.split())
        return bool(words) and any(words in " ".join(passage.split()) for passage in self.passages.values())


def claims_in_view(report: Report) -> Iterator[ClaimInView]:
    """Every claim of a report in reading order."""
    passages = {citation.id: citation.passage for citation in report.citations}
    titles = {citation.id: citation.document_title for citation in report.citations}
    known = frozenset(passages)
    studies = frozenset(study.study for study in report.studies)
    for section in report.sections:
        for block in section.blocks:
            for claim in block_claims(block):
                cited = [identifier for identifier in claim.citation_ids if identifier in known]
                yield ClaimInView(
                    text=claim.text,
                    passages={identifier: passages[identifier] for identifier in cited},
                    citation_ids=tuple(claim.citation_ids),
                    role=claim.role,
                    known_ids=known,
                    titles={identifier: titles[identifier] for identifier in cited} if claim.cites else titles,
                    question=report.user_question,
                    quotes=tuple(claim.quotes),
                    claim_id=claim.id,
                    has_cites=bool(claim.cites),
                    in_table=isinstance(block, Table | Figure),
                    study_names=studies,
                )
