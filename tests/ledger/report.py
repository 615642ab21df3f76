"""Measure the checks of the claim ledger on the labelled pairs; print the figures and write docs/ledger/accuracy.md.

    python -m tests.ledger.report [--failures] [--check]

`--failures` names the pairs of the seen half that fail; the unseen half is only counted. `--check` writes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.ledger.labelled import HALVES, KINDS, counts, faults_of, read_pairs, score_claims, score_kinds

if TYPE_CHECKING:
    from tests.ledger.labelled import Half, Pair, Score

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ledger" / "accuracy.md"
REACHED = Path(__file__).parent / "reached.toml"
AIMS = {"markers": (0.95, 0.95), "numbers": (0.95, 0.95), "direction": (0.9, 0.8), "negation": (0.9, 0.8)}
"""Least precision and recall."""

_HEAD = """\
# How well the checks see

The checks of the claim ledger are measured on {total} pairs of a claim and the passages it cites, written for this
purpose: {true} that the passages hold, and {faulty} with one planted fault (a few have two), from {topics} sets of
topics. A pair belongs to one of two halves by the hash of its id. The rules were built while looking at the *seen*
half only; the *unseen* half is counted, and its pairs are not looked at. The pairs came in rounds, each written without
a look at the rules. When one of them had served to measure, it was given to the seen half under new ids, and a fresh
one took its place: of the unseen half, the part with `-x` in its ids came last.

Precision is the share of alarms that are right, recall the share of faults that are found. A fault of direction and a
lost or added negation are told by one check and count for each other. An alarm on a pair that holds another fault than
the one it names counts against its precision. `tox -e ledger` prints these figures and writes this page; a test keeps
what was reached.

The aims are {aims}. {missed}
"""
_FOOT = """
The last line asks what a reader would: is a sentence with any fault marked at all, and how often is a sound one marked?

What these figures do not say: the pairs are short, in English, and written by the people who wrote the checks' brief,
not taken from published papers. Several pairs share a passage (all of one passage stand in one half). Real answers
of a model hold fewer faults per sentence than these pairs do, so that of the alarms in a real report a larger share is
false. A sentence that the checks pass is not proved; it is one in which they found nothing.
"""


def main(arguments: list[str]) -> int:
    """Print the table; 1 when an aim is missed."""
    halves = {half: read_pairs(half) for half in HALVES}
    table = _table(halves)
    print(table)
    if "--failures" in arguments:
        _print_failures(halves["seen"])
    missed = [fault for half, pairs in halves.items() for fault in missed_aims(half, pairs)]
    print("\n".join(missed) or "all aims are met")
    if "--check" not in arguments:
        PAGE.write_text(_page(halves, table), encoding="utf-8")
        REACHED.write_text(_reached(halves), encoding="utf-8")
    return 1 if missed else 0


def missed_aims(half: Half, pairs: list[Pair]) -> list[str]:
    """A line for each aim that a half misses."""
    scores = score_kinds(pairs)
    return [
        f"{half}: {kind} reaches precision {scores[kind].precision:.3f}, recall {scores[kind].recall:.3f}; the aim is "
        f"{precision} and {recall}"
        for kind, (precision, recall) in AIMS.items()
        if scores[kind].precision < precision or scores[kind].recall < recall
    ]


def _reached(halves: dict[Half, list[Pair]]) -> str:
    """What was measured, for the test that keeps it: half, kind, precision and recall."""
    lines = ["# Written by tests/ledger/report.py: precision and recall of each kind of fault."]
    for half, pairs in halves.items():
        lines.extend(["", f"[{half}]"])
        lines.extend(
            f"{kind} = [{_floor(score.precision)}, {_floor(score.recall)}]"
            for kind, score in score_kinds(pairs).items()
        )
    return "\n".join(lines) + "\n"


def _floor(share: float) -> str:
    return f"{int(share * 1000) / 1000:.3f}"


def _table(halves: dict[Half, list[Pair]]) -> str:
    lines = [
        "| fault | seen: pairs | precision | recall | unseen: pairs | precision | recall |",
        "|---|---|---|---|---|---|---|",
    ]
    scores = {half: {**score_kinds(pairs), "any": score_claims(pairs)} for half, pairs in halves.items()}
    for kind in (*KINDS, "any"):
        cells = " | ".join(_cells(scores[half][kind]) for half in halves)
        lines.append(f"| {'any fault at all' if kind == 'any' else kind} | {cells} |")
    sound = ", ".join(
        f"{len(scores[half]['any'].false_alarms)} of {counts(pairs)['true']} in the {half} half"
        for half, pairs in halves.items()
    )
    return "\n".join([*lines, "", f"Sound sentences that are marked: {sound}.", ""])


def _cells(score: Score) -> str:
    return f"{len(score.found) + len(score.missed)} | {score.precision:.3f} | {score.recall:.3f}"


def _page(halves: dict[Half, list[Pair]], table: str) -> str:
    every = [pair for pairs in halves.values() for pair in pairs]
    true = sum(not pair.kinds for pair in every)
    topics = len({pair.id.rpartition("-")[0] for pair in every})
    missed = [fault for half, pairs in halves.items() for fault in missed_aims(half, pairs)]
    head = _HEAD.format(
        total=len(every),
        true=true,
        faulty=len(every) - true,
        topics=topics,
        aims="; ".join(
            f"precision {precision}, recall {recall} for {kind}" for kind, (precision, recall) in AIMS.items()
        ),
        missed="Not reached:\n\n" + "\n".join(f"- {one}" for one in missed) if missed else "All of them are reached.",
    )
    return head + "\n" + table + _FOOT


def _print_failures(pairs: list[Pair]) -> None:
    for pair in pairs:
        called = {fault.kind: fault.message for fault in faults_of(pair)}
        if called.keys() != set(pair.kinds):
            print(f"{pair.id}: labelled {', '.join(pair.kinds) or 'true'}; found {called or 'nothing'}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
