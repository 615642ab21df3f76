"""Marks in a Word file where pages are turned on their side, and back; `docx_sections` fills them."""

from __future__ import annotations

__all__ = ["END_OF_TURNED", "END_OF_UPRIGHT"]

_MARK = (
    '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>'
    '<w:sectPr><w:pgSz w:orient="{}"/></w:sectPr></w:pPr></w:p>'
)
END_OF_UPRIGHT = _MARK.format("portrait")
"""Raw XML that stands where upright pages end."""
END_OF_TURNED = _MARK.format("landscape")
"""The same where turned pages end."""
