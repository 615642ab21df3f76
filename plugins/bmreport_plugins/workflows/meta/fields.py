"""What studies can be told apart by: their fields and moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bmreport import ConfigError
from bmreport_plugins.study_pooling.one_row_a_study import follow_up_days
from bmreport_plugins.study_pooling.row_tables import people_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport import Study

__all__ = ["FIELDS", "NO_GROUPS", "asked_columns", "expect_field", "group_of", "moderator_name", "moderator_of"]

FIELDS: Final = ("subgroup", "design", "funding", "follow_up", "year", "participants", "comparison")
NO_GROUPS: Final = ("", "none")
"""What stands for no subgroups."""
_DAYS_A_YEAR: Final = 365.25


def moderator_name(name: str) -> str:
    """A moderator as the studies know it: the column `mod.age` is the moderator `age`."""
    return name.removeprefix("mod.")


def expect_field(name: str, studies: Sequence[Study], option: str) -> None:
    """Raise ConfigError for a name that is no field, and for one that no study gives."""
    if any(_value(study, name) not in (None, "") for study in studies):
        return
    given = [field for field in FIELDS if any(_value(study, field) not in (None, "") for study in studies)]
    moderators = dict.fromkeys(key for study in studies for key in study.moderators)
    raise ConfigError(
        f"option {option!r} names {name!r:.60}, which no study gives",
        where="workflow meta-analysis",
        remedy=f"name one of {', '.join([*given, *moderators])}, or a column of the table"[:400],
    )


def group_of(study: Study, name: str) -> str:
    """The subgroup of a study by a field or moderator, as text; empty where it is not given."""
    value = _value(study, name)
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else " ".join(str(value).split())


def moderator_of(study: Study, name: str) -> float | str | None:
    """The value for a meta-regression: numbers as numbers, a follow-up in years, all else as a category."""
    value = _value(study, name)
    if name == "follow_up":
        days = follow_up_days(str(value or ""))
        return days / _DAYS_A_YEAR if days else None
    if isinstance(value, int | float):
        return float(value)
    return str(value) if value not in (None, "") else None


def asked_columns(names: Iterable[str]) -> list[str]:
    """Those of the names that are no field of their own, and so columns of the table."""
    return list(dict.fromkeys(name for name in names if name not in FIELDS))


def _value(study: Study, name: str) -> object:
    key = moderator_name(name)
    if key in study.moderators:
        return study.moderators[key]
    if name == "participants":
        return people_in(study)
    return getattr(study, name) if name in FIELDS else None
