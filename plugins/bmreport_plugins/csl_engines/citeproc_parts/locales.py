"""Which locales a style speaks, and what it looks up in them (CSL 1.0.2, "Locale Fallback")."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from citeproc import LANGUAGE_NAMES, LOCALES_PATH, PRIMARY_DIALECTS

from bmreport import StyleError
from bmreport.csl_style import CSL_NAMESPACE
from bmreport_plugins.csl_engines.citeproc_parts.base import Shared
from bmreport_plugins.csl_engines.citeproc_parts.marks import escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bmreport_plugins.csl_engines.citeproc_parts.base import Element

_DEFAULT_LOCALE = "en-US"
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NS = {"cs": CSL_NAMESPACE}


def known_locale(wanted: str) -> tuple[str, str]:
    """The locale in citeproc-py's spelling, and a warning where English has to stand in. Raises StyleError."""
    tag = wanted.replace("_", "-").strip() or _DEFAULT_LOCALE
    if not _LANGUAGE_TAG.fullmatch(tag):
        raise StyleError(f"{wanted!r} is no language tag", remedy="use a tag such as en-GB or de-DE")
    language, *region = tag.split("-")
    tag = "-".join([language.lower(), *(part.upper() if len(part) == 2 else part for part in region)])
    if tag in LANGUAGE_NAMES:
        return tag, ""
    if language.lower() in PRIMARY_DIALECTS:
        return str(PRIMARY_DIALECTS[language.lower()]), ""
    return _DEFAULT_LOCALE, f"locale {tag!r} is not known; terms and dates are in English"


def locale_chain(root: Element, locale: str, parse: Callable[[bytes], Element]) -> Iterator[Element]:
    """Locale elements from the first to be asked to the last: those of the style, then the files, English last."""
    own = {element.get(_XML_LANG, ""): element for element in reversed(root.findall("cs:locale", _NS))}
    language = locale.partition("-")[0]
    for tag in dict.fromkeys((locale, language, "")):
        if tag in own:
            yield own[tag]
    for tag in dict.fromkeys((locale, PRIMARY_DIALECTS.get(language, _DEFAULT_LOCALE), _DEFAULT_LOCALE)):
        file = Path(LOCALES_PATH) / f"locales-{tag}.xml"
        if file.is_file():
            yield parse(file.read_bytes())


def shared_facts(root: Element, locales: list[Element]) -> Shared:
    """What the elements of a style look up; a locale that comes earlier in the list goes over a later one."""
    shared = Shared(language=root.get("default-locale", "en").partition("-")[0].lower())
    for macro in root.iterfind("cs:macro", _NS):
        shared.macros.setdefault(escape(macro.get("name", "")), macro)
    for locale in reversed(locales):
        for term in locale.iterfind("cs:terms/cs:term", _NS):
            if term.get("gender-form") is None:
                shared.terms[term.get("name", ""), term.get("form", "long")] = _singular_and_plural(term)
        for date in locale.iterfind("cs:date", _NS):
            shared.dates[date.get("form", "")] = date
        options = locale.find("cs:style-options", _NS)
        if options is not None:
            shared.options.update({name: escape(value) for name, value in options.attrib.items()})
    shared.ordinals = next(filter(None, map(_ordinals, locales)), {})
    for area in ("citation", "bibliography"):
        element = root.find(f"cs:{area}", _NS)
        inherited = {**root.attrib, **({} if element is None else element.attrib)}
        shared.areas[area] = {name: escape(value) for name, value in inherited.items()}
    texts = root.iter(f"{{{CSL_NAMESPACE}}}text")
    shared.prints_year_suffix = any(text.get("variable") == "year-suffix" for text in texts)
    return shared


def _ordinals(locale: Element) -> dict[tuple[str, str], str]:
    """The suffixes of one locale with what they match; one digit matches the last, two match the last two."""
    found = {}
    for term in locale.iterfind("cs:terms/cs:term", _NS):
        name = term.get("name", "")
        if re.fullmatch(r"ordinal(-\d\d)?", name) and term.get("gender-form") is None:
            usual = "" if name == "ordinal" else "last-digit" if name < "ordinal-10" else "last-two-digits"
            found[name, term.get("match", usual) if usual else ""] = _singular_and_plural(term)[0]
    return found


def _singular_and_plural(term: Element) -> tuple[str, str]:
    forms = [term.find(f"cs:{form}", _NS) for form in ("single", "multiple")]
    if forms == [None, None]:
        text = escape((term.text or "").strip("\r\n\t"))
        return text, text
    single, multiple = (escape((form.text or "") if form is not None else "") for form in forms)
    return single, multiple
