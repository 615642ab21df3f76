"""The help of a provider's options, taken from the docstrings under its fields when somebody asks for it.

pydantic can do this too (`use_attribute_docstrings`), but it reads the source of every model while modules load, which
each start of the command line would wait for.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bmreport.models import Options

__all__ = ["option_help"]


def option_help(model: type[Options]) -> dict[str, str]:
    """One line for each option: its `Field(description=…)`, else its docstring; empty text when it has neither."""
    documented: dict[str, str] = {}
    for base in reversed(model.__mro__):
        documented.update(_field_docstrings(base))
    texts = {name: info.description or documented.get(name, "") for name, info in model.model_fields.items()}
    return {name: " ".join(text.split()) for name, text in texts.items()}


def _field_docstrings(model: type[object]) -> Iterator[tuple[str, str]]:
    """Names of a class's own fields with the text that stands below each."""
    if not vars(model).get("__annotations__"):
        return
    try:
        source = textwrap.dedent(inspect.getsource(model))
    except (OSError, TypeError):  # made without a file, as in an interpreter
        return
    body = next((node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef)), [])
    for field, below in itertools.pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            yield field.target.id, below.value.value
