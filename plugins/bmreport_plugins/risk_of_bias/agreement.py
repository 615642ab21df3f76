"""How far two assessors agree: Cohen's kappa, plain and weighted, and where they differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bmreport import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bmreport_plugins.risk_of_bias.judging import Judged

__all__ = ["Agreement", "Disagreement", "agreement", "kappa"]


@dataclass(frozen=True)
class Disagreement:
    """One domain of one study on which two assessors differ."""

    study: str
    outcome: str
    domain: str
    first: str
    second: str


@dataclass(frozen=True)
class Agreement:
    """Agreement of `first` and `second` on `pairs` judgements.

    `kappa` corrects for chance (Cohen 1960); `weighted` counts how far apart the levels are (linear weights, Cohen
    1968). Both are None where chance alone explains everything, as when both always say the same one level; `note`
    says so. `weighted` is None as well where a level has no place in the order (not applicable). `alone` names what
    only one of the two judged.
    """

    first: str
    second: str
    pairs: int
    observed: float
    kappa: float | None
    weighted: float | None
    disagreements: tuple[Disagreement, ...] = ()
    alone: tuple[str, ...] = ()
    note: str = ""


def kappa(pairs: Sequence[tuple[int, int]], *, weighted: bool = False) -> float | None:
    """Cohen's kappa of pairs of levels, which are numbered from best to worst.

    With `weighted`, a pair counts against agreement by the distance of its levels. None without pairs, and where the
    disagreement expected by chance is nil.
    """
    if not pairs:
        return None
    n = len(pairs)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(_distance(a, b, weighted=weighted) * first[a] * second[b] for a in first for b in second) / n
    if expected == 0:
        return None
    return 1 - sum(_distance(a, b, weighted=weighted) for a, b in pairs) / expected


def agreement(first: Sequence[Judged], second: Sequence[Judged]) -> Agreement:
    """Agreement of two assessors who judged with one tool, over all domains of the studies that both judged.

    Raises InputError when the tools differ, or one of the two judged a study twice.
    """
    one, other = _by_place(first), _by_place(second)
    tools = {judged.tool.id for judged in (*first, *second)}
    if len(tools) > 1:
        raise InputError(
            f"the assessors used different tools: {', '.join(sorted(tools))}", remedy="compare one at a time"
        )
    pairs: list[tuple[int, int]] = []
    disagreements = []
    alone = [_words(place) for place in one.keys() ^ other.keys()]
    for place in one:
        if place not in other:
            continue
        mine, theirs = one[place], other[place]
        levels = [level.name for level in mine.tool.levels_of(place[2])]
        said = mine.domains[place[2]].name, theirs.domains[place[2]].name
        pairs.append((levels.index(said[0]), levels.index(said[1])))
        if said[0] != said[1]:
            disagreements.append(Disagreement(mine.study, mine.outcome, place[2], *said))
    ordered = all(level.sign.severity for judged in (*first, *second) for level in judged.domains.values())
    observed = sum(a == b for a, b in pairs) / len(pairs) if pairs else 0.0
    plain = kappa(pairs)
    return Agreement(
        first=_assessor(first, "first assessor"),
        second=_assessor(second, "second assessor"),
        pairs=len(pairs),
        observed=observed,
        kappa=plain,
        weighted=kappa(pairs, weighted=True) if ordered else None,
        disagreements=tuple(disagreements),
        alone=tuple(sorted(alone)),
        note=_note(len(pairs), plain),
    )


def _by_place(judged: Sequence[Judged]) -> dict[tuple[str, str, str], Judged]:
    found: dict[tuple[str, str, str], Judged] = {}
    for one in judged:
        for domain in one.domains:
            place = (one.study.casefold(), one.outcome.casefold(), domain)
            if place in found:
                raise InputError(f"is judged twice by {one.assessor or 'one assessor'}", where=_words(place),
                                 remedy="keep one of the two, or name the assessors")  # fmt: skip
            found[place] = one
    return found


def _distance(one: int, other: int, *, weighted: bool) -> int:
    return abs(one - other) if weighted else int(one != other)


def _words(place: tuple[str, str, str]) -> str:
    study, outcome, domain = place
    return f"{study}{f' ({outcome})' if outcome else ''}, {domain}"


def _assessor(judged: Sequence[Judged], default: str) -> str:
    return next((one.assessor for one in judged if one.assessor), default)


def _note(pairs: int, value: float | None) -> str:
    if not pairs:
        return "there is nothing that both judged"
    return "" if value is not None else "kappa is not defined: both gave one and the same level throughout"
