"""A risk-of-bias tool: its domains, the levels of judgement from best to worst, and what makes the overall one."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from bmreport.study_rows import tool_key
from bmreport_plugins.risk_of_bias.signs import SIGNS, Sign

__all__ = ["OVERALL", "Block", "Domain", "Level", "OverallRule", "RobTool"]

OVERALL = "overall"
"""The name of the judgement on the whole, which no domain may have."""


class _Part(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)


def _filled(value: str) -> str:
    if not value.strip():
        raise ValueError("is empty")
    return value.strip()


def _known_sign(value: str) -> str:
    if value not in SIGNS:
        raise ValueError(f"{value!r:.40} is no sign; there are {', '.join(SIGNS)}")
    return value


Filled = Annotated[str, AfterValidator(_filled)]


class Level(_Part):
    """A level of judgement. Its colour and symbol are those of its sign, never its own."""

    name: Filled
    sign_id: Annotated[str, AfterValidator(_known_sign), Field(alias="sign")]
    aliases: tuple[str, ...] = ()
    points: int | None = None
    """What it counts where a tool adds up, such as the stars of the Newcastle-Ottawa Scale."""

    @property
    def sign(self) -> Sign:
        """How it looks, and how bad it is."""
        return SIGNS[self.sign_id]


class Block(StrEnum):
    """What a domain is about; QUADAS-2 judges both."""

    BIAS = "bias"
    APPLICABILITY = "applicability"


class Domain(_Part):
    """A domain; `short` fits the head of a column. `levels` replace those of the tool where it has its own."""

    id: Filled
    name: Filled
    short: Filled
    block: Block = Block.BIAS
    aliases: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()


class OverallRule(StrEnum):
    """How the judgement on the whole comes about when nobody gives it."""

    WORST = "worst"
    """The worst of the domains of bias."""
    GIVEN = "given"
    """Not at all: somebody must give it."""


class RobTool(_Part):
    """A tool. `levels` go from best to worst, `overall_levels` too (those of the domains where there are none)."""

    id: Filled
    name: Filled
    version: Filled
    source: Filled
    designs: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    levels: tuple[Level, ...] = Field(min_length=2)
    overall: OverallRule = OverallRule.GIVEN
    overall_levels: tuple[Level, ...] = ()
    domains: tuple[Domain, ...] = Field(min_length=1)

    _domain_by_key: dict[str, Domain] = PrivateAttr(default_factory=dict)

    @model_validator(mode="after")
    def _unambiguous(self) -> RobTool:
        if tool_key(OVERALL) in {tool_key(domain.id) for domain in self.domains}:
            raise ValueError(f"a domain is called {OVERALL!r}, which is the judgement on the whole")
        for domain in self.domains:
            _expect_distinct(self.levels_of(domain.id), f"levels of {domain.id}")
        _expect_distinct(self.levels_of(OVERALL), "overall levels")
        for domain in self.domains:
            for name in dict.fromkeys(map(tool_key, (domain.id, domain.name, domain.short, *domain.aliases))):
                known = self._domain_by_key.setdefault(name, domain)
                # A short name may stand in both blocks; it then means the domain of bias.
                if known is not domain and known.block is domain.block:
                    raise ValueError(f"the domains {known.id} and {domain.id} share the name {name!r}")
        return self

    @property
    def bias_domains(self) -> tuple[Domain, ...]:
        """The domains on bias."""
        return tuple(domain for domain in self.domains if domain.block is Block.BIAS)

    @property
    def applicability_domains(self) -> tuple[Domain, ...]:
        """The domains on applicability; most tools have none."""
        return tuple(domain for domain in self.domains if domain.block is Block.APPLICABILITY)

    def domain(self, name: str) -> Domain | None:
        """The domain of this id, name or alias, in any case and punctuation."""
        return self._domain_by_key.get(tool_key(name))

    def levels_of(self, domain_id: str) -> tuple[Level, ...]:
        """The levels that a domain, or `overall`, may have."""
        if domain_id == OVERALL:
            return self.overall_levels or self.levels
        own = next((domain.levels for domain in self.domains if domain.id == domain_id), ())
        return own or self.levels

    def level(self, domain_id: str, text: str) -> Level | None:
        """The level of a domain (or `overall`) that a text names, in any case and spacing."""
        wanted = _level_key(text)
        levels = self.levels_of(domain_id)
        exact = (level for level in levels if _level_key(level.name) == wanted)
        return next(exact, None) or next((one for one in levels if wanted in map(_level_key, one.aliases)), None)


def _level_key(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split()) or text.strip()


def _expect_distinct(levels: tuple[Level, ...], what: str) -> None:
    seen: dict[str, str] = {}
    for level in levels:
        for key in dict.fromkeys(map(_level_key, (level.name, *level.aliases))):
            if seen.setdefault(key, level.name) != level.name:
                raise ValueError(f"{what}: {key!r} names both {seen[key]!r} and {level.name!r}")
