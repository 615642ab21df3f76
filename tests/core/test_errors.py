"""The exception tree."""

from __future__ import annotations

import inspect
import re

import pytest

from bmreport import errors
from bmreport.errors import (
    BmreportError,
    DuplicateProviderError,
    NotEnoughEvidenceError,
    PluginError,
    UnknownProviderError,
)

_LINE = re.compile(r"^ {4}(?P<indent>[│├└─ ]*)(?P<name>\w+Error)\s+(?P<code>\d)?")
CLASSES: dict[str, type[BmreportError]] = {
    name: value for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, BmreportError)
}


def drawn_tree() -> dict[str, tuple[str, int]]:
    """Name -> (parent, exit code), as the module's docstring draws them; a class without a code has its parent's."""
    tree: dict[str, tuple[str, int]] = {}
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        if found := _LINE.match(line):
            depth = len(found["indent"]) // 4
            parent = above.get(depth - 1, "Exception")
            code = int(found["code"]) if found["code"] else tree[parent][1]
            tree[found["name"]] = (parent, code)
            above[depth] = found["name"]
    return tree


def test_the_drawing_shows_every_class_with_its_parent_and_exit_code() -> None:
    """What the docstring draws is what the module defines."""
    defined = {name: (cls.__bases__[0].__name__, cls.exit_code) for name, cls in CLASSES.items()}
    assert drawn_tree() == defined


def test_exit_codes_tell_the_branches_apart() -> None:
    """Classes right below the base each end a command with a code of their own, from 1 upwards without a gap."""
    codes = [BmreportError.exit_code, *(cls.exit_code for cls in BmreportError.__subclasses__())]
    assert sorted(codes) == list(range(1, len(codes) + 1))


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_every_class_is_public_and_explained(name: str) -> None:
    """Each error can be imported from bmreport and has a docstring of its own."""
    import bmreport

    assert getattr(bmreport, name) is CLASSES[name]
    assert (vars(CLASSES[name]).get("__doc__") or "").strip()


@pytest.mark.parametrize(
    ("where", "remedy", "text"),
    [
        ("", "", "is wrong"),
        ("a.ris:3", "", "a.ris:3: is wrong"),
        ("", "mend it", "is wrong (mend it)"),
        ("a.ris:3", "mend it", "a.ris:3: is wrong (mend it)"),
    ],
)
def test_text_says_where_what_and_what_to_do(where: str, remedy: str, text: str) -> None:
    """The three parts stand in one line, and each can be read alone."""
    error = BmreportError("is wrong", where=where, remedy=remedy)
    assert str(error) == text
    assert (error.message, error.where, error.remedy) == ("is wrong", where, remedy)


def test_an_unknown_provider_is_told_with_near_names_or_all() -> None:
    """Suggestions come first; without any the known names are listed, or `none`."""
    assert str(UnknownProviderError("style", "amma", ("ama",), ("ama",))) == (
        "there is no style named 'amma' (did you mean ama?)"
    )
    assert "(known: a, b)" in str(UnknownProviderError("style", "x", ("a", "b")))
    assert "(known: none)" in str(UnknownProviderError("style", "x", ()))


@pytest.mark.parametrize(("found", "counted"), [(0, "0 usable citations,"), (1, "1 usable citation,")])
def test_too_little_evidence_is_counted(found: int, counted: str) -> None:
    """Found and needed stand in the message and on the error."""
    error = NotEnoughEvidenceError(found, 3)
    assert f"insufficient citations for report generation: {counted} 3 needed" in str(error)
    assert (error.found, error.needed) == (found, 3)
    assert "--min-citations" in error.remedy


def test_a_failing_plugin_is_named() -> None:
    """Plugin, place and reason are in the message and on the error, with a way out."""
    error = PluginError("house", "loading", "it broke")
    assert str(error).startswith("plugin 'house' failed in loading: it broke (")
    assert (error.plugin, error.hook, error.reason) == ("house", "loading", "it broke")
    assert "BMREPORT_PLUGINS_DISABLED" in error.remedy


def test_a_clash_names_both_packages() -> None:
    """Who offers the same name twice can be told from the message."""
    error = DuplicateProviderError("grader", "grade", ("one 1.0", "two 2.0"))
    assert "the grader 'grade' is offered by one 1.0 and two 2.0" in str(error)
    assert error.packages == ("one 1.0", "two 2.0")
