"""Sort keys for text, near to the Unicode collation with the letters of a language where it wants them.

Only base letters count, as in citeproc-js: marks, case and punctuation make no difference, numbers go by their value,
and a space comes before everything else. Each language begins with its own script.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_BASES = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ŋ": "n", "ı": "i\u0001",
          "þ": "z\u0002", "ʿ": "", "ʾ": "", "ʼ": ""}  # fmt: skip
"""Letters that do not fall apart into a base letter and a mark."""
_AFTER_Z = "z\u0003"
_NORDIC = {"å": "z\u0003a", "ä": "z\u0003b", "æ": "z\u0003b", "ö": "z\u0003c", "ø": "z\u0003c"}
_DANISH = {"æ": "z\u0003a", "ä": "z\u0003a", "ø": "z\u0003b", "ö": "z\u0003b", "å": "z\u0003c"}
_CARONS = {letter: f"{unicodedata.normalize('NFD', letter)[0]}\u0001" for letter in "čřšž"}
_SOUTH_SLAVIC = {"č": "c\u0001", "ć": "c\u0002", "đ": "d\u0001", "š": "s\u0001", "ž": "z\u0001"}
_LETTERS: dict[str, dict[str, str]] = {
    "sv": _NORDIC,
    "fi": _NORDIC,
    "da": _DANISH,
    "nb": _DANISH,
    "nn": _DANISH,
    "no": _DANISH,
    "is": {"ð": "d\u0001", "þ": "z\u0003a", "æ": "z\u0003b", "ö": "z\u0003c", "å": "z\u0003d"},
    "es": {"ñ": "n\u0001"},
    "cs": _CARONS,
    "sk": {**_CARONS, "ä": "a\u0001", "ô": "o\u0001"},
    "hr": _SOUTH_SLAVIC,
    "sl": _SOUTH_SLAVIC,
    "bs": _SOUTH_SLAVIC,
    "pl": {letter: f"{base}\u0001" for letter, base in zip("ąćęłńóśź", "acelnosz", strict=True)} | {"ż": "z\u0002"},
    "tr": {"ç": "c\u0001", "ğ": "g\u0001", "ı": "h\u0001", "ö": "o\u0001", "ş": "s\u0001", "ü": "u\u0001"},
    "ro": {
        "ă": "a\u0001",
        "â": "a\u0002",
        "î": "i\u0001",
        "ș": "s\u0001",
        "ş": "s\u0001",
        "ț": "t\u0001",
        "ţ": "t\u0001",
    },
    "hu": {"ö": "o\u0001", "ő": "o\u0001", "ü": "u\u0001", "ű": "u\u0001"},
    "et": {"š": "s\u0001", "ž": "s\u0002", "õ": "w\u0001", "ä": "w\u0002", "ö": "w\u0003", "ü": "w\u0004"},
    "lv": {letter: f"{unicodedata.normalize('NFD', letter)[0]}\u0001" for letter in "čģķļņšž"},
    "lt": {letter: f"{unicodedata.normalize('NFD', letter)[0]}\u0001" for letter in "čšž"},
}
_OWN_SCRIPTS = {
    "ru": ("\u0400", "\u052f"), "uk": ("\u0400", "\u052f"), "bg": ("\u0400", "\u052f"), "sr": ("\u0400", "\u052f"),
    "mk": ("\u0400", "\u052f"), "be": ("\u0400", "\u052f"), "mn": ("\u0400", "\u052f"), "kk": ("\u0400", "\u052f"),
    "el": ("\u0370", "\u03ff"), "he": ("\u0590", "\u05ff"), "ar": ("\u0600", "\u06ff"), "fa": ("\u0600", "\u06ff"),
    "th": ("\u0e00", "\u0e7f"), "ka": ("\u10a0", "\u10ff"), "hy": ("\u0530", "\u058f"), "zh": ("\u4e00", "\u9fff"),
    "ja": ("\u3040", "\u9fff"), "ko": ("\uac00", "\ud7a3"),
}  # fmt: skip
_BEFORE_LETTERS = "0z"
"""Behind numbers, before Latin letters: where the language's own script goes."""
_HANGUL_FIRST = "\u2fff"


_DIGITS = re.compile("[0-9]+")
_ASCII = {
    code: " " if chr(code).isspace() else "!" if chr(code) == "$" else None
    for code in range(128)
    if not chr(code).isalnum()
}


class Collator:
    """The order of one language."""

    def __init__(self, language: str) -> None:
        code = language.partition("-")[0].lower()
        self._letters = _LETTERS.get(code, {})
        self._first = _OWN_SCRIPTS.get(code)
        self.key = lru_cache(maxsize=16384)(self._key)

    def _key(self, text: str) -> str:
        """A string that compares as the text does."""
        folded = text.casefold() if "İ" not in text else text.replace("İ", "i").casefold()
        if folded.isascii() and not self._first:
            # Plain ASCII needs no look at single characters.
            if not folded.isalpha():
                # Numbers first: without the mark between them two would become one.
                folded = _DIGITS.sub(lambda match: _number(match.group()), folded).translate(_ASCII)
            return folded
        if self._letters:
            folded = "".join(
                self._letters.get(character, character) for character in unicodedata.normalize("NFC", folded)
            )
        out: list[str] = []
        digits = ""
        for character in unicodedata.normalize("NFD", folded):
            if character.isdecimal():
                digits += str(unicodedata.decimal(character))
                continue
            if digits:
                out.append(_number(digits))
                digits = ""
            out.append(self._one(character))
        if digits:
            out.append(_number(digits))
        return "".join(out)

    def _one(self, character: str) -> str:
        if character.isspace():
            return " "
        if character < "\u0005":
            return character
        if not character.isalpha():
            return "!" if unicodedata.category(character) == "Sc" else ""
        first = self._first
        if first is not None and first[0] <= character <= first[1]:
            return _BEFORE_LETTERS + character
        if "\uac00" <= character <= "\ud7a3" or "\u1100" <= character <= "\u11ff":
            return _HANGUL_FIRST + character  # Hangul goes before kana and Chinese characters
        return _BASES.get(character, character)


def _number(digits: str) -> str:
    """Digits such that a longer number sorts behind a shorter one."""
    stripped = digits.lstrip("0") or "0"
    return f"0{min(len(stripped), 99):02}{stripped}"
