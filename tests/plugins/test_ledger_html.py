"""The claim ledger in the web page: what stands after a sentence, its card, and the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from bmreport.models import Paragraph, Report, Section, Verdict
from bmreport.resources import data_text
from bmreport.richtext.html import legal_text
from bmreport.testing import HOSTILE_TEXTS, sample_draft, sample_report
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions

from .judged_reports import judged, rendered, with_record

if TYPE_CHECKING:
    from pathlib import Path

PHRASING = {"a", "b", "bdi", "button", "cite", "i", "q", "span", "strong", "sub", "sup", "u"}


def _html(report: Report | None = None, template: Path | None = None, **options: Any) -> str:
    return HtmlExporter().export(rendered(report), template, HtmlExportOptions(**options)).decode("utf-8")


def _tree(html: str) -> Any:
    tree = etree.fromstring(html.encode("utf-8"), etree.XMLParser(resolve_entities=False))
    for element in tree.iter():
        if isinstance(element.tag, str):
            element.tag = etree.QName(element).localname
    return tree


def _text(element: Any) -> str:
    return " ".join("".join(str(piece) for piece in element.itertext()).split())


def _report(text: str) -> Report:
    return with_record(judged(sample_report(), words=text), text)


def test_each_judged_sentence_has_a_button_and_a_card() -> None:
    """The button names its verdict in words and opens the card of its own sentence."""
    tree = _tree(_html())
    claims = tree.xpath("//span[starts-with(@class, 'claim ')]")
    assert [claim.get("class").split()[1] for claim in claims] == [
        "supported",
        "contradicted",
        "partly",
        "not-found",
    ] * 2
    for claim in claims:
        (button,) = claim.xpath("button[@type='button']")
        (card,) = claim.xpath("span[@popover='auto']")
        assert button.get("popovertarget") == button.get("interestfor") == card.get("id")
        verdict = claim.get("class").split()[1].replace("-", " ")
        assert button.get("aria-label").lower().startswith(verdict)
        assert _text(button) == ("✓" if verdict == "supported" else verdict)
        assert verdict in _text(card).lower()


def test_a_card_tells_what_the_verdict_rests_on() -> None:
    """Verdict, quoted words, the reference's label and title, and what each check said stand in the card."""
    (card,) = _tree(_html()).xpath("//span[@id='claim-2']")
    assert _text(card) == (
        "‡ Contradicted Placebrol raised major bleeding (rate ratio 1.29, 95% CI 1.05-1.56). "
        "2. Bleeding under Placebrol: a Meta-Analysis "
        "numbers contradicted: the numbers are contradicted (look at the passage)"
    )
    assert [_text(quote) for quote in card.iter("q")] == [
        "Placebrol raised major bleeding (rate ratio 1.29, 95% CI 1.05-1.56)."
    ]


def test_a_card_fits_into_a_paragraph_and_takes_no_focus() -> None:
    """Only phrasing content stands inside (HTML closes a paragraph before anything else), and no further tab stop."""
    tree = _tree(_html(with_record(judged(sample_report()))))
    for card in tree.xpath("//span[@popover]"):
        tags = {str(element.tag) for element in card.iter()}
        assert tags <= PHRASING - {"a", "button"}
        assert not card.xpath(".//@tabindex | .//@href")


def test_sentences_keep_their_marks_whatever_a_template_does(tmp_path: Path) -> None:
    """A house template that prints sentences in its own way, without cards, still prints the marks."""
    own = tmp_path / "own.j2"
    own.write_text(
        "{% for part in report.body %}{% for item in part.blocks %}{% for run in item.block.runs %}"
        "{% for claim in run %}{{ html(claim.content) }}\n{% endfor %}{% endfor %}{% endfor %}{% endfor %}"
    )
    text = _html(None, own)
    assert text.count("<sup>‡</sup>") == 4
    assert text.count("<sup>†</sup>") == 2


def test_the_page_says_how_well_it_is_grounded() -> None:
    """Score and legend stand in the summary, the score in the metadata too, a warning before all."""
    tree = _tree(_html())
    score = "38% (2 of 8 statements are held by their passages, 2 partly, 2 contradicted, 2 not found)"
    (box,) = tree.xpath("//div[@class='grounding']")
    assert score in _text(box)
    assert "† held only in part, ‡ not held by the cited passages." in _text(box)
    assert score in _text(tree.xpath("//section[@class='metadata']")[0])
    (alert,) = tree.xpath("//div[@class='alert']")
    assert "4 statements are not held by the passages they cite (2 contradicted, 2 not found)" in _text(alert)
    assert alert.xpath(".//a/@href") == ["#ledger"]
    assert alert.xpath("following::section[@class='summary']")


def test_a_report_that_holds_is_not_warned_of() -> None:
    """Without a sentence that fails there is no box; without a mark no legend."""
    tree = _tree(_html(judged(sample_report(), [Verdict.SUPPORTED])))
    assert not tree.xpath("//div[@class='alert']")
    assert "held only in part" not in _text(tree)
    assert "100% (8 of 8" in _text(tree)


def test_the_ledger_is_a_table() -> None:
    """Each judged claim has a row: number, statement, verdict, passage with its source, checks."""
    (table,) = _tree(_html()).xpath("//section[@class='ledger']//table")
    assert [_text(cell) for cell in table.xpath("thead//th")] == ["No.", "Statement", "Verdict", "Passages", "Checks"]
    rows = table.xpath("tbody/tr")
    assert len(rows) == 8
    assert [_text(cell) for cell in rows[3]][:3] == ["4", "Events by group", "‡ Not found"]
    assert rows[0].xpath(".//cite/a/@href") == ["#ref-1"]


def test_without_the_ledger_the_marks_stay() -> None:
    """`ledger=false` leaves out cards and table, not what warns a reader."""
    html = _html(None, ledger=False)
    assert "popover" not in html.split("</style>")[1]
    tree = _tree(html)
    assert not tree.xpath("//section[@class='ledger'] | //button")
    assert html.count("<sup>‡</sup>") == 4
    assert tree.xpath("//div[@class='alert']//a/@href") == ["#checks"]


def test_a_report_that_nobody_judged_looks_as_before() -> None:
    """Nothing of the ledger, its style sheet included, is in the page of a report without one."""
    for report in (sample_report(), judged(sample_report(), [Verdict.UNCHECKED])):
        html = _html(report)
        assert html == _html(report, ledger=False)
        for trace in ("verdict", "ledger", "popover", "grounding", "Grounding", 'class="claim'):
            assert trace not in html


def test_links_and_ids_of_the_page_fit_together() -> None:
    """Ids are unique, and every link and button inside the page arrives, in fragments with their prefix."""
    for options in ({"contents": "yes"}, {"fragment": True}, {"id_prefix": "x-"}):
        tree = _tree(_html(with_record(judged(sample_report())), **options))
        ids = [str(one) for one in tree.xpath("//@id")]
        assert len(ids) == len(set(ids))
        targets = [str(one)[1:] for one in tree.xpath("//a/@href") if str(one).startswith("#")]
        targets += [str(one) for one in tree.xpath("//@popovertarget | //@interestfor | //@aria-labelledby")]
        assert not set(targets) - set(ids)
        if "contents" not in options:
            assert not [one for one in ids if not one.startswith(("x-", "bm-"))]


def test_rules_of_the_ledger_reach_nothing_outside_the_report() -> None:
    """Every selector begins with `.bmreport`, and no rule loads anything."""
    css = re.sub(r"/\*.*?\*/", "", data_text("templates", "ledger.css"), flags=re.DOTALL)
    assert not re.search(r"url\(|@import|expression", css)
    selectors = re.findall(r"([^{};]+)\{", re.sub(r"@(?:media|supports|keyframes)[^{]*\{", ";", css))
    for selector in selectors:
        for part in re.split(r",(?![^(]*\))", selector.strip()):
            assert part.strip().startswith((".bmreport", "from")), part


def test_long_reports_stay_light() -> None:
    """With 200 sentences, each costs the page at most 2.5 kB more than without a ledger."""
    draft = sample_draft()
    claims = draft.sections[1].blocks[0].model_copy(deep=True)
    assert isinstance(claims, Paragraph)
    draft.sections.append(Section(heading="Many", blocks=[claims.model_copy(deep=True) for _ in range(100)]))
    report = judged(sample_report(draft))
    more = len(_html(report).encode()) - len(_html(report, ledger=False).encode())
    assert more < 2500 * 200


def test_unused_passages_and_history_are_told() -> None:
    """What was read but not used stands in the methodology, what was changed in the metadata."""
    tree = _tree(_html(with_record(judged(sample_report()))))
    methodology = _text(tree.xpath("//section[h2='Methodology']")[0])
    assert "Read but not used: 2 passages" in methodology
    assert "Placebrol and Mortality (c6)" in methodology
    assert "History 2024-03-01 09:30 UTC, refine" in _text(tree.xpath("//section[@class='metadata']")[0])


def test_unused_passages_make_a_methodology() -> None:
    """The section is there even where nothing else would be in it."""
    report = sample_report()
    report.methodology_note, report.left_out = "", ["c2"]
    assert "Read but not used: 1 passage" in _text(
        _tree(_html(report, contents="yes")).xpath("//section[h2='Methodology']")[0]
    )


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_hostile_texts_of_the_ledger_are_themselves(text: str) -> None:
    """Names and reasons of checks are shown in card and table, not obeyed."""
    tree = _tree(_html(_report(text)))
    wanted = " ".join(legal_text(text).split())
    assert wanted in _text(tree.xpath("//span[@id='claim-2']")[0])
    assert wanted in _text(tree.xpath("//section[@class='ledger']//table")[0])
    assert wanted in _text(tree.xpath("//section[@class='metadata']")[0])
    assert not tree.xpath("//script | //img")


@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=30))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_makes_a_well_formed_ledger(text: str) -> None:
    """Any characters anywhere give a page that a strict reader can read."""
    tree = _tree(_html(_report(text)))
    assert len(tree.xpath("//section[@class='ledger']//tbody/tr")) == 8
