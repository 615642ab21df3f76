"""What stands of an answer when some of its evidence is taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.models import Claim, ClaimRole, Paragraph, Section, SectionKind, walk_claims
from bmreport.models.draft import block_claims
from bmreport.report_merging.trimming import without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.report_refining.exclusions import Excluded

__all__ = ["Kept", "counts_evidence", "keep_untouched", "keep_whole_blocks", "rests_on", "with_count"]

_NUMBER = re.compile(
    r"\b(?:\d[\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|all|each|every|none|no)\b",
    re.IGNORECASE,
)
_EVIDENCE = re.compile(
    r"\b(?:document|citation|passage|source|reference|paper|article|publication|trial|stud)(?:s|y|ies)?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Kept:
    """The sections that stand, and the sentences that do not."""

    sections: list[Section]
    dropped: list[Claim]

    def lost(self, kind: SectionKind, before: Sequence[Section]) -> int:
        """How many sentences with cites the sections of a kind lost."""
        gone = {id(claim) for claim in self.dropped}
        of_kind = (section for section in before if section.kind is kind)
        claims = (claim for section in of_kind for block in section.blocks for claim in block_claims(block))
        return sum(id(claim) in gone for claim in claims if claim.cites)


def keep_untouched(sections: Sequence[Section], excluded: Excluded) -> Kept:
    """Every sentence that does not rest on what is excluded, as it stands. The given sections are not changed."""
    kept = without(sections, lambda claim: rests_on(claim, excluded))
    standing = {id(claim) for claim in walk_claims(kept)}
    return Kept(kept, [claim for claim in walk_claims(list(sections)) if id(claim) not in standing])


def keep_whole_blocks(sections: Sequence[Section], excluded: Excluded) -> list[Section]:
    """The sections without the blocks of which any sentence rests on what is excluded.

    A block shows two sides of one thing (a contradiction): one side alone would say nothing.
    """
    out = []
    for section in sections:
        blocks = [one for one in section.blocks if not any(rests_on(claim, excluded) for claim in block_claims(one))]
        if blocks:
            out.append(section.model_copy(update={"blocks": blocks}))
    return out


def rests_on(claim: Claim, excluded: Excluded) -> bool:
    """Whether a sentence cites or quotes what is excluded; a cite without citation counts by its document."""
    return any(
        cite.citation_id in excluded.citations or (not cite.citation_id and cite.reference_id in excluded.references)
        for cite in claim.cites
    ) or any(quote.citation_id in excluded.citations for quote in claim.quotes)


def counts_evidence(claim: Claim) -> bool:
    """Whether a sentence without cite counts the evidence as a whole (`This answer quotes 9 of 17 documents.`).

    Such a sentence may be wrong when the evidence changes.
    """
    whole = claim.role is ClaimRole.BACKGROUND and not claim.cites
    return whole and bool(_NUMBER.search(claim.text) and _EVIDENCE.search(claim.text))


def with_count(sections: Sequence[Section], text: str) -> list[Section]:
    """The sections with `text` for the first sentence that counts the evidence, and without the others that do.

    Only running text is looked at: a figure in a table or a list belongs to its row or item.
    """
    paragraphs = [block for section in sections for block in section.blocks if isinstance(block, Paragraph)]
    stale = [claim for block in paragraphs for claim in block.claims if counts_evidence(claim)]
    if not stale:
        return list(sections)
    others = {id(claim) for claim in stale[1:]}
    fresh = Claim(text=text, role=ClaimRole.BACKGROUND)
    kept = without(sections, lambda claim: id(claim) in others)
    return [_replaced(section, stale[0], fresh) for section in kept]


def _replaced(section: Section, old: Claim, new: Claim) -> Section:
    blocks = [
        block.model_copy(update={"claims": [new if claim is old else claim for claim in block.claims]})
        if isinstance(block, Paragraph)
        else block
        for block in section.blocks
    ]
    return section.model_copy(update={"blocks": blocks})
