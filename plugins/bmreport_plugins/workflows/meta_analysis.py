"""Workflow `meta-analysis`: tables of study data to pooled effects, with everything that is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import Options
from bmreport_plugins.workflows.meta_options import MetaOptions

if TYPE_CHECKING:
    from bmreport import Report, RunContext

__all__ = ["MetaAnalysisWorkflow"]


class MetaAnalysisWorkflow:
    """Pools each outcome of each comparison; the numbers stand unrounded in the report's `analyses`."""

    name = "meta-analysis"
    summary = "Meta-analysis of each outcome: effects, heterogeneity, subgroups, sensitivity, small-study effects"
    options_model: type[Options] = MetaOptions

    def run(self, inputs: list[str], context: RunContext, options: MetaOptions) -> Report:
        """The report, not checked yet.

        Raises InputError for a table that cannot be used, an outcome that no study has, and when nothing can be pooled;
        ConfigError for options that do not fit the studies.
        """
        # numpy and the sources load here, when somebody pools.
        from bmreport_plugins.workflows.meta.reporting import meta_report
        from bmreport_plugins.workflows.moderator_columns import with_moderators
        from bmreport_plugins.workflows.reading import gather

        wanted = with_moderators(inputs, context, options)
        return meta_report(gather(inputs, context, wanted), inputs, context, wanted)
