"""DOI, PMID and PMCID in one spelling each, and the addresses they resolve to."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

_DOI_PREFIX = re.compile(
    r"^(?:https?://(?:[a-z0-9-]+\.)?doi\.org/|doi\s*:?\s*(?:https?://(?:dx\.)?doi\.org/)?)", re.IGNORECASE
)
_DOI = re.compile(r"10\.\d{4,9}/\S+")


def normal_doi(text: str) -> str:
    """A DOI without resolver or label, lower case (DOIs compare without case); text that is none comes back trimmed."""
    bare = _DOI_PREFIX.sub("", text.strip())
    if "%2f" in bare.casefold():
        bare = unquote(bare)
    found = _DOI.match(bare)
    return found[0].rstrip(".,;").lower() if found else text.strip()


def is_doi(text: str) -> bool:
    """Whether the text is a DOI in the form that normal_doi returns."""
    return _DOI.fullmatch(text) is not None


def normal_pmid(text: str) -> str:
    """The digits of a PubMed ID; text that is none comes back trimmed."""
    bare = re.sub(
        r"^(?:pmid\s*:?\s*|(?:pubmed|medline)\s*:\s*|https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/)",
        "",
        text.strip(),
        flags=re.IGNORECASE,
    ).rstrip("/")
    return bare.lstrip("0") or bare if re.fullmatch(r"[0-9]{1,9}", bare) else text.strip()


def is_pmid(text: str) -> bool:
    """Whether the text is a PubMed ID in the form that normal_pmid returns."""
    return re.fullmatch(r"[1-9][0-9]{0,8}", text) is not None


def normal_pmcid(text: str) -> str:
    """A PubMed Central ID as `PMC` and digits; text that is none comes back trimmed."""
    found = re.search(r"(?:^|/|:|\s)(?:PMC)?\s*(\d{2,9})(?:\.\d+)?/?$", text.strip(), flags=re.IGNORECASE)
    return f"PMC{found[1]}" if found else text.strip()


def doi_url(doi: str) -> str:
    """The resolver's address; characters that an URL may not hold are percent-encoded."""
    return "https://doi.org/" + quote(doi, safe="/:;()._-~!*'$&+,=@")


def pmid_url(pmid: str) -> str:
    """PubMed's page of a record."""
    return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pmid, safe='')}/"


def pmcid_url(pmcid: str) -> str:
    """The page of an article in PubMed Central."""
    return f"https://pmc.ncbi.nlm.nih.gov/articles/{quote(pmcid, safe='')}/"
