"""What the report says about how its answer was made, and about what it does not quote."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from bmreport.names import CslName, parse_names
from bmreport.richtext import strip_csl_markup

if TYPE_CHECKING:
    from bmreport import EvidenceBody, Reference
    from bmreport_plugins.synthesizers.selecting import Selection

__all__ = ["held_back_notes", "left_out_remarks", "method_note", "unquoted_sentence"]

_MOST_NAMED = 10
_LONGEST_TITLE = 70


def method_note(chosen: Selection, body: EvidenceBody, min_relevance: float) -> str:
    """How many citations of which relevance, how sentences were chosen, that they are verbatim, what is not quoted."""
    units = chosen.units
    sentences = sum(len(unit.sentences) for unit in units)
    reach = (
        f"No finding held {min_relevance:.0%} of the question's words, so those that come nearest are quoted. "
        if chosen.relaxed
        else ""
    )
    return (
        f"Synthesis based on {_count(len(body.citations), 'citation')} from "
        f"{_count(body.unique_documents, 'document')} with relevance scores {_range(body)}. {_basis(body)}"
        f"The answer is extractive: it quotes {_count(sentences, 'sentence')} of the passages word for word, each with "
        "its source, and no statement about a study was written or changed. "
        "Sentences were ranked by the share of the question's words that they hold (general words count half) times "
        "the relevance of their citation; results, conclusions and reviews were preferred to aims and methods. "
        "Repetitions were left out, and what was chosen is grouped by the words for outcomes, harms and advice in it. "
        f"{reach}{_unquoted_count(chosen, body)}"
    ).strip()


def left_out_remarks(chosen: Selection, body: EvidenceBody) -> list[str]:
    """The citations that are not quoted, by id; none when every citation is."""
    unquoted = _unquoted(chosen, body)
    if not unquoted:
        return []
    return [f"{len(unquoted)} of {_count(len(body.citations), 'citation')} not quoted: {_some(unquoted)}"]


def held_back_notes(chosen: Selection, body: EvidenceBody) -> list[str]:
    """A warning where retracted papers answer the question but are not quoted."""
    retracted = {reference.id for reference in body.references if reference.retracted}
    held_back = [name for name in _unquoted(chosen, body) if body.reference_of.get(name) in retracted]
    return [f"not quoted because the paper is retracted: {_some(held_back)}"] if held_back else []


def unquoted_sentence(chosen: Selection, body: EvidenceBody) -> str:
    """One sentence for the reader on the documents that the answer does not quote; says nothing of their content."""
    unquoted = set(_unquoted(chosen, body))
    quoted = {_document(body, one.id) for one in body.citations if one.id not in unquoted}
    silent = list(
        dict.fromkeys(document for one in body.citations if (document := _document(body, one.id)) not in quoted)
    )
    total = _count(len(quoted) + len(silent), "document")
    if silent:
        names = _short_names(body, silent)
        return f"This answer quotes {len(quoted)} of {total}; nothing is quoted from {_some(names)}."
    rest = f"; {len(unquoted)} of {_count(len(body.citations), 'passage')} are left out" if unquoted else ""
    return f"This answer quotes {'all ' if len(quoted) > 1 else 'no more than '}{total}{rest}."


def _unquoted(chosen: Selection, body: EvidenceBody) -> list[str]:
    quoted = {one.citation.id for unit in chosen.units for one in (*unit.sentences, *unit.twins)}
    return [citation.id for citation in body.citations if citation.id not in quoted]


def _unquoted_count(chosen: Selection, body: EvidenceBody) -> str:
    """Without ids: they mean nothing to a reader, and the limits name the documents."""
    unquoted = _unquoted(chosen, body)
    if not unquoted:
        return "Every citation is quoted at least once."
    return f"Not quoted: {_count(len(unquoted), 'citation')}."


def _range(body: EvidenceBody) -> str:
    """`≥0.72`, rounded down so that it is true of every score."""
    least = min(citation.relevance for citation in body.citations)
    return f"≥{math.floor(least * 100 + 1e-9) / 100:.2f}"


def _basis(body: EvidenceBody) -> str:
    lexical = [citation.id for citation in body.citations if citation.relevance_basis == "lexical"]
    if not lexical:
        return ""
    if len(lexical) == len(body.citations):
        return "The scores are lexical: the share of the question's words found in title and passage. "
    return f"The scores of {_count(len(lexical), 'citation')} are lexical (shared words), the others were given. "


def _document(body: EvidenceBody, citation_id: str) -> str:
    return body.reference_of.get(citation_id, citation_id)


def _short_names(body: EvidenceBody, identifiers: list[str]) -> list[str]:
    """First author and year, as readers name a paper; with its title where two papers would bear the same name."""
    all_names = Counter(_short_name(reference) for reference in body.references)
    out = []
    for identifier in identifiers:
        reference = body.reference_by_id.get(identifier)
        name = _short_name(reference) if reference else identifier
        title = strip_csl_markup(reference.title) if reference else ""
        told = all_names[name] < 2 or not title or name.startswith(title)
        out.append(name if told else f"{name} (“{_shortened(title)}”)")
    return out


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_TITLE else text[:_LONGEST_TITLE].rsplit(" ", 1)[0] + " …"


def _short_name(reference: Reference) -> str:
    listed = reference.csl.get("author") or reference.csl.get("editor")
    # Only the first name is read: reading thousands of author lists in full would cost more than the synthesis.
    names = parse_names(listed[:1] if isinstance(listed, list) else listed).names
    name = names[0] if names else CslName()
    parts = [name.get("non-dropping-particle", ""), name.get("family", "")]
    author = name.get("literal") or " ".join(part for part in parts if part) or reference.title or reference.id
    return f"{author} {reference.year}" if reference.year else author


def _some(names: list[str]) -> str:
    if len(names) <= _MOST_NAMED:
        return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED} more"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"
