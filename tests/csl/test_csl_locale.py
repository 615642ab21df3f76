"""Locale files, the overrides of a style, and where both are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bmreport_csl.errors import StyleError
from bmreport_csl.library import LocaleLibrary, StyleLibrary, normal_language
from bmreport_csl.locale import Locale, load_locale
from bmreport_csl.style_parser import parse_style

LIBRARY = LocaleLibrary()
STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>t</title><id>t</id></info>
{}<citation><layout><text variable="title"/></layout></citation></style>"""


def locale(language: str, overrides: str = "") -> Locale:
    """The locale of a style with these `cs:locale` elements."""
    return load_locale(language, parse_style(STYLE.format(overrides).encode()).locales, LIBRARY)


def override(term: str, language: str = "") -> str:
    """One `cs:locale` element with one term."""
    attribute = f' xml:lang="{language}"' if language else ""
    return f"<locale{attribute}><terms>{term}</terms></locale>"


@pytest.mark.parametrize(
    ("form", "plural", "expected"),
    [("long", False, "editor"), ("long", True, "editors"), ("short", True, "eds."), ("verb", False, "edited by"),
     ("verb-short", False, "ed. by"), ("symbol", False, "ed.")],
)  # fmt: skip
def test_forms_fall_back(form: str, plural: bool, expected: str) -> None:
    """A form that is not defined gives the next one: symbol, short, long; verb-short, verb, long."""
    assert locale("en-US").term("editor", form, plural) == expected


def test_a_term_may_be_empty_or_unknown() -> None:
    """An empty term is defined; an unknown one is None."""
    own = locale("en-US", override('<term name="and"></term>'))
    assert own.term("and") == ""
    assert own.term("no-such-term") is None


def test_the_nearest_override_wins() -> None:
    """The exact language goes before the base language, and that before no language."""
    terms = override('<term name="and">none</term>') + override('<term name="and">base</term>', "de")
    assert locale("de-AT", terms).term("and") == "base"
    assert locale("de-AT", terms + override('<term name="and">exact</term>', "de-AT")).term("and") == "exact"
    assert locale("fr-FR", terms).term("and") == "none"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("de-AT", "und"), ("de", "und"), ("de-XX", "und"), ("xx", "and"), ("", "and"), ("EN_gb", "and")],
)
def test_languages_fall_back(language: str, expected: str) -> None:
    """An unknown dialect gives its language, an unknown language US English."""
    assert locale(language).term("and") == expected


def test_an_override_of_ordinals_replaces_them_all() -> None:
    """A style that defines one ordinal defines the whole set (CSL 1.0.2, "Ordinal Suffixes")."""
    own = locale("en-US", override('<term name="ordinal">.</term>'))
    assert [own.ordinal_suffix(number) for number in (1, 2, 11)] == [".", ".", "."]


@pytest.mark.parametrize(
    ("number", "suffix"),
    [(1, "st"), (2, "nd"), (3, "rd"), (4, "th"), (11, "th"), (12, "th"), (21, "st"), (111, "th"), (113, "th")],
)
def test_english_ordinals(number: int, suffix: str) -> None:
    """Two-digit ordinals go before one-digit ones."""
    assert locale("en-US").ordinal_suffix(number) == suffix


def test_match_attributes_of_ordinals() -> None:
    """`whole-number` goes before `last-two-digits`, and that before `last-digit`."""
    terms = (
        '<term name="ordinal">d</term><term name="ordinal-01" match="whole-number">w</term>'
        '<term name="ordinal-02" match="last-two-digits">t</term><term name="ordinal-03">l</term>'
    )
    own = locale("en-US", override(terms))
    assert [own.ordinal_suffix(number) for number in (1, 21, 2, 102, 12, 3, 13)] == ["w", "d", "t", "t", "d", "l", "l"]


def test_options_and_dates_are_overridden_one_by_one() -> None:
    """An option of a style wins, the others stay those of the language."""
    own = locale("en-US", '<locale><style-options limit-day-ordinals-to-day-1="true"/></locale>')
    assert (own.punctuation_in_quote, own.limit_day_ordinals_to_day_1) == (True, True)
    assert locale("en-GB").punctuation_in_quote is False
    german = locale("de-DE").date_form("text")
    assert german is not None
    assert [part.name for part in german.parts] == ["day", "month", "year"]


def test_a_term_over_several_lines_is_one_line() -> None:
    """Line breaks and the blanks around them are the lay-out of the XML."""
    own = locale(
        "en-US", override('<term name="and">\n  a\n  b\n</term>') + override('<term name="in">\n </term>', "en")
    )
    assert (own.term("and"), own.term("in")) == ("a b", "")


@pytest.mark.parametrize(
    ("given", "expected"), [("de_at", "de-AT"), ("SR-latn-rs", "sr-Latn-RS"), ("EN", "en"), (" fr-fr ", "fr-FR")]
)
def test_languages_are_spelled_in_one_way(given: str, expected: str) -> None:
    """Case and underscores do not matter (BCP 47)."""
    assert normal_language(given) == expected


@pytest.mark.parametrize("name", ["../../etc/passwd", "no-such-style", "", "a/b", "x" * 300])
def test_a_style_that_is_not_there(name: str) -> None:
    """An unknown name, or one that leaves the folder, is an error that names it."""
    with pytest.raises(StyleError, match="there is no style"):
        StyleLibrary().read(name)


def test_styles_are_found_under_all_their_names(tmp_path: Path) -> None:
    """Id, alias, former id, file name and address lead to one style; a dependent style to its parent."""
    (tmp_path / "dependent").mkdir()
    (tmp_path / "parent.csl").write_text(STYLE.format(""), encoding="utf-8")
    link = '<link href="http://www.zotero.org/styles/{}" rel="independent-parent"/>'
    root = '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" default-locale="fr-FR">'
    child = root + "<info><title>c</title>{}</info></style>"
    (tmp_path / "dependent" / "child.csl").write_text(child.format(link.format("parent")), encoding="utf-8")
    (tmp_path / "dependent" / "orphan.csl").write_text(child.format(link.format("gone")), encoding="utf-8")
    (tmp_path / "renamed-styles.json").write_text('{"old": "parent"}', encoding="utf-8")
    library = StyleLibrary(tmp_path, {"nick": "child"})
    for name in ("parent", "old", "Parent", "parent.csl", "http://www.zotero.org/styles/parent"):
        assert library.read(name).id == "parent"
    found = library.read("nick")
    assert (found.id, found.info.parent, found.default_locale) == ("child", "parent", "fr-FR")
    with pytest.raises(StyleError, match="'gone', which is not in"):
        library.read("orphan")
    assert library.ids() == ["parent", "child", "orphan"]


@pytest.mark.parametrize(
    ("former", "now"),
    [("vancouver", "nlm-citation-sequence"), ("chicago-fullnote-bibliography", "chicago-notes-bibliography")],
)
def test_former_ids_of_the_repository_lead_to_todays_styles(former: str, now: str) -> None:
    """People go on typing the ids that the CSL repository has given up."""
    assert StyleLibrary().read(former).id == now


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A missing folder is named."""
    with pytest.raises(StyleError, match="no folder of styles"):
        StyleLibrary(tmp_path / "none").read("apa")
    with pytest.raises(StyleError, match="no folder of locales"):
        LocaleLibrary(tmp_path / "none").chain("de")
