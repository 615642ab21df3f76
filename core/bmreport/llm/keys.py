"""Which key goes to which server, and where it comes from."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bmreport.errors import UsageError
from bmreport.http.loopback import is_loopback
from bmreport.http.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bmreport.llm.address import LlmAddress

SERVICE = "bmreport"
"""The name under which keys are kept in the keyring; the user name there is the server's host."""

_OWN_KEY = "BMREPORT_LLM_KEY"
# A key is only ever sent to the host that issued it.
_BY_HOST = {
    "api.openai.com": "OPENAI_API_KEY",
    "api.groq.com": "GROQ_API_KEY",
    "api.mistral.ai": "MISTRAL_API_KEY",
    "api.together.xyz": "TOGETHER_API_KEY",
    "api.deepseek.com": "DEEPSEEK_API_KEY",
    "openrouter.ai": "OPENROUTER_API_KEY",
    "ollama.com": "OLLAMA_API_KEY",
}


def key_variables(address: LlmAddress) -> tuple[str, ...]:
    """The environment variables whose key may go to this address, the most particular first."""
    if address.short == "openai":
        # Whoever sets OPENAI_BASE_URL says that OPENAI_API_KEY belongs there.
        return ("OPENAI_API_KEY",)
    own = (_BY_HOST[address.host],) if address.host in _BY_HOST else ()
    return (*own, _OWN_KEY) if address.kind == "openai" else own


def key_for(
    address: LlmAddress,
    environ: Mapping[str, str] = os.environ,
    keyring: Callable[[str], str | None] | None = None,
) -> Secret | None:
    """The key for a server, from the environment or else from the keyring; None where there is none.

    Raises UsageError when a key would cross the net in the clear, or cannot be sent at all.
    """
    source, text = _found(address, environ, keyring or _from_keyring)
    if not text:
        return None
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise UsageError(f"the key in {source} holds characters that no key has", remedy="copy it anew")
    if not address.is_encrypted and not is_loopback(address.host):
        raise UsageError(
            f"the key in {source} would be sent to {address.host} where anybody on the way can read it",
            remedy=f"use https, or take the key away ({source})",
        )
    return Secret(text)


def _found(address: LlmAddress, environ: Mapping[str, str], keyring: Callable[[str], str | None]) -> tuple[str, str]:
    for variable in key_variables(address):
        if text := environ.get(variable, "").strip():
            return variable, text
    if is_loopback(address.host):  # servers at home have none, and a keyring may ask for a password
        return "", ""
    return "the keyring", (keyring(urlsplit(address.base_url).netloc) or "").strip()


def _from_keyring(host: str) -> str | None:
    """The key kept for a host, where the package `keyring` is installed and there is a keyring."""
    if find_spec("keyring") is None:
        return None
    keyring, errors = import_module("keyring"), import_module("keyring.errors")
    try:
        text: str | None = keyring.get_password(SERVICE, host)
    except errors.KeyringError:  # locked, or none on this machine: the server will say that a key is missing
        return None
    return text
