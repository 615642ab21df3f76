"""Rich text as Typst: literals stay literals, effects and links are what they say."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.richtext import Effect, Link, Note, RefLink, Styled, Text
from bmreport.richtext.typst import TypstOptions, to_typst, typst_string, typst_text
from bmreport.testing import HOSTILE_TEXTS

_ANY_TEXT = st.text(st.characters(), max_size=80)
_OPTIONS = TypstOptions(labels={"smith 2020": "ref-1"})


def read_string(source: str) -> str:
    """What Typst would read from a string literal at the start of `source`."""
    found = re.match(r'"((?:[^"\\]|\\.)*)"', source, re.DOTALL)
    assert found is not None, source
    return re.sub(r"\\(.)", r"\1", found[1])


@given(_ANY_TEXT)
@settings(max_examples=150)
def test_any_text_is_one_closed_string_literal(text: str) -> None:
    """Nothing in a text ends its literal early, and what is read back is the text without controls."""
    literal = typst_string(text)
    inner = read_string(literal)
    assert literal == '"' + inner.replace("\\", "\\\\").replace('"', '\\"') + '"'
    assert not any(unicodedata.category(one) in ("Cc", "Cs") for one in inner)
    printable = [one for one in text if one.isalnum()]
    assert [one for one in inner if one.isalnum()] == printable


def literals(source: str) -> list[str]:
    """The string literals of Typst source without escapes."""
    return [one for one in re.findall(r'"([^"]*)"', source) if one]


@given(_ANY_TEXT)
@settings(max_examples=100)
def test_a_text_is_only_literals_and_breaks(text: str) -> None:
    """Outside string literals a text leaves nothing but hashes, semicolons and zero-width spaces to break at."""
    left = re.sub(r'"(?:[^"\\]|\\.)*"', "", typst_text(text)).replace("#h(0.001pt);", "").replace("#box[#;];", "")
    assert left.strip("#;") == ""


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_hostile_text_holds_no_mark_up(text: str) -> None:
    """What other formats would read as mark-up stands between quotes."""
    assert re.fullmatch(r'((#box\[)?#"(?:[^"\\]|\\.)*";(\];)?(#h\(0.001pt\);)?)+', to_typst((Text(text),)))


def test_controls_surrogates_and_line_ends_become_what_can_be_drawn() -> None:
    """White space is one space, and what no font draws is a visible replacement."""
    assert typst_string("a\r\n\tb\u2028c\x00d\ud800e\x1bf\uffffg") == '"a b c\ufffdd\ufffde\ufffdf\ufffdg"'


def test_bidi_controls_cannot_leave_their_text() -> None:
    """An override that is never closed is isolated from what follows, and open isolates are closed."""
    assert typst_string("a\u202eb") == '"\u2068a\u202eb\u2069"'
    assert typst_string("a\u2066b\u2067c") == '"\u2068a\u2066b\u2067c\u2069\u2069\u2069"'
    assert typst_string("a\u2066b\u2069c") == '"\u2068a\u2066b\u2069c\u2069"'
    assert typst_string("שלום") == '"שלום"'


def test_effects_become_typst_functions() -> None:
    """Each effect has its function, and each expression is closed by a semicolon."""
    made = {effect: to_typst((Styled(effect, (Text("x"),)),)) for effect in Effect}
    assert made[Effect.ITALIC] == '#emph[#"x";];'
    assert made[Effect.BOLD] == '#strong[#"x";];'
    assert made[Effect.SUPERSCRIPT] == '#super[#"x";];'
    assert made[Effect.SUBSCRIPT] == '#sub[#"x";];'
    assert made[Effect.SMALL_CAPS] == '#smallcaps[#"x";];'
    assert made[Effect.UNDERLINE] == '#underline[#"x";];'
    assert made[Effect.NORMAL] == '#"x";'
    assert made[Effect.BLOCK] == '#block[#"x";];'
    assert made[Effect.INDENT].startswith("#block(inset")


def test_italic_inside_italic_stays_italic() -> None:
    """Typst's emph toggles, so it is written once only; an upright part inside toggles back."""
    inner = Styled(Effect.ITALIC, (Text("b"),))
    upright = Styled(Effect.NORMAL, (Text("c"),))
    assert to_typst((Styled(Effect.ITALIC, (Text("a"), inner)),)) == '#emph[#"a";#"b";];'
    assert to_typst((Styled(Effect.ITALIC, (Text("a"), upright)),)) == '#emph[#"a";#emph[#"c";];];'
    assert to_typst((Styled(Effect.BOLD, (upright,)),)) == '#strong[#strong(delta: -300)[#"c";];];'


def test_a_pointer_links_to_its_entry_and_can_be_linked_to() -> None:
    """A pointer carries the label that its reference links back to."""
    pointer = RefLink("smith 2020", (Text("1"),), occurrence=3)
    assert to_typst((pointer,), _OPTIONS) == '#metadata(none)<cite-3>#link(<ref-1>)[#"1";];'
    assert to_typst((RefLink("smith 2020", (Text("1"),)),), _OPTIONS) == '#link(<ref-1>)[#"1";];'


def test_a_pointer_without_a_listed_entry_is_text_that_can_be_found() -> None:
    """A style without a reference list leaves no dead link, whatever the id holds."""
    assert to_typst((RefLink("<x>", (Text("Roe 2020"),)),), _OPTIONS) == '#"Roe 2020";'
    assert to_typst((RefLink("<x>", (), occurrence=2),), _OPTIONS) == "#metadata(none)<cite-2>"


def test_links_are_made_of_harmless_addresses_only() -> None:
    """An address is percent-encoded and quoted; a script is no address."""
    good = Link('https://doi.org/10.1/a"b\\c', (Text("doi"),))
    assert to_typst((good,)) == '#link("https://doi.org/10.1/a%22b%5Cc")[#"doi";];'
    assert to_typst((Link("javascript:alert(1)", (Text("x"),)),)) == '#"x";'


def test_links_do_not_nest() -> None:
    """A link inside a link or pointer is text."""
    inner = Link("https://a.example/", (Text("b"),))
    assert to_typst((Link("https://c.example/", (inner,)),)) == '#link("https://c.example/")[#"b";];'
    assert to_typst((RefLink("smith 2020", (inner,)),), _OPTIONS) == '#link(<ref-1>)[#"b";];'


def test_a_note_keeps_its_number() -> None:
    """A footnote prints the number it was given, or that number alone where footnotes are off."""
    note = Note(7, (Text("see"),))
    assert to_typst((note,)) == '#footnote(numbering: _ => "7")[#"see";];'
    assert to_typst((note,), TypstOptions(footnotes=False)) == '#super[#"7";];'


def test_long_tokens_get_places_to_break() -> None:
    """A long run without spaces breaks after slashes and, where there are none, every 24 characters."""
    token = "x" * 30 + "/" + "10.1016/j.y" + "z" * 8
    broken = typst_text(f"a {token} b")
    assert literals(broken) == [f"a {'x' * 24}", "xxxxxx/", "10.1016/", f"j.y{'z' * 8} b"]
    assert typst_text("doi:10.1016/j.jacc.2020") == '#"doi:10.1016/j.jacc.2020";'


def test_scheme_and_host_of_an_address_stay_in_one_piece() -> None:
    """An address breaks after its slashes, never inside `https://doi.org/`."""
    made = typst_text("see (https://doi.org/10.1016/j.jacc) b")
    assert literals(made) == ["see (", "https://doi.org/", "10.1016/", "j.jacc) b"]
    assert '#box[#"https://doi.org/";];' in made
    assert literals(typst_text("x :// y")) == ["x :// y"]


def test_substitutes_stand_for_characters_that_cannot_be_drawn() -> None:
    """A table of substitutes is used in text and in strings alike."""
    options = TypstOptions(substitutes={ord("你"): "[U+4F60]"})
    assert typst_text("a你b", options) == '#"a[U+4F60]b";'
    assert typst_string("你", options.substitutes) == '"[U+4F60]"'
