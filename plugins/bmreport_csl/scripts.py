"""Which scripts write names and titles as European languages do, with spaces, initials and italics."""

from __future__ import annotations

import re

_ROMANESQUE = re.compile(
    "[0-9a-zA-Z\u00c0-\u024f\u0370-\u052f\u0531-\u058f\u0590-\u07bf\u0900-\u0dff\u0e01-\u0e5b\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u1fff]"
)


def is_romanesque(text: str) -> bool:
    """Whether any character belongs to such a script; what is written in Chinese, Japanese or Korean has none."""
    return text[:1].isascii() or _ROMANESQUE.search(text) is not None
