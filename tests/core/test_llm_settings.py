"""The settings of a language model, and what loading them costs."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bmreport.llm
from bmreport.errors import UsageError
from bmreport.llm import DEFAULT_LLM, LlmSettings


def test_the_defaults_are_those_that_were_asked_for() -> None:
    """gpt-oss on Ollama, temperature 0.3, one question at a time."""
    settings = LlmSettings()
    assert (DEFAULT_LLM, settings.address_text) == ("ollama:gpt-oss:20b", DEFAULT_LLM)
    assert (settings.temperature, settings.concurrency, settings.allow_identifiers) == (0.3, 1, False)
    assert LlmSettings(model=" openai:x ").address_text == "openai:x"


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": -0.1},
        {"temperature": 2.1},
        {"temperature": float("nan")},
        {"concurrency": 0},
        {"concurrency": 65},
        {"timeout": 0},
        {"timeout": float("inf")},
        {"timeout": float("nan")},
        {"timeout": 1e308},
        {"context_tokens": 0},
        {"context_tokens": 255},
    ],
)
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    """With what to give instead."""
    with pytest.raises(UsageError) as caught:
        LlmSettings(**wrong)
    assert caught.value.remedy


def test_settings_load_nothing_heavy(tmp_path: Path) -> None:
    """Every run has them, so they must cost nothing: no HTTP library, no pydantic."""
    script = tmp_path / "load.py"
    script.write_text(
        "import sys\n"
        "from bmreport.llm import LlmSettings\n"
        "LlmSettings()\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'httpx', 'pydantic', 'ssl', 'asyncio'}))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_opening_a_model_loads_no_http_library(tmp_path: Path) -> None:
    """Only the first call does."""
    script = tmp_path / "open.py"
    script.write_text(
        "import sys\n"
        "from bmreport.llm import LlmSettings, open_llm\n"
        "with open_llm(LlmSettings(model='http://127.0.0.1:9#m', cache=False)) as llm:\n"
        "    print(llm.name, 'httpx' in sys.modules)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("m False", "")


def test_public_names_are_complete_and_load() -> None:
    """`__all__` names what loads lazily, each once, and each name is there."""
    assert sorted(bmreport.llm.__all__) == sorted(bmreport.llm._HOME)
    for name, home in bmreport.llm._HOME.items():
        assert getattr(bmreport.llm, name) is getattr(importlib.import_module(home), name)
    with pytest.raises(AttributeError, match="no attribute 'open_lmm'"):
        _ = bmreport.llm.open_lmm
