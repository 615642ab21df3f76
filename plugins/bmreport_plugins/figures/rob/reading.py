"""Judgements from whatever holds them: a table of judgements alone, a table of study data, a saved report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport.study_rows import Role, joined, plan_columns, text_of, tool_key
from bmreport_plugins.figures.inputs import is_report, load_report, select_studies
from bmreport_plugins.risk_of_bias import judge_studies, load_tool, read_judgements, tool_names
from bmreport_plugins.sources.table_reading import read_table

if TYPE_CHECKING:
    from bmreport import SourceLocator, Study
    from bmreport_plugins.figures.options import StudyOptions
    from bmreport_plugins.figures.rob.maker import BiasOptions
    from bmreport_plugins.risk_of_bias import Judged, RobTool
    from bmreport_plugins.sources.table import Table

__all__ = ["Found", "read_judged"]


@dataclass(frozen=True)
class Found:
    """Judgements of one tool, weights by study where there are any, and the references of the studies."""

    judged: list[Judged]
    weights: Mapping[str, float] = field(default_factory=dict)
    reference_ids: tuple[str, ...] = ()


def read_judged(files: Sequence[SourceLocator], options: BiasOptions, maker: str) -> Found:
    """The judgements of all inputs. Raises InputError naming file, row, study and domain."""
    tool = load_tool(options.tool) if options.tool else None
    judged: list[Judged] = []
    weights: dict[str, float] = {}
    references: list[str] = []
    for locator in files:
        if is_report(locator.head):
            studies = select_studies(load_report(locator).studies, options.only, maker)
            studies = _of_outcome(studies, options)
            judged += judge_studies(studies, tool)
            references += [study.reference_id for study in studies if study.bias and study.reference_id]
            continue
        table = read_table(locator, sheet=options.sheet)
        used = tool or _tool_of(table, options, locator.label, maker)
        judged += _wanted(read_judgements(locator, used).judged, options)
        weights |= _weights(table, locator.label)
    return Found(_of_one_tool(judged, maker), weights, tuple(references))


def _of_outcome(studies: Sequence[Study], options: StudyOptions) -> list[Study]:
    wanted = joined(options.outcome)
    return [study for study in studies if not wanted or joined(study.outcome) == wanted]


def _wanted(judged: Sequence[Judged], options: StudyOptions) -> list[Judged]:
    """Those on the outcome asked for. Where an assessor judged all outcomes of a study alike, it stands once."""
    wanted = joined(options.outcome)
    kept = [one for one in judged if not wanted or not one.outcome or joined(one.outcome) == wanted]
    alike: dict[tuple[str, str], list[Judged]] = {}
    for one in kept:
        alike.setdefault((one.study.casefold(), one.assessor), []).append(one)
    found = []
    for group in alike.values():
        said = {(*((name, level.name) for name, level in one.domains.items()), one.overall) for one in group}
        found += [replace(group[0], outcome="")] if len(said) == 1 else group
    return found


def _of_one_tool(judged: list[Judged], maker: str) -> list[Judged]:
    tools = list(dict.fromkeys(one.tool.id for one in judged))
    if len(tools) > 1:
        raise InputError(
            f"the studies were judged with {len(tools)} tools: {', '.join(tools)}",
            remedy=f"show one at a time, with --set {maker}.tool={tools[0]}",
        )
    return judged


def _tool_of(table: Table, options: BiasOptions, where: str, maker: str) -> RobTool:
    """The tool that the names of columns say, as in `rob2.D1`. Raises InputError when they say none or several."""
    own = {tool.id: tool for tool in map(load_tool, options.tools)}
    known = {tool_key(name): name for name in tool_names()} | {tool_key(name): name for name in own}
    plan = plan_columns(table.names, tools=known)
    found = list(dict.fromkeys(column.tool for column in plan.columns if column.role is Role.BIAS and column.tool))
    if len(found) == 1:
        return own.get(found[0]) or load_tool(found[0])
    if len(own) == 1 and not found:
        return next(iter(own.values()))
    reason = (
        f"has columns of {len(found)} tools: {', '.join(found)}" if found else "does not say with which tool was judged"
    )
    raise InputError(
        reason,
        where=where,
        remedy=f"name it with --set {maker}.tool={(found or ['rob2'])[0]}; known: {', '.join(known.values())}",
    )


def _weights(table: Table, where: str) -> dict[str, float]:
    """Weights by study from a column `weight`. Raises InputError naming the line for one that is no number."""
    place = next((place for place, name in enumerate(table.names) if joined(name) in ("weight", "weights")), None)
    plan = plan_columns(table.names)
    study = next((place for place, column in enumerate(plan.columns) if column.role is Role.STUDY), None)
    if place is None or study is None:
        return {}
    weights = {}
    for row in table.rows:
        cells = [*row.cells, *[""] * len(table.names)]
        name, said = text_of(cells[study]), text_of(cells[place]).rstrip("% ")
        if not said:
            continue
        try:
            weights[name] = float(said.replace(",", "."))
        except ValueError as error:
            raise InputError(
                f"{said!r:.40} is no weight",
                where=f"{where}:{row.line}: column {table.names[place]}",
                remedy="give a number",
            ) from error
    return weights
