"""The prompts: Jinja2 templates in `templates/prompts/`, each of which a file of the user's may replace.

They run in the sandbox of report templates. What they print goes out as it is: there is no mark-up to escape, and what
is data stands between the lines of a fence (`fence.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport import UsageError
from bmreport.paths import expanded, is_folder
from bmreport.resources import data_folder
from bmreport_plugins.exporters.templating import render_template
from bmreport_plugins.synthesizers.llm.fence import fence_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["PromptBook", "fenced_claims", "fenced_passages"]

_FOLDER = "prompts"
_SUFFIX = ".j2"


class PromptBook:
    """Fills prompts by name. `folder` holds files that win over the built-in ones; empty means none.

    Raises UsageError for a folder that is not there and for a file in it that would never be used.
    """

    def __init__(self, folder: str = "") -> None:
        self._own: dict[str, Path] = _own_files(expanded(folder)) if folder.strip() else {}

    @property
    def replaced(self) -> list[str]:
        """Names of the prompts that are the user's own."""
        return sorted(self._own)

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        """A prompt with these values. Raises TemplateError naming file and line."""
        return render_template(f"{_FOLDER}/{name}{_SUFFIX}", self._own.get(name), values, str, str).strip() + "\n"


def fenced_passages(passages: Iterable[Passage], *more: str) -> dict[str, Any]:
    """The values `fence` and `passages` of a prompt; `more` is other text that the fence must not occur in."""
    given = list(passages)
    return {
        "fence": fence_for([*(one.text for one in given), *more]),
        "passages": [{"key": one.key, "text": one.text} for one in given],
    }


def fenced_claims(claims: Iterable[tuple[str, list[str]]]) -> dict[str, Any]:
    """The values `fence` and `claims` of a prompt, from pairs of text and opaque ids."""
    given = list(claims)
    return {
        "fence": fence_for(text for text, _keys in given),
        "claims": [{"text": text, "keys": keys} for text, keys in given],
    }


def built_in_prompts() -> list[str]:
    """Names of the prompts that can be replaced, sorted; those with an underscore are parts of others."""
    entries = (data_folder("templates") / _FOLDER).iterdir()
    names = (entry.name.removesuffix(_SUFFIX) for entry in entries if entry.name.endswith(_SUFFIX))
    return sorted(name for name in names if not name.startswith("_"))


def _own_files(folder: Path) -> dict[str, Path]:
    if not is_folder(folder):
        raise UsageError("there is no such folder of prompts", where=str(folder), remedy="check the option `prompts`")
    known = built_in_prompts()
    found = {path.name.removesuffix(_SUFFIX): path for path in sorted(folder.glob(f"*{_SUFFIX}"))}
    for name, path in found.items():
        if name not in known and not name.startswith("_"):
            raise UsageError("there is no prompt of this name", where=str(path), remedy=f"known: {', '.join(known)}")
    return {name: path for name, path in found.items() if name in known}
