"""Where the test data that is not part of the project lies, when it is there at all."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("BMREPORT_SHARED") or ROOT.parent / "shared")
SUITE = SHARED / "csl-suite"
GOLDEN = SHARED / "csl-golden"
OWN_FIXTURES = HERE / "fixtures"


def missing(folder: Path) -> str:
    """The reason to skip when the folder is absent; empty when it is there."""
    if folder.is_dir():
        return ""
    return f"{folder.name} is not at {folder}; set BMREPORT_SHARED to the folder that holds it"
