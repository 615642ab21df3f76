"""How long to wait before a call is made again."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport.http.limits import Retry


def back_off(retry: Retry, attempt: int, chance: float) -> float:
    """Seconds after the failed attempt of this number, counted from 1.

    Doubles each time up to a limit. Half of it is left to chance (0 to 1), so that callers who were sent away together
    do not come back together.
    """
    # The exponent is bounded because a large one overflows a float.
    longest = min(retry.longest, retry.first * 2.0 ** min(attempt - 1, 30))
    return longest * (0.5 + 0.5 * chance)


def asked_to_wait(header: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date); None where it says nothing."""
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until: datetime = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # a year or a zone beyond all bounds is no date
        return None
    aware = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())
