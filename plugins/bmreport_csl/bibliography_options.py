"""How a list of references wants to be set: indents, alignment, spacing.

CSL 1.0.2, "Bibliography-specific Options".
"""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.areas import CompiledStyle
from bmreport_csl.registry import Registry
from bmreport_csl.whole_numbers import whole_number


@dataclass(frozen=True, slots=True)
class BibliographyOptions:
    """What the style says and cannot be shown in the entries themselves."""

    hanging_indent: bool = False
    second_field_align: str = ""
    """flush, margin, or empty."""
    entry_spacing: int = 1
    """Empty lines between entries, in lines of text."""
    line_spacing: int = 1
    """Distance of lines, in lines of text."""
    max_offset: int = 0
    """The number of characters of the widest label that is set off."""


def read_bibliography_options(style: CompiledStyle, registry: Registry) -> BibliographyOptions:
    """The options of the compiled style; the widest label is that of the highest number."""
    area = style.bibliography
    if area is None:
        return BibliographyOptions()
    options = area.options
    align = options.get("second-field-align", "")
    return BibliographyOptions(
        hanging_indent=options.get("hanging-indent") == "true",
        second_field_align=align,
        entry_spacing=whole_number(options.get("entry-spacing"), 1),
        line_spacing=whole_number(options.get("line-spacing"), 1),
        max_offset=len(str(len(registry.order))) if align else 0,
    )
