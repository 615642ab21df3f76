"""The borders between core, plugins and strangers, and the public names of bmreport."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bmreport

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core" / "bmreport"
PLUGINS = ROOT / "plugins" / "bmreport_plugins"
CSL = ROOT / "plugins" / "bmreport_csl"
CSL_PLUGIN = CSL / "plugin.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def python_files(folder: Path) -> list[Path]:
    """All modules below a folder."""
    found = sorted(folder.rglob("*.py"))
    assert found, f"nothing in {folder}"
    return found


def relative(path: Path) -> str:
    """A short name for messages and test ids."""
    return path.relative_to(ROOT).as_posix()


def imports_of(path: Path) -> list[tuple[str, str]]:
    """Every import of a file as (module, name); the name is empty for `import module`."""
    found: list[tuple[str, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.extend((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # A relative import stays within its own package.
            found.extend((node.module or "", alias.name) for alias in node.names if node.level == 0)
    return found


def public_modules() -> set[str]:
    """Modules of bmreport without a leading underscore in their path, the command line excepted."""
    modules = set()
    for path in python_files(CORE):
        parts = path.relative_to(CORE.parent).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if not any(part.startswith("_") for part in parts) and "cli" not in parts:
            modules.add(".".join(parts))
    return modules


@pytest.mark.parametrize("path", python_files(CORE), ids=relative)
def test_core_names_no_plugin(path: Path) -> None:
    """No module of the core imports a built-in plugin or the CSL processor."""
    roots = {module.partition(".")[0] for module, _name in imports_of(path)}
    assert not roots & {"bmreport_plugins", "bmreport_csl", "bmreport_meta"}


@pytest.mark.parametrize("path", [path for path in python_files(CSL) if path != CSL_PLUGIN], ids=relative)
def test_the_csl_processor_is_a_library_of_its_own(path: Path) -> None:
    """Outside its plugin module, bmreport_csl imports the standard library, lxml and itself."""
    roots = {module.partition(".")[0] for module, _name in imports_of(path)}
    assert roots <= sys.stdlib_module_names | {"bmreport_csl", "lxml"}


def test_the_csl_processor_works_where_bmreport_is_not(tmp_path: Path) -> None:
    """A program may take bmreport_csl alone: with bmreport out of reach it still prints a reference."""
    script = tmp_path / "alone.py"
    script.write_text(
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in {'bmreport', 'bmreport_plugins', 'pydantic', 'pluggy'}:\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from bmreport_csl import Style, process\n"
        "item = {'id': 'a', 'type': 'book', 'title': 'T', 'author': [{'family': 'Doe', 'given': 'J'}]}\n"
        "print(process(Style.load('apa'), [item], format='text').bibliography[0][1])\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Doe, J.")


def test_a_host_starts_without_the_csl_processor(tmp_path: Path) -> None:
    """Loading the plugins loads neither the processor nor lxml; only a style that is applied does."""
    script = tmp_path / "start.py"
    script.write_text(
        "import sys\n"
        "from bmreport.host import PluginHost\n"
        "assert PluginHost().csl_engine('bmreport')\n"
        "print(sorted(name for name in sys.modules if name == 'lxml' or name.startswith('bmreport_csl.')))\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "['bmreport_csl.plugin']", done.stderr


@pytest.mark.parametrize("path", [*python_files(PLUGINS), CSL_PLUGIN], ids=relative)
def test_plugins_use_what_a_stranger_could(path: Path) -> None:
    """The built-in plugins import only public modules and public names of bmreport."""
    public = public_modules()
    for module, name in imports_of(path):
        if module.partition(".")[0] != "bmreport":
            continue
        assert module in public, f"{relative(path)} imports {module}, which is not public"
        assert not name.startswith("_") or name == "__version__", f"{relative(path)} imports {name} from {module}"
        if module == "bmreport" and f"bmreport.{name}" not in public:
            assert name in bmreport.__all__, f"{relative(path)}: bmreport.{name} is not in __all__"


def test_nothing_in_core_needs_the_command_line() -> None:
    """The library works without its command line: only `python -m bmreport` and itself import it."""
    users = [
        relative(path)
        for path in python_files(CORE)
        if "cli" not in path.parts and any(module.startswith("bmreport.cli") for module, _name in imports_of(path))
    ]
    assert users == ["core/bmreport/__main__.py"]


def test_entry_points_match_the_packages_on_disk() -> None:
    """Each package of bmreport_plugins that has a hook is an entry point, and each declared one exists."""
    declared = set(PROJECT["entry-points"]["bmreport"].values())
    with_hook = [path for path in PLUGINS.glob("*/__init__.py") if "@hookimpl" in path.read_text(encoding="utf-8")]
    on_disk = {f"bmreport_plugins.{path.parent.name}" for path in with_hook}
    assert declared == on_disk | {"bmreport_csl.plugin"}


@pytest.mark.parametrize("target", [*PROJECT["entry-points"]["bmreport"].values(), *PROJECT["scripts"].values()])
def test_entry_points_can_be_loaded(target: str) -> None:
    """What pyproject.toml points to is there."""
    module, _colon, attribute = target.partition(":")
    loaded = importlib.import_module(module)
    assert not attribute or callable(getattr(loaded, attribute))


def test_all_is_sorted_and_without_doubles() -> None:
    """`__all__` can be read by a person: capitals, then underscores, then the rest, each name once."""
    assert bmreport.__all__ == sorted(set(bmreport.__all__))


def test_all_names_exactly_what_loads_lazily() -> None:
    """`__all__`, the table of homes and the imports for type checkers name the same things."""
    assert set(bmreport._HOME) | {"__version__"} == set(bmreport.__all__)
    assert dict(sorted(bmreport._HOME.items())) == type_checking_imports()


@pytest.mark.parametrize("name", sorted(bmreport.__all__))
def test_every_public_name_loads(name: str) -> None:
    """Each name of `__all__` is there when it is asked for, and `dir` shows it afterwards."""
    assert getattr(bmreport, name) is not None
    assert name in vars(bmreport)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A misspelt name fails as in any module."""
    with pytest.raises(AttributeError, match="no attribute 'Reprot'"):
        _ = bmreport.Reprot


def type_checking_imports() -> dict[str, str]:
    """Name -> module, from the block that only type checkers read."""
    tree = ast.parse((CORE / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    found = {
        alias.name: node.module or "" for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    return dict(sorted(found.items()))
