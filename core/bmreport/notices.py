"""What a record is with regard to retraction: an article, a retracted article, or a notice about another one.

PubMed tells them apart by publication type ("Retracted Publication" is the article, "Retraction of Publication" the
notice); publishers put a word before the title (`RETRACTED: …` is the article, `Retraction: …` or `Erratum: …` the
notice). An erratum or an expression of concern does not make its article a retracted one.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from bmreport.richtext import strip_csl_markup

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["RecordStatus", "notice_subject", "record_status", "without_status_word"]


class RecordStatus(StrEnum):
    """The kinds that are kept apart."""

    ARTICLE = "article"
    RETRACTED = "retracted article"
    WITHDRAWN = "withdrawn article"
    """Taken back by its authors or publisher, often because it is out of date (Cochrane); not the same as retracted."""
    RETRACTION_NOTICE = "retraction notice"
    CONCERN_NOTICE = "expression of concern"
    ERRATUM = "erratum"


_TYPES = {
    "retracted publication": RecordStatus.RETRACTED,
    "retracted article": RecordStatus.RETRACTED,
    "retracted": RecordStatus.RETRACTED,
    "withdrawn publication": RecordStatus.WITHDRAWN,
    "retraction of publication": RecordStatus.RETRACTION_NOTICE,
    "retraction notice": RecordStatus.RETRACTION_NOTICE,
    "retraction": RecordStatus.RETRACTION_NOTICE,
    "expression of concern": RecordStatus.CONCERN_NOTICE,
    "published erratum": RecordStatus.ERRATUM,
    "erratum": RecordStatus.ERRATUM,
    "corrigendum": RecordStatus.ERRATUM,
    "correction": RecordStatus.ERRATUM,
}
# The worst one counts when a record bears several types: a retracted article may carry its erratum's type too.
_ORDER = (
    RecordStatus.RETRACTED,
    RecordStatus.RETRACTION_NOTICE,
    RecordStatus.WITHDRAWN,
    RecordStatus.CONCERN_NOTICE,
    RecordStatus.ERRATUM,
)
_START = r"^\W*"
_OF = r"(?:\s+(?:to|of|for|on|in|notice|note))*\b"
_RETRACTED = re.compile(
    rf"{_START}(?:retracted(?:\s+(?:article|paper|chapter|publication|study|manuscript))?|this\s+article\s+has\s+been\s+retracted)"
    r"\s*(?:[:\]).–—]|\s-\s)\W*",
    re.IGNORECASE,
)
_RETRACTED_LAST = re.compile(r"\s*[\[(]\s*retracted(?:\s+\w+)?\s*[\])]\W*$", re.IGNORECASE)
_WITHDRAWN = re.compile(rf"{_START}withdrawn(?:\s+(?:article|paper|chapter))?\s*(?:[:\]).–—]|\s-\s)\W*", re.IGNORECASE)
_NOTICES = (
    (RecordStatus.RETRACTION_NOTICE, re.compile(
        rf"{_START}(?:notice\s+of\s+retraction|retraction\s+(?:notice|note|statement)|(?:partial\s+)?retraction\s*(?:[:–—]|\s-\s)"
        r"|retraction\s+(?:to|of|for)\s*:|statement\s+of\s+retraction|retraction\W*$)", re.IGNORECASE)),
    (RecordStatus.CONCERN_NOTICE, re.compile(
        rf"{_START}(?:(?:editorial\s+)?expressions?\s+of\s+concern|notice\s+of\s+concern)\b", re.IGNORECASE)),
    (RecordStatus.ERRATUM, re.compile(
        rf"{_START}(?:(?:publisher|author)(?:'s|’s)?\s+corrections?\b|(?:erratum|errata|corrigend(?:um|a)|corrections?)"
        rf"(?:{_OF}\s*[:–—]|\s+(?:to|for)\b|\s*[:–—.]|\s-\s|\W*$))", re.IGNORECASE)),
)  # fmt: skip
_NOTICE_WORDS = re.compile(
    r"^\W*(?:(?:notice|statement|publisher|author|editorial|partial)(?:'s|’s)?\s+(?:of\s+)?)*"
    r"(?:retraction|expressions?\s+of\s+concern|concern|erratum|errata|corrigend(?:um|a)|corrections?)"
    r"(?:\s+(?:notice|note|statement))?(?:\s+(?:to|of|for|on|about|regarding))?\W*",
    re.IGNORECASE,
)


def record_status(publication_types: Iterable[str], title: str) -> RecordStatus:
    """What the record is, by its publication types, else by the words its title begins with."""
    found = {_TYPES[kind] for kind in (given.strip().casefold() for given in publication_types) if kind in _TYPES}
    plain = strip_csl_markup(title)
    if _RETRACTED.match(plain) or _RETRACTED_LAST.search(plain):
        found.add(RecordStatus.RETRACTED)
    if _WITHDRAWN.match(plain):
        found.add(RecordStatus.WITHDRAWN)
    if not found:
        found = {status for status, pattern in _NOTICES if pattern.match(plain)}
    return next((status for status in _ORDER if status in found), RecordStatus.ARTICLE)


def without_status_word(title: str) -> str:
    """The title without `RETRACTED:`, `WITHDRAWN:` or `[retracted]`, as it stood before."""
    bare = _RETRACTED_LAST.sub("", _WITHDRAWN.sub("", _RETRACTED.sub("", title)))
    return bare or title


def notice_subject(title: str) -> str:
    """What a notice is about: `Retraction: X` and `Expression of concern to: "X"` give X; other titles as they are."""
    plain = strip_csl_markup(title)
    if all(pattern.match(plain) is None for _status, pattern in _NOTICES):
        return plain
    return _NOTICE_WORDS.sub("", plain) or plain
