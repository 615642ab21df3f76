"""Plain text."""

from __future__ import annotations

from bmreport_csl.output import Tag


class PlainText:
    """The `text` format: characters only."""

    name = "text"

    def escape(self, text: str) -> str:
        """Nothing is special."""
        return text

    def mark(self, attribute: str, value: str) -> tuple[str, str]:  # the interface of all formats
        """No formatting."""
        return "", ""

    def display(self, kind: str) -> tuple[str, str]:
        """Only the line breaks that a block asks for."""
        if kind == "left-margin":
            return "", " "
        if kind == "block":
            return "\n", "\n"
        return ("\n    ", "") if kind == "indent" else ("", "")

    def tagged(self, tag: Tag) -> tuple[str, str]:
        """No links."""
        return "", ""

    def entry(self, text: str) -> str:
        """The entry as it is."""
        return text
