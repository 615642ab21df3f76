"""Columns of a table that the options name as subgroups or moderators, and that the source would not take as such."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bmreport.events import ignore
from bmreport_plugins.workflows.meta.fields import NO_GROUPS, asked_columns, moderator_name
from bmreport_plugins.workflows.reading import gather

if TYPE_CHECKING:
    from bmreport import RunContext
    from bmreport_plugins.workflows.meta_options import MetaOptions

__all__ = ["with_moderators"]


def with_moderators(inputs: list[str], context: RunContext, options: MetaOptions) -> MetaOptions:
    """The options with such columns named to the source of study data, which says so when a table has no such column.

    Standard input can be read only once, so that all names are handed on for it.
    """
    by = [name for name in options.by if name not in NO_GROUPS] if "by" in options.model_fields_set else []
    asked = asked_columns(moderator_name(name) for name in (*by, *options.moderator))
    if not asked:
        return options
    if "-" in inputs:
        missing = [name for name in asked if name in (*by, *options.moderator)]
    else:
        body = gather(inputs, replace(context, emit=ignore), options).body
        there = {key for study in body.studies for key in study.moderators}
        missing = [name for name in asked if name not in there]
    if not missing:
        return options
    given = options.sources.get("studies", {})
    listed = list(dict.fromkeys([*given.get("moderators", []), *missing]))
    sources = {**options.sources, "studies": {**given, "moderators": listed}}
    return options.model_copy(update={"sources": sources})
