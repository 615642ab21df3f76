"""A language model asked, claim by claim, whether the cited passages hold it. Off unless its option is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from bmreport import Finding, Options, Severity, Verdict
from bmreport.errors import ServiceError
from bmreport.ledger import SEVERITY_OF

if TYPE_CHECKING:
    from bmreport import Quote, Report, RunContext
    from bmreport.llm import Llm, Prompt
    from bmreport.statements.claim_view import ClaimInView
    from bmreport_plugins.synthesizers.llm.prompts import PromptBook

__all__ = ["JudgeOptions", "LlmJudge"]

_ANSWER_TOKENS = 400
_LONGEST_REASON = 300
_LONGEST_QUOTE = 2000
_SAFETY = 64


class JudgeOptions(Options):
    """Whether the model is asked, and how."""

    enabled: bool = False
    """Ask the language model of the run (`--llm`) about each claim; it costs a call for every claim with cites."""
    prompts: str = ""
    """Folder with a `judge.j2` of your own."""


_Reason: TypeAlias = Annotated[str, BeforeValidator(lambda value: str(value or "")[:_LONGEST_REASON])]
_Words: TypeAlias = Annotated[str, BeforeValidator(lambda value: str(value or "")[:_LONGEST_QUOTE])]


class Judgement(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)

    verdict: Literal["supported", "partly", "contradicted", "not found"]
    id: _Words = ""
    quote: _Words = ""
    reason: _Reason = Field(default="")


class LlmJudge:
    """Shows a model one claim and its passages, both as data under opaque ids, and takes down its verdict.

    A second opinion beside the checks that need no model: it can be wrong, and its findings say whose they are.
    """

    name = "llm-judge"
    summary = "A language model judges whether the cited passages hold each claim; off by default"
    options_model: type[Options] = JudgeOptions

    def check(self, report: Report, context: RunContext, options: JudgeOptions) -> list[Finding]:  # as the Protocol
        """A finding with a verdict for each claim that cites passages; a warning where the model cannot be asked.

        Raises UsageError for an address that makes no sense and for patient identifiers that would leave the machine.
        """
        if not options.enabled:
            return []
        # The door to the net, the patterns and the templates load only where the model is asked.
        from bmreport.llm import open_llm
        from bmreport.statements.claim_view import claims_in_view
        from bmreport_plugins.synthesizers.llm.in_order import in_order
        from bmreport_plugins.synthesizers.llm.prompts import PromptBook

        views = [view for view in claims_in_view(report) if view.passages and not view.in_table]
        book = PromptBook(options.prompts)
        findings: list[Finding] = []
        failures: list[ServiceError] = []
        try:
            with open_llm(context.llm, offline=context.offline) as llm:
                room = llm.context_tokens()
                cases = [_Case(view, llm, book, context, room, failures) for view in views]
                findings = [one for found in in_order(cases, llm.concurrency) for one in found]
        except ServiceError as error:
            failures.append(error)
        if failures:
            told = f"not every claim was judged by a language model: {failures[0].message}"
            findings.append(_finding(told, Severity.WARNING, where=failures[0].where, remedy=failures[0].remedy))
        return findings


class _Case:
    """One claim before the judge; when the model has failed for one, the others are not asked about."""

    def __init__(  # a case is all of these
        self,
        view: ClaimInView,
        llm: Llm,
        book: PromptBook,
        context: RunContext,
        room: int,
        failures: list[ServiceError],
    ) -> None:
        self._view = view
        self._llm = llm
        self._book = book
        self._context = context
        self._room = room
        self._failures = failures

    def __call__(self, _before: list[list[Finding]]) -> list[Finding]:
        if self._failures:
            return []
        try:
            return [self._found()]
        except ServiceError as error:
            self._failures.append(error)
            return []

    def _found(self) -> Finding:
        from bmreport.events import ModelWriting

        prompt = self._prompt()
        if prompt is None:
            return self._undecided("its passages do not fit into the model's window")
        name = self._llm.name
        reply = self._llm.ask(prompt, Judgement, lambda tokens: self._context.emit(ModelWriting(name, tokens)))
        if reply.prompt_cut:
            return self._undecided("the model server took only a part of its passages")
        if reply.value is None:
            return self._undecided(f"the model gave no judgement ({reply.fault})")
        return self._judged(reply.value)

    def _prompt(self) -> Prompt | None:
        from bmreport.hidden_text import strip_hidden
        from bmreport.llm import TEMPLATE_TOKENS, Prompt
        from bmreport_plugins.synthesizers.llm.fence import fence_for
        from bmreport_plugins.synthesizers.llm.wording import as_checked

        claim = strip_hidden(as_checked(self._view.text))[0]
        shown = [
            {"key": f"P{number}", "text": strip_hidden(text)[0]}
            for number, text in enumerate(self._view.passages.values(), start=1)
        ]
        fence = fence_for([claim, *(one["text"] for one in shown)])
        text = self._book.fill("judge", {"fence": fence, "passages": shown, "claim": claim})
        needed = self._llm.count_tokens(text) + TEMPLATE_TOKENS + _SAFETY + min(_ANSWER_TOKENS, self._room // 4)
        return Prompt("", text, min(_ANSWER_TOKENS, self._room // 4)) if needed <= self._room else None

    def _judged(self, given: Judgement) -> Finding:
        from bmreport.hidden_text import strip_hidden

        verdict = Verdict(given.verdict)
        reason = " ".join(strip_hidden(given.reason)[0].split())
        said = f": {reason}" if reason else ""
        return _finding(
            f"a language model ({self._llm.name}) holds it for {verdict}{said}",
            SEVERITY_OF.get(verdict, Severity.INFO),
            where=self._view.claim_id,
            remedy="" if verdict is Verdict.SUPPORTED else "read the passage; the model may be wrong",
            verdict=verdict,
            quotes=self._quotes(given),
        )

    def _quotes(self, given: Judgement) -> list[Quote]:
        """The words that the model points at, where they stand in a passage letter for letter."""
        from bmreport import Quote

        words = given.quote.strip()
        number = given.id.strip(" []").upper().removeprefix("P")
        ids = list(self._view.passages)
        named = [ids[int(number) - 1]] if number.isascii() and number.isdigit() and 0 < int(number) <= len(ids) else []
        for one in dict.fromkeys([*named, *ids]):
            start = self._view.passages[one].find(words) if words else -1
            if start >= 0:
                return [Quote(citation_id=one, start=start, end=start + len(words))]
        return []

    def _undecided(self, why: str) -> Finding:
        return _finding(f"not judged by a language model: {why}", Severity.INFO, where=self._view.claim_id)


def _finding(
    message: str,
    severity: Severity,
    *,
    where: str = "",
    remedy: str = "",
    verdict: Verdict | None = None,
    quotes: list[Quote] | None = None,
) -> Finding:
    return Finding(
        verifier=LlmJudge.name,
        severity=severity,
        message=message,
        where=where,
        remedy=remedy,
        verdict=verdict,
        quotes=quotes or [],
    )
