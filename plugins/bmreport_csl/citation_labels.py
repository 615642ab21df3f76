"""The label that a processor makes for an item without one: `SmJo05` (CSL 1.0.2, "citation-label")."""

from __future__ import annotations

from bmreport_csl.items import Item

_CREATORS = ("author", "editor", "director", "translator", "composer", "illustrator", "recipient", "interviewer")
_LETTERS = {1: (4,), 2: (2, 2), 3: (2, 1, 1)}
"""How many letters of each name, by the number of names; of four names and more one letter of the first four."""


def citation_label(item: Item) -> str:
    """The item's own label, or the letters of its first creators (or of its title) and two digits of the year."""
    if given := item.variables.get("citation-label"):
        return given
    return f"{_letters(item)}{_year(item)}"


def _letters(item: Item) -> str:
    names = next((item.names[key] for key in _CREATORS if key in item.names), ())
    if names:
        sizes = _LETTERS.get(len(names), (1, 1, 1, 1))
        texts = [name.literal or name.family or name.given for name in names]
        return "".join(_first(text, size) for text, size in zip(texts, sizes, strict=False))
    return _first(item.variables.get("title", ""), 4)


def _first(text: str, size: int) -> str:
    letters = "".join(character for character in text if character.isalnum())[:size]
    return f"{letters[:1].upper()}{letters[1:].lower()}"


def _year(item: Item) -> str:
    issued = item.dates.get("issued")
    year = issued.start.year if issued is not None else None
    return "00" if year is None else f"{abs(year) % 100:02}"
