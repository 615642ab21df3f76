"""`bmreport styles`: find a citation style, and `bmreport styles compare`: what two CSL processors make of one."""

from __future__ import annotations

from importlib import import_module

import click

from bmreport.cli import parameters

DEFAULT_COMMAND = "search"
_COMPARE = "compare"


class StylesGroup(click.Group):
    """A group whose words are a search unless the first one names a command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The search, which needs no name, and the comparison."""
        return [*super().list_commands(ctx), _COMPARE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the comparison when it is asked for."""
        if cmd_name == _COMPARE:
            command: click.Command = import_module("bmreport.cli.compare").command
            return command
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `search` in front where no command is named."""
        own = {option for parameter in self.get_params(ctx) for option in parameter.opts}
        if not (args and (args[0] in self.list_commands(ctx) or args[0] in own)) and not ctx.resilient_parsing:
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Both ways to call it."""
        formatter.write_usage(ctx.command_path, "[QUERY]... [OPTIONS]")
        formatter.write_usage(ctx.command_path, "compare STYLE [SOURCES]... [OPTIONS]", prefix=" " * len("Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, then the options of the search."""
        self.format_commands(ctx, formatter)
        options = [parameter for parameter in search.get_params(ctx) if isinstance(parameter, click.Option)]
        records = [option.get_help_record(ctx) for option in options]
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])


@click.group("styles", cls=StylesGroup, short_help="Search the citation styles; compare CSL processors.")
def command() -> None:
    """List the styles whose id or title holds every word of QUERY; without one, all of them.

    The first column is what --style takes. Styles that a package brings are listed with the plugin they come from.
    A search for a word that is a command's name begins with `search`.

    \b
    Examples:
      bmreport styles lancet
      bmreport styles american heart
      bmreport styles --limit 0 --json
      bmreport styles compare apa library.ris
    """  # \b tells click to keep the lines below it as they are


@command.command(DEFAULT_COMMAND, short_help="Search the styles (needs no name).")
@click.argument("query", nargs=-1)
@click.option(
    "--limit", type=click.IntRange(min=0), default=30, show_default=True, help="Most styles to list; 0 for all."
)
@parameters.json_option
@parameters.quiet_option
@parameters.debug_option
def search(query: tuple[str, ...], limit: int, as_json: bool, quiet: bool) -> None:
    """List the styles whose id or title holds every word of QUERY; without one, all of them."""
    # The host loads pydantic and every plugin; help must not.
    from bmreport.cli.style_search import search_styles

    search_styles(" ".join(query), limit=limit, as_json=as_json, quiet=quiet)
