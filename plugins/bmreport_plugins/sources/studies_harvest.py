"""A table of study data taken into the books, row by row."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from bmreport import InputError, Intake, Study
from bmreport.study_rows import (
    ColumnPlan,
    Defaults,
    Mark,
    Numbers,
    Problem,
    Role,
    RowReader,
    decimal_mark,
    design_of,
    doubtful_spreads,
    measure_of,
    plan_columns,
)
from bmreport_plugins.sources.delimited_table import DELIMITERS
from bmreport_plugins.sources.studies_bias import BiasTools
from bmreport_plugins.sources.table_reading import read_table
from bmreport_plugins.sources.text_input import plural, spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Harvest, SourceLocator
    from bmreport_plugins.sources.studies import StudiesOptions
    from bmreport_plugins.sources.table import Table, TableRow

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20|21)\d\d(?!\d)")
_MARKS: dict[str, Mark] = {"point": ".", "comma": ","}
_NEEDED = (
    "study",
    "outcome",
    "events1",
    "n1",
    "events2",
    "n2",
    "mean1",
    "sd1",
    "estimate",
    "lower",
    "upper",
    "ci",
    "se",
)
_FIGURES = (
    "events and n of both arms (events1, n1, events2, n2), mean, sd and n, or an estimate (rr, or, hr, md) with ci"
)


def harvest_studies(source: str, locator: SourceLocator, options: StudiesOptions) -> Harvest:
    """Read everything. Raises InputError when the file is no table, or lacks a column that is needed."""
    where = locator.label
    tools = BiasTools.load(options.tools)
    delimiter = DELIMITERS.get(options.delimiter, "")
    table = read_table(
        locator, sheet=options.sheet, delimiter=delimiter, score=lambda names: _plan(names, options, tools).known
    )
    plan = _plan(table.names, options, tools)
    if table.records_name_fields:
        plan = _one_column_each(plan, table)
    _expect_columns(plan, table, options, where)
    tools.expect_domains(plan, where)
    intake = Intake(source, where, data=locator.data, encoding=table.encoding)
    intake.report.format = f"study data ({table.format})"
    for note in table.notes:
        intake.note(note)
    numbers = Numbers(_mark(intake, plan, table, options))
    reader = RowReader(plan, numbers, _defaults(options, where))
    unnamed = _take_rows(intake, reader, table, tools, plan)
    for broken in table.broken:
        intake.reject(broken.reason, line=broken.line, remedy=broken.remedy)
    studies = intake.harvest().studies
    _tell_years_apart(intake, studies)
    _note_columns(intake, plan, unnamed)
    _note_designs(intake, studies)
    _note_spreads(intake, studies)
    return intake.harvest()


def _plan(names: Sequence[str], options: StudiesOptions, tools: BiasTools) -> ColumnPlan:
    return plan_columns(names, tools=tools.ids, renamed=options.columns, moderators=options.moderators)


def _take_rows(intake: Intake, reader: RowReader, table: Table, tools: BiasTools, plan: ColumnPlan) -> list[int]:
    """Take every row; returned are the lines in which something stands below no name."""
    unnamed = []
    width = len(table.names)
    for row in table.rows:
        beyond = [cell for cell in row.cells[width:] if cell not in (None, "")]
        if beyond:
            _reject_long(intake, row, width, str(beyond[0]))
            continue
        read = reader.read(row.cells)
        problems = read.problems or tools.check(read.fields, plan)
        if read.unnamed:
            unnamed.append(row.line)
        if problems:
            _reject(intake, problems, row.line)
        else:
            intake.add_study(read.fields, line=row.line)
    return unnamed


def _one_column_each(plan: ColumnPlan, table: Table) -> ColumnPlan:
    """Records of JSON may each have names of their own: what means the same moves into one column.

    Where one record fills both, the second name stays, and with it the contradiction.
    """
    first: dict[tuple[str, ...], int] = {}
    emptied = []
    for place, column in enumerate(plan.columns):
        home = first.setdefault(column.meaning, place)
        if home == place or column.role in (Role.UNKNOWN, Role.UNUSED):
            continue
        rows = [row.cells for row in table.rows if place < len(row.cells) and row.cells[place] is not None]
        if all(cells[home] is None for cells in rows):
            for cells in rows:
                cells[home], cells[place] = cells[place], None
            emptied.append(place)
    kept = [place for place in range(len(plan.columns)) if place not in emptied]
    table.names = [table.names[place] for place in kept]
    for row in table.rows:
        row.cells[:] = [row.cells[place] for place in kept if place < len(row.cells)]
    return ColumnPlan(tuple(plan.columns[place] for place in kept))


def _reject(intake: Intake, problems: Sequence[Problem], line: int) -> None:
    """One rejection for a row; all that is wrong with it is said, so that it can be mended at once."""
    first, others = problems[0], problems[1:]
    more = "".join(f"; {one.column}: {one.reason}" for one in others)
    intake.reject(f"{first.reason}{more}", field=first.column, line=line, remedy=first.remedy)


def _reject_long(intake: Intake, row: TableRow, width: int, beyond: str) -> None:
    intake.reject(
        f"has {len(row.cells)} cells, but the header has {width}; {beyond[:40]!r} stands below no name",
        line=row.line,
        remedy="put text that holds the separator in double quotes, or name the column",
    )


def _expect_columns(plan: ColumnPlan, table: Table, options: StudiesOptions, where: str) -> None:
    """Raise InputError for a table without what is needed, for names that mean the same, and for wrong options."""
    there = f"{', '.join(name for name in table.names if name.strip()) or 'none':.1000}"
    for wanted in (*options.columns, *options.moderators):
        if wanted not in table.names:
            raise InputError(
                f"has no column {wanted!r:.60}", where=where, remedy=f"correct the options; its columns: {there}"
            )
    unclear = [name for name in options.columns if name in plan.unknown]
    if unclear:
        raise InputError(
            f"{options.columns[unclear[0]]!r:.60} is no name that a column may have",
            where=f"{where}: column {unclear[0]}",
            remedy="such as study, outcome, events1, n1, events2, n2, mean1, sd1, rr, lower, upper",
        )
    lacking = []
    if not plan.has(Role.STUDY) and not plan.has(Role.AUTHOR):
        lacking.append("the study")
    if not plan.has(Role.TEXT, "outcome") and not options.outcome:
        lacking.append("the outcome")
    lacking.extend(plan.missing_figures())
    if lacking:
        raise _lacking(plan, lacking, there, where)
    if plan.clashes:
        one, other = plan.clashes[0]
        raise InputError(
            f"the columns {one!r:.60} and {other!r:.60} mean the same",
            where=where,
            remedy="rename or delete one of them",
        )


def _lacking(plan: ColumnPlan, lacking: Sequence[str], there: str, where: str) -> InputError:
    near = plan.near(_NEEDED)
    hint = f"; not understood: {', '.join(near)}" if near else ""
    remedies = ['name them with --set \'studies.columns={"YOUR NAME" = "events1"}\'']
    if "the outcome" in lacking:
        remedies.insert(0, "add a column `outcome`, or name the only one with --set studies.outcome=…")
    if any(one not in ("the study", "the outcome") for one in lacking):
        remedies.insert(0, f"give {_FIGURES}")
    return InputError(
        f"lacks a column for {'; for '.join(lacking)}; its columns: {there}{hint}",
        where=where,
        remedy="; ".join(remedies),
    )


def _mark(intake: Intake, plan: ColumnPlan, table: Table, options: StudiesOptions) -> Mark:
    """The decimal mark of a table: as the options say, else what its numbers show; a note tells when it is a comma."""
    if options.decimal != "auto":
        return _MARKS[options.decimal]
    places = plan.number_columns
    found = decimal_mark(row.cells[place] for row in table.rows for place in places if place < len(row.cells))
    if len(found) == 2:
        intake.note("some numbers have decimal points and some decimal commas; those with commas are refused")
        return "."
    if found == ",":
        intake.note("numbers were read with decimal commas")
    return "," if found == "," or (not found and table.delimiter == ";") else "."


def _defaults(options: StudiesOptions, where: str) -> Defaults:
    design = design_of(options.design) if options.design.strip() else None
    if options.design.strip() and design is None:
        raise InputError(f"{options.design!r:.60} is no design", where=f"{where}: option design",
                         remedy="such as randomised trial, cohort study, case-control study")  # fmt: skip
    if options.measure.strip() and not measure_of(options.measure):
        raise InputError(f"{options.measure!r:.60} is no measure of effect", where=f"{where}: option measure",
                         remedy="such as RR, OR, HR, IRR, RD, MD, SMD")  # fmt: skip
    return Defaults(options.outcome.strip(), options.comparison.strip(), options.measure.strip(), design)


def _tell_years_apart(intake: Intake, studies: Sequence[Study]) -> None:
    """Studies of one name and different years are different studies (`Agarwal` of 2000 and of 2002): add the year."""
    years: dict[str, set[int]] = defaultdict(set)
    for study in studies:
        if study.year is not None and not study.registration and not _YEAR.search(study.study):
            years[study.study.casefold()].add(study.year)
    several = {name for name, found in years.items() if len(found) > 1}
    renamed = []
    for study in studies:
        if study.study.casefold() in several and study.year is not None and not study.registration:
            renamed.append(study.study)
            study.study = f"{study.study} {study.year}"
    if renamed:
        names = ", ".join(dict.fromkeys(renamed))
        intake.note(f"studies of one name and different years count as different studies: {names:.200}")


def _note_columns(intake: Intake, plan: ColumnPlan, unnamed: list[int]) -> None:
    if plan.unknown:
        near = plan.near(_NEEDED)
        hint = f"; {'; '.join(near[:5])}" if near else ""
        names = ", ".join(plan.unknown[:40])
        intake.note(f"{plural(len(plan.unknown), 'column')} not used, because the names are not known: {names}{hint}")
    if plan.unused:
        intake.note(f"columns not used beside the others: {', '.join(plan.unused)}")
    if unnamed:
        intake.note(f"cells below no name not used, in {plural(len(unnamed), 'row')}: line {spans(unnamed)}")


def _note_designs(intake: Intake, studies: Sequence[Study]) -> None:
    lines = [
        study.origin.line
        for study in studies
        if study.origin and study.origin.line and any(note.startswith("the design ") for note in study.notes)
    ]
    if lines:
        intake.note(f"designs that are not known count as not given, in line {spans(lines)}")


def _note_spreads(intake: Intake, studies: Sequence[Study]) -> None:
    for place, reason in doubtful_spreads(studies):
        study = studies[place]
        study.notes.append(reason)
        line = study.origin.line if study.origin else None
        intake.note(f"{f'line {line}, ' if line else ''}{study.study}: {reason}")
