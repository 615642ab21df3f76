"""What made the parts of a report, told together and without making more of it than is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmreport._version import __version__
from bmreport.models import Provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["joined_names", "joined_provenance", "names_in"]


def joined_provenance(given: Sequence[Provenance]) -> Provenance:
    """One record of where several reports come from, this version of bmreport having put them together.

    Names are listed once. What two reports say differently is kept for each, with the number of the report.
    """
    return Provenance(
        bmreport=__version__,
        grader=joined_names(one.grader for one in given),
        synthesizer=joined_names(one.synthesizer for one in given),
        model=joined_names(one.model for one in given),
        prompt_sha256=joined_names(one.prompt_sha256 for one in given),
        plugins=_joined([one.plugins for one in given]),
        options=_joined([one.options for one in given]),
    )


def joined_names(texts: Iterable[str]) -> str:
    """Names out of lists such as `extractive, llm`, each once, in order."""
    return ", ".join(dict.fromkeys(name for text in texts for name in names_in(text)))


def names_in(text: str) -> list[str]:
    """The names in a list such as `bmlibrarian, grade`."""
    return [name for part in text.split(",") if (name := part.strip())]


def _joined(given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    said: dict[str, list[tuple[int, Any]]] = {}
    for number, values in enumerate(given, start=1):
        for name, value in values.items():
            said.setdefault(name, []).append((number, value))
    out: dict[str, Any] = {}
    for name, values_of in sorted(said.items()):
        same = all(value == values_of[0][1] for _number, value in values_of)
        out |= {name if same else f"{name} (report {number})": value for number, value in values_of}
    return out
