"""`bmreport sof`: the Summary of Findings table."""

from __future__ import annotations

from typing import Any

import click

from bmreport.cli import parameters


@click.command("sof", short_help="Make a Summary of Findings table from study data.")
@parameters.sources_argument
@click.option("--outcome", multiple=True, metavar="NAME", help="Outcome to show (repeatable).  [default: all]")
@click.option("--comparison", multiple=True, metavar="NAME", help="Comparison to show (repeatable).  [default: all]")
@click.option("--overrides", metavar="FILE", help="YAML file of judgements by people, each with a name and a reason.")
@parameters.workflow_options
def command(sources: tuple[str, ...], quiet: bool, **given: Any) -> int:  # noqa: ANN401  # one value for each option
    """Make the Summary of Findings table: effects, effects per 1,000 people, certainty, and what happens.

    SOURCES are as those of `bmreport grade`, and so are the options: --set grade.NAME=VALUE.

    \b
    Examples:
      bmreport sof studies.csv
      bmreport sof studies.csv --export docx
      bmreport sof studies.csv --set 'grade.baseline_risk={Death = 0.1}' --export html,csv
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.workflow_files import run_workflow, split_given

    shared, own = split_given(given)
    return run_workflow("summary-of-findings", sources, shared, own, borrowed=("grade",), quiet=quiet)
