"""The file format of the CSL test suite: sections between `>>===== NAME =====>>` and `<<===== NAME =====<<`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SECTION = re.compile(r">>=+ ?([A-Z0-9-]+) ?=+>>\n(.*?)\n?<<=+ ?\1 ?=+<<", re.DOTALL)


@dataclass(frozen=True)
class Fixture:
    """One fixture; sections that hold JSON are read, and None where they are absent."""

    name: str
    mode: str
    result: str
    style: str
    items: list[dict[str, Any]]
    citation_items: list[Any] | None = None
    citations: list[Any] | None = None
    bib_entries: list[Any] | None = None
    bib_section: Any = None
    abbreviations: Any = None
    options: Any = None


def read_fixture(path: Path) -> Fixture:
    """One file. Raises ValueError when a section that every fixture needs is missing."""
    sections = {found[1]: found[2] for found in _SECTION.finditer(path.read_text(encoding="utf-8"))}
    lacking = [name for name in ("MODE", "RESULT", "CSL", "INPUT") if name not in sections]
    if lacking:
        raise ValueError(f"{path.name} has no section {', '.join(lacking)}")

    def data(name: str) -> Any:
        return json.loads(sections[name]) if sections.get(name, "").strip() else None

    return Fixture(
        name=path.stem,
        mode=sections["MODE"].strip(),
        result=sections["RESULT"],
        style=sections["CSL"].strip(),
        items=data("INPUT"),
        citation_items=data("CITATION-ITEMS"),
        citations=data("CITATIONS"),
        bib_entries=data("BIBENTRIES"),
        bib_section=data("BIBSECTION"),
        abbreviations=data("ABBREVIATIONS"),
        options=data("OPTIONS"),
    )


def fixtures(folder: Path) -> list[Path]:
    """All fixture files of a folder, sorted by name; an absent folder has none."""
    return sorted(folder.glob("*.txt"))
