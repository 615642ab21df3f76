"""Terms, date layouts and options of a language, as one immutable table for a style (CSL 1.0.2, "Locale Files")."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from bmreport_csl.library import LocaleLibrary, normal_language
from bmreport_csl.style_nodes import DatePart, Look
from bmreport_csl.style_parser import date_parts, read_look
from bmreport_csl.xml_reading import CSL, read_xml

if TYPE_CHECKING:
    from lxml import etree

_FORM_FALLBACK = {
    "long": ("long",),
    "short": ("short", "long"),
    "symbol": ("symbol", "short", "long"),
    "verb": ("verb", "long"),
    "verb-short": ("verb-short", "verb", "long"),
}
"""CSL 1.0.2, "Terms"."""


@dataclass(frozen=True, slots=True)
class Term:
    """Both numbers of a term in one form; they are equal when the term does not inflect."""

    single: str
    multiple: str
    gender: str = ""


@dataclass(frozen=True, slots=True)
class LocaleDate:
    """The layout of localized dates of one form."""

    look: Look
    delimiter: str
    parts: tuple[DatePart, ...]


@dataclass(frozen=True, slots=True)
class Ordinal:
    """One `ordinal-nn` term: its suffix for the numbers that `match` says."""

    number: int
    match: str
    gender: str
    suffix: str


class Locale:
    """All that a language says, after every override; made by `load_locale` and never changed."""

    __slots__ = (
        "_dates",
        "_long_ordinals",
        "_ordinals",
        "_terms",
        "lang",
        "limit_day_ordinals_to_day_1",
        "punctuation_in_quote",
    )

    def __init__(self, lang: str, layers: Iterable[_Layer]) -> None:
        self.lang = lang
        terms: dict[tuple[str, str], Term] = {}
        dates: dict[str, LocaleDate] = {}
        options: dict[str, str] = {}
        ordinals: tuple[Ordinal, ...] = ()
        long_ordinals: dict[tuple[int, str], str] = {}
        for layer in layers:
            terms.update(layer.terms)
            dates.update(layer.dates)
            options.update(layer.options)
            # A layer with any ordinal term replaces the ordinals of those below it ("Ordinal Suffixes").
            ordinals = layer.ordinals or ordinals
            redefined = {number for number, _ in layer.long_ordinals}
            long_ordinals = {key: word for key, word in long_ordinals.items() if key[0] not in redefined}
            long_ordinals.update(layer.long_ordinals)
        self._terms: Mapping[tuple[str, str], Term] = terms
        self._dates: Mapping[str, LocaleDate] = dates
        self._ordinals = {(o.match, o.number, o.gender): o.suffix for o in ordinals}
        self._long_ordinals: Mapping[tuple[int, str], str] = long_ordinals
        self.punctuation_in_quote = options.get("punctuation-in-quote") == "true"
        self.limit_day_ordinals_to_day_1 = options.get("limit-day-ordinals-to-day-1") == "true"

    def term(self, name: str, form: str = "long", plural: bool = False) -> str | None:
        """The term, in the nearest form that there is; None when no form is defined."""
        for key in _FORM_FALLBACK.get(form, (form, "long")):
            if (found := self._terms.get((name, key))) is not None:
                return found.multiple if plural else found.single
        return None

    def gender(self, name: str) -> str:
        """The grammatical gender of a noun: "masculine", "feminine", or "" for neuter and unknown."""
        found = self._terms.get((name, "long"))
        return found.gender if found is not None else ""

    def date_form(self, form: str) -> LocaleDate | None:
        """The layout for `text` or `numeric` dates."""
        return self._dates.get(form)

    def ordinal_suffix(self, number: int, gender: str = "") -> str:
        """The suffix that makes a number an ordinal; "" when the locale has none."""
        keys = (("whole-number", number), ("last-two-digits", number % 100), ("last-digit", number % 10), ("any", 0))
        for genders in _gender_order(gender):
            for match, value in keys:
                for wanted in genders:
                    if (found := self._ordinals.get((match, value, wanted))) is not None:
                        return found
        return ""

    def long_ordinal(self, number: int, gender: str = "") -> str | None:
        """The words from "first" to "tenth"; None beyond, where ordinals are used instead."""
        for genders in _gender_order(gender):
            for wanted in genders:
                if (found := self._long_ordinals.get((number, wanted))) is not None:
                    return found
        return None

    @property
    def and_sign(self) -> str:
        """The sign for "and"; an ampersand where the locale has only the word."""
        sign = self.term("and", "symbol")
        return sign if sign and sign != self.term("and") else "&"

    @property
    def quotes(self) -> tuple[str, str, str, str]:
        """Opening and closing outer quotes, opening and closing inner quotes."""
        names = ("open-quote", "close-quote", "open-inner-quote", "close-inner-quote")
        first, second, third, fourth = (self.term(name) or "" for name in names)
        return first, second, third, fourth


def _gender_order(gender: str) -> tuple[tuple[str, ...], ...]:
    """Which gender forms to try: the noun's own and neuter together, then what some locales have alone."""
    return ((gender, ""), ("feminine", "masculine")) if gender else (("",), ("feminine",), ("masculine",))


@dataclass(frozen=True)
class _Layer:
    """One `cs:locale` element."""

    terms: Mapping[tuple[str, str], Term]
    dates: Mapping[str, LocaleDate]
    options: Mapping[str, str]
    ordinals: tuple[Ordinal, ...]
    long_ordinals: Mapping[tuple[int, str], str]

    def without_terms(self, names: Collection[str]) -> _Layer:
        """The same without these terms in any form."""
        return replace(self, terms={key: term for key, term in self.terms.items() if key[0] not in names})


def load_locale(lang: str, style_locales: Iterable[tuple[str, object]], library: LocaleLibrary) -> Locale:
    """The locale for a language, with the overrides of a style.

    The style's own `cs:locale` elements win over the files: that of the exact language, then of its base language,
    then the one without a language (CSL 1.0.2, "Locale Fallback"). Raises StyleError for a broken locale file.
    """
    wanted = library.full_name(lang or "en-US")
    if len(library.chain(wanted)) < 2:  # a language without any file is set in US English
        wanted = "en-US"
    layers = _file_layers(wanted, library)
    for own in ("", wanted.partition("-")[0], library.full_name(wanted.partition("-")[0]), wanted):
        layers.extend(
            _read_layer(cast("etree._Element", element))
            for language, element in style_locales
            if normal_language(language) == own
        )
    return Locale(wanted, layers)


def _file_layers(wanted: str, library: LocaleLibrary) -> list[_Layer]:
    """The files for a language, the most general first.

    A term of another language's file is taken over with all its forms or not at all: an English abbreviation must not
    stand in for a German word that has none.
    """
    names = library.chain(wanted)
    base = wanted.partition("-")[0]
    layers = [_file_layer(library.folder.as_posix(), name, library) for name in names]
    own = {term for name, layer in zip(names, layers, strict=True) if name.startswith(base) for term, _ in layer.terms}
    return [
        layer if name.startswith(base) else layer.without_terms(own) for name, layer in zip(names, layers, strict=True)
    ]


@lru_cache(maxsize=128)
def _file_layer(folder: str, name: str, library: LocaleLibrary) -> _Layer:  # noqa: ARG001  # the folder is part of the key
    data = library.read(name)
    return _read_layer(read_xml(data or b"<locale/>", f"locales-{name}.xml"))


def _read_layer(element: etree._Element) -> _Layer:
    terms: dict[tuple[str, str], Term] = {}
    ordinals: list[Ordinal] = []
    long_ordinals: dict[tuple[int, str], str] = {}
    for block in element.findall(f"{CSL}terms"):
        for term in block.findall(f"{CSL}term"):
            name = term.get("name", "")
            kind, _, digits = name.rpartition("-")
            if name == "ordinal" or (kind == "ordinal" and _is_ordinal_number(digits)):
                ordinals.append(_ordinal(term, digits if name != "ordinal" else ""))
            elif kind == "long-ordinal" and _is_ordinal_number(digits):
                long_ordinals[int(digits), _gender(term, "gender-form")] = _text(term)
            else:
                terms[name, term.get("form", "long")] = _term(term)
    options: dict[str, str] = {}
    for block in element.findall(f"{CSL}style-options"):
        options.update({str(key): str(value) for key, value in block.attrib.items()})
    dates = {
        date.get("form", ""): LocaleDate(read_look(date), date.get("delimiter", ""), date_parts(date))
        for date in element.findall(f"{CSL}date")
    }
    return _Layer(terms, dates, options, tuple(ordinals), long_ordinals)


def _term(element: etree._Element) -> Term:
    single, multiple = element.find(f"{CSL}single"), element.find(f"{CSL}multiple")
    if single is None and multiple is None:
        text = _text(element)
        return Term(text, text, _gender(element, "gender"))
    return Term(
        _text(single) if single is not None else "",
        _text(multiple) if multiple is not None else "",
        _gender(element, "gender"),
    )


def _ordinal(element: etree._Element, digits: str) -> Ordinal:
    gender = _gender(element, "gender-form")
    if not digits:
        return Ordinal(0, "any", gender, _text(element))
    default = "last-digit" if int(digits) < 10 else "last-two-digits"
    return Ordinal(int(digits), element.get("match", default), gender, _text(element))


def _is_ordinal_number(digits: str) -> bool:
    """Two digits are all that the names of ordinal terms have (CSL 1.0.2, "Ordinal Suffixes")."""
    return digits.isdecimal() and len(digits) <= 2


def _gender(element: etree._Element, attribute: str) -> str:
    gender = element.get(attribute, "")
    return gender if gender in {"masculine", "feminine"} else ""


def _text(element: etree._Element) -> str:
    """The text; only where it runs over lines are its blanks those of the XML's lay-out and not the term's own."""
    text = element.text or ""
    return " ".join(text.split()) if "\n" in text else text
