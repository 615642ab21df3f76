"""Text case: the seven values of `text-case` on plain text and on text in pieces (CSL 1.0.2, "Text-case")."""

from __future__ import annotations

import re
from collections.abc import Sequence

STOP_WORDS = frozenset(
    "a according across afore after against ahead along alongside amid amidst among amongst an and anent apart around as "
    "aside astraddle astride at athwart atop barring because before behind below beneath beside besides between beyond "
    "but by c ca circa close d de despite down due during et except far for forward from given in inside instead into "
    "lest like modulo near next nor notwithstanding of off on onto or out over per plus pro qua regarding round sans "
    "save since so than that the through throughout thru thruout till to today tomorrow toward towards under underneath "
    "unless until unto up upon v van versus via vis-à-vis von vs when with within without worth yet".split()
)
"""Words that title case leaves in lower case inside a title; those of citeproc-js go beyond the specification's list."""
_WORD = re.compile(r"[^\s]+")


def change_case(text: str, case: str, english: bool = True) -> str:
    """One plain text in the given case; `title` changes nothing unless the item is in English."""
    return change_case_parts(((text, False),), case, english)[0]


def apply(case: str, text: str, language: str = "en") -> str:
    """One plain text in the given case; title case is for English (or unknown) texts only."""
    return change_case(text, case, is_english(language))


def is_english(language: str) -> bool:
    """Whether title case may be used for a text in that language."""
    return not language or language[:2].lower() == "en"


def change_case_parts(parts: Sequence[tuple[str, bool]], case: str, english: bool = True) -> list[str]:
    """Pieces of one text, each with whether it is protected (`nocase`), in the given case; words may span pieces."""
    texts = [text for text, _ in parts]
    match case:
        case "lowercase":
            return [text if nocase else text.lower() for text, nocase in parts]
        case "uppercase":
            return [text if nocase else _upper(text) for text, nocase in parts]
        case "capitalize-first":
            return _capitalize_first(parts)
        case "capitalize-all":
            return _by_words(parts, _capitalize)
        case "sentence":
            return _sentence(parts)
        case "title":
            return _title(parts) if english else texts
    return texts


def _upper(text: str) -> str:
    return text.upper()


def _capitalize(word: str) -> str:
    for index, character in enumerate(word):
        if character.isalpha():
            return f"{word[:index]}{character.upper()}{word[index + 1 :]}"
    return word


def _capitalize_first(parts: Sequence[tuple[str, bool]]) -> list[str]:
    out: list[str] = []
    done = False
    for text, nocase in parts:
        if not done and text.strip():
            done = True
            out.append(text if nocase else _capitalize(text))
        else:
            out.append(text)
    return out


def _by_words(parts: Sequence[tuple[str, bool]], change: object) -> list[str]:
    return [text if nocase else _WORD.sub(lambda found: _capitalize(found.group()), text) for text, nocase in parts]


def _sentence(parts: Sequence[tuple[str, bool]]) -> list[str]:
    whole = "".join(text for text, _ in parts)
    shouting = whole.isupper()
    out: list[str] = []
    started = False
    for text, nocase in parts:
        changed = text if nocase else (text.lower() if shouting else text)
        if not started and text.strip():
            started = True
            changed = changed if nocase else _capitalize(changed)
        out.append(changed)
    return out


def _title(parts: Sequence[tuple[str, bool]]) -> list[str]:
    out: list[str] = []
    first = True
    for text, nocase in parts:
        words = []
        for found in re.finditer(r"\s+|\S+", text):
            word = found.group()
            if word.isspace() or nocase:
                words.append(word)
                first = first and word.isspace()
                continue
            bare = word.strip(".,;:!?()[]\"'“”‘’").lower()
            words.append(word if bare in STOP_WORDS and not first else _capitalize(word) if word.islower() else word)
            first = word.endswith((":", "?", "!", "—"))
        out.append("".join(words))
    return out
