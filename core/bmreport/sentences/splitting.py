"""Sentences of a passage as spans of characters, so that each can be quoted word for word.

Made for medical prose: decimals, `p = .03`, `95% CI 0.86-0.95.`, `et al.`, `E. coli`, initials, structured labels
(`RESULTS:`), list items, scraped text without a space after the full stop, and Chinese, Japanese, Hindi, Arabic and
Urdu marks. Where the rules cannot tell, the sentence goes on: one too long is better than a broken one. The work grows
linearly with the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bmreport.sentences.abbreviations import BEFORE_NUMBER, CLASS_NOUNS, MAY_BE_LAST, NEVER_LAST, STARTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Label", "Span", "split_label", "split_sentences"]


class Span(NamedTuple):
    """`text[start:end]`, offsets in characters."""

    start: int
    end: int


class Label(NamedTuple):
    """A structured abstract's label (`RESULTS`; empty when there is none) and the sentence after it."""

    name: str
    span: Span


_LABELS = (
    r"AIMS?|AIMS? AND OBJECTIVES?|BACKGROUND|BACKGROUND AND (?:AIMS?|OBJECTIVES?|PURPOSE)|CASE (?:REPORT|PRESENTATION)"
    r"|CONCLUSIONS?|CONCLUSIONS? AND RELEVANCE|CONTEXT|DATA (?:COLLECTION|EXTRACTION|SOURCES?|SYNTHESIS)|DESIGN"
    r"|DISCUSSION|EVIDENCE (?:ACQUISITION|SYNTHESIS)|EXPOSURES?|FINDINGS|FUNDING|IMPORTANCE|INTERPRETATION"
    r"|INTERVENTIONS?|INTRODUCTION|KEY (?:FINDINGS|RESULTS)|LIMITATIONS?|MAIN OUTCOMES?(?: AND)?(?: MEASURES?)?"
    r"|MAIN RESULTS|MATERIALS? AND METHODS|MEASUREMENTS?|METHODS?|METHODOLOGY"
    r"|METHODS? AND (?:FINDINGS|RESULTS|ANALYSIS)|OBJECTIVES?|OUTCOMES?|PARTICIPANTS|PATIENTS|PATIENTS AND METHODS"
    r"|PURPOSE|RATIONALE|RECOMMENDATIONS?|RESEARCH DESIGN AND METHODS|RESULTS?|RESULTS AND (?:CONCLUSIONS?|DISCUSSION)"
    r"|SEARCH METHODS|SELECTION CRITERIA|SETTINGS?|SIGNIFICANCE(?: STATEMENT)?|STUDY (?:DESIGN|SELECTION)|SUBJECTS"
    r"|SUMMARY|TRIAL REGISTRATION|AUTHORS'? CONCLUSIONS?|DESIGN, SETTING,? AND PARTICIPANTS"
)
_LABEL_AT_START = re.compile(rf"(?P<name>{_LABELS})(?:\s*[:：]\s*|[^\S\n]*\n\s*)", re.IGNORECASE)

_CLOSERS = r"[\"'”’»)\]}」』）】》〕]{0,9}"
_MARK = re.compile(
    rf"(?P<cjk>[。！？｡]+{_CLOSERS})"
    rf"|(?P<end>[.!?…؟۔।॥።]+{_CLOSERS}"
    # A reference mark may be glued to the full stop: `events.[3] The`, `events.12,13 The`.
    r"(?P<note>\[\d[\d,;–\- ]{0,24}\]|(?<=[a-z)\]%][.!?])\d{1,3}(?:[,–-]\d{1,3}){0,9})?)"
    r"(?=\s|$|(?P<glued>[A-Z][a-z]|[A-Z]{4}))"
    r"|(?P<break>\n[^\S\n]*\n|\n(?=[^\S\n]*(?:[-*•‣▪◦·–—]|\(?\d{1,2}[.)])[^\S\n]))"
    rf"|(?P<label>(?<=\s)(?:{_LABELS})(?=\s?[:：]))"
)
_BULLET = re.compile(r"(?:[-*•‣▪◦·–—]|\(?\d{1,2}[.)])\s+")
_BRACKET = re.compile(r"[()\[\]「」『』（）]")
_PAIRS = {")": "(", "]": "[", "」": "「", "』": "『", "）": "（"}
_LIST_MARKER = re.compile(r"\W*(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})\W*")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_WORD_END = re.compile(r"(?:[a-z]{3}|\d%?|\))$")
_NO_WORD = re.compile(r"[/@._\\]|www|^\d")
_TRAIL = re.compile(r"\W+$")
_BREAK = re.compile(r"[\s(\[{“‘\"«/–—]")
_SCRIPT_MARKS = frozenset("؟۔।॥።")

# A bracket that stays open for longer was most likely never closed.
_LONGEST_BRACKET = 400
_LONGEST_WORD = 40
_NEXT_WORD = re.compile(rf"\s*(\S{{0,{_LONGEST_WORD}}})")


def split_sentences(text: str) -> list[Span]:
    """The sentences of a text in order, without the blanks around them and the bullets before them.

    `text[start:end]` is the sentence verbatim. Spans do not overlap, none is empty, and every letter and digit of the
    text is inside one, list numbers excepted. A sentence without a last full stop is one all the same.
    """
    spans: list[Span] = []
    start = 0
    inside = _Brackets(text)
    for match in _MARK.finditer(text):
        cut = _cut(text, start, match, inside)
        if cut is not None and cut > start:
            _add(spans, text, start, cut)
            start = cut
    _add(spans, text, start, len(text))
    return spans


def split_label(text: str, span: Span) -> Label:
    """Take the label of a structured abstract (`RESULTS: It fell.`) off a sentence, by moving its start.

    The name comes back in capitals. The span is empty when the sentence was nothing but the label.
    """
    match = _LABEL_AT_START.match(text, span.start, span.end)
    if not match:
        bare = text[span.start : span.end].rstrip(":： ")
        if re.fullmatch(_LABELS, bare, re.IGNORECASE):
            return Label(bare.upper(), Span(span.end, span.end))
        return Label("", span)
    return Label(match["name"].upper(), Span(match.end(), span.end))


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if _at_line_start(text, start) and (bullet := _BULLET.match(text, start, end)):
        start = bullet.end()
    if start < end:
        spans.append(Span(start, end))


def _at_line_start(text: str, at: int) -> bool:
    line = text.rfind("\n", max(0, at - _LONGEST_WORD), at) + 1
    return (line > 0 or at <= _LONGEST_WORD) and not text[line:at].strip()


def _cut(text: str, start: int, match: re.Match[str], inside: _Brackets) -> int | None:
    """Where the sentence ends at this mark; None when it goes on."""
    if match["break"] is not None:
        return match.end()
    if inside.at(match.end()):
        return None
    if match["label"]:
        return match.start()
    if cjk := match["cjk"]:
        # 「…。」と continues the sentence around the quotation.
        quoted = cjk[-1] not in "。！？｡"
        follows = text[match.end() : match.end() + 1]
        return None if quoted and follows and not follows.isspace() else match.end()
    if match["glued"]:
        return match.end() if _is_glued_end(text, match) else None
    return match.end() if _is_end(text, start, match) else None


def _is_glued_end(text: str, match: re.Match[str]) -> bool:
    """`reduced.However` in scraped text, but not `www.Example.org` or `Dr.Smith`."""
    word = _word_before(text, match.start())
    if word.lower() in NEVER_LAST or word.lower() in MAY_BE_LAST:
        return False
    return _WORD_END.search(word) is not None and _NO_WORD.search(word) is None


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    following = _word_after(text, match.end())
    if not following:
        return True
    if match["end"][0] in _SCRIPT_MARKS:
        return True
    if following[0] in ",;:)]}–-%":
        return False
    first = following.lstrip("\"'“‘«([{¿¡")
    if first[:1].islower() and not any(sign.isupper() or sign.isdigit() for sign in first):
        return False  # `mRNA` and `p53` may begin a sentence, other small letters do not
    if match["end"][0] != "." or match["end"].startswith(".."):
        return True
    word = _word_before(text, match.start())
    return _is_full_stop(word, first, text, start, match)


def _is_full_stop(word: str, first: str, text: str, start: int, match: re.Match[str]) -> bool:
    """Whether the full stop after `word` ends a sentence, `first` being the next word."""
    if _LIST_MARKER.fullmatch(text, start, match.start()):
        return False
    key = word.lower()
    if (first[:1].isdigit() or (match["note"] or "")[:1].isdigit()) and key in BEFORE_NUMBER:
        return False
    if len(word) > 1 and word.isupper() and word.isalpha():
        return True
    if key in NEVER_LAST:
        return False
    starts = first[:1].isupper() and _TRAIL.sub("", first).lower() in STARTERS
    if len(word) == 1 and word.isupper():
        noun = _word_before(text, match.start() - 2).lower()
        return starts or noun in CLASS_NOUNS
    if key in MAY_BE_LAST or _DOTTED.fullmatch(word):
        return starts
    return True


def _word_before(text: str, end: int) -> str:
    """The word that ends at `end`, brackets and quotes before it left out."""
    end = max(end, 0)
    return _BREAK.split(text[max(0, end - _LONGEST_WORD) : end])[-1]


def _word_after(text: str, start: int) -> str:
    match = _NEXT_WORD.match(text, start)
    return match[1] if match else ""


class _Brackets:
    """Tells, for positions asked in rising order, whether they lie inside a closed pair of brackets."""

    def __init__(self, text: str) -> None:
        self._pairs = _pairs(text)
        self._current: tuple[int, int] | None = next(self._pairs, None)

    def at(self, position: int) -> bool:
        while self._current is not None and self._current[1] < position:
            self._current = next(self._pairs, None)
        return self._current is not None and self._current[0] < position


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """Outermost pairs (open, close) in order, those that stay open too long left out."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text):
        sign, at = match[0], match.start()
        if sign not in _PAIRS:
            opened.append((sign, at))
            continue
        while opened and at - opened[-1][1] > _LONGEST_BRACKET:
            opened.pop()
        if opened and opened[-1][0] == _PAIRS[sign]:
            begin = opened.pop()[1]
            while found and found[-1][0] > begin:
                found.pop()
            found.append((begin, at))
    yield from found
