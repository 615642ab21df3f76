"""Small cleanings of single fields: placeholders, the full stop of a title, labels before volume and issue."""

from __future__ import annotations

import re

_NOTHING = frozenset(
    {
        "na", "n/a", "n.a", "none", "null", "nan", "undefined", "-", "--", "not available", "not in file",
        "no abstract", "no abstract available", "no abstract is available", "abstract not available",
        "no author name available",
    }
)  # fmt: skip
_STOP_INSIDE = re.compile(r"\.\S*\.$")
_VOLUME = re.compile(r"^(?:v(?:ol(?:ume)?)?\.?\s*)+(?=[0-9])", re.IGNORECASE)
_ISSUE = re.compile(r"^(?:no|nr|issue|iss|n)\.?\s*(?=[0-9])", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """Whether a field only says that it has nothing to say (`NA`, `[No abstract available]`)."""
    return text.strip(" \t\n[]().").casefold() in _NOTHING


def filled(text: str) -> str:
    """The text, or nothing where it is a placeholder."""
    return "" if is_placeholder(text) else text


def without_final_stop(title: str) -> str:
    """A title without one full stop at its end; an ellipsis and an abbreviation such as `U.S.` keep theirs."""
    title = title.strip()
    if title.endswith(".") and not title.endswith("..") and not _STOP_INSIDE.search(title.rsplit(None, 1)[-1]):
        return title[:-1].rstrip()
    return title


def bare_volume(text: str) -> str:
    """`v. 40` and `Vol. 40` as `40`."""
    return _VOLUME.sub("", text.strip())


def bare_issue(text: str) -> str:
    """`no. 2` as `2`."""
    return _ISSUE.sub("", text.strip())
