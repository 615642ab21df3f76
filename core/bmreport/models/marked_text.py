"""Between a draft and plain text with numbered markers, such as `… fewer events (95% CI 18-26%) [1,3].`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models.draft import (
    Block,
    BulletList,
    Cite,
    Claim,
    ClaimRole,
    Figure,
    Paragraph,
    Section,
    Table,
    block_claims,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CLOSERS = r"[)\]\"'”’»]{0,9}+"
_ONE = r"\[\d{1,4}(?:\s*[,;–-]\s*\d{1,4}){0,400}+\]"
# Markers that stand together (`[1], [2]` or `[1][2]`) are one cluster; the bound and the possessive `+` keep the search
# linear. What closes the sentence or the bracket around it goes with the words before the marker.
_MARKER = re.compile(
    rf"\s*(?P<run>{_ONE}(?:\s*[,;–-]?\s*{_ONE}){{0,40}}+)"
    rf"(?P<end>{_CLOSERS}(?:[。！？，；：、]|[.,;:!?…]?{_CLOSERS}(?=\s|$|[—–])))"
)
_BULLET = re.compile(r"\s*[-*•]\s+")
_TERMINAL = ".,;:!?…。，；：！？、"
_LONGEST_RANGE = 500


def split_terminal(text: str) -> tuple[str, str]:
    """A sentence without and with its last punctuation: `("It fell", ".")`; closing quotes stay with the sentence."""
    bare = text.rstrip()
    if bare and bare[-1] in _TERMINAL and not bare.endswith(("..", "et al.")):
        return bare[:-1], bare[-1]
    return bare, ""


def marked_text(sections: list[Section], numbers: Mapping[str, int]) -> str:
    """The draft as paragraphs of plain text; headings and tables' rules are left out, no sentence is."""
    paragraphs: list[str] = []
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Paragraph):
                paragraphs.append(_sentences(block.claims, numbers))
            elif isinstance(block, BulletList):
                paragraphs.append("\n".join("- " + _sentences(item, numbers) for item in block.items))
            elif isinstance(block, Figure):
                paragraphs.append("\n".join(_sentences(run, numbers) for run in (block.caption, *block.notes)).strip())
            else:
                paragraphs.append(_table(block, numbers))
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _sentences(claims: list[Claim], numbers: Mapping[str, int]) -> str:
    return " ".join(_with_marker(claim, numbers) for claim in claims)


def _table(table: Table, numbers: Mapping[str, int]) -> str:
    rows = [" | ".join(_sentences(cell, numbers) for cell in row) for row in (table.header, *table.rows)]
    footnotes = [_sentences(footnote, numbers) for footnote in table.footnotes]
    return "\n".join([_sentences(table.caption, numbers), *rows, *footnotes]).strip()


def _with_marker(claim: Claim, numbers: Mapping[str, int]) -> str:
    cited = sorted({numbers[cite.reference_id] for cite in claim.cites if cite.reference_id in numbers})
    if not cited:
        return claim.text
    body, end = split_terminal(claim.text)
    return f"{body} [{','.join(map(str, cited))}]{end}".lstrip()


def sections_from_marked_text(text: str, reference_ids: Mapping[int, str]) -> list[Section]:
    """Cut a finished answer into claims at its markers; a number that no reference bears stays in the text.

    Paragraphs stand apart by a blank line; lines that begin with `-`, `*` or `•` make a list. A claim ends where its
    marker stands, so several sentences before one marker are one claim.
    """
    blocks = [block for part in re.split(r"\n\s*\n", text) for block in _blocks(part, reference_ids)]
    for number, claim in enumerate((claim for block in blocks for claim in block_claims(block)), start=1):
        claim.id = f"s{number}"
    return [Section(blocks=blocks)]


def _blocks(part: str, reference_ids: Mapping[int, str]) -> Iterator[Block]:
    lines = [line for line in part.splitlines() if line.strip()]
    first = next((place for place, line in enumerate(lines) if _BULLET.match(line)), len(lines))
    if first:
        yield Paragraph(claims=_claims(" ".join(lines[:first]), reference_ids))
    items: list[list[str]] = []
    for line in lines[first:]:
        if bullet := _BULLET.match(line):
            items.append([line[bullet.end() :]])
        else:
            items[-1].append(line)
    if items:
        yield BulletList(items=[_claims(" ".join(item), reference_ids) for item in items])


def _claims(paragraph: str, reference_ids: Mapping[int, str]) -> list[Claim]:
    flat = " ".join(paragraph.split())
    claims: list[Claim] = []
    start = 0
    for match in _MARKER.finditer(flat):
        wanted = _numbers(match["run"])
        if not wanted or any(number not in reference_ids for number in wanted):
            continue
        text = flat[start : match.start()].strip() + match["end"]
        claims.append(Claim(text=text, cites=[Cite(reference_id=reference_ids[number]) for number in wanted]))
        start = match.end()
    if rest := flat[start:].strip():
        claims.append(Claim(text=rest, role=ClaimRole.BACKGROUND))
    return claims


def _numbers(run: str) -> list[int]:
    """The numbers of a marker, ranges spelled out; empty when it can be no marker."""
    out: list[int] = []
    for part in re.split(r"[,;]", re.sub(r"\]\s*\[", ",", run).translate({ord("["): None, ord("]"): None})):
        ends = [int(end) for end in re.split(r"[–-]", part)]
        if len(ends) > 2 or not 0 <= ends[-1] - ends[0] <= _LONGEST_RANGE:
            return []
        out.extend(range(ends[0], ends[-1] + 1))
    return list(dict.fromkeys(out))
