"""What a sentence brings along that none of its passages holds: names of sources, advice, letters that only look right.

The model sees neither authors nor titles, so whatever it names as a source comes from its memory or from nowhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["advises", "misleading_letters", "named_sources"]

_STUDY = r"(?i:trial|study|registry|cohort|survey|investigators)s?"
_NAMES = (
    # `the JUPITER trial`, `the Framingham Heart Study`
    re.compile(rf"\b(?P<name>[A-Z][A-Z0-9]{{3,}}(?:-[A-Z0-9]+)*)(?: [IVX\d]{{1,3}})? {_STUDY}\b"),
    re.compile(r"(?<!^)\b(?P<name>(?:[A-Z][\w’'-]{2,} ){1,5})(?:Trial|Study|Registry|Cohort|Survey)\b"),
    # `according to Smith`, `as published in The Lancet`
    re.compile(
        r"\b(?i:according to|as per|(?:published|reported|shown|stated|described|written|reviewed) (?:in|by))\s+"
        r"(?i:the\s+|an?\s+)?(?P<name>[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,5})"
    ),
    re.compile(r"\b(?P<name>[\w-]+ dot (?:com|org|net|edu|gov|info|io|eu|uk|de|fr))\b", re.IGNORECASE),
)
_NO_NAMES = frozenset({"The", "This", "That", "One", "Phase", "Group", "Control", "Cohort", "Trial", "Study"})

_DO = (
    r"(?:take(?! into| care)|use|start|stop|begin|continue|receive|avoid|try|switch|prescribe|offer|give|discontinue"
    r"|withhold|reduce|increase|double|skip|replace|prefer|choose|consult|taken|used|started|stopped|begun|continued"
    r"|given|avoided|prescribed|offered|discontinued|withheld|administered|preferred|chosen|treated|switched)"
)
_ADVICE = re.compile(
    rf"(?<!\bcaution )\b(?:should|must|ought to|needs? to)\s+(?:\w+ly\s+|not\s+|never\s+|always\s+|be\s+){{0,3}}{_DO}\b"
    r"|\b(?:is|are)\s+(?:\w+ly\s+)?(?:recommended|advised|indicated|contraindicated|advisable)\b"
    r"|\b(?:we|experts|doctors|clinicians|guidelines?)\s+(?:\w+ly\s+)?(?:recommend|advise)s?\b",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:should|must|ought|recommend\w*|advis\w*|guid(?:eline|ance)\w*|\w*indicated)\b", re.IGNORECASE
)

_LATIN = "A-Za-zÀ-ɏ"
# Letters of Cyrillic, Armenian, Georgian, Cherokee and Lisu beside Latin ones in a word; Greek ones do belong beside
# them (`TNFα`, `β-blocker`, `µg`), save in the midst of a word and where they have the shape of a Latin letter.
_OTHER = "\u0400-\u058f\u10a0-\u10ff\u13a0-\u13ff\ua4d0-\ua4ff\uab70-\uabbf"
_TWIN = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιυ"
_MIXED = re.compile(
    rf"[{_LATIN}][{_OTHER}{_TWIN}]|[{_OTHER}{_TWIN}][{_LATIN}]|(?<=[{_LATIN}])[\u0370-\u03ff](?=[{_LATIN}])"
)
# A stroke through a letter or a figure, and any mark on a figure: `22̸%` reads as another number, or as none.
_STRUCK = re.compile("[\u0334-\u0338\u20d2-\u20e5]|[0-9][\u0300-\u036f]")


def named_sources(text: str, held: Callable[[str], bool]) -> Iterator[str]:
    """Studies, journals, persons and addresses that the text names as a source, and no passage does."""
    for pattern in _NAMES:
        for match in pattern.finditer(text):
            words = [word for word in match["name"].split() if word not in _NO_NAMES]
            if words and not all(map(held, words)):
                yield " ".join(words)


def advises(text: str, sources: Sequence[str]) -> bool:
    """Whether the text tells people what to do, and no passage gives any advice."""
    return bool(_ADVICE.search(text)) and not any(_ADVISES.search(source) for source in sources)


def misleading_letters(text: str, held: Callable[[str], bool]) -> bool:
    """Whether letters of two scripts stand in one word, or something is struck through, that no passage has so."""
    return bool(_STRUCK.search(text)) or any(
        _MIXED.search(word) and not held(word) for word in re.findall(r"\w+", text)
    )
