"""The extractive synthesizer: an answer made of the passages' own sentences, without any model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from bmreport import Draft, Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, Grade, RunContext
    from bmreport_plugins.synthesizers.candidates import Candidate

__all__ = ["ExtractiveOptions", "ExtractiveSynthesizer", "draft_from"]


class ExtractiveOptions(Options):
    """How much is quoted, and how near to the question it must be."""

    max_sentences: int = Field(default=15, ge=1, le=200)
    """Most sentences that are quoted in all."""
    lead_sentences: int = Field(default=3, ge=1, le=3)
    """Most sentences in the summary; a third one is taken only when it brings another theme."""
    limit_sentences: int = Field(default=3, ge=0, le=20)
    """Most sentences on limits, uncertainty and subgroups; never more than a third of all."""
    per_citation: int = Field(default=3, ge=1, le=50)
    """Most sentences quoted from one citation."""
    min_relevance: float = Field(default=0.2, ge=0.0, le=1.0)
    """Least share (0-1) of the question's content words that a quoted finding must hold; general words count half."""
    redundancy: float = Field(default=0.7, gt=0.0, le=1.0)
    """Share (0-1) of a sentence's words in one already quoted from which on it counts as a repetition."""


class ExtractiveSynthesizer:
    """Picks the sentences that answer the question, word for word, each with its cite; the same input, the same answer.

    Sentences are ranked by the share of the question's content words they hold times the relevance of their citation;
    results weigh more than aims and methods. Repetitions are left out, and what is chosen is told by theme
    (`themes.py`). Retracted papers are quoted only when nothing else answers.
    """

    name = "extractive"
    summary = "The passages' own sentences, chosen and grouped without a model; works offline"
    options_model: type[Options] = ExtractiveOptions

    def write(
        self,
        body: EvidenceBody,
        grades: list[Grade],  # as the Protocol
        context: RunContext,  # as the Protocol
        options: ExtractiveOptions,
    ) -> Draft:
        """The draft. Raises NotEnoughEvidenceError when no passage or title shares a content word with the question."""
        # It holds the patterns of a language, which take longer to load than all the rest of a host.
        from bmreport_plugins.synthesizers.candidates import answering_candidates

        return draft_from(answering_candidates(body), body, options)


def draft_from(found: Sequence[Candidate], body: EvidenceBody, options: ExtractiveOptions) -> Draft:
    """A draft of the best of these sentences."""
    from bmreport.lexical import Idf
    from bmreport_plugins.synthesizers.drafting import draft_sections
    from bmreport_plugins.synthesizers.method_note import held_back_notes, left_out_remarks, method_note
    from bmreport_plugins.synthesizers.selecting import Limits, select

    bounds = Limits(
        sentences=options.max_sentences,
        lead=options.lead_sentences,
        limits=options.limit_sentences,
        per_citation=options.per_citation,
        min_relevance=options.min_relevance,
        redundancy=options.redundancy,
    )
    chosen = select(found, bounds, Idf(one.bag for one in found))
    return Draft(
        sections=draft_sections(chosen, body),
        methodology_note=method_note(chosen, body, options.min_relevance),
        notes=held_back_notes(chosen, body),
        remarks=left_out_remarks(chosen, body),
    )
