"""The command group: commands load when they are asked for, and `build` is the one that needs no name."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from bmreport._version import __version__
from bmreport.cli.errors import exit_code_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.shell_completion import CompletionItem

DEFAULT_COMMAND = "build"
# Name -> module; the module holds a click command called `command`. The order is that of `bmreport --help`.
COMMANDS = {
    "build": "bmreport.cli.build",
    "cite": "bmreport.cli.cite",
    "check": "bmreport.cli.check",
    "merge": "bmreport.cli.merge",
    "refine": "bmreport.cli.refine",
    "diff": "bmreport.cli.diff",
    "meta": "bmreport.cli.meta",
    "grade": "bmreport.cli.grade",
    "sof": "bmreport.cli.sof",
    "plot": "bmreport.cli.plot",
    "styles": "bmreport.cli.styles",
    "plugins": "bmreport.cli.plugins",
    "init": "bmreport.cli.init",
    "doctor": "bmreport.cli.doctor",
    "schema": "bmreport.cli.schema",
}


class LazyGroup(click.Group):
    """A group whose commands are named by COMMANDS and imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        return self._command(cmd_name) if cmd_name in COMMANDS else None

    def _command(self, name: str) -> click.Command:
        command: click.Command = import_module(COMMANDS[name]).command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `build` in front where no command is named."""
        own = {option for parameter in self.get_params(ctx) for option in parameter.opts}
        if not (args and (args[0] in COMMANDS or args[0] in own)) and not (ctx.resilient_parsing and not args):
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Both ways to call it."""
        formatter.write_usage(ctx.command_path, "[SOURCES]... [OPTIONS]")
        formatter.write_usage(ctx.command_path, "COMMAND [ARGUMENTS]... [OPTIONS]", prefix=" " * len("Usage: "))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands first, then the options of `build`, which most people look for."""
        self.format_commands(ctx, formatter)
        build = self._command(DEFAULT_COMMAND)
        options = [parameter for parameter in build.get_params(ctx) if isinstance(parameter, click.Option)]
        records = [option.get_help_record(ctx) for option in options]
        with formatter.section(f"Options of {DEFAULT_COMMAND}"):
            formatter.write_dl([record for record in records if record is not None])
        with formatter.section("Other options"):
            formatter.write_dl([("--version", "Show the version and exit.")])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and what `build` takes."""
        build = self._command(DEFAULT_COMMAND)
        return [*super().shell_complete(ctx, incomplete), *build.shell_complete(ctx, incomplete)]

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,  # noqa: ANN401  # as click has it
    ) -> Any:  # noqa: ANN401  # as above
        """Run a command; as a program of its own, end with a code and a message instead of an exception."""

        def run() -> object:
            return super(LazyGroup, self).main(args, prog_name, complete_var, standalone_mode=False, **extra)

        if not standalone_mode:
            return run()
        given = list(sys.argv[1:] if args is None else args)
        sys.exit(exit_code_of(run, debug="--debug" in given))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="bmreport %(version)s")
def bmreport() -> None:
    """From evidence to a cited, graded, styled report.

    SOURCES are files of evidence (JSON, RIS, nbib, CSL-JSON), folders, or - for standard input. Without any, the
    bmreport.toml of the current folder says what to build.

    \b
    Examples:
      bmreport trials.nbib -q "Does aspirin prevent a first heart attack?" -e pdf
      bmreport --style vancouver --export pdf,docx
      bmreport cite library.ris --style apa
      bmreport init example
    """  # \b tells click to keep the lines below it as they are
