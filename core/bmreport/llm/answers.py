"""Answers kept between runs, so that the same question is not paid for twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport.disk_cache import DiskCache, user_cache_folder
from bmreport.llm.server import Written

if TYPE_CHECKING:
    from bmreport.llm.address import LlmAddress
    from bmreport.llm.server import Question
    from bmreport.llm.settings import LlmSettings

_FORM = 1  # of what is kept; another number makes all that was kept before unknown


class AnswerCache:
    """What a model wrote, by everything that decides what it writes. Holds neither prompts nor keys.

    Only whole answers that fit their schema belong here; whoever reads one holds it against the schema again.
    """

    def __init__(self, disk: DiskCache, address: LlmAddress) -> None:
        self._disk = disk
        self._address = address

    def get(self, question: Question, model: str) -> Written | None:
        """The answer to this very question, None where there is none."""
        kept = self._disk.get(self._name(question, model))
        if kept is None:
            return None
        try:
            fields = json.loads(kept)
            return Written(
                text=str(fields["text"]),
                prompt_tokens=fields["prompt_tokens"],
                answer_tokens=fields["answer_tokens"],
                prompt_cut=False,
                answer_cut=False,
            )
        except (ValueError, KeyError, TypeError):
            return None

    def put(self, question: Question, model: str, written: Written) -> None:
        """Keep an answer."""
        fields = {
            "text": written.text,
            "prompt_tokens": written.prompt_tokens,
            "answer_tokens": written.answer_tokens,
        }
        self._disk.put(self._name(question, model), json.dumps(fields).encode())

    def _name(self, question: Question, model: str) -> str:
        decisive = {
            "form": _FORM,
            "server": [self._address.kind, self._address.base_url],
            "model": model,
            "prompt": [question.system, question.user],
            "parameters": [question.temperature, question.seed, question.max_tokens],
            "schema": question.schema,
        }
        return json.dumps(decisive, sort_keys=True)


def open_answers(settings: LlmSettings, address: LlmAddress) -> AnswerCache | None:
    """The cache that the settings ask for: a folder of its own within theirs, or within the user's."""
    if not settings.cache:
        return None
    folder = Path(settings.cache_folder).expanduser() if settings.cache_folder else user_cache_folder()
    return AnswerCache(DiskCache(folder / "llm"), address)
