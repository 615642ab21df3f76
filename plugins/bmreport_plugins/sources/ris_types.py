"""RIS record types: what `TY` means in CSL, and what the tags mean under it.

Types and the meaning of A2-A4, T2 and T3 under each follow the tables that EndNote prints for its RIS export; where a
type has no CSL 1.0.2 counterpart the nearest is taken. This module is data: to support another type, add a line.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RisType:
    """CSL type, and the CSL variables of tags whose meaning changes with the type; an empty one means "keep aside"."""

    csl: str
    t2: str = "container-title"
    t3: str = "collection-title"
    au: str = "author"
    a2: str = "editor"
    a3: str = "collection-editor"
    a4: str = "translator"
    whole: bool = False
    """SP counts the pages of a whole work."""
    genre: bool = True
    """M3 names a kind of work (thesis, report) that styles print; else it is a publication type."""


_ARTICLE = RisType("article-journal", genre=False)
_BOOK = RisType("book", t2="collection-title", t3="", a2="collection-editor", a3="editor", whole=True, genre=False)


def _law(csl: str, t2: str = "") -> RisType:
    """Bills, statutes, cases: A2 to A4 are courts, sponsors and counsel, for which CSL has no role."""
    return RisType(csl, t2=t2, t3="", a2="", a3="", a4="")


_PICTURE = RisType("graphic", t2="", a2="", a3="", a4="")

TYPES: dict[str, RisType] = {
    "JOUR": _ARTICLE,
    "EJOUR": _ARTICLE,
    "JFULL": _ARTICLE,
    "ABST": _ARTICLE,
    "INPR": _ARTICLE,
    "MGZN": RisType("article-magazine", genre=False),
    "NEWS": RisType("article-newspaper", genre=False),
    "BOOK": _BOOK,
    "EDBOOK": RisType(
        "book", t2="collection-title", t3="", au="editor", a2="collection-editor", a3="", whole=True, genre=False
    ),
    "EBOOK": RisType("book", t2="collection-title", a2="editor", whole=True, genre=False),
    "CTLG": RisType("book", t2="collection-title", a2="", whole=True),
    "SER": RisType("book", t2="collection-title", whole=True, genre=False),
    "CHAP": RisType("chapter", genre=False),
    "ECHAP": RisType("chapter", genre=False),
    "ENCYC": RisType("entry-encyclopedia", genre=False),
    "DICT": RisType("entry-dictionary", genre=False),
    "CONF": RisType("paper-conference", a4="", genre=False),
    "CPAPER": RisType("paper-conference", a4="", genre=False),
    "THES": RisType("thesis", t2="", a3="contributor", whole=True),
    "RPRT": RisType("report", t2="collection-title", a2="collection-editor", a3="", a4="", whole=True),
    "GOVDOC": RisType("report", t2="", a2="", whole=True),
    "GRANT": RisType("document", t2="", a2=""),
    "STAND": RisType("standard", t2="", a2=""),
    "PAT": RisType("patent", t2="", t3="", a2="", a3="", a4=""),
    "BILL": _law("bill", t2="container-title"),
    "UNBILL": _law("bill", t2="container-title"),
    "STAT": _law("legislation", t2="container-title"),
    "LEGAL": _law("regulation"),
    "CASE": _law("legal_case"),
    "HEAR": _law("hearing"),
    "WEB": RisType("webpage"),
    "ELEC": RisType("webpage"),
    "MULTI": RisType("webpage"),
    "BLOG": RisType("post-weblog"),
    "DATA": RisType("dataset", t2="", a2="", a4=""),
    "DBASE": RisType("dataset", a2=""),
    "AGGR": RisType("dataset", a2=""),
    "COMP": RisType("software", t2="collection-title", a2=""),
    "MAP": RisType("map", t2="collection-title"),
    "ART": _PICTURE,
    "CHART": RisType("figure", t2="", a2=""),
    "FIGURE": RisType("figure", t2="", a2=""),
    "EQUA": RisType("figure", t2="", a2=""),
    "SLIDE": RisType("speech", t2=""),
    "VIDEO": RisType("motion_picture", t2="collection-title", a2="director", a3="producer", a4=""),
    "MPCT": RisType("motion_picture", t2="collection-title", a2="director", a3="producer", a4=""),
    "ADVS": RisType("motion_picture", t2="collection-title", a2="", a3="collection-editor", a4=""),
    "SOUND": RisType("song", a2=""),
    "MUSIC": RisType("musical_score"),
    "PCOMM": RisType("personal_communication", t2="", a2="recipient"),
    "ICOMM": RisType("personal_communication", t2="", a2="recipient"),
    "MANSCPT": RisType("manuscript", t2="collection-title"),
    "UNPB": RisType("manuscript", t2="collection-title", t3="", a2="collection-editor"),
    "UNPD": RisType("manuscript", t2="collection-title", t3="", a2="collection-editor"),
    "PAMP": RisType("pamphlet", a2=""),
    "CLSWK": RisType("classic", t2="collection-title", a2="collection-editor"),
    "ANCIENT": RisType("classic"),
    "GEN": RisType("document"),
}

# Names that exporters write instead of the code; upper case, blanks only.
_NAMES = {
    "ARTICLE": "JOUR",
    "JOURNAL": "JOUR",
    "JOURNAL ARTICLE": "JOUR",
    "ELECTRONIC ARTICLE": "EJOUR",
    "MAGAZINE ARTICLE": "MGZN",
    "NEWSPAPER ARTICLE": "NEWS",
    "EDITED BOOK": "EDBOOK",
    "ELECTRONIC BOOK": "EBOOK",
    "BOOK SECTION": "CHAP",
    "BOOK CHAPTER": "CHAP",
    "CHAPTER": "CHAP",
    "CONFERENCE PAPER": "CPAPER",
    "CONFERENCE PROCEEDINGS": "CONF",
    "CONFERENCE": "CONF",
    "THESIS": "THES",
    "DISSERTATION": "THES",
    "REPORT": "RPRT",
    "WEB PAGE": "ELEC",
    "WEBPAGE": "ELEC",
    "WEBSITE": "ELEC",
    "PATENT": "PAT",
    "DATASET": "DATA",
    "SOFTWARE": "COMP",
    "COMPUTER PROGRAM": "COMP",
    "GENERIC": "GEN",
    "MISC": "GEN",
}


def type_code(value: str) -> str:
    """The code of a type as written: `JOUR`, `jour`, `Journal Article`; empty when nothing of that name is known."""
    plain = " ".join(value.replace("_", " ").upper().split())
    return plain if plain in TYPES else _NAMES.get(plain, "")


def is_known_type(value: str) -> bool:
    """Whether `value` names a type."""
    return bool(type_code(value))
