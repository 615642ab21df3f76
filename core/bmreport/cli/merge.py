"""`bmreport merge`: several finished reports as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bmreport.cli import parameters


@click.command("merge", short_help="Merge finished reports into one.")
@click.argument("reports", metavar="REPORT.json...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--title", metavar="TEXT", help="Title of the merged report.  [default: the titles of the reports]")
@click.option("-q", "--question", metavar="TEXT", help="What all of it answers.  [default: the questions, numbered]")
@click.option("--note", metavar="TEXT", default="", help="A word for the history of the report.")
@parameters.style_option
@click.option(
    "-e",
    "--export",
    "exports",
    multiple=True,
    callback=parameters.split_commas,
    metavar="FORMAT",
    help="Format to write: json, pdf, html … (repeatable, or with commas).  [default: json]",
)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    help="File to write, or a folder (ending in /) for several; - for standard output.  [default: standard output; "
    "with --export, files named after the title]",
)
@parameters.ledger_option
@parameters.engine_option
@parameters.template_option
@parameters.locale_option
@parameters.set_option
@click.option("--further-reading", is_flag=True, default=None, help="List the references that no answer cites as well.")
@click.option("--strict", is_flag=True, default=None, help="Exit with code 5 when the checks find an error.")
@click.option("--llm", metavar="MODEL", help="Language model for the checks that ask one (llm-judge).")
@parameters.offline_option
@parameters.quiet_option
@parameters.debug_option
def command(reports: tuple[Path, ...], note: str, quiet: bool, **given: Any) -> int:  # noqa: ANN401  # one value for each option
    """Put the answers of several reports into one, each under its question, with one list of references.

    The reports were saved with --export json. Documents that several of them cite are listed once and numbered anew;
    passages that came twice are one citation; a section names the documents that serve several questions. Every grade
    is kept with its question. Nothing is written or graded anew, but contradictions are looked for across all passages,
    and every check runs again. Reports on the same question become one answer.

    Without --export the merged report is printed as JSON, or saved in the format that the ending of --output says.

    \b
    Examples:
      bmreport merge benefit.json harm.json -o aspirin.json
      bmreport merge benefit.json harm.json --title "Aspirin: benefit and harm" -e pdf,html -o out/
      bmreport merge benefit.json harm.json > aspirin.json
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.merging import merge_files
    from bmreport.cli.settings import Given

    return merge_files(reports, Given(**given), note=note, quiet=quiet)
