"""The one way to a language model: an address, a prompt with a schema, a checked reply.

    with open_llm(LlmSettings(model="ollama:medgemma:4b")) as llm:
        reply = llm.ask(Prompt(system, user, max_tokens=800), Answer)

Names load when first used: the settings hang on every run, the rest is needed only where a model writes.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport.llm.address import LlmAddress, parse_address
    from bmreport.llm.client import open_llm
    from bmreport.llm.protocol import Llm, ModelInfo, Prompt, Reply
    from bmreport.llm.settings import DEFAULT_LLM, LlmSettings
    from bmreport.llm.tokens import TEMPLATE_TOKENS, estimate_tokens

__all__ = [
    "DEFAULT_LLM",
    "TEMPLATE_TOKENS",
    "Llm",
    "LlmAddress",
    "LlmSettings",
    "ModelInfo",
    "Prompt",
    "Reply",
    "estimate_tokens",
    "open_llm",
    "parse_address",
]

_HOME = {
    "DEFAULT_LLM": "bmreport.llm.settings",
    "Llm": "bmreport.llm.protocol",
    "LlmAddress": "bmreport.llm.address",
    "LlmSettings": "bmreport.llm.settings",
    "ModelInfo": "bmreport.llm.protocol",
    "Prompt": "bmreport.llm.protocol",
    "Reply": "bmreport.llm.protocol",
    "TEMPLATE_TOKENS": "bmreport.llm.tokens",
    "estimate_tokens": "bmreport.llm.tokens",
    "open_llm": "bmreport.llm.client",
    "parse_address": "bmreport.llm.address",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
