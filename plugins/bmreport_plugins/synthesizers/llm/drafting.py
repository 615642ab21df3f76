"""From a run to a draft: written by the model, or, where it cannot be asked at all, made of the passages' sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport import Draft
from bmreport.errors import NotEnoughEvidenceError, ServiceError
from bmreport_plugins.synthesizers.candidates import answering_candidates
from bmreport_plugins.synthesizers.extractive import ExtractiveOptions, draft_from
from bmreport_plugins.synthesizers.llm.assembling import (
    EVIDENCE_REMARK,
    REST_REMARK,
    evidence_text,
    remark,
    rest_text,
    sections_of,
    with_ids,
)
from bmreport_plugins.synthesizers.llm.extracts import is_quotable
from bmreport_plugins.synthesizers.llm.footing import prompt_hash, unused
from bmreport_plugins.synthesizers.llm.method_note import Account, method_note, remarks, warnings
from bmreport_plugins.synthesizers.llm.opening import falls_back, open_desk
from bmreport_plugins.synthesizers.llm.writing import led, write_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import EvidenceBody, RunContext
    from bmreport_plugins.synthesizers.candidates import Candidate
    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.manuscript import Manuscript
    from bmreport_plugins.synthesizers.llm.options import LlmOptions
    from bmreport_plugins.synthesizers.llm.writing import Written

__all__ = ["extractive_draft", "write_draft"]


def write_draft(body: EvidenceBody, context: RunContext, options: LlmOptions) -> Draft:
    """The draft; see LlmSynthesizer.write."""
    found = answering_candidates(body)
    remedy = ""
    try:
        with open_desk(body, found, context, options) as desk:
            written = write_all(desk)
            if desk.asker.calls and any(line.claim.cites for line in written.manuscript.lines):
                manuscript = _finished(led(written.manuscript, desk), written, desk)
                return _draft_of(manuscript, written, context.llm.temperature, desk)
            remedy = desk.asker.remedy
            reason = desk.asker.lost or next(iter(desk.asker.failed), "") or _no_room(desk)
    except ServiceError as error:
        if not falls_back(context, options):
            raise
        reason, remedy = error.message, error.remedy
    else:
        if not falls_back(context, options):
            raise ServiceError(reason, where=desk.model, remedy="take a model with a larger window")
    return extractive_draft(found, body, reason, remedy)


def _finished(manuscript: Manuscript, written: Written, desk: Desk) -> Manuscript:
    """Everything said once, what is not simply the model's named, and remarks on how much the answer rests on."""
    once = manuscript.without_repetition(desk.extracts.idf, desk.options.redundancy)
    if written.themes:
        # Only now: a chapter whose sentences all stand elsewhere is gone, and its heading must not be announced.
        evidence = remark(evidence_text(once, desk.body), EVIDENCE_REMARK)
        once = replace(once, introduction=(*once.introduction, evidence))
    cited = {one for line in once.lines for one in line.claim.citation_ids}
    rest = remark(rest_text(cited, desk.body), REST_REMARK)
    return with_ids(replace(once, limits=(*once.limits, rest)))


def _draft_of(manuscript: Manuscript, written: Written, temperature: float, desk: Desk) -> Draft:
    """The draft of a finished manuscript, with everything there is to tell of it."""
    lines = tuple(manuscript.lines)
    sections = sections_of(manuscript)
    left_out = unused(desk.body, sections)
    account = Account(
        model=desk.model,
        temperature=temperature,
        lines=lines,
        part=written.part,
        repeated=manuscript.repeated,
        unused=tuple(left_out),
        no_room=(*written.no_room, *written.part.unread),
        chapters=written.themes,
        themes_by_rules=written.themes_by_rules,
    )
    return Draft(
        sections=sections,
        methodology_note=method_note(account, desk),
        notes=warnings(account, desk),
        remarks=remarks(account, desk),
        left_out=left_out,
        model=desk.model,
        prompt_sha256=prompt_hash(written.part.prompts),
    )


def extractive_draft(found: Sequence[Candidate], body: EvidenceBody, reason: str, remedy: str) -> Draft:
    """The whole answer in the passages' own words, which says why. Raises NotEnoughEvidenceError."""
    quotable = [one for one in found if is_quotable(one)]
    if not quotable:
        raise NotEnoughEvidenceError(
            0, 1, message="no sentence of the passages can be quoted", remedy="add evidence, or see to the model"
        )
    draft = draft_from(quotable, body, ExtractiveOptions())
    advice = f"; {remedy}" if remedy else ""
    note = f"The language model could not write the answer ({reason}); the synthesizer `extractive` made it instead."
    return draft.model_copy(
        update={
            "notes": [
                f"the language model could not write the answer ({reason}); `extractive` made it{advice}",
                *draft.notes,
            ],
            "methodology_note": f"{note} {draft.methodology_note}",
            "left_out": unused(body, draft.sections),
        }
    )


def _no_room(desk: Desk) -> str:
    tokens = desk.window.tokens
    return f"no passage fits into the model's window of {tokens:,} tokens beside the instructions"
