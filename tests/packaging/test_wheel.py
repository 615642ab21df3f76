"""The wheel of bmreport: what is in it, and that it works without being unpacked."""

from __future__ import annotations

import sys
import tomllib
import zipfile
from email import message_from_bytes
from typing import TYPE_CHECKING

import pytest

from .conftest import ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def names(wheels: dict[str, Path]) -> set[str]:
    """Names of the files in the wheel."""
    with zipfile.ZipFile(wheels["bmreport"]) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("kind", ["styles", "templates"])
def test_it_holds_every_data_file(names: set[str], kind: str) -> None:
    """Styles and templates of the checkout lie in bmreport/_data."""
    files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / kind).rglob("*")
        if path.is_file() and not path.name.startswith(".") and "__pycache__" not in path.parts
    }
    assert files
    assert {f"bmreport/_data/{name}" for name in files} <= names


def test_it_holds_every_module(names: set[str]) -> None:
    """Each module of the source roots is there, and both packages say that they are typed."""
    modules = {
        path.relative_to(root).as_posix() for root in (ROOT / "core", ROOT / "plugins") for path in root.rglob("*.py")
    }
    assert modules <= names
    assert {"bmreport/py.typed", "bmreport_plugins/py.typed"} <= names


def test_it_holds_nothing_else(names: set[str]) -> None:
    """Neither tests nor documentation nor caches are installed on anybody's machine."""
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "bmreport",
        "bmreport_csl",
        "bmreport_meta",
        "bmreport_plugins",
    }
    assert not [name for name in names if "tests/" in name or name.endswith(".pyc")]


def test_its_metadata_is_that_of_the_project(wheels: dict[str, Path]) -> None:
    """Name, Python version, dependencies and licence reach the index."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with zipfile.ZipFile(wheels["bmreport"]) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(name))
        entry_points = archive.read(name.replace("METADATA", "entry_points.txt")).decode()
    assert metadata["Requires-Python"] == project["requires-python"]
    required = [line for line in metadata.get_all("Requires-Dist") or [] if "extra ==" not in line]
    assert len(required) == len(project["dependencies"])
    assert "bmreport = bmreport.cli:main" in entry_points
    for plugin, module in project["entry-points"]["bmreport"].items():
        assert f"{plugin} = {module}" in entry_points


def test_it_works_from_the_zip_file(wheels: dict[str, Path], tmp_path: Path) -> None:
    """Put on the path as a zip file, the wheel finds its plugins, styles and templates."""
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n"
        "import bmreport; assert '.whl' in bmreport.__file__, bmreport.__file__\n"
        "from bmreport.cli import main; main()\n"
    )
    wheel = wheels["bmreport"]
    starter = run([sys.executable, "-c", code, wheel, "init", "example"], cwd=tmp_path)
    assert starter.returncode == 0, starter.stderr
    report = run([sys.executable, "-c", code, wheel, "example", "--export", "text", "-o", "-"], cwd=tmp_path)
    assert report.returncode == 0, report.stderr
    assert "Zheng" in report.stdout


def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    """The sdist holds what the wheel is built from, and the tests."""
    build = pytest.importorskip("hatchling.builders.sdist", reason="hatchling is not installed")
    target = next(iter(build.SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])))
    import tarfile

    with tarfile.open(target) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for needed in (
        "pyproject.toml",
        "core/bmreport/__init__.py",
        "templates/init/bmreport.toml",
        "tests/docs/test_pages.py",
    ):
        assert needed in held
