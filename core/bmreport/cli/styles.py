"""`bmreport styles`: find a citation style by name or title."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("styles", short_help="Search the citation styles.")
@click.argument("query", nargs=-1)
@click.option(
    "--limit", type=click.IntRange(min=0), default=30, show_default=True, help="Most styles to list; 0 for all."
)
@parameters.json_option
@parameters.quiet_option
@parameters.debug_option
def command(query: tuple[str, ...], limit: int, as_json: bool, quiet: bool) -> None:
    """List the styles whose id or title holds every word of QUERY; without one, all of them.

    The first column is what --style takes. Styles that a package brings are listed with the plugin they come from.

    \b
    Examples:
      bmreport styles lancet
      bmreport styles american heart
      bmreport styles --limit 0 --json
    """  # \b tells click to keep the lines below it as they are
    # The host loads pydantic and every plugin; help must not.
    from bmreport.cli.style_search import search_styles

    search_styles(" ".join(query), limit=limit, as_json=as_json, quiet=quiet)
