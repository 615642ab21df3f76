"""Verdict: what the checks say of one claim."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """How far the cited passages hold a sentence.

    The first four judge a statement on the evidence. The last two are for sentences with nothing to hold against it.
    """

    SUPPORTED = "supported"
    """The passages say it."""
    PARTLY = "partly"
    """The passages say it in part, less firmly, or of fewer people."""
    CONTRADICTED = "contradicted"
    """The passages say otherwise."""
    NOT_FOUND = "not found"
    """The passages do not say it."""
    BACKGROUND = "background"
    """It states nothing about the evidence: a lead-in, a remark on the report itself."""
    UNCHECKED = "not checked"
    """There is no passage to hold it against, as in a report made from a finished text."""

    @property
    def is_judgement(self) -> bool:
        """Whether a statement was held against its passages."""
        return self not in (Verdict.BACKGROUND, Verdict.UNCHECKED)

    @property
    def fails(self) -> bool:
        """Whether --strict must fail."""
        return self in (Verdict.CONTRADICTED, Verdict.NOT_FOUND)
