"""Desk: what every part of the writing needs, made once for a run and never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmreport import EvidenceBody
    from bmreport.llm import Llm
    from bmreport_plugins.synthesizers.llm.asking import Asker
    from bmreport_plugins.synthesizers.llm.extracts import Extracts
    from bmreport_plugins.synthesizers.llm.options import LlmOptions
    from bmreport_plugins.synthesizers.llm.passages import Passages
    from bmreport_plugins.synthesizers.llm.prompts import PromptBook
    from bmreport_plugins.synthesizers.llm.screening import Screener
    from bmreport_plugins.synthesizers.llm.window import Window

__all__ = ["Desk"]


@dataclass(frozen=True)
class Desk:
    """The evidence as the model sees it, the model, the prompts, the rules.

    `model` names the model without anything of its address, `note` is the reviewer's wish, if any.
    """

    body: EvidenceBody
    question: str
    passages: Passages
    llm: Llm
    model: str
    asker: Asker
    book: PromptBook
    system: str
    screener: Screener
    extracts: Extracts
    window: Window
    options: LlmOptions
    note: str = ""
