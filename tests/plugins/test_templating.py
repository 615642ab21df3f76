"""Report templates: escaped by default, sandboxed, bounded, and every fault names its file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmreport.errors import TemplateError
from bmreport_plugins.exporters.templating import built_in_templates, render_template


class Safe(str):
    """Text that is marked up already."""

    __slots__ = ()


class Tool:
    """An object of the program that could do something."""

    done = False
    label = "a tool"

    def use(self) -> str:
        """Do it."""
        self.done = True
        return "used"


def escape(text: str) -> str:
    """Angle brackets show what was escaped, and how often."""
    return f"<{text}>"


def fill(folder: Path, source: str | bytes, **context: Any) -> str:
    """Render a template file with this source."""
    path = folder / "mine.j2"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return render_template("report.typ.j2", path, context, escape, Safe)


def fault(folder: Path, source: str | bytes, **context: Any) -> TemplateError:
    """The error that a template ends in."""
    with pytest.raises(TemplateError) as caught:
        fill(folder, source, **context)
    return caught.value


def test_values_are_escaped_and_marked_up_ones_are_not(tmp_path: Path) -> None:
    """Text, numbers and literals in the template are escaped once; None prints nothing."""
    made = fill(tmp_path, "{{ a }} {{ 3 }} {{ 'x' }} {{ safe }} {{ none }}|", a="A", safe=Safe("S"))
    assert made == "<A> <3> <x> S |"


@given(st.text(max_size=20))
@settings(max_examples=40)
def test_every_way_to_join_text_ends_in_an_escape(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Joined with marked-up text by ~, +, join or format, a plain text is never printed as it is."""
    folder = tmp_path_factory.mktemp("join")
    made = fill(
        folder,
        "{{ s ~ t }}{{ s + t }}{{ [s, t] | join }}{{ '%s%s' | format(s, t) }}{{ s | upper }}",
        s=Safe("S"),
        t=text,
    )
    assert made == escape("S" + text) * 4 + "<S>"


def test_macros_blocks_and_set_are_marked_up_when_they_say_so(tmp_path: Path) -> None:
    """What a macro returns needs `| safe`; without it the damage is seen, never dangerous."""
    source = "{% macro m(x) %}({{ x }}){% endmacro %}{{ m('a') | safe }} {{ m('a') }} {{ 'b' | e }}"
    assert fill(tmp_path, source) == "(<a>) <(<a>)> <b>"


def test_the_built_in_template_can_be_named_and_extended(tmp_path: Path) -> None:
    """A user's template overrides blocks of the built-in one and includes its neighbours."""
    (tmp_path / "part.j2").write_text("part {{ a }}")
    assert fill(tmp_path, "{% include 'part.j2' %}", a="A") == "part <A>"
    assert "report.typ.j2" in built_in_templates()
    by_name = fault(tmp_path, "{% extends 'bmreport/report.typ.j2' %}")
    assert "is undefined" in by_name.message
    with pytest.raises(TemplateError) as caught:
        render_template("other", Path("report.typ.j2"), {}, escape, Safe)
    assert caught.value.where.startswith("built-in template report.typ.j2:")


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("a\n{% if %}", 2, "syntax error"),
        ("a\n\n{{ x", 3, "syntax error"),
        ("{{ 1 }}\n{{ nothing_such }}", 2, "'nothing_such' is undefined"),
        ("\n{{ tool.nothing }}", 2, "has no attribute 'nothing'"),
        ("\n\n{{ 1 / 0 }}", 3, "ZeroDivisionError"),
        ("\n{{ ''.__class__.__mro__ }}", 2, "not allowed"),
        ("\n{{ tool.use() }}", 2, "not allowed"),
        ("\n{{ items.append(1) }}", 2, "not allowed"),
        ("\n{{ 'x' * 10000000 }}", 2, "not allowed"),
        ("\n{{ 9 ** 9999 }}", 2, "not allowed"),
        ("{{ 1 }}{% include 'mine.j2' %}", 1, "without end"),
        ("\n{% include '../secret' %}", 2, "does not exist: ../secret"),
        ("\n{% include '/etc/passwd' %}", 2, "does not exist: /etc/passwd"),
        ("\n{% include 'bmreport/../x' %}", 2, "does not exist"),
        (b"a\n\xff", 2, "not UTF-8"),
    ],
)
def test_a_fault_names_file_and_line(tmp_path: Path, source: str | bytes, line: int, words: str) -> None:
    """Syntax, undefined names, failures and what the sandbox forbids say where they stand."""
    tool = Tool()
    error = fault(tmp_path, source, tool=tool, items=[1])
    assert error.where == f"{tmp_path / 'mine.j2'}:{line}"
    assert words in str(error)
    assert not tool.done


def test_a_fault_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    """The innermost template line is the one to mend."""
    (tmp_path / "part.j2").write_text("\n\n{{ 1 / 0 }}")
    assert fault(tmp_path, "{% include 'part.j2' %}").where == f"{tmp_path / 'part.j2'}:3"


def test_output_is_bounded(tmp_path: Path) -> None:
    """A loop that writes without end is stopped."""
    line = "x" * 1000
    source = "{% for a in range(99999) %}{% for b in range(99999) %}" + line + "{% endfor %}{% endfor %}"
    assert "too much" in fault(tmp_path, source).message


def test_a_template_that_is_not_there_says_what_there_is(tmp_path: Path) -> None:
    """A missing file, a folder and a huge file are told apart."""
    for path, words in ((tmp_path / "none.j2", "no such template"), (tmp_path, "is a folder")):
        with pytest.raises(TemplateError, match=words) as caught:
            render_template("report.typ.j2", path, {}, escape, Safe)
        assert "report.typ.j2" in caught.value.remedy
    assert "1 MiB" in fault(tmp_path, b"x" * (1024 * 1024 + 1)).message


def test_plain_values_given_functions_and_helpers_can_be_called(tmp_path: Path) -> None:
    """Methods of text and mappings, functions given by name and jinja2's own helpers work."""
    source = (
        "{{ 'a'.upper() }}{{ d.items() | list | length }}{{ double('b') }}"
        "{% for i in range(2) %}{{ loop.cycle('x', 'y') }}{% endfor %}{{ joiner(',')() }}{{ tool.label }}"
    )
    made = fill(tmp_path, source, d={"k": 1}, double=lambda text: Safe(text * 2), tool=Tool())
    assert made == "<A><1>bb<x><y><><a tool>"
