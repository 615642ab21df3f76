"""148 journal styles against what citeproc-js prints."""

from __future__ import annotations

import tomllib

import pytest

from .golden import expected, pairs
from .shared_data import GOLDEN, HERE, missing

LIMITS = tomllib.loads((HERE / "golden_differences.toml").read_text(encoding="utf-8"))
STYLES = sorted(expected()) if not missing(GOLDEN) else []


@pytest.mark.skipif(bool(missing(GOLDEN)), reason=missing(GOLDEN))
@pytest.mark.parametrize("style_id", STYLES)
def test_a_style_prints_what_citeproc_js_prints(style_id: str) -> None:
    """As many strings differ as the list of differences says, no more and no fewer."""
    different = [pair for pair in pairs(style_id) if not pair.same]
    allowed = LIMITS["styles"].get(style_id, 0)
    shown = "\n".join(f"{pair.place}\n  ours   {pair.ours}\n  theirs {pair.theirs}" for pair in different[:20])
    assert len(different) == allowed, f"{len(different)} strings differ, {allowed} are listed\n{shown}"


def test_every_listed_difference_has_a_class_with_a_reason() -> None:
    """The list of differences names classes, and each says why we print something else."""
    assert all(str(reason).strip() for reason in LIMITS["classes"].values())
    assert sum(LIMITS["styles"].values()) == 0 or LIMITS["classes"]
