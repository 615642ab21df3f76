"""Judgements in rows of study data, checked against their tools and written in the tools' own words."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport import InputError
from bmreport.study_rows import ColumnPlan, Problem, Role, is_overall, tool_key
from bmreport_plugins.risk_of_bias.judging import JudgementError, judge
from bmreport_plugins.risk_of_bias.loading import load_tool, tool_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport_plugins.risk_of_bias.tool import RobTool

__all__ = ["BiasTools"]


@dataclass(frozen=True)
class BiasTools:
    """The tools that columns may name; those that come with bmreport are read when a row first needs one."""

    ids: Mapping[str, str]
    """Comparable name -> id."""
    own: Mapping[str, RobTool] = field(default_factory=dict)
    _known: dict[tuple[object, ...], dict[str, Any]] = field(default_factory=dict, compare=False)

    @classmethod
    def load(cls, paths: Sequence[str]) -> BiasTools:
        """The tools that come with bmreport, and those of these files. Raises InputError for a file that is none."""
        own = {}
        for path in paths:
            if not path.lower().endswith((".yaml", ".yml")):
                raise InputError("is no YAML file", where=path, remedy="a tool of one's own ends in .yaml")
            tool = load_tool(Path(path))
            own[tool.id] = tool
        ids = {tool_key(name): name for name in tool_names()}
        ids.update({tool_key(name): tool.id for tool in own.values() for name in (tool.id, tool.name, *tool.aliases)})
        return cls(ids, own)

    def expect_domains(self, plan: ColumnPlan, where: str) -> None:
        """Raise InputError for a column of a tool that names no domain of it, so that no domain is lost by a slip."""
        for column in plan.columns:
            if column.role in (Role.BIAS, Role.BIAS_REASON) and not is_overall(column.key):
                tool = self._tool(column.tool)
                if tool.domain(column.key) is None:
                    raise InputError(
                        f"{column.key!r:.60} is no domain of {tool.name}",
                        where=f"{where}: column {column.name}",
                        remedy=f"its domains: {', '.join(domain.id for domain in tool.domains)}, and overall",
                    )

    def check(self, fields: dict[str, Any], plan: ColumnPlan) -> list[Problem]:
        """Put the judgements of a row into the tools' words; problems name tool, domain, study and allowed levels."""
        problems = []
        checked = []
        for bias in fields.get("bias", ()):
            try:
                checked.append(self._checked(bias, str(fields.get("study", ""))))
            except InputError as error:
                domain = error.domain if isinstance(error, JudgementError) else ""
                column = _column(plan, str(bias.get("tool") or ""), domain)
                problems.append(Problem(column, f"{error.where}: {error.message}", error.remedy))
        if checked and not problems:
            fields["bias"] = checked
        return problems

    def _checked(self, bias: Mapping[str, Any], study: str) -> dict[str, Any]:
        """The judgement with ids of domains and names of levels. Tables repeat few patterns, so each is judged once."""
        name, domains = str(bias.get("tool") or ""), bias.get("domains") or {}
        overall, reasons = bias.get("overall") or "", bias.get("reasons") or {}
        if not _is_texts(domains) or not _is_texts(reasons) or not isinstance(overall, str):
            raise InputError(
                "is no judgement", where=f"study {study}", remedy="give tool, domains and overall as texts"
            )
        key = (name, tuple(domains.items()), overall)
        if key not in self._known:
            tool = self._tool(name)
            judged = judge(tool, domains, study=study, overall_level=overall)
            given = judged.overall.name if judged.overall and judged.overall_given else ""
            levels = {domain: level.name for domain, level in judged.domains.items()}
            self._known[key] = {"tool": tool.id, "domains": levels, "overall": given}
        known = self._known[key]
        named = {self._tool(name).domain(domain): text for domain, text in reasons.items()} if reasons else {}
        by_id = {(domain.id if domain else "overall"): text for domain, text in named.items()}
        return {**bias, **known, "domains": dict(known["domains"]), "reasons": by_id}

    def _tool(self, name: str) -> RobTool:
        identifier = self.ids.get(tool_key(name), name)
        return self.own.get(identifier) or load_tool(identifier)


def _column(plan: ColumnPlan, tool: str, domain: str) -> str:
    """The name of the column that a domain of a tool stands in, as the file spells both."""
    named = [one for one in plan.columns if one.role is Role.BIAS and one.tool == tool]
    same = [one.name for one in named if one.key == domain or (domain == "overall" and is_overall(one.key))]
    return same[0] if same else f"{tool}.{domain}".strip(".") or "bias"


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for pair in value.items() for one in pair)
