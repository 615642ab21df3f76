"""The draft of a revision, and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import Draft
from bmreport_plugins.synthesizers.llm.footing import prompt_hash, unused
from bmreport_plugins.synthesizers.llm.lines import Origin
from bmreport_plugins.synthesizers.llm.method_note import Account, counted, method_note, remarks, warnings

if TYPE_CHECKING:
    from bmreport import EvidenceBody
    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.earlier import Earlier
    from bmreport_plugins.synthesizers.llm.part import Part
    from bmreport_plugins.synthesizers.llm.refilling import Refilled

__all__ = ["Revision", "revision_draft"]


@dataclass(frozen=True)
class Revision:
    """The circumstances of a revision; without `desk` no model was asked, and `failure` says why it could not be."""

    earlier: Earlier
    body: EvidenceBody
    temperature: float
    desk: Desk | None = None
    failure: str = ""
    remedy: str = ""


def revision_draft(filled: Refilled, part: Part, story: Revision) -> Draft:
    """The draft of a revision. Its methodology note speaks of what is new."""
    left_out = unused(story.body, filled.sections)
    touched, new = len(story.earlier.touched), len(filled.lines)
    course = f"Revised: {counted(touched, 'sentence')} taken out with the evidence, {counted(new, 'sentence')} new."
    if story.desk is None:
        quoted = sum(line.origin is Origin.QUOTED for line in filled.lines)
        instead = (
            f"{counted(quoted, 'sentence')} quoted from the passages instead" if quoted else "nothing new is written"
        )
        told = f"the language model could not be asked ({story.failure}); {instead}"
        return Draft(
            sections=filled.sections,
            methodology_note=f"{course} {told[:1].upper()}{told[1:]}." if story.failure else course,
            notes=[f"{told}; {story.remedy}" if story.remedy else told] if story.failure else [],
            left_out=left_out,
        )
    account = Account(
        model=story.desk.model,
        temperature=story.temperature,
        lines=filled.lines,
        part=part,
        repeated=filled.repeated,
        unused=tuple(left_out),
        no_room=part.unread,
        is_revision=True,
    )
    return Draft(
        sections=filled.sections,
        methodology_note=f"{course} {method_note(account, story.desk)}",
        notes=warnings(account, story.desk),
        remarks=remarks(account, story.desk),
        left_out=left_out,
        model=story.desk.model if story.desk.asker.calls else "",
        prompt_sha256=prompt_hash(part.prompts),
    )
