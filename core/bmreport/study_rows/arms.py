"""The figures of an arm: people with an event, means, rates; what follows from others is computed and said."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from bmreport.study_rows.cells import Numbers
from bmreport.study_rows.columns import Column
from bmreport.study_rows.filling import Filling, Place

__all__ = ["read_arm"]


def read_arm(row: Filling, columns: Mapping[str, Place], numbers: Numbers) -> dict[str, Any]:
    """The fields of an Arm from the columns of one group, by figure; problems are kept in the row."""
    before = len(row.problems)
    counts = {name: row.number(*columns[name], numbers.count) for name in _COUNTS if name in columns}
    arm: dict[str, Any] = {
        "events": counts.get("events"),
        "total": counts.get("total"),
        "mean": row.number(*columns["mean"], numbers.number) if "mean" in columns else None,
        "sd": row.number(*columns["sd"], numbers.number) if "sd" in columns else None,
        "person_time": row.number(*columns["person_time"], numbers.positive) if "person_time" in columns else None,
    }
    if "label" in columns:
        arm["label"] = row.text(*columns["label"])
    if len(row.problems) == before:
        _with_non_events(row, arm, columns, counts.get("nonevents"))
        _check_people(row, arm, columns)
        _check_spread(row, arm, columns, numbers)
    return {name: value for name, value in arm.items() if value not in (None, "")}


_COUNTS = ("events", "nonevents", "total")


def _with_non_events(row: Filling, arm: dict[str, Any], columns: Mapping[str, Place], without: int | None) -> None:
    if without is None:
        return
    column = columns["nonevents"][1]
    if arm["events"] is None and arm["total"] is not None:
        if without > arm["total"]:
            row.refuse(column, f"{without} people without the event among {arm['total']}", "correct one of the two")
        else:
            arm["events"] = arm["total"] - without
    elif arm["events"] is not None:
        people = arm["events"] + without
        if arm["total"] not in (None, people):
            reason = f"{arm['events']} with and {without} without the event are {people} people, not {arm['total']}"
            row.refuse(column, reason, "correct one of the three")
        arm["total"] = people


def _check_people(row: Filling, arm: dict[str, Any], columns: Mapping[str, Place]) -> None:
    events, total = arm["events"], arm["total"]
    if total == 0:
        column = _column(columns, "total", "nonevents", "events")
        row.refuse(column, "is 0; an arm without people tells nothing", "leave the row out, or correct the number")
    elif events is not None and total is not None and events > total:
        reason = f"{events} events among {total} people"
        row.refuse(
            _column(columns, "events"), reason, "check whether two columns are exchanged; count people, not events"
        )


def _check_spread(row: Filling, arm: dict[str, Any], columns: Mapping[str, Place], numbers: Numbers) -> None:
    """The SD; from a standard error by SD = SE x root n (Cochrane Handbook 6.5.2.2)."""
    if arm["sd"] is not None and arm["sd"] <= 0:
        what = "is below 0" if arm["sd"] < 0 else "is 0: was it rounded?"
        row.refuse(columns["sd"][1], f"the SD {what}", "give the SD as the paper prints it, or leave the cell empty")
        arm["sd"] = None
    error = row.number(*columns["se"], numbers.positive) if "se" in columns else None
    if error is None or arm["sd"] is not None:
        return
    if arm["total"] is None:
        row.refuse(columns["se"][1], "a standard error without the number of people", "give the number, or the SD")
        return
    arm["sd"] = error * math.sqrt(arm["total"])
    row.notes.append(f"SD {arm['sd']:.4g} computed from {columns['se'][1].name} {error:g} and n {arm['total']}")


def _column(columns: Mapping[str, Place], *names: str) -> Column:
    return next(columns[name][1] for name in names if name in columns)
