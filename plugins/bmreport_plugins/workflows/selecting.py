"""The rows that were asked for, by outcome and comparison."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from bmreport import InputError
from bmreport_plugins.study_pooling.grouping import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Study
    from bmreport_plugins.workflows.options import WorkflowOptions

__all__ = ["expect_studies", "select"]


def select(studies: Sequence[Study], options: WorkflowOptions) -> list[Study]:
    """The rows of the outcomes and comparisons asked for. Raises InputError for one that no row has."""
    kept = list(studies)
    for field, wanted in (("outcome", options.outcome), ("comparison", options.comparison)):
        if not wanted:
            continue
        known = {name_key(getattr(study, field)): getattr(study, field) for study in kept}
        for name in wanted:
            if name_key(name) not in known:
                raise _unknown(field, name, known)
        keys = {name_key(name) for name in wanted}
        kept = [study for study in kept if name_key(getattr(study, field)) in keys]
    return kept


def expect_studies(studies: Sequence[Study], command: str, inputs: Sequence[str]) -> None:
    """Raise InputError when there is no row of study data."""
    if not studies:
        raise InputError(
            "there is no study data in the input",
            where=", ".join(inputs)[:400],
            remedy=f"give a table with one row a study, as in `bmreport {command} studies.csv`",
        )


def _unknown(field: str, name: str, known: dict[str, str]) -> InputError:
    near = difflib.get_close_matches(name_key(name), known, n=2, cutoff=0.6)
    there = "; ".join(f"{one!r}" for one in known.values() if one) or "none is named"
    meant = f"did you mean {' or '.join(repr(known[one]) for one in near)}? " if near else ""
    return InputError(f"no study has the {field} {name!r:.80}", remedy=f"{meant}{field}s: {there}"[:600])
