"""`bmreport meta`: meta-analyses of tables of study data."""

from __future__ import annotations

from typing import Any

import click

from bmreport.cli import parameters

_OTHER_NAMES = {
    "FE": "EE", "CE": "EE", "FIXED": "EE", "COMMON": "EE", "IV": "EE", "RANDOM": "REML", "RE": "REML", "HSK": "HSk",
}  # fmt: skip
_TESTS = {"HK": "knha", "HKSJ": "knha", "KNHA": "knha", "NORMAL": "z"}


def _model(_context: click.Context, _parameter: click.Parameter, given: str | None) -> str | None:
    """The method by its short name, in any case; other usual names lead to it."""
    return given and _OTHER_NAMES.get(given.strip().upper(), given.strip().upper())


def _test(_context: click.Context, _parameter: click.Parameter, given: str | None) -> str | None:
    return given and _TESTS.get(given.strip().upper(), given.strip().lower())


@click.command("meta", short_help="Pool studies: effects, heterogeneity, subgroups, small-study effects.")
@parameters.sources_argument
@click.option("--measure", metavar="NAME", help="RR, OR, RD, HR, IRR, MD, SMD …  [default: what most studies give]")
@click.option(
    "--model",
    metavar="NAME",
    callback=_model,
    help="Random effects by REML, DL, PM …, or a common effect: EE (inverse variance), MH, PETO.  [default: REML]",
)
@click.option("--test", metavar="NAME", callback=_test, help="z, t, knha (Hartung-Knapp) or adhoc.  [default: z]")
@click.option("--level", type=float, metavar="SHARE", help="Coverage of intervals.  [default: 0.95]")
@click.option("--outcome", multiple=True, metavar="NAME", help="Outcome to pool (repeatable).  [default: all]")
@click.option("--comparison", multiple=True, metavar="NAME", help="Comparison to pool (repeatable).  [default: all]")
@click.option(
    "--by",
    multiple=True,
    callback=parameters.split_commas,
    metavar="NAME",
    help="Subgroups by a field or column (repeatable); none for none.  [default: subgroup]",
)
@click.option(
    "--moderator",
    multiple=True,
    callback=parameters.split_commas,
    metavar="NAME",
    help="Meta-regression on a field or column (repeatable).",
)
@click.option("--mix-designs", is_flag=True, default=None, help="Pool randomised and other studies together.")
@parameters.figures_option
@parameters.workflow_options
def command(sources: tuple[str, ...], quiet: bool, **given: Any) -> int:  # noqa: ANN401  # one value for each option
    """Pool the studies of a table, outcome by outcome.

    SOURCES are tables of study data (CSV, TSV, XLSX, JSON; one row a study), records of their papers (RIS, nbib …) for
    the reference list, folders, or saved reports. A table without a column `outcome` is about one.

    Shown are the effect of each study with its weight, the pooled effect with confidence and prediction interval, Q,
    I² and τ² with their intervals, subgroups with the test of their difference, each study left out in turn, tests of
    asymmetry from ten studies on, trim and fill, and every row that was not pooled with the reason. --export json holds
    all numbers unrounded.

    \b
    Examples:
      bmreport meta studies.csv
      bmreport meta studies.csv --measure OR --model MH
      bmreport meta studies.csv --model DL --test knha --by dose --moderator year
      bmreport meta studies.csv papers.nbib --outcome "All-cause mortality" --export pdf,json -o out/
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.workflow_files import run_workflow, split_given

    shared, own = split_given(given)
    own["method"] = own.pop("model")
    return run_workflow("meta-analysis", sources, shared, own, quiet=quiet)
