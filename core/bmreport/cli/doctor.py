"""`bmreport doctor`: what is installed, what is missing, and how to get it."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("doctor", short_help="Check what is installed and what is missing.")
@click.option(
    "--llm",
    metavar="ADDRESS",
    default="",
    help="Language model to look for, such as ollama:medgemma:4b.  [default: ollama:gpt-oss:20b]",
)
@parameters.json_option
@parameters.debug_option
def command(llm: str, as_json: bool) -> int:
    """Try everything a report may need: the libraries, pandoc, PDF making, fonts, styles, plugins, a language model.

    Each line says ok, missing or broken, and what to do about it. Optional parts may be missing. The exit code is 6
    when something required is broken, or a model that --llm names cannot be used.

    \b
    Examples:
      bmreport doctor
      bmreport doctor --json
      bmreport doctor --llm openai:gpt-4o
    """  # \b tells click to keep the lines below it as they are
    # The checks load every library in turn; help must not.
    from bmreport.cli.diagnosis import run_doctor

    return run_doctor(as_json=as_json, llm=llm)
