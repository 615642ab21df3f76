"""The data file of a figure: a CSV that holds all that is drawn, so that the figure can be made again from it.

The first lines are settings, each with a number sign in front, which readers of tables skip as comments:

    # bmreport figure,forest
    # measure,risk ratio
    row,study,estimate,low,high
    study,ISIS-2 1988,0.81,0.7,0.94

A spreadsheet may open and save it: commas, semicolons and tabs are read alike.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from bmreport import InputError
from bmreport.decoding import decode

__all__ = ["Line", "Sheet", "kind_of_sheet", "read_sheet"]

_MARK = "# bmreport figure"
_SEPARATORS = ",;\t"
# OWASP, "CSV injection": what a formula can begin with. A cell that begins with an apostrophe gets another, so that
# taking one away always gives back the text.
_GUARDED = ("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠", "'")
_LONGEST = 10_000


@dataclass(frozen=True)
class Line:
    """One row: its cells by the names of the columns, and where it stands."""

    cells: dict[str, str]
    where: str

    def text(self, column: str) -> str:
        """A cell as text; empty where nothing stands."""
        return self.cells.get(column, "")

    def number(self, column: str) -> float | None:
        """A cell as a number; None where nothing stands. Raises InputError naming file, line and column."""
        text = self.text(column).strip()
        if not text:
            return None
        value = _number(text)
        if value is None:
            raise self.fault(column, f"{text!r:.40} is no number", "give the number alone, such as 0.85")
        return value

    def count(self, column: str) -> int | None:
        """A cell as a whole number of 0 or more; None where nothing stands. Raises as `number`."""
        value = self.number(column)
        if value is not None and (value < 0 or not float(value).is_integer()):
            raise self.fault(column, f"{self.text(column)!r:.40} is no count", "give a whole number of 0 or more")
        return None if value is None else int(value)

    def fault(self, column: str, reason: str, remedy: str) -> InputError:
        """The error for one cell."""
        return InputError(reason, where=f"{self.where}: column {column}", remedy=remedy)


@dataclass(frozen=True)
class Sheet:
    """Settings and rows of one figure. `kind` is the name of the maker that draws it."""

    kind: str
    settings: tuple[tuple[str, ...], ...]
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    where: str = ""

    @classmethod
    def of(
        cls, kind: str, settings: Sequence[tuple[str, ...]], header: Sequence[str], rows: Sequence[Sequence[str]]
    ) -> Sheet:
        """A sheet to be written; settings without a value are left out."""
        kept = tuple(setting for setting in settings if any(setting[1:]))
        lines = tuple(Line(dict(zip(header, row, strict=True)), "") for row in rows)
        return cls(kind, kept, tuple(header), lines)

    def setting(self, name: str) -> str:
        """The first value of a setting; empty where it is not set."""
        return next((setting[1] for setting in self.settings if setting[0] == name and len(setting) > 1), "")

    def all_of(self, name: str) -> list[tuple[str, ...]]:
        """The values of each setting of that name."""
        return [setting[1:] for setting in self.settings if setting[0] == name]

    def number(self, name: str, least: float = -math.inf, most: float = math.inf) -> float | None:
        """A setting as a number. Raises InputError naming the file and the setting, also for one out of bounds."""
        text = self.setting(name)
        return self._checked(name, text, least, most) if text else None

    def numbers(self, name: str, least: float = -math.inf, most: float = math.inf) -> list[float]:
        """All values of a setting as numbers. Raises as `number`."""
        texts = (text for values in self.all_of(name) for text in values if text)
        return [self._checked(name, text, least, most) for text in texts]

    def counted(self, name: str, most: int = 10**12) -> int | None:
        """A setting as a whole number of 0 or more. Raises as `number`."""
        value = self.number(name, 0, most)
        return None if value is None else round(value)

    def _checked(self, name: str, text: str, least: float, most: float) -> float:
        value = _number(text)
        if value is not None and least <= value <= most:
            return value
        reason = "is no number" if value is None else f"is not between {least:g} and {most:g}"
        raise InputError(
            f"{text!r:.40} {reason}", where=f"{self.where}: setting {name}", remedy="correct the number, or draw anew"
        )

    def expect(self, *columns: str) -> None:
        """Raise InputError when a column is missing."""
        lacking = [column for column in columns if column not in self.header]
        if lacking:
            raise InputError(
                f"lacks the column {', '.join(lacking)}; its columns: {', '.join(self.header)}",
                where=self.where,
                remedy="do not rename the columns of a figure's data file",
            )

    def to_csv(self) -> str:
        """The file; `read_sheet` gives back the same sheet."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([_MARK, self.kind])
        writer.writerows([f"# {name}", *map(_guarded, values)] for name, *values in self.settings)
        writer.writerow(map(_guarded, self.header))
        writer.writerows([_guarded(line.text(name)) for name in self.header] for line in self.lines)
        return out.getvalue()


def exact(value: float | None) -> str:
    """A number for the data file, from which the same number is read; empty for None."""
    return "" if value is None else repr(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


def kind_of_sheet(data: bytes) -> str:
    """The kind of figure that a data file belongs to; empty for other files."""
    first = decode(data[:4096]).text.lstrip('"').partition("\n")[0].replace('"', "")
    if not first.startswith(_MARK):
        return ""
    return first.removeprefix(_MARK).strip(_SEPARATORS + " ").partition(_separator(first))[0].strip()


def read_sheet(data: bytes, where: str) -> Sheet:
    """Read a data file. Raises InputError naming the line: for quotes that never close, for two columns of a name."""
    text = decode(data).text
    separator = _separator(text)
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    settings: list[tuple[str, ...]] = []
    header: tuple[str, ...] = ()
    lines = []
    line = 1
    try:
        for cells in reader:
            place, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not header and cells[0].startswith("#"):
                settings.append(_setting(cells))
            elif not header:
                header = _header(cells, f"{where}:{place}")
            else:
                lines.append(_line(header, cells, f"{where}:{place}"))
    except csv.Error as error:
        raise InputError(
            f"the quotes cannot be read ({error})", where=f"{where}:{line}", remedy="double the quotes within a text"
        ) from error
    if not header:
        raise InputError("has settings but no rows", where=where, remedy="draw the figure anew")
    # The mark is no setting; files that people write themselves need not have it.
    kind = kind_of_sheet(data)
    return Sheet(kind, tuple(settings[1:] if kind else settings), header, tuple(lines), where)


def _separator(text: str) -> str:
    after = text.replace('"', "").removeprefix(_MARK)[:1]
    return after if after in tuple(_SEPARATORS) else ","


def _setting(cells: Sequence[str]) -> tuple[str, ...]:
    values = [_unguarded(cell) for cell in cells[1:]]
    while values and not values[-1]:
        values.pop()
    return (cells[0].removeprefix("#").strip(), *values)


def _header(cells: Sequence[str], where: str) -> tuple[str, ...]:
    names = [_unguarded(cell).strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    double = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if double is not None:
        raise InputError(f"has two columns {double!r:.60}", where=where, remedy="rename or delete one of them")
    return tuple(names)


def _line(header: tuple[str, ...], cells: Sequence[str], where: str) -> Line:
    if any(cell.strip() for cell in cells[len(header) :]):
        raise InputError(
            f"has {len(cells)} cells, but the header has {len(header)}",
            where=where,
            remedy="put text that holds the separator in double quotes",
        )
    return Line({name: _unguarded(cell[:_LONGEST]) for name, cell in zip(header, cells, strict=False)}, where)


def _number(text: str) -> float | None:
    plain = text.strip().replace("−", "-")
    for candidate in (plain, plain.replace(",", ".")):
        try:
            value = float(candidate)
        except ValueError:
            continue
        return None if math.isnan(value) else value
    return None


def _guarded(text: str) -> str:
    return f"'{text}" if text.startswith(_GUARDED) and _number(text) is None else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_GUARDED) else text
