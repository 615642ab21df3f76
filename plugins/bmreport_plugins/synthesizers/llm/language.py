"""Which language a text is in, as far as script and small words tell; enough to notice an answer in another one.

English, German, French, Spanish, Portuguese, Italian and Dutch are told apart by the words that hold a sentence
together. Other scripts are told by their letters. Where nothing is sure, nothing is said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["LANGUAGES", "is_foreign", "language_of"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SMALL_WORDS = {
    "en": _words("the of and in with was were for that by than from is are this which not had have who an as at on to"),
    "de": _words(
        "der die das und mit bei wurde wurden nicht eine einer eines einem ist sind von den dem des im auf zu als"
    ),
    "fr": _words("le la les des et du une dans par avec pour est sont été chez que qui au aux ne pas sur plus ou en"),
    "es": _words("el la los las del y en con una por para fue fueron que no se al es son más su entre lo como"),
    "pt": _words("o os as do da dos das e em com uma por para foi foram que não se ao é são mais na no nas nos"),
    "it": _words("il la gli le di del della dei e in con una per è sono che non nel nella dal più ha al alla lo"),
    "nl": _words("de het een en van met bij werd werden niet is zijn die dat op te voor door in aan als ook naar"),
}
LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "pt": "Portuguese",
    "it": "Italian",
    "nl": "Dutch",
}
"""Names of the languages that are told by their words."""

_WORD = re.compile(r"[^\W\d_]+")
_SCRIPTS = (
    ("cyrillic", re.compile("[\u0400-\u052f]")),
    ("greek", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("arabic", re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]")),
    ("hebrew", re.compile("[\u0590-\u05ff]")),
    ("indic", re.compile("[\u0900-\u0dff]")),
    ("thai", re.compile("[\u0e00-\u0eff]")),
    ("japanese", re.compile("[\u3040-\u30ff]")),
    ("hangul", re.compile("[\u1100-\u11ff\uac00-\ud7af]")),
    ("han", re.compile("[\u3400-\u9fff]")),
)
_SHARE_OF_SCRIPT = 0.3
_FEWEST_HITS = 2
_LONGEST_LOOK = 5000


def language_of(text: str) -> str:
    """A code of `LANGUAGES`, the name of a script that is not Latin, or nothing when the text does not tell."""
    words = _WORD.findall(text[:_LONGEST_LOOK].casefold())
    letters = sum(map(len, words))
    if not letters:
        return ""
    joined = "".join(words)
    for name, pattern in _SCRIPTS:
        if len(pattern.findall(joined)) >= _SHARE_OF_SCRIPT * letters:
            return name
    counts = sorted(
        ((sum(word in small for word in words), code) for code, small in _SMALL_WORDS.items()), reverse=True
    )
    (best, code), (second, _other) = counts[:2]
    return code if best >= _FEWEST_HITS and best > second else ""


def is_foreign(text: str, expected: Iterable[str]) -> bool:
    """Whether the text is surely in a language that is none of the expected ones; empty ones expect nothing."""
    wanted = {one for one in expected if one}
    found = language_of(text)
    return bool(found and wanted) and found not in wanted
