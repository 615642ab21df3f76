"""`bmreport schema`: the JSON schema of what goes in and comes out."""

from __future__ import annotations

import click

from bmreport.cli import parameters


@click.command("schema", short_help="Print the JSON schema of a citation or a report.")
@click.argument("model", type=click.Choice(["citation", "report"]), default="citation")
@parameters.debug_option
def command(model: str) -> None:
    """Print the JSON schema (draft 2020-12) of a citation as it may come in, or of a report as it is saved.

    \b
    Examples:
      bmreport schema citation > citation.schema.json
      bmreport schema report
    """  # \b tells click to keep the lines below it as they are
    import json

    # The models load pydantic; help must not.
    from bmreport.cli.output import write_text
    from bmreport.models import Citation, Report

    if model == "citation":
        schema = Citation.model_json_schema(mode="validation")
    else:
        schema = Report.model_json_schema(mode="serialization")
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    write_text(json.dumps(schema, ensure_ascii=False, indent=2) + "\n")
