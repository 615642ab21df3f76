"""Real styles through the engine: none fails, every item is listed, and the print is that of citeproc-js."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bmreport import Cite, CiteCluster, CiteMode, Locator, NoOptions, StyledText, StyleJob
from bmreport.richtext import to_plain, walk_ref_links
from bmreport.testing import HOSTILE_TEXTS
from bmreport_plugins.csl_engines.citeproc_py import CiteprocPy
from bmreport_plugins.styles.csl_repository import CslRepository

REPOSITORY = CslRepository()
ENGINE = CiteprocPy()
GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "csl-golden"
# Every 47th independent style, and whatever an alias leads to.
SAMPLE = [file.stem for file in REPOSITORY._files() if file.parent.name == "styles"][::47]
NAMES = sorted({*SAMPLE, *REPOSITORY.aliases.values()})

ITEMS: list[dict[str, Any]] = [
    {
        "id": "article",
        "type": "article-journal",
        "title": "Aspirin for <i>primary</i> prevention: a trial",
        "author": [
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van den"},
            {"literal": "Sample Study Group"},
            *({"family": f"Author{letter}", "given": "A. B."} for letter in "ABCDEFGH"),
        ],
        "container-title": "Journal of Samples",
        "container-title-short": "J Samp",
        "issued": {"date-parts": [[2020, 3, 5]]},
        "volume": "12",
        "issue": "3",
        "page": "101-109",
        "DOI": "10.1000/sample.1",
        "PMID": "12345678",
    },
    {
        "id": "chapter",
        "type": "chapter",
        "title": "A chapter",
        "author": [{"family": "Doe", "given": "J."}],
        "editor": [{"family": "Roe", "given": "R."}, {"family": "Moe", "given": "M."}],
        "container-title": "A book",
        "edition": "2",
        "publisher": "Press",
        "publisher-place": "Oxford",
        "issued": {"date-parts": [[2018], [2019]]},
        "page": "xi-xv",
    },
    {
        "id": "page",
        "type": "webpage",
        "title": "A page",
        "URL": "https://example.org/",
        "accessed": {"date-parts": [[2024, 1, 2]]},
    },
    {
        "id": "hostile",
        "type": "no-such-type",
        "title": " ".join(HOSTILE_TEXTS),
        "author": [{"family": HOSTILE_TEXTS[1], "given": HOSTILE_TEXTS[2]}],
        "issued": {"literal": HOSTILE_TEXTS[3]},
        "volume": HOSTILE_TEXTS[4],
        "edition": "99999999999999",
        "URL": "javascript:alert(1)",
    },
    {"id": "bare"},
]
CLUSTERS = (
    CiteCluster((Cite(reference_id="article"),), 1),
    CiteCluster(tuple(Cite(reference_id=str(item["id"])) for item in ITEMS), 2),
    CiteCluster((Cite(reference_id="article", locator=Locator(value="12-14"), prefix="see", suffix="and more"),), 3),
    CiteCluster((Cite(reference_id="article"),), 4),
    CiteCluster((Cite(reference_id="article"),), 5),
)


def process(name: str, job: StyleJob) -> StyledText:
    """The job in a style of the repository."""
    source = REPOSITORY.find(name)
    assert source is not None
    return ENGINE.process(source, job, NoOptions())


def test_the_sample_is_wide() -> None:
    """About sixty styles and all that an alias leads to."""
    assert len(SAMPLE) >= 60


@pytest.mark.parametrize("name", NAMES)
def test_the_style_formats_items_of_every_kind(name: str) -> None:
    """No exception; every item is listed with text, every cluster has text and points only to what it cites."""
    styled = process(name, StyleJob(tuple(ITEMS), CLUSTERS))
    if styled.entries is not None:
        assert sorted(entry.reference_id for entry in styled.entries) == sorted(str(item["id"]) for item in ITEMS)
        for entry in styled.entries:
            assert to_plain(entry.body).strip() or to_plain(entry.label).strip()
            assert not re.search("[\U0010f700-\U0010f8ff]", to_plain(entry.label) + to_plain(entry.body))
    for given, rich in zip(CLUSTERS, styled.clusters, strict=True):
        cited = {cite.reference_id for cite in given.cites}
        pointed = [link.reference_id for link in walk_ref_links(rich)]
        assert to_plain(rich).strip()
        assert set(pointed) <= cited
        assert pointed
        assert len(pointed) == len(set(pointed))
        assert not re.search("[\U0010f700-\U0010f8ff]", to_plain(rich))


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "zh-CN", "ar"])
def test_styles_work_in_other_languages(locale: str) -> None:
    """Every locale gives a whole list."""
    for name in ("vancouver", "apa", "chicago-notes-bibliography"):
        styled = process(name, StyleJob(tuple(ITEMS), CLUSTERS, locale=locale))
        assert len(styled.entries or ()) == len(ITEMS)


def test_german_dates_and_terms() -> None:
    """A German report says so."""
    styled = process("apa", StyleJob(tuple(ITEMS[:2]), CLUSTERS[:1], locale="de-DE"))
    text = " ".join(to_plain(entry.body) for entry in styled.entries or ())
    assert "(Hrsg.)" in text
    assert "2. Aufl." in text


# -- against citeproc-js -----------------------------------------------------------------------------------------

GOLDEN_STYLES = [
    "american-medical-association",
    "apa",
    "bmj",
    "biomed-central",
    "elsevier-vancouver",
    "harvard-cite-them-right",
    "ieee",
    "nature",
    "nlm-citation-sequence",
    "nlm-citation-sequence-brackets",
    "plos",
    "pnas",
    "science",
    "springer-basic-brackets",
    "the-lancet",
]


def reading(text: str) -> str:
    """Characters as a reader sees them: no tags, no spaces, plain apostrophes and hyphens."""
    bare = html.unescape(re.sub(r"<[^>]+>", "", text))
    return re.sub(r"\s", "", bare.replace("’", "'").replace("\u2011", "-"))


def golden_job() -> tuple[StyleJob, dict[str, Any]]:
    """The records and clusters of the comparison, and what citeproc-js prints for them."""
    if not GOLDEN.is_dir():
        pytest.skip(f"the comparison with citeproc-js needs {GOLDEN.name}, which is not here")
    items, clusters, expected = (
        json.loads((GOLDEN / f"{name}.json").read_bytes()) for name in ("items", "clusters", "expected")
    )

    def cite(given: dict[str, Any]) -> Cite:
        place = Locator(label=given.get("label", "page"), value=given["locator"]) if "locator" in given else None
        mode = CiteMode.SUPPRESS_AUTHOR if given.get("suppress-author") else CiteMode.PARENTHETICAL
        affixes = {"prefix": given.get("prefix", ""), "suffix": given.get("suffix", "")}
        return Cite(reference_id=given["id"], locator=place, mode=mode, **affixes)

    made = tuple(CiteCluster(tuple(map(cite, cites)), number) for number, cites in enumerate(clusters, start=1))
    return StyleJob(tuple(items), made), expected


@pytest.mark.parametrize("name", GOLDEN_STYLES)
def test_print_agrees_with_citeproc_js(name: str) -> None:
    """At least 70 of 100 entries and cites read the same; what is left is disambiguation by names, above all."""
    job, expected = golden_job()
    styled = process(name, job)
    wanted = Counter(reading(entry) for _key, entry in expected[name]["bibliography"])
    got = Counter(reading(to_plain(entry.label) + to_plain(entry.body)) for entry in styled.entries or ())
    assert (wanted & got).total() >= 0.7 * wanted.total()
    cites = [reading(text) for text in expected[name]["citations"]]
    same = sum(reading(to_plain(rich)) == cite for rich, cite in zip(styled.clusters, cites, strict=True))
    assert same >= (0.9 if styled.citation_format.value == "numeric" else 0.5) * len(cites)
