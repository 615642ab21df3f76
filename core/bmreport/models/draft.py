"""Draft: what a synthesizer returns, never a finished string.

Sections hold blocks, blocks hold claims, claims hold cites.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from bmreport.models.base import Model
from bmreport.models.citation import Locator

if TYPE_CHECKING:
    from collections.abc import Iterator


AUTHOR_MARK = "{author}"
"""Stands in a claim's text for the authors of a narrative or author-only cite."""


class CiteMode(StrEnum):
    """How a cite reads in the sentence (citeproc-js: suppress-author, author-only; pandoc: narrative)."""

    PARENTHETICAL = "parenthetical"
    """Stands in the cluster at the sentence's end: `(Smith et al., 2020)`, `[1]`."""
    NARRATIVE = "narrative"
    """The authors are part of the sentence, the rest of the cite follows them: `Smith et al. (2020)`, `Smith [1]`."""
    SUPPRESS_AUTHOR = "suppress-author"
    """As parenthetical, but without the authors, which the sentence has named already: `(2020)`."""
    AUTHOR_ONLY = "author-only"
    """The authors are part of the sentence, and nothing follows: `Smith et al.`"""

    @property
    def is_named(self) -> bool:
        """Whether the authors are part of the sentence."""
        return self in (CiteMode.NARRATIVE, CiteMode.AUTHOR_ONLY)


class Cite(Model):
    """A pointer from a claim to a reference, by way of the citation it rests on.

    A synthesizer gives `citation_id` alone; `reference_id` is filled in when citations are linked to references.
    """

    citation_id: str = ""
    reference_id: str = ""
    locator: Locator | None = None
    prefix: str = ""
    suffix: str = ""
    mode: CiteMode = CiteMode.PARENTHETICAL


class Quote(Model):
    """Words of a passage that a claim rests on: `passage[start:end]` of the citation, offsets in characters."""

    citation_id: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _in_order(self) -> Quote:
        if self.end < self.start:
            raise ValueError(f"ends at {self.end}, before its start at {self.start}")
        return self


class ClaimRole(StrEnum):
    """What a sentence does in the report."""

    FINDING = "finding"
    LIMIT = "limit"
    COMPARISON = "comparison"
    """Says how passages stand to each other, such as that they disagree; made by rules from what they say."""
    BACKGROUND = "background"
    """Speaks of no study and needs no cite (a lead-in, a remark on the evidence as a whole)."""


class Claim(Model):
    """One sentence with the cites it rests on. `text` is literal characters and holds no reference numbers.

    The cites of a claim form one cluster, which stands before the sentence's last punctuation mark, or after it where
    the style asks for superscripts or notes.

    Narrative and author-only cites are no part of that cluster. Each stands where the text holds `{author}`, the first
    cite at the first mark and so on; in a text without the mark they open the sentence. So `saw fewer events.` and
    `In the trial by {author}, events were fewer.` become `Smith et al. (2020) saw fewer events.` and `In the trial by
    Smith et al. (2020), events were fewer.` In a claim without such cites the mark is plain text.
    """

    id: str = ""
    text: str
    cites: list[Cite] = Field(default_factory=list)
    role: ClaimRole = ClaimRole.FINDING
    quotes: list[Quote] = Field(default_factory=list)

    @property
    def cites_as_read(self) -> list[Cite]:
        """The cites in reading order: those that the sentence names, then those of the cluster at its end."""
        return sorted(self.cites, key=lambda cite: not cite.mode.is_named)

    @property
    def citation_ids(self) -> list[str]:
        """Ids of the citations this claim rests on, each once, in order."""
        return list(dict.fromkeys(cite.citation_id for cite in self.cites if cite.citation_id))


class Paragraph(Model):
    """Claims that are read one after another."""

    kind: Literal["paragraph"] = "paragraph"
    claims: list[Claim]


class BulletList(Model):
    """A list; each item is a run of claims."""

    kind: Literal["list"] = "list"
    items: list[list[Claim]]


class Table(Model):
    """A table whose caption, cells and footnotes hold claims, so that cites work in all of them.

    `header` and each of `rows` have the same number of cells.
    """

    kind: Literal["table"] = "table"
    caption: list[Claim] = Field(default_factory=list)
    header: list[list[Claim]] = Field(min_length=1)
    rows: list[list[list[Claim]]] = Field(default_factory=list)
    footnotes: list[list[Claim]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _even(self) -> Table:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.header):
                raise ValueError(f"row {number} has {len(row)} cells, the header {len(self.header)}")
        return self


class Figure(Model):
    """A picture with its caption, the words that stand in for it, and the data that it was drawn from.

    `svg` is the picture as vectors, without script or outside resource; `png` the same as base64, for formats that take
    no vectors. `data` is the CSV that the figure can be drawn from again. `name` is the stem of its files.
    """

    kind: Literal["figure"] = "figure"
    name: str
    caption: list[Claim] = Field(default_factory=list)
    alt: str
    svg: str = ""
    png: str = ""
    data: str = ""
    notes: list[list[Claim]] = Field(default_factory=list)


Block = Annotated[Paragraph | BulletList | Table | Figure, Field(discriminator="kind")]


class SectionKind(StrEnum):
    """What a section is for; exporters and templates choose their layout by it."""

    LEAD = "lead"
    """The short answer, shown in the summary box."""
    FINDINGS = "findings"
    LIMITS = "limits"
    EXHIBITS = "exhibits"
    """Tables and figures that a grader brings."""
    CONTRADICTIONS = "contradictions"
    """Passages that say different things of one outcome, with both quotes."""
    OTHER = "other"


class Section(Model):
    """A headed part of the report; an empty heading prints none."""

    heading: str = ""
    kind: SectionKind = SectionKind.OTHER
    blocks: list[Block] = Field(default_factory=list)


class Draft(Model):
    """The synthesized answer as a tree, and in `methodology_note` how it was made."""

    sections: list[Section]
    methodology_note: str = ""
    notes: list[str] = Field(default_factory=list)
    """What the synthesizer repaired, fell back from or left out against expectation; becomes warnings of the report."""
    remarks: list[str] = Field(default_factory=list)
    """What is in the nature of its work, such as what is not quoted; becomes findings of severity info."""
    left_out: list[str] = Field(default_factory=list)
    """Ids of citations that the answer does not use: for lack of room, or because no sentence could rest on them."""
    model: str = ""
    """The language model that wrote it; empty when none did."""
    prompt_sha256: str = ""
    """Hash of everything that was asked of the model, in order."""


def block_claims(block: Paragraph | BulletList | Table | Figure) -> Iterator[Claim]:
    """Claims of a block in reading order: caption, header, rows, footnotes for a table; caption, notes for a figure."""
    if isinstance(block, Paragraph):
        yield from block.claims
    elif isinstance(block, BulletList):
        for item in block.items:
            yield from item
    elif isinstance(block, Figure):
        yield from block.caption
        for note in block.notes:
            yield from note
    else:
        yield from block.caption
        for row in (block.header, *block.rows):
            for cell in row:
                yield from cell
        for footnote in block.footnotes:
            yield from footnote


def walk_claims(sections: list[Section]) -> Iterator[Claim]:
    """Every claim of the report in reading order."""
    for section in sections:
        for block in section.blocks:
            yield from block_claims(block)
