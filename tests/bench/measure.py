"""Time whole processes: several runs after a warm-up, by the operating system's own account."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Timing:
    """Median wall seconds and the largest peak memory (MiB) over all runs."""

    seconds: float
    peak_mib: float


def median_of(commands: list[list[str]], folder: Path, runs: int) -> Timing:
    """Run the commands one after another `runs` times after one warm-up; seconds are those of the whole chain.

    Raises SystemExit with the command's own words when one fails.
    """
    seconds: list[float] = []
    peak = 0.0
    for run in range(runs + 1):
        start = time.perf_counter()
        for command in commands:
            peak = max(peak, _run(command, folder))
        if run:
            seconds.append(time.perf_counter() - start)
    return Timing(statistics.median(seconds), peak)


def _run(command: list[str], folder: Path) -> float:
    """Run one command and return its peak memory in MiB."""
    with (folder / "output.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        words = (folder / "output.log").read_text(encoding="utf-8", errors="replace")[-2000:]
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{words}")
    return usage.ru_maxrss / 1024
