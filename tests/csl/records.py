"""Made-up records of many types, with the quirks that real ones have."""

from __future__ import annotations

from typing import Any

PEOPLE = [
    {"family": "Okafor", "given": "Ngozi A."},
    {"family": "van den Berg", "given": "Jan-Willem"},
    {"family": "Fontaine", "given": "Marie de la"},
    {"family": "García Márquez", "given": "José"},
    {"family": "Smith", "given": "John", "suffix": "Jr."},
    {"family": "Smith", "given": "Jane"},
    {"family": "Łukaszewski", "given": "Łukasz"},
    {"family": "王", "given": "小明"},
]
"""Names with particles, suffixes, diacritics, and of another script."""


def _record(place: int, kind: str, common: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A record of that type; a field that is None is left out."""
    first = place % len(PEOPLE)
    base = {
        "id": f"r{place}",
        "type": kind,
        "title": f"Effect of samplidine on outcome {place}: a made-up study",
        "author": (PEOPLE + PEOPLE)[first : first + 1 + place % 5],
        "issued": {"date-parts": [[2000 + place, 1 + place % 12, 1 + place % 28]]},
    }
    return {key: value for key, value in {**base, **(common or {}), **fields}.items() if value is not None}


JOURNAL = {
    "container-title": "Journal of Made-up Medicine",
    "container-title-short": "J Made-up Med",
    "volume": "12",
    "issue": "3",
    "page": "1101-1109",
    "DOI": "10.5555/made.up",
}

RECORDS: list[dict[str, Any]] = [
    _record(1, "article-journal", JOURNAL),
    _record(2, "article-journal", JOURNAL, author=[{"literal": "Samplidine Study Group"}], page="e1-e12"),
    _record(3, "article-journal", JOURNAL, author=None, page="S12-S19, S25"),
    _record(4, "article-journal", JOURNAL, issued={"date-parts": [[2012]], "season": 4}),
    _record(5, "article-journal", JOURNAL, issued={"literal": "in press"}, volume=None, issue=None, page=None),
    _record(6, "book", {"publisher-place": "Bergen", "number-of-pages": "300"}, publisher="Made-up Press", edition="2"),
    _record(
        7, "chapter", {"container-title": "A Handbook"}, editor=PEOPLE[:3], publisher="Made-up Press", page="20-45"
    ),
    _record(8, "book", author=None, editor=PEOPLE[1:3], translator=PEOPLE[1:3], publisher="Made-up Press"),
    _record(9, "report", number="NG7", publisher="Made-up Institute", genre="guideline"),
    _record(10, "thesis", genre="PhD thesis", publisher="University of Nowhere"),
    _record(11, "webpage", URL="https://example.org/a_b?c=d&e=f", accessed={"date-parts": [[2024, 2, 29]]}),
    _record(
        12, "paper-conference", {"event-place": "Oslo", "container-title": "Proceedings"}, event="Congress of Samples"
    ),
    _record(13, "patent", number="NO 12345", jurisdiction="no"),
    _record(14, "dataset", version="1.2", DOI="10.5555/data", publisher="Made-up Archive"),
    _record(15, "software", version="2.0", URL="https://example.org/code"),
    _record(16, "legislation", title="Made-up Medicines Act 2016", author=None, number="7"),
    _record(17, "article-newspaper", {"container-title": "The Daily Sample"}, page="4", section="Health"),
    _record(18, "article-journal", JOURNAL, title="Die Wirkung von Samplidin", language="de-DE"),
    _record(19, "article-journal", JOURNAL, title="样本研究", author=PEOPLE[7:8], language="zh-CN"),
    _record(20, "article-journal", JOURNAL, title="CO<sub>2</sub> & <i>E. coli</i> in “quoted” 5 < 6", issued=None),
    _record(21, "book", issued={"date-parts": [[-44]]}, publisher="Forum"),
    _record(22, "manuscript", issued={"date-parts": [[1850]], "circa": True}, archive="Made-up Archive"),
    _record(23, "personal_communication", recipient=PEOPLE[3:4]),
    _record(
        24, "article-journal", JOURNAL, author=[*PEOPLE, *({"family": f"Name{n}", "given": "A."} for n in range(20))]
    ),
]


def clusters() -> list[dict[str, Any]]:
    """Clusters that use every record: alone, repeated, together, with locators and affixes."""
    ids = [record["id"] for record in RECORDS]
    lists: list[list[dict[str, Any]]] = [[{"id": key}] for key in ids]
    lists += [
        [{"id": key} for key in ids[:5]],
        [{"id": ids[0], "locator": "12-15", "label": "page"}],
        [{"id": ids[0], "locator": "12-15", "label": "page"}],
        [{"id": ids[0], "locator": "3", "label": "chapter", "prefix": "see ", "suffix": ", and others"}],
        [{"id": ids[5], "suppress-author": True}, {"id": ids[6], "author-only": True}],
    ]
    return [{"citationItems": cites, "properties": {"noteIndex": n}} for n, cites in enumerate(lists, 1)]
