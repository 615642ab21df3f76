"""`bmreport refine`: a finished report on other evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bmreport.cli import parameters


@click.command("refine", short_help="Change the evidence of a finished report.")
@click.argument("report", metavar="REPORT.json", type=click.Path(path_type=Path))
@click.option(
    "-x",
    "--exclude",
    multiple=True,
    metavar="ID",
    help="Take out a citation, or a document with all its citations: by citation id, reference id, document id, DOI or "
    "PMID (repeatable, or with commas).",
)
@click.option(
    "-a",
    "--add",
    multiple=True,
    metavar="SOURCE",
    help="Add evidence: a file, a folder or FORMAT:PATH, as for build (repeatable). Passages that are there already do "
    "not come in again.",
)
@click.option(
    "--note",
    metavar="TEXT",
    default="",
    help="Why. It is kept in the history; a synthesizer that can revise may follow it.",
)
@click.option(
    "--grader",
    "graders",
    multiple=True,
    callback=parameters.split_commas,
    metavar="NAME",
    help="Who grades (repeatable).  [default: those of the report]",
)
@click.option("--synthesizer", metavar="NAME", help="Who writes what is new.  [default: that of the report]")
@parameters.model_options
@click.option(
    "--min-citations",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fewest citations that must be left.  [default: 2]",
)
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
    help="File to write, or a folder (ending in /) for several; - for standard output.  [default: NAME.refined.json "
    "beside the report, or NAME.refined-2.json … where that is there; with --export, files named after the title]",
)
@click.option("--in-place", is_flag=True, help="Write the refined report over the one that was given.")
@parameters.ledger_option
@parameters.engine_option
@parameters.template_option
@parameters.locale_option
@parameters.set_option
@click.option("--further-reading", is_flag=True, default=None, help="List the references that nothing cites as well.")
@click.option("--strict", is_flag=True, default=None, help="Exit with code 5 when the checks find an error.")
@parameters.offline_option
@parameters.quiet_option
@parameters.debug_option
def command(
    report: Path,
    exclude: tuple[str, ...],
    add: tuple[str, ...],
    note: str,
    in_place: bool,
    quiet: bool,
    **given: Any,  # noqa: ANN401  # one value for each option
) -> int:
    """Take evidence out of a report that was saved with --export json, or add some, and do again what that touches.

    A sentence stays as it stands unless it rests on what is taken out. New ones are written from what came in, and from
    the citations that a lost sentence rested on as well. Grades, contradictions, numbers and checks are made again. The
    report's history tells of every change, and of each sentence that went. The given file is never overwritten without
    --in-place.

    Graders, synthesizer and their options are those of the report; --synthesizer and --llm name another. A report names
    no language model's address: say it with --llm.

    \b
    Examples:
      bmreport refine aspirin.json --exclude c3 --note "retracted in 2024"
      bmreport refine aspirin.json --exclude 10.1001/jama.2018.20578 --add new.nbib -o aspirin-2.json
      bmreport refine aspirin.json --add new.nbib --llm ollama:medgemma:4b --export pdf,html
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.refining import Wish, refine_file
    from bmreport.cli.settings import Given

    return refine_file(report, Wish(exclude, add, note, in_place), Given(**given), quiet=quiet)
