"""One text cut at its commas, each part known as group, braced, person or extra."""

from __future__ import annotations

from collections.abc import Sequence

from bmreport.names.extras import is_degree, without_role
from bmreport.names.initials import initials_of_word, trailing_initials
from bmreport.names.text import is_braced, split_at, unbraced, words_in
from bmreport.names.types import Part
from bmreport.names.vocabulary import (
    ACRONYMS,
    CJK,
    COMMA,
    HAN_FAMILIES,
    JOINING,
    MAYBE_DEGREES,
    MORE_ALONE,
    ORGANISATION,
    ORGANISATION_CJK,
    ORGANISATION_ENDINGS,
    ROMAN,
    SUFFIX,
)


def cut_parts(text: str) -> list[Part]:
    """The segments between commas, each with its kind and the extras that follow it."""
    parts: list[Part] = []
    segments = [segment.removeprefix("and ").removeprefix("& ") for segment in split_at(COMMA, text)]
    for index, segment in enumerate(segments):
        following = segments[index + 1] if index + 1 < len(segments) else ""
        if MORE_ALONE.fullmatch(segment[:60]):
            parts.append(Part("more", segment, []))
        elif parts and _is_extra(segment, parts, following, len(segments)):
            parts[-1].extras.append(segment)
        else:
            rest = segment.lstrip(".… ") if segment.startswith(("...", "…")) else segment
            if rest != segment:  # "Smith, J., ... Brown, K." (APA)
                parts.append(Part("more", "…", []))
            if rest:
                name, extras = without_role(rest)
                parts.append(Part(_kind(name), name, extras))
    return parts


def _kind(text: str) -> str:
    if is_braced(text):  # "{van der Berg}, Jan" or "{World Health Organization}, Smith J"
        inner = unbraced(text)
        return "braced" if _is_group(inner.split(), inner) else "word"
    words = words_in(text)
    if _is_group(words, text):
        return "group"
    if all(initials_of_word(word) for word in words):
        return "initials" if len(words) == 1 or "." in words[0] or len(words[0]) == 1 else "family-first"
    if len(words) == 1:
        whole_name = len(text) > 2 or (len(text) == 2 and text[0] in HAN_FAMILIES)
        return "words" if whole_name and CJK.fullmatch(text) else "word"
    return "family-first" if trailing_initials(words) else "words"


def _is_group(words: Sequence[str], text: str) -> bool:
    if ORGANISATION_CJK.search(text):
        return True
    if len(words) < 2 or (len(words) == 2 and initials_of_word(words[1]) and words[1] not in ACRONYMS):
        return False  # "Group A" is a person in PubMed order
    if words[0].casefold() == "the" or text.endswith((")", "]")):
        return True
    return any(
        word in JOINING
        or word in ACRONYMS
        or word.isdecimal()
        or (plain := word.strip("'’\"()[],.").casefold()) in ORGANISATION
        or plain.endswith(ORGANISATION_ENDINGS)
        for word in words
    )


def _is_extra(segment: str, parts: Sequence[Part], following: str, total: int) -> bool:
    """Whether a segment is a suffix or a degree of the name before it rather than initials or another name."""
    if SUFFIX.fullmatch(segment) or is_degree(segment):
        return True
    if segment in ROMAN and len(parts) == 1 and total == 3:
        return True  # BibTeX: "Gates, III, William"
    key = segment.replace(".", "").casefold()
    if segment not in (*ROMAN, "JR", "SR") and not (segment.isupper() and key in MAYBE_DEGREES):
        return False
    last = parts[-1]
    if following and _kind(following) == "initials":
        return False  # "Ma, J., DO, T."
    if last.kind in ("initials", "word"):
        return len(parts) % 2 == 0  # "Smith, John, MD", but "Smith, MD" has initials
    has_middle_initial = any(initials_of_word(word) for word in last.text.split()[1:-1])
    return last.kind == "family-first" or has_middle_initial or key == "md" or segment in ROMAN
