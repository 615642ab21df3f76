"""The package stands alone, and starts light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import bmreport_meta
from bmreport_meta import errors

HOME = Path(bmreport_meta.__file__).parent


def _roots(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_it_imports_numpy_scipy_and_itself_only() -> None:
    """A program may take bmreport_meta alone."""
    roots = set().union(*(_roots(path) for path in HOME.rglob("*.py")))
    assert roots <= sys.stdlib_module_names | {"bmreport_meta", "numpy", "scipy"}


def test_numpy_waits_until_it_is_needed() -> None:
    """Importing the package, and its errors, loads no numpy."""
    code = "import sys, bmreport_meta; bmreport_meta.TwoByTwo; bmreport_meta.MetaError; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_slow_parts_of_scipy_are_never_loaded() -> None:
    """Only scipy.special is used; scipy.stats and scipy.optimize take many times as long to load."""
    code = (
        "import sys, bmreport_meta as m; [getattr(m, n) for n in m.__all__];"
        "print([n for n in ('scipy.stats', 'scipy.optimize', 'pandas') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    """Each name in `__all__` can be had, is no module, and an unknown one is an AttributeError."""
    for name in bmreport_meta.__all__:
        assert not isinstance(getattr(bmreport_meta, name), type(sys)), name
    assert not hasattr(bmreport_meta, "nothing_of_the_kind")
    assert set(bmreport_meta.__all__) <= set(dir(bmreport_meta))


def test_every_error_has_the_common_base() -> None:
    """One `except MetaError` catches all."""
    made = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert all(issubclass(error, errors.MetaError) for error in made)
    assert {error.__name__ for error in made} <= set(bmreport_meta.__all__)
