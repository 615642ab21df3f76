"""Which fonts a PDF is set in: those inside the typst wheel first, the machine's own only where a script asks for them.

Embedded fonts give the same bytes on every machine. They serve Latin, Greek, Cyrillic and Hebrew well; the rest of what
they cover (Arabic in typewriter width, Devanagari in pieces) is no fit reading where a proper font is installed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bmreport.errors import ConfigError, ServiceError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typst import Fonts

_TEXT_FAMILY = "Libertinus Serif"
_EMBEDDED_REST = ("New Computer Modern", "New Computer Modern Math", "DejaVu Sans Mono")
# Armenian, Arabic to Georgian and Hangul Jamo, Ethiopic to Vedic, CJK radicals to Hangul, presentation forms,
# historic scripts, emoji, rare ideographs.
_OTHER_SCRIPTS = re.compile(
    "[\u0530-\u058f\u0600-\u1cff\u2e80-\ua63f\ua800-\ud7ff\uf900-\ufaff\ufb13-\ufb17\ufb50-\ufdcf\ufdf0-\ufdff"
    "\ufe70-\ufefc\uff01-\uffef\U00010800-\U00013fff\U00016800-\U0001bcff\U0001e800-\U0001eeff\U0001f000-\U0003ffff]"
)
_MOST_SCRIPTS = 12
_CJK = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC", "BOPOMOFO", "FULLWIDTH", "HALFWIDTH")
_CJK_REGIONS = {"ja": "JP", "ko": "KR", "zh-tw": "TC", "zh-hk": "HK", "zh-hant": "TC"}


class MissingGlyphError(ServiceError):
    """No font at hand has a glyph for some characters of the report; `characters` holds them."""

    def __init__(self, characters: frozenset[str]) -> None:
        super().__init__(
            f"no font at hand can draw {described(characters)}",
            where="exporter pdf",
            remedy=f"{font_advice(characters)}, or set pdf.missing_glyphs=replace to have them written by code point",
        )
        self.characters = characters


@dataclass(frozen=True)
class FontChoice:
    """Families in the order in which they are tried for a character, and whether the machine's own fonts are read."""

    families: tuple[str, ...]
    system: bool


def embedded_fonts() -> FontChoice:
    """The fonts inside the typst wheel."""
    return FontChoice((_TEXT_FAMILY, *_EMBEDDED_REST), system=False)


def system_fonts(text: str, language: str, first: str = "") -> FontChoice:
    """Fonts of the machine for the scripts in `text`, with `first` before all others; embedded ones close the list.

    Raises ConfigError when the family `first` is not installed.
    """
    known = {family.casefold(): family for family in font_library(system=True).families()}
    if first and first.casefold() not in known:
        some = ", ".join(sorted(known.values())[:12])
        raise ConfigError(
            f"the font family {first!r} is not installed",
            where="exporter pdf, option 'font'",
            remedy=f"known: {some} …",
        )
    wanted = [first, _TEXT_FAMILY, *_families_for(text, language)]
    installed = [known[family.casefold()] for family in wanted if family.casefold() in known]
    return FontChoice(tuple(dict.fromkeys([*installed, *_EMBEDDED_REST])), system=True)


def needs_system_fonts(text: str) -> bool:
    """Whether the text holds a script that the embedded fonts do not serve well."""
    return _OTHER_SCRIPTS.search(text) is not None


@lru_cache(maxsize=2)
def font_library(*, system: bool) -> Fonts:
    """The fonts as typst reads them; looking through a machine's fonts takes long enough to do it once a process."""
    from typst import Fonts

    return Fonts(include_system_fonts=system, include_embedded_fonts=True)


def described(characters: Iterable[str]) -> str:
    """The first few characters by code point and name."""
    ordered = sorted(characters)
    shown = ", ".join(f"{code_point(one)} {unicodedata.name(one, '')}".strip() for one in ordered[:8])
    return f"{shown} and {len(ordered) - 8} more" if len(ordered) > 8 else shown


def code_point(character: str) -> str:
    """The character as Unicode writes it, such as `U+4F60`."""
    return f"U+{ord(character):04X}"


def font_advice(characters: Iterable[str]) -> str:
    """What to do so that the characters can be drawn."""
    drawable = [one for one in characters if unicodedata.category(one) not in ("Co", "Cn")]
    if not drawable:
        return "they are private or unassigned in Unicode: correct the text, or name a font that has them in pdf.font"
    scripts = {_script(one) for one in drawable}
    fonts = set()
    if scripts & set(_CJK):
        fonts.add("Noto Serif CJK (Debian and Ubuntu: fonts-noto-cjk)")
    if any(unicodedata.category(one) == "So" for one in drawable):
        fonts.add("Noto Color Emoji (fonts-noto-color-emoji)")
    if scripts - set(_CJK) or not fonts:
        fonts.add("Noto (fonts-noto-core, fonts-noto-extra)")
    return f"install a font that has them, such as {' or '.join(sorted(fonts))}"


def _families_for(text: str, language: str) -> list[str]:
    """Candidate families, those that go with a serif text face first."""
    scripts = [_script(character) for character in sorted(set(_OTHER_SCRIPTS.findall(text)))]
    families: list[str] = []
    for script in list(dict.fromkeys(scripts))[:_MOST_SCRIPTS]:
        if script in _CJK:
            region = _cjk_region(scripts, language)
            families += [f"Noto Serif CJK {region}", f"Noto Sans CJK {region}"]
        elif script == "ARABIC":
            families += ["Noto Naskh Arabic", "Amiri", "Scheherazade New", "Noto Sans Arabic"]
        else:
            families += [f"Noto Serif {script.title()}", f"Noto Sans {script.title()}"]
    return [*families, "Noto Serif", "DejaVu Serif", "DejaVu Sans"]


def _script(character: str) -> str:
    """The first word of a character's Unicode name, which for letters is that of the script."""
    return unicodedata.name(character, "?").split()[0].split("-")[0]


def _cjk_region(scripts: list[str], language: str) -> str:
    """Ideographs look different in each country; kana and Hangul tell where the text is from."""
    tag = language.casefold()
    for name, region in _CJK_REGIONS.items():
        if tag.startswith(name):
            return region
    if "HIRAGANA" in scripts or "KATAKANA" in scripts:
        return "JP"
    return "KR" if "HANGUL" in scripts else "SC"
