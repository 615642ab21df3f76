"""Hidden text: what a model would read and a person would not see, taken out; and planted instructions, pointed at.

Taken out are characters that print nothing (zero width, controls, tags, private use), and mark-up that a browser does
not show. Joiners and marks that a script or an emoji needs stay. What is visible stays as it is, for a sentence with an
instruction is still the text of the source: `looks_like_instruction` only says where one stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.hidden_markup import strip_markup
from bmreport.planted_words import planted
from bmreport.seen_text import INVISIBLE, SeenText
from bmreport.sentences import Span

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["looks_like_instruction", "strip_hidden"]

_EMOJI = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
# Arabic, Mongolian, Manichaean, Adlam and their like.
_JOINING = "\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefe\u1800-\u18af\U00010a60-\U00010eff\U0001e900-\U0001e95f"
_INDIC = "\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\u1b00-\u1bff\ua840-\ua9ff\U00011000-\U00011fff"
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_FLAGS = frozenset(
    "".join(chr(0xE0000 + ord(sign)) for sign in code) + "\U000e007f" for code in ("gbeng", "gbsct", "gbwls")
)
# Places of the Symbol font, which text from PDFs holds as private characters: a lost `±` or `≤` would change a figure.
_SYMBOL_FONT = {
    0xF061: "α", 0xF062: "β", 0xF063: "χ", 0xF064: "δ", 0xF067: "γ", 0xF06B: "κ", 0xF06C: "λ", 0xF06D: "μ", 0xF070: "π",
    0xF072: "ρ", 0xF073: "σ", 0xF044: "Δ", 0xF057: "Ω", 0xF02D: "−", 0xF03C: "<", 0xF03D: "=", 0xF03E: ">", 0xF02B: "+",
    0xF025: "%", 0xF0A3: "≤", 0xF0B3: "≥", 0xF0B1: "±", 0xF0B4: "×", 0xF0B7: "•", 0xF0B0: "°", 0xF0A5: "∞", 0xF0B9: "≠",
    0xF0BB: "≈", 0xF0A7: "•", 0xF0A2: "′", 0xF0B2: "″",
}  # fmt: skip

_ESCAPE = r"\x1b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-Z\\-_])?"
_HIDDEN = re.compile(
    rf"(?P<control>{_ESCAPE}|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f])"
    r"|(?P<zero>[\u200b\u2060-\u2064\ufeff\u180e\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff0-\ufffb"
    r"\U0001d173-\U0001d17a]+)"
    r"|(?P<joiner>[\u200c\u200d]+)"
    r"|(?P<bidi>[\u202a-\u202e\u2066-\u206f]+)"
    r"|(?P<mark>[\u200e\u200f\u061c]+)"
    r"|(?P<tag>[\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]+)"
    r"|(?P<variation>[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]+)"
    r"|(?P<soft>\u00ad+)"
    r"|(?P<private>[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]+)"
    r"|(?P<broken>[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff\U0001fffe\U0001ffff]+)"
)
_ANY = re.compile(
    f"[{INVISIBLE}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    "\U0001fffe\U0001ffff\U000f0000-\U0010fffd]"
)
_WORDS = {
    "control": "control characters",
    "zero": "zero-width characters",
    "joiner": "zero-width characters",
    "bidi": "characters that turn the direction of writing",
    "mark": "characters that turn the direction of writing",
    "tag": "invisible tag characters",
    "variation": "variation selectors that select nothing",
    "soft": "soft hyphens",
    "private": "private-use characters",
    "broken": "characters that are no text",
}
_LINE_END = re.compile("\r?[\x0b\x0c\x85]")


def strip_hidden(text: str) -> tuple[str, list[str]]:
    """The text as a reader sees it, and in words what was taken out (`3 zero-width characters`), each kind once.

    Where a hidden character stood between two letters or digits that it kept apart (a control or a private-use
    character), a blank stands afterwards, so that no two figures run into one. Line ends of old kinds become `\\n`.
    """
    text, removed = strip_markup(text)
    if not _ANY.search(text):
        return text, removed
    text = _LINE_END.sub("\n", text)
    counts: dict[str, int] = {}
    directed = _RTL.search(text) is not None

    def without(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        kept = _kept(kind, match, directed)
        if len(kept) < len(match[0]):
            counts[_WORDS[kind]] = counts.get(_WORDS[kind], 0) + len(match[0]) - len(kept)
        if not kept and kind in ("control", "private", "broken") and _between_letters(match):
            return " "
        return kept

    text = _HIDDEN.sub(without, text)
    removed.extend(f"{count} {words if count > 1 else _one(words)}" for words, count in counts.items())
    return text, removed


def looks_like_instruction(text: str) -> list[Span]:
    """Where words of a passage speak to a model rather than to a reader; in order, without overlap.

    Invisible characters between the letters do not hide them. A hint for a warning, no proof.
    """
    seen = SeenText(text)
    return [Span(*seen.span(start, end)) for start, end in planted(seen.text) if start < end]


def _one(words: str) -> str:
    for many, one in (("characters that turn", "character that turns"), ("characters that are", "character that is")):
        if words.startswith(many):
            return words.replace(many, one, 1)
    return (
        words.replace("selectors that select", "selector that selects")
        .replace("characters", "character")
        .replace("hyphens", "hyphen")
    )


def _between_letters(match: re.Match[str]) -> bool:
    text, start, end = match.string, match.start(), match.end()
    return start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()


def _kept(kind: str, match: re.Match[str], directed: bool) -> str:
    """What of the run has a use where it stands."""
    keep = _KEEPERS.get(kind)
    if kind == "mark":
        return match[0][:1] if directed else ""
    return keep(match) if keep else ""


def _joiner(match: re.Match[str]) -> str:
    """One joiner between letters of a joining or Indic script, a zero-width joiner between two emoji."""
    run, before, after = match[0], *_around(match)
    if len(run) > 1:
        return ""
    if re.match(f"[{_JOINING}{_INDIC}]", before):
        return run
    joins_emoji = run == "\u200d" and re.match(f"[{_EMOJI}\ufe0f]", before) and re.match(f"[{_EMOJI}]", after)
    return run if joins_emoji else ""


def _tag(match: re.Match[str]) -> str:
    """The flags of England, Scotland and Wales are a black flag with tags."""
    before, _ = _around(match)
    return match[0] if before == "\U0001f3f4" and match[0] in _FLAGS else ""


def _variation(match: re.Match[str]) -> str:
    """One selector after a character that has variations: emoji and signs, ideographs, Mongolian, Myanmar."""
    run, before, _ = match[0], *_around(match)
    first = run[0]
    if first in "\ufe0e\ufe0f":
        fits = re.match(f"[{_EMOJI}#*0-9\u2100-\u2bff]", before)
    elif first <= "\u180f":
        fits = re.match("[\u1820-\u18aa]", before)
    elif first >= "\U000e0100":
        fits = re.match("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]", before)
    else:
        fits = re.match(
            "[\u2200-\u2aff\u3000-\u9fff\uf900-\ufaff\uff00-\uff60\u1000-\u109f\U00020000-\U0003ffff0]", before
        )
    return first if fits else ""


def _private(match: re.Match[str]) -> str:
    return match[0].translate(_SYMBOL_FONT) if all(ord(sign) in _SYMBOL_FONT for sign in match[0]) else ""


def _around(match: re.Match[str]) -> tuple[str, str]:
    text, start, end = match.string, match.start(), match.end()
    return text[start - 1 : start] if start else "", text[end : end + 1]


_KEEPERS: dict[str, Callable[[re.Match[str]], str]] = {
    "joiner": _joiner,
    "tag": _tag,
    "variation": _variation,
    "private": _private,
}
