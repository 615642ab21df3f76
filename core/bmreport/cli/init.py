"""`bmreport init`: a folder to start from."""

from __future__ import annotations

from pathlib import Path

import click

from bmreport.cli import parameters


@click.command("init", short_help="Write a bmreport.toml and a small example.")
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite files that are already there.")
@parameters.quiet_option
@parameters.debug_option
def command(folder: Path, force: bool, quiet: bool) -> None:
    """Write a bmreport.toml and a file of example citations into DIR (the current folder when none is named).

    The example asks whether aspirin prevents a first heart attack and holds five passages from four real trials and
    reviews, in our own words. Nothing that is there is overwritten without --force.

    \b
    Examples:
      bmreport init aspirin
      cd aspirin
      bmreport --style vancouver --export pdf
    """  # \b tells click to keep the lines below it as they are
    from bmreport.cli.starting import write_starter

    write_starter(folder, force=force, quiet=quiet)
