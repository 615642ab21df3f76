"""The last pass: a tree becomes a string. Seams, punctuation in quotes, quote nesting and toggled formatting are settled here."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.formats.base import Format
from bmreport_csl.output import Output, Span
from bmreport_csl.punctuation import IN_QUOTES, SEAM, keeps_left, keeps_right

_NOWHERE = -1
_NORMAL = {"font-style": "normal", "font-variant": "normal", "font-weight": "normal"}
"""The values that undo an outer one; the other attributes have none that a reader would see."""
_NO_MARKS: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class QuoteMarks:
    """The quotation marks of a locale and whether closing ones swallow punctuation."""

    open: str = "“"
    close: str = "”"
    open_inner: str = "‘"
    close_inner: str = "’"
    swallow: bool = False


def write(output: Output, form: Format, quotes: QuoteMarks) -> str:
    """The tree in that format, without spaces at its end."""
    if isinstance(output, str):
        return form.escape(output.rstrip())
    writer = _Writer(form, quotes)
    writer.span(output, _NO_MARKS, "")
    return writer.text_so_far()


class _Writer:
    """Writes pieces one after another and looks back only at the last character."""

    def __init__(self, form: Format, quotes: QuoteMarks) -> None:
        self.form = form
        self.quotes = quotes
        self.out: list[str] = []
        self.tail = ""
        """The last character written, without mark-up."""
        self.tail_index = _NOWHERE
        self.quote_index = _NOWHERE
        """Where the outermost of the quotation marks stands that were closed just now."""
        self.fixed = False
        """The next text belongs to the same field as the last one, so that their seam stays as it is."""

    def text_so_far(self) -> str:
        """All that was written; spaces at the end are cut."""
        if self.tail.isspace():
            self.out[self.tail_index] = self.out[self.tail_index].rstrip()
        return "".join(self.out)

    def span(self, span: Span, active: dict[str, str], quoted: str) -> None:
        """One span with everything in it; `quoted` is the kind of the quotes around it."""
        if span.prefix:
            self._text(span.prefix)
        closing: list[str] = []
        if span.display:
            self._begin_block(span, closing)
        if span.tag is not None:
            self._open(self.form.tagged(span.tag), closing)
        close_quote = ""
        if span.quotes:
            quoted = _nested(span.quotes, quoted)
            marks = self.quotes
            self._text(marks.open if quoted == "outer" else marks.open_inner)
            close_quote = marks.close if quoted == "outer" else marks.close_inner
        for attribute, value in span.marks:
            active = self._mark(attribute, value, active, closing, toggles=span.rich)
        self._children(span, active, quoted)
        if closing:
            self.out.extend(reversed(closing))
        if close_quote:
            self._close_quote(close_quote)
        if span.suffix:
            self._text(span.suffix)

    def _children(self, span: Span, active: dict[str, str], quoted: str) -> None:
        delimiter, rich = span.delimiter, span.rich
        first = True
        for child in span.children:
            if not first:
                if delimiter:
                    self._text(delimiter)
                self.fixed = rich
            first = False
            if child.__class__ is str:
                self._text(child)  # type: ignore[arg-type]
            else:
                self.span(child, active, quoted)  # type: ignore[arg-type]
        if rich:
            self.fixed = False

    def _begin_block(self, span: Span, closing: list[str]) -> None:
        """Nothing is put right across the border of a block; spaces at the end of the one before are cut."""
        if self.tail.isspace() and span.display != "right-inline":
            self.out[self.tail_index] = self.out[self.tail_index].rstrip()
        self._open(self.form.display(span.display), closing)
        self.tail, self.quote_index = "", _NOWHERE

    def _open(self, pair: tuple[str, str], closing: list[str]) -> None:
        if pair[0]:
            self.out.append(pair[0])
        if pair[1]:
            closing.append(pair[1])

    def _mark(
        self, attribute: str, value: str, active: dict[str, str], closing: list[str], *, toggles: bool
    ) -> dict[str, str]:
        """Open a font attribute. Mark-up in a field toggles what is set around it (CSL 1.0.2, "Formatting")."""
        normal = _NORMAL.get(attribute)
        if normal is not None:
            current = active.get(attribute, normal)
            if toggles and value == current and value != normal:
                value = normal
            elif value == current == normal:
                return active
        self._open(self.form.mark(attribute, value), closing)
        return {**active, attribute: value}

    def _close_quote(self, mark: str) -> None:
        self.out.append(mark)
        if self.quote_index == _NOWHERE and self.quotes.swallow:
            self.quote_index = len(self.out) - 1

    def _text(self, text: str) -> None:
        """Plain characters, with the seam to what stands before put right."""
        if self.fixed:
            self.fixed = False
        elif text[0] in SEAM and self.tail:
            text = self._at_seam(text)
            if not text:
                return
        self.quote_index = _NOWHERE
        self.out.append(self.form.escape(text))
        self.tail = text[-1]
        self.tail_index = len(self.out) - 1

    def _at_seam(self, text: str) -> str:
        """The text as it may follow the last character; its first one may fall away, win, or move into quotes."""
        if keeps_left(self.tail, text[0]):
            return text[1:]
        if keeps_right(self.tail, text[0]):
            self.out[self.tail_index] = self.out[self.tail_index][:-1]
        if self.quote_index == _NOWHERE or text[0] not in IN_QUOTES:
            return text
        index = self.quote_index
        moved = text[0]
        self.out[index] = moved + self.out[index]
        self.tail = moved
        rest = text[1:]
        return rest[1:] if rest and keeps_left(moved, rest[0]) else rest


def _nested(kind: str, around: str) -> str:
    """Quotes inside quotes are of the other kind."""
    if not around:
        return kind
    return "inner" if around == "outer" else "outer"
