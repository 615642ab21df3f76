"""What stands around a name: degrees, roles, titles, suffixes."""

from __future__ import annotations

from bmreport.names.vocabulary import DEGREES, MARKS, MAYBE_DEGREES, ROLE, ROLE_ENDS, ROMAN, SUFFIX, TITLES


def is_degree(segment: str) -> bool:
    """Whether a segment between commas is an academic degree."""
    if len(segment) > 40:
        return False
    keys = [word.replace(".", "").casefold() for word in segment.split()]
    known = DEGREES | (MAYBE_DEGREES if len(keys) > 1 else frozenset())  # "MD PhD"
    return "".join(keys) in DEGREES or (any(key in DEGREES for key in keys) and all(key in known for key in keys))


def is_suffix(text: str) -> bool:
    """Whether a word is a generational suffix such as Jr or III."""
    return bool(SUFFIX.fullmatch(text)) or text in ROMAN or text in ("JR", "SR")


def without_role(text: str) -> tuple[str, list[str]]:
    """The text without "(ed.)" and footnote marks at its end, and what was taken away."""
    if text[-1] not in ROLE_ENDS:
        return text, []
    match = ROLE.search(text[-20:])
    name = text[: len(text) - len(match.group())] if match else text
    name = name.removesuffix(" .").rstrip(MARKS) or text
    taken = text[len(name) :].strip(" .,")
    return name, [taken] if taken else []


def without_titles(words: list[str]) -> tuple[list[str], list[str]]:
    """Words without leading titles (Dr, Prof), and what was taken away."""
    count = 0
    while count < len(words) - 1 and words[count].rstrip(".").casefold() in TITLES:
        count += 1
    return words[count:], words[:count]
