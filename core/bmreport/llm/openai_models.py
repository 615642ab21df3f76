"""What an OpenAI-compatible server tells of its models and of their windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport.http.shown import shown_text

if TYPE_CHECKING:
    from bmreport.llm.address import LlmAddress

# The names of the window in the lists of vLLM, Groq, OpenRouter and Mistral, LM Studio.
_WINDOWS = ("max_model_len", "context_window", "context_length", "max_context_length", "loaded_context_length")
# OpenAI's own list has no windows. By the beginning of the name; what is not listed is older and smaller.
_OPENAI_HOST = "api.openai.com"
_OPENAI_WINDOWS = {"gpt-3.5": 16_385, "gpt-4-turbo": 128_000, "gpt-4o": 128_000, "gpt-4": 8_192}
_OPENAI_LATER = 128_000

Entry = dict[str, Any]


def entries_of(listed: object) -> list[Entry]:
    """The models of an answer to /models; servers that have none, or another idea of the answer, have an empty list."""
    data = listed.get("data") if isinstance(listed, dict) else listed
    return (
        [entry for entry in data if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
        if isinstance(data, list)
        else []
    )


def entry_of(entries: list[Entry], model: str) -> Entry | None:
    """The entry of a model; without a name the first one. llama.cpp serves its only model under any name."""
    if not model:
        return entries[0] if entries else None
    for entry in entries:
        aliases = entry.get("aliases")
        if entry["id"] == model or (isinstance(aliases, list) and model in aliases):
            return entry
    return entries[0] if len(entries) == 1 and is_llama_cpp(entries[0]) else None


def is_llama_cpp(entry: Entry | None) -> bool:
    """Whether this is a model of a llama.cpp server, which has a tokenizer and /props to offer."""
    return entry is not None and entry.get("owned_by") == "llamacpp"


def may_have(entries: list[Entry], model: str) -> bool:
    """Whether a server with this list may know a model that is not on it: it has no list, or patterns in it."""
    return not entries or any("*" in entry["id"] for entry in entries) or entry_of(entries, model) is not None


def window_of(entry: Entry | None, address: LlmAddress) -> int | None:
    """The window that an entry tells, or that is known of OpenAI's models; None otherwise."""
    if entry is not None:
        meta = entry.get("meta")
        told = [entry.get(name) for name in _WINDOWS] + [meta.get("n_ctx") if isinstance(meta, dict) else None]
        numbers = [number for number in told if isinstance(number, int) and number > 0]
        if numbers:
            return min(numbers)
    if address.host != _OPENAI_HOST:
        return None
    near = [size for beginning, size in _OPENAI_WINDOWS.items() if address.model.startswith(beginning)]
    return near[0] if near else _OPENAI_LATER


def props_window(props: object) -> int | None:
    """The window of one slot in an answer to llama.cpp's /props."""
    settings = props.get("default_generation_settings") if isinstance(props, dict) else None
    size = settings.get("n_ctx") if isinstance(settings, dict) else None
    return size if isinstance(size, int) and size > 0 else None


def printed_name(model: str) -> str:
    """A model's name on one line and without the folders: it is the server that gives it, and a report that prints it.

    llama.cpp names a model by its file, and a report is no place for paths.
    """
    is_file = model.endswith(".gguf") or model.startswith(("/", "./", "~")) or "\\" in model
    return shown_text(model.replace("\\", "/").rstrip("/").rpartition("/")[2] if is_file else model)
