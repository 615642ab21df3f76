"""Patient identifiers: what must not leave the machine, and the published numbers that look like it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.patient_identifiers import find_identifiers


def kinds(text: str) -> list[str]:
    """The kinds found, in order."""
    return [one.kind for one in find_identifiers(text)]


def words(text: str) -> list[str]:
    """The words found, in order."""
    return [text[one.start : one.end] for one in find_identifiers(text)]


@pytest.mark.parametrize(
    "text",
    [
        "John Smith, born 12 March 1957, was admitted.",
        "Patient: Jane Doe, DOB 03/12/1961",
        "Herr Hans Müller, geb. 12.03.1957, kam zur Aufnahme.",
        "Mme Marie Dupont née le 4 mars 1950",
        "Müller, Hans * 12.03.1957",
        "Mr Smith (12/03/1957) was seen.",
        "Jane A. van der Berg, date of birth: 1961-12-03",
        "John Smith (b. 12.3.1957) was seen.",
        "Jane Doe, birthday March 3, 1971",
    ],
)
def test_a_name_with_a_date_of_birth_is_found(text: str) -> None:
    """In the forms of several countries, with a label, a title or a sign for it."""
    assert kinds(text) == ["name with date of birth"]


@pytest.mark.parametrize(
    "text",
    [
        "DOB: 12/03/1957",
        "D O B : 1 2 / 0 3 / 1 9 5 7",
        "He was born on 12 March 1957.",
        "DOB 12031957",
        "Date of Birth 12 03 1957",
        "date of birth: 1957 March 12",
        "Birth: 3/3/71",
    ],
)
def test_a_date_of_birth_alone_is_found(text: str) -> None:
    """Where a label or a pronoun says whose it is."""
    assert kinds(text) == ["date of birth"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("MRN 1234567", "medical record number"),
        ("Medical record number is 123456", "medical record number"),
        ("hospital no. 4567891", "medical record number"),
        ("case number: 0012345", "medical record number"),
        ("Patienten-ID 1234567", "medical record number"),
        ("Fallnummer: 20231234", "medical record number"),
        ("NHS number 943 476 5919", "NHS number"),
        ("seen under 943 476 5919 in June", "NHS number"),
        ("SSN 123-45-6789", "social security number"),
        ("his number 123-45-6789", "social security number"),
        ("1 85 12 75 108 123 " + f"{97 - 1851275108123 % 97:02d}", "social security number"),
        ("NINO QQ 12 34 56 C", "national insurance number"),
        ("Versichertennummer A123456789", "insurance number"),
        ("Medicare number 2123 45670 1", "insurance number"),
        ("passport no. C01X00T47", "passport or identity card number"),
        ("Patient name: John Smith", "patient's name"),
    ],
)
def test_numbers_of_a_person_are_found(text: str, kind: str) -> None:
    """By their label, or by a form or check digit that nothing else has."""
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "call 212-555-1234 now",
        "(212) 555-1234",
        "+44 20 7946 0958",
        "+49 (0)30 12345678",
        "Tel. 030/12345678",
        "01 42 68 53 00",
        "0412 345 678",
        "(02) 9876 5432",
        "07700 900123",
        "0171/1234567",
        "phone: 555 1234 ext. 12",
    ],
)
def test_phone_numbers_are_found(text: str) -> None:
    """With a label, or in a national or international form."""
    assert kinds(text) == ["phone number"]


@pytest.mark.parametrize(
    "text",
    [
        "john.smith@nhs.uk",
        "john [at] example [dot] com",
        "john at example dot com",
        "j o h n @ e x a m p l e . c o m",
        "jo\u200bhn@exa\u200bmple.com",
        "ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ",
        "john&#64;example.com",
        "john&#x40;example.com",
        "john%40example.com",
    ],
)
def test_mail_addresses_are_found_however_they_are_spaced(text: str) -> None:
    """Blanks, words for the signs, invisible characters and full width do not hide one."""
    assert kinds(text) == ["e-mail address"]
    assert words(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "lives at 12 Baker Street",
        "12 Baker Street, London NW1 6XE",
        "330 Brookline Ave, Boston, MA 02215",
        "Hauptstr. 5, 10115 Berlin",
        "Berliner Straße 12, 10115 Berlin",
        "12 rue de Rivoli, 75004 Paris",
        "12 Smith St, Carlton VIC 3053",
    ],
)
def test_postal_addresses_are_found(text: str) -> None:
    """A street with a postcode, or a street after words that say who lives there."""
    assert kinds(text) == ["postal address"]


@pytest.mark.parametrize(
    "text",
    [
        "n = 12345678 patients",
        "PMID 12345678; PMID: 31234567; NCT01234567; ISRCTN12345678; ACTRN12605000123456; EudraCT 2012-001234-12",
        "doi 10.1016/j.abc.212-555-1234 and https://example.org/212-555-1234",
        "P = 0.0012345, HR 0.76, 95% CI 0.65-0.89, cost $1,234,567",
        "ICD-10 codes I21.0, E11.9 and ICD 410-414-4280",
        "Children born on 1 January 1995; All Danish Children born on 1 January 1995 were followed.",
        "born between 1 January 2000 and 31 December 2010",
        "the case number was 12 345, and hospital numbers rose to 12345",
        "doses of 250-500-1000 mg",
        "from 2010-2015 to 2016-2020, aged 45-65 (n 1 234 567)",
        "approval no. 0171/1234567 of the ethics committee",
        "pH: 7.352 - 7.451; the MRN complex 11; CAS 50-78-2",
        "ORCID 0000-0002-1825-0097, ISBN 978-3-16-148410-0",
        "by telephone (n = 12 345); telephone interviews in 2010 and 2011",
        "Registered on 12/03/2019. Helsinki University Hospital (12/03/2019)",
        "1234567890 cells, 1.2 x 10^9 cells/mL, patients 5 @ 2.5 ml/kg",
        "943 476 5918 is no NHS number, for its check digit is wrong",
        "000-12-3456 and 666-12-3456 were never given out",
    ],
)
def test_published_numbers_are_none(text: str) -> None:
    """Sample sizes, registrations, identifiers of papers, codes, dates of a study, statistics."""
    assert kinds(text) == []


def test_places_are_those_of_the_text() -> None:
    """Several identifiers come in order, each with its own words."""
    text = "Jane\u200b Doe, DOB 03/12/1961, MRN 7654321, jane@example.org"
    assert words(text) == ["Jane\u200b Doe, DOB 03/12/1961", "MRN 7654321", "jane@example.org"]


@settings(max_examples=60)
@given(st.text(alphabet=st.sampled_from("aA1 .@-/()+:,\u200bDOBMRNTel0"), max_size=200))
def test_any_text_is_read(text: str) -> None:
    """No text raises, and places are in order, without overlap, inside the text."""
    found = find_identifiers(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
