"""What makers of figures read: the data file of a figure, a table of study data, or a saved report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bmreport import ConfigError, InputError, Report, SourceLocator, UsageError
from bmreport.events import SourceRead
from bmreport.study_rows import measure_of
from bmreport_plugins.figures.sheet import Sheet, kind_of_sheet, read_sheet

if TYPE_CHECKING:
    from bmreport import ImportReport, RunContext, Study
    from bmreport_plugins.figures.options import StudyOptions

__all__ = [
    "Inputs",
    "field_names",
    "has_field",
    "is_report",
    "load_report",
    "on_topic",
    "only",
    "opened",
    "read_inputs",
    "select_studies",
    "sheet_for",
    "value_of",
]


@dataclass(frozen=True)
class Inputs:
    """Study rows of all inputs, the reports among these, and what was noticed on the way."""

    studies: tuple[Study, ...] = ()
    reports: tuple[Report, ...] = ()
    imports: tuple[ImportReport, ...] = field(default=())


def opened(inputs: Sequence[str], maker: str) -> list[SourceLocator]:
    """The inputs as they are read from here on: standard input can be read but once. Raises UsageError for none."""
    if not inputs:
        raise UsageError(f"{maker} needs a file", remedy=f"`bmreport plot {maker} FILE -o out.svg`")
    return [SourceLocator(text) for text in inputs]


def sheet_for(files: Sequence[SourceLocator], kinds: Sequence[str]) -> Sheet | None:
    """The data file of a figure of one of these kinds; None for other inputs.

    Raises InputError for the data of another kind of figure, and UsageError for one that stands among other files.
    """
    for locator in files:
        found = kind_of_sheet(locator.head)
        if not found:
            continue
        if found not in kinds:
            raise InputError(
                f"is the data of another kind of figure, {found}",
                where=locator.label,
                remedy=f"`bmreport plot {found} {locator.text}`",
            )
        return read_sheet(only(files, kinds[0]).data, locator.label)
    return None


def only(files: Sequence[SourceLocator], maker: str) -> SourceLocator:
    """The one file that a figure takes. Raises UsageError for several."""
    if len(files) != 1:
        raise UsageError(
            f"{maker} is drawn from one file, not from {len(files)}", remedy=f"`bmreport plot {maker} FILE -o out.svg`"
        )
    return files[0]


def read_inputs(files: Sequence[SourceLocator], options: StudyOptions, context: RunContext, maker: str) -> Inputs:
    """The studies of tables and saved reports, of which `options.only` lets some through.

    Raises InputError for a row that cannot be used: a figure without it would look whole.
    """
    studies: list[Study] = []
    reports: list[Report] = []
    imports: list[ImportReport] = []
    for locator in files:
        if is_report(locator.head):
            report = load_report(locator)
            reports.append(report)
            studies += report.studies
            continue
        found, books = _read_table(locator, options, context, maker)
        studies += found
        imports += books
    return Inputs(tuple(select_studies(studies, options.only, maker)), tuple(reports), tuple(imports))


def load_report(locator: SourceLocator) -> Report:
    """A saved report. Raises InputError naming the file and the first field that is wrong."""
    if not locator.is_stdin:
        return Report.load(locator.path)
    try:
        return Report.model_validate_json(locator.data)
    except ValueError as error:
        first = str(error).partition("\n")[0]
        raise InputError(f"not a report: {first}", where=locator.label, remedy="give a saved report") from error


def is_report(head: bytes) -> bool:
    """Whether a file begins as a saved report does."""
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return text.startswith(b"{") and b'"user_question"' in text


def _read_table(
    locator: SourceLocator, options: StudyOptions, context: RunContext, maker: str
) -> tuple[list[Study], list[ImportReport]]:
    # The reader of tables knows all names of columns; a maker that is only listed must not wait for it.
    from bmreport_plugins.sources.studies import StudiesOptions, StudiesSource

    given = StudiesOptions(
        columns=options.columns,
        moderators=options.moderators,
        tools=options.tools,
        sheet=options.sheet,
        outcome=options.outcome,
        comparison=options.comparison,
        design=options.design,
        measure=_measure_of_estimates(options),
    )
    try:
        harvest = StudiesSource().read(locator, context, given)
    except InputError as error:
        remedy = error.remedy.replace("--set studies.", f"--set {maker}.").replace("'studies.", f"'{maker}.")
        raise InputError(error.message, where=error.where, remedy=remedy) from error
    for report in harvest.reports:
        context.emit(SourceRead(report))
    rejected = [rejection for report in harvest.reports for rejection in report.rejected]
    if rejected:
        first = rejected[0]
        more = f" ({len(rejected)} such rows; a figure without them would look whole)" if len(rejected) > 1 else ""
        place = f"{first.origin.locator}:{first.origin.line}" if first.origin.line else str(first.origin)
        raise InputError(
            f"{first.reason}{more}",
            where=f"{place}: column {first.field}" if first.field else place,
            remedy=first.remedy or "correct the row, or take it out of the table",
        )
    return harvest.studies, harvest.reports


def _measure_of_estimates(options: StudyOptions) -> str:
    """The measure asked for is also that of estimates which the table does not name, if they can have it."""
    measure = str(getattr(options, "measure", ""))
    return measure if measure_of(measure) else ""


def select_studies(studies: Sequence[Study], only: Mapping[str, str | Sequence[str]], maker: str) -> list[Study]:
    """The studies whose fields have the values asked for, in any case. Raises ConfigError for a field nobody has."""
    kept = list(studies)
    for name, values in only.items():
        wanted = {_key(value) for value in ([values] if isinstance(values, str) else values)}
        there = {_key(value_of(study, name)) for study in kept}
        if studies and not any(has_field(study, name) for study in studies):
            raise ConfigError(
                f"option 'only' names {name!r:.60}, which no study has",
                where=f"figure {maker}",
                remedy=f"name one of {', '.join(field_names(studies))}",
            )
        if studies and not wanted & there:
            known = ", ".join(sorted({value_of(study, name) for study in kept} - {""}))
            raise ConfigError(
                f"option 'only' leaves no study: none has {name} = {', '.join(sorted(wanted))}",
                where=f"figure {maker}",
                remedy=f"there are: {known:.300}",
            )
        kept = [study for study in kept if _key(value_of(study, name)) in wanted]
    return kept


def on_topic(studies: Sequence[Study], options: StudyOptions) -> list[Study]:
    """The studies of the outcome and comparison that the options name. Raises InputError when there is none."""
    kept = list(studies)
    for option in ("outcome", "comparison"):
        wanted = _key(getattr(options, option))
        if not wanted or not kept:
            continue
        found = [study for study in kept if _key(getattr(study, option)) == wanted]
        if not found:
            known = dict.fromkeys(getattr(study, option) for study in kept)
            said = getattr(options, option)
            raise InputError(f"no study has the {option} {said!r:.60}", remedy=f"there are: {', '.join(known):.400}")
        kept = found
    return kept


_FIELDS = ("study", "outcome", "comparison", "design", "subgroup", "follow_up", "funding", "year", "registration")


def field_names(studies: Sequence[Study]) -> list[str]:
    """Fields and moderators by which studies can be told apart."""
    return [*_FIELDS, *dict.fromkeys(key for study in studies for key in study.moderators)]


def has_field(study: Study, name: str) -> bool:
    """Whether a study may have that field or moderator."""
    return name in _FIELDS or name in study.moderators


def value_of(study: Study, name: str) -> str:
    """A field or moderator as text; empty where it is not given."""
    value = (
        study.moderators.get(name)
        if name in study.moderators
        else getattr(study, name, None)
        if name in _FIELDS
        else None
    )
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)


def _key(text: str) -> str:
    return " ".join(text.casefold().split())
