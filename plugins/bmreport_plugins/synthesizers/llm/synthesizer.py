"""LlmSynthesizer: a language model writes the answer from the passages; what does not hold is not its word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Options
from bmreport_plugins.synthesizers.llm.options import LlmOptions

if TYPE_CHECKING:
    from bmreport import Draft, EvidenceBody, Grade, RunContext, Section
    from bmreport.evidence import Change

__all__ = ["LlmSynthesizer"]


class LlmSynthesizer:
    """Asks the model that the run names (`--llm`), checks each sentence it gives, and cites by rules.

    The model sees passages under opaque ids and nothing of the papers. What it cannot say soundly, even when its faults
    are named to it, is said in the passages' own words.
    """

    name = "llm"
    summary = "A language model writes, each sentence checked against its passages; local models by default"
    options_model: type[Options] = LlmOptions

    def write(
        self,
        body: EvidenceBody,
        grades: list[Grade],  # as the Protocol
        context: RunContext,
        options: LlmOptions,
    ) -> Draft:
        """The draft.

        Raises NotEnoughEvidenceError, before anything is asked, when no passage or title shares a content word with the
        question; UsageError for an address or prompts that make no sense and for patient identifiers that would leave
        the machine; ServiceError when the model fails and the fallback is off.
        """
        # These load patterns and the door to the net, which a host that lists its plugins needs not.
        from bmreport_plugins.synthesizers.llm.drafting import write_draft

        return write_draft(body, context, options)

    def revise(
        self,
        sections: list[Section],
        body: EvidenceBody,
        change: Change,
        grades: list[Grade],  # as the Protocol
        context: RunContext,
        options: LlmOptions,
    ) -> Draft:
        """The draft anew: claims that the change does not touch stand as they stood. Raises as `write`."""
        from bmreport_plugins.synthesizers.llm.revising import revise_draft

        return revise_draft(sections, body, change, context, options)
