"""Hold bmreport_meta against every published figure at hand; print the comparison and write docs/meta/agreement.md.

    python -m tests.meta.report [--check]

`--check` writes nothing. The exit code is 1 when a figure agrees neither exactly nor with the published stopping rule.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.meta.published import ABSENT, computed_differences, data_sets, figures

if TYPE_CHECKING:
    from tests.meta.published import Figure

PAGE = Path(__file__).resolve().parents[2] / "docs" / "meta" / "agreement.md"

_HEAD = """\
# Agreement with published results

`bmreport_meta` computes each published meta-analysis anew from its data. A figure agrees when it is equal at the digits
printed. `tox -e meta` prints this table and writes this page.

{summary}

Where *early stop* stands, ours differs in the last digits because the published iteration for tau² stopped at a change
of 1e-5, which is coarse when tau² itself is small; stopped there, ours prints the same digits. The value in the table
is the settled one. Where *last digit* stands, the published figure is one unit of its last digit away, and an
independent recomputation with full precision gives ours; the tolerance of the published search is the likely cause.

"""


def main(arguments: list[str]) -> int:
    """Print the table and the counts; 1 when a figure disagrees."""
    paths = data_sets()
    if not paths:
        print(f"skipped: {ABSENT}")
        return 0
    found = [figure for path in paths for figure in figures(path)]
    table = table_of(found)
    summary = summary_of(found, len(paths))
    print(table)
    print(summary)
    against = [(path.name, *row) for path in paths for row in computed_differences(path)]
    for row in against:
        print("differs from the independent recomputation:", *row)
    if "--check" not in arguments:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(_HEAD.format(summary=summary) + table, encoding="utf-8")
    return 1 if against or any(verdict(figure) == "DIFFERS" for figure in found) else 0


def verdict(figure: Figure) -> str:
    """How a figure compares; one that is not computed is different."""
    if figure.agrees:
        return "equal"
    if figure.agrees_early:
        return "early stop"
    return "last digit" if figure.agrees_recomputed else "DIFFERS"


def summary_of(found: list[Figure], sets: int) -> str:
    """The counts in a sentence."""
    verdicts = [verdict(figure) for figure in found]
    return (
        f"{len(found)} figures of {sets} data sets: {verdicts.count('equal')} equal, "
        f"{verdicts.count('early stop')} equal with the published stopping rule, "
        f"{verdicts.count('last digit')} off by one in the last digit, {verdicts.count('DIFFERS')} different."
    )


def table_of(found: list[Figure]) -> str:
    """A Markdown table of all figures."""
    lines = [
        "| data set | analysis | statistic | published | ours | difference | |",
        "|---|---|---|--:|--:|--:|---|",
    ]
    for figure in found:
        digits = figure.decimals
        lines.append(
            f"| {figure.data_set} | {figure.analysis} | {figure.statistic} | {figure.published:.{digits}f} "
            f"| {figure.ours:.{digits + 2}f} | {figure.difference:+.0e} | {verdict(figure)} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
