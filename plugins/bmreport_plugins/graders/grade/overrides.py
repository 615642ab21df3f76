"""Judgements of people in place of the machine's: whose counts, what both said, and how far two assessors agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from bmreport import GradeStep, InputError, Override
from bmreport_plugins.graders.grade.judgements_file import ALL, DOMAINS, HumanJudgement, change_of
from bmreport_plugins.graders.grade.outcome_settings import nearest
from bmreport_plugins.graders.grade.scale import words_of_change
from bmreport_plugins.graders.grade.steps import footnote
from bmreport_plugins.graders.grade.study_design import NAME as DESIGN
from bmreport_plugins.graders.grade.wording import counted, listed
from bmreport_plugins.study_pooling.grouping import DesignClass, name_key

if TYPE_CHECKING:
    from bmreport_plugins.study_pooling import StudyGroup

__all__ = ["Decision", "Overrides"]

_Place = tuple[str, str, DesignClass | None, str]
"""Outcome, comparison (empty: any), kind of design (None: any), domain."""


@dataclass(frozen=True)
class Decision:
    """What counts on one domain of one outcome; `said` is what each assessor had said when they differed."""

    judgement: str
    change: int
    by: str
    reason: str
    said: str = ""


@dataclass(frozen=True)
class Overrides:
    """All decisions, and a sentence on how far each pair of assessors agrees."""

    by_place: Mapping[_Place, Decision] = field(default_factory=dict)
    agreement: tuple[str, ...] = ()

    @classmethod
    def of(cls, judgements: Iterable[HumanJudgement], groups: Sequence[StudyGroup]) -> Overrides:
        """Settle the entries of the file.

        Raises InputError naming the entry: for an outcome that no study has, for two judgements of one person on one
        thing, and for assessors who differ without a consensus.
        """
        places: dict[_Place, list[HumanJudgement]] = {}
        for one in judgements:
            _expect_known(one, groups)
            place = (name_key(one.outcome), name_key(one.comparison), one.design, one.domain)
            places.setdefault(place, []).append(one)
        decided = {place: _settled(entries) for place, entries in places.items()}
        return cls(decided, tuple(_agreements(places)))

    def on(self, group: StudyGroup | None, domain: str, *, own: bool = False) -> Decision | None:
        """The decision for a domain of a group: the outcome's own, else (without `own`) the one for all outcomes.

        Without a group, that of the whole body, only what is said of all outcomes counts.
        """
        outcome, comparison = (name_key(group.outcome), name_key(group.comparison)) if group else ("", "")
        names = ([outcome] if outcome else []) + ([] if own else [ALL])
        places = (
            (name, about, design, domain)
            for name in names
            for about in dict.fromkeys((comparison, ""))
            for design in (group.design if group else None, None)
        )
        return next((self.by_place[place] for place in places if place in self.by_place), None)

    def apply(self, step: GradeStep, group: StudyGroup | None, *, own: bool = False) -> GradeStep:
        """The step as a person decided it, with the machine's judgement beside it; else the step as it is."""
        decision = self.on(group, step.name, own=own)
        if decision is None:
            return step
        machine = f"{step.judgement}{_moved(step.change)}"
        told = f"{decision.by}: {decision.reason}{decision.said}"
        judgement = f"starts at {decision.judgement.capitalize()}" if step.name == DESIGN else decision.judgement
        return step.model_copy(
            update={
                "judgement": judgement,
                "change": decision.change,
                "reason": f"{told} By the rules it would be {machine}: {step.reason}",
                "assessed": True,
                "footnote": footnote(step.name, decision.change, f"{told} By the rules: {machine}."),
                "override": Override(
                    by=decision.by,
                    reason=decision.reason,
                    machine_judgement=step.judgement,
                    machine_change=step.change,
                ),
            }
        )


def _moved(change: int) -> str:
    return f" ({words_of_change(change)})" if change else ""


def _expect_known(one: HumanJudgement, groups: Sequence[StudyGroup]) -> None:
    names = {name_key(group.outcome): group.outcome for group in groups}
    outcome = name_key(one.outcome)
    if outcome != ALL and outcome not in names:
        raise InputError(
            f"no study has the outcome {one.outcome!r:.60}",
            where=one.where,
            remedy=f"{nearest(one.outcome, names)} or `all`",
        )
    comparisons = {
        name_key(group.comparison): group.comparison for group in groups if outcome in (ALL, name_key(group.outcome))
    }
    if one.comparison and name_key(one.comparison) not in comparisons:
        raise InputError(
            f"the outcome has no comparison {one.comparison!r:.60}",
            where=one.where,
            remedy=f"comparisons: {', '.join(filter(None, comparisons.values())) or 'none is named'}"[:300],
        )
    _expect_design(one, groups)


def _expect_design(one: HumanJudgement, groups: Sequence[StudyGroup]) -> None:
    outcome = name_key(one.outcome)
    designs = {group.design for group in groups if outcome in (ALL, name_key(group.outcome))}
    if one.design is not None and one.design not in designs:
        raise InputError(
            f"the outcome has no {one.design}",
            where=one.where,
            remedy=f"it has {listed(map(str, filter(None, designs)))}",
        )


def _settled(entries: Sequence[HumanJudgement]) -> Decision:
    final = [one for one in entries if one.consensus]
    each = [one for one in entries if not one.consensus]
    if len(final) > 1:
        raise InputError("has a second consensus", where=final[1].where, remedy="keep one")
    seen: set[str] = set()
    for one in each:
        if name_key(one.by) in seen:
            raise InputError(
                f"{one.by} judged this twice", where=one.where, remedy="keep one, or name the other assessor"
            )
        seen.add(name_key(one.by))
    differ = len({change_of(one.domain, one.judgement) for one in each}) > 1 or (
        entries[0].domain == DESIGN and len({one.judgement for one in each}) > 1
    )
    said = listed(f"{one.by} said {one.judgement}" for one in each)
    if final:
        return _decision(final[:1], f" ({said})" if each else "")
    if differ:
        raise InputError(
            f"the assessors differ: {said}",
            where=each[-1].where,
            remedy="add an entry with `consensus: yes` and its reason",
        )
    return _decision(each, "")


def _decision(entries: Sequence[HumanJudgement], said: str) -> Decision:
    first = entries[0]
    reasons = [one.reason for one in entries] if len(entries) == 1 else [f"{one.by}: {one.reason}" for one in entries]
    return Decision(
        judgement=first.judgement,
        change=change_of(first.domain, first.judgement),
        by=listed(one.by for one in entries),
        reason=" ".join(_stopped(reason) for reason in reasons),
        said=said,
    )


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _agreements(places: Mapping[_Place, Sequence[HumanJudgement]]) -> Iterable[str]:
    """How far each pair of assessors agrees on what both judged, before any consensus."""
    pairs: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for (*_where, domain), entries in places.items():
        levels = list(DOMAINS[domain]) if domain == DESIGN else []
        said = {
            one.by: levels.index(one.judgement) if levels else -change_of(domain, one.judgement)
            for one in entries
            if not one.consensus
        }
        for first, second in combinations(sorted(said), 2):
            pairs.setdefault((first, second), []).append((said[first], said[second]))
    if not pairs:
        return
    from bmreport_plugins.risk_of_bias import kappa

    for (first, second), given in sorted(pairs.items()):
        same = sum(one == other for one, other in given)
        found = kappa(given)
        told = (
            "kappa is not defined, because both gave one judgement throughout"
            if found is None
            else f"Cohen's kappa {found:.2f}"
        )
        both = f"{first} and {second} judged {counted(len(given), 'domain')} both"
        yield f"{both} and agreed on {same} before any consensus ({told})."
