"""`bmreport check`: run the verifiers on a saved report."""

from __future__ import annotations

from pathlib import Path

import click

from bmreport.cli import parameters


@click.command("check", short_help="Check a saved report again.")
@click.argument("report", metavar="REPORT.json", type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Exit with code 5 when there is an error among the findings.")
@parameters.set_option
@click.option("--llm", metavar="MODEL", help="Language model for the checks that ask one (llm-judge).")
@parameters.offline_option
@parameters.json_option
@parameters.quiet_option
@parameters.debug_option
def command(
    report: Path,
    strict: bool,
    settings: tuple[str, ...],
    llm: str | None,
    offline: bool | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Run every verifier on a report that was saved with --export json, and print what they find.

    Findings are errors, warnings or remarks (info). They are printed, and the exit code is 0, unless --strict is given
    and one of them is an error. Findings of the import, which cannot be repeated, are printed as they were saved.

    \b
    Examples:
      bmreport check aspirin.json
      bmreport check aspirin.json --strict --json
    """  # \b tells click to keep the lines below it as they are
    # Models and plugins load here; help must not.
    from bmreport.cli.checking import check_saved_report

    return check_saved_report(
        report, strict=strict, settings=settings, llm=llm or "", offline=bool(offline), as_json=as_json, quiet=quiet
    )
