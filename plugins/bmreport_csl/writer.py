"""The last pass: a tree becomes a string. Seams, punctuation in quotes, nested quotes and toggling are settled here."""

from __future__ import annotations

from dataclasses import dataclass

from bmreport_csl.formats.base import Format
from bmreport_csl.output import Output, Span, Tag, first_text
from bmreport_csl.punctuation import IN_BLOCKS, IN_QUOTES, SEAM, keeps_left, keeps_right

_NOWHERE = -1
_NORMAL = {"font-style": "normal", "font-variant": "normal", "font-weight": "normal"}
"""The values that undo an outer one; the other attributes have none that a reader would see."""
_NO_MARKS: dict[str, str] = {}
_NO_CHARACTERS: frozenset[str] = frozenset()


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
    writer.span(output, _NO_MARKS, "")
    if writer.space_due:
        writer.out.append(" ")
    return "".join(writer.out)


class _Writer:
    """Writes pieces one after another and looks back only at the last character."""

    def __init__(self, form: Format, quotes: QuoteMarks) -> None:
        self.form = form
        self.quotes = quotes
        self.out: list[str] = []
        self.tail = ""
        """The last character written, without mark-up."""
        self.tail_is_affix = False
        """That character stood in an affix or a delimiter; two contents never merge."""
        self.tail_index = _NOWHERE
        self.close_index = _NOWHERE
        """Where the innermost of the quotation marks, or the end of the block, stands that was closed just now."""
        self.swallowed = _NO_CHARACTERS
        """What moves before that mark."""
        self.outside = False
        """Something was written behind that mark already."""
        self.space_due = False
        """A space was cut at the end of a block and is to follow it."""
        self.affix_next = False
        """The next text was written by the author of the document around a cite."""
        self.fixed = False
        """The next text belongs to the same field as the last one, so that their seam stays as it is."""

    def span(self, span: Span, active: dict[str, str], quoted: str) -> None:
        """One span with everything in it; `quoted` is the kind of the quotes around it."""
        if span.prefix:
            self._text(span.prefix, affix=True)
        closing: list[str] = []
        if span.display:
            self._begin_block(span, closing)
        if span.tag is not None:
            self._begin_tagged(span, span.tag, closing)
        close_quote = ""
        if span.quotes:
            quoted, close_quote = self._begin_quote(span.quotes, quoted)
        for attribute, value in span.marks:
            active = self._mark(attribute, value, active, closing, toggles=span.rich)
        self._children(span, active, quoted)
        if span.display:
            self._end_block(span, closing)
        elif closing:
            self.out.extend(reversed(closing))
        if close_quote:
            self._end_quote(close_quote)
        if span.suffix:
            self._text(span.suffix, affix=True)

    def _children(self, span: Span, active: dict[str, str], quoted: str) -> None:
        delimiter, rich = span.delimiter, span.rich
        first = True
        for child in span.children:
            if not first:
                if delimiter:
                    if rich:
                        self.close_index = _NOWHERE  # what stands between two cites belongs to neither
                    self._text(delimiter, affix=True)
                self.fixed = rich
            first = False
            if isinstance(child, str):
                self._text(child)
            else:
                self.span(child, active, quoted)
        if rich:
            self.fixed = False

    def _begin_block(self, span: Span, closing: list[str]) -> None:
        """Nothing is put right across the border of a block."""
        self._open(self.form.display(span.display), closing)
        self.tail = ""

    def _end_block(self, span: Span, closing: list[str]) -> None:
        due = span.display != "left-margin" and self._ends_in_one_space() and not _has_own_space(span)
        if due:
            self._cut_space()
        self.out.extend(reversed(closing))
        self._closed(IN_BLOCKS)
        self.space_due = due

    def _begin_tagged(self, span: Span, tag: Tag, closing: list[str]) -> None:
        self._open(self.form.tagged(tag), closing)
        if tag.kind == "affix":
            self.affix_next = True
            start = first_text(span)[:2]
            if start[:1] not in ".?!" or start[1:] != " ":
                self.close_index = _NOWHERE  # of what a writer adds, only the end of a sentence moves into quotes

    def _begin_quote(self, kind: str, around: str) -> tuple[str, str]:
        """What quotes inside these have around them, and the closing mark."""
        if kind == "off":
            return "inner", ""
        quoted = _nested(kind, around)
        marks = self.quotes
        self._text(marks.open if quoted == "outer" else marks.open_inner)
        return quoted, marks.close if quoted == "outer" else marks.close_inner

    def _end_quote(self, mark: str) -> None:
        self.out.append(mark)
        if self.quotes.swallow:
            self._closed(IN_QUOTES)
        else:
            self.close_index = _NOWHERE

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

    def _ends_in_one_space(self) -> bool:
        """Several spaces are meant as they stand."""
        return self.tail == " " and not self.out[self.tail_index].endswith(("  ", "\u00a0 "))

    def _cut_space(self) -> None:
        """A space at the end of a block belongs behind it, unless punctuation follows that belongs inside."""
        self.out[self.tail_index] = self.out[self.tail_index][:-1]
        self.tail = self.out[self.tail_index][-1:]

    def _pay_space(self, text: str) -> None:
        self.space_due = False
        if text[0] in self.swallowed and self.close_index != _NOWHERE:
            self.out[self.tail_index] += " "
            self.tail = " "
        else:
            self._text(" ", affix=True)

    def _closed(self, swallowed: frozenset[str]) -> None:
        """A mark was closed that lets punctuation in; of several the innermost counts."""
        if self.close_index == _NOWHERE or self.outside:
            self.close_index = len(self.out) - 1
            self.swallowed = swallowed
            self.outside = False

    def _text(self, text: str, *, affix: bool = False) -> None:
        """Plain characters, with the seam to what stands before put right."""
        if not text:
            return
        if self.space_due:
            self._pay_space(text)
        if self.affix_next:
            affix, self.affix_next = True, False
        if self.fixed:
            self.fixed = False
        elif (
            text[0] in SEAM
            and (self.tail or self.close_index != _NOWHERE)
            and (affix or self.tail_is_affix or text[0] == " ")
        ):
            text = self._at_seam(text)
            if not text:
                return
        self.out.append(self.form.escape(text))
        self.tail = text[-1]
        self.tail_is_affix = affix
        self.tail_index = len(self.out) - 1
        if self.close_index != _NOWHERE:
            self.outside = True
            if text not in SEAM:
                self.close_index = _NOWHERE

    def _at_seam(self, text: str) -> str:
        """The text as it may follow the last character; its first one may fall away, win, or move before a mark."""
        if keeps_left(self.tail, text[0]):
            return text[1:]
        if keeps_right(self.tail, text[0]):
            self.out[self.tail_index] = self.out[self.tail_index][:-1]
            if self.outside and not self.out[self.tail_index]:
                self.outside = False
        if self.close_index == _NOWHERE or self.outside or text[0] not in self.swallowed:
            return text
        index = self.close_index
        self.out.insert(index, text[0])
        self.close_index = index + 1
        self.tail, self.tail_index = text[0], index
        rest = text[1:]
        return self._at_seam(rest) if rest and rest[0] in SEAM else rest


def _has_own_space(span: Span) -> bool:
    """The space at the end of a block is that of the displayed element itself."""
    last = span.children[-1]
    return not isinstance(last, str) and last.suffix.endswith(" ")


def _nested(kind: str, around: str) -> str:
    """Quotes inside quotes are of the other kind."""
    if not around:
        return kind
    return "inner" if around == "outer" else "outer"
