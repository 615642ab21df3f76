"""Wheels built once, and a fresh environment that holds them."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PROJECTS = {
    "bmreport": ROOT,
    "bmreport-house-style": EXAMPLES / "bmreport-house-style",
    "bmreport-cebm": EXAMPLES / "bmreport-cebm",
}


def run(
    arguments: Iterable[str | Path], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program and return what it printed, whatever its exit code."""
    return subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=600,
        cwd=cwd,
        env=env,
    )


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One wheel for each project, built with the hatchling that is installed; nothing is downloaded."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheels, is not installed")
    pytest.importorskip("pip", reason="pip, which installs the wheels, is not installed")
    built: dict[str, Path] = {}
    for name, project in PROJECTS.items():
        folder = tmp_path_factory.mktemp(name)
        pip: list[str | Path] = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "wheel",
            "--no-deps",
            "--no-build-isolation",
        ]
        done = run([*pip, "--no-index", "--wheel-dir", folder, project])
        assert done.returncode == 0, done.stderr
        (built[name],) = folder.glob("*.whl")
    return built


@dataclass(frozen=True)
class Environment:
    """A virtual environment with the wheels in it, beside what the running interpreter has."""

    python: Path
    bmreport: Path

    def run(self, *arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run the `bmreport` of this environment."""
        clean = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BMREPORT", "COVERAGE"))
        }
        return run([self.bmreport, *arguments], cwd=cwd, env=clean)


@pytest.fixture(scope="session")
def environment(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The three wheels installed side by side.

    Dependencies come from the running interpreter's packages by a path file; such a folder is searched last, and path
    files inside it are not read, so that an editable bmreport in there stays out of sight.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    where = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).stdout.strip()
    own = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (Path(where) / "dependencies.pth").write_text("\n".join(own) + "\n", encoding="utf-8")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python, "install"]
    done = run([*pip, "--no-deps", "--no-index", "--force-reinstall", "--ignore-installed", *wheels.values()])
    assert done.returncode == 0, done.stderr
    return Environment(python, scripts / "bmreport")
