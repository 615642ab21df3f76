"""The checks of the claim ledger, run on a sentence right after it came, so that the model can be told of faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import ClaimRole
from bmreport.lexical import bag, content_stems, tokens
from bmreport.statements.checks import CHECKS
from bmreport.statements.claim_view import ClaimInView
from bmreport_plugins.synthesizers.llm.flaws import Flaw
from bmreport_plugins.synthesizers.llm.general_words import general_stems
from bmreport_plugins.synthesizers.llm.language import language_of
from bmreport_plugins.synthesizers.llm.wording import as_checked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.statements.fault import Fault
    from bmreport_plugins.synthesizers.llm.passages import Passages

__all__ = ["ClaimChecks"]

_NEVER_KEPT = "markers"
"""The check whose faults no mark in a ledger makes good: dead markers, invented identifiers, placeholders."""
_WITHOUT_SOURCE = "uncited"
_MOST_WORDS = 5


class ClaimChecks:
    """Holds sentences against the passages as they came in, hidden text and all: that is what the ledger does.

    Passages bear their opaque ids here, so that a fault can be told to the model in its own terms.
    """

    def __init__(self, passages: Passages, question: str) -> None:
        self._passages = passages.by_key
        self._question = question
        self._known = frozenset(self._passages)
        self._stems: dict[str, frozenset[str]] = {}

    def flaws(self, text: str, keys: Sequence[str], role: ClaimRole) -> list[Flaw]:
        """What the passages contradict or do not say; weaker doubts are left to the ledger."""
        view = self._view(text, keys, role)
        found = {name: check(view) for name, check in CHECKS.items()}
        return [_flaw(name, fault) for name, faults in found.items() for fault in faults if fault.verdict.fails]

    def flaws_of_background(self, text: str, may_know: Sequence[str]) -> list[Flaw]:
        """What a sentence without sources says that neither question nor passages say.

        The ledger has nothing to hold such a sentence against, so it may say nothing that would need it: what no
        passage holds comes from the model's memory.
        """
        own = self._view(text, (), ClaimRole.BACKGROUND)
        uncited = [_flaw(_WITHOUT_SOURCE, fault) for fault in CHECKS[_WITHOUT_SOURCE](own)]
        return [*(Flaw(flaw.label, flaw.message) for flaw in uncited), *self.flaws_of_heading(text, may_know)]

    def flaws_of_heading(self, text: str, may_know: Sequence[str]) -> list[Flaw]:
        """What a heading names that neither question nor passages name."""
        own = self._view(text, (), ClaimRole.BACKGROUND)
        flaws = [_flaw(_NEVER_KEPT, fault) for fault in CHECKS[_NEVER_KEPT](own)]
        against = self._view(text, may_know, ClaimRole.FINDING)
        others = [check(against) for name, check in CHECKS.items() if name not in (_NEVER_KEPT, _WITHOUT_SOURCE)]
        flaws.extend(
            Flaw("fact without a source", fault.message) for faults in others for fault in faults if fault.verdict.fails
        )
        if words := self._words_from_memory(text, may_know):
            listed = ", ".join(words[:_MOST_WORDS])
            flaws.append(Flaw("words without a source", f"neither question nor passages hold these words: {listed}"))
        return flaws

    def _words_from_memory(self, text: str, may_know: Sequence[str]) -> list[str]:
        """The words of an English text that name something, and that nothing here holds."""
        if language_of(text) not in ("en", ""):
            return []
        known = general_stems() | bag(self._question).stems
        known = known.union(*(self._stems_of(key) for key in may_know if key in self._known))
        return [word for word in dict.fromkeys(tokens(text)) if not known.issuperset(content_stems(word))]

    def _stems_of(self, key: str) -> frozenset[str]:
        if key not in self._stems:
            self._stems[key] = bag(self._passages[key].text).stems
        return self._stems[key]

    def _view(self, text: str, keys: Sequence[str], role: ClaimRole) -> ClaimInView:
        cited = {key: self._passages[key].citation for key in keys if key in self._known}
        return ClaimInView(
            text=as_checked(text),
            passages={key: one.passage for key, one in cited.items()},
            citation_ids=tuple(keys),
            role=role,
            known_ids=self._known,
            titles={key: one.document_title for key, one in cited.items()},
            question=self._question,
            has_cites=bool(keys),
        )


def _flaw(name: str, fault: Fault) -> Flaw:
    message = f"{fault.message} ({fault.remedy})" if fault.remedy else fault.message
    return Flaw(f"{fault.kind}: {fault.verdict}", message, grave=name == _NEVER_KEPT)
