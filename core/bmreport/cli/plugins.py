"""`bmreport plugins`: what is installed, from which package, and what failed."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("plugins", short_help="List what plugins offer, and those that failed.")
@click.option("--kind", metavar="KIND", help="Only this kind, such as source, grader or exporter.")
@click.option("--options", "show_options", is_flag=True, help="List the options that --set and bmreport.toml can set.")
@parameters.json_option
@parameters.debug_option
def command(kind: str | None, show_options: bool, as_json: bool) -> None:
    """List every source, grader, synthesizer, style, exporter and so on, with the package it comes from.

    Plugins that could not be loaded are listed below, with the reason. Set BMREPORT_PLUGINS_DISABLED=name,name to
    leave some out.

    \b
    Examples:
      bmreport plugins
      bmreport plugins --kind exporter
      bmreport plugins --options
      bmreport plugins --json
    """  # \b tells click to keep the lines below it as they are
    # The host loads pydantic and every plugin; help must not.
    from bmreport.cli.plugin_listing import list_plugins

    list_plugins(kind or "", show_options=show_options, as_json=as_json)
