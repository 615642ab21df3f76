"""Expected failures: a listed one that passes is as wrong as an unlisted one that fails."""

from __future__ import annotations

import tomllib
from pathlib import Path


def expected_failures(path: Path) -> dict[str, str]:
    """Name -> reason. Raises ValueError for an empty reason."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    reasons = {str(name): str(reason).strip() for name, reason in table.items()}
    without = [name for name, reason in reasons.items() if not reason]
    if without:
        raise ValueError(f"{path.name}: no reason for {', '.join(without)}")
    return reasons
