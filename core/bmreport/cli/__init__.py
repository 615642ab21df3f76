"""The command line. `main` is the entry point; each command lives in a file of its own and loads when it runs."""

from __future__ import annotations

import gc

_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def main() -> None:
    """Run `bmreport` with the arguments of this process and exit with one of the codes of `bmreport.errors`."""
    from bmreport.cli.group import bmreport

    # Nearly all that a command makes, classes and templates first, lives until its end: looking for garbage among it
    # is a tenth of the time of a report. Only here, where the process is our own; a program that embeds us decides.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    try:
        bmreport.main(prog_name="bmreport")
    finally:
        gc.freeze()
