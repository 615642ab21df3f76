"""The words of one author sorted into family, given, particles and suffix."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bmreport.names.extras import is_degree, is_suffix, without_titles
from bmreport.names.initials import initials_of_word, spaced_given, trailing_initials, with_initials
from bmreport.names.text import literal_name, quoted_text, split_at, unbraced, words_in
from bmreport.names.types import WHOLE, CslName, Part, ReadName
from bmreport.names.vocabulary import (
    CAPITAL_PARTICLES,
    CJK,
    COMMA,
    HAN_FAMILIES,
    HANGUL,
    LONGEST,
    PARTICLES,
    PATRONYMICS,
    ROMAN,
    SUFFIX,
    TWO_SIGN_FAMILIES,
    VIETNAMESE,
)


def read_parts(parts: Sequence[Part]) -> ReadName:
    """One author from the parts that belong to it."""
    extras = [extra for part in parts for extra in part.extras]
    suffix = " ".join(extra for extra in extras if is_suffix(extra))
    words, titles = without_titles(words_in(parts[-1].text))
    whole = ", ".join(part.text for part in parts)
    if len(whole) > LONGEST or len(parts) > 2 or parts[0].kind in WHOLE:
        name, remarks = literal_name(whole), [f"suffix left out: {suffix}"] if suffix else []
        titles = []
    elif len(parts) == 2:
        name, remarks = make_person(parts[0].text, " ".join(words), suffix)
    else:
        name, remarks = _read_words(words, suffix, surname=bool(titles or suffix))
    dropped = [*titles, *(extra for extra in extras if not is_suffix(extra))]
    return name, ([f"left out beside {quoted_text(whole)}: {', '.join(dropped)}"] if dropped else []) + remarks


def _read_words(words: list[str], suffix: str, *, surname: bool) -> ReadName:
    """A name without a comma; `surname`: a title or suffix beside it shows that one word is a family name."""
    if not suffix and len(words) > 1 and _is_trailing_suffix(words):
        suffix, words, surname = words[-1], words[:-1], True
    text = " ".join(words)
    if not suffix and CJK.fullmatch(text):
        return _read_cjk(words)
    if len(words) == 1:
        return make_person(text, "", suffix) if surname else (literal_name(text), [])
    count = trailing_initials(words)
    if count and "." in words[0] and initials_of_word(words[0]):
        return literal_name(f"{text} {suffix}".strip()), []  # "J. A." alone
    if count:
        given = " ".join(initials_of_word(word) or word for word in words[-count:])
        return make_person(" ".join(words[:-count]), given, suffix)
    for rule in (_by_particle, _by_spanish_and, _by_capitals, _by_patronymic):
        if found := rule(words):
            return make_person(" ".join(found[0]), " ".join(found[1]), suffix)
    if start := _capital_particle(words):
        family = " ".join(words[start:])
        name, remarks = make_person(family, " ".join(words[:start]), suffix)
        return name, [*remarks, f"took {quoted_text(family)} for the family name"]
    return make_person(words[-1], " ".join(words[:-1]), suffix)


def _is_trailing_suffix(words: Sequence[str]) -> bool:
    if words[-1] in ROMAN:  # "Ivanov IV" and "van Raaij IV" have initials
        return len(words) > 2 and words[0] not in PARTICLES
    return bool(SUFFIX.fullmatch(words[-1]))


_Divided = tuple[Sequence[str], Sequence[str]]


def _by_particle(words: Sequence[str]) -> _Divided | None:
    start = next((index for index, word in enumerate(words[:-1]) if word in PARTICLES), None)
    if start is None or all(word in PARTICLES for word in words[start:]):
        return None
    return words[start:], words[:start]


def _by_spanish_and(words: Sequence[str]) -> _Divided | None:
    """José Ortega y Gasset, Ana Costa e Silva."""
    if len(words) > 3 and words[-2] in ("y", "e", "i"):
        return words[-3:], words[:-3]
    return None


def _by_capitals(words: Sequence[str]) -> _Divided | None:
    """DUPONT Jean: the part in capitals is the family. Four letters at least, for "JRR Tolkien"."""
    count = sum(
        1 for _ in itertools.takewhile(lambda word: word.isupper() and len(word) > 3 and "." not in word, words)
    )
    if 0 < count < len(words) and not any(word.isupper() for word in words[count:]):
        return words[:count], words[count:]
    return None


def _by_patronymic(words: Sequence[str]) -> _Divided | None:
    """Иванов Иван Иванович: the family stands first when the last of three words is a father's name."""
    if len(words) == 3 and words[2].casefold().endswith(PATRONYMICS):
        return words[:1], words[1:]
    return None


def _capital_particle(words: Sequence[str]) -> int:
    if VIETNAMESE & {words[0].casefold(), words[-1].casefold()}:
        return 0
    inner = enumerate(words[1:-1], start=1)
    return next((index for index, word in inner if word.capitalize() in CAPITAL_PARTICLES), 0)


def _read_cjk(words: Sequence[str]) -> ReadName:
    text = " ".join(words)
    if "·" in text or "・" in text:
        return literal_name(text), []  # a foreign name in transcription: its order is the foreign one
    if len(words) > 1:
        return make_person(words[0], " ".join(words[1:]))
    if text[:2] in TWO_SIGN_FAMILIES and 2 < len(text) < 5:
        return make_person(text[:2], text[2:])
    if 1 < len(text) < 4 and (text[0] in HAN_FAMILIES or HANGUL.fullmatch(text)):
        return make_person(text[0], text[1:])
    return literal_name(text), [f"cannot tell the family name in {quoted_text(text)}; put a space after it"]


def make_person(family: str, given: str, suffix: str = "", particle: str = "", dropping: str = "") -> ReadName:
    """A CSL name from its pieces, with remarks on what was left out."""
    family, given = unbraced(family), unbraced(given)
    given, suffix, remarks = _without_extras(given, suffix)
    if not particle:
        particle, family = _split_particle(family)
    given, suffix = _split_suffix(spaced_given(unbraced(given)), suffix)
    if not dropping:
        given, dropping = _split_dropping(given)
        given, suffix = _split_suffix(given, suffix)
    given = with_initials(given, capitals=family.isupper())
    if not family:
        return literal_name(" ".join(filter(None, (given, dropping, particle, suffix)))), remarks
    name: CslName = {"family": family}
    if given:
        name["given"] = given
    if suffix:
        name["suffix"] = suffix
    if particle:
        name["non-dropping-particle"] = particle
    if dropping:
        name["dropping-particle"] = dropping
    return name, remarks


def _without_extras(given: str, suffix: str) -> tuple[str, str, list[str]]:
    """Suffix and degrees written into a given-name field: "P. T., Jr."."""
    if "," not in given:
        return given, suffix, []
    segments, degrees = split_at(COMMA, given), []
    while len(segments) > 1:
        if not suffix and is_suffix(segments[-1]):
            suffix = segments.pop()
        elif is_degree(segments[-1]) or segments[-1].replace(".", "") in ("MD", "RN"):
            degrees.append(segments.pop())
        else:
            break
    remarks = [f"degrees left out: {', '.join(reversed(degrees))}"] if degrees else []
    return ", ".join(segments), suffix, remarks


def _split_particle(family: str) -> tuple[str, str]:
    words = family.split()
    count = sum(1 for _ in itertools.takewhile(PARTICLES.__contains__, words[:-1]))
    return (" ".join(words[:count]), " ".join(words[count:])) if count else ("", family)


def _split_suffix(given: str, suffix: str) -> tuple[str, str]:
    """PubMed FAU: "Hensley, Dana T Jr"."""
    start, _, last = given.rpartition(" ")
    start = start.rstrip(" ,")
    return (start, last) if start and not suffix and is_suffix(last) else (given, suffix)


def _split_dropping(given: str) -> tuple[str, str]:
    words = given.split()
    count = sum(1 for _ in itertools.takewhile(PARTICLES.__contains__, reversed(words[1:])))
    start = " ".join(words[: len(words) - count]).rstrip(" ,")
    return (start, " ".join(words[-count:])) if count and start else (given, "")
