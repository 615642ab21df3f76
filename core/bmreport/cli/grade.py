"""`bmreport grade`: GRADE from tables of study data."""

from __future__ import annotations

from typing import Any

import click

from bmreport.cli import parameters


@click.command("grade", short_help="Grade study data by GRADE, with every step and its tables.")
@parameters.sources_argument
@click.option("--outcome", multiple=True, metavar="NAME", help="Outcome to grade (repeatable).  [default: all]")
@click.option("--comparison", multiple=True, metavar="NAME", help="Comparison to grade (repeatable).  [default: all]")
@click.option("--overrides", metavar="FILE", help="YAML file of judgements by people, each with a name and a reason.")
@click.option(
    "--figures/--no-figures", default=None, help="Draw forest and risk-of-bias plots.  [default: not in text]"
)
@parameters.workflow_options
def command(sources: tuple[str, ...], quiet: bool, **given: Any) -> int:  # noqa: ANN401  # one value for each option
    """Rate the certainty of the evidence on each outcome: High, Moderate, Low or Very low.

    SOURCES are tables of study data, records of their papers for the reference list, folders, or saved reports. No
    passages are needed. Every step states its rule, its numbers and its thresholds; what was not assessed is said to be
    so. Thresholds and declarations are options: --set grade.NAME=VALUE; `bmreport plugins --options` lists them.

    \b
    Examples:
      bmreport grade studies.csv
      bmreport grade studies.csv --set 'grade.importance={Death = "critical"}'
      bmreport grade studies.csv --overrides judgements.yaml --export pdf
      bmreport grade studies.csv papers.nbib --export docx,json -o out/
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.workflow_files import run_workflow, split_given

    shared, own = split_given(given)
    return run_workflow("grade", sources, shared, own, borrowed=("grade",), quiet=quiet)
