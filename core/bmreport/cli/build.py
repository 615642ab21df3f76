"""`bmreport build`, the command that needs no name: evidence in, files out."""

from __future__ import annotations

from typing import Any

import click

from bmreport.cli import parameters


@click.command("build", short_help="Build a report from evidence (the default command).")
@parameters.sources_argument
@click.option(
    "--studies",
    multiple=True,
    metavar="FILE",
    help="Table of study data: CSV, TSV, XLSX or JSON, one row for each study and outcome (repeatable).",
)
@click.option("-q", "--question", metavar="TEXT", help="The question that the report answers.")
@parameters.style_option
@click.option(
    "-e",
    "--export",
    "exports",
    multiple=True,
    callback=parameters.split_commas,
    metavar="FORMAT",
    help="Format to write: pdf, docx, html, markdown, json, ris … (repeatable, or with commas). Without it the report "
    "is printed as text.",
)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="File to write, or a folder (ending in /) for several; - for standard output. Without it, files are named "
    "after the title.",
)
@click.option("--title", metavar="TEXT", help="Title of the report.  [default: the question]")
@click.option(
    "--grader",
    "graders",
    multiple=True,
    callback=parameters.split_commas,
    metavar="NAME",
    help="Who grades (repeatable).  [default: bmlibrarian]",
)
@click.option("--synthesizer", metavar="NAME", help="Who writes the answer.  [default: extractive]")
@parameters.model_options
@parameters.ledger_option
@parameters.engine_option
@click.option(
    "--min-citations",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fewest usable citations for a report.  [default: 2]",
)
@parameters.template_option
@parameters.locale_option
@parameters.set_option
@click.option(
    "--further-reading", is_flag=True, default=None, help="List the references that the text does not cite as well."
)
@click.option("--strict", is_flag=True, default=None, help="Exit with code 5 when the checks find an error.")
@parameters.offline_option
@parameters.quiet_option
@parameters.debug_option
def command(sources: tuple[str, ...], quiet: bool, **given: Any) -> int:  # noqa: ANN401  # one value for each option
    """Build a report: an answer whose every sentence cites its source, references, and a grade of the evidence.

    SOURCES are files (JSON, RIS, nbib, CSL-JSON …), folders, FORMAT:PATH to name a format, or - for standard input. A
    folder with a bmreport.toml brings its settings; options given here win. Without SOURCES the bmreport.toml of the
    current folder is used.

    The paths of the files written are printed on standard output, one a line; all else goes to standard error.

    \b
    Examples:
      bmreport trials.nbib -q "Does aspirin prevent a first heart attack?"
      bmreport trials.nbib library.ris -q "…" --style nejm --export pdf,docx -o out/
      bmreport trials.nbib --studies trials.csv --grader grade -q "…" --export pdf
      bmreport trials.nbib -q "…" --llm ollama:medgemma:4b --export html,pdf
      cat citations.json | bmreport - --export markdown -o -
      bmreport --style vancouver --export pdf
    """  # \b tells click to keep the lines below it as they are
    # The work loads pydantic and every plugin; help must not.
    from bmreport.cli.building import build_files
    from bmreport.cli.settings import Given

    return build_files(sources, Given(**given), quiet=quiet)
