"""For formats whose layout is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmreport.errors import TemplateError

if TYPE_CHECKING:
    from pathlib import Path


def refuse_template(export: str, template: Path | None) -> None:
    """Raise TemplateError when a template is given, instead of passing over it in silence."""
    if template is not None:
        raise TemplateError(
            f"the format {export} takes no template",
            where=str(template),
            remedy="leave --template out, or export html, markdown, docx or pdf",
        )
