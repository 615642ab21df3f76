"""Part: what came of one piece of the writing, a batch, a section, a summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bmreport.llm import Prompt
    from bmreport_plugins.synthesizers.llm.lines import Line

__all__ = ["Part", "joined_parts"]


@dataclass(frozen=True)
class Part:
    """Sentences in order, everything that was asked for them, and what is not among them.

    `dropped` holds a reason for each sentence of the model's that nothing stands for. `unread` are citations whose
    passage the model could not be shown as a whole.
    """

    lines: tuple[Line, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    dropped: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    cut: int = 0
    """How often the server took only a part of a prompt."""
    batches: int = 0


def joined_parts(parts: Iterable[Part]) -> Part:
    """Several parts as one, in order."""
    given = list(parts)
    return Part(
        lines=tuple(line for part in given for line in part.lines),
        prompts=tuple(prompt for part in given for prompt in part.prompts),
        dropped=tuple(reason for part in given for reason in part.dropped),
        unread=tuple(name for part in given for name in part.unread),
        cut=sum(part.cut for part in given),
        batches=sum(part.batches for part in given),
    )
