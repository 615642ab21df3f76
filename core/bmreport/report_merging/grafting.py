"""Grafting: sections of one draft put into those of another, sentence by sentence, and nothing said twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bmreport.models import Figure, SectionKind, Table
from bmreport.models.draft import block_claims
from bmreport.report_merging.trimming import without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bmreport.models import Claim, Section

__all__ = ["grafted", "plain_words", "without_repeats"]

_ORDER = (
    SectionKind.LEAD,
    SectionKind.FINDINGS,
    SectionKind.OTHER,
    SectionKind.EXHIBITS,
    SectionKind.CONTRADICTIONS,
    SectionKind.LIMITS,
)
"""Where a section of a new kind finds its place."""
# A report has one of each; what another draft says under its own heading belongs there.
_ONE_OF_A_KIND = (SectionKind.LEAD, SectionKind.LIMITS, SectionKind.CONTRADICTIONS)


def grafted(sections: Sequence[Section], more: Sequence[Section]) -> list[Section]:
    """The sections with the blocks of `more` behind their own: under the same heading, else under the same kind.

    A heading that is new among several of its kind names a theme and becomes a section of its own, behind the last one
    of its kind.
    """
    out = [section.model_copy() for section in sections]
    of_kind = Counter(section.kind for section in more)
    for section in more:
        place = _place_of(section, out, alone=of_kind[section.kind] == 1)
        if place is None:
            out.insert(_end_of_kind(section.kind, out), section)
        else:
            out[place] = out[place].model_copy(update={"blocks": [*out[place].blocks, *section.blocks]})
    return out


def without_repeats(sections: Iterable[Section], repeats: Callable[[Claim], bool]) -> tuple[list[Section], list[Claim]]:
    """The sections without the sentences that are said elsewhere already; and those that were left out.

    A table or a figure stays whole as long as anything in it is new.
    """
    given = list(sections)
    gone: dict[int, Claim] = {}
    for block in (block for section in given for block in section.blocks):
        claims = list(block_claims(block))
        repeated = [claim for claim in claims if repeats(claim)]
        if not isinstance(block, Table | Figure) or len(repeated) == len(claims):
            gone.update((id(claim), claim) for claim in repeated)
    return without(given, lambda claim: id(claim) in gone), list(gone.values())


def plain_words(claim: Claim) -> str:
    """A sentence without what tells two spellings of it apart: case, blanks, the stop at its end."""
    return " ".join(claim.text.split()).casefold().rstrip(".!?… ")


def _place_of(section: Section, sections: Sequence[Section], *, alone: bool) -> int | None:
    same_kind = [place for place, one in enumerate(sections) if one.kind is section.kind]
    heading = " ".join(section.heading.split()).casefold()
    for place in same_kind:
        if " ".join(sections[place].heading.split()).casefold() == heading:
            return place
    return same_kind[0] if same_kind and (alone or section.kind in _ONE_OF_A_KIND) else None


def _end_of_kind(kind: SectionKind, sections: Sequence[Section]) -> int:
    """Behind the last section of this kind; where there is none, before the first one of a later kind."""
    last = [place for place, section in enumerate(sections) if section.kind is kind]
    if last:
        return last[-1] + 1
    later = _ORDER[_ORDER.index(kind) + 1 :]
    return next((place for place, section in enumerate(sections) if section.kind in later), len(sections))
