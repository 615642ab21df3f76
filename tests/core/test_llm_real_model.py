"""The client with a real model behind a real llama.cpp server on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from bmreport.errors import ServiceError
from bmreport.llm import TEMPLATE_TOKENS, LlmSettings, Prompt, estimate_tokens, open_llm

from ..servers.real_model import RealModel, running_model
from .llm_asking import clean_surroundings, llm_at

SYSTEM = "You answer in JSON only."
PASSAGES = "<p1>Aspirin lowered myocardial infarction by 22 %.</p1>\n<p2>Serious bleeding was more common.</p2>"


class Sentence(BaseModel):
    """A sentence and the one passage it rests on."""

    text: str = Field(min_length=1, max_length=400)
    passage: Literal["p1", "p2"]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, server or cache of whoever runs the tests."""
    clean_surroundings(monkeypatch, tmp_path)


@pytest.fixture(scope="module")
def model() -> Iterator[RealModel]:
    """One server for all tests here."""
    with running_model(n_ctx=1024) as running:
        yield running


def test_the_server_is_looked_at(model: RealModel) -> None:
    """Its window and tokenizer are used; the file's folder is not told."""
    with llm_at(model.url, timeout=120) as llm:
        info = llm.probe()
        assert (info.name, info.context_tokens, info.detail) == ("SmolLM2-135M-Instruct.Q4_1.gguf", 1024, "llamacpp")
        text = "Aspirin lowered the risk of myocardial infarction by 22 % (95% CI 0.65 to 0.93). " * 4
        assert len(text) / 6 < llm.count_tokens(text) < estimate_tokens(text)
        assert (llm.context_tokens(), llm.is_local) == (1024, True)


def test_the_schema_binds_even_a_weak_model(model: RealModel) -> None:
    """What comes back is JSON with one of the ids, tokens are heard, and the cache answers the second time."""
    heard: list[int] = []
    prompt = Prompt(SYSTEM, f"{PASSAGES}\nOne short sentence on the benefit, and the id of its passage.", 120)
    with open_llm(LlmSettings(model=f"{model.url}#any", timeout=120)) as llm:
        reply = llm.ask(prompt, Sentence, heard.append)
        assert reply.text.lstrip().startswith("{")
        assert reply.prompt_tokens is not None
        assert reply.prompt_tokens <= llm.count_tokens(prompt.system) + llm.count_tokens(prompt.user) + TEMPLATE_TOKENS
        assert not reply.prompt_cut
        if reply.answer_cut:
            assert reply.value is None
            assert reply.fault
        else:
            assert reply.value is not None
            assert reply.value.passage in {"p1", "p2"}
            assert llm.ask(prompt, Sentence).cached
    assert heard
    assert heard == sorted(heard)


def test_an_answer_without_room_is_cut_and_told(model: RealModel) -> None:
    """Eight tokens are no sentence."""
    with llm_at(model.url, timeout=120) as llm:
        reply = llm.ask(Prompt(SYSTEM, PASSAGES, 8), Sentence)
    assert (reply.value, reply.answer_cut) == (None, True)
    assert reply.fault == "the answer is no JSON: it ends before it is complete"


def test_a_prompt_beyond_the_window_is_told(model: RealModel) -> None:
    """llama.cpp refuses it; the message names the context."""
    with llm_at(model.url, timeout=120) as llm, pytest.raises(ServiceError, match="longer than the model's context"):
        llm.ask(Prompt(SYSTEM, PASSAGES * 60, 50), Sentence)


def test_a_server_killed_while_it_writes_is_told() -> None:
    """The connection breaks in mid-answer, and the next question finds nobody."""
    with running_model(n_ctx=512) as doomed, llm_at(doomed.url, timeout=120) as llm:

        def kill(tokens: int) -> None:
            if tokens == 3:
                doomed.process.kill()
                doomed.process.wait(timeout=30)

        prompt = Prompt(SYSTEM, f"{PASSAGES}\nTell all you know about it at length.", 300)
        with pytest.raises(ServiceError, match="the model server") as caught:
            llm.ask(prompt, Sentence, kill)
        assert caught.value.exit_code == 6
        with pytest.raises(ServiceError, match="Cannot connect to the model server"):
            llm.ask(prompt, Sentence)
