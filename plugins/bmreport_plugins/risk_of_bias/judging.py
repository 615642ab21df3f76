"""Judgements checked against their tool: every level must be one of the tool's own, every domain too."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport.study_rows import is_missing, tool_key
from bmreport_plugins.risk_of_bias.loading import load_tool
from bmreport_plugins.risk_of_bias.tool import OVERALL, Level, OverallRule, RobTool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bmreport import BiasJudgement, Study

__all__ = ["Judged", "JudgementError", "judge", "judge_studies", "overall"]


class JudgementError(InputError):
    """A level or a domain that a tool does not have; `domain` is as it was given."""

    def __init__(self, message: str, *, domain: str, where: str, remedy: str) -> None:
        super().__init__(message, where=where, remedy=remedy)
        self.domain = domain


@dataclass(frozen=True)
class Judged:
    """One study (or one of its outcomes) judged with a tool; `domains` are by id, in the tool's order.

    `overall` is None where it was neither given nor follows; `overall_given` says which. `missing` are domains of bias
    that nobody judged: not assessed, never good.
    """

    tool: RobTool
    study: str
    domains: Mapping[str, Level]
    overall: Level | None
    overall_given: bool = False
    missing: tuple[str, ...] = ()
    outcome: str = ""
    assessor: str = ""
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> int | None:
        """The sum of points, where the tool counts them and every domain was judged."""
        counted = [level.points for level in self.domains.values() if level.points is not None]
        return sum(counted) if counted and not self.missing else None


def judge(
    tool: RobTool,
    domains: Mapping[str, str],
    *,
    study: str,
    overall_level: str = "",
    outcome: str = "",
    assessor: str = "",
    reasons: Mapping[str, str] | None = None,
    row: str = "",
) -> Judged:
    """Judgements in words as levels of the tool; `row` names the place in a file for messages.

    Raises JudgementError (an InputError) naming tool, domain, study, row and what may stand there: for a level or a
    domain that the tool does not have, and for a domain that is judged twice under two names.
    """
    found: dict[str, Level] = {}
    for name, text in domains.items():
        domain = tool.domain(name)
        if domain is None:
            ids = ", ".join(one.id for one in tool.domains)
            raise _refused(tool, name, study, row, "is no domain of the tool", f"its domains: {ids}")
        if domain.id in found:
            raise _refused(tool, name, study, row, f"the domain {domain.id} is judged twice", "keep one of the two")
        if _says_nothing(tool, domain.id, text):
            continue
        found[domain.id] = _level(tool, domain.id, text, study, row, given=name)
    ordered = {domain.id: found[domain.id] for domain in tool.domains if domain.id in found}
    silent = not overall_level.strip() or _says_nothing(tool, OVERALL, overall_level)
    given = None if silent else _level(tool, OVERALL, overall_level, study, row)
    follows = overall(tool, ordered)
    notes = _too_good(given, follows) if given and follows else ()
    return Judged(
        tool=tool,
        study=study,
        domains=ordered,
        overall=given or follows,
        overall_given=given is not None,
        missing=tuple(domain.id for domain in tool.bias_domains if domain.id not in ordered),
        outcome=outcome,
        assessor=assessor,
        reasons=_by_id(tool, reasons or {}),
        notes=notes,
    )


def overall(tool: RobTool, domains: Mapping[str, Level]) -> Level | None:
    """The overall level that follows from those of the domains of bias, by id.

    It is the mildest overall level that is no milder than the worst domain. None where the tool leaves it to people,
    or where a domain was not judged.
    """
    if tool.overall is not OverallRule.WORST or any(domain.id not in domains for domain in tool.bias_domains):
        return None
    worst = max(domains[domain.id].sign.severity for domain in tool.bias_domains)
    levels = sorted(tool.levels_of(OVERALL), key=lambda level: level.sign.severity)
    return next((level for level in levels if level.sign.severity >= worst), levels[-1])


def judge_studies(studies: Iterable[Study], tool: RobTool | None = None) -> list[Judged]:
    """The judgements of study rows, of one tool or of all, checked; each once for a study however many rows repeat it.

    Where the rows of a study are judged alike for all outcomes, `outcome` is empty. Without `tool`, those that come
    with bmreport are loaded by the names in the rows. Raises InputError as `judge` does.
    """
    found: dict[tuple[object, ...], list[Judged]] = {}
    for study in studies:
        for bias in study.bias:
            if tool is not None and tool_key(bias.tool) != tool_key(tool.id):
                continue
            judged = _judged(study, bias, tool or load_tool(bias.tool))
            found.setdefault((study.study.casefold(), judged.tool.id), []).append(judged)
    return [one for group in found.values() for one in _each_once(group)]


def _judged(study: Study, bias: BiasJudgement, tool: RobTool) -> Judged:
    return judge(
        tool,
        bias.domains,
        study=study.study,
        overall_level=bias.overall,
        outcome=study.outcome,
        assessor=bias.assessor,
        reasons=bias.reasons,
        row=str(study.origin or ""),
    )


def _each_once(group: Sequence[Judged]) -> list[Judged]:
    """Judgements of one study: one for each assessor if all judged every outcome alike, else one for each outcome."""
    distinct: dict[tuple[object, ...], Judged] = {}
    said: dict[str, set[object]] = {}
    for one in group:
        levels = (tuple((name, level.name) for name, level in one.domains.items()), one.overall)
        distinct.setdefault((one.assessor, one.outcome.casefold(), levels), one)
        said.setdefault(one.assessor, set()).add(levels)
    if any(len(levels) > 1 for levels in said.values()):
        return list(distinct.values())
    by_assessor: dict[str, Judged] = {}
    for one in distinct.values():
        by_assessor.setdefault(one.assessor, replace(one, outcome=""))
    return list(by_assessor.values())


def _says_nothing(tool: RobTool, domain_id: str, text: str) -> bool:
    """Whether a text such as `NA` or `-` stands for no judgement; in some tools it is a level."""
    return is_missing(text) and tool.level(domain_id, text) is None


def _level(tool: RobTool, domain_id: str, text: str, study: str, row: str, given: str = OVERALL) -> Level:
    level = tool.level(domain_id, text)
    if level is None:
        allowed = ", ".join(one.name for one in tool.levels_of(domain_id))
        refused = _refused(tool, domain_id, study, row, f"{text!r:.60} is no level", f"allowed: {allowed}")
        refused.domain = given
        raise refused
    return level


def _refused(tool: RobTool, domain: str, study: str, row: str, reason: str, remedy: str) -> JudgementError:
    place = f"{row}: " if row else ""
    return JudgementError(
        f"{tool.name}, domain {domain}: {reason}", domain=domain, where=f"{place}study {study}", remedy=remedy
    )


def _by_id(tool: RobTool, reasons: Mapping[str, str]) -> dict[str, str]:
    named = {name: tool.domain(name) for name in reasons}
    return {(domain.id if (domain := named[name]) else name): text for name, text in reasons.items()}


def _too_good(given: Level, follows: Level) -> tuple[str, ...]:
    """A remark where somebody judged the whole better than its worst part."""
    if given.sign.severity >= follows.sign.severity:
        return ()
    return (f"the overall judgement {given.name} is better than what follows from the domains, {follows.name}",)
