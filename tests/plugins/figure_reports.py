"""Pictures made by hand, and reports with figures and wide tables, to print in every format."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING, Any

from bmreport.models import Cite, Claim, ClaimRole, Draft, Figure, Paragraph, Report, Section, SectionKind, Table
from bmreport.rendering import RenderedReport, render
from bmreport.testing import NoEngine, NumberedStyle, SamplePlugin, fresh_host, sample_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport.models import Block

SVG_HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def svg(body: str = '<rect width="90" height="40" fill="#00aa00"/>', size: str = 'width="90" height="40"') -> str:
    """A picture of 90 by 40 pixels that is one green box, unless told otherwise."""
    return f"<svg {SVG_HEAD} {size}>{body}</svg>"


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG with its check sum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int = 30, height: int = 20, *, extra: bytes = b"", dots_per_inch: int = 0) -> bytes:
    """A grey picture; `extra` chunks stand before its pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    metre = round(dots_per_inch / 0.0254)
    density = chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1)) if dots_per_inch else b""
    pixels = zlib.compress((b"\0" + b"\x80" * width) * height)
    return SIGNATURE + head + density + extra + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def base64_of(data: bytes) -> str:
    """As a figure holds it."""
    return base64.b64encode(data).decode("ascii")


def claim(text: str, *citation_ids: str) -> Claim:
    """A sentence with its cites."""
    role = ClaimRole.FINDING if citation_ids else ClaimRole.BACKGROUND
    return Claim(text=text, cites=[Cite(citation_id=one) for one in citation_ids], role=role)


def figure(**changes: Any) -> Figure:
    """A figure with both pictures, a caption and a note that cite."""
    given: dict[str, Any] = {
        "name": "forest",
        "caption": [claim("Effects of placebrol.", "c1", "c3")],
        "alt": "Forest plot of four trials; all lie left of no effect.",
        "svg": svg(),
        "png": base64_of(png()),
        "notes": [[claim("Squares are sized by weight.", "c4")]],
    }
    return Figure(**(given | changes))


def wide_table(rows: int = 4, columns: int = 7) -> Table:
    """A Summary of Findings: many columns of sentences, signs of certainty, footnotes with raised letters."""
    words = [
        *("Sample events", "54,231 (9 trials)", "RR 0.88 (0.80 to 0.97)", "96 per 1,000", "84 per 1,000 (77 to 93)"),
        *("⊕⊕⊕◯ Moderate ᵃ", "Placebrol probably lowers the risk of sample events a little over five years."),
    ]
    heads = ["Outcome", "Participants", "Relative effect", "Without", "With", "Certainty", "What happens"]
    width = [place % len(words) for place in range(columns)]
    return Table(
        caption=[claim("Summary of findings", "c2")],
        header=[[claim(heads[place])] for place in width],
        rows=[
            [
                [claim(f"{words[place]} row {row}" if number == 0 else words[place])]
                for number, place in enumerate(width)
            ]
            for row in range(1, rows + 1)
        ],
        footnotes=[[claim("ᵃ Risk of bias: serious.", "c3")]],
    )


def report_with(*blocks: Block, heading: str = "Exhibits", before: Sequence[Section] = ()) -> Report:
    """The sample report with a section of these blocks between its lead and its limits."""
    lead = Section(heading="Summary", kind=SectionKind.LEAD, blocks=[Paragraph(claims=[claim("It works.", "c1")])])
    limits = Section(heading="Limits", kind=SectionKind.LIMITS, blocks=[Paragraph(claims=[claim("Few women.", "c6")])])
    exhibits = Section(heading=heading, kind=SectionKind.EXHIBITS, blocks=list(blocks))
    return sample_report(Draft(sections=[lead, *before, exhibits, limits]))


def rendered(*blocks: Block, **options: Any) -> RenderedReport:
    """Such a report in a style that needs no engine."""
    return rendered_report(report_with(*blocks, **options))


def rendered_report(report: Report) -> RenderedReport:
    """A report in a style that needs no engine."""
    host = fresh_host(SamplePlugin(), builtins=False)
    return render(report, host=host, style=NumberedStyle.name, engine=NoEngine.name)
