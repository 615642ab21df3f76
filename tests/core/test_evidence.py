"""The body of evidence that graders and synthesizers are given."""

from __future__ import annotations

import pytest

from bmreport import Citation, EvidenceBody, Reference


def cite(identifier: str, score: float | None = None) -> Citation:
    """A citation of which only id and relevance matter."""
    return Citation(id=identifier, passage="It fell.", document_title="T", relevance_score=score)


def test_citations_and_references_are_found_by_id() -> None:
    """Both come back as the objects that were given."""
    one, two = cite("a"), cite("b")
    reference = Reference(id="r1", csl={"title": "T"})
    body = EvidenceBody("Q?", (one, two), (reference,), {"a": "r1", "b": "r1"})
    assert body.citation_by_id == {"a": one, "b": two}
    assert body.reference_by_id["r1"] is reference


@pytest.mark.parametrize(
    ("reference_of", "documents"),
    [({"a": "r1", "b": "r1"}, 1), ({"a": "r1", "b": "r2"}, 2), ({"a": "r1"}, 2), ({}, 2)],
)
def test_documents_are_counted_once(reference_of: dict[str, str], documents: int) -> None:
    """Citations of one reference are one document; one that is not linked stands for itself."""
    assert EvidenceBody("Q?", (cite("a"), cite("b")), (), reference_of).unique_documents == documents


@pytest.mark.parametrize(("scores", "mean"), [([0.5, 1.0], 0.75), ([0.8, None], 0.4), ([None], 0.0), ([], 0.0)])
def test_mean_relevance(scores: list[float | None], mean: float) -> None:
    """The mean of all citations; an unknown score counts as 0, and no citation at all gives 0."""
    citations = tuple(cite(str(number), score) for number, score in enumerate(scores))
    assert EvidenceBody("Q?", citations, ()).mean_relevance == pytest.approx(mean)
