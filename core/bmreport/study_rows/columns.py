"""The plan of a table: what each column holds, which it lacks, and which names are not known."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from bmreport.study_rows.names import AUTHOR_NAMES, ESTIMATES, METAFOR, STUDY_NAMES, WHOLE, arm_of, joined, level_in
from bmreport.study_rows.tool_names import built_in_tools, tool_key

__all__ = ["Column", "ColumnPlan", "Role", "plan_columns"]


class Role(StrEnum):
    """What a column holds."""

    STUDY = "study"
    TEXT = "text"
    AUTHOR = "author"
    DESIGN = "design"
    YEAR = "year"
    FOLLOW_UP = "follow-up"
    RETRACTED = "retracted"
    ARM = "arm"
    PARTICIPANTS = "participants"
    VALUE = "estimate"
    LOG_VALUE = "logarithm of the estimate"
    SCALED = "estimate on the scale that is pooled"
    LOW = "lower bound"
    HIGH = "upper bound"
    INTERVAL = "interval"
    SE = "standard error"
    VARIANCE = "variance"
    MEASURE = "measure"
    LEVEL = "level"
    BIAS = "risk of bias"
    BIAS_REASON = "reason of a judgement"
    BIAS_LIST = "judgements"
    ASSESSOR = "assessor"
    MODERATOR = "moderator"
    INDIRECTNESS = "indirectness"
    UNUSED = "not used"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Column:
    """A column by the name it has in the file. `key` is the field, figure, moderator or domain; `group` the arm."""

    name: str
    role: Role = Role.UNKNOWN
    key: str = ""
    group: str = ""
    measure: str = ""
    level: float | None = None
    tool: str = ""
    assessor: str = ""

    @property
    def meaning(self) -> tuple[str, ...]:
        """Two columns of one meaning contradict each other, or one of them is too many."""
        return (self.role, self.key, self.group, self.measure, self.tool, self.assessor)


_ROLES = {
    "design": Role.DESIGN, "year": Role.YEAR, "retracted": Role.RETRACTED,
    "follow_up": Role.FOLLOW_UP, "participants": Role.PARTICIPANTS, "measure": Role.MEASURE, "level": Role.LEVEL,
    "value": Role.VALUE, "scaled": Role.SCALED, "low": Role.LOW, "high": Role.HIGH, "interval": Role.INTERVAL,
    "se": Role.SE, "variance": Role.VARIANCE, "bias": Role.BIAS_LIST, "assessor": Role.ASSESSOR,
    "unused": Role.UNUSED,
}  # fmt: skip
_VALUES = frozenset((Role.VALUE, Role.LOG_VALUE, Role.SCALED))
_NUMBER_ROLES = _VALUES | {Role.LOW, Role.HIGH, Role.SE, Role.VARIANCE, Role.PARTICIPANTS, Role.MODERATOR}
_PRECISION = frozenset((Role.LOW, Role.HIGH, Role.INTERVAL, Role.SE, Role.VARIANCE, Role.LEVEL, Role.MEASURE))
# While names are sorted, `measure` holds the rank of a column's name among its kind.
_RANKED = {Role.STUDY: STUDY_NAMES, Role.AUTHOR: AUTHOR_NAMES}
_MANY = frozenset((Role.UNKNOWN, Role.UNUSED))
LONGEST_NAME = 200
"""What is longer is a sentence, not the name of a column."""
_MOST_COMPARED = 200
_MODERATOR = re.compile(r"(?:mod|moderators?|covariates?)\s*[._:]\s*(?P<key>.+)", re.IGNORECASE | re.DOTALL)
_INDIRECT = re.compile(r"indirect(?:ness)?\s*[._:]\s*(?P<key>\w+)", re.IGNORECASE)
_BIAS = re.compile(
    r"(?P<named>rob\s*[.:]\s*)?(?P<tool>[^.:@]+?)\s*(?:[.:]\s*(?P<domain>[^@]+?))?\s*(?:@\s*(?P<assessor>.+))?",
    re.DOTALL,
)
_REASON = re.compile(r"\s*[._ ](?:reason|support|justification|comment)s?$", re.IGNORECASE)
_FOLLOW_UP_UNIT = re.compile(r"(followup|timepoint)(?P<unit>days|weeks|months|years)")
_DOMAINS = {"comparator": "comparator", "control": "comparator", "comparison": "comparator"}
_INDIRECT_DOMAINS = ("population", "intervention", "comparator", "outcome")
_SETS: tuple[tuple[tuple[str, str], ...], ...] = (
    tuple((group, key) for group in ("intervention", "control") for key in ("events", "total")),
    tuple((group, key) for group in ("intervention", "control") for key in ("mean", "sd", "total")),
    tuple((group, key) for group in ("intervention", "control") for key in ("events", "person_time")),
    (("single", "events"), ("single", "total")),
    (("single", "events"), ("single", "person_time")),
    (("single", "mean"), ("single", "sd"), ("single", "total")),
)
_WORDS = {"events": "events", "total": "number of people", "mean": "mean", "sd": "SD", "person_time": "person-time"}


@dataclass(frozen=True)
class ColumnPlan:
    """One Column for each name, in order."""

    columns: tuple[Column, ...]

    @property
    def unknown(self) -> list[str]:
        """Names that mean nothing here; blank ones are left to whoever sees whether cells stand below them."""
        return [column.name for column in self.columns if column.role is Role.UNKNOWN and column.name.strip()]

    @property
    def unused(self) -> list[str]:
        """Names that are known but say nothing beside the others."""
        return [column.name for column in self.columns if column.role is Role.UNUSED]

    @property
    def known(self) -> int:
        """How many columns mean something."""
        return sum(column.role is not Role.UNKNOWN for column in self.columns)

    @property
    def number_columns(self) -> list[int]:
        """Places of the columns that hold numbers."""
        return [
            place
            for place, column in enumerate(self.columns)
            if column.role in _NUMBER_ROLES or (column.role is Role.ARM and column.key != "label")
        ]

    @property
    def clashes(self) -> list[tuple[str, str]]:
        """Pairs of names that mean the same."""
        first: dict[tuple[str, ...], str] = {}
        pairs = []
        for column in self.columns:
            if column.role in _MANY or column.key == "notes":
                continue
            if column.meaning in first:
                pairs.append((first[column.meaning], column.name))
            first.setdefault(column.meaning, column.name)
        return pairs

    def has(self, role: Role, key: str = "") -> bool:
        """Whether a column of that role (and key) is there."""
        return any(column.role is role and key in ("", column.key) for column in self.columns)

    @cached_property
    def arm_figures(self) -> frozenset[tuple[str, str]]:
        """Pairs of group and figure that the columns give, those that follow from others included."""
        given = {(column.group, column.key) for column in self.columns if column.role is Role.ARM}
        groups = {group for group, key in given if key != "label"}
        for group in groups:
            if {(group, "events"), (group, "nonevents")} <= given:
                given.add((group, "total"))
            if (group, "se") in given:
                given.add((group, "sd"))
        if "single" in groups and self.has(Role.PARTICIPANTS):
            given.add(("single", "total"))
        return frozenset(given)

    def missing_figures(self) -> list[str]:
        """What the nearest set of figures lacks, in words; empty when one set is whole."""
        if any(self.has(role) for role in _VALUES):
            return []
        given = self.arm_figures
        if any(set(needed) <= given for needed in _SETS):
            return []
        best = max(_SETS, key=lambda needed: (len(given & set(needed)), -len(needed)))
        if not given & set(best):
            return ["figures of both arms, or an estimate with its interval"]
        return [_figure_words(group, key) for group, key in best if (group, key) not in given]

    def near(self, wanted: Sequence[str]) -> list[str]:
        """Unknown names that look like slips of the wanted ones, each with what it may mean."""
        found = []
        for name in self.unknown[:_MOST_COMPARED]:
            match = difflib.get_close_matches(joined(name[:LONGEST_NAME]), wanted, n=1, cutoff=0.75)
            if match:
                found.append(f"{name} (did you mean {match[0]}?)")
        return found


def plan_columns(
    names: Sequence[str],
    *,
    tools: Mapping[str, str] | None = None,
    renamed: Mapping[str, str] | None = None,
    moderators: Collection[str] = (),
) -> ColumnPlan:
    """What the columns of these names hold.

    `tools` maps comparable names of risk-of-bias tools to their ids; without it those that come with bmreport count.
    `renamed` says for a column's name under which known name it is to be read; `moderators` names columns that are
    moderators.
    """
    known_tools = built_in_tools() if tools is None else tools
    other = dict(renamed or {})
    metafor = bool({"ai", "tpos"} & {joined(other.get(name, name)) for name in names if len(name) <= LONGEST_NAME})
    columns = []
    for name in names:
        if name in moderators:
            columns.append(Column(name, Role.MODERATOR, name))
        else:
            columns.append(_column(name, other.get(name, name), known_tools, metafor=metafor))
    return ColumnPlan(tuple(_settled(columns)))


def _settled(columns: Sequence[Column]) -> list[Column]:
    """Columns that another one makes needless are not used: weaker names of the study, figures beside those of arms."""
    best = {role: min((int(one.measure) for one in columns if one.role is role), default=0) for role in _RANKED}
    arms = any(one.role is Role.ARM and one.group != "single" and one.key != "label" for one in columns)
    valued = any(one.role in _VALUES for one in columns)
    out = []
    for one in columns:
        weaker = one.role in _RANKED and int(one.measure) > best[one.role]
        needless = arms and one.role is Role.ARM and one.group == "single"
        alone = arms and not valued and one.role in _PRECISION
        if weaker or needless or alone:
            out.append(Column(one.name, Role.UNUSED))
        else:
            out.append(replace(one, measure="") if one.role in _RANKED else one)
    return out


def _column(name: str, text: str, tools: Mapping[str, str], *, metafor: bool) -> Column:
    """The column `name`, read as if it were called `text`."""
    text = " ".join(text.split()) if len(text) <= LONGEST_NAME else ""
    if not text:
        return Column(name)
    prefixed = _prefixed(name, text, tools)
    if prefixed:
        return prefixed
    plain = joined(text)
    if plain in METAFOR and (plain != "ci" or metafor):
        group, key = METAFOR[plain]
        return Column(name, Role.ARM, key, group)
    for role, ranked in _RANKED.items():
        if plain in ranked:
            return Column(name, role, measure=str(ranked.index(plain)))
    estimate = _estimate(name, plain)
    if estimate:
        return estimate
    bare, level = level_in(text)
    if unit := _FOLLOW_UP_UNIT.fullmatch(plain):
        return Column(name, Role.FOLLOW_UP, unit["unit"])
    field = WHOLE.get(plain) or (WHOLE.get(bare, "") if level else "")
    if field in {"low", "high", "interval"} or (field and level is None):
        role = _ROLES.get(field, Role.TEXT)
        return Column(name, role, field if role is Role.TEXT else "", level=level)
    arm = arm_of(text)
    return Column(name, Role.ARM, arm[1], arm[0]) if arm else Column(name)


def _estimate(name: str, plain: str) -> Column | None:
    if plain in ESTIMATES:
        return Column(name, Role.VALUE, measure=ESTIMATES[plain])
    for prefix in ("log", "ln"):
        if plain.removeprefix(prefix) in ESTIMATES and plain.startswith(prefix):
            return Column(name, Role.LOG_VALUE, measure=ESTIMATES[plain.removeprefix(prefix)])
        if plain.startswith(f"se{prefix}") and plain.removeprefix(f"se{prefix}") in ESTIMATES:
            return Column(name, Role.SE)
    return None


def _prefixed(name: str, text: str, tools: Mapping[str, str]) -> Column | None:
    """Columns whose name has a prefix: moderators, indirectness, domains of a risk-of-bias tool."""
    if found := _MODERATOR.fullmatch(text.strip()):
        return Column(name, Role.MODERATOR, found["key"].strip())
    if found := _INDIRECT.fullmatch(text.strip()):
        key = found["key"].casefold()
        key = _DOMAINS.get(key, key)
        return Column(name, Role.INDIRECTNESS, key) if key in _INDIRECT_DOMAINS else Column(name)
    found = _BIAS.fullmatch(text.strip())
    if not found:
        return None
    tool = tools.get(tool_key(found["tool"]), found["tool"].strip() if found["named"] and found["domain"] else "")
    if not tool:
        return None
    domain = found["domain"] or "overall"
    reason = _REASON.search(domain)
    return Column(
        name,
        Role.BIAS_REASON if reason else Role.BIAS,
        _REASON.sub("", domain).strip(),
        tool=tool,
        assessor=(found["assessor"] or "").strip(),
    )


def _figure_words(group: str, key: str) -> str:
    of = {"intervention": " of the intervention group", "control": " of the control group", "single": ""}[group]
    return f"{_WORDS[key]}{of}"
