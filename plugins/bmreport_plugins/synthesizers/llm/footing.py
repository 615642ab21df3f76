"""What stands at the foot of a draft: the citations it does not use, the hash of what was asked."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from bmreport.models import walk_claims

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport import EvidenceBody, Section
    from bmreport.llm import Prompt

__all__ = ["prompt_hash", "unused"]


def unused(body: EvidenceBody, sections: list[Section]) -> list[str]:
    """The citations that no claim of the sections cites, in the order of the evidence."""
    cited = {one for claim in walk_claims(sections) for one in claim.citation_ids}
    return [citation.id for citation in body.citations if citation.id not in cited]


def prompt_hash(prompts: Iterable[Prompt]) -> str:
    """The SHA-256 of everything that was asked, in order; empty when nothing was."""
    digest = None
    for prompt in prompts:
        digest = digest or sha256()
        for text in (prompt.system, prompt.user):
            digest.update(f"{len(text)}\n{text}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest() if digest else ""
