"""The cards of the web page in a real browser: pointing, touching, the keyboard, printing."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from bmreport.testing import sample_report
from bmreport_plugins.exporters.html import HtmlExporter

from .headless_chromium import CHROMIUM, Page, browser
from .judged_reports import exported, judged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed"),
]

VISIBLE = (
    "[...document.querySelectorAll('.card')].filter(card => card.checkVisibility({visibilityProperty: true}))"
    ".map(card => card.id)"
)
LATE_MS = 600
FOCUSED = "document.activeElement.getAttribute('popovertarget') || document.activeElement.tagName"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One browser for all tests here."""
    with browser(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample report with every verdict."""
    target = tmp_path_factory.mktemp("page") / "report.html"
    target.write_bytes(exported(HtmlExporter(), judged(sample_report())))
    return target


def _shown(page: Page, *cards: str) -> None:
    """Wait until exactly these cards are seen; where there is none, until one that is late would have come."""
    if not cards:
        page.value(f"new Promise(done => setTimeout(done, {LATE_MS}))")
    page.wait(f"JSON.stringify({VISIBLE}) === JSON.stringify({list(cards)})")


def _place(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first line of an element, scrolled into view."""
    x, y, width, height = page.value(
        f"(() => {{ const one = document.querySelector({selector!r}); one.scrollIntoView({{block: 'center'}});"
        "const box = one.getClientRects()[0]; return [box.x, box.y, box.width, box.height]; })()"
    )
    return x + min(width, 60) / 2, y + height / 2


def _box(page: Page, selector: str) -> Any:
    return page.value(
        f"(() => {{ const box = document.querySelector({selector!r}).getBoundingClientRect();"
        "return [box.left, box.top, box.right, box.bottom]; })()"
    )


def test_nothing_is_shown_unasked(page: Page, file: Path) -> None:
    """A page that was just opened shows no card, and its policy stops none of its own styles."""
    page.open(file)
    _shown(page)
    assert page.value("getComputedStyle(document.querySelector('.claim.not-found')).textDecorationLine") == "underline"


@pytest.mark.parametrize("selector", ["p > .claim.contradicted", "td .claim.supported", "caption .claim"])
def test_pointing_at_a_sentence_shows_its_card(page: Page, file: Path, selector: str) -> None:
    """The card comes beside the sentence, within the window, also in tables, and goes with the pointer."""
    page.open(file)
    page.point(*_place(page, selector))
    identifier = page.value(f"document.querySelector({selector!r}).querySelector('.card').id")
    _shown(page, identifier)
    left, top, right, bottom = _box(page, f"#{identifier}")
    _left, first, _right, last = _box(page, selector)
    assert left >= 0
    assert right <= 1000
    assert top >= last - 1 or bottom <= first + 1
    page.point(2, 2)
    _shown(page)


def test_the_pointer_can_enter_the_card(page: Page, file: Path) -> None:
    """A card stays while its text is pointed at, so that it can be read and selected (WCAG 2.2, 1.4.13)."""
    page.open(file)
    page.point(*_place(page, "p > .claim.contradicted"))
    _shown(page, "claim-2")
    left, top, right, bottom = _box(page, "#claim-2")
    page.point((left + right) / 2, (top + bottom) / 2)
    page.value(f"new Promise(done => setTimeout(done, {LATE_MS}))")
    _shown(page, "claim-2")


def test_escape_closes_what_pressing_opened(page: Page, file: Path) -> None:
    """A card that was pressed open stays while the pointer leaves; Escape closes it, and so does a press elsewhere."""
    page.open(file)
    for leave in ("Escape", "press"):
        page.click(*_place(page, "p > .claim.contradicted > .verdict"))
        page.point(2, 2)
        _shown(page, "claim-2")
        if leave == "Escape":
            page.press("Escape")
        else:
            page.click(2, 2)
        _shown(page)


def test_the_keyboard_goes_from_mark_to_mark(page: Page, file: Path) -> None:
    """Focus shows the card, Escape hides it, Enter shows it again, and the next Tab leaves card and mark behind."""
    page.open(file)
    _place(page, "p > .claim.contradicted")
    page.value("document.querySelector('p > .claim.contradicted a').focus()")
    page.press("Tab")
    assert page.value(FOCUSED) == "claim-2"
    _shown(page, "claim-2")
    page.press("Escape")
    _shown(page)
    assert page.value(FOCUSED) == "claim-2"
    page.press("Enter")
    _shown(page, "claim-2")
    page.press("Tab")
    assert page.value(FOCUSED) == "A"
    _shown(page)
    page.press("Tab", shift=True)
    assert page.value(FOCUSED) == "claim-2"
    _shown(page, "claim-2")


def test_the_button_tells_assistive_technology_what_it_does(page: Page, file: Path) -> None:
    """Role, name and state of a mark are those of a button that opens something."""
    page.open(file)
    found = page.send("Runtime.evaluate", expression="document.querySelector('p > .claim.contradicted > .verdict')")
    tree = page.send("Accessibility.getPartialAXTree", objectId=found["result"]["objectId"], fetchRelatives=False)
    (node,) = tree["nodes"]
    assert node["role"]["value"] == "button"
    assert node["name"]["value"] == "Contradicted: passage and checks"
    assert {one["name"]: one["value"].get("value") for one in node["properties"]}["expanded"] is False


def test_a_finger_opens_and_closes_a_card(page: Page, file: Path) -> None:
    """On a telephone a mark opens its card at the foot of the window and closes it again; so does a tap elsewhere."""
    page.open(file, width=390, height=780, touch=True)
    mark = "p > .claim.contradicted > .verdict"
    page.tap(*_place(page, mark))
    _shown(page, "claim-2")
    assert [round(one) for one in _box(page, "#claim-2")[::2]] == [0, 390]
    assert round(_box(page, "#claim-2")[3]) == 780
    page.tap(*_place(page, mark))
    _shown(page)
    page.tap(*_place(page, mark))
    _shown(page, "claim-2")
    page.tap(4, 4)
    _shown(page)


def test_a_tap_on_the_sentence_shows_its_card(page: Page, file: Path) -> None:
    """Not only the mark can be tapped."""
    page.open(file, width=390, height=780, touch=True)
    page.tap(*_place(page, "p > .claim.contradicted"))
    _shown(page, "claim-2")


def test_a_narrow_page_does_not_scroll_sideways(page: Page, file: Path) -> None:
    """Neither marks nor cards nor the table of the ledger are wider than a telephone."""
    page.open(file, width=360, height=780, touch=True)
    page.value("document.querySelector('.ledger details').open = true")
    page.tap(*_place(page, "p > .claim.contradicted > .verdict"))
    _shown(page, "claim-2")
    assert page.value("document.documentElement.scrollWidth") == 360


def test_two_fragments_on_a_page_keep_their_cards_apart(page: Page, tmp_path: Path) -> None:
    """Two reports in one notebook: each mark opens the card of its own report."""
    other = sample_report()
    other.user_question = "Another question?"
    parts = [exported(HtmlExporter(), judged(one), fragment=True) for one in (sample_report(), other)]
    both = tmp_path / "both.html"
    both.write_bytes(b"<!DOCTYPE html><meta charset='utf-8'><body>" + b"".join(parts))
    page.open(both)
    cards = page.value("[...document.querySelectorAll('.bmreport')].map(one => one.querySelector('.card').id)")
    assert len(set(cards)) == 2
    page.click(*_place(page, f"[popovertarget='{cards[1]}']"))
    page.point(2, 2)
    _shown(page, cards[1])


def test_paper_has_the_table_and_no_card(page: Page, file: Path) -> None:
    """Printed, even with a card open, the page has the ledger as a table, the marks, and nothing that floats."""
    page.open(file)
    page.click(*_place(page, "p > .claim.contradicted > .verdict"))
    _shown(page, "claim-2")
    reader = PdfReader(io.BytesIO(page.pdf()))
    text = " ".join(" ".join(sheet.extract_text() for sheet in reader.pages).split())
    ledger = text[text.index("Claim ledger No.") :]
    assert "Statement Verdict Passages Checks" in ledger
    assert ledger.count("‡ Contradicted") == 2
    assert "‡" in text[: text.index("References")]
    # The words of a card stand in the table alone: each of the two failing claims has them once.
    assert text.count("numbers contradicted: the numbers are") == 2
    assert "Point at a sentence" not in text
