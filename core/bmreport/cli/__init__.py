"""The command line. `main` is the entry point; each command lives in a file of its own and loads when it runs."""

from __future__ import annotations


def main() -> None:
    """Run `bmreport` with the arguments of this process and exit with one of the codes of `bmreport.errors`."""
    from bmreport.cli.group import bmreport

    bmreport.main(prog_name="bmreport")
