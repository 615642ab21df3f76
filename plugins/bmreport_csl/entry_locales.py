"""The language of an entry: what the item's `language` says, else what its names and title are written in.

No part of CSL 1.0.2: one list then holds "et al.", "u. a." and "等", each where it belongs (GB/T 7714 asks for it).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bmreport_csl.items import Item
from bmreport_csl.library import LocaleLibrary, normal_language

if TYPE_CHECKING:
    from bmreport_csl.areas import CompiledStyle
    from bmreport_csl.style import Style

_SCRIPTS = (
    # Kana and Hangul come before Han: Japanese and Korean texts hold Han characters too.
    ("ja", re.compile("[\u3040-\u30ff\uff66-\uff9d]")),
    ("ko", re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("uk", re.compile("[\u0404\u0406\u0407\u0454\u0456\u0457\u0490\u0491]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("fa", re.compile("[\u067e\u0686\u0698\u06a9\u06af\u06cc]")),
    ("ar", re.compile("[\u0600-\u06ff\u0750-\u077f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
)
_NO_LATIN = frozenset(language for language, _ in _SCRIPTS)
_LATIN = re.compile("[a-zA-Z\u00c0-\u024f]")
_FALLBACK = "en"
_CODES = dict(
    pair.split("=")
    for pair in [
        "ara=ar",
        "chi=zh",
        "cze=cs",
        "dan=da",
        "dut=nl",
        "eng=en",
        "est=et",
        "fin=fi",
        "fre=fr",
        "ger=de",
        "gre=el",
        "heb=he",
        "hrv=hr",
        "hun=hu",
        "ice=is",
        "ita=it",
        "jpn=ja",
        "kor=ko",
        "lit=lt",
        "nor=nb",
        "per=fa",
        "pol=pl",
        "por=pt",
        "rum=ro",
        "rus=ru",
        "slo=sk",
        "slv=sl",
        "spa=es",
        "srp=sr",
        "swe=sv",
        "tha=th",
        "tur=tr",
        "ukr=uk",
        "vie=vi",
        "ces=cs",
        "deu=de",
        "ell=el",
        "fas=fa",
        "fra=fr",
        "isl=is",
        "nld=nl",
        "ron=ro",
        "slk=sk",
        "zho=zh",
        "arabic=ar",
        "chinese=zh",
        "czech=cs",
        "danish=da",
        "dutch=nl",
        "english=en",
        "finnish=fi",
        "french=fr",
        "german=de",
        "greek=el",
        "hebrew=he",
        "hungarian=hu",
        "italian=it",
        "japanese=ja",
        "korean=ko",
        "norwegian=nb",
        "no=nb",
        "polish=pl",
        "portuguese=pt",
        "romanian=ro",
        "russian=ru",
        "spanish=es",
        "swedish=sv",
        "thai=th",
        "turkish=tr",
        "ukrainian=uk",
        "vietnamese=vi",
    ]
)
"""Codes of three letters (MEDLINE's, ISO 639-2) and English names, which reference files hold instead of tags."""


def entry_styles(style: Style, document: CompiledStyle, items: Mapping[str, Item]) -> dict[str, CompiledStyle]:
    """The style in an item's own language, for the items that speak another one than the document."""
    base = _base(document.locale.lang)
    styles: dict[str, CompiledStyle] = {}
    for item in items.values():
        language = entry_language(item, style.locales, base)
        if language and _base(language) != base:
            styles[item.id] = style.compiled(language)
    return styles


def entry_language(item: Item, library: LocaleLibrary, document: str) -> str:
    """The locale of an entry in a document of language `document`; empty where nothing speaks against that one."""
    said = normal_language(item.language)
    said = _CODES.get(said, said)
    for language in dict.fromkeys((library.full_name(said), library.full_name(_base(said)))):
        if (language and language in library.dialects.values()) or library.read(language):
            return language
    written = _written_in(item)
    if not written and document in _NO_LATIN and _LATIN.search(_text_of(item)):
        written = _FALLBACK
    return library.full_name(written) if written else ""


def _written_in(item: Item) -> str:
    """The language that the script of names, or else of the title, stands for; empty for Latin letters."""
    names = "".join(f"{name.family}{name.given}{name.literal}" for group in item.names.values() for name in group)
    for text in (names, item.variables.get("title", "")):
        for language, script in _SCRIPTS:
            if script.search(text):
                return language
    return ""


def _text_of(item: Item) -> str:
    names = "".join(f"{name.family}{name.literal}" for group in item.names.values() for name in group)
    return f"{names}{item.variables.get('title', '')}"


def _base(language: str) -> str:
    return language.partition("-")[0].lower()
