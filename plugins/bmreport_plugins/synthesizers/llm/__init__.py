"""The synthesizer `llm`: a language model writes, and nothing it writes stands without a passage.

    options          what a user can set
    passages         what the model sees: opaque ids, nothing of the papers, no hidden text (privacy, fence, prompts)
    opening, desk    evidence, model, window and rules, set up once for a run
    asking           the model, until it is gone
    answers          the form of an answer
    screening        what is wrong with a sentence (flaws, borrowed, wording, footholds, language, checking,
                     general_words)
    obtaining        ask, judge, ask once more; settling: keep, replace (extracts), mark or drop
    planning         themes; batching: passages into calls; in_order: calls side by side
    sections         batches of a section; closing: introduction, summaries, conclusion
    writing          the course of it all; drafting: from there to a draft
    revising         the same for a change of a finished answer (earlier, refilling, revision_note)
    manuscript       lines under headings, said once (lines, part, repetition); assembling: into sections
    method_note      what the report says of it (footing)

`synthesizer` puts these together; it alone is what the rest of the program sees.
"""

from bmreport_plugins.synthesizers.llm.options import LlmOptions
from bmreport_plugins.synthesizers.llm.synthesizer import LlmSynthesizer

__all__ = ["LlmOptions", "LlmSynthesizer"]
