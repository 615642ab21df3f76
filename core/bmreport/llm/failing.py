"""The errors of model servers, in the words of whoever must act."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.errors import ServiceError
from bmreport.http.failures import NoConnectionError, StatusError
from bmreport.http.shown import shown_text

if TYPE_CHECKING:
    from bmreport.llm.address import LlmAddress

_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|exceeds? the (?:available )?context|too many tokens", re.IGNORECASE
)
_MEMORY = re.compile(r"memory|cudaMalloc|\boom\b", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model\b.{0,120}?\b(?:not found|does not exist|not exist|no such)|model_not_found", re.IGNORECASE | re.DOTALL
)
ANOTHER = "or name another model with --llm"


def explained(error: ServiceError, address: LlmAddress) -> ServiceError:
    """The error as it concerns a language model: what is missing, and how to get it."""
    where = str(address)
    if isinstance(error, NoConnectionError):
        return _no_connection(error, address)
    if not isinstance(error, StatusError):
        return type(error)(f"the model server {error.message}", where=where, remedy=error.remedy)
    if is_too_long(error):
        return ServiceError(
            f"the prompt and its answer are longer than the model's context: {error.message}",
            where=where,
            remedy="give the window in tokens that the server really has, or take a model with a larger one",
        )
    if error.status == 404 and _NO_MODEL.search(error.body):
        return missing_model(address)
    if error.status in {401, 403}:
        return ServiceError(
            f"the model server wants a valid key: it {error.message}", where=where, remedy=_key_remedy(address)
        )
    if _MEMORY.search(error.body):
        remedy = f"take a smaller model or a smaller context, {ANOTHER}"
        return ServiceError(f"the model server {error.message}", where=where, remedy=remedy)
    return ServiceError(f"the model server {error.message}", where=where, remedy=error.remedy)


def missing_model(address: LlmAddress, offered: list[str] | None = None) -> ServiceError:
    """The server is there, the model is not."""
    names = ", ".join(shown_text(name, 60) for name in (offered or [])[:8])
    there = f" (it has {names})" if names else ""
    remedy = f"ollama pull {address.model}" if address.kind == "ollama" else "name one that the server offers"
    return ServiceError(
        f"the model {address.model} is not there{there}", where=address.base_url, remedy=f"{remedy}, {ANOTHER}"
    )


def empty_answer(address: LlmAddress, why: str) -> ServiceError:
    """The server answered with no text at all."""
    remedy = f"try again, {ANOTHER}"
    return ServiceError(f"Empty synthesis response{f': {why}' if why else ''}", where=str(address), remedy=remedy)


def is_too_long(error: StatusError) -> bool:
    """Whether a server refused a prompt for its length."""
    return error.status in {400, 413, 422, 500} and bool(_TOO_LONG.search(error.body))


def _no_connection(error: NoConnectionError, address: LlmAddress) -> ServiceError:
    if address.kind == "ollama":
        remedy = f"start it with `ollama serve`, see whether OLLAMA_HOST is right, {ANOTHER}"
        return NoConnectionError(f"Cannot connect to Ollama: it {error.message}", where=address.base_url, remedy=remedy)
    remedy = f"start the server, see whether the address is right, {ANOTHER}"
    return NoConnectionError(
        f"Cannot connect to the model server: it {error.message}", where=address.base_url, remedy=remedy
    )


def _key_remedy(address: LlmAddress) -> str:
    from bmreport.llm.keys import SERVICE, key_variables

    variables = " or ".join(key_variables(address))
    ring = f"`keyring set {SERVICE} {address.host}`"
    return f"set {variables}, or use {ring}" if variables else f"use {ring}"
