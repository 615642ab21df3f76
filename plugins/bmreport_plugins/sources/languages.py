"""Names of languages as databases write them, as the BCP 47 tag that CSL expects ("eng" and "English" are `en`)."""

from __future__ import annotations

import re

# BCP 47 primary tag: ISO 639-2 codes and English names.
_SPELLINGS = {
    "ar": "ara arabic",
    "bg": "bul bulgarian",
    "ca": "cat catalan",
    "cs": "cze ces czech",
    "da": "dan danish",
    "de": "ger deu german",
    "el": "gre ell greek",
    "en": "eng english",
    "es": "spa spanish",
    "et": "est estonian",
    "fa": "per fas persian farsi",
    "fi": "fin finnish",
    "fr": "fre fra french",
    "he": "heb hebrew",
    "hr": "hrv scr croatian",
    "hu": "hun hungarian",
    "id": "ind indonesian",
    "it": "ita italian",
    "ja": "jpn japanese",
    "ko": "kor korean",
    "lt": "lit lithuanian",
    "lv": "lav latvian",
    "nb": "nob",
    "nl": "dut nld dutch",
    "no": "nor norwegian",
    "pl": "pol polish",
    "pt": "por portuguese",
    "ro": "rum ron romanian",
    "ru": "rus russian",
    "sk": "slo slk slovak",
    "sl": "slv slovenian slovene",
    "sr": "srp scc serbian",
    "sv": "swe swedish",
    "tr": "tur turkish",
    "uk": "ukr ukrainian",
    "vi": "vie vietnamese",
    "zh": "chi zho chinese",
}
_TAGS = {spelling: tag for tag, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_TAG = re.compile(r"[a-z]{2}(?:-[A-Za-z0-9]{2,8})*")


def language_tag(text: str) -> str:
    """The BCP 47 tag of the first language that a field names; text that names none comes back trimmed."""
    first = re.split(r"[;,/|]|\s+and\s+", text.strip(), maxsplit=1)[0].strip()
    known = _TAGS.get(first.casefold())
    if known:
        return known
    return first if _TAG.fullmatch(first) else text.strip()
