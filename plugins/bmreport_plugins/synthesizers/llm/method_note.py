"""What the report says about how its answer was written, what was put right, and what it does not use."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport_plugins.synthesizers.llm.lines import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.lines import Line
    from bmreport_plugins.synthesizers.llm.part import Part

__all__ = ["Account", "counted", "method_note", "remarks", "some", "warnings"]

_MOST_NAMED = 10


@dataclass(frozen=True)
class Account:
    """What there is to tell of a run.

    `unused` are citations that no sentence cites, `no_room` those too long for the window.
    """

    model: str
    temperature: float
    lines: tuple[Line, ...]
    part: Part
    repeated: int
    unused: tuple[str, ...]
    no_room: tuple[str, ...]
    chapters: int = 0
    """Themes, each with a section; 0 when all was written in one call."""
    themes_by_rules: str = ""
    is_revision: bool = False
    """Whether only a part of the answer is new."""

    def count(self, *origins: Origin) -> int:
        """How many sentences came about so."""
        return sum(line.origin in origins for line in self.lines)

    def of(self, origin: Origin) -> list[Line]:
        """The sentences that came about so."""
        return [line for line in self.lines if line.origin is origin]


def method_note(account: Account, desk: Desk) -> str:
    """How the answer was written and checked, in sentences for a methods section."""
    body = desk.body
    parts = [
        f"Synthesis based on {counted(len(body.citations), 'citation')} from "
        f"{counted(body.unique_documents, 'document')}. {_writer(account, desk)}",
        "It was shown the passages under opaque ids, and neither titles, authors nor identifiers of the papers; it "
        "named the ids each sentence rests on, and cites and references were made from these by rules.",
        _course(account),
        _sentences(account),
        "Each sentence was held against its passages by rules that use no model (figures, direction of effect, "
        "certainty, population, quotations, terms); the claim ledger gives the verdict on each.",
        _lost(account, desk),
        f"Not cited: {counted(len(account.unused), 'citation')}." if account.unused else "Every citation is cited.",
    ]
    return " ".join(filter(None, parts))


def warnings(account: Account, desk: Desk) -> list[str]:
    """What went against expectation."""
    out: list[str] = []
    if desk.asker.lost:
        out.append(f"{desk.asker.lost}; {_stand_in(account)}{_advice(desk)}")
    elif desk.asker.failed:
        failed = f"{counted(len(desk.asker.failed), 'call')} of the language model failed"
        out.append(f"{failed} ({some(_each(desk.asker.failed))}); {_stand_in(account)}{_advice(desk)}")
    if replaced := account.of(Origin.REPLACED):
        out.append(
            f"{counted(len(replaced), 'sentence')} quoted from the passages in place of sentences of the model that "
            f"did not hold: {_named(replaced)}"
        )
    if marked := account.of(Origin.MARKED):
        out.append(f"kept although the passages do not hold it: {_named(marked)}")
    if account.part.dropped:
        reasons = Counter(account.part.dropped)
        listed = [f"{reason or 'no reason'} ({count})" for reason, count in sorted(reasons.items())]
        out.append(f"{counted(len(account.part.dropped), 'sentence')} of the model left out: {some(listed)}")
    if account.part.cut:
        out.append(
            f"the model server cut {counted(account.part.cut, 'prompt')} short; what it answered was thrown away, and "
            "the passages were shown in smaller batches (give the window that it really has)"
        )
    if account.no_room:
        out.append(f"left out for lack of room in the model's window: {some(account.no_room)}")
    if desk.passages.retracted:
        out.append(f"not used because the paper is retracted: {some(desk.passages.retracted)}")
    if desk.passages.planted:
        out.append(
            "the passage holds words to a language model; they were shown as data, and sentences that repeat them were "
            f"refused: {some(desk.passages.planted)}"
        )
    if desk.passages.hidden:
        out.append(f"the passage holds hidden text, which was not shown to the model: {some(desk.passages.hidden)}")
    return out


def remarks(account: Account, desk: Desk) -> list[str]:
    """What is in the nature of the work."""
    told = {*account.no_room, *desk.passages.retracted}
    silent = [one for one in account.unused if one not in told]
    out = []
    if silent:
        total = counted(len(desk.body.citations), "citation")
        out.append(f"{len(silent)} of {total} not cited, because no sentence rests on them: {some(silent)}")
    if account.repeated:
        out.append(f"{counted(account.repeated, 'repetition')} left out; the sources were kept")
    return out


def counted(number: int, noun: str) -> str:
    """`1 citation`, `2,000 citations`."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def some(names: Iterable[str]) -> str:
    """The first ten of several names, and how many more there are."""
    listed = list(names)
    if len(listed) <= _MOST_NAMED:
        return ", ".join(listed)
    return f"{', '.join(listed[:_MOST_NAMED])} and {len(listed) - _MOST_NAMED} more"


def _writer(account: Account, desk: Desk) -> str:
    if not desk.asker.calls:
        return f"The language model {account.model} was to write the answer and could not be asked."
    subject = "what is new" if account.is_revision else "the answer"
    own = f", with prompts of the user's own ({', '.join(desk.book.replaced)})" if desk.book.replaced else ""
    return (
        f"The language model {account.model} was asked to write {subject}, at temperature {account.temperature:g} and "
        f"in {counted(desk.asker.calls, 'call')}{own}."
    )


def _course(account: Account) -> str:
    if not account.chapters:
        return ""
    how = f"set by rules ({account.themes_by_rules})" if account.themes_by_rules else "proposed by the model"
    return (
        f"The evidence did not fit into one call: it was divided into {counted(account.chapters, 'theme')}, {how}, and "
        f"written in {account.part.batches} batches, each told what the report said already."
    )


def _sentences(account: Account) -> str:
    kept, repaired = account.count(Origin.MODEL), account.count(Origin.REPAIRED)
    replaced, marked = account.count(Origin.REPLACED), account.count(Origin.MARKED)
    pieces = [
        f"{kept or 'none'} {'stand' if kept > 1 else 'stands'} as the model wrote {'them' if kept > 1 else 'it'}",
        f"{repaired} after it was asked once to mend its answer" if repaired else "",
        f"{_are(replaced)} quoted from the passages because the model's own did not hold" if replaced else "",
        f"{_are(marked)} kept although a check speaks against it" if marked else "",
        f"{_are(len(account.part.dropped))} left out" if account.part.dropped else "",
        f"{_are(account.repeated)} left out as repetition" if account.repeated else "",
    ]
    return f"Of its sentences, {'; '.join(filter(None, pieces))}."


def _are(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'}"


def _lost(account: Account, desk: Desk) -> str:
    if not desk.asker.lost:
        return ""
    return f"The model was not asked to the end ({desk.asker.lost}): {_stand_in(account)}."


def _stand_in(account: Account) -> str:
    quoted = account.count(Origin.QUOTED)
    if quoted:
        return (
            f"{counted(quoted, 'sentence')} quoted from the passages word for word stand in for what it did not write"
        )
    return "nothing had to stand in for it"


def _advice(desk: Desk) -> str:
    return f" ({desk.asker.remedy})" if desk.asker.remedy else ""


def _named(lines: Sequence[Line]) -> str:
    return some(f"{line.claim.id} ({', '.join(line.claim.citation_ids)}; {line.reason})" for line in lines)


def _each(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
