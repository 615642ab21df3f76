"""Identifiers and addresses: DOI, PMID, trial registrations, URLs, e-mail. One that no passage has was made up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.statements.marks.mark import Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["identifiers"]

_TLD = r"(?:com|org|net|gov|edu|info|io|int|mil|biz|ai|app|dev|health)"
_FOUND = re.compile(
    r"(?P<doi>(?:\b[Dd][Oo][Ii]\s?[:=]?\s?)?(?:https?://(?:dx\.)?doi\.org/)?\b10\.\d{4,9}/[^\s\"<>]{1,200})"
    r"|(?P<url>\b(?:https?|ftp)://[^\s<>\"]{1,300}|\bwww\.[^\s<>\"]{2,200})"
    r"|(?P<mail>(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})"
    r"|(?P<number>\b(?i:PMID|PubMed(?:\sID)?|PMCID|arXiv|ISBN(?:-1[03])?|ISSN|ORCID|EudraCT|PROSPERO|medRxiv|bioRxiv|Cochrane\sCD)\b"
    r"(?:[\s:#]{0,3}(?:number|no\.?|nr\.?|id|ID|registration)){0,2}[\s:#.]{0,3}(?P<value>[A-Z]{0,4}\d[\w./-]{2,40}))"
    r"|(?P<registry>\b(?:NCT|ISRCTN|ACTRN|DRKS|UMIN|ChiCTR|jRCT|JPRN|CTRI|PACTR|IRCT|NTR|KCT|TCTR|CRD"
    r"|SLCTR|RBR|PMC|REPEC|LBCTR)[-/ ]?"
    r"(?:[A-Za-z]{1,4}[-/]?)?\d[\w/-]{2,30})"
    r"|(?P<domain>(?<![\w@.-])(?:[a-z0-9-]{2,40}\.){1,3}" + _TLD + r"(?![\w-]|\.[a-z])(?:/[^\s<>\"]{0,200})?"
    r"|(?<![\w@.-])(?:[a-z0-9-]{2,40}\.){1,3}(?:ac\.uk|co\.uk|org\.uk|nhs\.uk|gov\.uk|europa\.eu)\b(?:/[^\s<>\"]{0,200})?)"
)
_TRAILING = ".,;:)]}'\"”’»"


def identifiers(text: str) -> Iterator[Mark]:
    """Each identifier or address, without the punctuation behind it."""
    for match in _FOUND.finditer(text):
        end = match.end()
        while end > match.start() and text[end - 1] in _TRAILING:
            end -= 1
        yield Mark(
            match.start(), end, "an address" if match["url"] or match["mail"] or match["domain"] else "an identifier"
        )
