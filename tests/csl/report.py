"""Measure the processor against the suite, citeproc-js and every installed style, and write the conformance page.

    python -m tests.csl.report [--check | --accept]

Prints the four figures. With --check the page is compared instead of written; with --accept the numbers of strings that
differ from citeproc-js are taken over into their list. Exit code 1 when a result is not as the
lists of expected failures and differences say, or when the page is out of date.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bmreport_csl import Style, StyleError, process
from bmreport_csl.library import StyleLibrary

from . import golden
from .ratchet import expected_failures
from .records import RECORDS
from .run_suite import run_fixture, same
from .shared_data import GOLDEN, HERE, OWN_FIXTURES, ROOT, SUITE, missing
from .suite import fixtures, read_fixture

PAGE = ROOT / "docs" / "csl" / "conformance.md"


@dataclass
class Figures:
    """What was measured; a part that could not be is in `skipped` with its reason."""

    suite: Counter[str] = field(default_factory=Counter)
    suite_kinds: dict[str, list[int]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    own: int = 0
    golden_same: int = 0
    golden_all: int = 0
    golden_styles: int = 0
    differing: dict[str, int] = field(default_factory=dict)
    independent: int = 0
    dependent: int = 0
    orphans: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    surprises: list[str] = field(default_factory=list)


def main() -> int:
    """Run everything and print or check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare the page instead of writing it")
    parser.add_argument("--accept", action="store_true", help="take over how many strings of each style differ")
    arguments = parser.parse_args()
    check = arguments.check
    figures = Figures()
    _run_suite(figures)
    _run_golden(figures, accept=arguments.accept)
    _run_styles(figures)
    if arguments.accept and not figures.skipped:
        _accept(figures)
    sys.stdout.write(_summary(figures))
    if figures.skipped:
        sys.stdout.write("The page was left as it is, for not all of it could be measured.\n")
        return 1 if figures.surprises else 0
    page = _page(figures)
    if check:
        if PAGE.read_text(encoding="utf-8") != page:
            sys.stdout.write(f"{PAGE.relative_to(ROOT)} is out of date: run python -m tests.csl.report\n")
            return 1
    else:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page, encoding="utf-8")
        sys.stdout.write(f"written: {PAGE.relative_to(ROOT)}\n")
    return 1 if figures.surprises else 0


def _run_suite(figures: Figures) -> None:
    expected = expected_failures(HERE / "expected_failures.toml")
    for path in fixtures(OWN_FIXTURES):
        figures.own += 1
        if not _passes(path):
            figures.surprises.append(f"our own fixture {path.stem} fails")
    if reason := missing(SUITE):
        figures.skipped.append(reason)
        return
    for path in fixtures(SUITE):
        passed = _passes(path)
        counts = figures.suite_kinds.setdefault(path.stem.partition("_")[0], [0, 0])
        counts[0] += passed
        counts[1] += 1
        figures.suite["passed" if passed else "failed"] += 1
        if not passed:
            figures.failures[path.stem] = expected.get(path.stem, "not explained yet")
        if passed == (path.stem in expected):
            figures.surprises.append(f"{path.stem} {'passes, though it is listed' if passed else 'fails'}")


def _passes(path: Path) -> bool:
    fixture = read_fixture(path)
    try:
        return same(run_fixture(fixture), fixture.result)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is this fixture's failure, and it is told
        sys.stderr.write(f"{fixture.name}: {error!r}\n")
        return False


def _run_golden(figures: Figures, *, accept: bool) -> None:
    if reason := missing(GOLDEN):
        figures.skipped.append(reason)
        return
    allowed = tomllib.loads((HERE / "golden_differences.toml").read_text(encoding="utf-8"))["styles"]
    for style_id in sorted(golden.expected()):
        pairs = list(golden.pairs(style_id))
        different = sum(not pair.same for pair in pairs)
        figures.golden_styles += 1
        figures.golden_all += len(pairs)
        figures.golden_same += len(pairs) - different
        if different:
            figures.differing[style_id] = different
        if different != allowed.get(style_id, 0) and not accept:
            figures.surprises.append(f"{style_id}: {different} strings differ, {allowed.get(style_id, 0)} are listed")


def _accept(figures: Figures) -> None:
    """Exchange the table of numbers; the classes with their reasons are written by hand and stay."""
    path = HERE / "golden_differences.toml"
    head, mark, _ = path.read_text(encoding="utf-8").partition("[styles]\n")
    table = "".join(f"{style} = {number}\n" for style, number in sorted(figures.differing.items()))
    path.write_text(head + mark + table, encoding="utf-8")


def _run_styles(figures: Figures) -> None:
    library = StyleLibrary()
    items = RECORDS if missing(GOLDEN) else golden.items()
    cited = [{"citationItems": [{"id": item["id"]}], "properties": {"noteIndex": n}} for n, item in enumerate(items, 1)]
    for path in sorted(library.folder.glob("*.csl")):
        try:
            process(Style.load(path), items, cited)
            figures.independent += 1
        except Exception as error:  # noqa: BLE001  # as above: told, and counted against the style
            figures.surprises.append(f"the style {path.stem} fails: {error!r}")
    for path in sorted((library.folder / "dependent").glob("*.csl")):
        try:
            library.read(path.stem)
            figures.dependent += 1
        except StyleError as error:
            figures.orphans.append(path.stem)
            if "depends on the style" not in str(error):
                figures.surprises.append(f"the dependent style {path.stem}: {error}")


def _summary(figures: Figures) -> str:
    passed, total = figures.suite["passed"], figures.suite.total()
    lines = [
        f"CSL suite:        {passed} of {total} fixtures pass{_share(passed, total)}; own fixtures: {figures.own}",
        f"citeproc-js:      {_golden(figures)} strings of {figures.golden_styles} styles are the same",
        f"all styles:       {figures.independent} independent styles format every record",
        f"dependent styles: {figures.dependent} resolve, {len(figures.orphans)} name a parent that is missing",
    ]
    lines += [f"skipped: {reason}" for reason in figures.skipped]
    lines += [f"not as listed: {surprise}" for surprise in figures.surprises]
    return "\n".join(lines) + "\n"


def _golden(figures: Figures) -> str:
    share = _share(figures.golden_same, figures.golden_all)
    return f"{figures.golden_same:,} of {figures.golden_all:,}{share}"


def _share(part: int, whole: int) -> str:
    return f" ({part / whole:.2%})" if whole else ""


def _page(figures: Figures) -> str:
    passed, total = figures.suite["passed"], figures.suite.total()
    kinds = "\n".join(f"| {kind} | {good} | {number} |" for kind, (good, number) in sorted(figures.suite_kinds.items()))
    failures = "\n".join(f"| `{name}` | {reason} |" for name, reason in sorted(figures.failures.items()))
    classes = tomllib.loads((HERE / "golden_differences.toml").read_text(encoding="utf-8"))["classes"]
    reasons = "\n".join(f"- **{name}.** {reason}" for name, reason in classes.items())
    differing = "\n".join(f"| `{style}` | {number} |" for style, number in sorted(figures.differing.items()))
    orphans = ", ".join(f"`{name}`" for name in figures.orphans) or "none"
    return f"""# Conformance

This page is written by `tox -e csl` from a run of the tests; nobody edits it by hand.

| what | result |
|---|---|
| fixtures of the CSL test suite | {passed} of {total}{_share(passed, total)} |
| our own fixtures in the same format | {figures.own} of {figures.own} |
| strings equal to those of citeproc-js, {figures.golden_styles} styles | {_golden(figures)} |
| independent styles that format every record | {figures.independent:,} |
| dependent styles that resolve to their parent | {figures.dependent:,} |
| dependent styles whose parent is missing from the collection | {len(figures.orphans)} |

The suite is about 70 % of the fixtures of the public CSL test suite.

## Fixtures by kind

| kind | passed | of |
|---|---|---|
{kinds}

## Fixtures that fail, and why

| fixture | why |
|---|---|
{failures}

## Where the text differs from that of citeproc-js

{reasons}

| style | strings that differ |
|---|---|
{differing}

## Dependent styles without a parent

{orphans}
"""


if __name__ == "__main__":
    sys.exit(main())
