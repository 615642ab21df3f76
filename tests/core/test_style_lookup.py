"""What a user types after --style finds a style, or says what is wrong and what is near."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bmreport import (
    CslStyle,
    CslStyleSource,
    DuplicateProviderError,
    NoOptions,
    PluginError,
    PluginHost,
    StyleError,
    hookimpl,
)
from bmreport.providers import Style, StyleCollection
from bmreport.style_lookup import find_style, list_styles
from bmreport.testing import NumberedStyle, fresh_host

NS = 'xmlns="http://purl.org/net/xbiblio/csl"'


def csl(name: str, parent: str = "", locale: str = "") -> bytes:
    """A small style, dependent when it has a parent."""
    link = f'<link rel="independent-parent" href="http://www.zotero.org/styles/{parent}"/>' if parent else ""
    body = "" if parent else '<citation><layout><text variable="citation-number"/></layout></citation>'
    attributes = f' default-locale="{locale}"' if locale else ""
    info = f"<info><title>Title of {name}</title><id>http://www.zotero.org/styles/{name}</id>{link}</info>"
    return f'<style {NS} class="in-text" version="1.0"{attributes}>{info}{body}</style>'.encode()


class Shelf:
    """A collection with styles of its own."""

    summary = "Test styles"
    options_model = NoOptions

    def __init__(self, name: str, *styles: str, error: Exception | None = None) -> None:
        self.name = name
        self._styles = styles
        self._error = error

    def find(self, name: str) -> CslStyleSource | None:
        """The style of that name, or the error this shelf was made with."""
        if self._error:
            raise self._error
        if name not in self._styles:
            return None
        return CslStyleSource(name, csl(name), requested=name, notes=(f"from {self.name}",), title=f"Title of {name}")

    def names(self) -> Iterable[tuple[str, str]]:
        """All of them."""
        if self._error:
            raise self._error
        return [(name, f"Title of {name}") for name in self._styles]


class Bring:
    """A plugin with these styles and collections."""

    def __init__(self, *providers: Any) -> None:
        self._providers = providers

    @hookimpl
    def bmreport_styles(self) -> list[Style]:
        """The styles among them."""
        return [provider for provider in self._providers if isinstance(provider, Style)]

    @hookimpl
    def bmreport_style_collections(self) -> list[StyleCollection]:
        """The collections among them."""
        return [provider for provider in self._providers if isinstance(provider, StyleCollection)]


def host(*providers: Any) -> PluginHost:
    """A host with nothing but these."""
    return fresh_host(Bring(*providers), builtins=False)


def test_a_style_of_a_plugin_comes_first() -> None:
    """A style that a plugin registers wins over one of the same name in a collection, in any case."""
    found = find_style(host(NumberedStyle(), Shelf("shelf", "numbered-sample")), "Numbered-Sample")
    assert isinstance(found.registered.provider, NumberedStyle)
    assert found.style_id == "numbered-sample"
    assert found.title == NumberedStyle.summary
    assert found.sha256 == ""


def test_a_collection_is_asked_by_name() -> None:
    """Id, title, hash and notes of a collected style are known, and its plugin answers for it."""
    found = find_style(host(Shelf("a", "one"), Shelf("b", "two")), " two ")
    assert found.style_id == "two"
    assert found.title == "Title of two"
    assert found.sha256 == hashlib.sha256(csl("two")).hexdigest()
    assert found.notes == ("from b",)
    assert found.registered.plugin.name == "test-plugin-0"
    with pytest.raises(PluginError, match="style two"), found.registered.guarded("render"):
        raise RuntimeError("boom")


@pytest.mark.parametrize(
    "address",
    [
        "http://www.zotero.org/styles/two",
        "https://www.zotero.org/styles/two/",
        "https://zotero.org/styles/two?source=1",
        "https://www.zotero.org/styles/two.csl",
    ],
)
def test_an_address_at_zotero_is_a_name(address: str) -> None:
    """The id in the address is looked up; nothing is fetched."""
    assert find_style(host(Shelf("shelf", "two")), address).style_id == "two"


@pytest.mark.parametrize("prefix", ["", "\ufeff", "\n  ", '<?xml version="1.0" encoding="utf-16"?>\n'])
def test_the_xml_of_a_style_is_a_style(prefix: str) -> None:
    """CSL text is taken as it is, whatever mark or declaration stands before it."""
    found = find_style(host(), prefix + csl("inline").decode())
    assert found.style_id == "inline"
    assert found.title == "Title of inline"
    assert isinstance(found.registered.provider, CslStyle)


def test_a_path_is_a_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path with a separator, or a name ending in .csl that exists, is read from disk."""
    (tmp_path / "house.csl").write_bytes(csl("in-file"))
    monkeypatch.chdir(tmp_path)
    for text in (str(tmp_path / "house.csl"), "./house.csl", "house.csl"):
        assert find_style(host(Shelf("shelf", "house")), text).style_id == "in-file"


def test_a_name_with_the_suffix_of_a_file_that_is_not_there_is_a_name() -> None:
    """`two.csl` means the style `two` when there is no such file."""
    assert find_style(host(Shelf("shelf", "two")), "two.csl").style_id == "two"


def test_a_faulty_file_is_named_with_its_line(tmp_path: Path) -> None:
    """The error says file and line."""
    file = tmp_path / "bad.csl"
    file.write_text("<style>\n<info>\n</style>")
    with pytest.raises(StyleError) as caught:
        find_style(host(), str(file))
    assert caught.value.where == "bad.csl:3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no style was named"),
        ("  \ufeff ", "no style was named"),
        ("./nowhere/house.csl", "no such style file"),
        ("nowhere/house", "no such style file"),
        ("https://example.org/house.csl", "not fetched from the network"),
        ("<style/>", "without the namespace"),
        ("a\x00b/c.csl", "cannot be read"),
        ("x" * 100_000, "no style named"),
        ("~no-such-user/x.csl", "path"),
    ],
)
def test_what_cannot_be_a_style_is_refused_with_a_reason(text: str, reason: str) -> None:
    """Nothing that is typed ends in anything but a StyleError with a reason."""
    with pytest.raises(StyleError, match=reason):
        find_style(host(Shelf("shelf", "two")), text)


def test_a_dependent_file_gets_its_parent_from_a_collection(tmp_path: Path) -> None:
    """Name, title and locale are the dependent's own; the XML is the parent's; a note says so."""
    file = tmp_path / "child.csl"
    file.write_bytes(csl("child", parent="two", locale="de-AT"))
    found = find_style(host(Shelf("shelf", "two")), str(file))
    provider = found.registered.provider
    assert isinstance(provider, CslStyle)
    assert (found.style_id, found.title) == ("child", "Title of child")
    assert provider.source.xml == csl("two")
    assert provider.source.default_locale == "de-AT"
    assert "child follows two" in found.notes


def test_a_dependent_style_of_a_package_gets_its_parent(tmp_path: Path) -> None:
    """A package may ship a dependent style and nothing else."""
    file = tmp_path / "child.csl"
    file.write_bytes(csl("child", parent="two"))
    found = find_style(host(CslStyle.from_file(file), Shelf("shelf", "two")), "child")
    provider = found.registered.provider
    assert isinstance(provider, CslStyle)
    assert provider.source.xml == csl("two")
    assert found.registered.plugin.name == "test-plugin-0"


def test_a_missing_parent_is_named(tmp_path: Path) -> None:
    """The error names the parent that no collection has."""
    file = tmp_path / "child.csl"
    file.write_bytes(csl("child", parent="lost-parent"))
    with pytest.raises(StyleError, match="'lost-parent'"):
        find_style(host(Shelf("shelf", "two")), str(file))


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [("vancuver", "vancouver"), ("the lancett", "the-lancet"), ("Title of lancet", "the-lancet")],
)
def test_near_names_are_suggested(typed: str, suggested: str) -> None:
    """Misspelt ids and titles bring suggestions and the command that searches."""
    shelf = Shelf("shelf", "vancouver", "the-lancet", "nature", "apa")
    with pytest.raises(StyleError) as caught:
        find_style(host(shelf), typed)
    assert suggested in caught.value.remedy
    assert "bmreport styles" in caught.value.remedy


def test_at_most_three_names_are_suggested() -> None:
    """A word that fits many styles brings three of them."""
    shelf = Shelf("shelf", *(f"journal-{letter}" for letter in "abcdefgh"))
    with pytest.raises(StyleError) as caught:
        find_style(host(shelf), "journal")
    assert caught.value.remedy.count("journal-") == 3


def test_a_collection_that_fails_does_not_hide_another() -> None:
    """The style is found in the next collection; without one the failure is raised, naming its plugin."""
    broken = Shelf("a-broken", error=RuntimeError("disk on fire"))
    assert find_style(host(broken, Shelf("shelf", "two")), "two").style_id == "two"
    with pytest.raises(PluginError, match="disk on fire"):
        find_style(host(broken, Shelf("shelf", "two")), "three")


def test_a_style_that_is_there_but_broken_is_an_error() -> None:
    """A collection's StyleError reaches the user as it is."""
    broken = Shelf("a-broken", error=StyleError("is damaged", where="x.csl:3"))
    with pytest.raises(StyleError, match="x.csl:3: is damaged"):
        find_style(host(broken, Shelf("shelf", "two")), "two")


def test_asking_for_a_plugin_that_failed_raises_its_failure() -> None:
    """The reason why a plugin is missing is what its user has to know."""

    class Failing:
        @hookimpl
        def bmreport_styles(self) -> list[Style]:
            raise RuntimeError("cannot load")

    failing = PluginHost({"house-style": Failing()}, load_entry_points=False, on_failure=lambda _failure: None)
    with pytest.raises(PluginError, match="cannot load"):
        find_style(failing, "house-style")


def test_all_styles_are_listed_once_in_order() -> None:
    """Id, title and origin of every style, sorted; the first to offer a name is the one that counts."""
    rows = list_styles(host(NumberedStyle(), Shelf("a", "two", "one"), Shelf("b", "two")))
    assert rows == [
        ("numbered-sample", NumberedStyle.summary, "test-plugin-0"),
        ("one", "Title of one", "a"),
        ("two", "Title of two", "a"),
    ]


def test_a_name_offered_twice_does_not_hide_the_list() -> None:
    """Two plugins with one style name: the list says so and goes on, asking for it raises."""
    clashing = PluginHost(
        {"one": Bring(NumberedStyle()), "two": Bring(NumberedStyle(), Shelf("shelf", "apa"))},
        load_entry_points=False,
        on_failure=lambda _failure: None,
    )
    rows = {name: title for name, title, _origin in list_styles(clashing)}
    assert "offered by" in rows["numbered-sample"]
    assert "apa" in rows
    with pytest.raises(DuplicateProviderError):
        find_style(clashing, "numbered-sample")
