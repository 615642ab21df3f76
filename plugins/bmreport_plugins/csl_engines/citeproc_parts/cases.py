"""Text case (CSL 1.0.2, "Text-case"), on marked text."""

from __future__ import annotations

import re

from bmreport_plugins.csl_engines.citeproc_parts.marks import recase

# Words that stand in lower case within an English title.
_SMALL_WORDS = frozenset({
    "a", "an", "the", "and", "but", "for", "nor", "or", "so", "yet", "as", "at", "by", "in", "into", "of",
    "off", "on", "onto", "out", "over", "per", "to", "up", "via", "vs", "vs.", "versus", "with", "than", "from",
    "till", "until", "upon", "down", "et", "de", "la", "le", "van", "von", "against", "among", "around",
    "before", "after", "behind", "below", "beneath", "beside", "between", "beyond", "during", "toward",
    "towards", "under", "within", "without", "through", "throughout", "about", "above", "across", "along",
    "amid",
})  # fmt: skip
_WORD = re.compile(r"[^\s\-‐–—/]+")
_LETTER = re.compile(r"[^\W\d_]")


def apply_case(text: str, case: str | None, *, english: bool) -> str:
    """Text in another case; an unknown case changes nothing. Title case is for English text only."""
    if case == "title" and not english:
        return text
    decide = _DECISIONS.get(case or "")
    return recase(text, decide) if decide else text


def _lowercase(plain: str) -> str:
    return "l" * len(plain)


def _uppercase(plain: str) -> str:
    return "u" * len(plain)


def _capitalize_first(plain: str) -> str:
    """The first word, if it is in lower case."""
    word = _WORD.search(plain)
    return _capitals(plain, [word] if word else [])


def _capitalize_all(plain: str) -> str:
    return _capitals(plain, list(_WORD.finditer(plain)))


def _sentence(plain: str) -> str:
    """Upper-case text is lowered but for its first letter; in other text only the first word changes."""
    if plain.isupper():
        first = _LETTER.search(plain)
        start = first.start() if first else 0
        return "l" * start + "u" + "l" * (len(plain) - start - 1)
    return _capitalize_first(plain)


def _title(plain: str) -> str:
    """Small words go down unless they are first, last or after a colon; other lower-case words get a capital.

    Words in capitals stay, even where all of them are (CSL would lower them): JAMA, BMJ and AIDS are names.
    """
    words = list(_WORD.finditer(plain))
    out = list("." * len(plain))
    for number, word in enumerate(words):
        before = plain[max(0, word.start() - 8) : word.start()].rstrip("-‐–—/ \"'“‘([")
        edge = number in (0, len(words) - 1) or before[-1:] in (":", "?", "!", ".")
        bare = word[0].strip("()[]\"'“”‘’,;:").lower()
        letter = _LETTER.search(plain, word.start(), word.end())
        if letter is None:
            continue
        if bare in _SMALL_WORDS and not edge:
            out[word.start() : word.end()] = "l" * len(word[0])
        elif word[0].islower() and (edge or len(bare) > 1):  # a single letter within is a symbol, as in "p < 0.05"
            out[letter.start()] = "u"
    return "".join(out)


def _capitals(plain: str, words: list[re.Match[str]]) -> str:
    out = list("." * len(plain))
    for word in words:
        letter = _LETTER.search(plain, word.start(), word.end())
        if letter and word[0].islower():
            out[letter.start()] = "u"
    return "".join(out)


_DECISIONS = {
    "lowercase": _lowercase,
    "uppercase": _uppercase,
    "capitalize-first": _capitalize_first,
    "capitalize-all": _capitalize_all,
    "sentence": _sentence,
    "title": _title,
}
