"""What a report remembers of how it was made, as far as it may be followed: a report is a file from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmreport.errors import UsageError
from bmreport.paths import exists
from bmreport.pipeline import DEFAULT_GRADER, DEFAULT_SYNTHESIZER
from bmreport.report_merging.provenance import names_in

if TYPE_CHECKING:
    from bmreport.host import PluginHost
    from bmreport.models import Report

__all__ = ["Remembered", "remembered_graders", "remembered_options", "remembered_synthesizer"]

_KINDS = ("grader", "synthesizer", "verifier")
WITHHELD = "(withheld)"


@dataclass(frozen=True)
class Remembered:
    """Options by provider, and the names of those that were not taken over."""

    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


def remembered_synthesizer(report: Report) -> str:
    """Who wrote the report. Raises UsageError where several did, as in a merged report."""
    names = names_in(report.provenance.synthesizer)
    if len(names) > 1:
        raise UsageError(
            f"the report was written by {' and '.join(names)}",
            where="synthesizer",
            remedy="say with --synthesizer which of them writes what is new",
        )
    return names[0] if names else DEFAULT_SYNTHESIZER


def remembered_graders(report: Report) -> tuple[str, ...]:
    """Who graded the report."""
    return tuple(names_in(report.provenance.grader)) or (DEFAULT_GRADER,)


def remembered_options(report: Report, host: PluginHost) -> Remembered:
    """The options of graders, synthesizers and verifiers that the report was made with.

    Only numbers, switches and plain words are taken over: what a report says must open no file and no connection.
    Keys were never saved.
    """
    known = {
        key: host.option_names(one)
        for one in host.everything()
        if one.kind in _KINDS
        for key in (one.name, f"{one.kind}:{one.name}")
    }
    found = Remembered()
    for name, values in report.provenance.options.items():
        if name not in known or not isinstance(values, Mapping):
            continue
        for option, value in values.items():
            if option not in known[name]:
                continue
            if _is_plain(value):
                found.options.setdefault(name, {})[option] = value
            else:
                found.refused.append(f"{name}.{option}")
    return found


def _is_plain(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float):
        return True
    if not isinstance(value, str) or value == WITHHELD:
        return False
    return not any(sign in value for sign in "/\\:") and not exists(Path(value))
