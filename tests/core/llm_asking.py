"""What the tests of the language model's client share: an answer's schema, a prompt, a client without surroundings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from bmreport.http import ONCE
from bmreport.llm import Llm, LlmSettings, Prompt, open_llm


class Sentence(BaseModel):
    """A sentence and the passages it rests on."""

    text: str = Field(min_length=1, max_length=2000)
    ids: list[str] = Field(min_length=1)


class Told(BaseModel):
    """What a model is asked for here."""

    sentences: list[Sentence] = Field(min_length=1, max_length=20)


GOOD = {"sentences": [{"text": "Aspirin lowered the risk of infarction by 22 %.", "ids": ["p1"]}]}
PROMPT = Prompt("You write JSON.", "<p1>Aspirin lowered the risk of infarction by 22 %.</p1>", 200)


def clean_surroundings(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """No key, server, proxy or cache of whoever runs the tests."""
    for name in ("OLLAMA_HOST", "OPENAI_BASE_URL", "OPENAI_API_KEY", "BMREPORT_LLM_KEY", "BMREPORT_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))


@contextmanager
def llm_at(address: str, *, offline: bool = False, **settings: Any) -> Iterator[Llm]:
    """A client that waits for nobody; without a cache unless the settings ask for one."""
    chosen = {"timeout": 5.0, "cache": False, **settings}
    with open_llm(LlmSettings(model=address, **chosen), offline=offline, retry=ONCE) as llm:
        yield llm
