"""What `bmreport doctor` says of the language model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bmreport.cli.diagnosis import Check, _llm
from bmreport.cli.doctor import command

from ..servers.ollama_server import OllamaServer
from ..servers.openai_server import OpenAiServer
from ..servers.playing import Hang, PlayingServer
from .llm_asking import clean_surroundings


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key or server of whoever runs the tests."""
    clean_surroundings(monkeypatch, tmp_path)


def test_a_model_that_is_there() -> None:
    """Name, window and version; no question is asked."""
    with OllamaServer({"m": 8192}) as server:
        assert _llm(f"ollama+{server.url}#m") == Check(
            "LLM", "ok", "m, 8,192 tokens, Ollama 0.12.6, 135M, Q4_1", required=True
        )
        assert server.asked("/api/chat") == []
    with OpenAiServer(("m",)) as server:
        assert _llm(server.url).detail == "m, does not say its context, twin"


def test_what_is_missing_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server, no model: missing and not broken; only one that was named is required."""
    with OllamaServer({"other": 8192}) as server:
        missing = _llm(f"ollama+{server.url}#m")
        assert (missing.state, missing.required) == ("missing", True)
        assert "the model m is not there (it has other)" in missing.detail
        assert missing.remedy.startswith("ollama pull m")
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    absent = _llm("")
    assert (absent.state, absent.required) == ("missing", False)
    assert f"{server.url}: Cannot connect to Ollama" in absent.detail
    assert "ollama serve" in absent.remedy


@pytest.mark.parametrize("variable", ["", "OLLAMA_HOST"])
def test_an_address_that_is_none_is_a_line_of_the_list(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """The other checks are still made."""
    if variable:
        monkeypatch.setenv(variable, "http://^")
    check = _llm("" if variable else "nonsense")
    assert (check.state, check.required) == ("broken", not variable)
    assert (variable or "--llm") in check.detail
    assert check.remedy


def test_a_server_that_hangs_is_not_waited_for() -> None:
    """Two seconds are enough to say what one is."""
    with PlayingServer(lambda _request: Hang()) as server:
        check = _llm(f"ollama+{server.url}#m")
    assert check.state == "missing"
    assert "sent nothing for 2 s" in check.detail


def test_doctor_takes_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The option reaches the check, and the line stands in the list."""
    import bmreport.cli.diagnosis as diagnosis

    monkeypatch.setattr(diagnosis, "_all_checks", lambda: iter(()))
    with OllamaServer({"m": 8192}) as server:
        address = f"ollama+{server.url}#m"
        result = CliRunner().invoke(command, ["--llm", address, "--json"], standalone_mode=False)
    checks: list[dict[str, Any]] = json.loads(result.stdout)
    assert [(check["part"], check["state"]) for check in checks] == [("LLM", "ok")]
    assert result.return_value == 0


def test_a_model_that_was_named_and_cannot_be_used_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script can ask whether its model is there; without --llm its absence is no fault."""
    import bmreport.cli.diagnosis as diagnosis

    monkeypatch.setattr(diagnosis, "_all_checks", lambda: iter(()))
    with OllamaServer({"other": 8192}) as server:
        assert diagnosis.run_doctor(as_json=True, llm=f"ollama+{server.url}#m") == 6
        assert "LLM" in capsys.readouterr().err
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        assert diagnosis.run_doctor(as_json=True, llm="") == 0
