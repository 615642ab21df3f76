"""What kind of work a MEDLINE record describes, told from its publication types (PT) and from what holds it.

PubMed's publication types say what an article is (`Randomized Controlled Trial`, `Letter`); only few say that it is no
journal article. ERIC has types of its own. This module is data: to support another type, add a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# In order: the first type that the record has decides.
_CSL_TYPES = (
    ("book chapter", "chapter"),
    ("book", "book"),
    ("books", "book"),
    ("preprint", "article"),
    ("dataset", "dataset"),
    ("technical report", "report"),
    ("academic dissertation", "thesis"),
    ("dissertations/theses", "thesis"),
    ("speeches/meeting papers", "paper-conference"),
    ("newspaper article", "article-newspaper"),
    ("journal article", "article-journal"),
    ("journal articles", "article-journal"),
)

RETRACTED = "Retracted Publication"
"""PubMed's type of an article that has been retracted (the notice itself is a `Retraction of Publication`)."""


def csl_type(publication_types: Iterable[str], *, in_journal: bool, in_issue: bool, in_book: bool) -> str:
    """The CSL type of a record with these publication types.

    `in_issue`: it has a volume or an issue. A report that has them appeared in a journal.
    """
    csl = _by_publication_type({kind.casefold() for kind in publication_types})
    if csl == "book" and in_book:
        return "chapter"
    if csl == "report" and in_journal and in_issue:
        return "article-journal"
    return csl or ("chapter" if in_book else "article-journal" if in_journal else "document")


def _by_publication_type(present: set[str]) -> str:
    for name, csl in _CSL_TYPES:
        if name in present:
            return csl
    if any(kind.startswith("dissertations/theses") for kind in present):
        return "thesis"
    return "report" if any(kind.startswith("reports - ") for kind in present) else ""
