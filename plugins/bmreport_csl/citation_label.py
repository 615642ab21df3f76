"""`citation-label`: a code such as `Doe65` or `RoNo78`, made from names and year where the data hold none.

CSL 1.0.2 leaves the making to the processor; the pattern is that of citeproc-js, four letters and two digits.
"""

from __future__ import annotations

from bmreport_csl.items import Item

_LETTERS = ((4,), (2, 2), (2, 1, 1), (1, 1, 1, 1))
"""How many letters each name gives, for one, two, three, and four or more names."""
_NAME_VARIABLES = ("author", "editor", "translator", "composer", "director")


def citation_label(item: Item) -> str:
    """The label without any year suffix; it may be empty."""
    given = item.variables.get("citation-label")
    if given:
        return given
    names = next((item.names[variable] for variable in _NAME_VARIABLES if variable in item.names), ())
    if not names:
        letters = item.variables.get("title", "")[:4]
    else:
        pattern = _LETTERS[min(len(names), len(_LETTERS)) - 1]
        letters = "".join((name.family or name.literal)[:count] for name, count in zip(names, pattern, strict=False))
    date = item.dates.get("issued")
    year = date.start.year if date is not None else None
    return f"{letters}{abs(year) % 100:02}" if year is not None else letters
