"""Units of measurement: which dimension they have, and how many base units each is (SI brochure; UCUM)."""

from __future__ import annotations

import re
from typing import NamedTuple

from bmreport.statements.word_sets import word_set

__all__ = ["Unit", "unit_at"]


class Unit(NamedTuple):
    """A unit: `factor` base units of `dimension`; `per` is the stretch of time that a dose or a rate is for.

    Base units are gram, litre, metre, day, mmHg, mole, kilocalorie and degree Celsius. A compound unit has a compound
    dimension (`mg/dL`: `mass/volume`); what is counted (cells, copies) has none, so `cells/µL` and `×10⁹/L` agree.
    """

    dimension: str
    factor: float
    per: str = ""


DAYS_A_MONTH = 365.25 / 12

# Written forms of one or two words. Capitals count in words of up to three letters only.
_TABLE = """
mass 1000: kg kgs kilogram kilograms kilogramme kilogrammes KG
mass 1: g gm gram grams gramme grammes
mass 1e-3: mg mgs milligram milligrams milligramme milligrammes MG
mass 1e-6: µg ug mcg microgram micrograms microgramme microgrammes
mass 1e-9: ng nanogram nanograms
mass 1e-12: pg picogram picograms
mass 453.592: lb lbs pound pounds
mass 28.3495: oz ounce ounces
mass 6350.29: stone stones
length 0.0254: inch inches
length 0.3048: ft feet
length 1609.34: mile miles
temperature-fahrenheit 1: °F
volume 1: L l litre litres liter liters
volume 0.1: dL dl decilitre decilitres deciliter deciliters
volume 1e-3: mL ml ML mls cc cm³ cm3 millilitre millilitres milliliter milliliters
volume 1e-6: µL µl uL ul mm³ mm3 microlitre microlitres microliter microliters
volume 1e-15: fL fl
pressure 1: mmHg mm_Hg
pressure 7.50062: kPa
pressure 0.735559: cmH2O cmH₂O cm_H2O cm_H₂O
length 1000: km kilometre kilometres kilometer kilometers
length 1: m metre metres meter meters
length 0.01: cm centimetre centimetres centimeter centimeters
length 1e-3: mm MM millimetre millimetres millimeter millimeters
length 1e-6: µm um micron microns micrometre micrometres micrometer micrometers
length 1e-9: nm
area 1: m² m2 m^2
area 1e-4: cm² cm2 cm^2
area 1e-6: mm² mm2 mm^2
amount 1: mol mole moles M
amount 1e-3: mmol millimole millimoles mM
amount 1e-6: µmol umol micromole micromoles µM
amount 1e-9: nmol nanomole nanomoles nM
amount 1e-12: pmol picomole picomoles pM
energy 1: kcal kcals kilocalorie kilocalories
energy 0.239006: kJ kilojoule kilojoules
energy 239.006: MJ megajoule megajoules
radiation 1: Gy gray grays
radiation 0.01: cGy centigray centigrays
effective_dose 1: mSv millisievert millisieverts
time 3652.5: decade decades
time 365.25: year years yr yrs y
time 30.4375: month months mo mos
time 7: week weeks wk wks w
time 1: day days d
time 0.0416666667: hour hours hr hrs h
time 6.94444444e-4: minute minutes min mins
time 1.15740741e-5: second seconds sec secs s
time 1.15740741e-8: millisecond milliseconds msec ms
unit 1: IU U unit units international_units
unit 1e-3: mIU mU
unit 1e-6: µIU µU
equivalent 1: mEq meq
temperature 1: °C ℃ ° degrees degree
beat 1: beats bpm
breath 1: breaths
power 1: W watt watts
frequency 1: Hz hertz
frequency 1000: kHz
field 1: T Tesla tesla
current 1: mA
activity 1: MBq
osmole 1: mOsm
decibel 1: dB
ppm 1: ppm
pack-year 1: pack-year pack-years pack_years
person-time 365.25: person-years patient-years person-year patient-year women-years woman-years child-years
person-time 365.25: person_years patient_years participant-years
person-time 30.4375: person-months patient-months
person-time 1: person-days patient-days catheter-days ventilator-days bed-days catheter_days patient_days
quality-adjusted 1: QALY QALYs
none 1: cells cell copies colony-forming_units CFU cfu platelets leukocytes leucocytes
"""

_UNITS: dict[str, Unit] = {
    word.replace("_", " "): Unit("" if name == "none" else name.replace("_", " "), float(factor))
    for line in _TABLE.strip().splitlines()
    for (name, factor), words in [(line.partition(":")[0].split(), line.partition(":")[2])]
    for word in words.split()
}
_EVERY = re.compile(r"-(?P<often>hour|dai|week|month|year)ly\b")
_WORD = re.compile(
    r"[\s-]?(?:(?:more|additional|further|extra|consecutive|full|calendar|whole)\s)?(?P<word>[A-Za-zµ°℃₂]+(?:[²³](?!\w)|\^?[23](?![\w.]))?)"
    r"(?P<more>[\s-](?:Hg|H2O|H₂O|years?|months?|days?|units)\b)?"
)
_OVER = re.compile(
    r"\s?(?:/\s?|(?:per|each|every|for\severy)\s|a(?=\s(?:day|week|month|year)\b)\s)"
    r"(?:(?P<count>\d{1,3}(?:[,\s\u00a0]?\d{3}){0,3}(?:\.\d{1,2})?|hundred|thousand|million)(?!\d|\.\d))?\s?"
    r"(?P<word>[A-Za-zµ]+(?:-[a-z]+)?(?:[²³](?!\w)|\^?[23](?![\w.]))?)?(?P<more>\s(?:years?|months?|days?)\b)?"
)
_INVERSE = re.compile(r"[\s.]?(?P<word>[A-Za-zµ]{1,4})(?:-?¹|\^?-1|-²|-2)(?![\w.])")
_TIMES_A = re.compile(
    r"\s?(?:(?:once|twice|thrice|one|two|three|four|five)\s(?:times\s)?|b\.?i\.?d\.?|t\.?i\.?d\.?)?"
    r"(?P<often>daily|weekly|monthly|yearly|annually|hourly|nightly)\b",
)
_OFTEN = {
    "daily": "day", "nightly": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annually": "year",
    "hourly": "hour",
}  # fmt: skip
_STRETCH = {
    "d": "day", "day": "day", "days": "day", "dose": "dose", "w": "week", "wk": "week", "week": "week", "mo": "month",
    "month": "month", "yr": "year", "y": "year", "year": "year", "annum": "year", "h": "hour", "hr": "hour",
    "hour": "hour", "min": "minute", "minute": "minute", "s": "second", "sec": "second", "second": "second",
    "cycle": "cycle",
}  # fmt: skip
_COUNTS = {"hundred": 100.0, "thousand": 1000.0, "million": 1e6}
_PEOPLE = word_set(
    "people persons patients population inhabitants births women children participants individuals adults"
)


def unit_at(text: str, at: int) -> tuple[Unit | None, int]:
    """The unit that is written at `text[at:]`, and where it ends; `(None, at)` when none is.

    `text` is as `typography.plain` makes it. A unit may follow at once (`5mg`), after a space or a hyphen (`12-week`).
    """
    if match := _EVERY.match(text, at):  # `8-weekly`
        return _UNITS[{"dai": "day"}.get(match["often"], match["often"])], match.end()
    unit, end = _simple(text, at)
    if unit is None and not text.startswith("/", at) and not text.startswith((" per ", "\u00a0per "), at):
        return None, at
    if unit is not None and unit.dimension == "time" and text.startswith((" of ", "-old"), end):
        return unit, end
    base = unit or Unit("", 1.0)
    for _ in range(3):
        base, further = _divided(text, end, base)
        if further == end:
            break
        end = further
    return (None, at) if unit is None and base.dimension == "" and not base.per else (base, end)


def _simple(text: str, at: int) -> tuple[Unit | None, int]:
    match = _WORD.match(text, at)
    if not match:
        return None, at
    word = match["word"]
    if match["more"] and (
        unit := _UNITS.get(word + " " + match["more"][1:]) or _UNITS.get(word + "-" + match["more"][1:])
    ):
        return unit, match.end()
    unit = _UNITS.get(word) or _UNITS.get(word.rstrip("¹²³"))
    if unit is None and len(word) > 3:
        unit = _UNITS.get(word.lower())
    if unit is None or text[match.end("word") : match.end("word") + 1].isalnum():
        return None, at
    return unit, match.end("word")


_EVERY_OTHER = re.compile(
    r"(?:\sof\s[a-z]+(?:\s[a-z]+)?)?\s(?:given\s)?every\s(?:other|second)\s(day|week|month)(?!\w)"
)


def _divided(text: str, at: int, unit: Unit) -> tuple[Unit, int]:
    """The unit divided by what follows: `/dL`, `per 1000 person-years`, `a day`, `kg⁻¹`."""
    if match := _EVERY_OTHER.match(text, at):
        return Unit(unit.dimension, unit.factor, f"other {match[1]}"), match.end()
    if match := _TIMES_A.match(text, at):
        return Unit(unit.dimension, unit.factor, _OFTEN[match["often"]]), match.end()
    if match := _INVERSE.match(text, at):
        return _over(unit, match["word"], 1.0), match.end()
    match = _OVER.match(text, at)
    if not match or not (match["word"] or match["count"]):
        return unit, at
    if match["count"] and text[at] == "/" and not unit.dimension and "-" not in (match["word"] or ""):
        return unit, at  # `12/100 patients` is a part of a whole
    count = _count(match["count"])
    word, end = match["word"] or "", match.end("word") if match["word"] else match.end("count")
    if match["more"] and word + "-" + match["more"][1:] in _UNITS:
        word, end = word + "-" + match["more"][1:], match.end()
    if not word or (word not in _UNITS and word not in _STRETCH and word.lower() not in _PEOPLE):
        # `per 1,000 live births`: what is counted does not matter, how many does.
        return (_over(unit, "", count), match.end("count")) if match["count"] else (unit, at)
    return _over(unit, word, count), end


def _count(written: str | None) -> float:
    if not written:
        return 1.0
    return _COUNTS.get(written) or float("".join(sign for sign in written if sign.isdigit() or sign == "."))


def _over(unit: Unit, word: str, count: float) -> Unit:
    if word in _STRETCH and count == 1.0:
        return Unit(unit.dimension, unit.factor, _STRETCH[word])
    below = _UNITS.get(word) or _UNITS.get(word.lower()) or Unit("people", 1.0)
    if below.dimension == "area" and count == 1.73:
        return unit  # the body surface that a filtration rate is told for, written or understood
    return Unit(f"{unit.dimension}/{below.dimension}", unit.factor / (below.factor * count), unit.per)
