"""Numbers under which trials are registered (ClinicalTrials.gov, ISRCTN, EudraCT …), in one spelling each."""

from __future__ import annotations

import re

__all__ = ["normal_registration", "registrations_in"]

# Registries of the WHO's network (ICTRP) whose numbers can be told from their form.
_REGISTRIES = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"NCT[\s:-]{0,3}(?P<nct>[0-9]{8})"
    r"|ISRCTN[\s:-]{0,3}(?P<isrctn>[0-9]{8})"
    r"|(?:EudraCT|EUCTR|EU[\s-]{0,2}CT)[\sA-Za-z.:#-]{0,30}(?P<eudract>20[0-9]{2}-[0-9]{6}-[0-9]{2})"
    r"|ACTRN[\s:-]{0,3}(?P<actrn>[0-9]{14})"
    r"|ChiCTR[\s:-]{0,3}(?P<chictr>(?:[A-Z]{2,4}-)?[0-9]{8,10})"
    r"|DRKS[\s:-]{0,3}(?P<drks>[0-9]{8})"
    r"|CTRI[\s:/-]{0,3}(?P<ctri>[0-9]{4}/[0-9]{2,3}/[0-9]{6})"
    r"|(?:JPRN-)?UMIN[\s:-]{0,3}(?P<umin>[0-9]{9})"
    r"|(?:JPRN-)?jRCT[\s:-]{0,3}(?P<jrct>[a-z]?[0-9]{9,10})"
    r"|IRCT[\s:-]{0,3}(?P<irct>[0-9]{11,14}N[0-9]{1,3})"
    r"|PACTR[\s:-]{0,3}(?P<pactr>[0-9]{15,16})"
    r"|TCTR[\s:-]{0,3}(?P<tctr>[0-9]{11})"
    r"|KCT[\s:-]{0,3}(?P<kct>[0-9]{7})"
    r"|(?:NTR|NL)[\s:-]{0,3}(?P<ntr>[0-9]{3,5})"
    r")(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_BARE_EUDRACT = re.compile(r"20[0-9]{2}-[0-9]{6}-[0-9]{2}")
_NAMES = {"chictr": "ChiCTR", "ctri": "CTRI/", "eudract": "EudraCT ", "jrct": "jRCT"}


def registrations_in(text: str) -> list[str]:
    """The registration numbers that a text names, in order, each once."""
    return list(dict.fromkeys(_normal(found) for found in _REGISTRIES.finditer(text)))


def normal_registration(text: str) -> str:
    """One number in its usual spelling (`nct 01234567` is NCT01234567); text of no known form comes back trimmed."""
    bare = " ".join(text.split())
    if found := _REGISTRIES.fullmatch(bare):
        return _normal(found)
    return f"EudraCT {bare}" if _BARE_EUDRACT.fullmatch(bare) else bare


def _normal(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    number = found[kind].upper()
    between = "-" if kind == "chictr" and number[0].isalpha() else ""
    return f"{_NAMES.get(kind, kind.upper())}{between}{number}"
