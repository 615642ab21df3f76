"""`bmreport cite`: references in a style, and nothing else."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("cite", short_help="Format references only.")
@parameters.sources_argument
@parameters.style_option
@click.option("-e", "--export", metavar="FORMAT", help="Format of the list.  [default: plain text]")
@click.option("-o", "--output", metavar="FILE", help="File to write.  [default: standard output]")
@parameters.engine_option
@parameters.template_option
@parameters.locale_option
@parameters.set_option
@parameters.offline_option
@parameters.quiet_option
@parameters.debug_option
def command(
    sources: tuple[str, ...],
    style: str | None,
    export: str | None,
    output: str | None,
    csl_engine: str | None,
    templates: tuple[str, ...],
    locale: str | None,
    settings: tuple[str, ...],
    offline: bool | None,
    quiet: bool,
) -> int:
    """Print every record of SOURCES in a citation style, in the order of the input or as the style sorts.

    No question is needed. Records of one document are listed once, and what was joined is said on standard error.

    \b
    Examples:
      bmreport cite library.ris --style apa
      bmreport cite library.ris --style nature --export markdown -o references.md
      bmreport cite trials.nbib --export csljson > trials.json
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.citing import cite_sources
    from bmreport.cli.settings import Given

    given = Given(
        style=style,
        exports=(export,) if export else None,
        output=output,
        csl_engine=csl_engine,
        templates=templates,
        locale=locale,
        settings=settings,
        offline=offline,
    )
    return cite_sources(sources, given, quiet=quiet)
