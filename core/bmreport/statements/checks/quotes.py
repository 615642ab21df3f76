"""Check `quotes`: what stands in quotation marks is in a cited passage, word for word."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from bmreport.models import Verdict
from bmreport.statements.fault import Fault, Words
from bmreport.statements.quotations import quotations
from bmreport.statements.quoting import bare_passage, found_in, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.quotations import Quotation

__all__ = ["check"]

_WORD = re.compile(r"[^\W_]+(?:['’.·,][^\W_]+)*%?")
_TURNING = frozenset(
    ("not", "no", "never", "nor", "neither", "cannot", "without", "hardly", "rarely", "seldom", "unless")
)
_FEW_LEFT_OUT = 6
"""So few words left out may hold no negation: a sentence quoted without its `not` says the reverse."""
_SCARE = 2
_UNSOURCED = 5
"""From so many words on, a quotation in a sentence without cites is one of a source, not of a term."""
_LONGEST_SHOWN = 90


def check(view: ClaimInView) -> list[Fault]:
    """A fault for each quotation whose words no cited passage has, in this order and with no gap but marked ones."""
    found = quotations(view.text)
    if not found or (view.has_cites and not view.passages):
        return []
    faults = [fault for one in found for fault in _judge(view, one)]
    return [] if faults and view.is_verbatim else faults


def _judge(view: ClaimInView, quotation: Quotation) -> Iterator[Fault]:
    readings = [view.text[quotation.inner_start : end] for end in (quotation.inner_end, *quotation.other_ends)]
    words = _WORD.findall(readings[0])
    if not words or (not view.passages and len(words) < _UNSOURCED):
        return
    others = (*view.titles.values(), view.question)
    turned: Fault | None = None
    for quoted in readings:
        if any(_spans(quoted, text) for text in others):
            return
        for name, passage in view.passages.items():
            if spans := _spans(quoted, passage):
                if not _turns(passage, spans):
                    return
                turned = turned or _turned(quoted, name, spans)
    if turned is not None:
        yield turned
    elif len(words) > _SCARE or not _has_words(view, words):
        yield _absent(view, readings[0], words)


def _spans(quoted: str, text: str) -> list[tuple[int, int]]:
    """Where a text has the quoted words."""
    if not text:
        return []
    held = bare_passage(text)
    spans = found_in(parts_of(quoted, with_brackets=True), held)
    return spans or (found_in(parts_of(quoted, with_brackets=False), held) if "[" in quoted else [])


def _turns(passage: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the quotation leaves out a `not`."""
    for (_, end), (start, _) in pairwise(spans):
        left_out = [word.lower() for word in _WORD.findall(passage[end:start])] if start - end < 100 else []
        if len(left_out) <= _FEW_LEFT_OUT and any(
            word in _TURNING or word.endswith(("n't", "n’t")) for word in left_out
        ):
            return True
    return False


def _has_words(view: ClaimInView, words: Sequence[str]) -> bool:
    """Whether the passages, the titles or the question use these words, which are then a term set off by its marks."""
    texts = (*view.passages.values(), *view.titles.values(), view.question)
    held = {word.lower() for text in texts for word in _WORD.findall(text)}
    held |= {part for word in held for part in re.split(r"\W", word)}
    return all(word.lower() in held or f"{word.lower()}s" in held for word in words)


def _turned(quoted: str, name: str, spans: Sequence[tuple[int, int]]) -> Fault:
    return Fault(
        kind="quotes",
        verdict=Verdict.CONTRADICTED,
        message=f"the quotation “{_shown(quoted)}” leaves out words of {name} that turn what it says",
        remedy="quote the negation too",
        quotes=(Words(name, spans[0][0], spans[-1][1]),),
    )


def _absent(view: ClaimInView, quoted: str, words: Sequence[str]) -> Fault:
    near = _nearest(view, words)
    if near is None:
        where = f"none of the cited passages ({', '.join(view.passages)})" if view.passages else "no cited passage"
        message, remedy = f"the words “{_shown(quoted)}” stand in {where}", "quote a cited passage, or use no marks"
    else:
        held = " ".join(view.passages[near.citation_id][near.start : near.end].split())
        message = f"the quotation “{_shown(quoted)}” is not what {near.citation_id} says: “{_shown(held)}”"
        remedy = "quote it word for word, or take the marks away and cite it in your own words"
    return Fault("quotes", Verdict.NOT_FOUND, message, remedy, () if near is None else (near,))


def _nearest(view: ClaimInView, words: Sequence[str]) -> Words | None:
    """The stretch of a passage, as long as the quotation, that shares most words with it; half of them at least."""
    wanted = Counter(word.lower() for word in words)
    best: tuple[int, Words] | None = None
    for name, passage in view.passages.items():
        tokens = list(_WORD.finditer(passage))
        shared, held = 0, Counter[str]()
        for number, token in enumerate(tokens):
            word = token[0].lower()
            held[word] += 1
            shared += held[word] <= wanted[word]
            first = number - len(words) + 1
            if first > 0:
                gone = tokens[first - 1][0].lower()
                shared -= held[gone] <= wanted[gone]
                held[gone] -= 1
            if best is None or shared > best[0]:
                best = (shared, Words(name, tokens[max(0, first)].start(), token.end()))
    return best[1] if best is not None and 2 * best[0] >= len(words) else None


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN].rsplit(" ", 1)[0] + " …"
