"""Maker `evidence-map`, and the picture for whoever has studies at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import Field

from bmreport import ConfigError, Drawing, InputError
from bmreport_plugins.figures.options import StudyOptions

if TYPE_CHECKING:
    from bmreport import Report, RunContext
    from bmreport_plugins.figures.evidence_map.plot import EvidenceMap
    from bmreport_plugins.figures.picture import Picture

MOST_LINES, MOST_COLUMNS = 200, 40

__all__ = ["EvidenceMapMaker", "EvidenceMapOptions", "evidence_map_picture"]


class EvidenceMapOptions(StudyOptions):
    """Options of the map of the evidence."""

    down: str = "outcome"
    """What the lines are: a field (outcome, comparison, subgroup …) or a moderator."""
    across: str = "design"
    """What the columns are: a field or a moderator."""
    expected: list[str] = Field(default_factory=list)
    """Columns to show even when no study is in them."""
    title: str = ""
    """The title."""
    heading: bool = True
    """Print the title above the picture."""
    text_size: float = 9.0
    """Size of the text in points."""


class EvidenceMapMaker:
    """Maps from tables of study data, saved reports (with the certainty of their grades), or a map's data file."""

    name = "evidence-map"
    summary = "Map of the evidence: studies and people by outcome and design, with the gaps"
    options_model = EvidenceMapOptions

    def draw(self, inputs: list[str], context: RunContext, options: EvidenceMapOptions) -> Drawing:
        """The map. Raises InputError naming file, row and column."""
        # Reading and printing are wanted only now; a host lists makers without them.
        from bmreport_plugins.figures.evidence_map.plot import map_of_studies
        from bmreport_plugins.figures.evidence_map.table import map_of_sheet
        from bmreport_plugins.figures.inputs import field_names, has_field, on_topic, opened, read_inputs, sheet_for
        from bmreport_plugins.figures.looks import adjusted

        files = opened(inputs, self.name)
        sheet = sheet_for(files, (self.name,))
        if sheet:
            return evidence_map_picture(adjusted(map_of_sheet(sheet), options, self.name)).drawing()
        found = read_inputs(files, options, context, self.name)
        if not found.studies:
            raise InputError("there is no study in the input", remedy="give a table of study data, one row a study")
        for option in ("down", "across"):
            if not any(has_field(study, getattr(options, option)) for study in found.studies):
                raise ConfigError(
                    f"option {option!r} names {getattr(options, option)!r:.60}, which no study has",
                    where=f"figure {self.name}",
                    remedy=f"name one of {', '.join(field_names(found.studies))}",
                )
        plot = map_of_studies(
            on_topic(found.studies, options),
            down=options.down,
            across=options.across,
            certainty=_certainty(found.reports) if options.down == "outcome" else {},
            columns=options.expected,
            title=options.title,
        )
        plot = replace(plot, heading=plot.title if options.heading else "")
        return evidence_map_picture(adjusted(plot, options, self.name)).drawing()


def evidence_map_picture(plot: EvidenceMap) -> Picture:
    """The picture, with its words and its data. Raises InputError for more fields than a page can hold."""
    from bmreport_plugins.figures.evidence_map.drawing import draw_map
    from bmreport_plugins.figures.evidence_map.table import sheet_of_map
    from bmreport_plugins.figures.evidence_map.words import alt_text, caption
    from bmreport_plugins.figures.picture import Picture

    if len(plot.lines) > MOST_LINES or len(plot.columns) > MOST_COLUMNS:
        raise InputError(
            f"a map of {len(plot.lines):,} by {len(plot.columns):,} fields is too large to be read",
            remedy="choose other lines and columns with the options `down` and `across`, or studies with `only`",
        )
    alt = alt_text(plot)
    svg, width, height = draw_map(plot, alt)
    data = sheet_of_map(plot).to_csv()
    return Picture(plot.name, plot.title, svg, width, height, alt, caption(plot), data, plot.notes, plot.reference_ids)


def _certainty(reports: tuple[Report, ...]) -> dict[str, str]:
    """The first grade of each outcome."""
    found: dict[str, str] = {}
    for report in reports:
        for grade in report.grades:
            if grade.outcome:
                found.setdefault(grade.outcome, f"{grade.symbol} {grade.label}".strip())
    return found
