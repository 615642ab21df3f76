"""Templates that loop, grow, read files or reach for the machine are refused quickly, naming file and line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bmreport.errors import TemplateError
from bmreport.testing import sample_rendered
from bmreport_plugins.exporters.html import HtmlExporter, HtmlExportOptions
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions
from bmreport_plugins.exporters.templating import built_in_templates, render_template

if TYPE_CHECKING:
    from pathlib import Path


def filled(folder: Path, text: str) -> str:
    """A template of the user's, filled."""
    template = folder / "own.j2"
    template.write_text(text, encoding="utf-8")
    return render_template("report.md.j2", template, {"word": "x"}, str, str)


ENDLESS = {
    "nested ranges": "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "nested lists": "{% set l = range(99999) | list %}{% for a in l %}{% for b in l %}{% endfor %}{% endfor %}",
    "branching macros": "{% macro m(n) %}{% if n %}{{ m(n-1) }}{{ m(n-1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "recursive loop": "{% for a in [[1]] recursive %}{{ loop([a, a]) }}{% endfor %}",
}
HUGE = {
    "padding": "{{ 'x'.ljust(10**10) }}",
    "centre method": "{{ 'x'.center(width=10**10) }}",
    "centre": "{{ 'x' | center(10**10) }}",
    "zeros": "{{ '1'.zfill(10**10) }}",
    "tabs": "{{ '\t'.expandtabs(10**10) }}",
    "indent": "{{ 'x\ny' | indent(10**10) }}",
    "batch": "{% for row in [1] | batch(10**9, 'x') %}{% endfor %}",
    "slice": "{{ [1] | slice(10**9) | list }}",
    "percent": "{{ '%10000000000d' % 1 }}",
    "star": "{{ '%*d' % (10**9, 1) }}",
    "format filter": "{{ '%10000000000d' | format(1) }}",
    "repeat": "{{ 'x' * 10**9 }}",
    "power": "{{ 10 ** (10 ** 9) }}",
    "bytes": "{{ (1).to_bytes(10**10, 'big') }}",
    "doubling": "{% set n = namespace(x='xxxxxxxx') %}{% for i in range(50) %}{% set n.x = n.x + n.x %}{% endfor %}",
    "filler": "{{ lipsum(n=10**9) }}",
}
ESCAPES = {
    "class": "{{ ''.__class__.__mro__ }}",
    "attr": "{{ '' | attr('__class__') }}",
    "map": "{{ [''] | map(attribute='__class__') | first }}",
    "format": "{{ '{0.__class__}'.format('') }}",
    "globals": "{{ cycler.__init__.__globals__ }}",
    "loop filter": "{{ word | counted }}",
}


@pytest.mark.parametrize("kind", [*ENDLESS, *HUGE])
def test_work_without_end_and_without_bounds_is_refused(kind: str, tmp_path: Path) -> None:
    """The template stops with a message that names its line, long before time or memory run out."""
    with pytest.raises(TemplateError) as caught:
        filled(tmp_path, "\n" + {**ENDLESS, **HUGE}[kind])
    assert "own.j2:" in caught.value.where


@pytest.mark.parametrize("kind", ESCAPES)
def test_python_is_out_of_reach(kind: str, tmp_path: Path) -> None:
    """No attribute of Python's machinery is shown, and no address of memory either."""
    with pytest.raises(TemplateError) as caught:
        filled(tmp_path, ESCAPES[kind])
    assert " at 0x" not in str(caught.value)


def test_counted_loops_are_loops_as_any(tmp_path: Path) -> None:
    """`loop`, `else`, unpacking, conditions and recursion work as jinja2 documents them."""
    text = (
        "{% for a in [1, 2, 3] if a != 2 %}{{ loop.index }}/{{ loop.length }}:{{ a }}{{ loop.last }} {% endfor %}"
        "{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}{% for x in [] %}{% else %}none{% endfor %}"
        "{% for n in [[1, [[2, []]]]] recursive %}<{{ n[0] }}{{ loop(n[1]) }}>{% endfor %}"
        "{{ '%5.1f' % 3.14 }}{{ 1 + 2 }}"
    )
    assert filled(tmp_path, text) == "1/2:1False 2/2:3True a1none<1<2>>  3.13"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_the_folder_is_not_included(tmp_path: Path) -> None:
    """A template folder that came from elsewhere cannot draw in other files; the template itself may be a link."""
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    folder = tmp_path / "theme"
    folder.mkdir()
    (folder / "part.j2").symlink_to(secret)
    (folder / "near.j2").write_text("near", encoding="utf-8")
    (folder / "alias.j2").symlink_to("near.j2")
    assert filled(folder, "{% include 'alias.j2' %}") == "near"
    with pytest.raises(TemplateError, match="does not exist"):
        filled(folder, "{% include 'part.j2' %}")
    link = tmp_path / "link.j2"
    link.symlink_to(folder / "near.j2")
    assert render_template("report.md.j2", link, {}, str, str) == "near"


def test_hidden_files_are_no_templates() -> None:
    """What is offered in messages can be used."""
    assert not [name for name in built_in_templates() if name.startswith(".")]


@pytest.mark.parametrize(
    "source",
    ['#import "@preview/cetz:0.2.0"', '#include "@local/x:1.0.0"', '#{import ( "@preview/x:1.0.0"): *}'],
)
def test_a_pdf_template_cannot_fetch_packages(source: str, tmp_path: Path) -> None:
    """Typst would ask the network; the template is refused before that."""
    template = tmp_path / "own.typ"
    template.write_text(source, encoding="utf-8")
    with pytest.raises(TemplateError, match="packages") as caught:
        PdfExporter().export(sample_rendered(), template, PdfOptions())
    assert caught.value.where == str(template)


@pytest.mark.parametrize("source", ['#read("/etc/passwd")', '#image("/etc/passwd")', '#include "/etc/passwd"'])
def test_a_pdf_template_reads_no_file(source: str, tmp_path: Path) -> None:
    """Nothing of the machine lies within Typst's reach."""
    template = tmp_path / "own.typ"
    template.write_text(source, encoding="utf-8")
    with pytest.raises(TemplateError, match="not found"):
        PdfExporter().export(sample_rendered(), template, PdfOptions())


@pytest.mark.parametrize("data", [bytes(range(256)), "{{ word }}".encode("utf-16"), b"x" * (2 << 20)])
def test_what_is_no_template_is_refused(data: bytes, tmp_path: Path) -> None:
    """Binary, another encoding and a huge file are told from a template."""
    template = tmp_path / "own.j2"
    template.write_bytes(data)
    with pytest.raises(TemplateError, match=r"own\.j2"):
        HtmlExporter().export(sample_rendered(), template, HtmlExportOptions())
