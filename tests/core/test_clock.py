"""The time can be fixed from outside."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bmreport.clock import now
from bmreport.errors import UsageError


def test_source_date_epoch_fixes_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH gives the moment, in UTC."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1686839130")
    assert now() == datetime(2023, 6, 15, 14, 25, 30, tzinfo=UTC)


def test_without_it_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the variable the present is returned, aware of its zone and without microseconds."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    moment = now()
    assert moment.tzinfo is UTC
    assert moment.microsecond == 0
    assert abs((datetime.now(UTC) - moment).total_seconds()) < 5


@pytest.mark.parametrize("value", ["yesterday", "1e99", "9" * 30])
def test_nonsense_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """A value that is no number of seconds is a usage error that names the variable."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", value)
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        now()
