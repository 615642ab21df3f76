"""Setting up the desk: evidence without hidden text, the model, its window, the prompts, the rules."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from bmreport.hidden_text import strip_hidden
from bmreport.lexical import Idf
from bmreport.llm import TEMPLATE_TOKENS, open_llm
from bmreport_plugins.synthesizers.llm.asking import Asker
from bmreport_plugins.synthesizers.llm.desk import Desk
from bmreport_plugins.synthesizers.llm.extracts import Extracts
from bmreport_plugins.synthesizers.llm.language import LANGUAGES, language_of
from bmreport_plugins.synthesizers.llm.passages import see_passages
from bmreport_plugins.synthesizers.llm.privacy import refuse_identifiers
from bmreport_plugins.synthesizers.llm.prompts import PromptBook
from bmreport_plugins.synthesizers.llm.screening import Screener
from bmreport_plugins.synthesizers.llm.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport import EvidenceBody, RunContext
    from bmreport_plugins.synthesizers.candidates import Candidate
    from bmreport_plugins.synthesizers.llm.options import LlmOptions

__all__ = ["falls_back", "open_desk"]

_SAMPLE = 30
"""Passages whose language is looked at."""


def falls_back(context: RunContext, options: LlmOptions) -> bool:
    """Whether the passages' own words may stand in for a model that fails."""
    return options.fallback if options.fallback is not None else not context.strict


@contextmanager
def open_desk(
    body: EvidenceBody, found: Sequence[Candidate], context: RunContext, options: LlmOptions, note: str = ""
) -> Iterator[Desk]:
    """The desk of a run; `found` are the sentences that answer the question.

    Raises UsageError for an address, prompts or identifiers that may not be, ServiceError when the server is not there.
    """
    passages = see_passages(body)
    question, note = (strip_hidden(text)[0].strip() for text in (body.question, note))
    book = PromptBook(options.prompts)
    languages = {language_of(question), *(language_of(one.text) for one in passages.shown[:_SAMPLE])}
    with open_llm(context.llm, offline=context.offline) as llm:
        if not llm.is_local and not context.llm.allow_identifiers and not context.offline:
            refuse_identifiers(question, note, body.citations, llm.address.host)
        tokens = min(llm.context_tokens(), options.call_tokens)
        name = f"{llm.address.kind}:{llm.name}"
        yield Desk(
            body=body,
            question=question,
            passages=passages,
            llm=llm,
            model=name,
            asker=Asker(llm, name, context, fallback=falls_back(context, options)),
            book=book,
            system=book.fill("system", {"language": _language_name(question)}),
            screener=Screener(passages, question, languages),
            extracts=Extracts(found, Idf(one.bag for one in found)),
            window=Window(tokens, TEMPLATE_TOKENS),
            options=options,
            note=note,
        )


def _language_name(question: str) -> str:
    return LANGUAGES.get(language_of(question), "the language of the question")
