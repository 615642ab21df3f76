"""`bmreport diff`: what two reports say differently."""

from __future__ import annotations

from pathlib import Path

import click

from bmreport.cli import parameters


@click.command("diff", short_help="Show what differs between two reports.")
@click.argument("old", metavar="OLD.json", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW.json", type=click.Path(path_type=Path))
@click.option("--exit-code", is_flag=True, help="Exit with code 1 when the reports differ, as git diff does.")
@parameters.json_option
@parameters.quiet_option
@parameters.debug_option
def command(old: Path, new: Path, exit_code: bool, as_json: bool, quiet: bool) -> int:
    """Compare two reports that were saved with --export json.

    Shown are sentences that came, went or changed, word by word; verdicts; cites, by document and not by number;
    grades with their steps; references that came, went, changed or have another number; retractions; passages and
    contradictions; settings and provenance. When the reports were made does not count.

    In a changed sentence [-this-] went and {+that+} came. The exit code is 0 whether they differ or not, unless
    --exit-code is given.

    \b
    Examples:
      bmreport diff aspirin.json aspirin.refined.json
      bmreport diff old.json new.json --json --exit-code
    """  # \b tells click to keep the lines below it as they are
    # Models load here; help must not.
    from bmreport.cli.diffing import diff_files

    return diff_files(old, new, as_json=as_json, exit_code=exit_code, quiet=quiet)
