"""Cells of a table as numbers: decimal points or commas, groups of thousands, and what is no number at all.

A cell that could be read in two ways is refused, never guessed: `1,234` is a count of 1234 where numbers have decimal
points, but as a mean it might be 1.234.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Cell", "CellError", "Mark", "Numbers", "Unreadable", "decimal_mark", "is_missing"]

Cell: TypeAlias = str | int | float | bool | None
"""What a file holds in one place; a spreadsheet and JSON have numbers of their own, a text file has text alone."""
Mark: TypeAlias = Literal[".", ","]

MOST_PEOPLE = 10_000_000_000
"""A count beyond this is no count of people."""
_LONGEST = 60
_MISSING = frozenset(
    """na n/a n.a. n.a nan nr n.r. n/r nd n.d. ns/nr null none - -- – — . .. ? missing unknown
    #n/a #na not-reported not-available not-applicable""".split()  # noqa: ERA001, SIM905
)
_UNIFORM = str.maketrans({"\u2212": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u00b7": "·", "\u2019": "'"})
_PLAIN = re.compile(r"[+-]?(?:[0-9]+(?:[.·][0-9]*)?|[.·][0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_SPACED = re.compile(r"[+-]?[0-9]{1,3}(?:[ '][0-9]{3})+(?:[.,·][0-9]+)?")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?P<rest>\.[0-9]+)?")
_OTHER_MARK = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]{1,3})?")
_INFINITE = re.compile(r"[+-]?\s*(?:inf(?:inity)?|∞)", re.IGNORECASE)
_DATE = re.compile(r"(?:1[89]|20)[0-9]{2}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]+)?")
_WITH_MORE = re.compile(r"(?P<count>[0-9]+)\s*(?:\(|/|of\b|out of\b).*", re.IGNORECASE | re.DOTALL)
_COMMA_IS_DECIMAL = re.compile(r"[+-]?(?:0?,[0-9]+|[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+)")
_POINT_IS_DECIMAL = re.compile(r"[+-]?(?:0?\.[0-9]+|[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,})|[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+)")
_SIGNED = r"[+\-–]?(?:[0-9]+(?:[.·][0-9]*)?|[.·][0-9]+)(?:[eE][+-]?[0-9]{1,3})?"
_BETWEEN = r"\s*(?:,|;|/|\.\.+|…|–|—|-|~|\bto\b|\bbis\b|\band\b|à)\s*"
_LEVEL = r"(?:(?P<level>[0-9]{2}(?:\.[0-9]+)?)\s*%\s*(?:C\.?I\.?|CrI)?\s*[:=,]?\s*|C\.?I\.?\s*[:=,]?\s*)?"
_INTERVAL = re.compile(
    rf"[\[(]?\s*{_LEVEL}[\[(]?\s*(?P<low>{_SIGNED}){_BETWEEN}(?P<high>{_SIGNED})\s*[\])]*", re.IGNORECASE
)
_ESTIMATE = re.compile(
    rf"(?P<value>{_SIGNED})\s*[\[(,;]\s*{_LEVEL}[\[(]?\s*(?P<low>{_SIGNED}){_BETWEEN}(?P<high>{_SIGNED})\s*[\])]*",
    re.IGNORECASE,
)


class CellError(ValueError):
    """A cell that cannot be used as what its column holds: why, and what to do."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


@dataclass(frozen=True)
class Unreadable:
    """A cell in which something stands that the file does not give: a formula without a value, an error of Excel."""

    reason: str
    remedy: str = ""


def is_missing(cell: Cell) -> bool:
    """Whether a cell that should hold a number or an identifier says that there is none (`NA`, `-`, `not reported`)."""
    if isinstance(cell, str):
        text = "-".join(cell.casefold().split())
        return not text or text in _MISSING
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def decimal_mark(cells: Iterable[object]) -> str:
    """What separates decimals in these cells: `.`, `,`, both (`.,`), or empty where nothing tells.

    Three digits after the only mark tell nothing, because they may be thousands.
    """
    found = ""
    for cell in cells:
        if not isinstance(cell, str):
            continue
        text = cell.strip()
        if "." not in found and _POINT_IS_DECIMAL.fullmatch(text):
            found = "." + found
        elif "," not in found and _COMMA_IS_DECIMAL.fullmatch(text):
            found += ","
        if len(found) == 2:
            break
    return found


class Numbers:
    """Reads numbers that have one decimal mark. Cells that hold numbers already (XLSX, JSON) are taken as they are."""

    def __init__(self, mark: Mark = ".") -> None:
        self._mark = mark

    def number(self, cell: Cell, *, whole: bool = False) -> float:
        """A finite number. Raises CellError; `whole` allows groups of thousands, which counts alone may have."""
        if isinstance(cell, bool):
            raise CellError(f"{str(cell).lower()} is no number", "give the number")
        if isinstance(cell, int | float):
            return _finite(float(cell), str(cell))
        text = (cell or "").strip().translate(_UNIFORM)
        uniform = text if self._mark == "." else text.translate(str.maketrans(",.", ".,"))
        if len(text) <= _LONGEST:
            if _PLAIN.fullmatch(uniform):
                return _finite(float(uniform.replace("·", ".")), text)
            if _SPACED.fullmatch(uniform) and "," not in uniform:
                return _finite(float(re.sub("[ ']", "", uniform).replace("·", ".")), text)
            if (grouped := _GROUPED.fullmatch(uniform)) and (whole or grouped["rest"] or uniform.count(",") > 1):
                return _finite(float(uniform.replace(",", "")), text)
        raise _no_number(text, uniform, self._mark)

    def count(self, cell: Cell) -> int:
        """A number of people or events. Raises CellError, with a word on percentages typed as counts."""
        try:
            number = self.number(cell, whole=True)
        except CellError as error:
            raise _no_count(cell, error) from error
        if number < 0:
            raise CellError(f"{_shown(cell)} is below 0", "a count is 0 or more")
        if number != int(number):
            share = "a share" if number < 1 else "no whole number; is it a percentage?"
            said = f"{_shown(cell)} is {share}" + (", not a count" if number < 1 else "")
            raise CellError(said, "give the number of people, not a percentage or a share")
        if number > MOST_PEOPLE:
            raise CellError(f"{_shown(cell)} is more people than there are", "correct the number")
        return int(number)

    def positive(self, cell: Cell) -> float:
        """A number above 0."""
        number = self.number(cell)
        if number <= 0:
            raise CellError(f"{_shown(cell)} is not above 0", "correct the number, or leave the cell empty")
        return number

    def level(self, cell: Cell) -> float:
        """The level of an interval as a share, from `95`, `95%` or `0.95`."""
        text = cell.strip().removesuffix("%").rstrip() if isinstance(cell, str) else cell
        number = self.number(text)
        share = number / 100 if number >= 1 else number
        if not 0.5 <= share < 1:
            raise CellError(f"{_shown(cell)} is no level of an interval", "such as 95 or 0.95")
        return share

    def interval(self, cell: Cell) -> tuple[float, float, float | None]:
        """Lower and upper bound, and the level where the cell names it, from `0.62 to 0.95` or `[0.62; 0.95]`."""
        text = self._words(cell)
        found = _INTERVAL.fullmatch(text)
        if not found:
            raise CellError(
                f"{_shown(cell)} is no interval", "write it as `0.62 to 0.95`, or use columns lower and upper"
            )
        return self._bound(found["low"]), self._bound(found["high"]), _level(found["level"])

    def estimate(self, cell: Cell) -> tuple[float, tuple[float, float, float | None] | None]:
        """A number, alone or with its interval behind it, as in `0.77 (0.62 to 0.95)`."""
        found = _ESTIMATE.fullmatch(self._words(cell)) if isinstance(cell, str) else None
        if not found:
            return self.number(cell), None
        bounds = (self._bound(found["low"]), self._bound(found["high"]), _level(found["level"]))
        return self._bound(found["value"]), bounds

    def _words(self, cell: Cell) -> str:
        text = (cell if isinstance(cell, str) else "").strip().translate(_UNIFORM)
        if len(text) > 2 * _LONGEST:
            return ""
        # A comma between decimals becomes a point; one that separates the bounds has a blank behind it.
        return re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text) if self._mark == "," else text

    def _bound(self, text: str) -> float:
        return _finite(float(text.replace("–", "-").replace("·", ".")), text)


def _finite(number: float, text: str) -> float:
    if not math.isfinite(number):
        raise CellError(f"{text!r} is infinite or no number", "give a finite number, or leave the cell empty")
    return number


def _level(text: str | None) -> float | None:
    return None if text is None else float(text) / 100


def _no_number(text: str, uniform: str, mark: Mark) -> CellError:
    if text.endswith("%"):
        return CellError(f"{text!r:.60} is a percentage", "give the number itself")
    if _INFINITE.fullmatch(text):
        return CellError(f"{text!r:.60} is infinite", "leave the cell empty; a bound without end tells nothing to pool")
    if _DATE.fullmatch(text):
        return CellError(f"{text!r:.60} is a date", "spreadsheets make dates of entries such as 3/12; type the number")
    if _GROUPED.fullmatch(uniform):
        return CellError(f"{text!r:.60} could be thousands or decimals", "write it without separator of thousands")
    if _OTHER_MARK.fullmatch(uniform):
        other = "a decimal comma" if mark == "." else "a decimal point"
        usual = "points" if mark == "." else "commas"
        return CellError(
            f"{text!r:.60} has {other}, but the other numbers have {usual}",
            "write all numbers alike, or name the mark with --set studies.decimal=comma (or point)",
        )
    return CellError(f"{text!r:.60} is no number", "give the number alone, or leave the cell empty")


def _no_count(cell: Cell, error: CellError) -> CellError:
    """The error of a count that holds more than one, such as `12 (5%)` or `12/240`."""
    text = cell.strip() if isinstance(cell, str) else ""
    if text.endswith("%") and "(" not in text:
        return CellError(f"{text!r:.60} is a percentage, not a count", "give the number of people")
    if found := _WITH_MORE.fullmatch(text):
        return CellError(f"{text!r:.60} is more than one number", f"give the count alone ({found['count'][:12]})")
    return error


def _shown(cell: Cell) -> str:
    return repr(cell.strip())[:60] if isinstance(cell, str) else str(cell)[:60]
