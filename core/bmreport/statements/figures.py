"""Direction told by figures: two of a kind side by side (`8.1% with A and 6.2% with B`)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bmreport.statements.arms import CONTROLS, front_end
from bmreport.statements.keyed import spoken
from bmreport.statements.outcomes import PEOPLE, SUBJECTS, UNITS, is_content
from bmreport.statements.word_sets import word_set
from bmreport.statements.words import NUMBER, WORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bmreport.statements.words import Word

__all__ = ["FigurePair", "figure_pairs"]


class FigurePair(NamedTuple):
    """Two figures of one outcome: the sign of the first against the second, and whose each is."""

    sign: int
    outcome: frozenset[str]
    arm: frozenset[str]
    comparator: frozenset[str]
    amount: bool
    """Whether they tell by how much something changed (`fell by 5 kg and 2 kg`)."""
    first: int
    last: int
    """`words[first:last]` holds the two figures."""
    rank: tuple[int, int, int] | None = None
    """Which two of how many figures, where only their order tells whose they are."""


_JOINTS = word_set("and v vs versus compared but whereas while against than")
_PARTED = word_set("from to")
_NO_RESULT_AFTER = word_set(
    "ci p n within aged age over after for week weeks day days month months year years phase grade grades stage stages "
    "type types than to under below above least most about ratio iqr sd se times approximately level levels version "
    "between until before by-week per kg every since factor dose doses chapter table figure class number"
)
_RATIOS = word_set("ratio ratios hr rr ahr arr aor irr smd hazard κ kappa")
_NOT_UNITS = word_set(
    "and or in with without of for to v vs versus given on after by among at the were was had but respect"
)
_ARM_SIGNS = word_set("with for in on after given among")


def _is_time(words: Sequence[Word], at: int) -> bool:
    """`at 12 weeks`, and `at 40` too; not `at 0.9 per 1,000` or `at 12%`."""
    following = words[at + 1].stem if at + 1 < len(words) else ""
    return words[at].text.isdigit() and (following in UNITS or following not in ("per", "in", "of"))


_DOSES = word_set("mg μg mcg g ml iu mg/day units mmol")
_AMOUNTS = word_set("by of")
_MOST = 4
_MOST_ROWS = 12
"""No sentence tells more outcomes in figures; one that does is a table."""


def figure_pairs(words: Sequence[Word]) -> Iterator[FigurePair]:
    """Every two of each row of like figures that joints part; percentages go before other figures."""
    front = front_end(words, len(words))
    figures = [
        at
        for at, word in enumerate(words)
        if word.kind == NUMBER and _is_result(words, at) and not (at < front and words[at + 1].stem in UNITS)
    ]
    percent = [at for at in figures if words[at].text.endswith("%")]
    for places in (percent, [at for at in figures if at not in percent]):
        since = 0
        for _ in range(_MOST_ROWS):
            row = _row(words, [at for at in places if at >= since])
            if len(row) < 2:
                break
            if not _is_ratio(words, row[0]):
                yield from _pairs(words, row, figures, since)
            since = row[-1] + 1
        if since:
            return


def _is_result(words: Sequence[Word], at: int) -> bool:
    before = words[at - 1] if at else None
    if ":" in words[at].text:
        return False
    if before is not None and (before.text in _NO_RESULT_AFTER or words[at].joined):
        return False
    if before is not None and before.text == "at" and _is_time(words, at):
        return False
    if before is not None and before.text in ("of", "/") and at > 1 and words[at - 2].kind == NUMBER:
        return False  # the whole of which the figure before is a part
    if (
        before is not None
        and before.text == "of"
        and at > 1
        and words[at - 2].text in ("age", "ages", "score", "range")
    ):
        return False
    following = words[at + 1] if at + 1 < len(words) else None
    if following is None:
        return True
    if following.text in _DOSES and before is not None and before.text in _ARM_SIGNS:
        return False  # `with 70 mg` names an arm
    return not (following.joined or following.text in ("ci", "confidence", "credible", "uncertainty"))


def _row(words: Sequence[Word], places: Sequence[int]) -> list[int]:
    """The first run of figures of one kind, each joined to the next."""
    row: list[int] = []
    for at in places:
        if row and len(row) < _MOST and _continues(words, row, at):
            row.append(at)
        elif len(row) > 1:
            break
        else:
            row = [at]
    return row if len(row) > 1 and any(words[at].text in _JOINTS for at in range(row[0], row[-1])) else []


def _continues(words: Sequence[Word], row: Sequence[int], at: int) -> bool:
    joint = _joint(words, row[-1], at)
    if joint is None or not _alike(words, row[-1], at):
        return False
    if words[at - 1].text == "of" and any(is_content(word.stem) for word in words[joint + 1 : at - 1]):
        return False  # `a sensitivity of 91% and a specificity of 47%` are two outcomes
    if len(row) > 1 and words[joint].text == "but":
        return False  # `27 with A and 38 with B at once, but 16 and 18 later`
    labels = any(is_content(word.stem) for word in words[joint + 1 : at] if not word.depth and word.kind == WORD)
    if labels and not any(is_content(word.stem) for word in words[row[-1] + 1 : joint] if not word.depth):
        return False  # `tamponade in 0.8% and palsy in 0.3%`
    # Where the first two stand side by side, so do the others; what comes later belongs to another outcome.
    return len(row) < 2 or row[1] - row[0] > 2 or at - row[-1] <= 2


def _joint(words: Sequence[Word], one: int, other: int) -> int | None:
    between = range(one + 1, other)
    outside = min(words[one].depth, words[other].depth)
    if any(words[at].text in _PARTED | {";"} and words[at].depth <= outside for at in between):
        return None
    joints = [at for at in between if words[at].text in _JOINTS and words[at].depth <= outside]
    commas = [at for at in between if words[at].text == "," and not words[at].depth - words[one].depth > 0]
    return next(iter(joints or commas), None)


def _alike(words: Sequence[Word], one: int, other: int) -> bool:
    """Of one unit; figures without a unit are alike when only a joint parts them, or both have decimals."""
    if words[one].text.endswith("%"):
        return True
    if other - one == 2:
        return ("." in words[one].text) is ("." in words[other].text)
    if all(_count_of(words, at) is not None for at in (one, other)):
        return True
    units = [words[at + 1].stem if at + 1 < len(words) and words[at + 1].kind == WORD else "" for at in (one, other)]
    if ("." in words[one].text) is not ("." in words[other].text):
        return False
    if units[1] in _NOT_UNITS | {""}:
        # `8.4 per 100 with A and 31.7 without`, `61 needed escalation on A and 28 on B`
        decimals = "." in words[other].text
        return decimals or units[0] == units[1] != "" or any(word.stem == units[1] != "" for word in words[one:other])
    return units[0] == units[1]


def _count_of(words: Sequence[Word], at: int) -> float | None:
    """`12 of 140` as a share; None for another figure."""
    if at + 2 < len(words) and words[at + 1].text in ("of", "/") and words[at + 2].kind == NUMBER:
        whole = _value(words[at + 2])
        return _value(words[at]) / whole if whole else None
    return None


def _value(word: Word) -> float:
    return float(word.text.rstrip("% \u2009\u202f\u00a0"))


def _is_ratio(words: Sequence[Word], first: int) -> bool:
    return any(word.text in _RATIOS and word.depth == 0 for word in words[max(0, first - 12) : first])


def _pairs(words: Sequence[Word], row: Sequence[int], figures: Sequence[int], since: int) -> Iterator[FigurePair]:
    begin = min([at for at in figures if since <= at <= row[0] and _leads_to(words, at, row[0])], default=row[0])
    joints = [_joint(words, one, other) or one for one, other in pairwise(row)]
    end = _end(words, row[-1])
    outcome = _told(words, since or front_end(words, begin), begin) - SUBJECTS
    if not any(key not in UNITS and not key.isdigit() for key in outcome):
        outcome = frozenset()
    if not outcome and "%" not in words[row[0]].text and not words[row[0]].depth:
        until = next((at for at in range(row[0], joints[0]) if words[at].text in _ARM_SIGNS), row[0] + 1)
        outcome, begin = _told(words, row[0] + 1, until) - SUBJECTS, until
    if not outcome and (verb := _predicate(words, row[-1], end)) is not None:
        outcome, end = _told(words, verb, end) - SUBJECTS, verb
    elif not outcome and not _told(words, row[0], joints[0]) - SUBJECTS:
        outcome, end = _told(words, row[-1], end) - SUBJECTS, row[-1] + 1  # `37.6% and 39.4% had died`
    bounds = [begin, *joints, end]
    figure_keys = frozenset(key for at in row for key in words[at].keys)
    own = [_told(words, since, until) - figure_keys for since, until in pairwise(bounds)]
    common = frozenset.intersection(*own)
    arms = [one - common - PEOPLE for one in own]
    if not arms[0] and not arms[-1] & CONTROLS:
        arms = [frozenset()] * len(own)
    elif common - outcome:
        arms = [arm or common - outcome for arm in arms]  # `without residual disease` and `with residual disease`
    ranked = len(row) > 2 and not any(arms)  # three arms in an order that the sentence does not tell
    outcome = outcome or common
    counts = [_count_of(words, at) for at in row]
    values = [_value(words[at]) if None in counts else counts[place] or 0.0 for place, at in enumerate(row)]
    amount = row[0] > 0 and words[row[0] - 1].text in _AMOUNTS
    for one in range(len(row)):
        for other in range(one + 1, len(row)):
            sign = (values[one] > values[other]) - (values[one] < values[other])
            if sign:
                rank = (one, other, len(row)) if ranked else None
                yield FigurePair(sign, outcome, arms[one], arms[other], amount, row[0], row[-1] + 1, rank)


def _predicate(words: Sequence[Word], last: int, end: int) -> int | None:
    """`37.9% of the early and 36.6% of the late group died`: where the outcome begins after those who had it."""
    return next((at + 1 for at in range(last, end - 1) if words[at].text in _PEOPLE and not words[at].depth), None)


_PEOPLE = word_set("group groups arm arms patients participants people women men children adults infants those")


def _leads_to(words: Sequence[Word], at: int, figure: int) -> bool:
    """Whether counts (`412 of 2,405 patients`) lead up to the figure in brackets after them."""
    if at == figure or not words[figure].depth or not words[at].text.isdigit() or figure - at > 14:
        return at == figure
    return not any(word.text in (";", ":", ",") for word in words[at:figure])


def _end(words: Sequence[Word], last: int) -> int:
    """Where the words of the last figure end: at a comma or semicolon outside brackets, or with the clause."""
    for at in range(last + 1, len(words)):
        if words[at].text in (";", ":", ",") and not words[at].depth:
            return at
    return len(words)


def _told(words: Sequence[Word], since: int, until: int) -> frozenset[str]:
    own = frozenset(spoken(words, since, until))
    bare = any(words[at].text in _UNTREATED and not words[at].depth for at in range(since, until))
    return own | {"control"} if bare else own


_UNTREATED = word_set("without unvaccinated unexposed")
