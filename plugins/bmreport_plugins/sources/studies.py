"""Source `studies`: tables of study data (CSV, TSV, XLSX, JSON), one row for each study, outcome and comparison."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bmreport import Harvest, Match, Options, RunContext, SourceLocator
from bmreport.decoding import decode
from bmreport.file_kinds import kind_of
from bmreport_plugins.sources.json_shapes import is_json, speaks_of_csl, speaks_of_evidence

_WORKBOOK = b"PK\x03\x04"
_WORKBOOKS = frozenset({".xlsx", ".xlsm"})


class StudiesOptions(Options):
    """Options of the source of study data."""

    outcome: str = ""
    """Outcome of all rows, for a table that has no column for it."""
    comparison: str = ""
    """Comparison of all rows, such as "aspirin versus placebo"."""
    measure: str = ""
    """Measure of the estimates (RR, OR, HR, IRR, RD, MD, SMD …), for a table that does not name it."""
    design: str = ""
    """Design of all studies, such as "randomised trial"."""
    columns: dict[str, str] = Field(default_factory=dict)
    """Columns under names of one's own: {"Deaths A" = "events1", "Patients A" = "n1"}."""
    moderators: Annotated[list[str], Field(default_factory=list)]
    """Columns that are moderators, for subgroups and meta-regression; those called mod.… are so without this."""
    tools: Annotated[list[str], Field(default_factory=list)]
    """YAML files of risk-of-bias tools of one's own; their columns are called ID.DOMAIN."""
    sheet: str = ""
    """Sheet of a workbook; without it the first one with a header that is known."""
    delimiter: Literal["auto", "comma", "semicolon", "tab", "pipe"] = "auto"
    """What separates cells in a text file."""
    decimal: Literal["auto", "point", "comma"] = "auto"
    """The decimal mark of numbers."""


class StudiesSource:
    """Reads tables of study data; the import report accounts for every row, and names columns that are not used."""

    name = "studies"
    summary = "tables of study data: CSV, TSV, XLSX, JSON"
    options_model = StudiesOptions

    def match(self, locator: SourceLocator) -> Match:
        """By the names of columns: a study and figures of two arms, or an estimate. Other tables are not taken."""
        if locator.is_folder or not locator.head:
            return Match.NO
        if locator.head.startswith(_WORKBOOK):
            kind = kind_of(locator.head)
            workbook = locator.suffix in _WORKBOOKS or (kind is not None and "XLSX" in kind.name)
            return Match.SUFFIX if workbook else Match.NO
        if kind_of(locator.head):
            return Match.NO
        text = decode(locator.head).text
        if is_json(text) and (speaks_of_evidence(text) or speaks_of_csl(text)):
            return Match.NO
        # It brings in what is known of columns, which a host that reads something else should not wait for.
        from bmreport_plugins.sources.studies_shape import is_study_json, is_study_text

        return Match.CONTENT if (is_study_json(text) if is_json(text) else is_study_text(text)) else Match.NO

    def read(self, locator: SourceLocator, context: RunContext, options: StudiesOptions) -> Harvest:
        """Read every row. Raises InputError when it is no table, or lacks a column that is needed."""
        # As above.
        from bmreport_plugins.sources.studies_harvest import harvest_studies

        return harvest_studies(self.name, locator, options)
