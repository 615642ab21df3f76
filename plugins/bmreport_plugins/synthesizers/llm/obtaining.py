"""One answer of the model: asked for, judged, and asked for once more with its faults named."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bmreport.llm import Prompt
from bmreport_plugins.synthesizers.llm.answers import answer_schema
from bmreport_plugins.synthesizers.llm.cut_answers import finished_sentences
from bmreport_plugins.synthesizers.llm.fence import fence_for
from bmreport_plugins.synthesizers.llm.footholds import instruction_phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bmreport.llm import Reply
    from bmreport_plugins.synthesizers.llm.answers import Answer
    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.screening import Bounds, Screened

__all__ = ["Obtained", "Question", "Slot", "obtain", "repair_prompt"]

_MOST_FAULTS = 12
_MOST_REASONS = 3
_LONGEST_REASON = 300


@dataclass(frozen=True)
class Slot:
    """A place in the answer: the sentence that holds, or the last one tried; `repaired` when it came second."""

    sentence: Screened
    repaired: bool = False


@dataclass(frozen=True)
class Obtained:
    """What came of one question. Slots keep the order of the first answer.

    `unusable` says why no answer could be read at all; `cut` means that the server took only a part of the prompt,
    whose answer is thrown away; `lost` that the model could not be asked.
    """

    slots: tuple[Slot, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    unusable: str = ""
    cut: bool = False
    lost: bool = False
    is_silent: bool = False
    """Whether it is an answer, and holds no sentence."""
    extra: int = 0
    """Sentences beyond twice the number asked for, which nobody looked at."""
    broke_off: bool = False
    """Whether it is the finished part of an answer that broke off."""


@dataclass(frozen=True)
class Question:
    """A prompt by name with its values, and what its answer may be."""

    name: str
    values: Mapping[str, Any]
    bounds: Bounds
    together: tuple[frozenset[str], ...] = field(default=())
    """Opaque ids of passages that disagree: some sentence must name both."""


def obtain(question: Question, desk: Desk) -> Obtained:
    """Ask, judge, and ask once more where something was wrong. Raises ServiceError without fallback, UsageError."""
    values = {**question.values, "question": desk.question, "note": desk.note}
    text = desk.book.fill(question.name, values)
    bounds = replace(question.bounds, told=instruction_phrases(desk.system, text, values))
    question = replace(question, bounds=bounds)
    prompt = Prompt(desk.system, text, desk.window.answer(bounds.most))
    schema = answer_schema(list(bounds.keys))
    reply = desk.asker.ask(prompt, schema)
    if reply is None:
        return Obtained(prompts=(prompt,), lost=True)
    if reply.prompt_cut:
        return Obtained(prompts=(prompt,), cut=True)
    first = _judged(reply, question, desk)
    faults = _faults(reply, first, question)
    repair = repair_prompt(prompt, faults, desk, most=bounds.most, again=not first) if faults else None
    if repair is None:
        return _result(reply, first, (prompt,), bounds)
    again = desk.asker.ask(repair, schema)
    if again is None or again.prompt_cut:
        reply = _read_as_far_as_it_goes(reply, schema)
        return _result(reply, first or _judged(reply, question, desk), (prompt, repair), bounds)
    if not first and again.value is None:  # twice no answer that can be read: take what was finished
        again = max((_read_as_far_as_it_goes(one, schema) for one in (again, reply)), key=_length)
    mended = _mended(first, _judged(again, question, desk))
    better = again if reply.value is None else reply
    return _result(better, mended, (prompt, repair), bounds)


def _read_as_far_as_it_goes(reply: Reply[Answer], schema: type[Answer]) -> Reply[Answer]:
    value = reply.value or finished_sentences(reply.text, schema)
    return replace(reply, value=value)


def _length(reply: Reply[Answer]) -> int:
    return len(reply.value.sentences) if reply.value is not None else 0


def _judged(reply: Reply[Answer], question: Question, desk: Desk) -> list[Slot]:
    if reply.value is None:
        return []
    return [Slot(one) for one in desk.screener.judge(reply.value, question.bounds)]


def _result(reply: Reply[Answer], slots: Sequence[Slot], prompts: tuple[Prompt, ...], bounds: Bounds) -> Obtained:
    unusable = ""
    if reply.value is None:
        unusable = "cut off" if reply.answer_cut else "not in the form asked for"
    elif not slots:
        unusable = "no sentence"
    count = len(reply.value.sentences) if reply.value is not None else 0
    silent = reply.value is not None and not slots
    return Obtained(
        tuple(slots),
        prompts,
        unusable,
        is_silent=silent,
        extra=max(0, count - 2 * bounds.most),
        broke_off=reply.value is not None and bool(reply.fault),
    )


def _faults(reply: Reply[Answer], slots: Sequence[Slot], question: Question) -> list[dict[str, Any]]:
    """What is wrong with an answer, in words for the model."""
    if reply.value is None:
        cut = "it was cut off before its end: write less" if reply.answer_cut else reply.fault
        return [{"text": "", "reasons": [cut[:_LONGEST_REASON]]}]
    if not slots:
        return [{"text": "", "reasons": ["it holds no sentence; write one where a passage says something on it"]}]
    faults = [
        {"text": one.text, "reasons": [flaw.message[:_LONGEST_REASON] for flaw in one.flaws[:_MOST_REASONS]]}
        for one in (slot.sentence for slot in slots)
        if one.flaws
    ]
    for pair in question.together:
        if not any(pair <= set(slot.sentence.keys) for slot in slots):
            names = " and ".join(sorted(pair))
            faults.append({"text": "", "reasons": [f"no sentence speaks of the disagreement of {names}"]})
    return faults


def repair_prompt(prompt: Prompt, faults: list[dict[str, Any]], desk: Desk, *, most: int, again: bool) -> Prompt | None:
    """As many of the faults as the window has room for; None when it has room for none."""
    told = faults[:_MOST_FAULTS]
    while told:
        most = most if again else len(told)
        shown = [reason for fault in told for reason in (fault["text"], *fault["reasons"])]
        values: dict[str, Any] = {"prompt": prompt.user.strip(), "fence": fence_for([prompt.user, *shown])}
        values |= {"faults": told, "most": most, "again": again}
        text = desk.book.fill("repair", values)
        answer = min(prompt.max_tokens, desk.window.answer(most))
        left = desk.window.room(desk.llm.count_tokens(prompt.system) + desk.llm.count_tokens(text), 0)
        if left >= answer // 2:
            return Prompt(prompt.system, text, min(answer, left))
        told = told[: len(told) // 2]
    return None


def _mended(first: Sequence[Slot], second: Sequence[Slot]) -> list[Slot]:
    """The first answer with the sentences of the second in the places of those that did not hold.

    Sentence answers to sentence when there are as many as were asked for, else by the passages they share. What is
    left over of the second answer comes last.
    """
    faulty = [place for place, slot in enumerate(first) if slot.sentence.flaws]
    in_step = len(second) == len(faulty)
    unused = {place: slot.sentence for place, slot in enumerate(second) if not slot.sentence.flaws}
    out = list(first)
    for number, place in enumerate(faulty):
        fits = [n for n, one in unused.items() if _answers(one, first[place].sentence)]
        chosen = number if in_step and number in unused else next(iter(fits), None)
        if chosen is not None:
            out[place] = Slot(unused.pop(chosen), repaired=True)
    out.extend(Slot(one, repaired=True) for one in unused.values())
    if not first:
        out = [Slot(slot.sentence, repaired=True) for slot in second]
    return out


def _answers(mended: Screened, faulty: Screened) -> bool:
    """Whether a sentence may be meant for the place of another: of the same passages, or of any if none was named."""
    if faulty.part == "background":
        return mended.part == "background"
    return not faulty.keys or not set(faulty.keys).isdisjoint(mended.keys)
