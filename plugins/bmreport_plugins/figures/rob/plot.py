"""What pictures of risk of bias show, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.figures.levels import ordered_levels
from bmreport_plugins.risk_of_bias import SIGNS, Domain, RobTool, Sign

if TYPE_CHECKING:
    from bmreport_plugins.risk_of_bias import Judged

__all__ = ["BiasPlot", "DomainHead", "JudgedRow", "bias_plot"]


@dataclass(frozen=True)
class DomainHead:
    """A column of judgements: its short sign (`D1`), its name, and whether it is about applicability."""

    short: str
    name: str
    applicability: bool = False
    is_overall: bool = False


@dataclass(frozen=True)
class JudgedRow:
    """One study; levels are in the order of the domains, empty where nobody judged. `weight` may be in any unit."""

    label: str
    levels: tuple[str, ...]
    overall: str = ""
    weight: float | None = None


@dataclass(frozen=True)
class BiasPlot:
    """Judgements with one tool. `signs` maps levels to signs, best first; `overall` says whether there is one."""

    title: str
    tool: str
    domains: tuple[DomainHead, ...]
    signs: Mapping[str, str]
    rows: tuple[JudgedRow, ...]
    overall: bool = True
    by_result: bool = False
    """Whether some studies have several rows, one for each outcome or assessor."""
    weighted: bool = False
    """Whether bars count by weight; they do so only where every row has one."""
    heading: str = ""
    text_size: float = 9.0
    name: str = "risk-of-bias"
    notes: tuple[str, ...] = ()
    reference_ids: tuple[str, ...] = ()

    def sign(self, level: str) -> Sign:
        """How a level looks."""
        return SIGNS[self.signs[level]]

    @property
    def levels(self) -> list[str]:
        """The levels, from best to worst, each sign once."""
        return ordered_levels(self.signs)

    @property
    def has_gaps(self) -> bool:
        """Whether there is something that nobody judged."""
        return any("" in levels for _domain, levels in self.columns)

    @property
    def columns(self) -> list[tuple[DomainHead, list[str]]]:
        """Every domain with the levels of all rows, and the overall judgement last."""
        columns = [(domain, [row.levels[place] for row in self.rows]) for place, domain in enumerate(self.domains)]
        if self.overall:
            columns.append((DomainHead("O", "Overall", is_overall=True), [row.overall for row in self.rows]))
        return columns

    @property
    def counted(self) -> str:
        """How many rows there are, as what they are."""
        number = len(self.rows)
        one, several = ("result", "results") if self.by_result else ("study", "studies")
        return f"{number:,} {one if number == 1 else several}"

    @property
    def weights(self) -> list[float] | None:
        """A weight for each row; None where they do not count."""
        known = [row.weight for row in self.rows if row.weight is not None]
        return known if self.weighted and len(known) == len(self.rows) and sum(known) > 0 else None


def bias_plot(
    judged: Sequence[Judged], *, title: str = "", weights: Mapping[str, float] | None = None, weighted: bool = True
) -> BiasPlot:
    """The picture's data from judgements that were all made with one tool.

    `weights` are by name of the study. Raises ValueError without any judgement, and for judgements with several tools.
    """
    tools = {one.tool.id for one in judged}
    if len(tools) != 1:
        raise ValueError(f"judgements of one tool are needed, not of {len(tools)}")
    tool = judged[0].tool
    given = weights or {}
    several = {one.assessor for one in judged if one.assessor}
    rows = tuple(
        JudgedRow(
            _label(one, with_assessor=len(several) > 1),
            tuple(one.domains[domain.id].name if domain.id in one.domains else "" for domain in _domains(tool)),
            one.overall.name if one.overall else "",
            given.get(one.study),
        )
        for one in judged
    )
    return BiasPlot(
        title=title or f"Risk of bias ({tool.name})",
        tool=tool.name,
        domains=_heads(tool),
        signs=_signs(tool, judged),
        rows=rows,
        overall=any(row.overall for row in rows),
        by_result=len({one.study.casefold() for one in judged}) < len(judged),
        weighted=weighted and bool(given),
        notes=_notes(judged),
    )


def _domains(tool: RobTool) -> list[Domain]:
    return [*tool.bias_domains, *tool.applicability_domains]


def _heads(tool: RobTool) -> tuple[DomainHead, ...]:
    bias = [DomainHead(f"D{place}", one.name) for place, one in enumerate(tool.bias_domains, start=1)]
    fits = [
        DomainHead(f"A{place}", one.name, applicability=True)
        for place, one in enumerate(tool.applicability_domains, start=1)
    ]
    return (*bias, *fits)


def _signs(tool: RobTool, judged: Sequence[Judged]) -> dict[str, str]:
    """The levels of the tool, and those of single domains as far as they occur."""
    used = [level for one in judged for level in (*one.domains.values(), *([one.overall] if one.overall else []))]
    return {level.name: level.sign_id for level in (*tool.levels, *used)}


def _label(judged: Judged, *, with_assessor: bool) -> str:
    parts = [part for part in (judged.outcome, judged.assessor if with_assessor else "") if part]
    return f"{judged.study} ({', '.join(parts)})" if parts else judged.study


def _notes(judged: Sequence[Judged]) -> tuple[str, ...]:
    return tuple(f"{one.study}: {note}." for one in judged for note in one.notes)
