"""Names as text: inverted, with initials."""

from __future__ import annotations

import unicodedata

from bmreport.names.initials import spaced_given, with_initials
from bmreport.names.types import CslName
from bmreport.names.vocabulary import CJK, PARTICLES


def display_name(name: CslName) -> str:
    """The inverted form with initials, for lists and logs: "van der Berg, J., Jr"; a literal unchanged.

    Chinese, Japanese and Korean names are written family first without a comma, as is usual there.
    """
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name.get("family"))))
    if not family:
        return name.get("literal") or name.get("given", "")
    given = name.get("given", "")
    if given and CJK.fullmatch(family + given):
        return family + given
    short = " ".join(filter(None, (_initials_in(given, capitals=family.isupper()), name.get("dropping-particle"))))
    return ", ".join(filter(None, (family, short, name.get("suffix"))))


def initials_of(given: str) -> str:
    """Initials of a given name: "John A." gives "J. A.", "Jean-Paul" gives "J.-P.".

    Particles in it stay ("Tais de Souza" gives "T. de S."), and so do words in other scripts than Latin.
    """
    return _initials_in(given, capitals=False)


def _initials_in(given: str, *, capitals: bool) -> str:
    return " ".join(_shortened(word) for word in with_initials(spaced_given(given), capitals=capitals).split())


def _shortened(word: str) -> str:
    letter = next((sign for sign in word if sign.isalpha()), "")
    if word in PARTICLES or not letter or not unicodedata.name(letter, "").startswith("LATIN"):
        return word
    firsts = (next((sign for sign in piece if sign.isalpha()), "") for piece in word.split("-"))
    return "-".join(f"{first.upper()}." for first in firsts if first)
