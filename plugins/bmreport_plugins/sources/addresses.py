"""Web addresses out of fields that hold one or several."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ADDRESS = re.compile(r"(?:https?|ftp)://\S+?(?=[;,]?\s|;(?:https?|ftp)://|;?$)", re.IGNORECASE)


def addresses_in(texts: Iterable[str]) -> list[str]:
    """Every http(s) or ftp address, each once, in order; an address within an address (of a proxy) is part of it."""
    found = (address.rstrip(".,;") for text in texts for address in _ADDRESS.findall(text))
    return list(dict.fromkeys(found))
