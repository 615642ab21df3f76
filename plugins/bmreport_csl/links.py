"""Where a DOI, PMID, PMCID or URL leads."""

from __future__ import annotations

import re
from urllib.parse import quote

LINKED = frozenset({"DOI", "PMCID", "PMID", "URL"})
"""Variables whose value can be a link."""
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_NO_ADDRESS = re.compile(r'[\s<>"]')
_SAFE = "/:;()._-~!*'$&+,=@"


def link_target(variable: str, value: str) -> str:
    """The address, or an empty string when the value leads nowhere."""
    text = value.strip()
    if variable == "URL":
        return text if text.lower().startswith(("http://", "https://")) and not _NO_ADDRESS.search(text) else ""
    if variable == "DOI":
        found = _DOI.search(text)
        # DOIs know no case (DOI Handbook, 2.4); lower case is the form in which they are compared.
        return f"https://doi.org/{quote(found[0].lower(), _SAFE)}" if found else ""
    digits = text.upper().removeprefix("PMC")
    if not (digits.isascii() and digits.isdecimal()):
        return ""
    if variable == "PMID":
        return f"https://pubmed.ncbi.nlm.nih.gov/{digits}/"
    return f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{digits}/"
