"""`bmreport styles compare`: one style, one library, several CSL processors."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("compare", short_help="Show where CSL processors differ on a style.")
@click.argument("style")
@parameters.sources_argument
@click.option(
    "--engines",
    multiple=True,
    callback=parameters.split_commas,
    metavar="A,B,...",
    help="CSL processors to compare.  [default: all that are installed]",
)
@click.option("--all", "show_all", is_flag=True, help="Show the lines on which they agree as well.")
@parameters.locale_option
@parameters.set_option
@parameters.offline_option
@parameters.json_option
@parameters.quiet_option
@parameters.debug_option
def command(
    style: str,
    sources: tuple[str, ...],
    engines: tuple[str, ...] | None,
    show_all: bool,
    locale: str | None,
    settings: tuple[str, ...],
    offline: bool | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Print every record of SOURCES in STYLE with several CSL processors, and show where they differ.

    Each record is cited alone, among others, again with a page, and without its author; then come the entries of the
    list. Italic, bold, superscript and subscript text stands in *, **, ^ and ~. A processor that fails is named, and
    the others go on.

    \b
    Examples:
      bmreport styles compare apa library.ris
      bmreport styles compare nature library.ris --engines bmreport,pandoc
      bmreport styles compare ./house.csl refs.json --all --json
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.compare_engines import compare_engines
    from bmreport.cli.settings import Given

    given = Given(style=style, locale=locale, settings=settings, offline=offline)
    compare_engines(sources, given, engines=engines, show_all=show_all, as_json=as_json, quiet=quiet)
