"""Numbers for references, given once: by order of first appearance in the text."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport.evidence import EvidenceBody
from bmreport.models import Reference, Section, walk_claims


@dataclass(frozen=True)
class Numbered:
    """Sections whose cites know their reference, the cited references with numbers 1, 2, 3 …, and the uncited rest."""

    sections: list[Section]
    cited: list[Reference]
    uncited: list[Reference]


def number_references(sections: list[Section], body: EvidenceBody) -> Numbered:
    """Resolve each cite to its reference and number the references.

    A cite whose citation id is unknown keeps an empty `reference_id`; the verifiers report it. Claims without an id of
    their own get `s1`, `s2` … in reading order. The given sections are not changed.
    """
    copies = [section.model_copy(deep=True) for section in sections]
    _name_claims(copies)
    order: dict[str, int] = {}
    for claim in walk_claims(copies):
        for cite in claim.cites_as_read:
            if cite.citation_id:
                cite.reference_id = body.reference_of.get(cite.citation_id, "")
            if cite.reference_id in body.reference_by_id:
                order.setdefault(cite.reference_id, len(order) + 1)
    cited = [body.reference_by_id[key].model_copy(update={"number": number}) for key, number in order.items()]
    uncited = [reference for reference in body.references if reference.id not in order]
    return Numbered(copies, cited, uncited)


def _name_claims(sections: list[Section]) -> None:
    """Findings name a claim by its id, so that no two may share one."""
    given = {claim.id for claim in walk_claims(sections) if claim.id}
    seen: set[str] = set()
    for place, claim in enumerate(walk_claims(sections), start=1):
        if not claim.id or claim.id in seen:
            claim.id = f"s{place}"
            while claim.id in given or claim.id in seen:
                claim.id += "x"
        seen.add(claim.id)
