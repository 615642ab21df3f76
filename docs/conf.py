"""How Sphinx builds the documentation: `sphinx-build -W -b html docs docs/_build/html`."""

from __future__ import annotations

import sys
from pathlib import Path

from bmreport import __version__

# The directives of our own lie beside this file.
sys.path.insert(0, str(Path(__file__).resolve().parent))

project = "bmreport"
author = "The bmreport developers"
copyright = author  # noqa: A001  # the name that Sphinx asks for
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_click",
    "drawn_figures",
    "provider_options",
]
source_suffix = {".md": "markdown"}
# The examples are packages and data of their own; pages include parts of them.
exclude_patterns = ["_build", "examples"]

# Docstrings put code into single backticks.
default_role = "code"
smartquotes = False
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": False}
# Pydantic's own attributes would drown ours.
autodoc_pydantic_noise = {"model_config", "model_fields", "model_computed_fields", "model_post_init"}

html_theme = "furo"
html_title = f"bmreport {version}"
html_show_copyright = False
html_show_sphinx = False


def skip_noise(_app: object, _what: str, name: str, _obj: object, skip: bool, _options: object) -> bool:
    """Leave pydantic's machinery out of the reference."""
    return skip or name in autodoc_pydantic_noise


def no_signature(
    _app: object, what: str, _name: str, obj: object, _options: object, _signature: str, _returns: str
) -> tuple[str, str] | None:
    """Fields of models and members of protocols are listed one by one; all of them in one line help nobody."""
    listed = what == "class" and (hasattr(obj, "model_fields") or getattr(obj, "_is_protocol", False))
    return ("", "") if listed else None


def literal_blocks(_app: object, _what: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Show indented parts of docstrings as they are; reStructuredText would take them for quotations."""
    out: list[str] = []
    for place, line in enumerate(lines):
        starts = line.startswith("    ") and place > 0 and not lines[place - 1].strip()
        before = next((earlier for earlier in reversed(lines[:place]) if earlier.strip()), "")
        if starts and not before.startswith(" ") and not before.endswith("::"):
            out.extend(["::", ""])
        out.append(line)
    lines[:] = out


def setup(app: object) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-skip-member", skip_noise)  # type: ignore[attr-defined]  # sphinx is not needed to check types
    app.connect("autodoc-process-signature", no_signature)  # type: ignore[attr-defined]  # as above
    app.connect("autodoc-process-docstring", literal_blocks)  # type: ignore[attr-defined]  # as above
