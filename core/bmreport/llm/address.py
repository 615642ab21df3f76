"""The address of a language model, as `--llm` takes it."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from bmreport.errors import UsageError
from bmreport.http.loopback import names_loopback
from bmreport.http.shown import shown_text, shown_url

if TYPE_CHECKING:
    from collections.abc import Mapping

OLLAMA = "http://localhost:11434"
OPENAI = "https://api.openai.com/v1"
_OLLAMA_PORT = "11434"
_FORMS = "ollama:MODEL, openai:MODEL, http://host:port#MODEL or ollama+http://host:port#MODEL"
_NAME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?P<rest>.*)", re.DOTALL)
_HOST = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_PORT_END = re.compile(r"[A-Za-z0-9.-]+:\d+(?:[/#].*)?")
_MODEL = re.compile(r"[^\s\x00-\x1f\x7f]{1,200}")
_EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104  # what a server listens on; turned into an address to call
# Services that speak OpenAI's protocol, for those who write their name where the address belongs.
_SERVICES = {
    "groq": "https://api.groq.com/openai/v1",
    "mistral": "https://api.mistral.ai/v1",
    "openrouter": "https://openrouter.ai/api/v1",
    "together": "https://api.together.xyz/v1",
    "deepseek": "https://api.deepseek.com/v1",
    "llamacpp": "http://localhost:8080/v1",
    "vllm": "http://localhost:8000/v1",
    "lmstudio": "http://localhost:1234/v1",
}


@dataclass(frozen=True)
class LlmAddress:
    """Where a model is: the protocol, the base of the server's address, and the model's name there.

    `short` is the form it was named by, `openai` or `ollama`, empty for a full address: it says whose key it takes.
    The model may be empty for OpenAI's protocol only; the first one that the server lists is then meant.
    """

    kind: Literal["ollama", "openai"]
    base_url: str
    model: str
    short: str = ""

    def __str__(self) -> str:
        return f"{self.base_url}#{self.model}" if self.model else self.base_url

    @property
    def host(self) -> str:
        """The host alone."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_encrypted(self) -> bool:
        """Whether nobody on the way can read along."""
        return self.base_url.startswith("https:")

    @property
    def root_url(self) -> str:
        """The server's address without the version of the protocol, where llama.cpp and vLLM offer more."""
        return self.base_url.removesuffix("/v1")


def parse_address(text: str, environ: Mapping[str, str] = os.environ) -> LlmAddress:
    """The address that a text names. Looks at OLLAMA_HOST and OPENAI_BASE_URL for the short forms.

    Raises UsageError that says which form was probably meant; it repeats nothing that may be a key.
    """
    text = text.strip()
    found = _NAME.fullmatch(text)
    scheme, rest = (found["scheme"].lower(), found["rest"]) if found else ("", text)
    if scheme == "ollama":
        return LlmAddress("ollama", _ollama_host(environ.get("OLLAMA_HOST", "")), _model(rest, text), "ollama")
    if scheme == "openai":
        return LlmAddress("openai", _openai_base(environ.get("OPENAI_BASE_URL", "")), _model(rest, text), "openai")
    if scheme in {"http", "https"}:
        url, _hash, model = f"{scheme}:{rest}".partition("#")
        return LlmAddress("openai", _base(url, "--llm", default_path="/v1"), _model(model, text) if model else "")
    if scheme in {"ollama+http", "ollama+https"}:
        url, _hash, model = f"{scheme.removeprefix('ollama+')}:{rest}".partition("#")
        return LlmAddress("ollama", _base(url, "--llm").removesuffix("/api"), _model(model, text))
    raise UsageError(f"{_shown(text)!r} is no address of a language model", where="--llm", remedy=_meant(text, scheme))


def _model(name: str, text: str) -> str:
    if not name.strip():
        raise UsageError(
            f"{_shown(text)!r} names no model",
            where="--llm",
            remedy=f"write {_FORMS}; `ollama list` shows what is there",
        )
    if not _MODEL.fullmatch(name):
        raise UsageError(
            "the name of the model holds blanks or control characters", where="--llm", remedy=f"write {_FORMS}"
        )
    return name


def _openai_base(given: str) -> str:
    return _base(given.strip(), "OPENAI_BASE_URL") if given.strip() else OPENAI


def _ollama_host(given: str) -> str:
    """The address in OLLAMA_HOST, which is read as Ollama itself reads it: host, host:port, :port or a URL."""
    given = given.strip().strip("\"'")
    if not given:
        return OLLAMA
    scheme, separator, rest = given.partition("://")
    if not separator:
        scheme, rest = "http", given
        host, colon, port = rest.rpartition(":")
        if rest.count(":") > 1 and not rest.startswith("["):  # an IPv6 address without brackets
            rest = f"[{rest}]:{_OLLAMA_PORT}"
        elif not colon or rest.endswith("]"):
            rest = f"{rest}:{_OLLAMA_PORT}"
        else:
            rest = f"{host or '127.0.0.1'}:{port}"
    base = _base(f"{scheme}://{rest}", "OLLAMA_HOST")
    host = urlsplit(base).hostname or ""
    if host in _EVERYWHERE:
        # A server that listens everywhere listens here; nobody can call "everywhere".
        return base.replace("[::]" if ":" in host else host, "127.0.0.1", 1)
    return base


def _base(url: str, where: str, default_path: str = "") -> str:
    """A URL as a base: lower-case host, no slash at the end, no path of a single call. Raises UsageError."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
        parts = urlsplit("")
    if "@" in parts.netloc or parts.query:
        raise UsageError(
            f"the address of {host or 'the server'} holds a user name, a key or a query",
            where=where,
            remedy="take it out; put the key into BMREPORT_LLM_KEY, or into the keyring for bmreport",
        )
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host) or port == 0:
        raise UsageError(f"{shown_url(url)!r} is no address of a server", where=where, remedy="write http://host:port")
    place = f"[{host}]" if ":" in host else host
    path = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models").rstrip("/")
    return f"{parts.scheme}://{place}{f':{port}' if port else ''}{path or default_path}"


def _meant(text: str, scheme: str) -> str:
    """What was probably meant."""
    rest = text[len(scheme) + 1 :] if scheme else text
    near = difflib.get_close_matches(scheme or text.lower(), ["ollama", "openai", *_SERVICES], n=1, cutoff=0.7)
    if _PORT_END.fullmatch(text) and (names_loopback(scheme) or "." in scheme):
        return f"did you mean http://{_shown(text)}?"
    if scheme in _SERVICES:
        return f"did you mean {_SERVICES[scheme]}#{_shown(rest)}?"
    if scheme and near:
        return f"did you mean {near[0]}:{_shown(rest)}?"
    head, slash, tail = text.partition("/")
    if slash and head.lower() in {"ollama", "openai"}:
        return f"did you mean {head.lower()}:{_shown(tail)}?"
    if near:
        return f"name the model as well: {near[0]}:MODEL"
    if text and _MODEL.fullmatch(text) and not _may_be_key(text):
        return f"did you mean ollama:{text} or openai:{text}?"
    return f"write {_FORMS}"


def _shown(text: str) -> str:
    """The text as far as it can be repeated: what holds a user name or looks like a key is not."""
    return "(withheld)" if _may_be_key(text) else shown_text(text, 80)


def _may_be_key(text: str) -> bool:
    return "@" in text or "?" in text or bool(re.search(r"\b(?:sk|gsk|key|hf)[-_]", text)) or len(text) > 200
