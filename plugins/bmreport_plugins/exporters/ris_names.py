"""Names as RIS writes them: `Family, Given, Suffix`, one to a line; groups as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.names import parse_names

if TYPE_CHECKING:
    from bmreport.names import CslName


def ris_name(name: CslName) -> str:
    """One name. A group that would be read as a person gets EndNote's mark for groups, a comma at its end."""
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))
    given = " ".join(filter(None, (name.get("given"), name.get("dropping-particle"))))
    if family:
        # The suffix is the third part, so an empty second one keeps its place.
        suffix = name.get("suffix", "")
        return ", ".join([family, *([given] if given or suffix else []), *([suffix] if suffix else [])])
    literal = name.get("literal") or given
    if not literal or _reads_back(literal):
        return literal
    return f"{{{literal}}}" if "," in literal or ";" in literal else f"{literal},"


def _reads_back(literal: str) -> bool:
    return parse_names([literal]).names == ({"literal": literal},)
