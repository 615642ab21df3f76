"""`bmreport plot`: a figure from a file of data."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("plot", short_help="Draw a figure: forest, funnel, risk of bias, PRISMA flow, overview, map.")
@click.argument("kind", metavar="KIND", required=False, default="")
@click.argument("files", metavar="FILE...", nargs=-1, type=click.Path(allow_dash=True))
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    metavar="PATH",
    help="File to write: .svg, .pdf, .png, .csv (data) or .txt (description); repeatable. A folder (ending in /) "
    "gets all of them.  [default: SVG on standard output]",
)
@parameters.set_option
@parameters.offline_option
@parameters.quiet_option
@parameters.debug_option
def command(
    kind: str,
    files: tuple[str, ...],
    outputs: tuple[str, ...],
    settings: tuple[str, ...],
    offline: bool | None,
    quiet: bool,
) -> int:
    """Draw a figure of one KIND from a table of study data, a saved report, or the figure's own data file.

    Kinds: forest, funnel, rob (traffic light), rob-summary, prisma, overview, evidence-map, and those of plugins;
    without KIND they are listed. --set KIND.option=value chooses outcome, method, looks and so on; `bmreport plugins
    --kind figure --options` lists all options. What the figure shows in words goes to standard error.

    Every figure can be drawn again from the CSV that it was written with.

    \b
    Examples:
      bmreport plot forest studies.csv -o forest.svg -o forest.csv
      bmreport plot forest studies.csv -o out/ --set 'forest.outcome=All-cause death' --set forest.better=low
      bmreport plot funnel studies.csv -o funnel.pdf
      bmreport plot rob judgements.csv -o rob.png --set rob.tool=rob2
      bmreport plot prisma flow.toml -o prisma.svg
    """  # \b tells click to keep the lines below it as they are
    # Plugins load here; help must not.
    from bmreport.cli.plotting import list_kinds, plot_files
    from bmreport.cli.settings import Given

    if not kind:
        return list_kinds(quiet=quiet)
    return plot_files(kind, files, outputs, Given(settings=settings, offline=offline), quiet=quiet)
