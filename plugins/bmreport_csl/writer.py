"""The last pass: a tree becomes a string. Seams, punctuation in quotes, quote nesting and toggled formatting are settled here."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.formats.base import Format
from bmreport_csl.output import Output, Span
from bmreport_csl.punctuation import IN_QUOTES, SEAM, keeps_left, keeps_right

_NOTHING = -1


@dataclass(frozen=True, slots=True)
class QuoteMarks:
    """The quotation marks of a locale and whether closing ones swallow punctuation."""

    open: str = "“"
    close: str = "”"
    open_inner: str = "‘"
    close_inner: str = "’"
    swallow: bool = False


def write(output: Output, form: Format, quotes: QuoteMarks) -> str:
    """The tree in that format."""
    if isinstance(output, str):
        return form.escape(output)
    writer = _Writer(form, quotes)
    writer.span(output, _PLAIN, 0)
    return "".join(writer.out)


_PLAIN: dict[str, str] = {}
_NORMAL = {"font-style": "normal", "font-variant": "normal", "font-weight": "normal", "text-decoration": "none",
           "vertical-align": "baseline"}
_TOGGLES = frozenset({"font-style", "font-variant", "font-weight"})


class _Writer:
    """Writes pieces one after another and looks back only at the last character."""

    def __init__(self, form: Format, quotes: QuoteMarks) -> None:
        self.form = form
        self.quotes = quotes
        self.out: list[str] = []
        self.tail = ""
        """The last character written, without mark-up."""
        self.tail_index = _NOTHING
        self.quote_index = _NOTHING
        """Where the outermost of the quotation marks stands that were closed just now."""

    def span(self, span: Span, active: dict[str, str], depth: int) -> None:
        """One span with everything in it."""
        if span.prefix:
            self.text(span.prefix)
        closing: list[str] = []
        if span.display:
            self._open(self.form.display(span.display), closing)
            self.tail, self.quote_index = "", _NOTHING
        if span.tag is not None:
            self._open(self.form.tagged(span.tag), closing)
        if span.quotes:
            self.text(self.quotes.open_inner if depth % 2 else self.quotes.open)
        for attribute, value in span.marks:
            active = self._mark(attribute, value, active, closing)
        self._children(span, active, depth + 1 if span.quotes else depth)
        cut = len(closing)
        for mark in reversed(closing[:cut]):
            self.out.append(mark)
        if span.quotes:
            self._close_quote(self.quotes.close_inner if depth % 2 else self.quotes.close)
        if span.suffix:
            self.text(span.suffix)

    def _children(self, span: Span, active: dict[str, str], depth: int) -> None:
        delimiter = span.delimiter
        first = True
        for child in span.children:
            if not first and delimiter:
                self.text(delimiter)
            first = False
            if child.__class__ is str:
                self.text(child)  # type: ignore[arg-type]
            else:
                self.span(child, active, depth)  # type: ignore[arg-type]

    def _open(self, pair: tuple[str, str], closing: list[str]) -> None:
        if pair[0]:
            self.out.append(pair[0])
        if pair[1]:
            closing.append(pair[1])

    def _mark(self, attribute: str, value: str, active: dict[str, str], closing: list[str]) -> dict[str, str]:
        """Open a font attribute; inside the same one it toggles back to normal (CSL 1.0.2, "Formatting")."""
        normal = _NORMAL.get(attribute, "normal")
        current = active.get(attribute, normal)
        if value == current:
            if value == normal or attribute not in _TOGGLES:
                return active
            value = normal
        self._open(self.form.mark(attribute, value), closing)
        return {**active, attribute: value}

    def _close_quote(self, mark: str) -> None:
        self.out.append(mark)
        if self.quote_index == _NOTHING:
            self.quote_index = len(self.out) - 1
        if not self.quotes.swallow:
            self.quote_index = _NOTHING

    def text(self, text: str) -> None:
        """Plain characters, with the seam to what stands before put right."""
        head = text[0]
        if head in SEAM and self.tail:
            if keeps_left(self.tail, head):
                text = text[1:]
            elif keeps_right(self.tail, head):
                self.out[self.tail_index] = self.out[self.tail_index][:-1]
            if text and self.quote_index != _NOTHING and text[0] in IN_QUOTES:
                text = self._into_quotes(text)
            if not text:
                return
        self.quote_index = _NOTHING
        self.out.append(self.form.escape(text))
        self.tail = text[-1]
        self.tail_index = len(self.out) - 1

    def _into_quotes(self, text: str) -> str:
        """Move the first character before the closing mark; what follows stays behind it."""
        index = self.quote_index
        moved = text[0]
        self.out[index] = moved + self.out[index]
        self.tail = moved
        rest = text[1:]
        if not rest:
            return ""
        if rest[0] in SEAM and keeps_left(moved, rest[0]):
            rest = rest[1:]
        return rest
