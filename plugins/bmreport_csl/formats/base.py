"""What a format has to say: how text is escaped and how each kind of mark is written."""

from __future__ import annotations

from typing import Protocol

from bmreport_csl.output import Tag


class Format(Protocol):
    """One output format. Marks come in pairs: what opens and what closes."""

    name: str

    def escape(self, text: str) -> str:
        """The text such that the format prints exactly these characters."""

    def mark(self, attribute: str, value: str) -> tuple[str, str]:
        """Font attributes of CSL (`font-style`, `italic`); value `normal` undoes an outer one."""

    def display(self, kind: str) -> tuple[str, str]:
        """The `display` attribute: block, left-margin, right-inline, indent."""

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """Marks around a tagged span: a link, or nothing."""

    def entry(self, text: str) -> str:
        """One finished entry of the bibliography."""
