"""terms: what a claim speaks of must be spoken of in its passages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.lexical import bag
from bmreport.models import ClaimRole, Verdict
from bmreport.statements.checks import population
from bmreport.statements.fault import Fault, Words
from bmreport.statements.language import language_of, script_of
from bmreport.statements.medical_words import names_treatment
from bmreport.statements.narrowings import words_on_people
from bmreport.statements.promises import unkept
from bmreport.statements.reading import Reading, read
from bmreport.statements.support import Near, best_of, nearest
from bmreport.statements.terms import only_unmeasured, terms_of, unheld, without_asides
from bmreport.statements.wording import key

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.promises import Promise
    from bmreport.statements.terms import Term

__all__ = ["check"]

_KIND = "terms"
_REMEDY = "take it out, or cite a passage that speaks of it"
_NEAR = "say what the passages say, or cite the passage that says this"
# Shares of the claim's content words, measured on pairs that belong together and pairs that do not.
_TOLD_IN_ALL = 0.2
_TOLD_AT_ONCE = 0.1
_SAME_WORDS = 0.6
_ORGANS = """
    arm back blood body bone bowel brain chest ear eye face finger foot gut hand head heart leg mouth muscle
    neck nerve nose skin stomach teeth throat toe tooth urine
"""
_PLAIN_ORGANS = frozenset(_ORGANS.split())
_ON_TOPIC = 2
_LEAST_CONTENT = 4
_LEAST_SCATTERED = 8
# A claim that its sources say nothing of something needs no source that does.
_SAYS_NOTHING_OF = re.compile(
    r"\b(?:no|neither|none|not|never|without|nor|lack\w*|absence|absent)\b[^.;]{0,80}(?<!-)\b(?:gather|captur"
    r"|document|report|assess|measur|stud"
    r"|examin|"
    r"record|evaluat|investigat|mention|explor|data|evidence|trial|information|address|collect)|\b(?:unknown|unclear"
    r"|unstudied|"
    r"unreported|unmeasured|left out|remains? to be)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_MEASURING = re.compile(
    r"\b(?:assess|measur|gather|captur|collect|record|stud(?:y|ied)|examin|evaluat|report|analys)\w*", re.IGNORECASE
)
_QUOTED = re.compile(r"[“«„]|\"[^\"]{3,}\"")


def check(view: ClaimInView) -> list[Fault]:
    """What the claim names and no cited passage does; or, with the verdict SUPPORTED, where the passages hold it.

    Returns nothing for a claim without passages, and for one in a language that cannot be judged.
    """
    if not view.passages or not any(sign.isalpha() for sign in view.text):
        return []
    claim = read(view.text)
    if foreign := _foreign(view):
        return foreign
    if language_of(view.text) not in ("", "English") or script_of(view.text) != "Latin":
        return _compared_by_words(view)
    found = _compared_by_terms(view, claim)
    if found[0].verdict is not Verdict.SUPPORTED and view.is_verbatim:
        return [_supported(nearest(claim, view.passages), claim)]
    return found


def _compared_by_terms(view: ClaimInView, claim: Reading) -> list[Fault]:
    near = nearest(claim, view.passages)
    terms = terms_of(view.text)
    readings = [read(text) for text in (*view.passages.values(), *view.titles.values()) if text]
    if not _SAYS_NOTHING_OF.search(view.text):
        if promises := unkept(view.text, (*view.passages.values(), *view.titles.values())):
            return [_unkept(one, near) for one in promises]
        if missing := _not_told_elsewhere(view, claim.folded, unheld(terms, readings, view.text)):
            return [_missing(missing, terms, near)]
        if not _SPEAKS_OF_MEASURING.search(view.text) and (unmeasured := only_unmeasured(terms, readings)):
            return [_unmeasured(unmeasured, near)]
    # Two medical terms that are both held show what the claim is about, in whatever words the rest is told.
    known = len({term.line for term in terms}) >= _ON_TOPIC
    if not (known or view.in_table or view.role is ClaimRole.COMPARISON):
        held = {word for term in terms for word in term.line.split()}
        if fault := _far(view, claim, near, readings, held):
            return [fault]
    return [_supported(near, claim)]


def _not_told_elsewhere(view: ClaimInView, folded: str, missing: Sequence[Term]) -> list[Term]:
    """The missing terms that are neither the question's name for what was done, nor another check's matter.

    A passage on `the drug` may leave its name to the question; an outcome it must name itself. Who was studied is the
    matter of `population`.
    """
    if not missing:
        return []
    asked = read(view.question).keys if view.question else frozenset[str]()
    people = words_on_people(folded)
    widened = bool(population.check(view))

    def told_elsewhere(word: str) -> bool:
        if word in people and widened:
            return True
        return key(word) in asked and (word in people or names_treatment(word))

    left = [term for term in missing if not all(map(told_elsewhere, term.words))]
    # The plain name of an organ says too little: papers have other words for it, and no table has all of them.
    return [one for one in left if len(one.words) > 1 or one.words[0].removesuffix("s") not in _PLAIN_ORGANS]


def _missing(missing: Sequence[Term], terms: Sequence[Term], near: Sequence[Near]) -> Fault:
    names = list(dict.fromkeys(term.text for term in missing))
    share = len({term.line for term in missing}) / len({term.line for term in terms})
    verdict = Verdict.NOT_FOUND if share >= 0.5 else Verdict.PARTLY
    stand = "stand" if len(names) > 1 else "stands"
    return Fault(_KIND, verdict, f"{_listed(names)} {stand} in no cited passage", _REMEDY, _quotes(near[:1]))


def _unkept(promise: Promise, near: Sequence[Near]) -> Fault:
    return Fault(_KIND, promise.verdict, f"the passages do not speak of {promise.matter}", _REMEDY, _quotes(near[:1]))


def _unmeasured(term: Term, near: Sequence[Near]) -> Fault:
    message = f"the passages say of {term.text} only that it was not looked at"
    return Fault(_KIND, Verdict.NOT_FOUND, message, _REMEDY, _quotes(near[:1]))


def _far(
    view: ClaimInView, claim: Reading, near: Sequence[Near], readings: Sequence[Reading], held: Collection[str]
) -> Fault | None:
    """A fault where no sentence comes near the claim; its quotations are looked at by another check."""
    own = read(without_asides(view.text))
    if len(own.keys) < _LEAST_CONTENT or _QUOTED.search(view.text):
        return None
    told = own.keys & frozenset().union(held, *(reading.keys for reading in readings))
    near = near if own is claim else nearest(own, view.passages)
    best = near[0].score if near else 0.0
    share = len(told) / len(own.keys)
    if share < _TOLD_IN_ALL:
        return Fault(_KIND, Verdict.NOT_FOUND, "the passages speak of something else", _NEAR, _quotes(near[:1]))
    if best < _TOLD_AT_ONCE and len(own.keys) >= _LEAST_SCATTERED:
        return Fault(_KIND, Verdict.PARTLY, "no sentence of the passages says this", _NEAR, _quotes(near[:1]))
    return None


def _foreign(view: ClaimInView) -> list[Fault]:
    """A fault for a claim in another language than all of its passages."""
    own = language_of(view.text)
    if not own or any(language_of(text) in ("", own) for text in view.passages.values()):
        return []
    others = {language_of(text) for text in view.passages.values()}
    message = f"is written in {own}, its passages in {_listed(sorted(others))}, so it cannot be compared with them"
    return [Fault(_KIND, Verdict.NOT_FOUND, message, "write it in the language of its passages")]


def _compared_by_words(view: ClaimInView) -> list[Fault]:
    """For a language that no table knows: supported where most words are the passages', otherwise not judged."""
    wanted = bag(view.text).stems
    sentences = [
        Near(
            name, reading, sentence, len(wanted & bag(reading.text[sentence.start : sentence.end]).stems) / len(wanted)
        )
        for name, text in view.passages.items()
        for reading in (read(text),)
        for sentence in reading.sentences
        if wanted
    ]
    best = max(sentences, key=lambda near: near.score, default=None)
    if best is None or best.score < _SAME_WORDS:
        return []
    return [Fault(_KIND, Verdict.SUPPORTED, "the passage says so", quotes=_quotes([best]))]


def _supported(near: Sequence[Near], claim: Reading) -> Fault:
    return Fault(_KIND, Verdict.SUPPORTED, "the passage says so", quotes=_quotes(best_of(near, claim)))


def _quotes(near: Sequence[Near]) -> tuple[Words, ...]:
    return tuple(Words(one.citation_id, one.sentence.start, one.sentence.end) for one in near)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
