"""Addresses of language models, and whose key goes where."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.errors import UsageError
from bmreport.llm import LlmAddress, parse_address
from bmreport.llm.keys import key_for, key_variables

KEY = "sk-3f9a-not-a-real-key"


# -- forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "base", "model"),
    [
        ("ollama:medgemma:4b", "ollama", "http://localhost:11434", "medgemma:4b"),
        (" OLLAMA:hf.co/unsloth/x-GGUF:Q4_K_M ", "ollama", "http://localhost:11434", "hf.co/unsloth/x-GGUF:Q4_K_M"),
        ("openai:gpt-4o", "openai", "https://api.openai.com/v1", "gpt-4o"),
        ("http://127.0.0.1:8080#smol", "openai", "http://127.0.0.1:8080/v1", "smol"),
        ("http://127.0.0.1:8080", "openai", "http://127.0.0.1:8080/v1", ""),
        ("http://127.0.0.1:8080/#", "openai", "http://127.0.0.1:8080/v1", ""),
        ("https://API.groq.com/openai/v1#llama-3.3-70b", "openai", "https://api.groq.com/openai/v1", "llama-3.3-70b"),
        ("https://host/v1/chat/completions#m/n:1", "openai", "https://host/v1", "m/n:1"),
        ("http://[::1]:8080/v1/#m", "openai", "http://[::1]:8080/v1", "m"),
        ("ollama+http://gpu.lan:11434#m:7b", "ollama", "http://gpu.lan:11434", "m:7b"),
        ("ollama+https://ollama.com/api#m", "ollama", "https://ollama.com", "m"),
    ],
)
def test_the_forms_of_an_address(text: str, kind: str, base: str, model: str) -> None:
    """Short forms and full addresses, with models that hold colons and slashes."""
    address = parse_address(text, {})
    assert (address.kind, address.base_url, address.model) == (kind, base, model)


@pytest.mark.parametrize(
    ("given_host", "base"),
    [
        ("", "http://localhost:11434"),
        ("gpu.lan", "http://gpu.lan:11434"),
        ("gpu.lan:1234", "http://gpu.lan:1234"),
        (":1234", "http://127.0.0.1:1234"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104  # nothing is bound to it
        ("0.0.0.0:1234", "http://127.0.0.1:1234"),
        ("http://0.0.0.0:80", "http://127.0.0.1:80"),
        ("::", "http://127.0.0.1:11434"),
        ("::1", "http://[::1]:11434"),
        ("[::1]:1234", "http://[::1]:1234"),
        ("[::1]", "http://[::1]:11434"),
        ("https://gpu.lan", "https://gpu.lan"),
        ("https://gpu.lan/ollama/", "https://gpu.lan/ollama"),
        ('"gpu.lan:1"', "http://gpu.lan:1"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(given_host: str, base: str) -> None:
    """A host, a port, both, or a URL; a server that listens everywhere is called here."""
    assert parse_address("ollama:m", {"OLLAMA_HOST": given_host}).base_url == base


def test_openai_base_url_moves_the_short_form() -> None:
    """OPENAI_BASE_URL counts for `openai:` and for nothing else."""
    environ = {"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1/"}
    assert parse_address("openai:m", environ).base_url == "http://127.0.0.1:8000/v1"
    assert parse_address("http://127.0.0.1:9#m", environ).base_url == "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gpt-4o", "did you mean ollama:gpt-4o or openai:gpt-4o?"),
        ("medgemma:4b", "did you mean ollama:medgemma:4b or"),
        ("ollama", "name the model as well: ollama:MODEL"),
        ("opnai:gpt-4o", "did you mean openai:gpt-4o?"),
        ("olama:medgemma:4b", "did you mean ollama:medgemma:4b?"),
        ("ollama/medgemma", "did you mean ollama:medgemma?"),
        ("localhost:8080", "did you mean http://localhost:8080?"),
        ("gpu.lan:8080/v1#m", "did you mean http://gpu.lan:8080/v1#m?"),
        ("groq:llama-3.3", "did you mean https://api.groq.com/openai/v1#llama-3.3?"),
        ("", "write ollama:MODEL"),
    ],
)
def test_near_misses_are_named(text: str, meant: str) -> None:
    """What was probably meant stands in the remedy."""
    with pytest.raises(UsageError) as caught:
        parse_address(text, {})
    assert caught.value.remedy.startswith(meant)
    assert caught.value.where == "--llm"


@pytest.mark.parametrize(
    "text",
    [
        "ollama:",
        "openai: ",
        "ollama+http://h:1",
        "ollama+http://h:1#",
        "openai:a b",
        "ollama:a\nb",
        "http://h:1#a\x00b",
    ],
)
def test_models_that_are_none_are_refused(text: str) -> None:
    """Without a name, or with one that no server has."""
    with pytest.raises(UsageError, match="model"):
        parse_address(text, {})


@pytest.mark.parametrize(
    "text",
    [
        "http:",
        "http://",
        "http:///v1#m",
        "http://h:99999#m",
        "http://h:x#m",
        "http://[::1#m",
        "http://h^/#m",
        "http://h:0#m",
    ],
)
def test_servers_that_are_none_are_refused(text: str) -> None:
    """No host, no port, or letters that no host has."""
    with pytest.raises(UsageError, match="no address of a server"):
        parse_address(text, {})


@pytest.mark.parametrize(
    "text",
    [
        "http://jane:hunter2xyz@host/v1#m",
        "https://host/v1?api-key=hunter2xyz#m",
        "ollama+http://hunter2xyz@host#m",
        "htp://jane:hunter2xyz@host#m",
        "sk-hunter2xyz",
    ],
)
def test_keys_in_an_address_are_refused_and_not_told(text: str) -> None:
    """An address stands in logs and reports, so it must hold none; the message does not repeat it."""
    with pytest.raises(UsageError) as caught:
        parse_address(text, {})
    assert "hunter2xyz" not in str(caught.value)


@pytest.mark.parametrize("variable", ["OLLAMA_HOST", "OPENAI_BASE_URL"])
def test_a_wrong_variable_is_named(variable: str) -> None:
    """Who looks at --llm only would not find it."""
    text = "ollama:m" if variable == "OLLAMA_HOST" else "openai:m"
    with pytest.raises(UsageError) as caught:
        parse_address(text, {variable: "http://user:hunter2xyz@h^"})
    assert caught.value.where == variable
    assert "hunter2xyz" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["", "ollama:", "openai:", "http://", "ollama+http://", "http://h:1#"]))
def test_any_text_is_an_address_or_a_usage_error(text: str, start: str) -> None:
    """Nothing else comes out, whatever is typed; an address printed and read again is the same."""
    try:
        address = parse_address(start + text, {})
    except UsageError:
        return
    assert address.base_url.startswith(("http://", "https://"))
    prefix = "ollama+" if address.kind == "ollama" else ""
    again = parse_address(f"{prefix}{address}", {})
    assert (again.kind, again.base_url, again.model) == (address.kind, address.base_url, address.model)


# -- keys --------------------------------------------------------------------------------------------------------


def no_keyring(_host: str) -> str | None:
    """No keyring on this machine."""
    return None


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("openai:gpt-4o", ("OPENAI_API_KEY",)),
        ("https://api.openai.com/v1#gpt-4o", ("OPENAI_API_KEY", "BMREPORT_LLM_KEY")),
        ("https://api.groq.com/openai/v1#m", ("GROQ_API_KEY", "BMREPORT_LLM_KEY")),
        ("https://example.org/v1#m", ("BMREPORT_LLM_KEY",)),
        ("http://127.0.0.1:8080#m", ("BMREPORT_LLM_KEY",)),
        ("ollama:m", ()),
        ("ollama+https://ollama.com#m", ("OLLAMA_API_KEY",)),
        ("ollama+https://example.org#m", ()),
    ],
)
def test_a_key_goes_to_its_own_server_only(text: str, variables: tuple[str, ...]) -> None:
    """No other variable is even looked at."""
    address = parse_address(text, {})
    assert key_variables(address) == variables
    every = {name: f"{KEY}-{name}" for name in ("OPENAI_API_KEY", "GROQ_API_KEY", "BMREPORT_LLM_KEY", "OLLAMA_API_KEY")}
    key = key_for(address, every, no_keyring)
    assert (key.reveal() if key else None) == (f"{KEY}-{variables[0]}" if variables else None)


def test_the_key_of_openai_goes_where_openai_base_url_says() -> None:
    """Whoever sets it says that the key belongs there."""
    environ = {"OPENAI_BASE_URL": "https://proxy.example.org/v1", "OPENAI_API_KEY": KEY}
    key = key_for(parse_address("openai:m", environ), environ, no_keyring)
    assert key is not None
    assert key.reveal() == KEY


@pytest.mark.parametrize(
    ("text", "environ"),
    [
        ("http://192.168.1.5:8000#m", {"BMREPORT_LLM_KEY": KEY}),
        ("http://localhost.evil.org#m", {"BMREPORT_LLM_KEY": KEY}),
        ("http://0.0.0.0:8000#m", {"BMREPORT_LLM_KEY": KEY}),
        ("openai:m", {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "http://example.org/v1"}),
    ],
)
def test_a_key_never_crosses_the_net_in_the_clear(text: str, environ: dict[str, str]) -> None:
    """Plain http is for this machine only; the message names the variable and not the key."""
    with pytest.raises(UsageError, match="where anybody on the way can read it") as caught:
        key_for(parse_address(text, environ), environ, no_keyring)
    assert KEY not in str(caught.value)
    assert "https" in caught.value.remedy


def test_without_a_key_plain_http_is_allowed() -> None:
    """Many servers at home have none."""
    assert key_for(parse_address("http://192.168.1.5:8000#m", {}), {}, no_keyring) is None
    key = key_for(parse_address("http://localhost:8000#m", {}), {"BMREPORT_LLM_KEY": f" {KEY}\n"}, no_keyring)
    assert key is not None
    assert key.reveal() == KEY


@pytest.mark.parametrize("text", ["two words", "line\nbreak", "schlüssel", "tab\tx"])
def test_a_key_that_is_none_is_refused_and_not_told(text: str) -> None:
    """What no header can carry would end in an error that quotes it."""
    with pytest.raises(UsageError, match="OPENAI_API_KEY") as caught:
        key_for(parse_address("openai:m", {}), {"OPENAI_API_KEY": text}, no_keyring)
    assert text not in str(caught.value)


def test_the_keyring_is_asked_after_the_environment() -> None:
    """By the host and its port; for this machine it is left in peace."""
    asked: list[str] = []

    def keyring(host: str) -> str:
        asked.append(host)
        return KEY

    for text in ("https://example.org:8443/v1#m", "http://127.0.0.1:1#m", "ollama:m"):
        key_for(parse_address(text, {}), {}, keyring)
    key_for(parse_address("openai:m", {}), {"OPENAI_API_KEY": "other"}, keyring)
    assert asked == ["example.org:8443"]


@pytest.mark.parametrize("locked", [False, True])
def test_the_package_keyring_is_used_where_it_is(monkeypatch: pytest.MonkeyPatch, locked: bool) -> None:
    """Under the service `bmreport`; a keyring that is locked is none."""
    package, errors = ModuleType("keyring"), ModuleType("keyring.errors")

    class KeyringError(Exception):
        """As the package has it."""

    def get_password(service: str, host: str) -> str:
        if locked:
            raise KeyringError
        return f"{service}@{host}"

    package.get_password = get_password  # type: ignore[attr-defined]
    errors.KeyringError = KeyringError  # type: ignore[attr-defined]
    package.__spec__ = sys.__spec__
    monkeypatch.setitem(sys.modules, "keyring", package)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    key = key_for(LlmAddress("openai", "https://example.org/v1", "m"), {})
    assert (key.reveal() if key else None) == (None if locked else "bmreport@example.org")
