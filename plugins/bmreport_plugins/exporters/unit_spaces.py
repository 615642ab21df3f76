"""Numbers that stay on one line with their unit, words with a footnote's sign: a no-break space between them.

The SI brochure (9th edition, 5.4.3) has a space between number and unit; where a line ends there, a reader meets a
number without its meaning. For formats that break lines; plain text and Markdown keep the spaces of the passage.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.richtext import Text
from bmreport_plugins.exporters.block_claims import map_claims

if TYPE_CHECKING:
    from bmreport.rendering import RenderedBlock
    from bmreport.richtext import RichText

__all__ = ["with_kept_units"]

_NO_BREAK = "\u00a0"
_UNITS = (
    "mg g kg µg μg mcg ng pg mL ml dL dl L l µL μL mmol µmol μmol nmol pmol mol mEq IU kcal kJ mmHg cmH2O kPa cm "
    "mm m km ms s min h kDa Gy mGy mSv Hz kHz MHz °C °F K %"
)
# The number, then one plain space, then a unit that ends there or goes on as `mg/kg`, `mg·h` or `mL−1`.
_BEFORE_UNIT = re.compile(rf"(?<=\d) (?=(?:{'|'.join(map(re.escape, _UNITS.split()))})(?![\w'’]))")
# A footnote's sign stays with its word: `Moderate ᵃ`.
_BEFORE_SIGN = re.compile(r"(?<=\w) (?=[ᵃ-ᵛᶜᶠᶻⁱⁿ¹²³⁴-⁹*†‡§¶][ᵃ-ᵛᶜᶠᶻⁱⁿ¹²³⁴-⁹*†‡§¶,]*(?!\w))")
# `P = 0.03`, `n = 12`: one expression.
_AROUND_SIGN = re.compile(r"\b([pPnN]) ([=<>≤≥]) (?=[\d.])")


def with_kept_units(block: RenderedBlock) -> RenderedBlock:
    """The same block; only spaces between numbers and units differ."""
    return map_claims(block, lambda claim: replace(claim, content=_kept(claim.content)))


def _kept(rich: RichText) -> RichText:
    """Plain text alone: what a style or a link made stays as it is."""
    return tuple(Text(_kept_text(node.text)) if isinstance(node, Text) else node for node in rich)


def _kept_text(text: str) -> str:
    kept = _BEFORE_SIGN.sub(_NO_BREAK, _BEFORE_UNIT.sub(_NO_BREAK, text))
    return _AROUND_SIGN.sub(rf"\1{_NO_BREAK}\2{_NO_BREAK}", kept)
