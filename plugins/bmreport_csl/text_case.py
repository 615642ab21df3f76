"""Text case: the seven values of `text-case` on plain text and on text in pieces (CSL 1.0.2, "Text-case")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

_STOP_WORDS = (
    "a about across afore after against al along alongside amid amidst among amongst an and around as aside "
    "astride at athwart atop b barring before behind below beneath beside besides between beyond but by c ca "
    "circa d de despite down during e et except f for from g given h i in inside into j k l lest like m modulo n "
    "near next nor notwithstanding o of off on onto or out over p per plus pro q qua r s sans since so t than the "
    "through throughout thruout till to toward towards u under underneath until unto up upon v van versus via von "
    "vs w with within without x y yet z"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that title case leaves in lower case inside a title; citeproc-js goes beyond the specification's list."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_BEFORE_A_WORD = frozenset(" \t\n\r\u00a0\u2009-–—/([{:.,?!;“‘„‚‹¿¡")
"""What may stand before a word whose first letter is changed; `@home` and `#tag` stay as they are."""
_NEW_START = frozenset(":?!")
_TURKIC = frozenset({"tr", "az"})
_TURKIC_LOWER = {ord("I"): "ı", ord("İ"): "i"}
_TURKIC_UPPER = {ord("i"): "İ", ord("ı"): "I"}
_PLAIN_LETTERS = re.compile("[A-Za-z\u00c0-\u024f\u0400-\u052f]")


def change_case(text: str, case: str, language: str = "en") -> str:
    """One plain text in the given case; `title` changes nothing unless the text is English."""
    return change_case_parts(((text, False),), case, language)[0]


def is_english(language: str) -> bool:
    """Whether title case may be used for a text in that language; an unknown language counts as English."""
    return not language or language[:2].lower() == "en"


def change_case_parts(parts: Sequence[tuple[str, bool]], case: str, language: str = "en") -> list[str]:
    """Pieces of one text in the given case, in the same order; words may span pieces.

    Each piece comes with whether it is protected (`nocase`): such a piece never changes, but counts as words.
    """
    if case in {"lowercase", "uppercase"}:
        change_all = _lower if case == "lowercase" else _upper
        return [text if nocase else change_all(text, language) for text, nocase in parts]
    change = _CASES.get(case)
    if change is None or (case == "title" and not is_english(language)):
        return [text for text, _ in parts]
    return change(parts, language)


def _lower(text: str, language: str) -> str:
    return text.translate(_TURKIC_LOWER).lower() if language[:2] in _TURKIC else text.lower()


def _upper(text: str, language: str) -> str:
    return text.translate(_TURKIC_UPPER).upper() if language[:2] in _TURKIC else text.upper()


def _joined(parts: Sequence[tuple[str, bool]]) -> str:
    """The whole text; capitals in a protected piece do not make the free rest of its word a mixed one (`p53<sup>R`)."""
    return "".join(low if nocase and len(low := text.lower()) == len(text) else text for text, nocase in parts)


def _capitalize_first(parts: Sequence[tuple[str, bool]], language: str) -> list[str]:
    whole = "".join(text for text, _ in parts)
    first = _WORD.search(whole)
    return _raised(parts, {first.start()} if first is not None and _may_rise(whole, first) else set(), language)


def _capitalize_all(parts: Sequence[tuple[str, bool]], language: str) -> list[str]:
    whole = _joined(parts)
    return _raised(parts, {word.start() for word in _WORD.finditer(whole) if _may_rise(whole, word)}, language)


def _title(parts: Sequence[tuple[str, bool]], language: str) -> list[str]:
    """Every word but stop words; those too when they stand first, last, or after a colon, `?` or `!`."""
    whole = _joined(parts)
    words = list(_WORD.finditer(whole))
    raised: set[int] = set()
    end = 0
    for place, word in enumerate(words):
        starts = place == 0 or not _NEW_START.isdisjoint(whole[end : word.start()])
        end = word.end()
        if _may_rise(whole, word) and (starts or not _stays_low(whole, word, place == len(words) - 1)):
            raised.add(word.start())
    return _raised(parts, raised, language)


def _stays_low(whole: str, word: re.Match[str], is_last: bool) -> bool:
    text = word.group()
    if text.partition("’")[0].partition("'")[0] not in STOP_WORDS:
        return False
    if whole[word.end() : word.end() + 1] == "-" and whole[word.end() + 1 : word.end() + 2].isalnum():
        # `in-depth` is one word, and `in` its first part; in `up-to-date` the inner `to` stays low.
        return word.start() > 0 and not whole[word.start() - 1].isspace()
    return not is_last or len(text) == 1


def _may_rise(whole: str, word: re.Match[str]) -> bool:
    """A lower-case word after a blank or an opening mark; `iPhone`, `mRNA`, `3rd` and a lone `α` stay as they are."""
    text, start = word.group(), word.start()
    if not text[0].islower() or (start > 0 and whole[start - 1] not in _BEFORE_A_WORD):
        return False
    if len(text) == 1 and not _PLAIN_LETTERS.match(text):
        return False
    return text == text.lower()


def _sentence(parts: Sequence[tuple[str, bool]], language: str) -> list[str]:
    """CSL 1.0.2: capitalized words become lower case, abbreviations and mixed words stay; the first word begins high.

    A text in capitals throughout becomes lower case but for its first letter.
    """
    free = "".join(text for text, nocase in parts if not nocase)
    whole = "".join(text for text, _ in parts)
    shouting = free == free.upper() and len(_WORD.findall(free)) > 1 and free != free.lower()
    first = _WORD.search(whole)
    lowered: list[str] = []
    position = 0
    for text, nocase in parts:
        lowered.append(text if nocase else _lower_words(text, shouting, position, first.start() if first else -1))
        position += len(text)
    if first is None or not "".join(lowered)[first.start()].islower():
        return lowered
    return _capitalize_first([(text, nocase) for text, (_, nocase) in zip(lowered, parts, strict=True)], language)


def _lower_words(text: str, shouting: bool, offset: int, first: int) -> str:
    def lower(word: re.Match[str]) -> str:
        found = word.group()
        if shouting:
            return found[0] + found[1:].lower() if word.start() + offset == first else found.lower()
        if word.start() + offset == first:
            return found
        # A single capital is a name (`vitamin C`, `T cell`), unless it is the article.
        capitalized = found.istitle() if len(found) > 1 else found == "A"
        return found.lower() if capitalized else found

    return _WORD.sub(lower, text)


def _raised(parts: Sequence[tuple[str, bool]], places: set[int], language: str) -> list[str]:
    """The pieces with the letters at those places of the whole text in capitals."""
    if not places:
        return [text for text, _ in parts]
    out: list[str] = []
    position = 0
    ordered = sorted(places)
    for text, nocase in parts:
        end = position + len(text)
        here = [place - position for place in ordered[bisect_left(ordered, position) : bisect_left(ordered, end)]]
        position = end
        if nocase or not here:
            out.append(text)
            continue
        pieces, last = [], 0
        for place in here:
            pieces.append(text[last:place])
            pieces.append(_upper(text[place], language))
            last = place + 1
        out.append("".join(pieces) + text[last:])
    return out


_CASES: dict[str, Callable[[Sequence[tuple[str, bool]], str], list[str]]] = {
    "capitalize-first": _capitalize_first,
    "capitalize-all": _capitalize_all,
    "sentence": _sentence,
    "title": _title,
}
