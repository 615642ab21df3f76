"""RIS dialects: who wrote a file, and what its maker means by tags that the format leaves open."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """`m1` is what M1 holds in a record of an article: `issue`, `type`, or nothing worth citing.

    `t2_translated`: T2 beside JF is the title in another language. `id_accession`: ID is the database's own number.
    """

    name: str
    label: str
    m1: str = ""
    t2_translated: bool = False
    id_accession: bool = False


_PLAIN = Dialect("plain", "plain RIS", m1="issue")

# In order of precedence: what a platform stamps on every record tells more than how a program lays out lines.
_MARKS: tuple[tuple[str, Dialect], ...] = (
    (r"^Record #\d+ of \d+|^Provider: John Wiley", Dialect("cochrane", "Cochrane Library")),
    (r"^\d+\. *\nTY +-|Ovid Full Text|ovidsp\.ovid\.com|^DP +- *Ovid", Dialect("ovid", "Ovid", id_accession=True)),
    (r"^KW +- *eppi-reviewer", Dialect("eppi", "EPPI-Reviewer")),
    (r"^ID +- *RefID:", Dialect("refworks", "RefWorks", m1="type")),
    (r"^DB +- *Scopus", Dialect("scopus", "Scopus")),
    (r"^DP +- *EBSCO|search\.ebscohost\.com", Dialect("ebsco", "EBSCOhost", t2_translated=True)),
    (r"^UR +- *https?://(?:www|media|search)\.proquest\.com", Dialect("proquest", "ProQuest")),
    (r"^AN +- *WOS:", Dialect("wos", "Web of Science", m1="issue")),
    (r"^(?:DB +- *PubMed|DP +- *NLM)", Dialect("pubmed", "PubMed by way of a reference manager", id_accession=False)),
    (r"^UR +- *https?://www\.embase\.com", Dialect("embase", "Embase")),
    (r"^ID +- *\d+ *\nER +-", Dialect("endnote", "EndNote", m1="issue")),
)
_PATTERNS = tuple((re.compile(pattern, re.MULTILINE), dialect) for pattern, dialect in _MARKS)

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for _, dialect in _MARKS} | {_PLAIN.name: _PLAIN}


def guess_dialect(text: str) -> Dialect:
    """Whose marks a file bears; plain RIS when it bears none."""
    return next((dialect for pattern, dialect in _PATTERNS if pattern.search(text)), _PLAIN)
