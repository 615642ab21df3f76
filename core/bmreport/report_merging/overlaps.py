"""Documents that serve several questions of a merged report."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport.models import BulletList, Cite, Claim, ClaimRole, Finding, Section, Severity, walk_claims
from bmreport.names import parse_names
from bmreport.report_merging.parts import OVERLAP_HEADING
from bmreport.richtext import strip_csl_markup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.evidence import EvidenceBody
    from bmreport.models import Reference
    from bmreport.report_merging.parts import Part

__all__ = ["documents_of", "overlap_findings", "overlap_section", "overlaps", "short_name"]

_MOST_NAMED = 10
_LONGEST_TITLE = 70


def documents_of(part: Part, reference_of: Mapping[str, str]) -> list[str]:
    """Ids of the references that a part rests on, each once."""
    cited = [cite.reference_id for claim in walk_claims(part.sections) for cite in claim.cites if not cite.citation_id]
    ids = [reference_of.get(identifier, "") for identifier in part.citation_ids]
    return list(dict.fromkeys(filter(None, [*ids, *cited])))


def overlaps(parts: Sequence[Part], body: EvidenceBody) -> dict[str, list[int]]:
    """Reference id -> numbers of the questions it serves, for those that serve more than one."""
    served: dict[str, list[int]] = {}
    for number, part in enumerate(parts, start=1):
        for identifier in documents_of(part, body.reference_of):
            served.setdefault(identifier, []).append(number)
    return {
        identifier: numbers
        for identifier, numbers in served.items()
        if len(numbers) > 1 and identifier in body.reference_by_id
    }


def overlap_section(shared: Mapping[str, Sequence[int]], parts: Sequence[Part], body: EvidenceBody) -> list[Section]:
    """The section that names them, none where there are none. A document that nothing cites is named without cite."""
    if not shared:
        return []
    cited = _cited_documents(parts, body)
    names = _telling_names([body.reference_by_id[identifier] for identifier in shared])
    items = [
        [
            Claim(
                id=f"overlap-{place}",
                text=f"{names[identifier]}: questions {_and(list(map(str, numbers)))}.",
                role=ClaimRole.BACKGROUND,
                # The cite leads to the document: no single passage says which questions it serves.
                cites=[Cite(reference_id=identifier)] if identifier in cited else [],
            )
        ]
        for place, (identifier, numbers) in enumerate(shared.items(), start=1)
    ]
    return [Section(heading=OVERLAP_HEADING, blocks=[BulletList(items=items)])]


def overlap_findings(shared: Mapping[str, Sequence[int]]) -> list[Finding]:
    """A remark with the references that serve several questions."""
    if not shared:
        return []
    one = len(shared) == 1
    named = [f"{key} (questions {_and(list(map(str, numbers)))})" for key, numbers in shared.items()]
    more = f" and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
    return [
        Finding(
            verifier="merge",
            severity=Severity.INFO,
            message=f"{len(shared):,} document{'' if one else 's'} {'serves' if one else 'serve'} several questions: "
            f"{', '.join(named[:_MOST_NAMED])}{more}",
            where=", ".join(list(shared)[:_MOST_NAMED]),
            remedy="weigh them once when the answers are read together",
        )
    ]


def short_name(reference: Reference) -> str:
    """First author and year, as readers name a paper; the title where there is no author."""
    listed = reference.csl.get("author") or reference.csl.get("editor")
    # Only the first name is read: lists of thousands are common.
    names = parse_names(listed[:1] if isinstance(listed, list) else listed).names[:1]
    parts = [part for name in names for part in (name.get("non-dropping-particle"), name.get("family")) if part]
    author = next((name["literal"] for name in names if name.get("literal")), " ".join(parts))
    name = author or _short_title(reference) or reference.id
    return f"{name} {reference.year}" if reference.year else name


def _short_title(reference: Reference) -> str:
    title = " ".join(strip_csl_markup(reference.title).split())
    return title if len(title) <= _LONGEST_TITLE else title[:_LONGEST_TITLE].rsplit(" ", 1)[0] + " …"


def _telling_names(references: Sequence[Reference]) -> dict[str, str]:
    """A name for each; with the title where two papers would bear the same one."""
    names = {reference.id: short_name(reference) for reference in references}
    times = Counter(names.values())
    titles = {reference.id: _short_title(reference) for reference in references}
    return {
        identifier: f"{name} ({titles[identifier]})" if times[name] > 1 and titles[identifier] else name
        for identifier, name in names.items()
    }


def _cited_documents(parts: Sequence[Part], body: EvidenceBody) -> set[str]:
    cites = (cite for part in parts for claim in walk_claims(part.sections) for cite in claim.cites)
    return {body.reference_of.get(cite.citation_id, cite.reference_id) for cite in cites}


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
