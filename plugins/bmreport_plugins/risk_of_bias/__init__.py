"""Risk of bias: tools as data files, judgements checked against them, agreement of two assessors, consensus.

    tool = load_tool("rob2")                         # or the path of a YAML file of one's own
    judged = judge(tool, {"D1": "low", "D2": "some concerns"}, study="ISIS-2")
    judged.domains["randomisation"].sign.symbol      # "+"

A tool names domains and levels; the questions behind them belong to its authors and stand in none of these files.
"""

from __future__ import annotations

from bmreport_plugins.risk_of_bias.agreement import Agreement, Disagreement, agreement, kappa
from bmreport_plugins.risk_of_bias.consensus import Consensus, Settled, load_consensus, settle
from bmreport_plugins.risk_of_bias.judging import Judged, JudgementError, judge, judge_studies, overall
from bmreport_plugins.risk_of_bias.loading import load_tool, tool_names
from bmreport_plugins.risk_of_bias.signs import SIGNS, Sign
from bmreport_plugins.risk_of_bias.tables import JudgementTable, read_judgements
from bmreport_plugins.risk_of_bias.tool import Block, Domain, Level, RobTool

__all__ = [
    "SIGNS",
    "Agreement",
    "Block",
    "Consensus",
    "Disagreement",
    "Domain",
    "Judged",
    "JudgementError",
    "JudgementTable",
    "Level",
    "RobTool",
    "Settled",
    "Sign",
    "agreement",
    "judge",
    "judge_studies",
    "kappa",
    "load_consensus",
    "load_tool",
    "overall",
    "read_judgements",
    "settle",
    "tool_names",
]
