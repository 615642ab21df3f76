"""What is wrong with the words of a sentence, whatever the passages say: refusals, loops, leftovers of the prompt.

A flaw has a label without any of the model's words, which may stand in a report, and a message for the model.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import normalize

from bmreport.hidden_text import looks_like_instruction, strip_hidden
from bmreport.models.draft import AUTHOR_MARK
from bmreport.statements.borrowed import advises, misleading_letters, named_sources
from bmreport_plugins.synthesizers.llm.language import is_foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

__all__ = ["Flaw", "flaws_of_text"]

_LONGEST = 700
_LEDGER_MARKS = "†‡"  # a report marks with these what its passages hold in part, or not at all
_REFUSAL = re.compile(
    r"\bI(?:['’]m| am)?\s+(?:cannot|can['’]?t|can not|unable|not able|sorry|afraid|do not have|don['’]t have)\b"
    r"|\bI\s+(?:apologi[sz]e|must decline|refuse)\b"
    r"|\bas an? (?:AI|(?:AI |large )?language model|AI assistant),? I\b"
    r"|\b(?:cannot|can['’]t|unable to) (?:assist with|help (?:you|with (?:this|that))|comply with (?:this|that|your))\b"
    r"|\bconsult your (?:doctor|physician|healthcare)\b",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"\b(?:provided|supplied|above|following) (?:passages?|texts?|context|sentences?|documents?|information)\b"
    r"|\bpassages? (?:provided|supplied|given|above|states?|says?|mentions?|does not|do not)\b"
    r"|^(?:here (?:is|are)|sure,|certainly,)|\bas (?:you )?requested,|\bJSON\b|\"(?:text|ids|role|sentences)\"\s*:"
    r"|<\|[^|>]{1,30}\|>|</?think>",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>|\]\([^()\s]{1,300}\)|^\s*\||```")
_BRACES = re.compile(r"[{}]")
# A range in square brackets after a figure is an interval (`12 [8-15] days`), a number alone is none.
_MARK = re.compile(r"\[\s*\d{1,3}\s*\]|(?<!\d)(?<!\d )\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})+\s*\]|\[@|\[\^")
_NAMED = re.compile(r"\b(?:et al\b|and (?:colleagues|co-?workers)\b)", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_LEAST_WORDS = 12
_PHRASE = 3
_MOST_REPEATS = 3


@dataclass(frozen=True)
class Flaw:
    """`label` may stand in a report, `message` is for the model. A `grave` one keeps the sentence out in any case."""

    label: str
    message: str
    grave: bool = True


_PATTERNS = (
    (_REFUSAL, Flaw("refusal", "it speaks of yourself or refuses; write on the evidence only")),
    (_PROMPT, Flaw("speaks of the prompt", "it speaks of the task or of the passages; state what the evidence says")),
    (_MARKUP, Flaw("mark-up", "it holds mark-up; write plain text")),
    (_BRACES, Flaw("braces", "it holds braces; write plain text")),
    (_MARK, Flaw("reference number", 'it holds a reference number; name ids in "ids" only')),
)


def flaws_of_text(text: str, keys: Collection[str], sources: Sequence[str], languages: Collection[str]) -> list[Flaw]:
    """The flaws of a tidied sentence.

    `keys` are the opaque ids of the run, `sources` the passages that it may rest on, `languages` what it may be in.
    """
    if not text.strip():
        return [Flaw("empty", "it is empty")]
    return list(_flaws(text, keys, sources, languages))


def _flaws(text: str, keys: Collection[str], sources: Sequence[str], languages: Collection[str]) -> Iterator[Flaw]:
    held = _held_by(sources)
    if not _is_sentence(text):
        yield Flaw("no sentence", "it is no whole sentence")
    if len(text) > _LONGEST:
        yield Flaw("too long", f"it is longer than {_LONGEST} characters; split it")
    bare = normalize("NFKC", text.replace(AUTHOR_MARK, ""))  # brackets of full width are brackets
    yield from (flaw for pattern, flaw in _PATTERNS if pattern.search(bare))
    if any(word in keys and not held(word) for word in _WORD.findall(text)):
        yield Flaw("id in the text", 'it holds an id in its text; name ids in "ids" only')
    if any(not held(match[0]) for match in _NAMED.finditer(text)):
        yield Flaw("names of authors", "it names authors; write {author} in their place or leave them out")
    yield from _borrowed(text, sources, held)
    if strip_hidden(text)[1]:
        yield Flaw("hidden text", "it holds characters that cannot be seen")
    if looks_like_instruction(text):
        yield Flaw("planted instruction", "it repeats an instruction that stood in a passage; leave that out")
    if is_loop(text):
        yield Flaw("loop", "it repeats itself")
    if is_foreign(text, languages):
        yield Flaw("another language", "it is in another language than the question")


def _borrowed(text: str, sources: Sequence[str], held: Callable[[str], bool]) -> Iterator[Flaw]:
    """What comes from no passage, as far as the words alone show it."""
    if sources and any(named_sources(text, held)):
        yield Flaw("name of a source", "it names a source that its passages do not name; leave the name out")
    if sources and advises(text, sources):
        yield Flaw(
            "advice", "it tells people what to do, which its passages do not; state what they found", grave=False
        )
    if misleading_letters(text, held):
        yield Flaw("misleading letters", "it holds letters that only look like those of its language")
    if any(sign in text and not any(sign in source for source in sources) for sign in _LEDGER_MARKS):
        yield Flaw("mark of the ledger", "it holds a dagger; leave it out")


def _is_sentence(text: str) -> bool:
    """A name or a heading has no word in small letters after the first; other scripts have none at all."""
    words = text.split()
    return not text.isascii() or any(word[:1].islower() for word in words[1:])


def is_loop(text: str) -> bool:
    """Whether a sentence says the same words over and over."""
    words = _WORD.findall(text.casefold())
    if len(words) < _LEAST_WORDS:
        return False
    phrases = Counter(tuple(words[at : at + _PHRASE]) for at in range(len(words) - _PHRASE + 1))
    return phrases.most_common(1)[0][1] > _MOST_REPEATS


def _held_by(sources: Sequence[str]) -> Callable[[str], bool]:
    """Whether some passage holds a word; looked up only where a sentence gives reason to."""

    def held(word: str) -> bool:
        return any(re.search(rf"\b{re.escape(word)}\b", source) for source in sources)

    return held
