"""Mark-up that a browser does not show, taken out of a text: comments, hidden elements, white on white.

The text is no HTML document, but a passage with some tags in it: everything else is left as it stands.
"""

from __future__ import annotations

import re

__all__ = ["strip_markup"]

_NAME = r"[A-Za-z][A-Za-z0-9-]{0,30}"
_TAG = re.compile(rf"<(?P<close>/?)(?P<name>{_NAME})(?P<attributes>(?:\s[^<>]{{0,2000}})?)(?P<void>/?)>")
_VOID = frozenset(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
# A word in angle brackets is no element as long as nothing closes it.
_UNSEEN = frozenset(["script", "style", "template"])
_WHITE = r"(?:#f{3}(?:f{3})?(?:f{2})?\b|#f[ef]f[ef]f[ef]\b|white\b|transparent\b|rgba?\(\s?255\s?,\s?255\s?,\s?255\b)"
_HIDING = re.compile(
    r"display\s?:\s?none|visibility\s?:\s?(?:hidden|collapse)|opacity\s?:\s?0?\.?0*(?![.\d])"
    r"|font-size\s?:\s?0?\.?0*[01]?(?:px|pt|em|rem|%)?\s?(?=[;\"']|$)"
    r"|(?:left|top|right|bottom|text-indent|margin-left)\s?:\s?-\d{3,}|clip\s?:\s?rect\(\s?0|mso-hide\s?:\s?all",
    re.IGNORECASE,
)
_WHITE_TEXT = re.compile(rf"(?<![\w-])color\s?[:=]\s?[\"']?\s?{_WHITE}", re.IGNORECASE)
_BACKGROUND = re.compile(rf"background(?:-color)?\s?:\s?(?!{_WHITE}|none|inherit)\S", re.IGNORECASE)
_HIDDEN_ATTRIBUTE = re.compile(r"\s(?:hidden(?=[\s=/]|$)|type\s?=\s?[\"']?hidden)", re.IGNORECASE)
_MARKDOWN_COMMENT = re.compile(
    r"^\[(?://|comment|#|_)\]:\s{1,3}(?:#|<>)\s{0,3}[(\"'][^\n]{0,2000}[)\"'][^\S\n]{0,9}$", re.MULTILINE
)


def strip_markup(text: str) -> tuple[str, list[str]]:
    """The text without what mark-up hides, and in words what was taken out.

    A hidden element ends at its own closing tag; one that is never closed hides the rest of the text, as it does in a
    browser. Comments without an end are visible text and stay. Linear in the length of the text.
    """
    removed: list[str] = []
    if "<!--" in text:
        text = _without_comments(text, removed)
    if "<" in text:
        text = _without_elements(text, removed)
    if "]:" in text:
        text, count = _MARKDOWN_COMMENT.subn("", text)
        removed.extend(["a comment in the mark-up"] if count and not removed else [])
    return text, removed


def _without_comments(text: str, removed: list[str]) -> str:
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    if at:
        removed.append("a comment in the mark-up" if len(parts) == 1 else f"{len(parts)} comments in the mark-up")
    return "".join((*parts, text[at:]))


def _without_elements(text: str, removed: list[str]) -> str:
    parts: list[str] = []
    at = count = depth = 0
    hiding = ""
    low = text.lower()
    last_close = {name: low.rfind(f"</{name}") for name in _UNSEEN}
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if not hiding:
            if not tag["close"] and _hides(name, tag["attributes"], last_close.get(name, 0) > tag.start()):
                parts.append(text[at : tag.start()])
                at, count = tag.end(), count + 1
                hiding, depth = ("", 0) if name in _VOID or tag["void"] else (name, 1)
        elif name == hiding and not tag["void"]:
            depth += -1 if tag["close"] else 1
            if not depth:
                at, hiding = tag.end(), ""
    if count:
        removed.append("a hidden part of the mark-up" if count == 1 else f"{count} hidden parts of the mark-up")
    return "".join((*parts, "" if hiding else text[at:]))


def _hides(name: str, attributes: str, closed: bool) -> bool:
    # EndNote wraps visible text in `<style face=...>`.
    if name in _UNSEEN:
        return closed and "face=" not in attributes
    if _HIDDEN_ATTRIBUTE.search(attributes) or _HIDING.search(attributes):
        return True
    return _WHITE_TEXT.search(attributes) is not None and not _BACKGROUND.search(attributes)
