"""The installed program in a process of its own: pipes, encodings, exit codes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "aspirin"
PROGRAM = [sys.executable, "-c", "from bmreport.cli import main; main()"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reference file."""
    shutil.copy(EXAMPLE / "references.ris", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program with its streams as pipes."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, **settings},
    )


def test_it_is_a_filter() -> None:
    """Evidence on standard input, references on standard output, remarks on standard error."""
    done = run("cite", "-", "--style", "vancouver", stdin=Path("references.ris").read_bytes())
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"\n") == 17
    assert b"note: " in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(encoding: str) -> None:
    """A title with letters that the encoding lacks stops nothing; a file's bytes stay UTF-8 in a pipe."""
    Path("odd.ris").write_text(
        "TY  - JOUR\nAU  - Müller, Å\nTI  - β-Blocker ≥ 漢字\nPY  - 2020\nER  - \n", encoding="utf-8"
    )
    cited = run("cite", "odd.ris", PYTHONIOENCODING=encoding)
    assert cited.returncode == 0, cited.stderr
    assert "β-Blocker ≥ 漢字" in cited.stdout.decode("utf-8")
    failed = run("check", "漢字.json", PYTHONIOENCODING=encoding)
    assert failed.returncode == 3
    assert b"Traceback" not in failed.stderr
    assert run("plugins", PYTHONIOENCODING=encoding).returncode == 0


def test_a_reader_may_go_away() -> None:
    """`bmreport styles | head -1` ends quietly with 141."""
    process = subprocess.Popen(
        [*PROGRAM, "styles", "--limit", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=120) == 141
    assert errors == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    """What does not reach standard output is an error, not a silence."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "cite", "references.ris", "--quiet"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: cannot write")
    assert b"Exception ignored" not in done.stderr


def test_debug_prints_the_traceback() -> None:
    """--debug is for those who mend bmreport; the message and the code stay the same."""
    plain, debug = run("cite", "missing.ris"), run("cite", "missing.ris", "--debug")
    assert plain.returncode == debug.returncode == 3
    assert b"Traceback" not in plain.stderr
    assert b"Traceback" in debug.stderr
    assert debug.stderr.endswith(plain.stderr)


def test_a_plugin_that_does_not_load_is_told_once(folder: Path) -> None:
    """A broken package costs one warning, and the rest works."""
    (folder / "broken-1.0.dist-info").mkdir()
    (folder / "broken-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "broken-1.0.dist-info" / "entry_points.txt").write_text("[bmreport]\nbroken = no_such_module_at_all\n")
    done = run("cite", "references.ris", PYTHONPATH=str(folder))
    assert done.returncode == 0
    assert done.stderr.count(b"no_such_module_at_all") == 1
    assert b"plugin 'broken' failed in loading" in done.stderr
    assert done.stdout.count(b"\n") == 17


def test_it_runs_as_a_module() -> None:
    """`python -m bmreport` is the program, where no script folder is on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "bmreport", "--version"], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("bmreport ")
