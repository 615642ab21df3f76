"""Colours and line widths of all figures.

The hues are those of Okabe and Ito (2008), which people with any colour blindness tell apart; no meaning rests on hue
alone, so that a print in grey says the same.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BAND", "CATEGORIES", "GRID", "HAIR", "INK", "LINE", "MUTED", "PAPER", "POOLED", "PREDICTION", "RULE", "STUDY",
    "SUBGROUP", "THICK",
]  # fmt: skip

INK: Final = "#1A1A1A"
"""Text and marks."""
MUTED: Final = "#595959"
"""What steps back; dark enough to be read (contrast 7:1)."""
RULE: Final = "#8C8C8C"
GRID: Final = "#D9D9D9"
BAND: Final = "#F3F5F7"
"""Every other row."""
PAPER: Final = "#FFFFFF"
STUDY: Final = "#0F5A8F"
"""The estimate of one study."""
POOLED: Final = "#1A1A1A"
"""The pooled estimate."""
SUBGROUP: Final = "#5B6773"
PREDICTION: Final = "#C45A00"

CATEGORIES: Final = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#595959")
"""Kinds side by side; each also has a pattern or a word of its own."""

HAIR: Final = 0.4
LINE: Final = 0.8
THICK: Final = 1.2
"""Line widths in points."""
