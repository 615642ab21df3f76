"""The work of `bmreport init`."""

from __future__ import annotations

from pathlib import Path

from bmreport.atomic import write_whole
from bmreport.cli.messages import Messages
from bmreport.cli.output import write_path
from bmreport.cli.outputs import make_folder
from bmreport.errors import OutputError
from bmreport.resources import data_folder

STARTER_FILES = ("bmreport.toml", "citations.json")


def write_starter(folder: Path, *, force: bool, quiet: bool) -> None:
    """Write the starter files. Raises OutputError before anything is written when one of them exists."""
    targets = {name: folder / name for name in STARTER_FILES}
    there = [str(target) for target in targets.values() if target.exists()]
    if there and not force:
        raise OutputError(
            f"already there: {', '.join(there)}",
            where=str(folder),
            remedy="name another folder, or overwrite with --force",
        )
    make_folder(folder)
    starter = data_folder("templates") / "init"
    for name, target in targets.items():
        write_whole(target, (starter / name).read_bytes())
        write_path(str(target))
    where = "" if folder.resolve() == Path.cwd() else f"cd {folder} and "
    Messages(quiet).note(f"{where}run: bmreport --style vancouver --export pdf")
