"""CSL types as RIS record types; what each tag means under a type is the table that the `ris` source reads by.

Of several codes for a type the one is taken that EndNote, Zotero and JabRef all know.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "article-journal": "JOUR",
    "review": "JOUR",
    "review-book": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "periodical": "JFULL",
    "book": "BOOK",
    "chapter": "CHAP",
    "entry": "ENCYC",
    "entry-encyclopedia": "ENCYC",
    "entry-dictionary": "DICT",
    "paper-conference": "CONF",
    "thesis": "THES",
    "report": "RPRT",
    "standard": "STAND",
    "patent": "PAT",
    "bill": "BILL",
    "legislation": "STAT",
    "regulation": "LEGAL",
    "treaty": "LEGAL",
    "legal_case": "CASE",
    "hearing": "HEAR",
    "webpage": "ELEC",
    "post": "ELEC",
    "post-weblog": "BLOG",
    "dataset": "DATA",
    "software": "COMP",
    "map": "MAP",
    "graphic": "ART",
    "figure": "FIGURE",
    "speech": "SLIDE",
    "motion_picture": "MPCT",
    "broadcast": "MPCT",
    "song": "SOUND",
    "musical_score": "MUSIC",
    "personal_communication": "PCOMM",
    "interview": "PCOMM",
    "manuscript": "UNPB",
    "pamphlet": "PAMP",
    "classic": "CLSWK",
}
DEFAULT = "GEN"
