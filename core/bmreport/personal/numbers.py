"""Numbers of records, insurances and documents of a person, and the published numbers that look like them."""

from __future__ import annotations

import re

from bmreport.personal.form import Form, Kind, digits_of

__all__ = ["NUMBERS", "PUBLISHED", "is_nhs_number", "is_nir", "is_ssn", "no_reference"]

PUBLISHED = re.compile(
    r"\b10\.\d{4,9}/\S{1,200}|\bhttps?://\S{1,300}|\bwww\.\S{1,200}"
    r"|\b(?i:PMID|PMCID|PubMed|ISBN(?:-1[03])?|ISSN|ORCID|EudraCT|EU CT|CAS|DOI|GenBank|UniProt|accession|PROSPERO)\b"
    r"[\s:#]{0,3}(?:(?:number|no|nr|id|iD)\b\.?[\s:#]{0,3})?[\w./-]{1,40}"
    r"|\b(?:NCT|ISRCTN|ACTRN|DRKS|UMIN|ChiCTR|jRCT|CTRI|PACTR|IRCT|NTR|KCT|TCTR|CRD|SLCTR|RBR)[-/ ]?\w{1,20}"
    r"(?:[/-]\w{1,12}){0,4}"
)
"""Numbers of papers, trials, books and substances; no identifier begins inside one."""

# The number of a permit, a protocol or a contract is published, and a list of codes is no phone number.
_REFERENCE = re.compile(
    r"(?i:approv|protocol|ethic|grant|regist|contract|project|award|catalog|reference|\bref\b|\blot\b|batch|version"
    r"|patent|funded|committee|review board|genehmig|ethik|\bicd\b)"
)


def no_reference(match: re.Match[str]) -> bool:
    """Whether nothing before the number says that it is one of a permit, a code or a batch."""
    return not _REFERENCE.search(match.string, max(0, match.start() - 60), match.start())


def is_nhs_number(match: re.Match[str]) -> bool:
    """The tenth digit is eleven minus the weighted sum of the others modulo eleven (NHS Data Dictionary)."""
    digits = [int(sign) for sign in digits_of(match["nhs"])]
    check = -sum(weight * digit for weight, digit in zip(range(10, 1, -1), digits, strict=False)) % 11
    return len(digits) == 10 and check == digits[9] and len(set(digits)) > 2


def is_nir(match: re.Match[str]) -> bool:
    """French social security number: its key is 97 minus the rest of the number by 97; 2A and 2B stand for Corsica."""
    number = "".join(match["nir"].split()).upper().replace("2A", "19").replace("2B", "18")
    return number.isdigit() and len(number) == 15 and 97 - int(number[:13]) % 97 == int(number[13:])


def is_ssn(match: re.Match[str]) -> bool:
    """United States: no area 000, 666 or 9xx, no group 00, no serial 0000 (SSA)."""
    area, group, serial = match["ssn"].split("-")
    return area not in {"000", "666"} and area[0] != "9" and group != "00" and serial != "0000"


def _has_digits(match: re.Match[str]) -> bool:
    return len(digits_of(match["value"])) >= 5


def _is_no_count(match: re.Match[str]) -> bool:
    """`case number: 0012345` is a record, `the case number was 12 345` a count."""
    value = match["value"]
    label = match.string[match.start() : match.start("value")]
    marked = re.search(r"[:#]|\b(?:no|nr)\b|n[°º]", label, re.IGNORECASE)
    told = bool(marked) or value[0] == "0" or value[0].isalpha() or len(digits_of(value)) >= 7
    grouped = re.fullmatch(r"\d{1,3}(?: \d{3})+", value)
    return told and not grouped and len(digits_of(value)) >= 5 and no_reference(match)


_LABEL_END = (
    r"(?:\s?(?i:numbers?|nummer|numero|num[ée]ro|no|nr|id|identifier|code|record)\b\.?|\s?#|\s?n[°º]){0,2}"
    r"\s{0,3}(?:(?:(?i:is|was|ist|war|est)\b|[:=#-])\s{0,3}){0,2}"
)
_VALUE = r"(?P<value>(?:[A-Z]{1,4}[-/ ]?)?\d(?:[ ./-]?\d){3,15}[A-Z]?)(?![\w,]\d|\w)"
_RECORD = (
    r"(?:\bM\s?\.?\s?R\s?\.?\s?N\b\.?"
    r"|\b(?:IPP|CHI|URMN|UMRN)\b"
    r"|(?i:\b(?:medical|health|clinical|hospital)[- ]record\b|\bpatient(?:en)?[- ]?(?:id|identifier)\b"
    r"|\bhospital (?:id|unit number)\b|\bpatientennummer|\bfallnummer|\bkrankenaktennummer|\bfallnr|\bpatienten-?nr"
    r"|\bnum[ée]ro de dossier|\bdossier (?:m[ée]dical )?n[°º]|\bchart (?:no|number|id|#)|\bunit record (?:no|number)))"
)
_PERHAPS_RECORD = (
    r"(?i:\b(?:patient|hospital|case|file|admission|UR|encounter|account)(?:'s)?\s?(?:number|no\b\.?|nr\b\.?|#|n[°º]))"
)
_INSURANCE = (
    r"(?i:\b(?:(?:health |medical )?insurance|policy|member(?:ship)?|medicare|medicaid|health card|beneficiary"
    r"|versicherten|versicherungs|krankenversicherungs|kranken)[- ]?(?:policy |card |member )?"
    r"(?:id|number|nummer|no\b|nr\b|#)\.?|\bKVNR\b)"
)
_DOCUMENT = (
    r"(?i:\b(?:passport|reisepass|passeport|personalausweis|identity card|national id|ausweis|driver'?s'? licen[cs]e"
    r"|driving licen[cs]e)(?:nummer)?)"
)
_SPACED_SSN = r"\d\s?\d\s?\d[\s.-]{0,3}\d\s?\d[\s.-]{0,3}\d\s?\d\s?\d\s?\d(?!\w)"


def _hints(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NUMBERS = (
    Form(
        re.compile(rf"(?P<record>{_RECORD}{_LABEL_END}{_VALUE})"),
        {"record": Kind("medical record number")},
        _hints(
            "mrn record patientid patientenid patient-id patienten-id identifier hospitalid unitnumber nummer fallnr "
            "nr dossier chart ipp chi umrn urmn"
        ),
    ),
    Form(
        re.compile(rf"(?P<record>{_PERHAPS_RECORD}{_LABEL_END}{_VALUE})"),
        {"record": Kind("medical record number", _is_no_count)},
        _hints("number no nr # n° nº"),
    ),
    Form(
        re.compile(rf"(?P<nhs>\bN\s?H\s?S\b{_LABEL_END}\d(?:[ .-]?\d){{9}}(?!\w))"),
        {"nhs": Kind("NHS number")},
        ("nhs",),
    ),
    Form(
        re.compile(rf"(?P<ssn>(?i:\bSSN\b|\bsocial security\b){_LABEL_END}{_SPACED_SSN})"),
        {"ssn": Kind("social security number")},
        _hints("ssn socialsecurity"),
    ),
    Form(
        re.compile(
            rf"(?P<nino>(?i:\bnational insurance\b|\bNINO\b){_LABEL_END}[A-Z]{{2}}\s?\d\d\s?\d\d\s?\d\d\s?[A-D]?\b"
            r"|\b[A-CEGHJ-PR-TW-Z]{2} \d\d \d\d \d\d [A-D]\b)"
        ),
        {"nino": Kind("national insurance number")},
    ),
    Form(
        re.compile(rf"(?P<insurance>{_INSURANCE}{_LABEL_END}(?P<value>[A-Z0-9](?:[ -]?[A-Z0-9]){{6,19}})\b)"),
        {"insurance": Kind("insurance number", _has_digits)},
        _hints("insurance policy member medicare medicaid card beneficiary versicher kranken kvnr"),
    ),
    Form(
        re.compile(rf"(?P<document>{_DOCUMENT}{_LABEL_END}(?P<value>[A-Z0-9]{{6,20}})\b)"),
        {"document": Kind("passport or identity card number", _has_digits)},
        _hints("passport reisepass passeport ausweis identitycard nationalid licen"),
    ),
)
"""Numbers with a label that says what they are."""
