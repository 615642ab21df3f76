"""A table of judgements alone: one row a study, one column a domain, as assessors keep it and robvis reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport.study_rows import ColumnPlan, Role, is_overall, plan_columns, text_of, tool_key
from bmreport_plugins.risk_of_bias.judging import Judged, judge
from bmreport_plugins.risk_of_bias.tool import OVERALL
from bmreport_plugins.sources.table_reading import read_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import SourceLocator
    from bmreport_plugins.risk_of_bias.tool import RobTool
    from bmreport_plugins.sources.table import Table

__all__ = ["JudgementTable", "read_judgements"]


@dataclass(frozen=True)
class JudgementTable:
    """Judgements in the order of the rows, and remarks on columns that were not used."""

    judged: list[Judged]
    notes: tuple[str, ...] = ()


def read_judgements(locator: SourceLocator, tool: RobTool) -> JudgementTable:
    """Read a table whose columns are called after the tool's domains (`D1`, `Randomisation`, `rob2.randomisation`).

    Beside them count study (or author and year), outcome, assessor and overall. Raises InputError for a table without
    study or without any domain, and for a level that the tool does not have, naming file, row, study and domain.
    """
    tools = {tool_key(tool.id): tool.id}
    # `Low` and `High` are names of bounds elsewhere; a row of levels must not be taken for the header.
    table = read_table(locator, score=lambda names: sum(map(bool, _meanings(plan_columns(names, tools=tools), tool))))
    plan = plan_columns(table.names, tools=tools)
    domains: dict[int, str] = {}
    fields: dict[str, int] = {}
    unused = []
    for place, (column, meaning) in enumerate(zip(plan.columns, _meanings(plan, tool), strict=True)):
        own = _field(column.role, column.key)
        if meaning and (meaning != own or _holds_levels(table, place, tool, meaning)):
            domains[place] = meaning
        elif own:
            fields[own] = place
        elif column.name.strip():
            unused.append(column.name)
    names_study = "study" in fields or "author" in fields
    if not names_study or not set(domains.values()) - {OVERALL}:
        raise _nothing_found(locator, tool, table.names, study=names_study)
    judged = [
        _judged(tool, row.cells, domains, fields, f"{locator.label}:{row.line}") for row in table.rows if any(row.cells)
    ]
    notes = [f"columns not used: {', '.join(unused)}"] if unused else []
    return JudgementTable(judged, (*table.notes, *notes))


def _judged(
    tool: RobTool, cells: Sequence[object], domains: dict[int, str], fields: dict[str, int], where: str
) -> Judged:
    cells = [*cells, *[None] * (1 + max((*domains, *fields.values())) - len(cells))]
    said = {field: text_of(cells[place]) for field, place in fields.items()}
    study = said.get("study") or f"{said.get('author', '')} {said.get('year', '')}".strip()
    if not study:
        raise InputError("the study is not named", where=where, remedy="name the study in every row")
    levels: dict[str, str] = {}
    for place, domain in domains.items():
        cell = cells[place]
        if text := cell.strip() if isinstance(cell, str) else text_of(cell):
            if domain in levels:
                raise InputError(f"the domain {domain} stands in two columns", where=where, remedy="keep one of them")
            levels[domain] = text
    return judge(
        tool,
        {domain: level for domain, level in levels.items() if domain != OVERALL},
        study=study,
        overall_level=levels.get(OVERALL, ""),
        outcome=said.get("outcome", ""),
        assessor=said.get("assessor", ""),
        row=where,
    )


def _meanings(plan: ColumnPlan, tool: RobTool) -> list[str]:
    """For each column the domain (or `overall`) that it is called after, else the field of a study, else nothing."""
    found = []
    for column in plan.columns:
        name = column.key if column.role is Role.BIAS else column.name
        domain = tool.domain(name)
        own = _field(column.role, column.key)
        found.append(OVERALL if is_overall(name) else domain.id if domain else own)
    return found


def _holds_levels(table: Table, place: int, tool: RobTool, domain_id: str) -> bool:
    """Whether a column with another meaning elsewhere (NOS has a domain `Outcome`) holds levels and nothing else."""
    texts = [text_of(row.cells[place]) for row in table.rows if place < len(row.cells)]
    return any(texts) and all(tool.level(domain_id, text) for text in texts if text)


def _field(role: Role, key: str) -> str:
    if role is Role.TEXT and key == "outcome":
        return "outcome"
    fields = {Role.STUDY: "study", Role.AUTHOR: "author", Role.YEAR: "year", Role.ASSESSOR: "assessor"}
    return fields.get(role, "")


def _nothing_found(locator: SourceLocator, tool: RobTool, names: Sequence[str], *, study: bool) -> InputError:
    what = f"no column is called after a domain of {tool.name}" if study else "no column names the study"
    domains = ", ".join(domain.id for domain in tool.domains)
    return InputError(
        f"{what}; there are: {', '.join(map(str, names))}",
        where=locator.label,
        remedy=f"call them study, {domains} and overall",
    )
