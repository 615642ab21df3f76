"""A forest plot as its data file, and back: the same plot, to the last coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.figures.forest.plot import BiasColumns, Column, ForestPlot, Range, Row, Stratum, Summary
from bmreport_plugins.figures.looks import LARGEST, SMALLEST, TEXT_SIZES
from bmreport_plugins.figures.sheet import Line, Sheet, exact
from bmreport_plugins.risk_of_bias import SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["KIND", "forest_of_sheet", "sheet_of_forest"]

KIND = "forest"
_FIXED = ("row", "subgroup", "label", "estimate", "low", "high", "weight")
_MOST_LINES = 1_000
_LONGEST_SIGN = 3
_ROWS = ("study", "subtotal", "total", "prediction", "statement", "note")


def sheet_of_forest(plot: ForestPlot) -> Sheet:
    """Everything that is drawn."""
    names = _column_names(plot.columns)
    domains = [f"bias {short}" for short, _name in plot.bias.domains] if plot.bias else []
    settings: list[tuple[str, ...]] = [
        ("title", plot.title),
        ("heading", plot.heading),
        ("measure", plot.measure),
        ("short", plot.short),
        ("scale", "log" if plot.log else "linear"),
        ("null", exact(plot.null)),
        ("level", exact(plot.level)),
        ("decimals", "" if plot.decimals is None else str(plot.decimals)),
        ("method", plot.method),
        ("participants", exact(plot.participants)),
        ("lower", plot.lower),
        ("higher", plot.higher),
        ("axis", *(map(exact, plot.axis) if plot.axis else ())),
        ("text size", exact(plot.text_size)),
        ("plot width", exact(plot.plot_width)),
        *(
            ("column", name, one.head, one.group, one.side, "number" if one.numeric else "text")
            for name, one in zip(names, plot.columns, strict=True)
        ),
    ]
    if plot.bias:
        settings.append(("bias tool", plot.bias.tool))
        settings += [("bias domain", short, name) for short, name in plot.bias.domains]
        settings += [("bias level", level, sign) for level, sign in plot.bias.signs.items()]
    header = [*_FIXED, *names, *domains, "text"]
    width = len(names) + len(domains)
    return Sheet.of(KIND, settings, header, [_filled(row, width) for row in _rows(plot, len(names), len(domains))])


def forest_of_sheet(sheet: Sheet) -> ForestPlot:
    """The plot of a data file. Raises InputError naming file, line and column for what cannot be drawn."""
    sheet.expect(*_FIXED)
    columns = [_column(sheet, values) for values in sheet.all_of("column")]
    bias = _bias(sheet)
    reader = _Reader(sheet, [values[0] for values in sheet.all_of("column")], bias)
    reader.read()
    log = sheet.setting("scale") == "log"
    least = SMALLEST if log else -LARGEST
    axis = sheet.numbers("axis", least, LARGEST)
    if axis and (len(axis) != 2 or axis[0] >= axis[1]):
        raise InputError("is no axis", where=f"{sheet.where}: setting axis", remedy="give its lower and its upper end")
    return ForestPlot(
        title=sheet.setting("title") or "Forest plot",
        measure=sheet.setting("measure") or "Effect",
        short=sheet.setting("short") or "Effect",
        strata=reader.strata(),
        columns=tuple(columns),
        total=reader.total,
        prediction=reader.prediction,
        statements=tuple(reader.statements.get("", [])),
        notes=tuple(reader.notes),
        lower=sheet.setting("lower"),
        higher=sheet.setting("higher"),
        log=log,
        null=sheet.number("null", least, LARGEST),
        level=sheet.number("level", 0.01, 0.9999) or 0.95,
        decimals=sheet.counted("decimals", 8),
        bias=bias,
        axis=(axis[0], axis[1]) if axis else None,
        method=sheet.setting("method"),
        participants=sheet.counted("participants"),
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        plot_width=sheet.number("plot width", 60, 1200) or 190.0,
    )


def _column_names(columns: Sequence[Column]) -> list[str]:
    """A name of its own for each column."""
    names: list[str] = []
    for place, column in enumerate(columns, start=1):
        said = f"{column.group}: {column.head}" if column.group else column.head
        name = " ".join(said.split()) or "column"
        taken = name in names or name in (*_FIXED, "text") or name.startswith("bias ")
        names.append(f"{name} ({place})" if taken else name)
    return names


def _rows(plot: ForestPlot, columns: int, domains: int) -> Iterator[list[str]]:
    for stratum in plot.strata:
        for row in stratum.rows:
            texts = [*_padded(row.cells, columns), *_padded(row.bias, domains), row.note]
            yield ["study", stratum.name, row.study, *_range(row.estimate), exact(row.weight), *texts]
        if stratum.summary:
            yield from _summary("subtotal", stratum.name, stratum.summary, columns, domains)
        yield from (["statement", stratum.name, text] for text in stratum.statements)
    if plot.total:
        yield from _summary("total", "", plot.total, columns, domains)
    if plot.prediction:
        yield ["prediction", "", "", *_range(plot.prediction), "", *[""] * (columns + domains + 1)]
    yield from (["statement", "", text] for text in plot.statements)
    yield from (["note", "", text] for text in plot.notes)


def _summary(kind: str, name: str, summary: Summary, columns: int, domains: int) -> Iterator[list[str]]:
    texts = [*_padded(summary.cells, columns), *[""] * domains, ""]
    yield [kind, name, summary.label, *_range(summary.estimate), exact(summary.weight), *texts]
    yield from ([f"{kind} statement", name, text] for text in summary.statements)


def _filled(row: list[str], width: int) -> list[str]:
    """Rows of words have them in the last column."""
    if len(row) == 3:
        return [row[0], row[1], "", "", "", "", "", *[""] * width, row[2]]
    return row


def _range(estimate: Range | None) -> list[str]:
    return ["", "", ""] if estimate is None else [exact(estimate.value), exact(estimate.low), exact(estimate.high)]


def _padded(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))]


def _column(sheet: Sheet, values: tuple[str, ...]) -> Column:
    name, head, group, side, kind = (*values, *[""] * (5 - len(values)))[:5]
    sheet.expect(name)
    if side not in ("left", "right"):
        raise InputError(f"{side!r:.20} is no side", where=f"{sheet.where}: column {name}", remedy="give left or right")
    return Column(head or name, group, "left" if side == "left" else "right", numeric=kind != "text")


def _bias(sheet: Sheet) -> BiasColumns | None:
    domains = tuple((values[0], values[1] if len(values) > 1 else "") for values in sheet.all_of("bias domain"))
    if not domains:
        return None
    for short, _name in domains:
        if len(short) > _LONGEST_SIGN:
            raise InputError(
                f"{short!r:.40} is no sign of a column",
                where=f"{sheet.where}: setting bias domain",
                remedy=f"give {_LONGEST_SIGN} characters at most, such as D1",
            )
    signs = {values[0]: values[1] if len(values) > 1 else "" for values in sheet.all_of("bias level")}
    for level, sign in signs.items():
        if sign not in SIGNS:
            raise InputError(
                f"{sign!r:.40} is no sign",
                where=f"{sheet.where}: setting bias level {level}",
                remedy=f"choose one of {', '.join(SIGNS)}",
            )
    sheet.expect(*(f"bias {short}" for short, _name in domains))
    return BiasColumns(sheet.setting("bias tool"), domains, signs)


class _Reader:
    """Rows while they are read."""

    def __init__(self, sheet: Sheet, columns: Sequence[str], bias: BiasColumns | None) -> None:
        self._sheet = sheet
        self._columns = columns
        self._bias = bias
        self._rows: dict[str, list[Row]] = {}
        self._summaries: dict[str, Summary] = {}
        self._said: dict[tuple[str, str], list[str]] = {}
        self.total: Summary | None = None
        self.prediction: Range | None = None
        self.statements: dict[str, list[str]] = {}
        self.notes: list[str] = []

    def read(self) -> None:
        for line in self._sheet.lines:
            kind, name = line.text("row"), line.text("subgroup")
            if kind == "study":
                self._rows.setdefault(name, []).append(self._study(line))
            elif kind == "subtotal":
                self._summaries[name] = self._summary(line)
            elif kind == "total":
                self.total = self._summary(line)
            elif kind == "prediction":
                self.prediction = self._range(line, valued=False)
            elif kind == "statement":
                self.statements.setdefault(name, []).append(line.text("text"))
            elif kind == "note":
                self.notes.append(line.text("text"))
            elif kind in ("subtotal statement", "total statement"):
                self._said.setdefault((kind.split()[0], name), []).append(line.text("text"))
            else:
                raise line.fault("row", f"{kind!r:.40} is no kind of row", f"choose one of {', '.join(_ROWS)}")
        if not self._rows:
            raise InputError("holds no study", where=self._sheet.where, remedy="give rows of kind study")
        if len(self._sheet.lines) > _MOST_LINES:
            raise InputError(
                f"has {len(self._sheet.lines):,} rows, more than a page can hold",
                where=self._sheet.where,
                remedy="draw it from the table of study data, which shows the studies of most weight",
            )
        if self.total:
            self.total = self._with_words(self.total, "total", "")

    def strata(self) -> tuple[Stratum, ...]:
        """The studies by subgroup, in the order of the file."""
        return tuple(
            Stratum(
                tuple(rows),
                name,
                self._with_words(self._summaries[name], "subtotal", name) if name in self._summaries else None,
                tuple(self.statements.get(name, ())) if name else (),
            )
            for name, rows in self._rows.items()
        )

    def _study(self, line: Line) -> Row:
        name = line.text("label")
        if not name.strip():
            raise line.fault("label", "is empty", "name the study")
        weight = line.number("weight")
        if weight is not None and weight < 0:
            raise line.fault("weight", "is below 0", "give a share in percent")
        return Row(name, self._range(line), weight, self._cells(line), self._levels(line), line.text("text"))

    def _summary(self, line: Line) -> Summary:
        estimate = self._range(line)
        if estimate is None:
            raise line.fault("estimate", "is empty", "give the estimate, or take the row out")
        return Summary(line.text("label"), estimate, line.number("weight"), self._cells(line))

    def _range(self, line: Line, *, valued: bool = True) -> Range | None:
        value, low, high = (line.number(column) for column in ("estimate", "low", "high"))
        if value is None and low is None and high is None:
            return None
        for column, number in (("estimate", value if valued else 1.0), ("low", low), ("high", high)):
            if number is None:
                raise line.fault(column, "is empty", "give estimate, low and high, or none of them")
        assert low is not None and high is not None  # noqa: S101, PT018  # seen above
        if low > high or (value is not None and not low <= value <= high):
            raise line.fault("low", f"{low:g} to {high:g} is no interval around the estimate", "exchange the bounds")
        if self._sheet.setting("scale") == "log" and (high <= 0 or low < 0 or (value is not None and value < SMALLEST)):
            raise line.fault("estimate", "a ratio is above 0", "give ratios, not their logarithms")
        if value is not None and abs(value) > LARGEST:
            raise line.fault("estimate", f"{value:g} is no effect", "correct the number")
        return Range(low, high, value if valued else None)

    def _cells(self, line: Line) -> tuple[str, ...]:
        return tuple(line.text(column) for column in self._columns)

    def _levels(self, line: Line) -> tuple[str, ...]:
        if not self._bias:
            return ()
        levels = tuple(line.text(f"bias {short}") for short, _name in self._bias.domains)
        for (short, _name), level in zip(self._bias.domains, levels, strict=True):
            if level and level not in self._bias.signs:
                known = ", ".join(self._bias.signs)
                raise line.fault(
                    f"bias {short}", f"{level!r:.40} is no level of {self._bias.tool}", f"choose one of {known}"
                )
        return levels if any(levels) else ()

    def _with_words(self, summary: Summary, kind: str, name: str) -> Summary:
        said = tuple(self._said.get((kind, name), ()))
        return Summary(summary.label, summary.estimate, summary.weight, summary.cells, said)
