"""The two example packages, installed as wheels beside the wheel of bmreport and used from the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from .conftest import EXAMPLES, PROJECTS, Environment, run

pytestmark = pytest.mark.slow
PACKAGES = [name for name in PROJECTS if name != "bmreport"]


@pytest.fixture
def aspirin(tmp_path: Path) -> Path:
    """A folder with the worked example in it."""
    shutil.copytree(EXAMPLES / "aspirin", tmp_path / "aspirin")
    return tmp_path


def test_bmreport_comes_from_the_wheel(environment: Environment, tmp_path: Path) -> None:
    """Nothing of the checkout is used."""
    code = "import bmreport, bmreport_plugins; print(bmreport.__file__); print(bmreport_plugins.__file__)"
    done = run([environment.python, "-c", code], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        assert Path(line).is_relative_to(environment.python.parent.parent)


def test_both_plugins_are_listed(environment: Environment) -> None:
    """`bmreport plugins` names the providers with their packages and versions, and no failure."""
    done = environment.run("plugins", "--json")
    assert done.returncode == 0, done.stderr
    listed = json.loads(done.stdout)
    found = {(one["kind"], one["name"]): (one["package"], one["version"]) for one in listed["providers"]}
    assert found["grader", "cebm"] == ("bmreport-cebm", "1.0.0")
    assert found["style", "house"] == found["style", "house-label"] == ("bmreport-house-style", "1.0.0")
    assert listed["failures"] == []


def test_the_grader_grades(environment: Environment, aspirin: Path) -> None:
    """A report graded with `--grader cebm` says the level, and its JSON the reason for each document."""
    done = environment.run("aspirin", "--grader", "cebm", "-e", "text,json", "-o", "out/", "--quiet", cwd=aspirin)
    assert done.returncode == 0, done.stderr
    text, data = (Path(aspirin, line) for line in done.stdout.splitlines())
    assert "Level 1" in text.read_text(encoding="utf-8")
    grade = json.loads(data.read_text(encoding="utf-8"))["grades"][0]
    assert (grade["grader"], grade["label"]) == ("cebm", "Level 1")
    assert all(step["reason"] for step in grade["steps"])


def test_an_option_of_the_grader_is_checked(environment: Environment, aspirin: Path) -> None:
    """`--set` reaches the plugin, and a wrong value ends with code 2 and the name of the option."""
    strict = environment.run(
        "aspirin", "--grader", "cebm", "--set", "cebm.documents=999", "-e", "text", "-o", "-", cwd=aspirin
    )
    assert "not classified" in strict.stdout
    wrong = environment.run("aspirin", "--grader", "cebm", "--set", "cebm.documents=0", cwd=aspirin)
    assert wrong.returncode == 2
    assert "documents" in wrong.stderr


@pytest.mark.parametrize(
    ("style", "cite", "entry"), [("house", "[1]", "Zheng SL"), ("house-label", "[Zheng 2019]", "Zheng 2019")]
)
def test_the_styles_work_in_a_report(
    environment: Environment, aspirin: Path, style: str, cite: str, entry: str
) -> None:
    """A CSL file in a package and a style written in Python serve a whole report."""
    done = environment.run("aspirin", "--style", style, "-e", "text", "-o", "-", "--quiet", cwd=aspirin)
    assert done.returncode == 0, done.stderr
    assert cite in done.stdout
    assert entry in done.stdout


def test_the_styles_work_without_a_report(environment: Environment, aspirin: Path) -> None:
    """`bmreport cite` and `bmreport styles` know the styles of a package."""
    cited = environment.run("cite", "aspirin/references.ris", "--style", "house-label", cwd=aspirin)
    assert cited.returncode == 0, cited.stderr
    assert "Zheng 2019 Association of Aspirin" in cited.stdout
    listed = environment.run("styles", "house")
    assert "house-label" in listed.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_the_package_passes_its_own_tests(environment: Environment, package: str, tmp_path: Path) -> None:
    """The tests that the plugin authors' guide shows pass against the wheels."""
    tests = tmp_path / "tests"
    shutil.copytree(EXAMPLES / package / "tests", tests)
    done = run([environment.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests], cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_a_plugin_can_be_left_out(environment: Environment, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """BMREPORT_PLUGINS_DISABLED takes a package's providers away."""
    done = run(
        [environment.bmreport, "plugins", "--json"],
        env={"BMREPORT_PLUGINS_DISABLED": package, "PATH": "", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    assert package not in {one["package"] for one in json.loads(done.stdout)["providers"]}
