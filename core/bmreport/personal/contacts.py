"""Phone numbers, e-mail and postal addresses, and numbers that their form alone gives away."""

from __future__ import annotations

import re

from bmreport.personal.form import Form, Kind, digits_of
from bmreport.personal.numbers import is_nhs_number, is_nir, is_ssn, no_reference

__all__ = ["CONTACTS"]


def _is_phone_length(match: re.Match[str]) -> bool:
    return 7 <= len(digits_of(match["value"])) <= 15


def _is_no_series(match: re.Match[str]) -> bool:
    """`doses of 250-500-1000 mg` are three numbers."""
    return any(int(part) % 50 for part in re.findall(r"\d+", match["us"])[-3:]) and no_reference(match)


_EXTENSION = r"(?:\s?(?:x|ext|extension)\.?\s?\d{1,5})?"
_PHONE_LABEL = (
    r"(?:\b(?i:tel(?:ephone|efon)?|t[ée]l(?:[ée]phone)?|phone|fon|fax|contact number)\b"
    r"|\b(?i:mobile|cell|handy|mobil|portable)(?=\s?(?:[:.]|(?i:phone|no\b|number|nr\b)))|\b(?!pH)(?i:ph)(?=\s?[:.]))"
    r"[\s.]{0,2}(?:(?i:phone|number|nummer|no|nr)\b\.?)?\s?[:=]?\s{0,2}"
)
# Country codes of ITU-T E.164.
_COUNTRY = (
    r"(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\d|35\d|37\d|38\d|42\d|50\d|59\d|6[7-9]\d|85\d"
    r"|88\d|96\d|97\d|99\d)"
)
_INTERNATIONAL = (
    rf"(?:\+|00(?=[1-9]\d{{0,2}} )){_COUNTRY}(?:[\s().-]{{0,3}}\d){{7,12}}(?![\w,]\d|\w|\.\d|\s?%){_EXTENSION}"
)
_US = (
    r"(?:1[-. ])?(?:\([2-9]\d\d\)\s?[2-9]\d\d[ .-]\d{4}|[2-9]\d\d-[2-9]\d\d-\d{4}|[2-9]\d\d\.[2-9]\d\d\.\d{4})"
    rf"(?![\w-]|[.,]\d){_EXTENSION}"
)
_UK = r"0(?:20 ?\d{4} ?\d{4}|7\d{3} ?\d{3} ?\d{3}|1\d{2} \d{3} ?\d{4}|1\d{3} \d{6}|1\d{3} \d{3} \d{3})"
_FR = r"0[1-9](?:[ .-]\d\d){4}"
_AU = r"04\d\d \d{3} \d{3}|\(0[2378]\) ?\d{4} ?\d{4}|0[2378] \d{4} \d{4}"
_DE = r"\(?0[1-9]\d{1,4}\)?\s?/\s?\d{3}(?:[ -]?\d){3,6}"
_END = r"(?!\w|[.,-]\d| \d)"
_NIR = r"[12] ?\d\d ?\d\d ?(?:\d\d|2[ABab]) ?\d{3} ?\d{3} ?\d\d"

# A number that goes on before it, or follows another one, is a part of something else.
_BARE_NUMBERS = re.compile(
    r"(?<![\w.,/+-])(?<!\d )(?:"
    rf"(?P<nhs>\d{{3}} \d{{3}} \d{{4}}(?![\w.,-]\d|\w| \d))|(?P<ssn>\d{{3}}-\d\d-\d{{4}}(?![\w-]|[.,]\d))"
    rf"|(?P<nir>{_NIR}{_END})|(?P<international>{_INTERNATIONAL})|(?P<us>{_US})"
    rf"|(?P<national>(?:{_UK}|{_FR}|{_AU}|{_DE}){_END}))"
)

_AT = r"(?:\s?@\s?|&#64;|&#[xX]40;|&commat;|%40|\s?[\[({]\s?(?i:at)\s?[\])}]\s?)"
_DOT = r"(?:\.|\s\.\s|\s?[\[({]\s?(?i:dot|punkt|point)\s?[\])}]\s?|\s(?i:dot)\s)"

_POSTCODE = (
    r"(?:\b[A-Z]{2}\.?,?\s\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[ABD-HJLNP-UW-Z]{2}\b"
    r"|\b(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT),?\s\d{4}\b)"
)
_STREET = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Way|Terrace|Parkway|Pkwy|Circle"
    r"|Square|Highway|Hwy|Close|Crescent|Gardens|Grove|Mews|Parade)\b\.?"
)
_HOUSE = rf"\b\d{{1,5}}[A-Za-z]?,?\s(?:[NSEW]\.?\s)?(?:[A-Z][\w'.’-]{{0,20}}\s){{1,4}}{_STREET}"
_STRASSE = (
    r"\b[A-ZÄÖÜ][\w-]{0,30}(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|damm|ufer"
    r"|[ -](?:Straße|Strasse|Str\.|Weg|Allee|Platz|Gasse|Ring|Damm|Ufer))"
)
_RUE = (
    r"\b\d{1,4}(?:\s?(?:bis|ter))?,?\s(?i:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|all[ée]e|quai|cours|route"
    r"|square)\s[^\n,;]{2,40}"
)

_PHONE = Kind("phone number", no_reference)
_EMAIL = {"email": Kind("e-mail address")}
_POSTAL = {"postal": Kind("postal address")}

CONTACTS = (
    Form(
        re.compile(
            rf"(?P<phone>{_PHONE_LABEL}(?P<value>[+(]{{0,2}}\d(?:[\s()./-]{{0,3}}\d){{6,14}})(?![\w,]\d|\w){_EXTENSION})"
        ),
        {"phone": Kind("phone number", _is_phone_length)},
    ),
    Form(
        _BARE_NUMBERS,
        {
            "nhs": Kind("NHS number", is_nhs_number),
            "ssn": Kind("social security number", is_ssn),
            "nir": Kind("social security number", is_nir),
            "international": Kind("phone number"),
            "us": Kind("phone number", _is_no_series),
            "national": _PHONE,
        },
    ),
    Form(
        re.compile(
            rf"(?<![\w.+-])(?P<email>[\w.+-]{{1,64}}{_AT}[\w-]{{1,63}}(?:{_DOT}[\w-]{{1,63}}){{0,4}}{_DOT}[A-Za-z]{{2,24}}\b)"
        ),
        _EMAIL,
        ("@", "(at)", "[at]", "{at}", "&#64;", "&#x40;", "&commat;", "%40"),
    ),
    Form(
        re.compile(
            r"(?<![\w.+-])(?P<email>[\w.+-]{2,64}\s(?i:at)\s[\w-]{2,63}(?:\s(?i:dot)\s[\w-]{1,63}){0,3}\s(?i:dot)\s"
            r"(?i:com|org|net|edu|gov|info|de|fr|uk|au|eu|ch|at)\b)"
        ),
        _EMAIL,
        ("dot",),
    ),
    Form(
        re.compile(r"(?<!\w)(?P<email>(?:[\w.+-] ){3,40}@(?: [\w-]){1,40}(?: \.(?: [\w-]){1,20}){1,4}(?!\w))"),
        _EMAIL,
        ("@",),
    ),
    Form(re.compile(rf"(?P<postal>{_HOUSE}[^;]{{0,60}}?{_POSTCODE})"), _POSTAL),
    Form(
        re.compile(
            r"\b(?i:address|lives? at|living at|resid(?:es|ing) at|resident at|home at)\s?:?\s{0,2}"
            rf"(?P<postal>{_HOUSE})"
        ),
        _POSTAL,
        ("address", "liv", "resid", "home"),
    ),
    Form(
        re.compile(
            rf"(?P<postal>{_STRASSE}\s?\d{{1,4}}\s?[a-z]?,?\s{{1,3}}(?:D-)?\d{{5}}\s[A-ZÄÖÜ]\w{{1,30}}"
            rf"|{_RUE},?\s{{1,3}}(?:F-)?\d{{5}}\s[A-ZÀ-Þ][\w-]{{1,30}})"
        ),
        _POSTAL,
        (
            "str",
            "weg",
            "allee",
            "platz",
            "gasse",
            "ring",
            "damm",
            "ufer",
            "rue",
            "av",
            "boulevard",
            "bd",
            "place",
            "chemin",
        ),
    ),
)
"""Contacts of a person, and bare numbers of an unmistakable form."""
