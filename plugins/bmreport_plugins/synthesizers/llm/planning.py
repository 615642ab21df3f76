"""The themes of a report in sections: the model's where its plan is sound, else by rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport.hidden_text import strip_hidden
from bmreport.lexical import Bag, bag
from bmreport.llm import Prompt
from bmreport_plugins.synthesizers.llm.answers import plan_schema
from bmreport_plugins.synthesizers.llm.batching import kept_together
from bmreport_plugins.synthesizers.llm.fence import fence_for
from bmreport_plugins.synthesizers.llm.flaws import flaws_of_text
from bmreport_plugins.synthesizers.llm.obtaining import repair_prompt
from bmreport_plugins.synthesizers.themes import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bmreport_plugins.synthesizers.llm.answers import PlanAnswer, ThemeAnswer
    from bmreport_plugins.synthesizers.llm.desk import Desk
    from bmreport_plugins.synthesizers.llm.passages import Passage

__all__ = ["Plan", "PlannedTheme", "by_rules", "make_plan"]

_FEWEST_WORDS = 6
_MOST_WORDS = 40
_TOKENS_OF_WORD = 3
_TOKENS_OF_ID = 8
_TOKENS_OF_ENTRY = 24
_LONGEST_HEADING = 80
_MOST_HEADING_WORDS = 12
_MOST_MISSING = 4
_TOLD = 20


@dataclass(frozen=True)
class PlannedTheme:
    """A section of the report and its passages, the most relevant first."""

    heading: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Plan:
    """The themes in the order of the report; every passage is under exactly one. `by_rules` says why, if it was so."""

    themes: tuple[PlannedTheme, ...]
    prompts: tuple[Prompt, ...] = ()
    by_rules: str = ""


def make_plan(passages: Sequence[Passage], desk: Desk) -> Plan:
    """Ask the model for themes, once more with the faults named, and set them by rules where that does not help."""
    prompt = _prompt(passages, desk)
    if prompt is None:
        return by_rules(passages, desk, "the passages are too many to be planned in one call")
    schema = plan_schema([one.key for one in passages])
    prompts = [prompt]
    reply = desk.asker.ask(prompt, schema)
    for is_last in (False, True):
        if reply is None or reply.prompt_cut:
            return by_rules(passages, desk, "the model gave no plan", prompts)
        faults = _faults(reply.value, passages, desk) if reply.value is not None else [reply.fault]
        if reply.value is not None and not faults:
            return Plan(_ordered(_placed(reply.value, passages, desk), desk), tuple(prompts))
        again = [{"text": "", "reasons": [fault]} for fault in faults]
        repair = None if is_last else repair_prompt(prompt, again, desk, most=desk.options.max_themes, again=True)
        if repair is None:
            break
        prompts.append(repair)
        reply = desk.asker.ask(repair, schema)
    return by_rules(passages, desk, "the plan of the model was not sound", prompts)


def by_rules(passages: Sequence[Passage], desk: Desk, reason: str, prompts: Iterable[Prompt] = ()) -> Plan:
    """Themes by the words of each passage's telling sentence, as in an answer without a model (`themes.py`)."""
    groups: dict[str, list[Passage]] = {theme.value: [] for theme in Theme}
    for one in passages:
        best = desk.extracts.best(one.id)
        groups[(best.theme if best else Theme.FURTHER).value].append(one)
    return Plan(_ordered(groups, desk), tuple(prompts), reason)


def _prompt(passages: Sequence[Passage], desk: Desk) -> Prompt | None:
    """The prompt with as much of each passage as fits; None when that is too little to tell them apart."""
    values = {"question": desk.question, "note": desk.note, "most": desk.options.max_themes}
    bare = desk.book.fill("plan", {**values, "fence": fence_for([]), "passages": []})
    answer = min(desk.window.answer(desk.options.max_themes) + _TOKENS_OF_ID * len(passages), desk.window.tokens // 2)
    if answer < _TOKENS_OF_ID * len(passages):
        return None
    room = desk.window.room(desk.llm.count_tokens(desk.system) + desk.llm.count_tokens(bare), answer)
    words = (room // len(passages) - _TOKENS_OF_ENTRY) // _TOKENS_OF_WORD
    while words >= _FEWEST_WORDS:
        shown = [{"key": one.key, "text": _telling_words(one, min(words, _MOST_WORDS), desk)} for one in passages]
        fence = fence_for(one["text"] for one in shown)
        text = desk.book.fill("plan", {**values, "fence": fence, "passages": shown})
        if desk.window.room(desk.llm.count_tokens(desk.system) + desk.llm.count_tokens(text), answer) >= 0:
            return Prompt(desk.system, text, answer)
        words = min(words, _MOST_WORDS) // 2
    return None


def _telling_words(passage: Passage, words: int, desk: Desk) -> str:
    best = desk.extracts.best(passage.id)
    # What is quoted by its offsets may hold hidden text, what is shown may not.
    text = strip_hidden(best.text)[0] if best else passage.text
    return " ".join(text.split()[:words])


def _faults(plan: PlanAnswer, passages: Sequence[Passage], desk: Desk) -> list[str]:
    """What makes a plan useless; a few ids out of place do not, they are put right."""
    faults: list[str] = []
    known = {one.key for one in passages}
    filled = _filled(plan, known)
    if len(filled) < 2:
        faults.append("it has fewer than two themes with ids")
    if len(filled) > desk.options.max_themes:
        faults.append(f"it has {len(filled)} themes; at most {desk.options.max_themes} are asked for")
    headings = [" ".join(theme.heading.split()) for theme in filled]
    wrong = [(heading, fault) for heading in headings if (fault := _fault_of_heading(heading, desk))]
    faults.extend(f"the heading {heading[:_LONGEST_HEADING]!r} {fault}" for heading, fault in wrong)
    if len({heading.casefold() for heading in headings}) < len(headings):
        faults.append("two themes have the same heading")
    placed = {key for theme in filled for key in _keys(theme.ids)}
    missing = [one.key for one in passages if one.key not in placed]
    if len(missing) * _MOST_MISSING > len(passages):
        faults.append(f"these ids are under no theme: {', '.join(missing[:_TOLD])}")
    return faults


def _filled(plan: PlanAnswer, known: set[str]) -> list[ThemeAnswer]:
    """The themes that name an id which none before them names."""
    placed: set[str] = set()
    out = []
    for theme in plan.themes:
        mine = (known & set(_keys(theme.ids))) - placed
        if mine:
            out.append(theme)
        placed |= mine
    return out


def _fault_of_heading(heading: str, desk: Desk) -> str:
    if not heading:
        return "is empty"
    if len(heading) > _LONGEST_HEADING or len(heading.split()) > _MOST_HEADING_WORDS:
        return "is too long"
    flaws = flaws_of_text(heading, desk.passages.by_key, (), desk.screener.languages)
    flaws += desk.screener.checks.flaws_of_heading(heading, list(desk.passages.by_key))
    return f"is not fit: {flaws[0].message}" if flaws else ""


def _placed(plan: PlanAnswer, passages: Sequence[Passage], desk: Desk) -> dict[str, list[Passage]]:
    """Every passage under the first theme that names it, else under the one whose words are nearest."""
    by_key = {one.key: one for one in passages}
    groups: dict[str, list[Passage]] = {}
    placed: set[str] = set()
    for theme in plan.themes:
        mine = [key for key in dict.fromkeys(_keys(theme.ids)) if key in by_key and key not in placed]
        placed.update(mine)
        if mine:
            groups[" ".join(theme.heading.split())] = [by_key[key] for key in mine]
    missing = [one for one in passages if one.key not in placed]
    words = {heading: _words(heading, group) for heading, group in groups.items()} if missing else {}
    for one in missing:
        groups[nearest_theme(one, words, desk)].append(one)
    return groups


def nearest_theme(passage: Passage, words: Mapping[str, Bag], desk: Desk) -> str:
    """The heading under whose words most of the passage's own stand; the first of equals."""
    own = bag(passage.text)
    return max(words, key=lambda heading: desk.extracts.idf.containment(own, words[heading]))


def _words(heading: str, passages: Iterable[Passage]) -> Bag:
    # The heading says what the theme is about, its passages how that is put.
    return Bag((*bag(heading).sequence, *(stem for one in passages for stem in bag(one.text).sequence)))


def _ordered(groups: Mapping[str, Sequence[Passage]], desk: Desk) -> tuple[PlannedTheme, ...]:
    """The themes that have passages, those that disagree under one heading, the most relevant first."""
    home = {one.id: heading for heading, group in groups.items() for one in group}
    every = [one for group in groups.values() for one in group]
    for together in kept_together(every, desk.body.contradictions):
        for one in together:
            home[one.id] = home[together[0].id]
    return tuple(
        PlannedTheme(heading, tuple(sorted(mine, key=lambda one: -one.relevance)))
        for heading in groups
        if (mine := [one for one in every if home[one.id] == heading])
    )


def _keys(ids: Iterable[str]) -> list[str]:
    return [one.strip(" []()'\"").upper() for one in ids]
