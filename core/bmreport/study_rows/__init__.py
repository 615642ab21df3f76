"""Rows of study data as people write them: names of columns, numbers in cells, one row made into a Study's fields.

    plan = plan_columns(["study", "outcome", "ev.trt", "n.trt", "ev.ctrl", "n.ctrl"])
    row = RowReader(plan).read(["ISIS-2", "death", "12", "240", "21", "236"])
    row.fields["intervention"]      # {"events": 12, "total": 240}

Formats of files are no business of this package: a table has names and rows of cells, whatever it was read from.
"""

from __future__ import annotations

from bmreport.study_rows.cells import Cell, CellError, Mark, Numbers, Unreadable, decimal_mark, is_missing
from bmreport.study_rows.columns import Column, ColumnPlan, Role, plan_columns
from bmreport.study_rows.designs import MEASURES, RATIOS, design_of, measure_of
from bmreport.study_rows.filling import Problem, text_of
from bmreport.study_rows.flat import flat_names
from bmreport.study_rows.judgements import is_overall
from bmreport.study_rows.names import joined
from bmreport.study_rows.rows import Defaults, Row, RowReader
from bmreport.study_rows.suspicions import doubtful_spreads
from bmreport.study_rows.tool_names import BUILT_IN_TOOLS, tool_key

__all__ = [
    "BUILT_IN_TOOLS",
    "MEASURES",
    "RATIOS",
    "Cell",
    "CellError",
    "Column",
    "ColumnPlan",
    "Defaults",
    "Mark",
    "Numbers",
    "Problem",
    "Role",
    "Row",
    "RowReader",
    "Unreadable",
    "decimal_mark",
    "design_of",
    "doubtful_spreads",
    "flat_names",
    "is_missing",
    "is_overall",
    "joined",
    "measure_of",
    "plan_columns",
    "text_of",
    "tool_key",
]
