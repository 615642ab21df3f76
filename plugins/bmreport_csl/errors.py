"""What goes wrong with a style or a locale file."""

from __future__ import annotations


class StyleError(Exception):
    """A CSL style or locale cannot be found or read; `line` is that of the XML, when it is known."""

    def __init__(self, message: str, *, line: int | None = None, name: str = "", parent: str = "") -> None:
        place = f"{name}: " if name else ""
        at = f"line {line}: " if line is not None else ""
        super().__init__(f"{place}{at}{message}")
        self.reason = message
        self.line = line
        self.name = name
        self.parent = parent
        """Of a dependent style: the style that it depends on."""
