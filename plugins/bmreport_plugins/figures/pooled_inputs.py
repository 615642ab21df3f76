"""The one outcome that a forest or funnel plot shows, pooled from the rows of its inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport import ConfigError, InputError
from bmreport_plugins.figures.inputs import field_names, has_field, on_topic, value_of
from bmreport_plugins.study_pooling import PooledOutcome, PoolingSettings, StudyGroup, group_studies, pool_group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport import Study
    from bmreport_plugins.figures.options import PoolingOptions

__all__ = ["chosen_group", "pooled_of", "settings_of", "strata_of"]


def settings_of(options: PoolingOptions, group: StudyGroup, maker: str) -> PoolingSettings:
    """How the outcome is pooled. Raises ConfigError for a measure or level that does not exist."""
    if not 0.5 <= options.level < 1.0:
        raise ConfigError(
            f"option 'level' is {options.level:g}", where=f"figure {maker}", remedy="give a share such as 0.95"
        )
    measures = {}
    if options.measure:
        from bmreport_meta import MEASURES  # numpy, which drawing from a data file never needs

        name = options.measure.upper()
        if name not in MEASURES:
            raise ConfigError(
                f"option 'measure' is {options.measure!r:.40}, which is no measure of effect",
                where=f"figure {maker}",
                remedy="choose one of RR, OR, RD, HR, IRR, IRD, MD, SMD, ROM, PETO, PR, PLO, COR, ZCOR",
            )
        measures[group.outcome] = name
    return PoolingSettings(options.method, options.test, options.level, measures)


def chosen_group(studies: Sequence[Study], options: PoolingOptions, maker: str) -> StudyGroup:
    """The rows of one outcome in one comparison. Raises InputError when there are none or several to choose from."""
    if not studies:
        raise InputError("there is no study in the input", remedy="give a table of study data, one row a study")
    groups = group_studies(on_topic(studies, options), by_design=not options.mix_designs)
    if len(groups) > 1:
        raise _several(groups, maker)
    return groups[0]


def pooled_of(studies: Sequence[Study], options: PoolingOptions, maker: str) -> tuple[PooledOutcome, PoolingSettings]:
    """The outcome and how it was pooled. Raises InputError when nothing at all can be shown."""
    group = chosen_group(studies, options, maker)
    settings = settings_of(options, group, maker)
    outcome = pool_group(group, settings)
    if not outcome.rows and not outcome.without_events:
        first = outcome.left_out[0] if outcome.left_out else None
        raise InputError(
            outcome.why_not or "no study can be shown",
            where=str(first.study.origin or "") if first else "",
            remedy="give events and totals, means with SD, or an estimate with its interval; or another measure",
        )
    return outcome, settings


def strata_of(outcome: PooledOutcome, by: str, maker: str) -> bool | list[str]:
    """The subgroup of each row that is shown: as the rows say (`subgroup`), by another field, or none."""
    if by in ("", "none"):
        return False
    if by == "subgroup":
        return True
    shown = [*(row.study for row in outcome.rows), *(row.study for row in outcome.without_events)]
    if not any(has_field(study, by) for study in shown):
        raise ConfigError(
            f"option 'by' names {by!r:.60}, which no study has",
            where=f"figure {maker}",
            remedy=f"name one of {', '.join(field_names(shown))}",
        )
    return [value_of(study, by) for study in shown]


def _several(groups: Sequence[StudyGroup], maker: str) -> InputError:
    """What there is to choose from, and how."""
    outcomes = list(dict.fromkeys(group.outcome for group in groups))
    comparisons = list(dict.fromkeys(group.comparison for group in groups))
    if len(outcomes) > 1:
        return InputError(
            f"the input holds {len(outcomes)} outcomes: {'; '.join(outcomes):.400}",
            remedy=f"name one with --set '{maker}.outcome={outcomes[0]}'",
        )
    if len(comparisons) > 1:
        named = [comparison or "(none)" for comparison in comparisons]
        return InputError(
            f"the outcome is compared in {len(comparisons)} ways: {'; '.join(named):.400}",
            remedy=f"name one with --set '{maker}.comparison={next(filter(None, comparisons))}'",
        )
    designs = [str(group.design) for group in groups]
    return InputError(
        f"the outcome was studied in {' and in '.join(designs)}, which are not pooled together",
        remedy=f"choose with --set '{maker}.only={{design = \"randomised trial\"}}', or --set {maker}.mix_designs=true",
    )
