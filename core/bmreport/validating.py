"""validate: ids that are unique, a relevance for each citation, and nothing a reviewer turned down."""

from __future__ import annotations

from collections.abc import Sequence

from bmreport.lexical import QuestionTerms
from bmreport.models import Citation, Finding, Severity


def screen_citations(citations: Sequence[Citation], question: str) -> tuple[list[Citation], list[Finding]]:
    """The usable citations, with ids and scores, and a finding for whatever was changed or left out.

    A citation without a relevance score (bibliographic records have none) gets the share of the question's content words
    that its title and passage hold, marked `relevance_basis="lexical"`.
    """
    findings: list[Finding] = []
    kept = [citation for citation in citations if not citation.rejected_by_reviewer]
    if len(kept) < len(citations):
        left_out = [
            citation.id or str(citation.origin or "") for citation in citations if citation.rejected_by_reviewer
        ]
        findings.append(
            _info(f"{len(left_out)} citations were rejected by a human reviewer and are not used", left_out)
        )
    terms = QuestionTerms(question)
    out: list[Citation] = []
    taken: dict[str, int] = {}
    reserved = {citation.id for citation in kept if citation.id}
    scored: list[str] = []
    for place, citation in enumerate(kept, start=1):
        update: dict[str, object] = {}
        identifier = citation.id or _free(f"c{place}", reserved)
        if identifier in taken:
            renamed = _free(identifier, reserved | set(taken), start=2)
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
        taken[identifier] = place
        if identifier != citation.id:
            update["id"] = identifier
        if citation.relevance_score is None:
            update["relevance_score"] = terms.coverage(f"{citation.document_title} {citation.passage}")
            update["relevance_basis"] = "lexical"
            scored.append(identifier)
        out.append(citation.model_copy(update=update) if update else citation)
        findings.extend(
            Finding(verifier="validate", severity=Severity.INFO, message=note, where=identifier)
            for note in citation.notes
        )
    if scored:
        findings.append(
            _info(f"{len(scored)} citations came without a relevance score; it was computed from shared words", scored)
        )
    return out, findings


def _free(base: str, taken: set[str], start: int = 0) -> str:
    """`base`, or `base` with the first number from `start` on that makes it new."""
    if not start and base not in taken:
        return base
    number = max(start, 2)
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"


def _info(message: str, where: list[str]) -> Finding:
    shown = ", ".join(where[:10]) + (f" and {len(where) - 10} more" if len(where) > 10 else "")
    return Finding(verifier="validate", severity=Severity.INFO, message=message, where=shown)
