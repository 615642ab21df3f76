"""A moment in time that always knows its zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator


def _without_zone_name(value: object) -> object:
    """`2023-06-15 14:25:30 UTC`, as reports print it, in the spelling of ISO 8601."""
    return re.sub(r"\s*UTC$", "Z", value.strip()) if isinstance(value, str) else value


def _aware(value: datetime) -> datetime:
    """BMLibrarian writes naive UTC."""
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


Moment = Annotated[datetime, BeforeValidator(_without_zone_name), AfterValidator(_aware)]
"""A datetime with a zone; one without is UTC."""
