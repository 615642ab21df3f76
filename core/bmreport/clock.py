"""The one place that asks for the time, so that SOURCE_DATE_EPOCH fixes it everywhere."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from bmreport.errors import UsageError


def now() -> datetime:
    """The present in UTC, or the moment that SOURCE_DATE_EPOCH (seconds since 1970) names.

    Raises UsageError when the variable is set to something that is not such a number.
    """
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    if not fixed:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        return datetime.fromtimestamp(int(fixed), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(
            f"SOURCE_DATE_EPOCH is {fixed!r}", remedy="give whole seconds since 1970-01-01 UTC, or unset it"
        ) from error
