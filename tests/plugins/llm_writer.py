"""What the tests of the synthesizer `llm` share: evidence, and a model that reads its prompts as a person would."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bmreport.context import RunContext
from bmreport.evidence import EvidenceBody
from bmreport.linking import link_documents
from bmreport.llm import LlmSettings
from bmreport.models import Citation, Claim, Draft, walk_claims
from bmreport.validating import screen_citations
from bmreport_plugins.synthesizers.llm import LlmOptions, LlmSynthesizer

from ..servers.ollama_server import OllamaServer
from ..servers.playing import Request

QUESTION = "Does placebrol prevent stroke in adults?"
MODEL = "twin"
_PASSAGE = re.compile(r"^(=====[A-Z]+) (P\d+)\n(.*?)\n\1 end$", re.MULTILINE | re.DOTALL)
_CLAIM = re.compile(r"^- (.+) \((P\d+(?:, P\d+)*)\)$", re.MULTILINE)

Writer = Callable[[Request], Any]


def cite(passage: str, **fields: Any) -> Citation:
    """A citation of a paper of its own."""
    values = {"document_title": f"A paper that begins {passage[:40]!r}", "relevance_score": 0.9, **fields}
    return Citation(passage=passage, **values)


def evidence(*given: Citation | str, question: str = QUESTION, **more: Any) -> EvidenceBody:
    """Screened and linked, as the pipeline hands it over."""
    citations = [cite(one) if isinstance(one, str) else one for one in given]
    screened, _findings = screen_citations(citations, question)
    links = link_documents(screened, [])
    return EvidenceBody(question, tuple(screened), tuple(links.references), links.reference_of, **more)


def studies(count: int, words: int = 40) -> list[Citation]:
    """Passages on the question that differ in outcome and figures, of about so many words."""
    outcomes = ("stroke", "major bleeding", "death from any cause", "heart failure", "kidney injury")
    out = []
    for number in range(1, count + 1):
        outcome = outcomes[number % len(outcomes)]
        passage = (
            f"In trial {number} of placebrol in adults, {outcome} occurred in {number + 3}.{number % 10}% of those on "
            f"placebrol and in {number + 7}.{number % 10}% of those on placebo after {number % 9 + 1} years."
        )
        filler = f" Follow-up of site {number} was complete."
        passage += filler * max(0, (words - len(passage.split())) // len(filler.split()))
        out.append(cite(passage, id=f"c{number}", relevance_score=round(0.99 - number / 2000, 4)))
    return out


def passages_in(prompt: str) -> dict[str, str]:
    """The passages of a prompt by their opaque ids."""
    return {match[2]: match[3] for match in _PASSAGE.finditer(prompt)}


def claims_in(prompt: str) -> list[tuple[str, list[str]]]:
    """The sentences that a prompt shows, with their ids."""
    return [(match[1], match[2].split(", ")) for match in _CLAIM.finditer(prompt)]


def sentence(text: str, *ids: str, role: str = "finding", narrative: bool = False) -> dict[str, Any]:
    """One sentence of an answer."""
    return {"ids": list(ids), "text": text, "role": role, "narrative": narrative}


def answer(*sentences: dict[str, Any]) -> dict[str, Any]:
    """A whole answer."""
    return {"sentences": list(sentences)}


def task_of(request: Request) -> str:
    """Which of the prompts it is."""
    text = request.user
    if "Your first answer had faults" in text:
        return "repair"
    for task, words in (
        ("plan", "Task: group these passages"),
        ("introduction", "Task: write the introduction"),
        ("closing", "Task: close the section"),
        ("lead", "Task: answer the question in at most"),
        ("conclusion", "Task: write the conclusion"),
        ("whole", "Task: answer the question from these passages"),
        ("section", "Task: write the next sentences"),
        ("judge", "Judge the sentence"),
    ):
        if words in text:
            return task
    raise AssertionError(f"an unknown prompt: {text[:200]}")


def first_sentence(passage: str) -> str:
    """The first sentence of a passage."""
    return passage.partition(". ")[0].rstrip(".") + "."


def plan_in_order(prompt: str, themes: int = 3) -> dict[str, Any]:
    """A plan that cuts the ids into runs."""
    keys = list(passages_in(prompt))
    size = -(-len(keys) // themes)
    return {
        "themes": [
            {"heading": f"Placebrol and {name}", "ids": keys[at * size : (at + 1) * size]}
            for at, name in enumerate(("stroke", "bleeding", "adults", "placebo")[:themes])
        ]
    }


def good_writer(request: Request) -> Any:
    """A model that does what it is asked: quotes each passage's first sentence, and sums up by two of them."""
    prompt = request.user
    task = task_of(request)
    if task == "plan":
        return plan_in_order(prompt)
    if task == "introduction":
        return answer(
            sentence("Whether placebrol prevents stroke in adults is the question of this report.", role="background")
        )
    if task in ("closing", "lead", "conclusion"):
        told = claims_in(prompt)
        words = {"closing": "In sum", "lead": "In short", "conclusion": "To conclude"}[task]
        return answer(
            *(sentence(f"{words}, {text[:1].lower()}{text[1:]}", *keys, role="summary") for text, keys in told[:1])
        )
    return answer(*(sentence(first_sentence(text), key) for key, text in passages_in(prompt).items()))


@contextmanager
def ollama(writer: Writer | list[Any], window: int = 8192, **more: Any) -> Iterator[OllamaServer]:
    """A server whose model writes so."""
    with OllamaServer({MODEL: window}, writer, **more) as server:
        yield server


def context_for(server: OllamaServer, **settings: Any) -> RunContext:
    """A run that asks this server's model."""
    run = {name: settings.pop(name) for name in ("offline", "strict", "emit") if name in settings}
    chosen = {"cache": False, "timeout": 5.0, **settings}
    return RunContext(llm=LlmSettings(model=f"ollama+{server.url}#{MODEL}", **chosen), **run)


def write(body: EvidenceBody, server: OllamaServer, *, settings: dict[str, Any] | None = None, **options: Any) -> Draft:
    """The draft that comes of it."""
    return LlmSynthesizer().write(body, [], context_for(server, **(settings or {})), LlmOptions(**options))


def claims(draft: Draft) -> list[Claim]:
    """All sentences of a draft."""
    return list(walk_claims(draft.sections))


def cited(draft: Draft) -> set[str]:
    """The citations that a draft cites."""
    return {one for claim in claims(draft) for one in claim.citation_ids}


def texts(draft: Draft) -> list[str]:
    """The sentences of a draft that cite something."""
    return [claim.text for claim in claims(draft) if claim.cites]


def notes(draft: Draft) -> str:
    """Everything that a draft says of itself."""
    return " ".join([*draft.notes, *draft.remarks, draft.methodology_note])
