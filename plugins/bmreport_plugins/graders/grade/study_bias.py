"""How each study was judged for risk of bias: one severity a study, from all of its assessors and their consensus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations
from typing import TYPE_CHECKING

from bmreport_plugins.graders.grade.wording import counted
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from bmreport import Study
    from bmreport_plugins.graders.grade.options import GradeOptions
    from bmreport_plugins.risk_of_bias import Judged, RobTool, Settled

__all__ = ["BiasOfStudies", "Severity", "StudyBias", "bias_of_studies", "tools_of"]


class Severity(IntEnum):
    """How much a study's risk of bias counts, whatever its tool calls it."""

    LOW = 0
    SOME = 1
    """Some concerns, moderate, unclear."""
    HIGH = 2
    """High, serious."""
    CRITICAL = 3


@dataclass(frozen=True)
class StudyBias:
    """One study's judgement; `severity` is None when its domains were judged but the whole was not."""

    tool: str
    tool_name: str
    severity: Severity | None
    level: str = ""
    high_domains: int = 0
    """Domains at high risk."""
    disputed: tuple[str, ...] = ()
    """Domains on which assessors differ and that nobody settled; the worse judgement counts."""

    @property
    def is_robins(self) -> bool:
        """Whether the tool is ROBINS-I, which measures a study against a target trial."""
        return self.tool.startswith("robins-i")


@dataclass(frozen=True)
class BiasOfStudies:
    """All judgements; `agreement` says in sentences how far assessors agree."""

    by_place: Mapping[tuple[str, str], StudyBias]
    agreement: tuple[str, ...] = ()

    def of(self, study: Study) -> StudyBias | None:
        """The judgement on the study for this outcome, else for all outcomes; None when nobody judged it."""
        name = name_key(study.study)
        return self.by_place.get((name, name_key(study.outcome))) or self.by_place.get((name, ""))


def bias_of_studies(studies: Sequence[Study], options: GradeOptions) -> BiasOfStudies:
    """Read and settle the judgements in the rows.

    Raises InputError for a tool, a domain or a level that does not exist, naming the row.
    """
    if not any(study.bias for study in studies):
        return BiasOfStudies({})
    from bmreport_plugins.risk_of_bias import load_consensus, settle
    from bmreport_plugins.risk_of_bias.judging import judge_studies

    judged = [one for tool in tools_of(studies, options.bias_tools) for one in judge_studies(studies, tool)]
    settled = settle(judged, load_consensus(options.bias_consensus) if options.bias_consensus else ())
    designs = {name_key(study.study): study.design for study in studies if study.design}
    best: dict[tuple[str, str], tuple[tuple[object, ...], StudyBias]] = {}
    for one in settled:
        place = (name_key(one.judged.study), name_key(one.judged.outcome))
        rank = _rank(one, str(designs.get(place[0], "")))
        if place not in best or rank < best[place][0]:
            best[place] = (rank, _study_bias(one))
    return BiasOfStudies({place: bias for place, (_rank_, bias) in best.items()}, tuple(_agreements(judged)))


def tools_of(studies: Sequence[Study], own_paths: Sequence[str]) -> list[RobTool]:
    """The tools that the rows name, each read once: files of the reviewers' own, then those that come with bmreport."""
    from bmreport.study_rows import tool_key
    from bmreport_plugins.risk_of_bias import load_tool

    own = [load_tool(path) for path in own_paths]
    known = {tool_key(tool.id) for tool in own}
    named = {tool_key(bias.tool): bias.tool for study in studies for bias in study.bias}
    return [*own, *(load_tool(name) for key, name in named.items() if key not in known)]


def _rank(one: Settled, design: str) -> tuple[object, ...]:
    """Of several tools the one made for the study's design counts, then the worse judgement."""
    tool, whole = one.judged.tool, one.judged.overall
    return (whole is None, design not in tool.designs, -(whole.sign.severity if whole else 0), tool.id)


def _study_bias(one: Settled) -> StudyBias:
    judged = one.judged
    bias_domains = {domain.id for domain in judged.tool.bias_domains}
    high = [name for name, level in judged.domains.items() if name in bias_domains and level.sign.id in _HIGH]
    return StudyBias(
        tool=judged.tool.id,
        tool_name=judged.tool.name,
        severity=_SEVERITIES.get(judged.overall.sign.id) if judged.overall else None,
        level=judged.overall.name if judged.overall else "",
        high_domains=len(high),
        disputed=one.open,
    )


_SEVERITIES = {
    "low": Severity.LOW,
    "qualified": Severity.LOW,
    "some": Severity.SOME,
    "unclear": Severity.SOME,
    "high": Severity.HIGH,
    "critical": Severity.CRITICAL,
}
_HIGH = frozenset(("high", "critical"))


def _agreements(judged: Iterable[Judged]) -> Iterable[str]:
    """A sentence for each tool and pair of named assessors who judged something in common."""
    from bmreport_plugins.risk_of_bias import agreement

    by_tool: dict[str, dict[str, list[Judged]]] = {}
    for one in judged:
        by_tool.setdefault(one.tool.name, {}).setdefault(one.assessor, []).append(one)
    for tool, assessors in by_tool.items():
        for first, second in combinations(sorted(filter(None, assessors)), 2):
            found = agreement(assessors[first], assessors[second])
            if found.pairs:
                said = "kappa is not defined" if found.kappa is None else f"Cohen's kappa {found.kappa:.2f}"
                yield (
                    f"{tool}: {first} and {second} judged {counted(found.pairs, 'domain')} both and agreed on "
                    f"{found.observed:.0%} ({said})"
                )
