"""validate: ids that are unique, a relevance for each citation, and nothing a reviewer turned down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.lexical import QuestionTerms
from bmreport.models import Citation, Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["screen_citations"]

_MOST_NAMED = 10


def screen_citations(citations: Sequence[Citation], question: str) -> tuple[list[Citation], list[Finding]]:
    """The usable citations, with ids and scores, and a finding for whatever was changed or left out.

    A citation without an id is named after its place (`c3`). One without a relevance score (bibliographic records have
    none) gets the share of the question's content words that its title and passage hold, marked
    `relevance_basis="lexical"`. The given citations are not changed.
    """
    kept = [citation for citation in citations if not citation.rejected_by_reviewer]
    turned_down = [citation.id or str(citation.origin or "") for citation in citations if citation.rejected_by_reviewer]
    findings: list[Finding] = []
    if turned_down:
        message = f"{_count(len(turned_down))} rejected by a human reviewer and not used"
        findings.append(_info(message, turned_down))
    named = _with_ids(kept, findings)
    terms = QuestionTerms(question)
    scored: list[str] = []
    notes: dict[str, list[str]] = {}
    out: list[Citation] = []
    for citation in named:
        for note in citation.notes:
            notes.setdefault(note, []).append(citation.id)
        if citation.relevance_score is None:
            score = terms.coverage(f"{citation.document_title} {citation.passage}")
            citation = citation.model_copy(update={"relevance_score": score, "relevance_basis": "lexical"})  # noqa: PLW2901  # a copy
            scored.append(citation.id)
        out.append(citation)
    findings.extend(_info(note, ids) for note, ids in notes.items())
    if scored:
        message = f"{_count(len(scored))} given no relevance score; it was computed from shared words"
        findings.append(_info(message, scored))
    return out, findings


def _with_ids(citations: Sequence[Citation], findings: list[Finding]) -> list[Citation]:
    """Every citation with an id of its own; one that had to be changed is reported."""
    names = _Names(citation.id for citation in citations)
    seen: set[str] = set()
    out: list[Citation] = []
    for place, citation in enumerate(citations, start=1):
        identifier = citation.id or names.free(f"c{place}")
        if identifier in seen:
            renamed = names.free(identifier)
            findings.append(
                Finding(
                    verifier="validate",
                    severity=Severity.WARNING,
                    message=f"two citations bear the id {identifier!r}; the later one is now {renamed!r}",
                    where=str(citation.origin or renamed),
                    remedy="give each citation an id of its own",
                )
            )
            identifier = renamed
        seen.add(identifier)
        out.append(citation if identifier == citation.id else citation.model_copy(update={"id": identifier}))
    return out


class _Names:
    """Gives names that are not taken: `c3`, else `c3-2`, `c3-3` and so on."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def free(self, base: str) -> str:
        name = base
        while name in self._taken:
            number = self._next.get(base, 2)
            self._next[base] = number + 1
            name = f"{base}-{number}"
        self._taken.add(name)
        return name


def _count(number: int) -> str:
    return "1 citation was" if number == 1 else f"{number:,} citations were"


def _info(message: str, where: list[str]) -> Finding:
    more = len(where) - _MOST_NAMED
    shown = ", ".join(where[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
    return Finding(verifier="validate", severity=Severity.INFO, message=message, where=shown)
