"""What two assessors settled between them, from a file in which each decision has a name and a reason."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bmreport import InputError, SourceLocator
from bmreport.safe_yaml import read_yaml_file
from bmreport.study_rows import Role, is_overall, joined, plan_columns, text_of
from bmreport_plugins.risk_of_bias.judging import Judged, judge, overall
from bmreport_plugins.risk_of_bias.tool import OVERALL, Level, RobTool
from bmreport_plugins.sources.table_reading import read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Consensus", "Settled", "load_consensus", "settle"]

_FIELDS = {
    "domain": ("domain", "item"),
    "level": ("level", "judgement", "judgment", "consensus", "decision"),
    "reason": ("reason", "justification", "support"),
    "by": ("by", "decidedby", "name", "names", "who"),
    "tool": ("tool",),
}
_NEEDED = ("study", "domain", "level", "reason", "by")
_YAML = frozenset((".yaml", ".yml"))


@dataclass(frozen=True)
class Consensus:
    """One decision: the level of a domain (or `overall`) of a study, for one outcome or for all, by whom and why."""

    study: str
    domain: str
    level: str
    reason: str
    by: str
    outcome: str = ""
    tool: str = ""
    where: str = ""


@dataclass(frozen=True)
class Settled:
    """The final judgement of a study, with what each assessor had said and what settled it.

    `decisions` are those of the consensus, by domain. `open` names the domains on which the assessors still differ;
    there the worse of the levels counts.
    """

    judged: Judged
    said: Mapping[str, Judged]
    decisions: Mapping[str, Consensus] = field(default_factory=dict)
    open: tuple[str, ...] = ()


def load_consensus(path: str | Path) -> list[Consensus]:
    """Decisions from a YAML list or from a table (CSV, TSV, XLSX, JSON) with study, domain, level, reason and by.

    Raises InputError naming file, row and field: for a field that is missing or empty, most of all reason and name.
    """
    text = str(path)
    rows = _yaml_rows(Path(text)) if Path(text).suffix.lower() in _YAML else _table_rows(text)
    return [_decision(fields, where) for where, fields in rows]


def settle(judged: Sequence[Judged], consensus: Iterable[Consensus] = ()) -> list[Settled]:
    """One final judgement for each study (and outcome) from those of its assessors and the decisions between them.

    A decision counts even where the assessors agreed: it stays visible beside what they said. Raises InputError for a
    decision on a study, domain or level that there is not.
    """
    groups: dict[tuple[str, str, str], list[Judged]] = {}
    for one in judged:
        groups.setdefault((one.tool.id, one.study.casefold(), one.outcome.casefold()), []).append(one)
    decisions: dict[tuple[str, str, str], dict[str, Consensus]] = {key: {} for key in groups}
    for decision in consensus:
        for key in _places(decision, groups):
            domain = _domain_id(groups[key][0].tool, decision)
            if domain in decisions[key]:
                raise InputError(
                    f"{decision.study}, {domain} is decided twice", where=decision.where, remedy="keep one"
                )
            decisions[key][domain] = decision
    return [_settled(group, decisions[key]) for key, group in groups.items()]


def _settled(group: Sequence[Judged], decided: Mapping[str, Consensus]) -> Settled:
    first = group[0]
    tool, levels, still_open = first.tool, {}, []
    for domain in tool.domains:
        said = [one.domains[domain.id] for one in group if domain.id in one.domains]
        if domain.id in decided:
            levels[domain.id] = _decided_level(tool, domain.id, decided[domain.id])
        elif said:
            levels[domain.id] = _worst(said)
            if len({level.name for level in said}) > 1:
                still_open.append(domain.id)
    given = [one.overall for one in group if one.overall_given and one.overall]
    final: Level | None
    if OVERALL in decided:
        final = _decided_level(tool, OVERALL, decided[OVERALL])
    elif given and len({level.name for level in given}) == 1 and not (set(decided) - {OVERALL}):
        final = given[0]
    else:
        final = overall(tool, levels) or (_worst(given) if given else None)
        if len({level.name for level in given}) > 1:
            still_open.append(OVERALL)
    judged = replace(
        first,
        domains=levels,
        overall=final,
        overall_given=OVERALL in decided or (bool(given) and final == given[0]),
        missing=tuple(domain.id for domain in tool.bias_domains if domain.id not in levels),
        assessor="consensus" if decided else " and ".join(dict.fromkeys(one.assessor for one in group if one.assessor)),
        reasons={**_reasons(group), **{domain: f"{one.reason} ({one.by})" for domain, one in decided.items()}},
    )
    said_by = {one.assessor or f"assessor {place}": one for place, one in enumerate(group, start=1)}
    return Settled(judged, said_by, dict(decided), tuple(still_open))


def _places(decision: Consensus, groups: Mapping[tuple[str, str, str], Sequence[Judged]]) -> list[tuple[str, str, str]]:
    found = [
        key
        for key in groups
        if key[1] == decision.study.casefold()
        and (not decision.outcome or key[2] in ("", decision.outcome.casefold()))
        and (not decision.tool or joined(key[0]) == joined(decision.tool))
    ]
    if not found:
        studies = ", ".join(dict.fromkeys(group[0].study for group in groups.values()))
        raise InputError(
            f"nobody judged the study {decision.study!r:.60}",
            where=decision.where,
            remedy=f"judged are: {studies:.300}",
        )
    return found


def _domain_id(tool: RobTool, decision: Consensus) -> str:
    if is_overall(decision.domain):
        return OVERALL
    domain = tool.domain(decision.domain)
    if domain is None:
        judge(tool, {decision.domain: decision.level}, study=decision.study, row=decision.where)  # raises InputError
    return domain.id if domain else OVERALL


def _decided_level(tool: RobTool, domain: str, decision: Consensus) -> Level:
    level = tool.level(domain, decision.level)
    if level is None:
        allowed = ", ".join(one.name for one in tool.levels_of(domain))
        raise InputError(
            f"{tool.name}, domain {domain}, study {decision.study}: {decision.level!r:.60} is no level",
            where=decision.where,
            remedy=f"allowed: {allowed}",
        )
    return level


def _worst(levels: Sequence[Level]) -> Level:
    return max(levels, key=lambda level: level.sign.severity)


def _reasons(group: Sequence[Judged]) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for one in group:
        for domain, text in one.reasons.items():
            said = f"{one.assessor}: {text}" if one.assessor and len(group) > 1 else text
            reasons[domain] = f"{reasons[domain]}; {said}" if domain in reasons else said
    return reasons


def _decision(fields: Mapping[str, str], where: str) -> Consensus:
    for name in _NEEDED:
        if not fields.get(name):
            remedy = (
                "say why it was decided so" if name == "reason" else "fill it in; names of both assessors count as by"
            )
            raise InputError(f"{name} is missing", where=where, remedy=remedy)
    return Consensus(**{name: fields.get(name, "") for name in (*_NEEDED, "outcome", "tool")}, where=where)


def _yaml_rows(path: Path) -> list[tuple[str, dict[str, str]]]:
    content = read_yaml_file(path)
    if isinstance(content, dict):
        content = content.get("consensus")
    if not isinstance(content, list):
        raise InputError("holds no list of decisions", where=str(path), remedy="begin each decision with `- study: …`")
    rows = []
    for number, entry in enumerate(content, start=1):
        where = f"{path}, decision {number}"
        if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            raise InputError("is no decision", where=where, remedy=f"give {', '.join(_NEEDED)}, each one text")
        rows.append((where, _named(list(entry), list(entry.values()), where)))
    return rows


def _table_rows(path: str) -> list[tuple[str, dict[str, str]]]:
    table = read_table(SourceLocator(path), score=lambda names: sum(map(bool, _fields_of(names))))
    rows = ((f"{path}:{row.line}", row.cells) for row in table.rows)
    return [(where, _named(table.names, [text_of(cell) for cell in cells], where)) for where, cells in rows]


def _named(names: Sequence[str], values: Sequence[str], where: str) -> dict[str, str]:
    """The fields of one decision; a column that means nothing here is an error, because a slip would lose a reason."""
    fields: dict[str, str] = {}
    for name, field_name, value in zip(names, _fields_of(names), values, strict=False):
        if field_name:
            fields[field_name] = value.strip()
        elif value.strip():
            raise InputError(f"{name!r:.60} means nothing here", where=where, remedy=f"use {', '.join(_NEEDED)}")
    return fields


def _fields_of(names: Sequence[str]) -> list[str]:
    return [_field(column.name, column.role, column.key) for column in plan_columns(names).columns]


def _field(name: str, role: Role, key: str) -> str:
    if role is Role.STUDY:
        return "study"
    if role is Role.TEXT and key == "outcome":
        return "outcome"
    return next((one for one, names in _FIELDS.items() if joined(name) in names), "")
