"""Options of the synthesizer `llm`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bmreport import Options

__all__ = ["LlmOptions"]


class LlmOptions(Options):
    """How the model is asked, and what becomes of sentences that do not hold."""

    prompts: str = ""
    """Folder with prompts of your own (`section.j2` …); a file there wins over the built-in one of that name."""
    fallback: bool | None = None
    """Whether the passages' own words stand in when the model fails; by default yes, but not with --strict."""
    unsupported: Literal["replace", "mark", "drop"] = "replace"
    """What becomes of a sentence that its passages do not hold, after the model was asked once to mend it: `replace`
    it by the passages' own words, keep and `mark` it in the claim ledger, or `drop` it."""
    call_tokens: int = Field(default=32_768, ge=256, le=4_000_000)
    """Most tokens of prompt and answer in one call, even where the model's window is larger: memory grows with it."""
    passages_per_call: int = Field(default=40, ge=1, le=1000)
    """Most passages in one call; with more of them many would go unused."""
    sentences_per_call: int = Field(default=30, ge=2, le=200)
    """Most sentences that are asked for in one call."""
    max_themes: int = Field(default=8, ge=2, le=20)
    """Most themes, each with a section of its own, where not everything fits into one call."""
    redundancy: float = Field(default=0.85, gt=0.0, le=1.0)
    """Share (0-1) of the words that two sentences must have in common for the later one to count as a repetition."""
