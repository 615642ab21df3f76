"""Abstracts as plain text."""

from __future__ import annotations

import re

# Only elements that Crossref, DataCite and PubMed put into abstracts, with proper attributes: `a <b and c> d` and
# `<script>` are text.
_ELEMENT = re.compile(
    r"</?(?:jats:)?(?P<name>p|br|b|i|u|em|strong|sub|sup|sec|title|italic|bold|sc|list|list-item|div|span|ul|ol|li|h[1-6]|"
    r"ext-link|uri|inline-formula|label)(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>",
    re.IGNORECASE,
)
_BREAKING = frozenset({"p", "br", "sec", "title", "list", "list-item", "div", "ul", "ol", "li", "label"})


def plain_abstract(text: str) -> str:
    """An abstract without the HTML or JATS elements that registries put into it; its words stay as they are."""
    plain = _ELEMENT.sub(lambda found: " " if found["name"].lower() in _BREAKING else "", text)
    return " ".join(plain.split()) if plain != text else text.strip()
