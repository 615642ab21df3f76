"""Templates for the PDF: replaced, extended, and their faults named."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from bmreport.errors import TemplateError
from bmreport.resources import data_text
from bmreport.testing import (
    sample_rendered,
    sample_report,
)
from bmreport_plugins.exporters.pdf import PdfExporter, PdfOptions

if TYPE_CHECKING:
    from pathlib import Path

    from bmreport.rendering import RenderedReport

_EMBEDDED = ("LibertinusSerif", "NewCM", "DejaVuSansMono", "NewComputerModern")
_UNASSIGNED = "\u0378"


def pdf_of(rendered: RenderedReport, template: Path | None = None, **options: Any) -> PdfReader:
    """The report as an opened PDF."""
    return PdfReader(io.BytesIO(PdfExporter().export(rendered, template, PdfOptions(**options))))


def text_of(reader: PdfReader) -> str:
    """All text of the file."""
    return "\n".join(page.extract_text() for page in reader.pages)


def test_a_template_of_the_user_replaces_the_built_in_one(tmp_path: Path) -> None:
    """It prints values escaped and prepared parts as they are; rules of PDF/UA that it breaks do not stop it."""
    path = tmp_path / "mine.typ.j2"
    path.write_text(
        "=== Mine: {{ title }}\n\n{% for s in lead + sections %}{{ s.body }}\n\n{% endfor %}"
        "{% for r in references %}{{ r.body }}\n\n{% endfor %}"
    )
    report = sample_report().model_copy(update={"title": "#strong[x] *y*"})
    text = text_of(pdf_of(sample_rendered(report), path))
    assert text.startswith("Mine: #strong[x] *y*")


def test_a_template_can_extend_the_built_in_one(tmp_path: Path) -> None:
    """One block replaced, the rest stays."""
    path = tmp_path / "mine.typ.j2"
    path.write_text("{% extends 'bmreport/report.typ.j2' %}{% block about %}= House rules{% endblock %}")
    text = text_of(pdf_of(sample_rendered(), path))
    assert "House rules" in text
    assert "About this report" not in text
    assert "References" in text


def test_every_name_that_a_template_may_use_is_there_and_described(tmp_path: Path) -> None:
    """The comment at the head of the built-in template names all that it is given."""
    names = [
        *("title", "short_title", "question", "date", "created", "language", "region", "paper", "font_size", "fonts"),
        *("title_direction", "references_direction", "hanging_indent", "strength", "methodology", "remarks"),
        *("lead", "sections", "grades", "references", "further_reading", "checks", "metadata", "evidence"),
        *("quoted", "number", "directed"),
    ]
    path = tmp_path / "mine.typ.j2"
    path.write_text("".join(f"{{% if {name} is defined %}}{name} {{% endif %}}" for name in names))
    assert text_of(pdf_of(sample_rendered(), path)).split() == names
    described = data_text("templates", "report.typ.j2").split("-#}")[0]
    assert [name for name in names if name not in described] == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{% for %}", "syntax error"),
        ("#nothing-here", "unknown variable"),
        ('#read("/etc/passwd")', "file not found"),
        ("{% for s in sections %}{{ s.body }}{% endfor %}", "does not exist in the document"),
        ("{{ number('1 #panic()') }}", "takes numbers"),
    ],
)
def test_faults_of_a_template_are_template_errors(tmp_path: Path, source: str, words: str) -> None:
    """Wrong Jinja2, wrong Typst and files out of reach name the template."""
    path = tmp_path / "mine.typ.j2"
    path.write_text(source)
    with pytest.raises(TemplateError, match=re.escape(words)) as caught:
        pdf_of(sample_rendered(), path)
    assert caught.value.where.startswith(str(path))
