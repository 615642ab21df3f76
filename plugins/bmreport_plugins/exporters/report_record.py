"""What became of the evidence and of the report: passages that were read but not used, and changes made since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from bmreport.richtext import RichText, Text, parse_csl_markup, to_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Report, Revision

__all__ = ["LeftOutDocument", "history_lines", "left_out_documents"]


@dataclass(frozen=True)
class LeftOutDocument:
    """A document with passages that the answer does not use; `citations` lists their ids, such as `c3, c7`."""

    title: RichText
    citations: str

    @property
    def line(self) -> str:
        """Title and ids as plain text."""
        return f"{to_plain(self.title)} ({self.citations})"


def left_out_documents(report: Report) -> tuple[LeftOutDocument, ...]:
    """The unused passages by document, in their order; an id that no citation has stands for itself."""
    known = {citation.id: citation for citation in report.citations}
    titles: dict[str, str] = {}
    ids: dict[str, list[str]] = {}
    for identifier in dict.fromkeys(report.left_out):
        citation = known.get(identifier)
        title = citation.document_title if citation else ""
        document = report.reference_of.get(identifier) or title or identifier
        titles.setdefault(document, title)
        ids.setdefault(document, []).append(identifier)
    return tuple(
        LeftOutDocument(parse_csl_markup(titles[document]) or (Text("Untitled"),), ", ".join(listed))
        for document, listed in ids.items()
    )


def history_lines(history: Sequence[Revision]) -> tuple[str, ...]:
    """Each change in one line, oldest first."""
    return tuple(map(_line, history))


def _line(revision: Revision) -> str:
    moment = revision.made_at.astimezone(UTC)
    counts = [
        f"{number} {what}"
        for number, what in (
            (revision.kept_claims, "kept"),
            (revision.new_claims, "new"),
            (len(revision.dropped_claims), "dropped"),
        )
        if number
    ]
    parts = [
        f"“{revision.note}”" if revision.note else "",
        f"taken out: {', '.join(revision.excluded)}" if revision.excluded else "",
        f"added: {', '.join(revision.added)}" if revision.added else "",
        f"from: {', '.join(revision.sources)}" if revision.sources else "",
        f"sentences: {', '.join(counts)}" if counts else "",
    ]
    told = "; ".join(part for part in parts if part)
    return f"{moment:%Y-%m-%d %H:%M} UTC, {revision.action}{f': {told}' if told else ''}"
