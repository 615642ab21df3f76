"""The style `bmlibrarian` prints what BMLibrarian prints, character for character."""

from __future__ import annotations

from typing import Any

import pytest

from bmreport import Cite, CiteCluster, Reference, StyledText, StyleJob
from bmreport.providers import CslEngine
from bmreport.richtext import to_plain
from bmreport.style_lookup import find_style
from bmreport.testing import fresh_host
from bmreport_csl.plugin import BmreportCsl
from bmreport_plugins.csl_engines.citeproc_py import CiteprocPy

SEED = "Smith, J., Johnson, A., Brown, K.. COVID-19 Vaccine Effectiveness Study. 2023; PMID: 37123456"
PEOPLE = [
    "Smith, J.",
    "Johnson, A.",
    "Brown, K.",
    "Taylor, K. B.",
    "Garcia, M.",
    "Anderson, S.",
    "White, T.",
    "van der Berg, J.",
    "O'Neil, S.",
    "Müller, K.-H.",
    "King, M. L., Jr.",
    "Le Roux, X.",
]
ENGINES = [BmreportCsl(), CiteprocPy()]


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> CslEngine:
    """Each engine that must print the style exactly."""
    chosen: CslEngine = request.param
    return chosen


def render(engine: CslEngine, *records: Reference, clusters: list[list[str]] | None = None) -> StyledText:
    """These records in the style, cited one by one unless clusters are given."""
    items = tuple({**record.csl, "id": record.id} for record in records)
    wanted = clusters or [[record.id] for record in records]
    job = StyleJob(items, tuple(CiteCluster(tuple(Cite(reference_id=key) for key in keys)) for keys in wanted))
    style = find_style(fresh_host(), "bmlibrarian").registered.provider
    return style.render(job, engine, engine.options_model())


def record(identifier: str = "r1", **fields: Any) -> Reference:
    """A reference from the loose fields that BMLibrarian has."""
    return Reference(id=identifier, number=1, document_id="1", **fields)


def test_the_seed_s_line_is_reproduced(engine: CslEngine) -> None:
    """The worked example comes out exactly, label apart."""
    styled = render(
        engine,
        record(
            authors=PEOPLE[:3],
            title="COVID-19 Vaccine Effectiveness Study",
            publication_date="2023-01-15",
            pmid="37123456",
        ),
    )
    assert styled.entries is not None
    assert to_plain(styled.entries[0].body) == SEED
    assert to_plain(styled.entries[0].label) == "1."
    assert to_plain(styled.clusters[0]) == "[1]"


@pytest.mark.parametrize(
    "fields",
    [
        *(
            {"authors": PEOPLE[:count], "title": "A Study", "publication_date": "2023", "pmid": "1"}
            for count in range(13)
        ),
        {"authors": ["World Health Organization"], "title": "Does it work?", "publication_date": "2023"},
        {"authors": ["World Health Organization", "Smith JA"], "title": "A title.", "publication_date": "2021-03"},
        {"authors": ["Smith, J.", "et al."], "title": "Wow!", "publication_date": "2020 Feb 21"},
        {"authors": PEOPLE[6:9], "title": "No date", "pmid": "12"},
        {
            "authors": ["陈, 平雁", "Nguyen Thi, H."],
            "title": "<i>In vitro</i> & *y* <b",
            "publication_date": "in press",
        },
        {"authors": [], "title": "Nobody wrote it"},
        {"authors": ["de Gaetano, G."], "title": "Dots...", "publication_date": "Winter 2020"},
        {"authors": ["Madonna"], "title": ".net and more", "publication_date": "850"},
        {"authors": ["O'Brien, Seán P. Ó."], "title": "“Quoted.”", "publication_date": "2001"},
        {"authors": ["A, B."], "title": "", "publication_date": "2001", "pmid": "5"},
        {"authors": ["Group {with} braces & <script>"], "title": "$x$ \\textbf{y} #z @w", "publication_date": "1999"},
    ],
)
def test_style_and_method_agree(engine: CslEngine, fields: dict[str, Any]) -> None:
    """The style prints what Reference.format_vancouver_style prints."""
    given = record(**fields)
    styled = render(engine, given)
    assert styled.entries is not None
    assert to_plain(styled.entries[0].body) == given.format_vancouver_style()


def test_numbers_of_one_place_are_sorted(engine: CslEngine) -> None:
    """Cites stand in brackets by number, whatever order they came in."""
    records = [record(f"r{number}", title=f"T{number}", authors=[]) for number in range(1, 5)]
    styled = render(engine, *records, clusters=[["r1"], ["r2"], ["r3"], ["r4"], ["r3", "r1"], ["r4", "r2", "r3", "r2"]])
    assert [to_plain(cluster) for cluster in styled.clusters[4:]] == ["[1,3]", "[2,3,4]"]


def test_the_file_is_valid_csl() -> None:
    """The CSL schema that citeproc-py carries accepts it, and its licence is stated."""
    from citeproc import SCHEMA_PATH
    from lxml import etree

    provider: Any = find_style(fresh_host(), "bmlibrarian").registered.provider
    tree = etree.fromstring(provider.source.xml)
    schema = etree.RelaxNG(etree.parse(SCHEMA_PATH))
    assert schema.validate(tree), schema.error_log
    rights = tree.find("{*}info/{*}rights")
    assert rights is not None
    assert rights.get("license")
