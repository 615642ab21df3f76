"""population: a claim must not speak of more people than were studied."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmreport.models import ClaimRole, Verdict
from bmreport.statements.certainty import assertions
from bmreport.statements.fault import Fault, Words
from bmreport.statements.narrowings import (
    frame_of,
    lost_narrowing,
    lost_subgroup,
    named_by_kind,
    narrowed_group,
    opens_with_people,
)
from bmreport.statements.populations import (
    age_bounds,
    are_healthy,
    regions,
    settings,
    severities,
    speaks_of_old_people,
    together,
    universal,
    who,
)
from bmreport.statements.reading import read
from bmreport.statements.support import nearest
from bmreport.statements.terms import without_asides

if TYPE_CHECKING:
    from collections.abc import Callable

    from bmreport.statements.claim_view import ClaimInView
    from bmreport.statements.populations import Who
    from bmreport.statements.reading import Reading

__all__ = ["check"]

_REMEDY = "name those who were studied"
_OLD = 50
_VERY_OLD = 75
_MOST_FIGURES = 12
_YOUNG = frozenset({"newborn", "child", "adolescent"})
# `fewer people died` speaks of those who were studied, `in people with hair loss` of all such people.
_WIDE = re.compile(
    r"(?:^|\b(?:in|among|for|of|to|by|inviting|treating|(?:help|protect|offer)(?:s|ed)?) (?:[\w-]+ ){0,2})"
    r"(?:people|adults?|persons|individuals)\b(?! who\b)|\b(?:everyone|anyone|men and women|women and men|both sexes"
    r"|either sex)\b"
)
_GROWN = re.compile(r"\b(?:patients|people|adults?|persons|individuals|everyone)\b")
# `whether or not they were stable`
_EITHER_WAY = re.compile(r"\bwhether or not\b")
_ALIKE = re.compile(
    r"\b(?:whether|with (?:and|or) without|regardless|irrespective|similar (?:in|across|with|for)|consistent"
    r"|interaction|not (?:vary|differ) (?:by|with|between)|independent\w*|unselected|all comers)\b"
)
_AGED = re.compile(r"\baged?\b|\bover \d|\d+[- ]years?|\b(?:of|from) \d\d (?:or|and|years)\b")


def check(view: ClaimInView) -> list[Fault]:
    """A fault where the claim names a wider group than its passages, with their titles, do."""
    if not view.passages or view.in_table or view.role is ClaimRole.COMPARISON:
        return []
    claim = read(without_asides(view.text))
    sources = [read(text) for text in (*view.passages.values(), *view.titles.values()) if text]
    told, studied = who(claim), together(map(who, sources))
    message = (
        _species(claim.folded, told, studied)
        or _sex(claim.folded, told, studied)
        or _age(claim.folded, sources, told, studied)
        or _scope(claim.folded, sources)
        or _narrowed(claim.folded, sources)
    )
    if not message or view.is_verbatim:
        return []
    near = nearest(claim, view.passages)
    quotes = tuple(Words(one.citation_id, one.sentence.start, one.sentence.end) for one in near[:1])
    return [Fault("population", Verdict.PARTLY, message, _REMEDY, quotes)]


def _species(claim: str, told: Who, studied: Who) -> str:
    if studied.humans or not studied.animals or told.animals:
        return ""
    if told.humans or any(one.general for one in assertions(claim)):
        return "the passages speak of animals or cells, which the claim does not say"
    return ""


def _sex(claim: str, told: Who, studied: Who) -> str:
    wide = _WIDE.search(claim) is not None
    if studied.male and not studied.female and (told.female or (wide and not told.male)):
        return "the passages speak of males only"
    if studied.female and not studied.male and (told.male or (wide and not told.female)):
        return "the passages speak of females only"
    if studied.special_men and not (studied.male or studied.female or told.special_men) and told.male and told.female:
        return "the passages speak of certain men only"
    return ""


def _age(claim: str, sources: list[Reading], told: Who, studied: Who) -> str:
    if studied.ages & _YOUNG and "adult" not in studied.ages:
        if "adult" in told.ages or (_GROWN.search(claim) and not told.ages):
            return "the passages speak of the young only"
    elif "adult" in studied.ages and "child" in told.ages and not studied.ages & {"child", "newborn"}:
        return "the passages do not speak of children"
    elif studied.ages == {"adult"} and told.ages & _YOUNG:
        return "the passages speak of adults only"
    return _too_young(claim, sources)


def _too_young(claim: str, sources: list[Reading]) -> str:
    """A message where the claim reaches below the age from which people were studied."""
    told = [bound for bound, _ in age_bounds(claim)]
    least = _OLD if _WIDE.search(claim) else _VERY_OLD if _GROWN.search(frame_of(claim)) else None
    if speaks_of_old_people(claim) or not (told or (least and not _AGED.search(claim))):
        return ""
    source = " . ".join(one.folded for one in sources)
    lowest = min((bound for bound, _ in age_bounds(source)), default=None)
    if lowest is None:
        return ""
    if told:
        lowest = _bound_of_figures(claim, source) or lowest
        return f"the passages speak of people from {lowest} years" if min(told) < lowest - 1 else ""
    return f"the passages speak of people from {lowest} years" if least and lowest >= least else ""


def _bound_of_figures(claim: str, source: str) -> int | None:
    """The age to which the source ties the claim's percentages: the bound that follows them in their sentence."""
    bounds = age_bounds(source)
    tied = []
    for figure in re.findall(r"\d+(?:\.\d+)?(?= ?%)", claim)[:_MOST_FIGURES]:
        for match in re.finditer(rf"(?<![\d.]){re.escape(figure)} ?%", source):
            after = [
                bound
                for bound, at in bounds
                if match.end() <= at < match.end() + 80 and ". " not in source[match.end() : at]
            ]
            tied.extend(after[:1])
    return min(tied, default=None)


def _scope(claim: str, sources: list[Reading]) -> str:
    words = universal(claim)
    # `all-cause` is `of any cause`.
    causes = words.endswith(("cause", "causes")) and any("all-cause" in one.folded for one in sources)
    if words and not causes and not any(words in one.folded for one in sources):
        return f"the passages do not speak of “{words}”"
    if _EITHER_WAY.search(claim) and not any(_ALIKE.search(one.folded) for one in sources):
        return "the passages do not speak of both"
    if beyond := _beyond(regions(claim), regions, sources, even_alone=True):
        return f"the passages do not speak of {beyond}"
    if beyond := _beyond(settings(claim), settings, sources):
        return f"the passages do not speak of those {beyond}"
    if "patients" in claim and not are_healthy(claim) and any(are_healthy(one.folded) for one in sources):
        return "the passages speak of healthy volunteers"
    degrees = severities(claim)
    if len(degrees) > 1 and (beyond := _beyond(degrees, severities, sources)):
        return f"the passages do not speak of the {beyond}"
    return ""


def _beyond(
    told: frozenset[str],
    read_off: Callable[[str], frozenset[str]],
    sources: list[Reading],
    *,
    even_alone: bool = False,
) -> str:
    """A feature that the claim names and no source does, beside one of theirs; `even_alone`, also without one."""
    if not told:
        return ""
    studied = frozenset().union(*(read_off(one.folded) for one in sources))
    beyond = sorted(told - studied)
    return beyond[0] if beyond and (even_alone or told & studied) else ""


def _narrowed(claim: str, sources: list[Reading]) -> str:
    lost = lost_subgroup(claim, sources) or lost_narrowing(claim, sources)
    if not lost and (opens_with_people(claim) or any(one.general for one in assertions(claim))):
        lost = narrowed_group(claim, sources)
    if lost:
        return f"the passages speak of “{lost}” only"
    kind = named_by_kind(claim, sources)
    return f"the passages speak of one kind of “{kind}” only" if kind else ""
