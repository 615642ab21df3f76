"""The body of evidence: what graders and synthesizers are given."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from bmreport.models import Citation, Contradiction, Reference, Study


@dataclass(frozen=True)
class EvidenceBody:
    """Question, citations, and the references they come from.

    `reference_of` maps each citation id to a reference id. Citations keep the order in which they came in.
    `contradictions` are the citations that disagree; the section that shows them is written by the pipeline.
    `studies` are the figures of studies, joined to references where they name one.
    """

    question: str
    citations: tuple[Citation, ...]
    references: tuple[Reference, ...]
    reference_of: dict[str, str] = field(default_factory=dict)
    contradictions: tuple[Contradiction, ...] = ()
    studies: tuple[Study, ...] = ()

    @cached_property
    def citation_by_id(self) -> dict[str, Citation]:
        """Citations by id."""
        return {citation.id: citation for citation in self.citations}

    @cached_property
    def reference_by_id(self) -> dict[str, Reference]:
        """References by id."""
        return {reference.id: reference for reference in self.references}

    @cached_property
    def unique_documents(self) -> int:
        """Documents that at least one citation comes from."""
        return len({self.reference_of.get(citation.id, citation.id) for citation in self.citations})

    @cached_property
    def mean_relevance(self) -> float:
        """Mean relevance score 0-1 of the citations; 0 when there are none."""
        scores = [citation.relevance for citation in self.citations]
        return sum(scores) / len(scores) if scores else 0.0


@dataclass(frozen=True)
class Change:
    """How the evidence of a finished report changes: ids taken out, ids that came in, and what the reviewer wrote.

    `note` is the word of the person at the keyboard; a model may follow it, unlike anything that stands in a passage.
    """

    excluded: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()
    note: str = ""
