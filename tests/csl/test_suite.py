"""The fixtures of the CSL test suite, and our own in the same format."""

from __future__ import annotations

from pathlib import Path

import pytest

from .ratchet import expected_failures
from .run_suite import run_fixture, same
from .shared_data import HERE, OWN_FIXTURES, SUITE, missing
from .suite import fixtures, read_fixture

EXPECTED = expected_failures(HERE / "expected_failures.toml")


@pytest.mark.skipif(bool(missing(SUITE)), reason=missing(SUITE))
@pytest.mark.parametrize("path", fixtures(SUITE), ids=lambda path: path.stem)
def test_the_suite(path: Path) -> None:
    """A fixture passes unless it is listed with a reason, and a listed one fails."""
    fixture = read_fixture(path)
    ours = run_fixture(fixture)
    if fixture.name in EXPECTED:
        assert not same(ours, fixture.result), f"{fixture.name} passes now: take it off the list"
    else:
        assert same(ours, fixture.result), f"ours:\n{ours}\nexpected:\n{fixture.result}"


@pytest.mark.skipif(bool(missing(SUITE)), reason=missing(SUITE))
def test_the_list_names_fixtures_that_exist() -> None:
    """A name in the list of expected failures is that of a fixture."""
    assert set(EXPECTED) <= {path.stem for path in fixtures(SUITE)}


@pytest.mark.parametrize("path", fixtures(OWN_FIXTURES), ids=lambda path: path.stem)
def test_own_fixtures(path: Path) -> None:
    """Our own fixtures pass, all of them."""
    fixture = read_fixture(path)
    ours = run_fixture(fixture)
    assert same(ours, fixture.result), f"ours:\n{ours}\nexpected:\n{fixture.result}"
