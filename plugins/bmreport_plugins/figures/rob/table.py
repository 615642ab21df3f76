"""Judgements as a data file, and back; the traffic light and the summary are drawn from the same one."""

from __future__ import annotations

from bmreport import InputError
from bmreport_plugins.figures.looks import TEXT_SIZES
from bmreport_plugins.figures.rob.plot import BiasPlot, DomainHead, JudgedRow
from bmreport_plugins.figures.sheet import Line, Sheet, exact
from bmreport_plugins.risk_of_bias import SIGNS

__all__ = ["KINDS", "plot_of_sheet", "sheet_of_plot"]

KINDS = ("rob", "rob-summary")


def sheet_of_plot(plot: BiasPlot, kind: str) -> Sheet:
    """Everything that is drawn."""
    settings: list[tuple[str, ...]] = [
        ("title", plot.title),
        ("heading", plot.heading),
        ("tool", plot.tool),
        ("weighted", "yes" if plot.weighted else ""),
        ("rows", "results" if plot.by_result else ""),
        ("text size", exact(plot.text_size)),
        *(("domain", one.short, one.name, "applicability" if one.applicability else "bias") for one in plot.domains),
        *(("level", level, sign) for level, sign in plot.signs.items()),
        *(("note", note) for note in plot.notes),
    ]
    overall = ["overall"] if plot.overall else []
    header = ["study", *(domain.short for domain in plot.domains), *overall, "weight"]
    rows = [[row.label, *row.levels, *([row.overall] if plot.overall else []), exact(row.weight)] for row in plot.rows]
    return Sheet.of(kind, settings, header, rows)


def plot_of_sheet(sheet: Sheet) -> BiasPlot:
    """The plot of a data file. Raises InputError naming file, line and column, and for a level without a sign."""
    domains = tuple(
        DomainHead(values[0], values[1] if len(values) > 1 else values[0], values[2:3] == ("applicability",))
        for values in sheet.all_of("domain")
    )
    if not domains:
        raise InputError(
            "names no domain", where=sheet.where, remedy="give lines such as # domain,D1,Randomisation,bias"
        )
    signs = {values[0]: values[1] if len(values) > 1 else "" for values in sheet.all_of("level")}
    for level, sign in signs.items():
        if sign not in SIGNS:
            raise InputError(
                f"{sign!r:.40} is no sign",
                where=f"{sheet.where}: setting level {level}",
                remedy=f"choose one of {', '.join(SIGNS)}",
            )
    sheet.expect("study", *(domain.short for domain in domains))
    if not sheet.lines:
        raise InputError("holds no study", where=sheet.where, remedy="give a row for each study")
    return BiasPlot(
        title=sheet.setting("title") or "Risk of bias",
        tool=sheet.setting("tool"),
        domains=domains,
        signs=signs,
        rows=tuple(_row(line, domains, signs) for line in sheet.lines),
        overall="overall" in sheet.header,
        by_result=sheet.setting("rows") == "results",
        weighted=bool(sheet.setting("weighted")),
        heading=sheet.setting("heading"),
        text_size=sheet.number("text size", *TEXT_SIZES) or 9.0,
        notes=tuple(values[0] for values in sheet.all_of("note")),
    )


def _row(line: Line, domains: tuple[DomainHead, ...], signs: dict[str, str]) -> JudgedRow:
    if not line.text("study").strip():
        raise line.fault("study", "is empty", "name the study")
    columns = [domain.short for domain in domains]
    for column in (*columns, "overall"):
        level = line.text(column)
        if level and level not in signs:
            raise line.fault(column, f"{level!r:.40} is no level", f"choose one of {', '.join(signs)}")
    weight = line.number("weight")
    if weight is not None and weight < 0:
        raise line.fault("weight", "is below 0", "give a weight of 0 or more")
    return JudgedRow(line.text("study"), tuple(map(line.text, columns)), line.text("overall"), weight)
